import type { Position } from "../core/text/text-edit.ts";
import { cellsOf, type Cell } from "./text-cells.ts";

/** The line a problem stands in, and a line of carets that fits below it. */
export interface SourceExcerpt {
  readonly line: string;
  readonly carets: string;
}

/**
 * The first line of the span, without its indentation, with carets under exactly the span. A line longer than
 * `columns` is cut around the span, with `…` where text is left out. Undefined when the line is blank.
 */
export function excerptOf(
  lineText: string,
  span: { readonly start: Position; readonly end: Position },
  columns: number,
): SourceExcerpt | undefined {
  if (lineText.trim() === "") return undefined;
  const start = Math.min(span.start.character, lineText.length);
  const end = span.end.line > span.start.line ? lineText.trimEnd().length : span.end.character;
  const indentation = lineText.length - lineText.trimStart().length;
  // Characters without width are few; a line of which more could be shown is cut a little early.
  const reach = columns + 20;
  const from = Math.max(Math.min(indentation, start), start - reach);
  const cut = lineText.slice(from, Math.min(start + reach, Math.max(end, lineText.trimEnd().length)));
  const cells = cellsOf(cut);
  const marked = markedCells(cells, start - from, Math.max(end, start + 1) - from);
  const [first, last] = windowAround(cells, marked, columns, from > indentation);
  const hiddenBefore = first > 0 || from > indentation;
  const hiddenAfter = last < cells.length || from + cut.length < lineText.trimEnd().length;
  const shown = cells.slice(first, last);
  const before = widthOf(cells.slice(first, Math.max(first, marked.from))) + (hiddenBefore ? 1 : 0);
  const under = widthOf(cells.slice(Math.max(first, marked.from), Math.min(last, marked.to)));
  return {
    line: `${hiddenBefore ? "…" : ""}${shown.map(({ text }) => text).join("")}${hiddenAfter ? "…" : ""}`,
    carets: " ".repeat(before) + "^".repeat(Math.max(1, under)),
  };
}

interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/** The cells that the span touches; at the end of a line, where there is none, an empty span behind the last. */
function markedCells(cells: readonly Cell[], start: number, end: number): CellSpan {
  const from = cells.findIndex((cell) => cell.end > start);
  if (from < 0) return { from: cells.length, to: cells.length };
  const to = cells.findIndex((cell) => cell.start >= end);
  return { from, to: Math.max(from + 1, to < 0 ? cells.length : to) };
}

/** Which cells fit: all, or the span with a third of the spare room before it and the rest behind it. */
function windowAround(
  cells: readonly Cell[],
  marked: CellSpan,
  columns: number,
  cutBefore: boolean,
): [number, number] {
  const all = widthOf(cells) + (cutBefore ? 1 : 0);
  if (all <= columns) return [0, cells.length];
  const room = Math.max(8, columns - 2);
  const span = Math.min(room, widthOf(cells.slice(marked.from, marked.to)));
  let first = marked.from;
  let before = Math.floor((room - span) / 3);
  const behind = widthOf(cells.slice(marked.to));
  before = Math.max(before, room - span - behind);
  while (first > 0 && before >= (cells[first - 1]?.columns ?? 0)) before -= cells[--first]?.columns ?? 0;
  let last = first;
  let spare = room;
  while (last < cells.length && spare >= (cells[last]?.columns ?? 0)) spare -= cells[last++]?.columns ?? 0;
  return [first, last];
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.columns, 0);
}
