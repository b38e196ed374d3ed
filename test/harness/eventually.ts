import { setTimeout as pause } from "node:timers/promises";

/** There for what never comes to be; still below the time that a test has. Milliseconds. */
export const maxWait = 150_000;

/**
 * What `check` gives as soon as it throws nothing, tried again and again: what a page or a process tells comes after the
 * click that leads to it, on a busy machine long after. Throws what `check` threw last when it has not held within the
 * time, which is there for what never comes to be and not to measure anything.
 */
export async function eventually<T>(check: () => T | Promise<T>, milliseconds = maxWait): Promise<T> {
  for (const start = Date.now(); ; await pause(20))
    try {
      return await check();
    } catch (error) {
      if (Date.now() - start > milliseconds) throw error;
    }
}
