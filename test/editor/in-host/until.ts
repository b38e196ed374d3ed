import { setTimeout as sleep } from "node:timers/promises";

/**
 * What `find` answers as soon as it is neither undefined nor false, asked again and again. Throws with `what`, and what
 * was last seen if `describe` tells, when that does not happen in time.
 */
export async function until<T>(
  what: string,
  find: () => T | Promise<T>,
  options: { readonly milliseconds?: number; readonly describe?: () => string } = {},
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + (options.milliseconds ?? 240_000);
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}. ${options.describe?.() ?? ""}`);
    await sleep(50);
  }
}
