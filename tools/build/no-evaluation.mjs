import { readFile } from "node:fs/promises";

/**
 * An esbuild plugin that leaves out the places where bundled libraries turn text into code: gray-matter's script
 * engine, js-yaml's function type, what asks `node:vm`, and the schemas that swagger-parser compiles, in whose place ours are compiled already. What is not in the bundle cannot be reached by a page.
 */
export const noEvaluation = {
  name: "no-evaluation",
  setup(build) {
    build.onLoad({ filter: /gray-matter[\\/]lib[\\/]engines\.js$/ }, () => ({
      contents: engines,
      loader: "js",
    }));
    build.onLoad({ filter: /js-yaml[\\/]lib[\\/]js-yaml[\\/]type[\\/]js[\\/]function\.js$/ }, () => ({
      contents: functionType,
      loader: "js",
    }));
    for (const [filter, text, instead] of passages)
      build.onLoad({ filter }, async ({ path }) => ({
        contents: (await readFile(path, "utf8")).replaceAll(text, instead),
        loader: "js",
      }));
    build.onLoad({ filter: /is-identifier[\\/]index\.js$/ }, () => ({
      contents: isIdentifier,
      loader: "js",
    }));
    build.onLoad({ filter: /swagger-parser[\\/]lib[\\/]validators[\\/]\w+\.js$/ }, () => ({
      contents: refusal,
      loader: "js",
    }));
  },
};

/** Lines of files that are kept otherwise. */
const passages = [
  // What sucrase writes into modules that are replaced while they run, which is never asked of it.
  [/sucrase[\\/].*[\\/]RootTransformer\.m?js$/, "this[key] = eval(code);", ""],
  // How libraries of diagrams find the global object where there was no name for it.
  [
    /node_modules[\\/](lodash|cytoscape|mermaid|@mermaid-js).*\.m?js$/,
    /Function\((["'])return this\1\)\(\)/g,
    "globalThis",
  ],
];

/** The package asks a regular expression in a context of `node:vm`, with a time limit that this one does not need. */
const isIdentifier = `
const reserved = new Set(("await break case catch class const continue debugger default delete do else enum export extends " +
  "false finally for function if implements import in instanceof interface let new null package private protected public " +
  "return static super switch this throw true try typeof undefined var void while with yield NaN Infinity arguments eval").split(" "));
export default (value) =>
  !reserved.has(value) && /^[\\p{ID_Start}$_][\\p{ID_Continue}$\\u200c\\u200d]*$/u.test(value);
`;

const refusal = `
module.exports = () => { throw new Error("Specifications are held against compiled schemas."); };
`;

const engines = `
const yaml = require("js-yaml");
const refuse = () => { throw new Error("Scripts in frontmatter are never run."); };
module.exports = {
  yaml: { parse: yaml.safeLoad, stringify: yaml.safeDump },
  json: { parse: JSON.parse, stringify: JSON.stringify },
  javascript: { parse: refuse, stringify: refuse },
};
`;

const functionType = `
const Type = require("../../type");
module.exports = new Type("tag:yaml.org,2002:js/function", { kind: "scalar", resolve: () => false });
`;
