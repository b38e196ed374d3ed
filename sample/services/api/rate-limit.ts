const minute = 60_000;
const defaultValue = 600;
/** A key with a low limit, so that users can test the limit. */
const tried = { key: "demo-limited", most: 5 };

/** Counts the requests of each caller in the current minute. */
export class RateLimit {
  readonly #counts = new Map<string, number>();
  #began = 0;

  /**
   * Counts a request. Returns the number of requests that are left after it, or a negative number if the limit is
   * exceeded. `wait` is in seconds.
   */
  take(caller: string, now = Date.now()): { readonly left: number; readonly wait: number } {
    if (now - this.#began >= minute) {
      this.#counts.clear();
      this.#began = now;
    }
    const count = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, count);
    const max = caller === tried.key ? tried.most : defaultValue;
    return { left: max - count, wait: Math.ceil((this.#began + minute - now) / 1000) };
  }
}
