import {
  skipSpacesAndTabs,
  findNextLineStart,
  getCommonEndLengths,
  getLineEnd,
  type TextRange,
} from "../text/text-edit.ts";
import { findCodeSpanEnd, findExpressionEnd, scanTagEnd, type TagEnd, type CodeEnd } from "./scan-parts.ts";

/** Text that was split into blocks, with data that makes it faster to split similar text. */
export interface PageSplit {
  readonly parts: readonly TextRange[];
  readonly text: string;
  readonly bodyStart: number;
  /** The ranges that can't be split, in the order in which they start. */
  readonly spans: readonly TextRange[];
  readonly gaps: readonly Gap[];
  readonly resumePoints: readonly ResumePoint[];
  /** The number of characters that were scanned twice. */
  readonly rescannedLength: number;
}

/** One or more blank lines, followed by a line where a block may start. */
export interface Gap {
  /** The end of the line before the blank lines. */
  readonly offset: number;
  /** The start of the next block. */
  readonly next: number;
}

/** A gap where no tag is open. Parsing can start after the gap without the text before it. */
export interface ResumePoint {
  /** The offset of the start of a line. */
  readonly offset: number;
  readonly isInList: boolean;
  /** The number of spans up to this resume point. `gapCount` is the number of gaps up to and including this one. */
  readonly spanCount: number;
  readonly gapCount: number;
  readonly spentLength: number;
  /**
   * The offset after the last character scanned since the previous resume point, or `Infinity` at the end of the text.
   */
  readonly scannedEnd: number;
}

/** Returns the ranges between gaps, ignoring gaps inside a span. */
export function getPartsBetween(
  text: string,
  bodyStart: number,
  { spans, gaps }: Pick<PageSplit, "spans" | "gaps">,
): TextRange[] {
  const parts: TextRange[] = [];
  let start = skipBlankLines(text, bodyStart);
  let spanIndex = 0;
  let coveredEnd = bodyStart;
  for (const gap of gaps) {
    for (let nextSpan = spans[spanIndex]; nextSpan && nextSpan.start < gap.offset; nextSpan = spans[++spanIndex])
      coveredEnd = Math.max(coveredEnd, nextSpan.end);
    if (gap.offset < coveredEnd) continue;
    if (hasText(text, start, gap.offset)) parts.push({ start, end: gap.offset });
    start = gap.next;
  }
  if (hasText(text, start, text.length)) parts.push({ start, end: text.length });
  return parts;
}

function skipBlankLines(text: string, offset: number): number {
  let lineStart = offset;
  for (let end = getLineEnd(text, lineStart); end < text.length; end = getLineEnd(text, lineStart)) {
    if (skipSpacesAndTabs(text, lineStart, end) < end) break;
    lineStart = findNextLineStart(text, end);
  }
  return lineStart;
}

/**
 * Whether a range contains anything but whitespace. Checks only the first character if possible, because most blocks
 * start with a letter or another visible ASCII character.
 */
function hasText(text: string, start: number, end: number): boolean {
  const firstCharCode = text.charCodeAt(start);
  return end > start && ((firstCharCode > 32 && firstCharCode < 128) || text.slice(start, end).trim() !== "");
}

/** The data for the rest of the text, which is split in the same way as in the previous version. */
export interface RemainingSplit {
  readonly spans: readonly TextRange[];
  readonly gaps: readonly Gap[];
  readonly rescannedLength: number;
  /** Returns the resume points in the rest, adjusted to the number of spans and gaps before the first one. */
  readonly getResumePoints: (spanCount: number, gapCount: number) => readonly ResumePoint[];
}

/**
 * The maximum number of characters that can be scanned twice, in addition to the length of the text. Beyond this limit,
 * the scan no longer looks for the ends of tags and code, so the page is split differently.
 */
const maxRepeatedLength = 200_000;

/**
 * Finds the parts of two versions of a text that are split in the same way: everything up to the last resume point
 * before the first difference, and everything from the first shared resume point after the last difference.
 */
export class PreviousSplit {
  readonly #previousSplit: PageSplit;
  readonly #bodyStart: number;
  readonly #unchangedLengths: { readonly start: number; readonly end: number };
  readonly #lengthDelta: number;
  readonly #length: number;
  #nextIndex = 0;

  constructor(previousSplit: PageSplit, text: string, bodyStart: number) {
    this.#previousSplit = previousSplit;
    this.#bodyStart = bodyStart;
    this.#unchangedLengths = getCommonEndLengths(previousSplit.text, text);
    this.#lengthDelta = text.length - previousSplit.text.length;
    this.#length = text.length;
  }

