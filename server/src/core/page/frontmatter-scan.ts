import {
  skipSpacesAndTabs,
  findNextLineStart,
  findStartOfSpaces,
  getLineEnd,
  isSpaceOrTab,
  type TextRange,
} from "../text/text-edit.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import type { YamlErrorKind } from "./page.ts";

/** The source ranges of a top-level `key: value` pair. They're found without parsing the YAML. */
export interface FieldSpan {
  /** The key without quotes, such as `og:title`. */
  readonly key: string;
  readonly keyRange: TextRange;
  readonly valueRange: TextRange;
  /** The range from the first character of the key to the end of the value's last line. */
  readonly range: TextRange;
  /** A possible error in the value. Only the YAML parser can determine whether it's really an error. */
  readonly error?: YamlErrorKind;
}

export interface FrontmatterScan {
  readonly spans: readonly FieldSpan[];
  /**
   * Lines that have the same indentation as the keys but aren't keys, list items, or comments, such as `title Start`.
   */
  readonly strayLines: readonly TextRange[];
  /** The first tab at a position where YAML requires spaces. */
  readonly tabRange: TextRange | undefined;
}

/**
 * Finds the ranges of the top-level fields between the fences, even if the YAML is incomplete. Reads the lines in one
 * pass. A value includes lines with deeper indentation, list items at its key's indentation, and everything up to its
 * closing quote or bracket. The closing quote or bracket can also be in column 0, because js-yaml accepts this and
 * published pages contain such values.
 */
export function scanFrontmatter(text: string, contentRange: TextRange): FrontmatterScan {
  const spans: FieldSpan[] = [];
  const strayLines: TextRange[] = [];
  let tab: TextRange | undefined;
  let keyIndent: number | undefined;
  const budget = { remaining: 4 * (contentRange.end - contentRange.start) };
  for (let lineStart = contentRange.start; lineStart < contentRange.end;) {
    const lineEnd = getLineEnd(text, lineStart, contentRange.end);
    const textStart = skipSpacesAndTabs(text, lineStart, lineEnd);
    const indent = textStart - lineStart;
    lineStart = findNextLineStart(text, lineEnd);
    if (textStart === lineEnd || text[textStart] === "#") continue;
    tab ??= findTab(text, textStart - indent, textStart);
    keyIndent ??= indent;
    if (indent > keyIndent || isListItem(text, textStart, lineEnd)) continue;
    const key = readKey(text, textStart, lineEnd);
    if (!key) {
      if (!isDocumentMark(text, textStart, lineEnd)) strayLines.push({ start: textStart, end: lineEnd });
      continue;
    }
    const value = readValue(text, key.valueStart, lineEnd, keyIndent, contentRange.end, budget);
    spans.push({
      key: key.key,
      keyRange: key.range,
      valueRange: value.range,
      range: { start: textStart, end: Math.max(lineEnd, value.range.end) },
      ...(value.error && { error: value.error }),
    });
    tab ??= value.tab;
    if (value.range.end > lineEnd)
      lineStart = findNextLineStart(text, getLineEnd(text, value.range.end, contentRange.end));
  }
  return { spans, strayLines, tabRange: tab };
}

/** Fields at the start of a page without `---` lines around them. The service treats them as the page's text. */
export interface UnfencedFields {
  readonly range: TextRange;
  /** Whether a `---` line follows the fields. */
  readonly isClosed: boolean;
}

/**
 * Returns the fields at the start of a page without frontmatter, or undefined if the page starts with other text. The
 * first field is `title`, `description`, or `sidebarTitle`, and the service supports all of the fields.
 */
