import * as vscode from "vscode";

/** Implements `docwright.feedback.clearSaved`: prompts for what to delete from this machine. */
export async function clearSaved(remove: (withTriage: boolean) => Promise<void>): Promise<void> {
  const chosen = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Clear saved feedback"),
        detail: vscode.l10n.t(
          "Deletes the saved entries of all projects from this machine. The next refresh loads them again.",
        ),
        withTriage: false,
      },
      {
        label: vscode.l10n.t("Clear saved feedback, statuses, and notes"),
        detail: vscode.l10n.t("Also deletes this project's local statuses, assignees, and notes."),
        withTriage: true,
      },
    ],
    { title: vscode.l10n.t("Clear Saved Reader Feedback") },
  );
  if (chosen) await remove(chosen.withTriage);
}
