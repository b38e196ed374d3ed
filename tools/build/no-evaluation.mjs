import { readFile } from "node:fs/promises";

/**
 * An esbuild plugin that leaves out the places where bundled libraries turn text into code: gray-matter's script
 * engine, js-yaml's function type, and the schemas that swagger-parser compiles, in whose place ours are compiled already. What is not in the bundle cannot be reached by a page.
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
