import type { TrendBucket } from "../../../server/src/feedback/view/panel-model.ts";
import { niceScale } from "./nice-scale.ts";

/** Where the parts of a plot stand, in pixels. */
export interface TrendShape {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly marks: readonly { readonly value: number; readonly y: number }[];
  readonly bars: readonly TrendBar[];
  /** Runs of buckets with ratings: where a bucket has none the line has a gap. */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[];
  /** Places of buckets whose names there is room for. */
  readonly named: readonly number[];
}

export interface TrendBar {
  readonly x: number;
  readonly width: number;
  readonly people: { readonly y: number; readonly height: number };
  readonly agents: { readonly y: number; readonly height: number };
}

const margins = { left: 44, right: 44, top: 24, bottom: 22 } as const;
/** Room that the name of a bucket takes. */
const nameWidth = 64;

/** Bars of volume from zero up, and the share of helpful ratings from 0 to 1 over the same height. */
export function trendShape(buckets: readonly TrendBucket[], width: number, height: number): TrendShape {
  const [left, right] = [margins.left, Math.max(margins.left + 40, width - margins.right)];
  const [top, bottom] = [margins.top, height - margins.bottom];
  const scale = niceScale(Math.max(0, ...buckets.map(volumeOf)));
  const highest = scale.at(-1) ?? 1;
  const heightOf = (value: number) => (value / highest) * (bottom - top);
  const step = (right - left) / Math.max(1, buckets.length);
  const barWidth = Math.max(1, Math.min(28, step * 0.72));
  const bars = buckets.map((bucket, at) => {
    const all = heightOf(volumeOf(bucket));
    const agents = heightOf(bucket.agents);
    return {
      x: left + step * (at + 0.5) - barWidth / 2,
      width: barWidth,
      people: { y: bottom - all + agents, height: all - agents },
      agents: { y: bottom - all, height: agents },
    };
  });
  const lines: { x: number; y: number }[][] = [[]];
  for (const [at, { up, down }] of buckets.entries())
    if (up + down === 0) lines.push([]);
    else lines.at(-1)?.push({ x: left + step * (at + 0.5), y: bottom - (up / (up + down)) * (bottom - top) });
  const every = Math.max(1, Math.ceil(nameWidth / step));
  return {
    left,
    right,
    top,
    bottom,
    bars,
    marks: scale.map((value) => ({ value, y: bottom - heightOf(value) })),
    lines: lines.filter(({ length }) => length > 0),
    named: [...buckets.keys()].filter((at) => at % every === 0),
  };
}

/** All entries of a bucket. */
export function volumeOf({ up, down, unrated }: Pick<TrendBucket, "up" | "down" | "unrated">): number {
  return up + down + unrated;
}
