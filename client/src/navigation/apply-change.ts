import * as vscode from "vscode";
import {
  changeNavigation as request,
  type ChangedNavigation,
  type ChangeNavigation,
} from "../../../server/src/protocol.ts";
import type { LanguageServer } from "../language-client.ts";

/** Makes a change of the navigation as one edit that can be undone at once; what cannot be is said. True when it was made. */
export async function changeNavigation(server: LanguageServer, change: ChangeNavigation): Promise<boolean> {
  const answer = await server.ask<ChangedNavigation>(request, change);
  if (!answer) return false;
  if (!answer.ok) {
    void vscode.window.showWarningMessage(answer.reason);
    return false;
  }
  const edit = await server.toEdit(answer.edit);
  return edit !== undefined && (await vscode.workspace.applyEdit(edit));
}
