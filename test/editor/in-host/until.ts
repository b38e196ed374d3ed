import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls `find` until it returns something other than undefined or false, and returns that value. After a timeout,
 * throws an error with `what` and, if `describe` is set, with the last state.
 */
export async function until<T>(
  what: string,
  find: () => T | Promise<T>,
  options: { readonly milliseconds?: number; readonly describe?: () => string } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + (options.milliseconds ?? 240_000);
  // Most calls look into the window, so the time between two calls increases.
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 250)) {
    const found = await find();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}. ${options.describe?.() ?? ""}`);
    await sleep(pause);
  }
}
