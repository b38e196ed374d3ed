import { ok } from "node:assert/strict";
import { processorTime, slowness } from "./processor-time.ts";

export interface Growth {
  /** Prepares the measured work. The preparation isn't measured. */
  readonly work: (n: number) => () => void;
  /** The smaller length. The larger one is eight times as long. */
  readonly from: number;
  /** The maximum number of measurements of each length. The fastest counts. */
  readonly tries: number;
  /** The maximum ratio of the times. Linear work has a ratio of 8, quadratic work of 64. */
  readonly most: number;
  /** A time that is always acceptable on a machine of normal speed, in milliseconds. */
  readonly enough: number;
}

/** Throws if eight times the length takes far more than eight times as long. */
export function assertGrowsWithLength({ work, from, tries, most: max, enough }: Growth): void {
  const time = (n: number) => processorTime(work(n));
  for (let i = 0; i < tries; i++) time(from / 2);
  const small = Math.min(...Array.from({ length: tries }, () => time(from)));
  let large = Infinity;
  // A fast run isn't repeated.
  for (let i = 0; i < tries && large >= Math.max(enough, small * max); i++)
    large = Math.min(large, time(from * 8));
  if (large >= Math.max(enough, small * max) && large < enough * slowness()) return;
  ok(
    large < Math.max(enough, small * max),
    `${small.toFixed(1)} ms → ${large.toFixed(1)} ms for eight times the length`,
  );
}
