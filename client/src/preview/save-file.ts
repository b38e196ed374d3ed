import * as vscode from "vscode";
import { saveText } from "../save-text.ts";

const largest = 50_000_000;

/** Saves what a page wants to have saved, where the person says. The page shows what strangers wrote, so it is only asked. */
export async function saveFile(name: unknown, text: unknown, folder: string | undefined): Promise<void> {
  if (typeof name !== "string" || typeof text !== "string" || text.length > largest) return;
  const root = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.parse(folder);
  await saveText(text, name, root, {
    filters: { HTML: ["html"] },
    title: vscode.l10n.t("Save the Page as HTML"),
  });
}
