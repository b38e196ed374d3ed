import {
  skipSpacesAndTabs,
  findNextLineStart,
  findStartOfSpaces,
  getLineEnd,
  internString,
  type TextRange,
} from "../text/text-edit.ts";
import { CodeReader } from "./code-reader.ts";
import type { PageFindings } from "./page-findings.ts";
import type { PageCodeBlock } from "./page.ts";
import type { OpenContainers } from "./scan-page.ts";
import type { WrittenIds } from "./written-ids.ts";

const fenceStartPattern = /(`{3,})[^`\r\n]*$|(~{3,})|(\${2,})[^$\r\n]*$/my;
const infoPattern = /[^\S\r\n]*([^\s]*)/y;

export interface FencedBlock {
  /** The code block. Undefined if the block contains math. */
  readonly block: PageCodeBlock | undefined;
  /** The start of the line after the block. */
  readonly nextStart: number;
}

/**
 * Returns the opening fence of code or math at `offset`, such as ```` ``` ````, `~~~`, or `$$`. Fences can also be
 * longer. Returns undefined if there's no fence.
 */
export function findFence(text: string, offset: number): string | undefined {
  if (!"`~$".includes(text[offset] ?? " ")) return undefined;
  fenceStartPattern.lastIndex = offset;
  const match = fenceStartPattern.exec(text);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/**
 * Reads the code or math that starts with the fence at `fenceStart`. It ends with the closing fence, with the list item
 * or quote that contains it, or with the page.
 */
export function readFencedBlock(
  text: string,
  fenceStart: number,
  lineEnd: number,
  containers: OpenContainers,
): FencedBlock | undefined {
  const fence = findFence(text, fenceStart);
  if (fence === undefined) return undefined;
  const contentStart = findNextLineStart(text, lineEnd);
  let contentEnd = contentStart;
  let end = lineEnd;
  let line = contentStart;
  while (line < text.length) {
    const currentLineEnd = getLineEnd(text, line);
    const lineStart = containers.matchContainers(line, currentLineEnd);
    if (lineStart.depth < containers.depth) break;
    end = currentLineEnd;
    line = findNextLineStart(text, currentLineEnd);
    if (isFenceEnd(text, fence, skipSpacesAndTabs(text, lineStart.offset, currentLineEnd), currentLineEnd))
      return {
        block: createCodeBlock(text, fence, { fenceStart, lineEnd, contentStart, contentEnd, end }),
        nextStart: line,
      };
    contentEnd = currentLineEnd;
  }
  return {
    block: createCodeBlock(text, fence, { fenceStart, lineEnd, contentStart, contentEnd, end }),
    nextStart: line,
  };
}

interface FenceOffsets {
  readonly fenceStart: number;
  readonly lineEnd: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

function createCodeBlock(text: string, fence: string, offsets: FenceOffsets): PageCodeBlock | undefined {
  if (fence.startsWith("$")) return undefined;
  const { fenceStart, lineEnd, contentStart, contentEnd, end } = offsets;
  infoPattern.lastIndex = fenceStart + fence.length;
  const language = internString(infoPattern.exec(text)?.[1] ?? "");
  const metaStart = skipSpacesAndTabs(text, Math.min(infoPattern.lastIndex, lineEnd), lineEnd);
  const metaRange = { start: metaStart, end: findStartOfSpaces(text, metaStart, lineEnd) };
  return {
    language: language === "" ? undefined : language,
    meta: text.slice(metaRange.start, metaRange.end),
    metaRange,
    range: { start: fenceStart, end },
    contentRange: { start: Math.min(contentStart, contentEnd), end: contentEnd },
  };
}

/**
 * Whether the line consists of a fence that closes `fence`, which means that it has the same kind of marks and is at
 * least as long.
 */
function isFenceEnd(text: string, fence: string, offset: number, lineEnd: number): boolean {
  if (!text.startsWith(fence, offset)) return false;
  const end = findStartOfSpaces(text, offset, lineEnd);
  for (let i = offset + fence.length; i < end; i++) if (text[i] !== fence[0]) return false;
  return true;
}

/**
 * Reads JavaScript with JSX after an opening brace and collects its tags. Returns the offset after the matching closing
 * brace. If the brace isn't closed before `limit`, returns undefined and discards the tags.
 */
export function scanCode(page: PageFindings, start: number, limit: number): number | undefined {
  const checkpoint = page.checkpoint;
  const end = new CodeReader(page, limit).read(start);
  if (end !== undefined) {
    page.markAnchorsInCode(checkpoint);
    return end;
  }
  page.reset(checkpoint);
  page.spendBudget(limit - start);
  return undefined;
}

/**
 * Reads one or more `export` statements from `start` and collects their tags. Returns the end of the line on which the
 * last statement ends, if a blank line or another such statement follows. Otherwise, returns undefined and discards the
 * tags. Adds the offsets of `import` and `export` statements to `statementStarts`.
 */
export function scanModule(page: PageFindings, start: number, statementStarts: number[]): number | undefined {
  if (!page.canSearch) return undefined;
  const checkpoint = page.checkpoint;
  const end = new CodeReader(page, page.text.length).readModule(start, statementStarts);
  if (end !== undefined) {
    page.markAnchorsInCode(checkpoint);
    return end;
  }
  page.reset(checkpoint);
  page.spendBudget(page.text.length - start);
  return undefined;
}

/**
 * Returns the start offsets of the `import` and `export` statements in a code file. Passes the file's tokens to `ids`.
 */
export function findStatementStarts(page: PageFindings, ids?: WrittenIds): number[] {
  return new CodeReader(page, page.text.length).readStatements(ids);
}

const maxCells = 500;

/**
 * Whether the line whose text starts at `textStart` is a table header, which means that the next line is a delimiter
 * row with the same number of cells.
 */
export function isTableHeader(text: string, textStart: number, lineEnd: number, containers: OpenContainers): boolean {
  const nextLineStart = findNextLineStart(text, lineEnd);
  if (nextLineStart >= text.length) return false;
  if (containers.depth === 0 && !"|:-".includes(text[skipSpacesAndTabs(text, nextLineStart, text.length)] ?? " "))
    return false;
  const nextLineEnd = getLineEnd(text, nextLineStart);
  const nextLine = containers.matchContainers(nextLineStart, nextLineEnd);
  if (nextLine.depth < containers.depth) return false;
  const nextTextStart = skipSpacesAndTabs(text, nextLine.offset, nextLineEnd);
  if (!"|:-".includes(text[nextTextStart] ?? " ") || !isDelimiterRow(text, nextTextStart, nextLineEnd)) return false;
  return scanTableCells(text, textStart, lineEnd).length === scanTableCells(text, nextTextStart, nextLineEnd).length;
}

/**
 * Whether the line is a delimiter row such as `| --- | :-: |`. It must contain at least one `|` or `:`, because
 * otherwise it could be the underline of a heading.
 */
function isDelimiterRow(text: string, start: number, lineEnd: number): boolean {
  let hasPipeOrColon = false;
  for (let i = start; i < lineEnd; i++) {
    const char = text[i] ?? "";
    if (char === "|" || char === ":") hasPipeOrColon = true;
    else if (char !== "-" && char !== " " && char !== "\t") return false;
  }
  if (!hasPipeOrColon) return false;
  return scanTableCells(text, start, lineEnd).every((cell) => {
    const dashStart = text[cell.start] === ":" ? cell.start + 1 : cell.start;
    const dashEnd = text[cell.end - 1] === ":" ? cell.end - 1 : cell.end;
    if (dashStart >= dashEnd) return false;
    for (let i = dashStart; i < dashEnd; i++) if (text[i] !== "-") return false;
    return true;
  });
}

/** Returns the ranges of the cells in a table row, without surrounding spaces. `\|` doesn't separate cells. */
export function scanTableCells(text: string, offset: number, lineEnd: number): TextRange[] {
  const end = findStartOfSpaces(text, offset, lineEnd);
  const cells: TextRange[] = [];
  let start = text[offset] === "|" ? offset + 1 : offset;
  for (let i = start; i < end && cells.length < maxCells; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "|") {
      cells.push(trimRange(text, start, i));
      start = i + 1;
    }
  }
  if (start < end) cells.push(trimRange(text, start, end));
  return cells;
}

function trimRange(text: string, cellStart: number, cellEnd: number): TextRange {
  const start = skipSpacesAndTabs(text, cellStart, cellEnd);
  return { start, end: findStartOfSpaces(text, start, cellEnd) };
}
