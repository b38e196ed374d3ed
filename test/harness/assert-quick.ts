import { AssertionError } from "node:assert/strict";
import { processorTime, processorTimeOf, slowness } from "./processor-time.ts";

const maxTries = 3;

/**
 * Throws an error if `run` takes at least this much CPU time on each attempt, on a machine of normal speed. Slower
 * machines get more time. The CPU time of other processes doesn't count, and a fast run isn't repeated.
 */
export function assertQuick(milliseconds: number, run: () => void, what = "it"): void {
  assertQuickWith(milliseconds, () => undefined, run, what);
}

/**
 * Works like `assertQuick`, for work on a value that is created for each attempt. The time for creating the value
 * doesn't count.
 */
export function assertQuickWith<T>(milliseconds: number, make: () => T, run: (input: T) => void, what = "it"): void {
  const times: number[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    const input = make();
    const time = processorTime(() => run(input));
    if (isQuick(time, milliseconds)) return;
    times.push(time);
  }
  fail(what, times, milliseconds);
}

/** Works like `assertQuick`, for asynchronous work. Nothing else may run in this process at the same time. */
export async function assertSoon(milliseconds: number, run: () => Promise<void>, what = "it"): Promise<void> {
  const times: number[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    const time = await processorTimeOf(run);
    if (isQuick(time, milliseconds)) return;
    times.push(time);
  }
  fail(what, times, milliseconds);
}

/**
 * Whether a time is within the limit on this machine. The machine's speed is measured only if the run was too slow,
 * because the measurement takes a while.
 */
function isQuick(time: number, milliseconds: number): boolean {
  return time < milliseconds || time < milliseconds * slowness();
}

function fail(what: string, times: readonly number[], milliseconds: number): never {
  const each = times.map((time) => Math.round(time)).join(", ");
  throw new AssertionError({ message: `${what} takes ${each} ms where ${milliseconds} are too many` });
}
