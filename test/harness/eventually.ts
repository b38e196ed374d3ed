import { setTimeout as pause } from "node:timers/promises";

/**
 * The maximum time in milliseconds to wait for a condition. It's shorter than a test's timeout, and it's reached only
 * by conditions that are never met.
 */
export const maxWait = 150_000;

/**
 * Retries `check` until it doesn't throw, and returns its result. The output of a page or process arrives after the
 * click that causes it, and much later on a busy machine. After the timeout, throws the last error. The timeout is
 * reached only by conditions that are never met. Don't use this function to measure time.
 */
export async function eventually<T>(check: () => T | Promise<T>, milliseconds = maxWait): Promise<T> {
  for (const start = Date.now(); ; await pause(20))
    try {
      return await check();
    } catch (error) {
      if (Date.now() - start > milliseconds) throw error;
    }
}
