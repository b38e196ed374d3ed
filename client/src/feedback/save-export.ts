import * as vscode from "vscode";
import type { ExportedFile } from "../../../server/src/feedback/feedback-host.ts";
import { tellSaved } from "../tell-saved.ts";

/** Saves what the panel lists where the person says. */
export async function saveExport({ name, text, withContacts }: ExportedFile): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const safe = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, safe) }),
    title: withContacts
      ? vscode.l10n.t("Export Feedback with E-Mail Addresses of Readers")
      : vscode.l10n.t("Export Feedback"),
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
