import { components } from "../page/components/components.ts";
import { maxHeadings, PageFindings, type RawHeading } from "../page/page-findings.ts";
import type { Page, PageAnchor } from "../page/page.ts";
import { createHeadingReferences, scanBody, scanPage } from "../page/scan-page.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { ParsedPage, ParsedBlock } from "./blocks.ts";

/** The part of a page scan's results that the preview needs. */
export interface PartsScan {
  readonly outline: Pick<Page["outline"], "fields">;
  readonly references: Pick<Page["references"], "headings" | "anchors">;
}

/**
 * Returns the same frontmatter, headings, and anchors as `scanPage`, but doesn't scan unchanged blocks again. Scans the
 * full page if the end of a block is uncertain or if the page has duplicate anchors.
 */
export function scanParts(path: string, text: string, { parts, split }: ParsedPage): PartsScan {
  return scanPartsSeparately(path, text, parts, split.bodyStart) ?? scanPage(path, text);
}

/**
 * The headings and anchors in a block. They're in separate arrays so that the results for a page with thousands of them
 * can be combined quickly.
 */
interface PartScan {
  readonly headings: readonly RawHeading[];
  readonly anchors: readonly PageAnchor[];
}

const scanCache = new WeakMap<ParsedBlock, PartScan | "unsure">();

function scanPartsSeparately(
  path: string,
  text: string,
  parts: ParsedPage["parts"],
  bodyStart: number,
): PartsScan | undefined {
  // A lone carriage return ends a line but not always a paragraph.
  if (/\r(?!\n)/.test(text)) return undefined;
  const headings: RawHeading[] = [];
  const anchors: PageAnchor[] = [];
  for (const { block, range } of parts) {
    let scan = scanCache.get(block);
    if (scan === undefined) scanCache.set(block, (scan = scanPart(block.text)));
    if (scan === "unsure") return undefined;
    const delta = range.start;
    for (const { depth, range: headingRange } of scan.headings)
      headings.push({ depth, range: shiftRange(headingRange, delta) });
    for (const anchor of scan.anchors) anchors.push({ ...anchor, range: shiftRange(anchor.range, delta) });
  }
  if (headings.length >= maxHeadings || anchors.length >= maxHeadings) return undefined;
  // Duplicate anchors get numbered suffixes, which only a scan of the full page can assign.
  if (new Set(anchors.map(({ id }) => removePrefix(id))).size < anchors.length) return undefined;
  return {
    outline: scanPage(path, text.slice(0, bodyStart)).outline,
    references: { headings: createHeadingReferences(text, headings), anchors },
  };
}

/**
 * Returns an anchor without the prefix for parameters. `param-id` and `id` are derived from the same name, so they're
 * numbered together.
 */
function removePrefix(id: string): string {
  const prefix = anchorPrefixes.find((candidate) => id.startsWith(candidate));
  return prefix === undefined ? id : id.slice(prefix.length);
}

const anchorPrefixes: readonly string[] = [
  ...new Set([...components.values()].flatMap(({ anchor }) => anchor?.prefix ?? [])),
];

function shiftRange({ start, end }: TextRange, delta: number): TextRange {
  return { start: start + delta, end: end + delta };
}

const scanPrefix = "\n";
const scanSuffix = "\n\n# \ue001\n";
/** Matches the end of text that may continue after a blank line. */
const unfinishedEndPattern = /(?:<\/\s*(?:[\w$.:-]+\s*)?|\b(?:import|export)\s*)$/;

/**
 * Scans a block with a heading appended to it. If the scan doesn't find this heading, something in the block may extend
 * past the block's end, so the result is `unsure`.
 */
function scanPart(part: string): PartScan | "unsure" {
  const findings = new PageFindings(scanPrefix + part + scanSuffix);
  scanBody(findings, scanPrefix.length);
  const lastHeading = findings.headings.pop();
  const end = scanPrefix.length + part.length + scanSuffix.length - 2;
  if (
    lastHeading?.depth !== 1 ||
    lastHeading.range.start !== end ||
    !findings.isCertain ||
    unfinishedEndPattern.test(part)
  )
    return "unsure";
  return {
    headings: findings.headings.map(({ depth, range }) => ({
      depth,
      range: shiftRange(range, -scanPrefix.length),
    })),
    anchors: findings.anchors.map((anchor) => ({
      ...anchor,
      range: shiftRange(anchor.range, -scanPrefix.length),
    })),
  };
}

/**
 * The end of code that was found without parsing the code. `scannedLength` is the number of characters that were
 * scanned.
 */
export interface CodeEnd {
  /** The offset after the code's last character. Undefined if the code is never closed or the limit is reached. */
  readonly end: number | undefined;
  readonly scannedLength: number;
}

export interface TagEnd extends CodeEnd {
  readonly kind: "open" | "close" | "self-closing";
  readonly name: string;
}