export function findUnfencedFields(text: string, bodyStart: number): UnfencedFields | undefined {
  let start = bodyStart;
  while (/\s/.test(text[start] ?? "")) start++;
  if (!/^(?:title|description|sidebarTitle):[ \t]/.test(text.slice(start, start + maxFirstKeyLength))) return undefined;
  let end = start;
  let isClosed = false;
  for (let lineStart = start; lineStart < Math.min(text.length, start + maxUnfencedLength);) {
    const lineEnd = getLineEnd(text, lineStart);
    isClosed = text.startsWith("---", lineStart);
    if (isClosed || skipSpacesAndTabs(text, lineStart, lineEnd) === lineEnd) break;
    end = lineEnd;
    lineStart = findNextLineStart(text, lineEnd);
  }
  const { spans, strayLines, tabRange } = scanFrontmatter(text, { start, end });
  const areFields = spans.every(({ key, error }) => frontmatterFields.has(key) && error === undefined);
  return areFields && strayLines.length === 0 && !tabRange ? { range: { start, end }, isClosed } : undefined;
}

/** The maximum length of the first field's name, including the colon and the space after it. */
const maxFirstKeyLength = 20;

/** The maximum length of the fields in UTF-16 code units. */
const maxUnfencedLength = 10_000;

function isListItem(text: string, start: number, end: number): boolean {
  return text[start] === "-" && (start + 1 === end || text[start + 1] === " " || text[start + 1] === "\t");
}

/**
 * Whether the line starts with `...` (which ends a document), `%` (which starts a directive such as `%YAML`), or a
 * bracket (which makes the entire frontmatter a map or list).
 */
function isDocumentMark(text: string, start: number, end: number): boolean {
  return text.slice(start, Math.min(end, start + 3)) === "..." || "%{[".includes(text[start] ?? "");
}

interface ParsedKey {
  readonly key: string;
  readonly range: TextRange;
  /**
   * The offset after the colon and the spaces that follow it. If the rest of the line is empty, this is the end of the
   * line.
   */
  readonly valueStart: number;
}

function readKey(text: string, start: number, lineEnd: number): ParsedKey | undefined {
  const quote = text[start];
  const isQuoted = quote === '"' || quote === "'";
  const keyEnd = isQuoted ? findQuotedEnd(text, start, lineEnd) : findPlainKeyEnd(text, start, lineEnd);
  if (keyEnd === undefined || keyEnd === start) return undefined;
  const colonOffset = isQuoted ? skipSpacesAndTabs(text, keyEnd, lineEnd) : keyEnd;
  if (text[colonOffset] !== ":" || !endsToken(text, colonOffset + 1, lineEnd)) return undefined;
  const range = { start, end: isQuoted ? keyEnd : findStartOfSpaces(text, start, keyEnd) };
  const raw = text.slice(range.start, range.end);
  return {
    key: isQuoted ? unquote(raw) : raw,
    range,
    valueStart: skipSpacesAndTabs(text, colonOffset + 1, lineEnd),
  };
}

/** Returns the offset of the colon that ends a plain key: the first colon before a space or the end of the line. */
function findPlainKeyEnd(text: string, start: number, lineEnd: number): number | undefined {
  if ("[]{},|>@`%!&*?".includes(text[start] ?? "")) return undefined;
  for (let i = start; i < lineEnd; i++) {
    if (text[i] === ":" && endsToken(text, i + 1, lineEnd)) return i;
    if (text[i] === "#" && i > start && isSpaceOrTab(text.charCodeAt(i - 1))) return undefined;
  }
  return undefined;
}

function endsToken(text: string, offset: number, lineEnd: number): boolean {
  return offset >= lineEnd || text[offset] === " " || text[offset] === "\t";
}

function unquote(raw: string): string {
  if (raw.startsWith("'")) return raw.slice(1, -1).replaceAll("''", "'");
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "string" ? value : raw.slice(1, -1);
  } catch {
    return raw.slice(1, -1);
  }
}

/** Returns the offset after the closing quote, or undefined if there's no closing quote before `limit`. */
function findQuotedEnd(text: string, start: number, limit: number): number | undefined {
  const quote = text[start];
  for (let i = start + 1; i < limit; i++) {
    if (quote === '"' && text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (quote === "'" && text[i + 1] === "'" && i + 1 < limit) i++;
      else return i + 1;
    }
  }
  return undefined;
}

