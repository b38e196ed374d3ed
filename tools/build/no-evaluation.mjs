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
    build.onLoad({ filter: /swagger-parser[\\/]lib[\\/]validators[\\/]\w+\.js$/ }, () => ({
      contents: refusal,
      loader: "js",
    }));
  },
};

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
