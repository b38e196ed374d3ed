import { AssertionError } from "node:assert/strict";
import { processorTime, processorTimeOf, slowness } from "./processor-time.ts";

const maxTries = 3;

/**
 * Throws where `run` takes so many milliseconds of the processor or more each time, on a machine as fast as usual; a slower
 * one has more. Other work on the machine does not count, and what was quick once needs no second try.
 */
export function assertQuick(milliseconds: number, run: () => void, what = "it"): void {
  assertQuickWith(milliseconds, () => undefined, run, what);
}

/** The same for work on a thing that is made anew for each try, in time that does not count. */
export function assertQuickWith<T>(
  milliseconds: number,
  make: () => T,
  run: (made: T) => void,
  what = "it",
): void {
  const times: number[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    const made = make();
    const time = processorTime(() => run(made));
    if (isQuick(time, milliseconds)) return;
    times.push(time);
  }
  fail(what, times, milliseconds);
}

/** The same for work that waits in between, in which nothing else may run in this process. */
export async function assertSoon(milliseconds: number, run: () => Promise<void>, what = "it"): Promise<void> {
  const times: number[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    const time = await processorTimeOf(run);
    if (isQuick(time, milliseconds)) return;
    times.push(time);
  }
  fail(what, times, milliseconds);
}

/** How slow the machine is takes a while to find out, and matters only to what is late. */
function isQuick(time: number, milliseconds: number): boolean {
  return time < milliseconds || time < milliseconds * slowness();
}

function fail(what: string, times: readonly number[], milliseconds: number): never {
  const each = times.map((time) => Math.round(time)).join(", ");
  throw new AssertionError({ message: `${what} takes ${each} ms where ${milliseconds} are too many` });
}
