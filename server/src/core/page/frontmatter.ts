import {
  skipSpacesAndTabs,
  findNextLineStart,
  findStartOfSpaces,
  getLineEnd,
  type TextEdit,
  type TextRange,
} from "../text/text-edit.ts";
import { type FieldSpan, type FrontmatterScan, scanFrontmatter } from "./frontmatter-scan.ts";
import { frontmatterFields } from "./frontmatter-fields.ts";
import type { FieldValue, Frontmatter, FrontmatterField, FrontmatterProblem, YamlErrorKind } from "./page.ts";
import { readYaml, type YamlResult } from "./yaml-frontmatter.ts";

/** The ranges of a page's frontmatter, and the offset at which its body starts. All offsets count a byte order mark. */
export type FrontmatterRanges =
  | { readonly kind: "none"; readonly bodyStart: number }
  | {
      readonly kind: "closed" | "not-closed" | "tagged";
      /** The range from the opening fence to the closing fence, without the line break after it. */
      readonly range: TextRange;
      /** The range of the opening `---`, including its tag if it has one. */
      readonly openingRange: TextRange;
      /** The range of the text between the fences, without the line break before the closing fence. */
      readonly contentRange: TextRange;
      /** The tag as written, such as `js` in `---js`. Empty unless `kind` is `tagged`. */
      readonly tag: string;
      readonly bodyStart: number;
    };

/**
 * Returns the ranges of a page's frontmatter. Plain frontmatter is opened only by `---` at the very start of the page,
 * after at most one byte order mark, if the rest of the line contains only spaces. `----` or an indented fence is page
 * text. A fence with a tag (`---js`) has its own kind, because the service would pass the content to a script engine.
 * As in the service, the next line that starts with `---` closes the frontmatter. Unclosed frontmatter ends at the
 * first blank line so that the body of the page is preserved while the author is typing. If no field follows, an
 * unclosed `---` is a thematic break.
 */
export function readFrontmatterRanges(text: string): FrontmatterRanges {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return { kind: "none", bodyStart: start };
  const openingEnd = getLineEnd(text, start);
  const tagStart = skipSpacesAndTabs(text, start + 3, openingEnd);
  const tagEnd = findStartOfSpaces(text, tagStart, openingEnd);
  const contentStart = findNextLineStart(text, openingEnd);
  const { contentEnd, fenceEnd, closed } = findFrontmatterEnd(text, contentStart);
  const tag = text.slice(tagStart, tagEnd);
  const contentRange = { start: contentStart, end: contentEnd };
  if (tag === "" && !closed && !startsWithField(text, contentRange)) return { kind: "none", bodyStart: start };
  return {
    kind: tag !== "" ? "tagged" : closed ? "closed" : "not-closed",
    range: { start, end: fenceEnd },
    openingRange: { start, end: Math.max(tagEnd, start + 3) },
    contentRange,
    tag,
    bodyStart: findNextLineStart(text, fenceEnd),
  };
}

/** Whether the lines are empty or start with one of the service's fields or with the beginning of a field's name. */
function startsWithField(text: string, contentRange: TextRange): boolean {
  if (isEmpty(text, contentRange)) return true;
  const {
    spans,
    strayLines: [strayLine],
  } = scanFrontmatter(text, contentRange);
  const fields = strayLine ? spans.filter(({ range }) => range.start < strayLine.start) : spans;
  if (fields.length > 0 || !strayLine) return fields.some(({ key }) => frontmatterFields.has(key));
  const typedText = text.slice(strayLine.start, findStartOfSpaces(text, strayLine.start, strayLine.end));
  return [...frontmatterFields.keys()].some((key) => key.startsWith(typedText));
}

function isEmpty(text: string, { start, end }: TextRange): boolean {
  return text.slice(start, end).trim() === "";
}

