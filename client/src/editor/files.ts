import * as vscode from "vscode";

/** Tells in the status bar that a file has been saved, as nothing else would; gone after four seconds. */
export function reportSaved(target: vscode.Uri): void {
  vscode.window.setStatusBarMessage(
    vscode.l10n.t("Saved {0}", vscode.workspace.asRelativePath(target, false)),
    4000,
  );
}

/**
 * Writes a text where the person says, and tells how that went. `name` is proposed, in `folder` where there is one; of it
 * only what any system takes in a name is kept.
 */
export async function saveText(
  text: string,
  name: string,
  folder: vscode.Uri | undefined,
  options: Omit<vscode.SaveDialogOptions, "defaultUri">,
): Promise<void> {
  const safe = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, safe) }),
    ...options,
  });
  if (!target) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    reportSaved(target);
  } catch {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("The file could not be written. Choose another place for it."),
    );
  }
}

/** Whether there is a file or folder now; also false where it may not be looked at. */
export async function fileExists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
