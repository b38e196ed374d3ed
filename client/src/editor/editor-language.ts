import * as vscode from "vscode";
import { type DocumentLanguage, getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { readPageTexts } from "../../../server/src/workspace/files/bundled-assets.ts";

/** Returns the language of the editor and its translations for a webview. `bundle` is `dist/webview`. */
export function readEditorLanguage(bundle: vscode.Uri): DocumentLanguage {
  const language = getPageLanguage(vscode.env.language);
  return { language, texts: readPageTexts(vscode.Uri.joinPath(bundle, "translations").fsPath, language) };
}
