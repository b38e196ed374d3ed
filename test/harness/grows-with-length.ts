import { ok } from "node:assert/strict";
import { processorTime, slowness } from "./processor-time.ts";

export interface Growth {
  /** Makes ready what is measured; itself it is not. */
  readonly work: (n: number) => () => void;
  /** The smaller length; the larger one is eight times as much. */
  readonly from: number;
  /** How often each is measured at most: the quickest counts. */
  readonly tries: number;
  /** Up to this many times the time of the smaller length is no complaint. Linear is 8, quadratic 64. */
  readonly most: number;
  /** Up to this is no complaint either, on the usual machine. Milliseconds. */
  readonly enough: number;
}

/** Throws when eight times the length takes far more than eight times the time. */
export function assertGrowsWithLength({ work, from, tries, most: max, enough }: Growth): void {
  const time = (n: number) => processorTime(work(n));
  for (let i = 0; i < tries; i++) time(from / 2);
  const small = Math.min(...Array.from({ length: tries }, () => time(from)));
  let large = Infinity;
  // What was quick once needs no second try.
  for (let i = 0; i < tries && large >= Math.max(enough, small * max); i++)
    large = Math.min(large, time(from * 8));
  if (large >= Math.max(enough, small * max) && large < enough * slowness()) return;
  ok(
    large < Math.max(enough, small * max),
    `${small.toFixed(1)} ms → ${large.toFixed(1)} ms for eight times the length`,
  );
}
