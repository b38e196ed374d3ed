import { setImmediate } from "node:timers/promises";

/** The longest time in which nothing else comes through, unless a single step takes longer. */
export const sliceMilliseconds = 5;

/**
 * Runs the steps of a generator without keeping the event loop longer than a slice, so that keystrokes, requests and
 * cancellations come first; they do so from the beginning. Rejects with the signal's reason when it is aborted between
 * two slices; the generator is then left where it is.
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
 * Lets everything through that has arrived. The connection takes one message a turn of the event loop, and a change
 * and the request behind it are two.
 */
async function whatWaits(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await setImmediate();
}

/** Runs something once a burst of calls pauses, or has gone on long enough. Milliseconds. */
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

  /** What was to be run has been done. */
  end(): void {
    clearTimeout(this.#timer);
    this.#startedAt = undefined;
  }
}

/** Something to wait for that happens once. */
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
