import type { PanelOverview } from "./view/panel-overview.ts";
import { dayLength } from "./iso-time.ts";

type Unit = PanelOverview["unit"];

/** Of time, in UTC. `starts` has one more than there are buckets: the end of the last. */
export interface TrendSpan {
  readonly unit: Unit;
  readonly starts: readonly number[];
}

/** No service of documentation is older, so an earlier time is a mistake. */
export const earliestTrend = Date.UTC(2000, 0);
/** Up to so many days a bucket is a day, a week, a month; beyond that it is a year. */
const longest = { day: 45, week: 270, month: 3650 } as const;

/**
 * Days, weeks from Monday, months or years that hold a time span without a gap, the fewer the longer it is. What lies
 * before 2000 or more than two days after `now` is cut off, so that there are at most 130.
 */
export function trendSpan(from: number, through: number, now: number): TrendSpan {
  const last = Math.max(earliestTrend, Math.min(through, now + 2 * dayLength));
  const first = Math.min(last, Math.max(earliestTrend, from));
  const unit = unitOf((last - first) / dayLength);
  const starts = [startOf(unit, first)];
  for (let at = starts[0] ?? first; at <= last;) {
    at = nextOf(unit, at);
    starts.push(at);
  }
  return { unit, starts };
}

/** The bucket that a time is in; -1 when it is in none. */
export function bucketOf({ starts }: TrendSpan, time: number): number {
  const [first = Infinity] = starts;
  if (!(time >= first && time < (starts.at(-1) ?? -Infinity))) return -1;
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function unitOf(days: number): Unit {
  if (days <= longest.day) return "day";
  if (days <= longest.week) return "week";
  return days <= longest.month ? "month" : "year";
}

function startOf(unit: Unit, time: number): number {
  const date = new Date(time);
  const day = Math.floor(time / dayLength);
  // The first of January 1970 was a Thursday.
  if (unit === "week") return (Math.floor((day + 3) / 7) * 7 - 3) * dayLength;
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return unit === "year" ? Date.UTC(date.getUTCFullYear(), 0) : day * dayLength;
}

function nextOf(unit: Unit, start: number): number {
  const date = new Date(start);
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  if (unit === "year") return Date.UTC(date.getUTCFullYear() + 1, 0);
  return start + (unit === "week" ? 7 : 1) * dayLength;
}
