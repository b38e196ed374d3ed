import { alikeFromEnd, alikeFromStart } from "./alike.ts";
import type { LineMap } from "./line-map.ts";
import type { TextRange } from "./text-range.ts";

/** Where a range of an older text stands in a newer one; undefined when it lies in what has changed. */
export type MoveRange = (range: TextRange) => TextRange | undefined;

/** Takes all that differs as one edit, which is what a burst of typing is. */
export function moveRange(before: string, after: string): MoveRange {
  if (before === after) return (range) => range;
  const start = alikeFromStart(before, after);
  const fromEnd = alikeFromEnd(before, after, Math.min(before.length, after.length) - start);
  const changedEnd = before.length - fromEnd;
  const shift = after.length - before.length;
  return (range) => {
    if (range.end <= start) return range;
    return range.start >= changedEnd ? { start: range.start + shift, end: range.end + shift } : undefined;
  };
}

/** As `moveRange` where only the lines of both texts are known: what stands on a line that has changed is left out. */
export function moveByLines(before: LineMap, after: LineMap): MoveRange {
  const [old, now] = [before.lineStarts, after.lineStarts];
  const most = Math.min(old.length, now.length);
  let alike = 0;
  while (alike < most && old[alike] === now[alike]) alike++;
  const shift = after.length - before.length;
  if (alike === most && old.length === now.length && shift === 0) return (range) => range;
  let fromEnd = 0;
  while (
    fromEnd <= most - alike &&
    (now[now.length - 1 - fromEnd] ?? 0) - (old[old.length - 1 - fromEnd] ?? 0) === shift
  )
    fromEnd++;
  // The change may begin anywhere in the last line that begins where it did.
  const start = old[alike - 1] ?? 0;
  const changedEnd = fromEnd === 0 ? before.length + 1 : (old[old.length - fromEnd] ?? 0);
  return (range) => {
    if (range.end <= start) return range;
    return range.start >= changedEnd ? { start: range.start + shift, end: range.end + shift } : undefined;
  };
}
