import type { TextRange } from "./text-range.ts";

/** Where a range of an older text stands in a newer one; undefined when it lies in what has changed. */
export type MoveRange = (range: TextRange) => TextRange | undefined;

/** Takes all that differs as one edit, which is what a burst of typing is. */
export function moveRange(before: string, after: string): MoveRange {
  if (before === after) return (range) => range;
  const shorter = Math.min(before.length, after.length);
  const start = countAlike(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const fromEnd = countAlike(shorter - start, (from, to) => tail(before, from, to) === tail(after, from, to));
  const changedEnd = before.length - fromEnd;
  const shift = after.length - before.length;
  return (range) => {
    if (range.end <= start) return range;
    return range.start >= changedEnd ? { start: range.start + shift, end: range.end + shift } : undefined;
  };
}

function tail(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

/** The greatest count up to `most` for which all before it is alike, found by halves. */
function countAlike(most: number, isAlike: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isAlike(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
