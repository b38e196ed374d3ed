import type { TextRange } from "./text-edit.ts";

/** Whether one of many ranges contains this one. */
export type IsInRange = (inner: TextRange) => boolean;

/** Returns a function that finds the containing range in logarithmic time. The ranges can overlap. */
export function indexRanges(ranges: readonly TextRange[]): IsInRange {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  // The furthest end of each range and those before it.
  const ends: number[] = [];
  for (const { end } of sorted) ends.push(Math.max(end, ends.at(-1) ?? 0));
  return ({ start, end }) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle]?.start ?? 0) <= start) from = middle + 1;
      else to = middle;
    }
    return from > 0 && (ends[from - 1] ?? 0) >= end;
  };
}