function findFrontmatterEnd(text: string, contentStart: number) {
  let endBeforeBlankLine: number | undefined;
  let previousEnd = contentStart;
  for (let lineStart = contentStart; lineStart < text.length;) {
    const end = getLineEnd(text, lineStart);
    if (text.startsWith("---", lineStart)) return { contentEnd: previousEnd, fenceEnd: end, closed: true };
    if (endBeforeBlankLine === undefined && lineStart > contentStart && skipSpacesAndTabs(text, lineStart, end) === end)
      endBeforeBlankLine = previousEnd;
    previousEnd = end;
    lineStart = findNextLineStart(text, end);
  }
  const contentEnd = endBeforeBlankLine ?? previousEnd;
  return { contentEnd, fenceEnd: contentEnd, closed: false };
}

/** Characters that YAML doesn't allow, including lone surrogates. */
const unreadablePattern =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Converts a js-yaml error to a problem at the right position in the text. js-yaml reports the position at which it
 * stopped, which is often on the next line. The problem is therefore reported at the last value before that position
 * that the scan found suspicious.
 */
export function createYamlProblem(
  text: string,
  contentRange: TextRange,
  scan: FrontmatterScan,
  yamlError: { readonly reason: string; readonly offset: number },
): FrontmatterProblem {
  const { reason } = yamlError;
  const yaml = text.slice(contentRange.start, contentRange.end);
  const problemOffset = contentRange.start + Math.min(yamlError.offset, yaml.length);
  if (/non-printable|null byte/.test(reason)) {
    const start = contentRange.start + Math.max(0, yaml.search(unreadablePattern));
    return { kind: "not-text", range: { start, end: start + 1 } };
  }
  if (reason.startsWith("unknown tag")) return createUnknownTagProblem(yaml, contentRange, reason, yamlError.offset);
  if (reason.startsWith("expected a single document")) {
    const start = contentRange.start + Math.max(0, yaml.search(/^\.\.\./m));
    return { kind: "syntax", error: "second-document", range: { start, end: start + 3 } };
  }
  if (scan.tabRange && scan.tabRange.start <= problemOffset)
    return { kind: "syntax", error: "tab", range: scan.tabRange };
  const cause = findPrecedingError(scan, problemOffset);
  if (!cause)
    return { kind: "syntax", range: findLineRange(text, contentRange, problemOffset), error: classifyError(reason) };
  return { kind: "syntax", ...cause, text: text.slice(cause.range.start, cause.range.end) };
}

function findPrecedingError(
  scan: FrontmatterScan,
  offset: number,
): { readonly range: TextRange; readonly error: YamlErrorKind } | undefined {
  const span = scan.spans.findLast((candidate) => candidate.error && candidate.valueRange.start <= offset);
  const strayLine = scan.strayLines.findLast((candidate) => candidate.start <= offset);
  if (strayLine && (!span || strayLine.start > span.range.start)) return { range: strayLine, error: "no-colon" };
  return span?.error ? { range: span.valueRange, error: span.error } : undefined;
}

function createUnknownTagProblem(
  yaml: string,
  contentRange: TextRange,
  reason: string,
  offset: number,
): FrontmatterProblem {
  const tag = (/!<(.*)>/.exec(reason)?.[1] ?? "!").replace("tag:yaml.org,2002:", "!!").slice(0, 60);
  const tagOffset = offset > 0 ? yaml.lastIndexOf(tag, offset) : yaml.indexOf(tag);
  const start = contentRange.start + Math.max(0, tagOffset);
  return { kind: "unknown-tag", range: { start, end: start + tag.length }, text: tag };
}

/**
 * Returns the range of the text on the line at the offset, without spaces around it. If only spaces and line breaks
 * precede the offset on that line, returns the last line with text before it.
 */
