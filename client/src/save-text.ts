import * as vscode from "vscode";
import { tellSaved } from "./tell-saved.ts";

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
    tellSaved(target);
  } catch {
    void vscode.window.showErrorMessage(
      vscode.l10n.t("The file could not be written. Choose another place for it."),
    );
  }
}
