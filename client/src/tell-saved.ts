import * as vscode from "vscode";

/** Tells in the status bar that a file has been saved, as nothing else would; gone after four seconds. */
export function tellSaved(target: vscode.Uri): void {
  vscode.window.setStatusBarMessage(
    vscode.l10n.t("Saved {0}", vscode.workspace.asRelativePath(target, false)),
    4000,
  );
}
