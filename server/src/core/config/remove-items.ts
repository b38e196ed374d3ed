import type { TextEdit } from "../text/text-edit.ts";
import type { TextRange } from "../text/text-range.ts";
import type { JsonArray } from "./json-tree.ts";

/** Takes items out of an array, each run of neighbours with its commas and lines; `gone` says by its range whether one goes. */
export function removeItems(array: JsonArray, gone: (range: TextRange) => boolean): TextEdit[] {
  const edits: TextEdit[] = [];
  const { items } = array;
  for (let i = 0; i < items.length; i++) {
    const first = items[i];
    if (!first || !gone(first.range)) continue;
    let last = first;
    for (let next = items[i + 1]; next && gone(next.range); next = items[i + 1]) {
      last = next;
      i++;
    }
    edits.push({ range: runRange(array, first.range, last.range, items[i + 1]?.range), newText: "" });
  }
  return edits;
}

function runRange(
  array: JsonArray,
  first: TextRange,
  last: TextRange,
  next: TextRange | undefined,
): TextRange {
  if (next) return { start: first.start, end: next.start };
  const before = array.items.findLast(({ range }) => range.end <= first.start);
  if (before) return { start: before.range.end, end: last.end };
  return { start: array.range.start + 1, end: array.range.end - 1 };
}
