import * as vscode from "vscode";
import { callRunner } from "./runner.ts";
import { until } from "./until.ts";

/**
 * Does something in the editor's window by a real click or key, where the runner holds the window (see
 * `runner/window-actions.ts`). Undefined where VS Code has its own window, which nobody drives.
 */
export async function inWindow(action: string, argument = ""): Promise<unknown> {
  const answer = (await callRunner("window", { action, argument })) as { available: boolean; value: unknown };
  return answer.available ? answer.value : undefined;
}

/** Keeps a picture of the window under `out/editor/<name>.png`. */
export async function takePicture(name: string): Promise<void> {
  await inWindow("takePicture", name);
}

/**
 * Has the editor tell about the place of its cursor, until the window shows it: what is asked while the text is still being
 * scrolled there is taken away again.
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
