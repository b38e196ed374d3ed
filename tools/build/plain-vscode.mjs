import { readFile } from "node:fs/promises";

/**
 * Replaces the import of the editor's API in a module. For each import of the whole namespace, esbuild copies all 200
 * members into a new object when the module is loaded, which took most of the time until the extension was active.
 */
export function withPlainVscode(source) {
  return source.replace('import * as vscode from "vscode";', 'const vscode = require("vscode");');
}

/** An esbuild plugin that does the same in vscode-languageclient, whose modules contain a helper for such copies. */
export const plainVscode = {
  name: "plain-vscode",
  setup(build) {
    build.onLoad({ filter: /vscode-languageclient[\\/]lib[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll('__importStar(require("vscode"))', 'require("vscode")'),
      loader: "js",
    }));
  },
};
