import { setTimeout as sleep } from "node:timers/promises";

/** The maximum time in milliseconds that an action in VS Code's window may take on a busy machine. */
export const patience = { timeout: 120_000 };

/**
 * Polls until a value is found, and returns the value. After a timeout, throws an error with `what` and the last state.
 */
export async function untilTrue<T>(
  what: string,
  find: () => T | Promise<T>,
  { milliseconds = patience.timeout, describe }: { milliseconds?: number; describe?: () => string } = {},
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(50)) {
    let lastError: unknown;
    const found = await Promise.resolve()
      .then(find)
      .catch((error: unknown) => void (lastError = error));
    if (found) return found;
    if (Date.now() > deadline)
      throw new Error(`Timed out waiting for ${what}. ${describe?.() ?? ""}`, { cause: lastError });
  }
}
