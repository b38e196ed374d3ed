import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { type DocumentLanguage, getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { createPanelDocument } from "../../../server/src/feedback/panel/panel-document.ts";
import { readDocumentLanguage } from "../../../server/src/workspace/files/bundled-assets.ts";

/** Loads the page `dist/webview/NAME.js` into an editor tab, and sets the icon of the tab. */
export function loadWebviewPage(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  name: "feedback" | "overview",
  getLanguage: (webviewFolder: vscode.Uri) => DocumentLanguage,
): void {
  const { webview } = panel;
  const webviewFolder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const getIcon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", `${name}-${theme}.svg`);
  const getUrl = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder, file)).toString();
  panel.iconPath = { light: getIcon("light"), dark: getIcon("dark") };
  webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [webviewFolder] };
  webview.html = createPanelDocument({
    nonce: randomBytes(16).toString("base64url"),
    script: getUrl(`${name}.js`),
    style: getUrl(`${name}.css`),
    language: getLanguage(webviewFolder),
  });
}

/** Returns the editor's language and the translations of a webview. `webviewFolder` is `dist/webview`. */
export function readEditorLanguage(webviewFolder: vscode.Uri): DocumentLanguage {
  return readDocumentLanguage(webviewFolder.fsPath, getPageLanguage(vscode.env.language));
}
