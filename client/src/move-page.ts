import * as vscode from "vscode";
import { moveFiles, type MoveFiles } from "../../server/src/protocol/move-files.ts";
import type { LanguageServer } from "./language-client.ts";

/**
 * `docwright.movePage`: asks where the page, folder or file goes, and makes the move with everything that names it as one
 * edit. Redirects are shown for the person to agree to before anything is written.
 */
export async function movePage(server: LanguageServer, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const root = uri && (await siteOf(server, uri));
  if (!uri || root === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Open a page of a site, or choose one in the Explorer, to say what moves."),
    );
    return;
  }
  const path = vscode.workspace.asRelativePath(uri, false);
  const own = decodeURIComponent(uri.toString().slice(root.length + 1));
  const isPage = /\.mdx?$/.test(own);
  const name = isPage ? own.replace(/\.mdx?$/, "") : own;
  const start = name.lastIndexOf("/") + 1;
  const to = await vscode.window.showInputBox({
    title: vscode.l10n.t("Move {0}", path),
    prompt: vscode.l10n.t("The new path from the folder of docs.json. Links, navigation and imports follow."),
    value: name,
    valueSelection: [start, name.length],
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Say where it goes.") : undefined),
  });
  if (to === undefined || to.trim() === name) return;
  const request: MoveFiles = { uri: uri.toString(), to, counterparts: true };
  const moved = await server.request(moveFiles, request);
  if (!moved) return;
  if (!moved.ok) {
    void vscode.window.showErrorMessage(vscode.l10n.t("Nothing was moved. {0}", moved.reason));
    return;
  }
  const edit = await server.toEdit(moved.edit);
  const made = edit && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
  if (made && moved.left > 0)
    void vscode.window.showWarningMessage(
      vscode.l10n.t("{0} links could not be written anew safely. The problems list shows them.", moved.left),
    );
}

/** The site that a file lies in, the innermost. */
async function siteOf(server: LanguageServer, uri: vscode.Uri): Promise<string | undefined> {
  const roots = (await server.report()).map(({ status }) => status.root);
  const own = roots.filter((root) => uri.toString().startsWith(`${root}/`));
  return own.sort((a, b) => b.length - a.length)[0];
}
