import * as vscode from "vscode";
import {
  type HeadingToRename,
  type PlannedEdit,
  renameHeading as request,
} from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";

/**
 * Applies an edit planned by the server as one undoable edit. Changes that need confirmation are shown first. Shows the
 * reason if there is no edit. Returns true if it was applied.
 */
export async function applyPlanned(
  server: LanguageServer,
  planned: PlannedEdit | undefined,
): Promise<boolean> {
  if (!planned) return false;
  if (!planned.ok) {
    void vscode.window.showWarningMessage(planned.reason);
    return false;
  }
  const edit = await server.toEdit(planned.edit);
  return edit !== undefined && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
}

/**
 * Implements `docwright.renameHeading`: prompts for a new heading text and writes the current anchor after it, so links
 * from other sites still work. Without a heading, offers the actions available at the caret.
 */
export async function renameHeading(server: LanguageServer, given: unknown): Promise<void> {
  const requested = given as HeadingToRename | undefined;
  if (typeof requested?.uri !== "string") {
    await vscode.commands.executeCommand("editor.action.codeAction", {
      kind: "refactor.rewrite.anchor",
      apply: "first",
    });
    return;
  }
  const { uri, position, name } = requested;
  const newName = await vscode.window.showInputBox({
    title: vscode.l10n.t("Rename Heading and Keep Anchor"),
    prompt: vscode.l10n.t("Existing links to the heading keep working, including links from other sites."),
    value: name,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a heading.") : undefined),
  });
  if (newName === undefined || newName === name) return;
  await applyPlanned(server, await server.request(request, { uri, position, newName }));
}