const closingBrackets: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/** Finds the bracket that closes the one at `offset`. Skips strings, template literals, and comments. */
export function findExpressionEnd(text: string, offset: number, maxDistance: number): CodeEnd {
  const openBrackets: string[] = [];
  const limit = Math.min(text.length, offset + maxDistance);
  let i = offset;
  while (i < limit) {
    const char = text[i] ?? "";
    if (openBrackets.at(-1) === "`") {
      if (char === "`") openBrackets.pop();
      else if (char === "\\") i++;
      else if (char === "$" && text[i + 1] === "{") {
        openBrackets.push("}");
        i++;
      }
      i++;
      continue;
    }
    const closingBracket = closingBrackets[char];
    if (closingBracket !== undefined) openBrackets.push(closingBracket);
    else if (char === openBrackets.at(-1)) {
      openBrackets.pop();
      if (openBrackets.length === 0) return { end: i + 1, scannedLength: i + 1 - offset };
    } else if (char === '"' || char === "'") i = findStringEnd(text, i, limit) - 1;
    else if (char === "`") {
      if (openBrackets.at(-1) === "`") openBrackets.pop();
      else openBrackets.push("`");
    } else if (char === "\\") i++;
    else if (char === "/" && text[i + 1] === "*") i = findIndexUpTo(text, "*/", i + 2, limit) + 1;
    else if (char === "/" && text[i + 1] === "/" && text[i - 1] !== ":") i = findIndexUpTo(text, "\n", i, limit);
    i++;
  }
  return { end: undefined, scannedLength: i - offset };
}

const tagStartPattern = /<(\/?)[ \t]*([A-Za-z_$][\w$.:-]*)?/y;

/**
 * Returns the end of the tag at `offset`, or undefined if the text there can't be a tag. A tag with a blank line
 * outside braces is treated as unclosed.
 */
export function scanTagEnd(text: string, offset: number, maxDistance: number): TagEnd | undefined {
  tagStartPattern.lastIndex = offset;
  const match = tagStartPattern.exec(text);
  const nextChar = text[tagStartPattern.lastIndex] ?? "";
  const name = match?.[2] ?? "";
  if (!match || (name === "" && nextChar !== ">")) return undefined;
  const isClosing = match[1] === "/";
  const limit = Math.min(text.length, offset + maxDistance);
  let isLineBlank = false;
  for (let i = tagStartPattern.lastIndex; i < limit; i++) {
    const char = text[i] ?? "";
    if (char === ">") {
      const kind = isClosing ? "close" : text[i - 1] === "/" ? "self-closing" : "open";
      return { kind, name, end: i + 1, scannedLength: i - offset };
    }
    if (char === "\n") {
      if (isLineBlank) return { kind: "open", name, end: undefined, scannedLength: i - offset };
      isLineBlank = true;
    } else if (char !== " " && char !== "\t" && char !== "\r") isLineBlank = false;
    if (char === "<") return { kind: "open", name, end: undefined, scannedLength: i - offset };
    if (char === "{") {
      const { end, scannedLength } = findExpressionEnd(text, i, limit - i);
      if (end === undefined) return { kind: "open", name, end: undefined, scannedLength: i - offset + scannedLength };
      i = end - 1;
    } else if (char === '"' || char === "'") {
      const closingQuoteOffset = text.indexOf(char, i + 1);
      const value = closingQuoteOffset < 0 ? undefined : text.slice(i, closingQuoteOffset);
      if (value === undefined || closingQuoteOffset >= limit || /\n[ \t\r]*\n/.test(value))
        return {
          kind: "open",
          name,
          end: undefined,
          scannedLength: Math.min(closingQuoteOffset < 0 ? limit : closingQuoteOffset, limit) - offset,
        };
      i = closingQuoteOffset;
    }
  }
  return { kind: "open", name, end: undefined, scannedLength: limit - offset };
}

/** Returns the offset after the backticks that close the code span at `offset`, within the same paragraph. */
export function findCodeSpanEnd(text: string, offset: number): number | undefined {
  let start = offset;
  while (text[start] === "`") start++;
  const runLength = start - offset;
  const limit = Math.min(text.length, start + 5000);
  for (let i = start; i < limit; i++) {
    if (text[i] === "`") {
      let end = i;
      while (text[end] === "`") end++;
      if (end - i === runLength) return end;
      i = end - 1;
    } else if (text[i] === "\n" && /^\n[ \t\r]*(?:\n|$)/.test(text.slice(i, i + 100))) return undefined;
  }
  return undefined;
}

/**
 * Returns the offset after a string. If the string isn't closed on its line, returns the offset after the opening
 * quote, because the quote may be an apostrophe in text.
 */
function findStringEnd(text: string, offset: number, limit: number): number {
  for (let i = offset + 1; i < limit; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === text[offset]) return i + 1;
    else if (char === "\n" || char === "\r") return offset + 1;
  }
  return offset + 1;
}

function findIndexUpTo(text: string, searchText: string, start: number, limit: number): number {
  const index = text.indexOf(searchText, start);
  return index < 0 || index > limit ? limit : index;
}
