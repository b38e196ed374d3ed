import { afterBlanks, afterLineEnd, beforeBlanks, endOfLine, isBlank } from "../text/line-ends.ts";
import type { PageFindings } from "./page-findings.ts";
import { scanEsm } from "./scan-esm.ts";
import { scanInline } from "./scan-inline.ts";

const fenceStart = /(`{3,})[^`\r\n]*$|(~{3,})/my;
const headingStart = /(#{1,6})(?:[ \t]+|$)/my;
const closingMarks = /(?:^|[ \t])#+$/;
const underline = /[ \t]*(=+|-+)[ \t]*$/my;
const listMark = /(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/my;
const definition = /\[(?!\^)((?:[^[\]\\\r\n]|\\.){1,999})\]:[ \t]*(?:<([^<>\r\n]*)>|([^\s<]\S*))/y;

/**
 * Reads the page's own text, from `start` to the end, line by line: fenced code is skipped, headings and reference
 * definitions are taken, and everything else goes to `scanInline` in stretches that no code span can cross.
 */
export function scanBody(page: PageFindings, start: number): void {
  const { text } = page;
  let line = start;
  let afterText = false;
  while (line < text.length) {
    const lineEnd = endOfLine(text, line);
    const content = afterContainers(text, line, lineEnd);
    if (content === lineEnd || isRule(text, line, lineEnd)) {
      afterText = false;
      line = afterLineEnd(text, lineEnd);
      continue;
    }
    const afterCode = afterFencedCode(text, content, lineEnd);
    const afterEsm =
      afterCode === undefined && content === line && !afterText ? scanEsm(page, line) : undefined;
    const next = afterCode ?? afterEsm;
    if (next !== undefined) {
      line = next;
      continue;
    }
    const stretch = readStretch(page, line, content, lineEnd);
    let stopped = scanInline(page, stretch.start, stretch.end);
    // Behind a tag or comment that ended on a later line, the rest of that line is text like any other.
    while (stopped > stretch.end && !startsLine(text, stopped)) stopped = scanRest(page, stopped);
    line = stopped > stretch.end ? stopped : afterLineEnd(text, stretch.next);
    afterText = stretch.isParagraph;
  }
}

interface Stretch {
  /** What `scanInline` reads. */
  readonly start: number;
  readonly end: number;
  /** The end of its last line: behind `end` where a closing mark or an underline follows. */
  readonly next: number;
  readonly isParagraph: boolean;
}

/** A heading, a definition, or a paragraph as far as a code span may reach. */
function readStretch(page: PageFindings, line: number, content: number, lineEnd: number): Stretch {
  const { text } = page;
  headingStart.lastIndex = content;
  const marks = headingStart.exec(text);
  if (marks) {
    const range = headingRange(text, Math.min(content + marks[0].length, lineEnd), lineEnd);
    page.addHeading(marks[1]?.length ?? 1, range);
    return { ...range, next: lineEnd, isParagraph: false };
  }
  definition.lastIndex = content;
  const found = definition.exec(text);
  if (found) {
    const target = found[2] ?? found[3] ?? "";
    const end = definition.lastIndex - (found[2] === undefined ? 0 : 1);
    page.addLink("definition", { start: end - target.length, end });
    return { start: lineEnd, end: lineEnd, next: lineEnd, isParagraph: false };
  }
  const { end, next, depth } = paragraphEnd(text, line, lineEnd);
  if (depth !== undefined) page.addHeading(depth, { start: content, end: beforeBlanks(text, content, end) });
  return { start: content, end, next, isParagraph: depth === undefined };
}

/** The rest of a line, behind something that ended on it. Gives the next line's start or a place further on. */
function scanRest(page: PageFindings, start: number): number {
  const lineEnd = endOfLine(page.text, start);
  const stopped = scanInline(page, start, lineEnd);
  return stopped > lineEnd ? stopped : afterLineEnd(page.text, lineEnd);
}

function startsLine(text: string, offset: number): boolean {
  const before = text[offset - 1];
  return offset >= text.length || before === "\n" || before === "\r";
}

interface ParagraphEnd {
  readonly end: number;
  readonly next: number;
  /** Of a heading written with a line of `=` or `-` below. */
  readonly depth?: number;
}

/** Lines of one paragraph: up to a blank line, fenced code, heading, list item, quote or table row. */
function paragraphEnd(text: string, line: number, firstEnd: number): ParagraphEnd {
  let end = firstEnd;
  for (;;) {
    const next = afterLineEnd(text, end);
    if (next >= text.length) return { end, next: end };
    const nextEnd = endOfLine(text, next);
    const first = afterBlanks(text, next, nextEnd);
    const depth = first === nextEnd ? undefined : underlineDepth(text, next, nextEnd);
    if (depth !== undefined && maybeHeading(text, line)) return { end, next: nextEnd, depth };
    if (first === nextEnd || beginsStretch(text, first, nextEnd)) return { end, next: end };
    end = nextEnd;
  }
}

/** `---`, `***` and the like, where they draw a line. */
function isRule(text: string, line: number, lineEnd: number): boolean {
  const first = afterBlanks(text, line, lineEnd);
  const mark = text[first] ?? "";
  if (!"-*_".includes(mark)) return false;
  let count = 0;
  for (let i = first; i < lineEnd; i++) {
    if (text[i] === mark) count++;
    else if (!isBlank(text.charCodeAt(i))) return false;
  }
  return count >= 3;
}

function beginsStretch(text: string, first: number, lineEnd: number): boolean {
  const char = text[first] ?? "";
  if (char === ">" || char === "|") return true;
  if (char === "`" || char === "~") return fenceAt(text, first) !== undefined;
  if (char === "#") {
    headingStart.lastIndex = first;
    return headingStart.test(text);
  }
  return afterListMark(text, first, lineEnd) !== first;
}

function underlineDepth(text: string, line: number, lineEnd: number): 1 | 2 | undefined {
  underline.lastIndex = line;
  const found = underline.exec(text);
  if (!found || underline.lastIndex !== lineEnd) return undefined;
  return found[1]?.startsWith("=") ? 1 : 2;
}

/** Tags, quotes, tables and lists are no headings, whatever is drawn below them. */
function maybeHeading(text: string, line: number): boolean {
  const first = afterBlanks(text, line, text.length);
  return !"<>|{".includes(text[first] ?? "") && afterListMark(text, first, text.length) === first;
}

/** Behind quote and list marks: `> - ` and the like. */
function afterContainers(text: string, line: number, lineEnd: number): number {
  let i = afterBlanks(text, line, lineEnd);
  for (;;) {
    const before = i;
    if (text[i] === ">") i = afterBlanks(text, i + 1, lineEnd);
    else i = Math.min(lineEnd, afterListMark(text, i, lineEnd));
    if (i === before) return i;
  }
}

function afterListMark(text: string, at: number, lineEnd: number): number {
  listMark.lastIndex = at;
  const found = listMark.exec(text);
  return found && at < lineEnd ? at + found[0].length : at;
}

/** The line behind fenced code that opens at `content`, or undefined if none does. Without a closing fence, the end. */
function afterFencedCode(text: string, content: number, lineEnd: number): number | undefined {
  const fence = fenceAt(text, content);
  if (fence === undefined) return undefined;
  for (let line = afterLineEnd(text, lineEnd); line < text.length;) {
    const end = endOfLine(text, line);
    let i = afterBlanks(text, line, end);
    while (text[i] === ">" && i < end) i = afterBlanks(text, i + 1, end);
    if (text.startsWith(fence, i) && isAll(text, i, beforeBlanks(text, i, end), fence[0] ?? ""))
      return afterLineEnd(text, end);
    line = afterLineEnd(text, end);
  }
  return text.length;
}

/** The marks of a fence, ```` ``` ```` or longer. */
function fenceAt(text: string, at: number): string | undefined {
  fenceStart.lastIndex = at;
  const found = fenceStart.exec(text);
  return found?.[1] ?? found?.[2];
}

function isAll(text: string, start: number, end: number, char: string): boolean {
  for (let i = start; i < end; i++) if (text[i] !== char) return false;
  return true;
}

/** A heading's text, without the marks that may close it. */
function headingRange(text: string, start: number, lineEnd: number) {
  const end = beforeBlanks(text, start, lineEnd);
  const marks = closingMarks.exec(text.slice(Math.max(start, end - 200), end));
  return { start, end: marks ? beforeBlanks(text, start, end - marks[0].length) : end };
}
