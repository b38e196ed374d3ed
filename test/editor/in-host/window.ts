import { callRunner } from "./runner.ts";

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
