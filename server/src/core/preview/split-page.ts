import { afterBlanks, afterLineEnd, endOfLine } from "../text/line-ends.ts";
import type { TextRange } from "../text/text-range.ts";
import { endOfCodeSpan, endOfExpression, endOfTag, type TagEnd } from "./skip-code.ts";

/**
 * Cuts the text of a page, from `bodyStart`, into parts that the parser may read one by one with the result of reading
 * them at once (`split-page.test.ts`): at blank lines that lie in no tag, code, braces, list or module. What is open and
 * never closed holds nothing together, so that a half-typed tag costs its own part only. Linear in the length.
 */
export function splitPage(text: string, bodyStart: number): TextRange[] {
  const { spans, gaps } = new Splitter(text, bodyStart).read();
  const parts: TextRange[] = [];
  let start = afterBlankLines(text, bodyStart);
  let span = 0;
  let covered = bodyStart;
  for (const gap of gaps) {
    for (let next = spans[span]; next && next.start < gap.at; next = spans[++span])
      covered = Math.max(covered, next.end);
    if (gap.at < covered) continue;
    if (text.slice(start, gap.at).trim() !== "") parts.push({ start, end: gap.at });
    start = gap.next;
  }
  if (text.slice(start).trim() !== "") parts.push({ start, end: text.length });
  return parts;
}

interface Gap {
  /** The end of the line in front of the blank lines. */
  readonly at: number;
  /** Where the next part begins. */
  readonly next: number;
}

interface OpenTag {
  readonly name: string;
  readonly start: number;
}

const fenceMarks =
  /(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,}|\${2,}(?=[^$\r\n]*(?:[\r\n]|$)))/y;
const moduleStart = /(?:import|export)(?=[\s{*"'])/y;
const listItem = /(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y;
const mostOpenTags = 1000;

class Splitter {
  readonly #text: string;
  /** Stretches that hold together, in the order of their starts. */
  readonly #spans: TextRange[] = [];
  readonly #gaps: Gap[] = [];
  readonly #open: OpenTag[] = [];
  #at: number;
  /** Characters that may be looked at in vain, so that a text of a thousand open braces takes no longer than another. */
  #patience: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
    this.#patience = 200_000 + text.length * 2;
  }

  read(): { readonly spans: readonly TextRange[]; readonly gaps: readonly Gap[] } {
    const text = this.#text;
    let isAfterBlank = true;
    let inList = false;
    while (this.#at < text.length) {
      const line = this.#at;
      const end = endOfLine(text, line);
      const first = afterBlanks(text, line, end);
      if (first === end) {
        this.#at = afterLineEnd(text, end);
        isAfterBlank = true;
        continue;
      }
      const isItem = matches(listItem, text, first) && !isRule(text, first, end);
      const goesOn = inList && (isItem || first > line);
      if (isAfterBlank && first === line && !goesOn) this.#addGap(line);
      inList = isItem || (inList && (first > line || !isAfterBlank));
      if (isAfterBlank && first === line && matches(moduleStart, text, line)) this.#readModule(line);
      else this.#readLine(line);
      isAfterBlank = false;
    }
    return { spans: this.#spans.sort((a, b) => a.start - b.start), gaps: this.#gaps };
  }

  #addGap(line: number): void {
    let at = line;
    while (at > 0 && " \t\r\n".includes(this.#text[at - 1] ?? "x")) at--;
    this.#gaps.push({ at, next: line });
  }

  /** An import or export goes on over blank lines while something in it is open. */
  #readModule(line: number): void {
    const text = this.#text;
    const start = line;
    let at = line;
    while (at < text.length) {
      const char = text[at] ?? "";
      if (char === "{" || char === "(" || char === "[") {
        const end = this.#skip(endOfExpression(text, at, this.#patience), at);
        at = end ?? at + 1;
      } else if (char === "\n" || char === "\r") {
        const next = afterLineEnd(text, at);
        if (afterBlanks(text, next, text.length) === endOfLine(text, next)) break;
        at = next;
      } else at++;
    }
    this.#spans.push({ start, end: at });
    this.#at = at >= text.length ? text.length : afterLineEnd(text, at);
  }

  /** One line, and what begins on it and ends on a later one. */
  #readLine(line: number): void {
    const text = this.#text;
    fenceMarks.lastIndex = line;
    const fence = fenceMarks.exec(text);
    if (fence?.[1] !== undefined) return this.#readFence(line, fenceMarks.lastIndex, fence[1]);
    const lineStart = afterBlanks(text, line, text.length);
    for (let at = line; ;) {
      const char = text[at];
      if (char === undefined) {
        this.#at = text.length;
        return;
      }
      if (char === "\n" || char === "\r") {
        this.#at = afterLineEnd(text, at);
        return;
      }
      if (char === "\\") at += 2;
      else if (char === "`") at = endOfCodeSpan(text, at) ?? afterRun(text, at);
      else if (char === "{") at = this.#readBraces(at, at === lineStart);
      else if (char === "<") at = this.#readTag(at);
      else at++;
    }
  }

  #readFence(line: number, from: number, marks: string): void {
    const text = this.#text;
    const char = marks[0] ?? "`";
    let end = endOfLine(text, from);
    let next = afterLineEnd(text, end);
    while (next < text.length) {
      end = endOfLine(text, next);
      const content = text.slice(next, end).replace(/^[ \t>]+|[ \t]+$/g, "");
      next = afterLineEnd(text, end);
      if (content.length >= marks.length && content === char.repeat(content.length)) break;
    }
    this.#spans.push({ start: line, end });
    this.#at = next;
  }

  /** Braces at the start of a line may hold blank lines, those within a paragraph may not. */
  #readBraces(at: number, isFlow: boolean): number {
    const end = this.#skip(endOfExpression(this.#text, at, this.#patience), at);
    if (end === undefined) return at + 1;
    if (!isFlow && hasBlankLine(this.#text, at, end)) return at + 1;
    this.#spans.push({ start: at, end });
    return end;
  }

  #readTag(at: number): number {
    const tag: TagEnd | undefined = endOfTag(this.#text, at, this.#patience);
    if (!tag) return at + 1;
    this.#patience -= tag.looked;
    if (tag.end === undefined) return at + 1;
    this.#spans.push({ start: at, end: tag.end });
    if (tag.kind === "open" && this.#open.length < mostOpenTags)
      this.#open.push({ name: tag.name, start: at });
    if (tag.kind === "close") this.#close(tag.name, tag.end);
    return tag.end;
  }

  /** A closing tag closes the last of its name; those opened since and never closed hold nothing. */
  #close(name: string, end: number): void {
    const depth = this.#open.findLastIndex((open) => open.name === name);
    const opening = this.#open[depth];
    if (!opening) return;
    this.#open.length = depth;
    this.#spans.push({ start: opening.start, end });
  }

  #skip(
    { end, looked }: { readonly end: number | undefined; readonly looked: number },
    at: number,
  ): number | undefined {
    if (end === undefined) this.#patience -= looked;
    return end !== undefined && end > at ? end : undefined;
  }
}

function afterBlankLines(text: string, from: number): number {
  let line = from;
  for (let end = endOfLine(text, line); end < text.length; end = endOfLine(text, line)) {
    if (afterBlanks(text, line, end) < end) break;
    line = afterLineEnd(text, end);
  }
  return line;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** `---` and `* * *` look like list items. */
function isRule(text: string, at: number, end: number): boolean {
  return /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(text.slice(at, Math.min(end, at + 200)));
}

function afterRun(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end++;
  return end;
}

function hasBlankLine(text: string, start: number, end: number): boolean {
  return /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.test(text.slice(start, end));
}
