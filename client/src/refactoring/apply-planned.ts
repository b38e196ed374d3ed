import * as vscode from "vscode";
import type { PlannedEdit } from "../../../server/src/protocol/refactoring.ts";
import type { LanguageServer } from "../language-client.ts";

/**
 * Makes an edit that the server has planned as one that can be undone at once; what is to be agreed to is shown first.
 * Why there is none is said. True when it was made.
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