/** Returns the offset after the bracket that closes the one at `start`. Brackets in quotes and comments are ignored. */
function findFlowEnd(text: string, start: number, limit: number): number | undefined {
  let openCount = 0;
  for (let i = start; i < limit; i++) {
    const char = text[i];
    if (char === "[" || char === "{") openCount++;
    else if ((char === "]" || char === "}") && --openCount === 0) return i + 1;
    else if (char === "#" && /\s/.test(text[i - 1] ?? "")) i = getLineEnd(text, i, limit) - 1;
    else if ((char === '"' || char === "'") && /[\s[{,:]/.test(text[i - 1] ?? "")) {
      const end = findQuotedEnd(text, i, limit);
      if (end === undefined) return undefined;
      i = end - 1;
    }
  }
  return undefined;
}

interface ParsedValue {
  readonly range: TextRange;
  readonly error?: YamlErrorKind;
  readonly tab?: TextRange;
}

/**
 * The number of characters that unsuccessful searches can still read. It limits the time spent searching for missing
 * quotes and brackets.
 */
interface SearchBudget {
  remaining: number;
}

function readValue(
  text: string,
  start: number,
  lineEnd: number,
  keyIndent: number,
  limit: number,
  budget: SearchBudget,
): ParsedValue {
  const contentStart = skipProperties(text, start, lineEnd);
  const firstChar = text[contentStart] ?? "";
  if (contentStart >= lineEnd || firstChar === "#")
    return readContinuedValue(text, start, contentStart, lineEnd, keyIndent, limit, true);
  const searchLimit = budget.remaining > 0 ? limit : lineEnd;
  if (firstChar === '"' || firstChar === "'" || firstChar === "[" || firstChar === "{") {
    const isQuote = firstChar === '"' || firstChar === "'";
    const end = isQuote ? findQuotedEnd(text, contentStart, searchLimit) : findFlowEnd(text, contentStart, searchLimit);
    const value = readEnclosedValue(
      text,
      start,
      end,
      lineEnd,
      limit,
      isQuote ? "quote-not-closed" : "bracket-not-closed",
    );
    if (value.error) budget.remaining -= (end ?? searchLimit) - start;
    return value;
  }
  if (firstChar === "|" || firstChar === ">") {
    const { range } = readContinuedValue(text, start, lineEnd, lineEnd, keyIndent, limit, false);
    return { range };
  }
  const end = findPlainEnd(text, contentStart, lineEnd);
  const value = readContinuedValue(text, start, end, lineEnd, keyIndent, limit, false);
  const error = findPlainValueError(text, contentStart, end);
  return error ? { ...value, error } : value;
}

/** Returns the offset after any `&name` and `!tag` before a value. */
function skipProperties(text: string, start: number, lineEnd: number): number {
  let i = start;
  while (i < lineEnd && (text[i] === "&" || text[i] === "!")) {
    while (i < lineEnd && text[i] !== " " && text[i] !== "\t") i++;
    i = skipSpacesAndTabs(text, i, lineEnd);
  }
  return i;
}

/** Reads a value in quotes or brackets, which ends at the closing quote or bracket. */
function readEnclosedValue(
  text: string,
  start: number,
  end: number | undefined,
  lineEnd: number,
  limit: number,
  unclosedKind: YamlErrorKind,
): ParsedValue {
  const firstLine = { start, end: findStartOfSpaces(text, start, lineEnd) };
  if (end === undefined) return { range: firstLine, error: unclosedKind };
  const nextOffset = skipSpacesAndTabs(text, end, getLineEnd(text, end, limit));
  const isValueEnd = nextOffset >= limit || "#\r\n".includes(text[nextOffset] ?? "");
  if (isValueEnd) return { range: { start, end } };
  // If the closing quote or bracket is on a later line and more text follows it, that quote or bracket probably doesn't
  // belong to this value.
  if (end > lineEnd) return { range: firstLine, error: unclosedKind };
  const valueText = text.slice(firstLine.start, firstLine.end);
  const isEscaped = text[end - 2] === "\\" && /^'(?:[^'\\]|\\.|'')*'$/.test(valueText);
  if (isEscaped) return { range: firstLine, error: "escaped-quote" };
  const hasApostrophe = /^'(?:[^']|''|(?<=\p{L})'(?=\p{L}))*'$/u.test(valueText);
  if (hasApostrophe) return { range: firstLine, error: "apostrophe" };
  return { range: firstLine, error: innerQuotesPattern.test(valueText) ? "inner-quotes" : "text-after-value" };
}

