import { setImmediate } from "node:timers/promises";

/** The longest time in which nothing else comes through. */
export const sliceMilliseconds = 8;

/**
 * Runs the steps of a generator without keeping the event loop longer than a slice, so that keystrokes and
 * cancellations come through. Rejects with the signal's reason when it is aborted between two slices.
 */
export async function runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const end = performance.now() + sliceMilliseconds;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await setImmediate();
  }
}
