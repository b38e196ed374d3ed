const hour = 3_600_000;

/** Counts the requests of an organization in the past hour. */
export class HourlyLimit {
  #times: readonly number[] = [];

  constructor(readonly max: number) {}

  /** Counts a request and returns `undefined` if the limit allows it. Otherwise returns the seconds until it does. */
  take(now: number): number | undefined {
    this.#times = this.#times.filter((time) => now - time < hour);
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.max)
      return Math.max(1, Math.ceil((oldest + hour - now) / 1000));
    this.#times = [...this.#times, now];
    return undefined;
  }
}
