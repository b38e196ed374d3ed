import { setImmediate } from "node:timers/promises";

/** The longest time in which nothing else comes through, unless a single step takes longer. */
export const sliceMilliseconds = 5;

/**
 * Runs the steps of a generator without keeping the event loop longer than a slice, so that keystrokes, requests and
 * cancellations come first; they do so from the beginning. Rejects with the signal's reason when it is aborted between
 * two slices; the generator is then left where it is.
 */
export async function runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    await whatWaits();
    signal?.throwIfAborted();
    const end = performance.now() + sliceMilliseconds;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
  }
}

/**
 * Lets everything through that has arrived. The connection takes one message a turn of the event loop, and a change
 * and the request behind it are two.
 */
async function whatWaits(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await setImmediate();
}
