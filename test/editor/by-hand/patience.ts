import { setTimeout as sleep } from "node:timers/promises";

/** How long something in the editor's window may take on a machine that has other things to do, in milliseconds. */
export const patience = { timeout: 120_000 };

/** What is found, as soon as it is something; looked for again and again. Throws with `what` when it is not found in time. */
export async function untilTrue<T>(
  what: string,
  find: () => T | Promise<T>,
  milliseconds = patience.timeout,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(50)) {
    let lastError: unknown;
    const found = await Promise.resolve()
      .then(find)
      .catch((error: unknown) => void (lastError = error));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`, { cause: lastError });
  }
}
