/** After a page has cost the thread, the next text waits: at first a second, then twice as long each time. */
const waits = { first: 1000, longest: 30_000 };

/** A text that has cost the thread so often isn't tried again until it changes or the author asks for it. */
const maxTries = 4;

/** Keeps a page that costs the thread again and again from being rendered at each keystroke. */
export class LongerWaits {
  #losses = 0;
  #timer: NodeJS.Timeout | undefined;

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Whether the same text is to be tried again after the next wait. */
  get mayTryAgain(): boolean {
    return this.#losses < maxTries;
  }

  /** Runs it when the wait is over. */
  begin(run: () => void): void {
    clearTimeout(this.#timer);
    const milliseconds = Math.min(waits.longest, waits.first * 2 ** this.#losses++);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      run();
    }, milliseconds);
  }

  /** It went well. */
  forget(): void {
    this.#losses = 0;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
