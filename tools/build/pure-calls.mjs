import { readFile } from "node:fs/promises";
import { withPlainVscode } from "./plain-vscode.mjs";
import { withoutRuleDocs } from "./without-rule-docs.mjs";

/** Side-effect-free functions that create views, rules, and tables of settings and components. */
const makers =
  "derive|createSiteView|defineRule|setting|object|closedObject|choice|createFlagProp|createChoiceProp|createProp|checkedString|picklist|list|createNativeFunction|record|requireProp|cacheByFiles|cacheLastForms|cacheResult|createTextCache|createMountableForms|readNavigationNode|createEntityMap";
const call = new RegExp(`^((?:export )?const [^=\\n]*=\\s+)(${makers})(?=[(<])`, "gm");

/** Matches calls that describe messages in modules that import valibot. */
const schemaCall =
  /(?<![.\w$])(?:v\.(?!safeParse)\w+|createTextSchema|createNonEmptyTextSchema|createListSchema|createMapSchema|createPartsSchema|createItemsSchema)(?=[(<])/g;

/**
 * Marks calls of these functions at the top level as pure, so that bundles omit unused constants, removes the
 * documentation of rules, and simplifies imports of the editor's API.
 */
export const pureCalls = {
  name: "pure-calls",
  setup(build) {
    build.onLoad({ filter: /[\\/](server|client|webview)[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const text = source.includes("= defineRule") ? await withoutRuleDocs(source) : withPlainVscode(source);
      return {
        loader: path.endsWith("x") ? "tsx" : "ts",
        contents: text.includes('from "valibot"')
          ? text.replace(schemaCall, "/* @__PURE__ */ $&")
          : text.replace(call, "$1/* @__PURE__ */ $2"),
      };
    });
  },
};
