/** The timers and the clock of the environment, which `globalThis` provides. */
export interface Timers {
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly performance: { now(): number };
}

/** Runs a function once a burst of calls has paused or has lasted long enough. Times are in milliseconds. */
export class Debouncer {
  readonly #timers: Timers;
  readonly #run: () => void;
  readonly #quiet: number;
  readonly #maxLength: number;
  #timer: unknown;
  #startedAt: number | undefined;

  /** If `maxLength` equals `quiet`, the function runs at that time after the first call of a burst. */
  constructor(timers: Timers, run: () => void, quiet: number, maxLength = Number.POSITIVE_INFINITY) {
    this.#timers = timers;
    this.#run = run;
    this.#quiet = quiet;
    this.#maxLength = maxLength;
  }

  trigger(): void {
    const now = this.#timers.performance.now();
    const isFirst = this.#startedAt === undefined;
    this.#startedAt ??= now;
    // The pending run can't move.
    if (!isFirst && this.#quiet >= this.#maxLength) return;
    const left = this.#maxLength - (now - this.#startedAt);
    this.#timers.clearTimeout(this.#timer);
    this.#timer = this.#timers.setTimeout(
      () => {
        this.cancel();
        this.#run();
      },
      Math.min(this.#quiet, Math.max(0, left)),
    );
  }

  /** Cancels the pending run, for example, because its work is already done. */
  cancel(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#startedAt = undefined;
  }
}