  /** Returns the start of the previous split that can be reused, or undefined if nothing can be reused. */
  getReusableStart():
    | {
        readonly resumePoint: ResumePoint;
        readonly spans: TextRange[];
        readonly gaps: Gap[];
        readonly resumePoints: ResumePoint[];
      }
    | undefined {
    const { bodyStart, text, resumePoints, spans, gaps } = this.#previousSplit;
    if (bodyStart !== this.#bodyStart) return undefined;
    const maxSpentLength = maxRepeatedLength + Math.min(text.length, this.#length);
    let lastIndex = -1;
    for (const { offset, scannedEnd: scanEnd, spentLength } of resumePoints) {
      // If a carriage return precedes this position, the character at the position determines whether the line break is
      // complete.
      if (
        offset >= this.#unchangedLengths.start ||
        scanEnd > this.#unchangedLengths.start ||
        spentLength > maxSpentLength
      )
        break;
      lastIndex++;
    }
    const resumePoint = resumePoints[lastIndex];
    if (!resumePoint) return undefined;
    return {
      resumePoint,
      spans: spans.slice(0, resumePoint.spanCount),
      gaps: gaps.slice(0, resumePoint.gapCount - 1),
      resumePoints: resumePoints.slice(0, lastIndex),
    };
  }

  /**
   * If both versions of the text are the same from this resume point on, returns the rest of the previous split.
   * Otherwise, returns undefined. Must be called with the resume points in ascending order.
   */
  getRemainingSplit({ offset, isInList, spentLength }: ResumePoint): RemainingSplit | undefined {
    const { text, resumePoints, spans, gaps, rescannedLength: previousLength } = this.#previousSplit;
    if (offset - 1 < this.#length - this.#unchangedLengths.end) return undefined;
    const delta = this.#lengthDelta;
    while ((resumePoints[this.#nextIndex]?.offset ?? Infinity) < offset - delta) this.#nextIndex++;
    const firstIndex = this.#nextIndex;
    const matchingPoint = resumePoints[firstIndex];
    if (!matchingPoint || matchingPoint.offset !== offset - delta || matchingPoint.isInList !== isInList)
      return undefined;
    const remainingLength = previousLength - matchingPoint.spentLength;
    if (
      previousLength > maxRepeatedLength + text.length ||
      spentLength + remainingLength > maxRepeatedLength + this.#length
    )
      return undefined;
    return {
      spans: spans.slice(matchingPoint.spanCount).map(({ start, end }) => ({ start: start + delta, end: end + delta })),
      gaps: gaps.slice(matchingPoint.gapCount).map((gap) => ({ offset: gap.offset + delta, next: gap.next + delta })),
      rescannedLength: remainingLength,
      getResumePoints: (newSpanCount, newGapCount) =>
        resumePoints.slice(firstIndex + 1).map((resumePoint) => ({
          offset: resumePoint.offset + delta,
          isInList: resumePoint.isInList,
          spanCount: resumePoint.spanCount - matchingPoint.spanCount + newSpanCount,
          gapCount: resumePoint.gapCount - matchingPoint.gapCount + newGapCount,
          spentLength: resumePoint.spentLength - matchingPoint.spentLength + spentLength,
          scannedEnd: resumePoint.scannedEnd + delta,
        })),
    };
  }
}

/**
 * Splits a page's text, starting at `bodyStart`, into blocks that can be parsed one by one with the same result as
 * parsing the full text (see `split-page.test.ts`). Splits at blank lines outside tags, code, braces, lists, imports,
 * and exports. An unclosed construct doesn't join blocks, so a half-typed tag affects only its own block. Runs in
 * linear time. If a previous split is passed as `previousSplit`, only the differences are scanned, with the same
 * result.
 */
export function splitPage(text: string, bodyStart: number, previousSplit?: PageSplit): PageSplit {
  if (previousSplit?.text === text && previousSplit.bodyStart === bodyStart) return previousSplit;
  const result = new Splitter(text, bodyStart, previousSplit).read();
  return { text, bodyStart, ...result, parts: getPartsBetween(text, bodyStart, result) };
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
}

const fencePattern =
  /(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,}|\${2,}(?=[^$\r\n]*(?:[\r\n]|$)))/y;
const moduleStartPattern = /(?:import|export)(?=[\s{*"'])/y;
const listItemPattern = /(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;
const maxOpenTags = 1000;
/** The maximum distance that `findCodeSpanEnd` scans, plus a margin. */
const maxCodeSpanLength = 5200;

class Splitter {
  readonly #text: string;
  readonly #spans: TextRange[] = [];
  readonly #gaps: Gap[] = [];
  readonly #resumePoints: ResumePoint[] = [];
  readonly #openTags: OpenTag[] = [];
  readonly #previousSplit: PreviousSplit | undefined;
  #offset: number;
  #isInList = false;
  /**
   * The number of characters that were scanned twice. This number is limited by `#maxRepeatedLength`, so scanning text
   * with a thousand open braces isn't slower than scanning any other text.
   */
  #spentLength = 0;
  readonly #maxRepeatedLength: number;
  #scannedEnd = 0;

  constructor(text: string, start: number, previousSplit: PageSplit | undefined) {
    this.#text = text;
    this.#offset = start;
    this.#maxRepeatedLength = 200_000 + text.length * 2;
    this.#previousSplit = previousSplit && new PreviousSplit(previousSplit, text, start);
    const reusedStart = this.#previousSplit?.getReusableStart();
    if (!reusedStart) return;
    this.#spans = reusedStart.spans;
    this.#gaps = reusedStart.gaps;
    this.#resumePoints = reusedStart.resumePoints;
    this.#offset = reusedStart.resumePoint.offset;
    this.#isInList = reusedStart.resumePoint.isInList;
    this.#spentLength = reusedStart.resumePoint.spentLength;
    this.#scannedEnd = reusedStart.resumePoint.scannedEnd;
  }

  get #remainingBudget(): number {
    return this.#maxRepeatedLength - this.#spentLength;
  }

  read(): Pick<PageSplit, "spans" | "gaps" | "resumePoints" | "rescannedLength"> {
    const firstNewIndex = this.#spans.length;
    const remainingSplit = this.#readLines();
    const newSpans = this.#spans.splice(firstNewIndex).sort((a, b) => a.start - b.start);
    return {
      spans: [...this.#spans, ...newSpans, ...(remainingSplit?.spans ?? [])],
      gaps: [...this.#gaps, ...(remainingSplit?.gaps ?? [])],
      resumePoints: [
        ...this.#resumePoints,
        ...(remainingSplit?.getResumePoints(firstNewIndex + newSpans.length, this.#gaps.length) ?? []),
      ],
      rescannedLength: this.#spentLength + (remainingSplit?.rescannedLength ?? 0),
    };
  }

  /** Reads lines until the end or until the rest of the previous split can be reused, and returns that rest. */
  #readLines(): RemainingSplit | undefined {
    const text = this.#text;
    let isAfterBlank = true;
    while (this.#offset < text.length) {
      const line = this.#offset;
      const end = getLineEnd(text, line);
      const textStart = skipSpacesAndTabs(text, line, end);
      if (textStart === end) {
        this.#offset = findNextLineStart(text, end);
        isAfterBlank = true;
        continue;
      }
      const isItem = matchesPatternAt(listItemPattern, text, textStart) && !isThematicBreak(text, textStart, end);
      const isContinued = this.#isInList && (isItem || textStart > line);
      if (isAfterBlank && textStart === line && !isContinued) {
        const remainingSplit = this.#addGap(line);
        if (remainingSplit) return remainingSplit;
      }
      this.#isInList = isItem || (this.#isInList && (textStart > line || !isAfterBlank));
      if (isAfterBlank && textStart === line && matchesPatternAt(moduleStartPattern, text, line))
        this.#readModule(line);
      else this.#readLine(line);
      isAfterBlank = false;
    }
    return undefined;
  }

  #addGap(line: number): RemainingSplit | undefined {
    let blankStart = line;
    while (blankStart > 0 && " \t\r\n".includes(this.#text[blankStart - 1] ?? "x")) blankStart--;
    this.#gaps.push({ offset: blankStart, next: line });
    // If a construct is open, it may still be closed, and its span would then start before this gap. Therefore, the gap
    // isn't a resume point.
    if (this.#openTags.length > 0) return undefined;
    const [spanCount, gapCount] = [this.#spans.length, this.#gaps.length];
    const resumePoint = {
      offset: line,
      isInList: this.#isInList,
      spanCount,
      gapCount,
      spentLength: this.#spentLength,
      scannedEnd: this.#scannedEnd,
    };
    this.#scannedEnd = 0;
    const remainingSplit = this.#previousSplit?.getRemainingSplit(resumePoint);
    this.#resumePoints.push(resumePoint);
    return remainingSplit;
  }

  /** Records that the text has been scanned to this offset, and rounds the offset up to the end of its line. */
  #extendScannedEnd(end: number): void {
    if (end <= this.#scannedEnd) return;
    const lineEnd = end >= this.#text.length ? Infinity : getLineEnd(this.#text, end) + 2;
    this.#scannedEnd = lineEnd >= this.#text.length ? Infinity : lineEnd;
  }

  /** Reads an import or export. The statement continues across blank lines as long as one of its brackets is open. */
  #readModule(line: number): void {
    const text = this.#text;
    const moduleStart = line;
    let position = line;
    while (position < text.length) {
      const char = text[position] ?? "";
      if (char === "{" || char === "(" || char === "[") {
        const end = this.#getEndAfter(findExpressionEnd(text, position, this.#remainingBudget), position);
        position = end ?? position + 1;
      } else if (char === "\n" || char === "\r") {
        const next = findNextLineStart(text, position);
        if (skipSpacesAndTabs(text, next, text.length) === getLineEnd(text, next)) break;
        position = next;
      } else position++;
    }
    this.#spans.push({ start: moduleStart, end: position });
    this.#offset = position >= text.length ? text.length : findNextLineStart(text, position);
  }

  /** Reads one line and all constructs that start on it, including those that end on a later line. */
  #readLine(line: number): void {
    const text = this.#text;
    fencePattern.lastIndex = line;
    const fence = fencePattern.exec(text);
    if (fence?.[1] !== undefined) return this.#readFence(line, fencePattern.lastIndex, fence[1]);
    const lineStart = skipSpacesAndTabs(text, line, text.length);
    for (let position = line; ;) {
      const char = text[position];
      if (char === undefined) {
        this.#offset = text.length;
        return;
      }
      if (char === "\n" || char === "\r") {
        this.#offset = findNextLineStart(text, position);
        return;
      }
      if (char === "\\") position += 2;
      else if (char === "`") position = this.#readCode(position);
      else if (char === "{") position = this.#readBraces(position, position === lineStart);
      else if (char === "<") position = this.#readTag(position);
      else position++;
    }
  }

  #readFence(line: number, markerEnd: number, fence: string): void {
    const text = this.#text;
    const char = fence[0] ?? "`";
    let end = getLineEnd(text, markerEnd);
    let nextStart = findNextLineStart(text, end);
    while (nextStart < text.length) {
      end = getLineEnd(text, nextStart);
      const content = text.slice(nextStart, end).replace(/^[ \t>]+|[ \t]+$/g, "");
      nextStart = findNextLineStart(text, end);
      if (content.length >= fence.length && content === char.repeat(content.length)) break;
    }
    this.#spans.push({ start: line, end });
    this.#offset = nextStart;
  }

  #readCode(offset: number): number {
    const end = findCodeSpanEnd(this.#text, offset);
    const runEnd = skipRun(this.#text, offset);
    this.#extendScannedEnd(end ?? runEnd + maxCodeSpanLength);
    return end ?? runEnd;
  }

  /** Reads braces. They can contain blank lines if they start a line, but not if they're within a paragraph. */
  #readBraces(offset: number, isFlow: boolean): number {
    const end = this.#getEndAfter(findExpressionEnd(this.#text, offset, this.#remainingBudget), offset);
    if (end === undefined) return offset + 1;
    if (!isFlow && hasBlankLine(this.#text, offset, end)) return offset + 1;
    this.#spans.push({ start: offset, end });
    return end;
  }

  #readTag(offset: number): number {
    const tag: TagEnd | undefined = scanTagEnd(this.#text, offset, this.#remainingBudget);
    if (!tag) return offset + 1;
    this.#spentLength += tag.scannedLength;
    this.#extendScannedEnd(offset + tag.scannedLength);
    if (tag.end === undefined) return offset + 1;
    this.#spans.push({ start: offset, end: tag.end });
    if (tag.kind === "open" && this.#openTags.length < maxOpenTags)
      this.#openTags.push({ name: tag.name, start: offset });
    if (tag.kind === "close") this.#closeTag(tag.name, tag.end);
    return tag.end;
  }

  /** Closes the last open tag with this name. Tags that were opened after it and never closed don't join blocks. */
  #closeTag(name: string, end: number): void {
    const depth = this.#openTags.findLastIndex((openTag) => openTag.name === name);
    const openTag = this.#openTags[depth];
    if (!openTag) return;
    this.#openTags.length = depth;
    this.#spans.push({ start: openTag.start, end });
  }

  #getEndAfter({ end, scannedLength }: CodeEnd, offset: number): number | undefined {
    if (end === undefined) this.#spentLength += scannedLength;
    this.#extendScannedEnd(offset + scannedLength);
    return end !== undefined && end > offset ? end : undefined;
  }
}

function matchesPatternAt(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** Whether a line is a thematic break such as `---` or `* * *`, which otherwise looks like a list item. */
function isThematicBreak(text: string, offset: number, end: number): boolean {
  return /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(text.slice(offset, Math.min(end, offset + 200)));
}

function skipRun(text: string, offset: number): number {
  let end = offset;
  while (text[end] === "`") end++;
  return end;
}

function hasBlankLine(text: string, start: number, end: number): boolean {
  return /(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/.test(text.slice(start, end));
}
