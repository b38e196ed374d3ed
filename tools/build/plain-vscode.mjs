/**
 * Replaces the import of the editor's API in a module. For each import of the whole namespace, esbuild copies all 200
 * members into a new object when the module is loaded, which took most of the time until the extension was active.
 */
export function withPlainVscode(source) {
  return source.replace('import * as vscode from "vscode";', 'const vscode = require("vscode");');
}