/**
 * Matches a value in double quotes that contains other double quotes, as in `"The "x" menu"`, but not one that starts
 * with a word in quotes, as in `"x" and "y"`.
 */
const innerQuotesPattern = /^"(?:[^"\\]|\\.)*(?:[\s([]"|"[\p{L}\p{N}])(?:[^\\]|\\.)*"$/u;

/** Returns the end of a plain value on its first line. A comment and the spaces before it aren't part of the value. */
function findPlainEnd(text: string, start: number, lineEnd: number): number {
  for (let i = start + 1; i < lineEnd; i++)
    if (text[i] === "#" && isSpaceOrTab(text.charCodeAt(i - 1))) return findStartOfSpaces(text, start, i);
  return findStartOfSpaces(text, start, lineEnd);
}

function findPlainValueError(text: string, start: number, end: number): YamlErrorKind | undefined {
  const firstChar = text[start] ?? "";
  if (firstChar === "*") return "alias";
  if ("@`%".includes(firstChar)) return "start-character";
  if (isListItem(text, start, end)) return "start-character";
  for (let i = start; i < end; i++) if (text[i] === ":" && endsToken(text, i + 1, end)) return "colon-in-value";
  return undefined;
}

/**
 * Reads a value that may continue on the following lines. The value continues on lines with deeper indentation and, if
 * the key's line has no value (`allowsLists`), on list items at the key's indentation. Blank lines and comments are
 * included only if more of the value follows.
 */
function readContinuedValue(
  text: string,
  start: number,
  firstLineValueEnd: number,
  lineEnd: number,
  keyIndent: number,
  limit: number,
  allowsLists: boolean,
): ParsedValue {
  let valueStart: number | undefined;
  let end = firstLineValueEnd;
  let tab: TextRange | undefined;
  for (let lineStart = findNextLineStart(text, lineEnd); lineStart < limit;) {
    const currentLineEnd = getLineEnd(text, lineStart, limit);
    const textStart = skipSpacesAndTabs(text, lineStart, currentLineEnd);
    const isComment = allowsLists && text[textStart] === "#";
    if (textStart !== currentLineEnd && !isComment) {
      const isDeeper = textStart - lineStart > keyIndent;
      if (
        !isDeeper &&
        !(allowsLists && textStart - lineStart === keyIndent && isListItem(text, textStart, currentLineEnd))
      )
        break;
      tab ??= findTab(text, lineStart, textStart);
      valueStart ??= textStart;
      end = findStartOfSpaces(text, textStart, currentLineEnd);
    }
    lineStart = findNextLineStart(text, currentLineEnd);
  }
  // If only a comment follows the key, the value is on the following lines. If there's no value at all, the range is
  // empty and directly after the colon.
  const isBelow = firstLineValueEnd === start || text[firstLineValueEnd] === "#";
  if (isBelow && valueStart !== undefined) return { range: { start: valueStart, end }, ...(tab && { tab }) };
  return { range: { start, end: Math.max(start, end) }, ...(tab && { tab }) };
}

function findTab(text: string, start: number, end: number): TextRange | undefined {
  for (let i = start; i < end; i++) if (text[i] === "\t") return { start: i, end: i + 1 };
  return undefined;
}
