import { ok } from "node:assert/strict";
import { processorTime, slowness } from "./processor-time.ts";

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
  for (let tries = 0; tries < 3; tries++) {
    const made = make();
    const time = processorTime(() => run(made));
    // How slow the machine is takes a while to find out, and matters only to what is late.
    if (time < milliseconds || time < milliseconds * slowness()) return;
    times.push(Math.round(time));
  }
  ok(false, `${what} takes ${times.join(", ")} ms where ${milliseconds} are too many`);
}
