import { setImmediate } from "node:timers/promises";

/** The maximum time in milliseconds for which the event loop is blocked, unless a single step takes longer. */
export const sliceMilliseconds = 5;

/**
 * Runs a generator's steps without blocking the event loop longer than a slice, so that keystrokes, requests, and
 * cancellations have priority, even before the first step. If the signal is aborted between two slices, rejects with
 * its reason. In that case, the generator isn't resumed.
 */
export async function runTimeSliced<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
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
 * Waits until pending messages have been handled. The connection handles one message per turn of the event loop, and a
 * change and the request after it are two messages.
 */
async function whatWaits(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await setImmediate();
}

/** Runs a function once a burst of calls has paused or has lasted long enough. Times are in milliseconds. */
export class Debouncer {
  readonly #run: () => void;
  readonly #quiet: number;
  readonly #maxLength: number;
  #timer: NodeJS.Timeout | undefined;
  #startedAt: number | undefined;

  constructor(run: () => void, quiet: number, maxLength: number) {
    this.#run = run;
    this.#quiet = quiet;
    this.#maxLength = maxLength;
  }

  begin(): void {
    this.#startedAt ??= performance.now();
    const left = this.#maxLength - (performance.now() - this.#startedAt);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.min(this.#quiet, Math.max(0, left)));
  }

  /** Cancels the pending run, because its work is already done. */
  end(): void {
    clearTimeout(this.#timer);
    this.#startedAt = undefined;
  }
}

/** An event that happens once and can be awaited. */
export class Deferred {
  readonly opened: Promise<void>;
  #open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }
}
