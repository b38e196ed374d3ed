/** The environment's timer functions and clock. `globalThis` provides both. */
export interface Timers {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly performance: { now(): number };
}

/** Delays a function until a burst of calls is over. */
export interface Debouncer {
  readonly trigger: () => void;
  /** Cancels the pending run, for example, because the work has already been done. */
  readonly cancel: () => void;
}

/**
 * Returns a debouncer that runs the function once there have been no calls for `delay` milliseconds, but no later than
 * `maxDelay` milliseconds after the first call of a burst. If `delay` isn't less than `maxDelay`, further calls don't
 * delay the run.
 */
export function createDebouncer(timers: Timers, callback: () => void, delay: number, maxDelay = Infinity): Debouncer {
  let timer: unknown;
  let startedAt: number | undefined;
  const cancel = (): void => {
    timers.clearTimeout(timer);
    startedAt = undefined;
  };
  const runNow = (): void => {
    cancel();
    callback();
  };
  const trigger = (): void => {
    // The run is already scheduled for the latest possible time.
    if (startedAt !== undefined && delay >= maxDelay) return;
    const now = timers.performance.now();
    startedAt ??= now;
    timers.clearTimeout(timer);
    timer = timers.setTimeout(runNow, Math.min(delay, Math.max(0, maxDelay - (now - startedAt))));
  };
  return { trigger, cancel };
}
