import { readFile } from "node:fs/promises";

/**
 * An esbuild plugin that removes library code that evaluates text: gray-matter's JavaScript engine, js-yaml's function
 * type, and swagger-parser's compilation of schemas, which are compiled at build time instead. As a result, even a
 * malicious page can't run this code.
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

/** Replacements in files that are otherwise bundled unchanged. */
const passages = [
  // sucrase inserts this code into modules for hot reloading, which Docwright doesn't use.
  [/sucrase[\\/].*[\\/]RootTransformer\.m?js$/, "this[key] = eval(code);", ""],
  // Diagram libraries use this code to find the global object in environments without `globalThis`.
  [
    /node_modules[\\/](lodash|cytoscape|mermaid|@mermaid-js).*\.m?js$/,
    /Function\((["'])return this\1\)\(\)/g,
    "globalThis",
  ],
];

const refusal = `
module.exports = () => { throw new Error("Specifications are held against compiled schemas."); };
`;

/** Only the part of js-yaml that reads YAML is bundled, because Docwright doesn't write frontmatter with gray-matter. */
const engines = `
const { safeLoad } = require("js-yaml/lib/js-yaml/loader");
const refuse = () => { throw new Error("Scripts in frontmatter are never run."); };
module.exports = {
  yaml: { parse: safeLoad },
  json: { parse: JSON.parse, stringify: JSON.stringify },
  javascript: { parse: refuse, stringify: refuse },
};
`;

const functionType = `
const Type = require("../../type");
module.exports = new Type("tag:yaml.org,2002:js/function", { kind: "scalar", resolve: () => false });
`;
