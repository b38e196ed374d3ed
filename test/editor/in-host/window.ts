import * as vscode from "vscode";
import { callRunner } from "./runner.ts";
import { until } from "./until.ts";

/**
 * Performs an action in VS Code's window with a real click or key if the runner controls the window (see
 * `runner/window-actions.ts`). Returns undefined if VS Code has its own window, which the runner can't control.
 */
export async function inWindow(action: string, argument = ""): Promise<unknown> {
  const answer = (await callRunner("window", { action, argument })) as { available: boolean; value: unknown };
  return answer.available ? answer.value : undefined;
}

/** Saves a screenshot of the window as `NAME.png` if `EDITOR_PICTURES` is set. */
export async function takePicture(name: string): Promise<void> {
  await inWindow("takePicture", name);
}

/**
 * Shows the hover at the cursor, and waits until it's visible. A hover that is requested while the text is still
 * scrolling disappears again.
 */
export async function showHover(): Promise<void> {
  let requestedAt = 0;
  await until("a hover in the window", async () => {
    if ((await inWindow("countHovers")) !== 0) return true;
    if (Date.now() - requestedAt > 5000) {
      requestedAt = Date.now();
      await vscode.commands.executeCommand("editor.action.showHover");
    }
    return false;
  });
}
