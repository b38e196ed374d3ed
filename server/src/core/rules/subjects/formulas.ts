import type { PageReferences } from "../../page/page.ts";
import { lineMapOf, positionAt, type TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** Whether the range is in `$x_{i}$` on one line, or between two `$$` lines. */
export function isInFormula(page: PageReferences, { start, end }: TextRange): boolean {
  const { lines, marks, fences } = dollarsOf(page);
  if (marks.length === 0) return false;
  const lineOf = (offset: number) => positionAt(lines, offset).line;
  const [next, behind] = [countBefore(marks, start), countBefore(marks, end)];
  const isMarked = (mark: number | undefined, line: number) => mark !== undefined && lineOf(mark) === line;
  if (isMarked(marks[next - 1], lineOf(start)) && isMarked(marks[behind], lineOf(end))) return true;
  return countBefore(fences, lines.lineStarts[lineOf(start)] ?? 0) % 2 === 1;
}

/** The positions of dollar signs and of lines that start with two of them. Computed once for all names on a page. */
const dollarsOf = derive(({ text }: PageReferences) => {
  const offsets = (pattern: RegExp) => Array.from(text.matchAll(pattern), ({ index }) => index);
  return { lines: lineMapOf(text), marks: offsets(/\$/g), fences: offsets(/^[ \t]*\$\$/gm) };
});

/** Counts the sorted offsets before `end`. */
function countBefore(offsets: readonly number[], end: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return low;
}
