import { afterBlanks, afterLineEnd, beforeBlanks, endOfLine, type TextRange } from "../text/text-edit.ts";
import { isRule, OpenContainers } from "./open-containers.ts";
import type { PageFindings } from "./page-findings.ts";
import { scanEsm } from "./scan-esm.ts";
import { fenceAt, readFenced } from "./scan-fence.ts";
import { readFlow, scanInline } from "./scan-inline.ts";
import { cellsOf, isTableHead } from "./scan-table.ts";

const headingStart = /(#{1,6})(?:[ \t]+|$)/my;
const closingMarks = /(?:^|[ \t])#+$/;
const underline = /(=+|-+)[ \t]*$/my;
const definition =
  /\[(?!\^)((?:[^[\]\\\r\n]|\\.){1,999})\]:[ \t]*(?:<([^<>\r\n]*)>|([^\s<]\S*))[ \t]*(?:"[^"\r\n]*"|'[^'\r\n]*'|\([^()\r\n]*\))?[ \t]*$/my;

/**
 * Reads the page's own text, from `start` to the end, block by block: fenced code and maths are set aside, headings
 * and reference definitions are taken, and everything else goes to `scanInline` paragraph by paragraph.
 */
export function scanBody(page: PageFindings, start: number): void {
  const body = new Body(page);
  for (let line = start; line < page.text.length;) line = body.read(line);
}

class Body {
  readonly #page: PageFindings;
  readonly #text: string;
  readonly #containers: OpenContainers;

  constructor(page: PageFindings) {
    this.#page = page;
    this.#text = page.text;
    this.#containers = new OpenContainers(page.text);
  }

  /** Reads the block that begins on a line; gives the start of the line behind it. */
  read(line: number): number {
    const text = this.#text;
    const lineEnd = endOfLine(text, line);
    const from = this.#containers.continue(line, lineEnd);
    this.#containers.leave(from.depth);
    const at = this.#containers.enter(from, lineEnd);
    const next = afterLineEnd(text, lineEnd);
    if (at === lineEnd || isRule(text, at)) return next;
    const fenced = readFenced(text, at, lineEnd, this.#containers);
    if (fenced) {
      if (fenced.block) this.#page.addCodeBlock(fenced.block);
      return fenced.next;
    }
    const heading = headingAt(text, at, lineEnd);
    if (heading) {
      this.#page.addHeading(heading.depth, heading.range);
      scanInline(this.#page, heading.range.start, heading.range.end);
      return next;
    }
    const afterEsm = at === line ? scanEsm(this.#page, line) : undefined;
    if (afterEsm !== undefined) return afterEsm;
    if (text[at] === "[" && this.#readDefinition(at)) return next;
    if (isTableHead(text, at, lineEnd, this.#containers)) return this.#readTable(at, lineEnd);
    const rest = readFlow(this.#page, at);
    const restEnd = endOfLine(text, rest);
    return rest === restEnd ? afterLineEnd(text, rest) : this.#readParagraph(at, rest, restEnd);
  }

  #readDefinition(at: number): boolean {
    definition.lastIndex = at;
    const found = definition.exec(this.#text);
    if (!found) return false;
    const target = found[2] ?? found[3] ?? "";
    const mark = found[0].indexOf("]:", (found[1] ?? "").length) + 2;
    const start = at + found[0].indexOf(target, mark);
    this.#page.addLink("definition", { start, end: start + target.length });
    return true;
  }

  /** Lines of one paragraph that began at `start`, read from `from` on: up to a blank line or another block. */
  #readParagraph(start: number, from: number, firstEnd: number): number {
    const page = this.#page;
    const text = this.#text;
    let end = firstEnd;
    let behind = 0;
    for (;;) {
      const next = afterLineEnd(text, end);
      behind = next;
      if (next >= text.length) break;
      const nextEnd = endOfLine(text, next);
      const line = this.#containers.continue(next, nextEnd);
      const first = afterBlanks(text, line.at, nextEnd);
      if (first === nextEnd) break;
      const isLazy = line.depth < this.#containers.depth;
      const depth = isLazy ? undefined : underlineDepth(text, first);
      if (depth !== undefined) {
        page.addHeading(depth, { start, end: beforeBlanks(text, start, end) });
        behind = afterLineEnd(text, nextEnd);
        break;
      }
      if (this.#beginsBlock(first, nextEnd, isLazy)) break;
      end = nextEnd;
    }
    const stopped = scanInline(page, from, end);
    if (stopped <= end) return behind;
    // A comment ended on a later line; the rest of that line is text like any other.
    const stoppedEnd = endOfLine(text, stopped);
    if (stopped >= text.length || startsLine(text, stopped)) return stopped;
    return stopped === stoppedEnd
      ? afterLineEnd(text, stopped)
      : this.#readParagraph(stopped, stopped, stoppedEnd);
  }

  /** Whether a line ends the paragraph before it because another block begins there. */
  #beginsBlock(at: number, lineEnd: number, isLazy: boolean): boolean {
    const text = this.#text;
    switch (text[at]) {
      case "#":
        return headingAt(text, at, lineEnd) !== undefined;
      case "`":
      case "~":
      case "$":
        return fenceAt(text, at) !== undefined;
      case "<":
      case "{": {
        if (isLazy) return false;
        const rest = readFlow(this.#page.probe, at);
        return rest === endOfLine(text, rest);
      }
      default:
        if (isRule(text, at)) return true;
        if (this.#containers.afterMark(at, lineEnd) !== undefined)
          return isLazy || this.#containers.mayInterrupt(at, lineEnd);
        return isTableHead(text, at, lineEnd, this.#containers);
    }
  }

  /** A table's rows: up to a blank line or another block. */
  #readTable(at: number, headEnd: number): number {
    const text = this.#text;
    this.#readRow(at, headEnd);
    for (let line = afterLineEnd(text, endOfLine(text, afterLineEnd(text, headEnd))); ;) {
      const lineEnd = endOfLine(text, line);
      const from = this.#containers.continue(line, lineEnd);
      const first = afterBlanks(text, from.at, lineEnd);
      const isOver = line >= text.length || first === lineEnd || from.depth < this.#containers.depth;
      if (isOver || this.#endsTable(first, lineEnd)) return line;
      this.#readRow(first, lineEnd);
      line = afterLineEnd(text, lineEnd);
    }
  }

  #endsTable(at: number, lineEnd: number): boolean {
    const char = this.#text[at] ?? "";
    if (!"#`~$<{>-*+_0123456789".includes(char)) return false;
    return this.#beginsBlock(at, lineEnd, false);
  }

  /** No link or code goes from one cell into the next. */
  #readRow(at: number, lineEnd: number): void {
    for (const cell of cellsOf(this.#text, at, lineEnd)) scanInline(this.#page, cell.start, cell.end);
  }
}

function headingAt(
  text: string,
  at: number,
  lineEnd: number,
): { readonly depth: number; readonly range: TextRange } | undefined {
  if (text[at] !== "#") return undefined;
  headingStart.lastIndex = at;
  const marks = headingStart.exec(text);
  if (!marks) return undefined;
  const start = Math.min(at + marks[0].length, lineEnd);
  return { depth: marks[1]?.length ?? 1, range: headingRange(text, start, lineEnd) };
}

/** A heading's text, without the marks that may close it. */
function headingRange(text: string, start: number, lineEnd: number): TextRange {
  const end = beforeBlanks(text, start, lineEnd);
  const marks = closingMarks.exec(text.slice(Math.max(start, end - 200), end));
  return { start, end: marks ? beforeBlanks(text, start, end - marks[0].length) : end };
}

function underlineDepth(text: string, at: number): 1 | 2 | undefined {
  if (text[at] !== "=" && text[at] !== "-") return undefined;
  underline.lastIndex = at;
  const found = underline.exec(text);
  if (!found) return undefined;
  return found[1]?.startsWith("=") ? 1 : 2;
}

function startsLine(text: string, offset: number): boolean {
  const before = text[offset - 1];
  return before === "\n" || before === "\r";
}
