import { afterBlanks, afterLineEnd, beforeBlanks, endOfLine, type TextRange } from "../text/text-edit.ts";
import type { OpenContainers } from "./open-containers.ts";

const mostCells = 500;

/** Whether the line whose text begins at `at` heads a table: the next one draws a line for as many cells. */
export function isTableHead(text: string, at: number, lineEnd: number, containers: OpenContainers): boolean {
  const next = afterLineEnd(text, lineEnd);
  if (next >= text.length) return false;
  if (containers.depth === 0 && !"|:-".includes(text[afterBlanks(text, next, text.length)] ?? " "))
    return false;
  const nextEnd = endOfLine(text, next);
  const line = containers.continue(next, nextEnd);
  if (line.depth < containers.depth) return false;
  const first = afterBlanks(text, line.at, nextEnd);
  if (!"|:-".includes(text[first] ?? " ") || !isDelimiter(text, first, nextEnd)) return false;
  return cellsOf(text, at, lineEnd).length === cellsOf(text, first, nextEnd).length;
}

/** `| --- | :-: |`, with at least one `|` or `:`, which a line below a heading has not. */
function isDelimiter(text: string, start: number, lineEnd: number): boolean {
  let isMarked = false;
  for (let i = start; i < lineEnd; i++) {
    const char = text[i] ?? "";
    if (char === "|" || char === ":") isMarked = true;
    else if (char !== "-" && char !== " " && char !== "\t") return false;
  }
  if (!isMarked) return false;
  return cellsOf(text, start, lineEnd).every((cell) => {
    const from = text[cell.start] === ":" ? cell.start + 1 : cell.start;
    const to = text[cell.end - 1] === ":" ? cell.end - 1 : cell.end;
    if (from >= to) return false;
    for (let i = from; i < to; i++) if (text[i] !== "-") return false;
    return true;
  });
}

/** What stands between the `|` of a row, blanks around it left out. A `\|` divides nothing. */
export function cellsOf(text: string, at: number, lineEnd: number): TextRange[] {
  const end = beforeBlanks(text, at, lineEnd);
  const cells: TextRange[] = [];
  let start = text[at] === "|" ? at + 1 : at;
  for (let i = start; i < end && cells.length < mostCells; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "|") {
      cells.push(trimmed(text, start, i));
      start = i + 1;
    }
  }
  if (start < end) cells.push(trimmed(text, start, end));
  return cells;
}

function trimmed(text: string, from: number, to: number): TextRange {
  const start = afterBlanks(text, from, to);
  return { start, end: beforeBlanks(text, start, to) };
}
