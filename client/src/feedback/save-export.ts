import * as vscode from "vscode";
import type { ExportedFile } from "../../../server/src/feedback/panel/panel-controller.ts";
import { saveText } from "../save-text.ts";

/** Saves what the panel lists where the person says. */
export function saveExport({ name, text, withContacts }: ExportedFile): Promise<void> {
  return saveText(text, name, vscode.workspace.workspaceFolders?.[0]?.uri, {
    title: withContacts
      ? vscode.l10n.t("Export Feedback with E-Mail Addresses of Readers")
      : vscode.l10n.t("Export Feedback"),
  });
}