function findLineRange(text: string, contentRange: TextRange, offset: number): TextRange {
  let position = Math.min(offset, Math.max(contentRange.start, contentRange.end - 1));
  while (position > contentRange.start && /\s/.test(text[position] ?? " ")) position--;
  let start = position;
  while (start > contentRange.start && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  const end = getLineEnd(text, start, contentRange.end);
  const textStart = skipSpacesAndTabs(text, start, end);
  return { start: textStart, end: Math.max(textStart, findStartOfSpaces(text, textStart, end)) };
}

function classifyError(reason: string): YamlErrorKind {
  if (reason.includes("quoted scalar")) return "quote-not-closed";
  if (reason.includes("flow collection")) return "bracket-not-closed";
  if (/escape sequence|hexadecimal/.test(reason)) return "escape";
  if (reason.includes("alias")) return "alias";
  if (reason.includes("indentation")) return "indentation";
  return "other";
}

/** Frontmatter that doesn't start on the first line. The service treats it as the page's text. */
export interface LateFrontmatter {
  /** The offset of the opening `---`. */
  readonly start: number;
  /** The lines before the opening `---`: only blank lines, the opening fence of a code block, or other text. */
  readonly precedingKind: "blank" | "fence" | "text";
  /** The range of the code block's opening fence. Set only if `precedingKind` is `fence`. */
  readonly openingFence?: TextRange;
  /** The last line of the page, if it closes the code block. */
  readonly closing?: TextRange;
  /** Whether a parser ends the code block before the end of the page. */
  readonly endsEarly?: boolean;
}

/** The maximum number of characters before frontmatter that doesn't start on the first line. */
const maxPrecedingLength = 10_000;

/**
 * Returns frontmatter with a title that starts after the first line. Frontmatter in a code block counts only if the
 * page starts with that block and the block also contains other text, because any other block is an example.
 */
export function findLateFrontmatter(text: string): LateFrontmatter | undefined {
  const fence = readFrontmatterRanges(text);
  if (fence.kind !== "none") return undefined;
  let block: { readonly range: TextRange; readonly fence: string; readonly isFirst: boolean } | undefined;
  let isBlank = true;
  for (let start = fence.bodyStart; start < Math.min(text.length, maxPrecedingLength);) {
    const end = getLineEnd(text, start);
    const line = text.slice(start, end);
    const { fence: fenceMarker, info } = readFenceLine(line);
    if (block && fenceMarker.startsWith(block.fence) && info === "") block = undefined;
    else if (!block && fenceMarker !== "")
      block = { range: { start, end }, fence: fenceMarker, isFirst: isBlank && /^(?:mdx?|markdown)?$/.test(info) };
    else if (line.trimEnd() === "---" && (!block || block.isFirst)) {
      const bodyStart = start > fence.bodyStart ? findTitledFieldsEnd(text, start) : undefined;
      if (bodyStart !== undefined && block) return findFrontmatterInCodeBlock(text, start, bodyStart, block);
      if (bodyStart !== undefined && !canContinueOnNextLine(text.slice(0, start)))
        return { start, precedingKind: isBlank ? "blank" : "text" };
    }
    if (line.trim() !== "") {
      // Only a block that starts with the frontmatter can be the entire page.
      if (block?.isFirst && start > block.range.start) block = { ...block, isFirst: false };
      isBlank = false;
    }
    start = findNextLineStart(text, end);
  }
  return undefined;
}

/** Returns the marks and the info string of a line that opens or closes a code block. Both are empty on other lines. */
function readFenceLine(line: string): { readonly fence: string; readonly info: string } {
  const [start = "", fence = ""] = /^[ \t]*(`{3,}|~{3,})/.exec(line) ?? [];
  const info = line.slice(start.length).trim();
  // The info string of a fence with backticks can't contain backticks, so this line is inline code.
  return fence.startsWith("`") && info.includes("`") ? { fence: "", info: "" } : { fence, info };
}

/** Whether the text may be the start of an expression, script, comment, or component that contains the `---` line. */
function canContinueOnNextLine(precedingText: string): boolean {
  return /[{`]|<!--|<[A-Za-z](?![A-Za-z+.-]*:)/.test(precedingText);
}

/**
 * Returns the offset after the frontmatter at `start`, if it has a title and consists only of fields. The YAML isn't
 * parsed, because the MDX worker, which uses this function, doesn't contain the YAML parser.
 */
function findTitledFieldsEnd(text: string, start: number): number | undefined {
  const textFromStart = text.slice(start);
  const fence = readFrontmatterRanges(textFromStart);
  if (fence.kind !== "closed") return undefined;
  const { contentRange, bodyStart } = fence;
  if (contentRange.end - contentRange.start > maxFrontmatterSize) return undefined;
  const { spans, strayLines, tabRange } = scanFrontmatter(textFromStart, contentRange);
  if (strayLines.length > 0 || tabRange || spans.some(({ error }) => error !== undefined)) return undefined;
  const { valueRange: titleRange } = spans.find(({ key }) => key === "title") ?? {};
  if (!titleRange || /^["'\s]*$/.test(textFromStart.slice(titleRange.start, titleRange.end))) return undefined;
  return hasOnlyFields(textFromStart.slice(contentRange.start, contentRange.end)) ? start + bodyStart : undefined;
}

/** Whether the lines contain no comment and no blank line, so that they probably aren't text for readers. */
export function hasOnlyFields(yaml: string): boolean {
  return !/(?:^|\n|\r(?!\n))[ \t]*(?:#|[\r\n]|$)/.test(yaml.trim());
}

function findFrontmatterInCodeBlock(
  text: string,
  start: number,
  bodyStart: number,
  { range, fence }: { readonly range: TextRange; readonly fence: string },
): LateFrontmatter | undefined {
  const textEnd = text.trimEnd().length;
  let firstClosingOffset: number | undefined;
  let innerFence: string | undefined;
  let closingFence: TextRange | undefined;
  let isEmpty = true;
  for (let lineStart = bodyStart; lineStart < textEnd;) {
    const end = getLineEnd(text, lineStart);
    const { fence: lineFence, info } = readFenceLine(text.slice(lineStart, end));
    const isClosing = lineFence.startsWith(fence) && info === "";
    if (isClosing) firstClosingOffset ??= lineStart;
    if (innerFence !== undefined) {
      if (lineFence.startsWith(innerFence) && info === "") innerFence = undefined;
    } else if (isClosing && end >= textEnd) closingFence = { start: lineStart, end: text.length };
    else if (lineFence !== "") innerFence = lineFence;
    if (lineFence === "" && lineStart < end) isEmpty = false;
    lineStart = findNextLineStart(text, end);
  }
  if (isEmpty) return undefined;
  return {
    start,
    precedingKind: "fence",
    openingFence: range,
    ...(closingFence && { closing: closingFence }),
    endsEarly: firstClosingOffset !== undefined && firstClosingOffset !== closingFence?.start,
  };
}

/**
 * Returns the edits that remove the lines before the frontmatter and the closing fence of the code block that contains
 * it. Returns an empty list if text precedes the frontmatter.
 */
export function createRemovalEdits({ start, precedingKind, closing: closingRange }: LateFrontmatter): TextEdit[] {
  if (precedingKind === "text") return [];
  const removal = { range: { start: 0, end: start }, newText: "" };
  return closingRange ? [removal, { range: closingRange, newText: "" }] : [removal];
}

export const maxFrontmatterSize = 256 * 1024;
/** The maximum number of fields that are parsed separately if the YAML is broken. */
const maxRecoveredFields = 200;

export interface FrontmatterResult {
  readonly frontmatter: Frontmatter;
  /** The offset at which the page's body starts. */
  readonly bodyStart: number;
}

/**
 * Reads a page's frontmatter. Values are parsed with js-yaml, as in the service, whereas ranges come from Docwright's
 * own scan. Never throws an error and never runs code. Returns every recognizable field even if the YAML is broken, so
 * the rest of the site doesn't change while the author is typing.
 */
export function readFrontmatter(text: string): FrontmatterResult {
  const fence = readFrontmatterRanges(text);
  return { frontmatter: readContent(text, fence), bodyStart: fence.bodyStart };
}

function readContent(text: string, fence: FrontmatterRanges): Frontmatter {
  if (fence.kind === "none") return { range: undefined, contentRange: undefined, fields: new Map(), problems: [] };
  const { range, contentRange } = fence;
  const createEmptyFrontmatter = (problem: FrontmatterProblem): Frontmatter => ({
    range,
    contentRange,
    fields: new Map(),
    problems: [problem],
  });
  if (fence.kind === "tagged")
    return createEmptyFrontmatter({ kind: "language-not-allowed", range: fence.openingRange, text: fence.tag });
  if (contentRange.end - contentRange.start > maxFrontmatterSize)
    return createEmptyFrontmatter({ kind: "too-large", range: fence.openingRange });
  const scan = scanFrontmatter(text, contentRange);
  const { fields, problems } = readFields(text, contentRange, fence.openingRange, scan);
  if (fence.kind === "not-closed") {
    const problem = { kind: "not-closed", range: fence.openingRange } as const;
    return { range, contentRange, fields, problems: isEmpty(text, contentRange) ? [] : [problem] };
  }
  return { range, contentRange, fields, problems };
}

interface ParsedFields {
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly problems: readonly FrontmatterProblem[];
}

function readFields(
  text: string,
  contentRange: TextRange,
  openingRange: TextRange,
  scan: FrontmatterScan,
): ParsedFields {
  const yaml = text.slice(contentRange.start, contentRange.end);
  const { result, duplicates } = readWithoutDuplicates(yaml, contentRange, scan);
  if (!result.ok) {
    const problem =
      result.errorKind === "syntax"
        ? createYamlProblem(text, contentRange, scan, result)
        : { kind: result.errorKind, range: openingRange };
    const fieldsByKey =
      result.errorKind === "syntax" ? recoverFields(text, scan.spans) : new Map<string, FrontmatterField>();
    return { fields: fieldsByKey, problems: [problem] };
  }
  if (result.value !== null && !isMap(result.value))
    return { fields: new Map(), problems: [{ kind: "not-a-map", range: trimRange(text, contentRange) }] };
  const fieldsByKey = locateFields(result.value ?? new Map(), scan.spans, contentRange, text);
  if (!scan.tabRange) return { fields: fieldsByKey, problems: duplicates };
  return { fields: fieldsByKey, problems: [{ kind: "syntax", error: "tab", range: scan.tabRange }, ...duplicates] };
}

/**
 * Parses YAML that contains duplicate keys, which js-yaml rejects. Replaces all occurrences of a key except the first
 * with spaces, and parses the result. If a duplicate key is nested inside a value, its last occurrence is used.
 */
function readWithoutDuplicates(
  yaml: string,
  contentRange: TextRange,
  scan: FrontmatterScan,
): { readonly result: YamlResult; readonly duplicates: readonly FrontmatterProblem[] } {
  const result = readYaml(yaml);
  if (!isDuplicateKeyError(result)) return { result, duplicates: [] };
  const duplicateFields = findDuplicateFields(scan.spans);
  const duplicates = duplicateFields.map(({ span, first }) => ({
    kind: "duplicate-key" as const,
    range: span.keyRange,
    text: span.key,
    first: first.keyRange,
  }));
  const secondResult =
    duplicateFields.length > 0
      ? readYaml(
          maskSpans(
            yaml,
            contentRange.start,
            duplicateFields.map(({ span }) => span),
          ),
        )
      : result;
  if (!isDuplicateKeyError(secondResult)) return { result: secondResult, duplicates };
  const duplicateStart = contentRange.start + secondResult.offset;
  const nestedDuplicate = {
    kind: "duplicate-key" as const,
    range: { start: duplicateStart, end: duplicateStart + measureWord(yaml, secondResult.offset) },
    text: "",
  };
  const problem = {
    ...nestedDuplicate,
    text: yaml.slice(secondResult.offset, secondResult.offset + measureWord(yaml, secondResult.offset)),
  };
  return { result: readYaml(yaml, true), duplicates: [...duplicates, problem] };
}

function isDuplicateKeyError(result: YamlResult): result is YamlResult & { readonly offset: number } {
  return !result.ok && result.errorKind === "syntax" && result.reason === "duplicated mapping key";
}

function findDuplicateFields(spans: readonly FieldSpan[]): { readonly span: FieldSpan; readonly first: FieldSpan }[] {
  const firstByKey = new Map<string, FieldSpan>();
  const duplicateFields: { span: FieldSpan; first: FieldSpan }[] = [];
  for (const span of spans) {
    const firstSpan = firstByKey.get(span.key);
    if (firstSpan) duplicateFields.push({ span, first: firstSpan });
    else firstByKey.set(span.key, span);
  }
  return duplicateFields;
}

function maskSpans(yaml: string, contentStart: number, spans: readonly FieldSpan[]): string {
  let result = "";
  let position = 0;
  for (const { range } of spans) {
    const start = range.start - contentStart;
    const end = range.end - contentStart;
    result += yaml.slice(position, start) + yaml.slice(start, end).replace(/[^\r\n]/g, " ");
    position = end;
  }
  return result + yaml.slice(position);
}

function measureWord(yaml: string, offset: number): number {
  return Math.max(1, /^[^\s:]*/.exec(yaml.slice(offset, offset + 200))?.[0].length ?? 0);
}

/**
 * Combines values with their ranges, in file order. A value that was merged with `<<` has the range of the `<<` field.
 */
function locateFields(
  valueByKey: ReadonlyMap<string, FieldValue>,
  spans: readonly FieldSpan[],
  contentRange: TextRange,
  text: string,
): Map<string, FrontmatterField> {
  const fieldsByKey = new Map<string, FrontmatterField>();
  for (const { key, keyRange, valueRange } of spans) {
    const value = valueByKey.get(key);
    if (value !== undefined && !fieldsByKey.has(key)) fieldsByKey.set(key, { key, keyRange, valueRange, value });
  }
  if (fieldsByKey.size === valueByKey.size) return fieldsByKey;
  const mergeSpan = spans.find((span) => span.key === "<<");
  const range = mergeSpan?.keyRange ?? {
    start: contentRange.start,
    end: getLineEnd(text, contentRange.start, contentRange.end),
  };
  for (const [key, value] of valueByKey)
    if (!fieldsByKey.has(key))
      fieldsByKey.set(key, { key, keyRange: range, valueRange: mergeSpan?.valueRange ?? range, value });
  return fieldsByKey;
}

/**
 * Reads the fields of broken YAML one by one. If a field can't be parsed on its own, such as plain text with a colon,
 * its value is the text as written.
 */
function recoverFields(text: string, spans: readonly FieldSpan[]): Map<string, FrontmatterField> {
  const fieldsByKey = new Map<string, FrontmatterField>();
  for (const { key, keyRange, valueRange, range, error } of spans.slice(0, maxRecoveredFields)) {
    if (fieldsByKey.has(key)) continue;
    if (error === "colon-in-value") {
      fieldsByKey.set(key, { key, keyRange, valueRange, value: text.slice(valueRange.start, valueRange.end) });
      continue;
    }
    const result = error ? undefined : readYaml(text.slice(range.start, range.end));
    const value = result?.ok && isMap(result.value) ? result.value.get(key) : undefined;
    if (value !== undefined) fieldsByKey.set(key, { key, keyRange, valueRange, value });
  }
  return fieldsByKey;
}

function isMap(value: FieldValue): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const content = text.slice(start, end);
  const trimmedStart = start + (content.length - content.trimStart().length);
  return { start: trimmedStart, end: trimmedStart + content.trim().length };
}
