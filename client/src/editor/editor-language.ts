import * as vscode from "vscode";
import { type DocumentLanguage, getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { readDocumentLanguage } from "../../../server/src/workspace/files/bundled-assets.ts";

/** Returns the language of the editor and its translations for a webview. `bundle` is `dist/webview`. */
export function readEditorLanguage(bundle: vscode.Uri): DocumentLanguage {
  return readDocumentLanguage(bundle.fsPath, getPageLanguage(vscode.env.language));
}
