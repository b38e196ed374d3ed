import * as vscode from "vscode";

/** Whether there is a file or folder now; also false where it may not be looked at. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
