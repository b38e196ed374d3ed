import { readFile } from "node:fs/promises";

/** What makes a value and does nothing else: views, rules, and tables of settings and components. */
const makers =
  "derive|defineRule|setting|object|closedObject|either|flag|choice|prop|checked|readOneOf|list|native|record|required|memo|remembered|orMounted|readNavigationNode";
const call = new RegExp(`^((?:export )?const [^=\\n]*=\\s+)(${makers})(?=[(<])`, "gm");

/** Lets a bundle leave out the constants of our modules that it doesn't use, when a call makes them. */
export const pureCalls = {
  name: "pure-calls",
  setup(build) {
    build.onLoad({ filter: /[\\/](server|client|webview)[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return {
        loader: path.endsWith("x") ? "tsx" : "ts",
        contents: text.replace(call, "$1/* @__PURE__ */ $2"),
      };
    });
  },
};
