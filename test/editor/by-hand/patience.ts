import { setTimeout as sleep } from "node:timers/promises";

/** The maximum time in milliseconds that an action in VS Code's window may take on a busy machine. */
export const patience = { timeout: 240_000 };

/**
 * Polls until a value is found, and returns the value. After a timeout, throws an error with `what` and the last state.
 */
export async function untilTrue<T>(
  what: string,
  find: () => T | Promise<T>,
  { milliseconds = patience.timeout, describe }: { milliseconds?: number; describe?: () => string } = {},
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  // Most calls look into the window, so the time between two calls increases.
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 250)) {
    let lastError: unknown;
    const found = await Promise.resolve()
      .then(find)
      .catch((error: unknown) => void (lastError = error));
    if (found) return found;
    if (Date.now() > deadline)
      throw new Error(`Timed out waiting for ${what}. ${describe?.() ?? ""}`, { cause: lastError });
    await sleep(pause);
  }
}
