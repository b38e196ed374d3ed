import { getLineEnd, getLineStart } from "../../text/text-edit.ts";

/** Code in a table row that is split by pipes. */
export interface SplitCode {
  /** The offsets of the pipes. There's at least one. */
  readonly pipeOffsets: readonly [number, ...number[]];
  /** The code that is parsed as MDX, without its backticks. This may be other code in the same cell. */
  readonly code: string;
}

const maxLineLength = 4000;
const maxTableLines = 100;

/** A table row that contains pipes and code. */
export interface SplitRow {
  /** The code in the row as if the row weren't split into cells. */
  readonly spans: readonly CodeSpan[];
  readonly pipeOffsets: readonly number[];
  readonly pageText: string;
}

/** Returns the table row at `offset` if it contains pipes and code. */
export function readSplitRow(text: string, offset: number): SplitRow | undefined {
  const start = getLineStart(text, offset);
  const end = getLineEnd(text, offset);
  if (end - start > maxLineLength) return undefined;
  const pipeOffsets = findPipeOffsets(text, start, end);
  const spans = listIntendedSpans(text, start, end);
  return pipeOffsets.length > 0 && spans.length > 0 && isTableRow(text, start)
    ? { spans, pipeOffsets, pageText: text }
    : undefined;
}

/**
 * Returns the code whose pipes cause the text at `offset` to be parsed as MDX, although it's between backticks. GFM
 * splits a table row into cells before it looks for code. After a pipe in code, the backticks of the next cell are
 * paired incorrectly, so its other code is parsed as MDX, too.
 */
export function findSplitCode({ spans, pipeOffsets, pageText }: SplitRow, offset: number): SplitCode | undefined {
  const span = spans.find((each) => contains(each, offset));
  if (!span) return undefined;
  const ownPipes = pipeOffsets.filter((pipeOffset) => contains(span, pipeOffset));
  const cellStart = pipeOffsets.findLast((pipeOffset) => pipeOffset < offset);
  const splitSpan =
    ownPipes.length > 0 || cellStart === undefined ? span : spans.find((each) => contains(each, cellStart));
  const [first, ...others] = splitSpan ? pipeOffsets.filter((pipeOffset) => contains(splitSpan, pipeOffset)) : [];
  if (first === undefined) return undefined;
  return { pipeOffsets: [first, ...others], code: pageText.slice(span.start, span.end).trim() };
}

function contains({ start, end }: CodeSpan, offset: number): boolean {
  return start <= offset && offset < end;
}

interface CodeSpan {
  /** The offset after the opening backticks. */
  readonly start: number;
  /** The offset of the closing backticks. */
  readonly end: number;
}

/** Returns the code in a line as if the line weren't split into cells. */
function listIntendedSpans(text: string, lineStart: number, lineEnd: number): readonly CodeSpan[] {
  const runs = [...text.slice(lineStart, lineEnd).matchAll(/\\*`+/g)].map(({ 0: token, index }) => {
    const slashCount = token.indexOf("`");
    return {
      start: lineStart + index + slashCount,
      length: token.length - slashCount,
      isEscaped: slashCount % 2 === 1,
    };
  });
  const lastIndexByLength = new Map(runs.map(({ length }, i) => [length, i]));
  const spans: CodeSpan[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    if (!run) break;
    // A backslash has a special meaning only outside code. It escapes the first backtick.
    const length = run.isEscaped ? run.length - 1 : run.length;
    if (length === 0 || (lastIndexByLength.get(length) ?? -1) <= i) continue;
    const closingIndex = runs.findIndex((other, k) => k > i && other.length === length);
    spans.push({ start: run.start + run.length, end: runs[closingIndex]?.start ?? lineEnd });
    i = closingIndex;
  }
  return spans;
}

/** Returns the offsets of the pipes that aren't escaped. */
function findPipeOffsets(text: string, start: number, end: number): readonly number[] {
  return [...text.slice(start, end).matchAll(/\\[^]|\|/g)].flatMap(({ 0: token, index }) =>
    token === "|" ? [start + index] : [],
  );
}

const delimiterRowPattern = /^(?=.*\|)[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/**
 * Whether the line follows a delimiter row without a blank line in between. If the previous 100 lines contain neither a
 * delimiter row nor a blank line, a line that starts with a pipe is treated as a table row.
 */
function isTableRow(text: string, lineStart: number): boolean {
  let currentLineStart = lineStart;
  for (let count = 0; count < maxTableLines; count++) {
    if (currentLineStart === 0) return false;
    currentLineStart = getLineStart(text, currentLineStart - (text.startsWith("\r\n", currentLineStart - 2) ? 2 : 1));
    const content = text.slice(currentLineStart, getLineEnd(text, currentLineStart));
    if (delimiterRowPattern.test(content)) return true;
    if (content.trim() === "") return false;
  }
  return /^[ \t>]*\|/.test(text.slice(lineStart, getLineEnd(text, lineStart)));
}
