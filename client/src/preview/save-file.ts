import * as vscode from "vscode";
import { tellSaved } from "../tell-saved.ts";

const largest = 50_000_000;

/** Saves what a page wants to have saved, where the person says. The page shows what strangers wrote, so it is only asked. */
export async function saveFile(name: unknown, text: unknown, folder: string | undefined): Promise<void> {
  if (typeof name !== "string" || typeof text !== "string" || text.length > largest) return;
  const safe = name.replace(/[^\w.-]+/g, "-").slice(0, 100);
  const root = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  const target = await vscode.window.showSaveDialog({
    ...(root && { defaultUri: vscode.Uri.joinPath(root, safe) }),
    filters: { HTML: ["html"] },
    title: vscode.l10n.t("Save the Page as HTML"),
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
