/** Runs something once a burst of calls pauses, or has gone on long enough. Milliseconds. */
export class Pause {
  readonly #run: () => void;
  readonly #quiet: number;
  readonly #longest: number;
  #timer: NodeJS.Timeout | undefined;
  #startedAt: number | undefined;

  constructor(run: () => void, quiet: number, longest: number) {
    this.#run = run;
    this.#quiet = quiet;
    this.#longest = longest;
  }

  begin(): void {
    this.#startedAt ??= performance.now();
    const left = this.#longest - (performance.now() - this.#startedAt);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.min(this.#quiet, Math.max(0, left)));
  }

  /** What was to be run has been done. */
  end(): void {
    clearTimeout(this.#timer);
    this.#startedAt = undefined;
  }
}
