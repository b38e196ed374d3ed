/** The timers and the clock of the environment, which `globalThis` provides. */
export interface Timers {
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly performance: { now(): number };
}

/** A function that runs once a burst of calls is over. */
export interface Debouncer {
  readonly trigger: () => void;
  /** Cancels the pending run, for example, because its work is already done. */
  readonly cancel: () => void;
}

/**
 * Returns a debouncer, which runs the function once a burst of calls has paused for `quiet` milliseconds or has lasted
 * for `maxLength`. If both are equal, the function runs at that time after the first call of a burst.
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
    // The pending run can't move.
    if (startedAt !== undefined && quiet >= maxLength) return;
    const now = timers.performance.now();
    startedAt ??= now;
    timers.clearTimeout(timer);
    timer = timers.setTimeout(due, Math.min(quiet, Math.max(0, maxLength - (now - startedAt))));
  };
  return { trigger, cancel };
}
