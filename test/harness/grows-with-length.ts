import { ok } from "node:assert/strict";
import { processorTime, slowness } from "./processor-time.ts";

export interface Growth {
  /**
   * Prepares the work for an input of length `n`, and returns a function that does the work. Only the returned function
   * is measured.
   */
  readonly work: (n: number) => () => void;
  /** The smaller length. The larger length is eight times as long. */
  readonly from: number;
  /** The maximum number of times that each length is measured. Only the fastest run counts. */
  readonly tries: number;
  /** The maximum ratio of the two times. The ratio is 8 for linear work and 64 for quadratic work. */
  readonly most: number;
  /** A time that is always acceptable on a machine of normal speed, in milliseconds. */
  readonly enough: number;
}

/** Throws an error if work on an input that is eight times as long takes far more than eight times as long. */
export function assertGrowsWithLength({ work, from, tries, most: max, enough }: Growth): void {
  const time = (n: number) => processorTime(work(n));
  for (let i = 0; i < tries; i++) time(from / 2);
  const small = Math.min(...Array.from({ length: tries }, () => time(from)));
  let large = Infinity;
  // A fast run isn't repeated.
  for (let i = 0; i < tries && large >= Math.max(enough, small * max); i++) large = Math.min(large, time(from * 8));
  if (large >= Math.max(enough, small * max) && large < enough * slowness()) return;
  ok(
    large < Math.max(enough, small * max),
    `${small.toFixed(1)} ms → ${large.toFixed(1)} ms for eight times the length`,
  );
}
