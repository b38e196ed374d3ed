/** The environment's timer functions and clock. `globalThis` provides both. */
export interface Timers {
  setTimeout(run: () => void, milliseconds: number): unknown;
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
 * Returns a debouncer that runs the function once there have been no calls for `quiet` milliseconds, but no later than
 * `maxLength` milliseconds after the first call of a burst. If `quiet` isn't less than `maxLength`, further calls don't
 * delay the run.
 */
export function createDebouncer(
  timers: Timers,
  run: () => void,
  quiet: number,
  maxLength = Infinity,
): Debouncer {
  let timer: unknown;
  let startedAt: number | undefined;
  const cancel = (): void => {
    timers.clearTimeout(timer);
    startedAt = undefined;
  };
  const due = (): void => {
    cancel();
    run();
  };
  const trigger = (): void => {
    // The run is already scheduled for the latest possible time.
    if (startedAt !== undefined && quiet >= maxLength) return;
    const now = timers.performance.now();
    startedAt ??= now;
    timers.clearTimeout(timer);
    timer = timers.setTimeout(due, Math.min(quiet, Math.max(0, maxLength - (now - startedAt))));
  };
  return { trigger, cancel };
}
