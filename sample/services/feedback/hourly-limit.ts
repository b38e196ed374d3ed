const hour = 3_600_000;

/** Counts requests of an organisation over the hour that ends now. */
export class HourlyLimit {
  #times: readonly number[] = [];

  constructor(readonly max: number) {}

  /** Undefined where there is room for one more, which is then counted; else the seconds until there is. */
  take(now: number): number | undefined {
    this.#times = this.#times.filter((time) => now - time < hour);
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.max)
      return Math.max(1, Math.ceil((oldest + hour - now) / 1000));
    this.#times = [...this.#times, now];
    return undefined;
  }
}
