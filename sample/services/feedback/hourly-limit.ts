const hour = 3_600_000;

/** Counts the requests that an organization has sent in the past hour. */
export class HourlyLimit {
  #times: readonly number[] = [];

  constructor(readonly max: number) {}

  /**
   * Counts a request. Returns `undefined` if the limit allows the request, or the number of seconds until the limit
   * allows it.
   */
  take(now: number): number | undefined {
    this.#times = this.#times.filter((time) => now - time < hour);
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.max)
      return Math.max(1, Math.ceil((oldest + hour - now) / 1000));
    this.#times = [...this.#times, now];
    return undefined;
  }
}
