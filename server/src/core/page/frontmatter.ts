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
export type Fence =
  | { readonly kind: "none"; readonly bodyStart: number }
  | {
      readonly kind: "closed" | "not-closed" | "tagged";
      /** The range from the opening fence to the closing fence, without the line break after it. */
      readonly range: TextRange;
      /** The range of the opening `---`, including its tag if it has one. */
      readonly opening: TextRange;
      /** The range of the text between the fences, without the line break before the closing fence. */
      readonly content: TextRange;
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
export function readFence(text: string): Fence {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return { kind: "none", bodyStart: start };
  const openingEnd = getLineEnd(text, start);
  const tagStart = skipSpacesAndTabs(text, start + 3, openingEnd);
  const tagEnd = findStartOfSpaces(text, tagStart, openingEnd);
  const contentStart = findNextLineStart(text, openingEnd);
  const { contentEnd, fenceEnd, closed } = findEnd(text, contentStart);
  const tag = text.slice(tagStart, tagEnd);
  const content = { start: contentStart, end: contentEnd };
  if (tag === "" && !closed && !startsWithField(text, content)) return { kind: "none", bodyStart: start };
  return {
    kind: tag !== "" ? "tagged" : closed ? "closed" : "not-closed",
    range: { start, end: fenceEnd },
    opening: { start, end: Math.max(tagEnd, start + 3) },
    content,
    tag,
    bodyStart: findNextLineStart(text, fenceEnd),
  };
}

/** Whether the lines are empty or start with one of the service's fields or with the beginning of a field's name. */
function startsWithField(text: string, content: TextRange): boolean {
  if (isEmpty(text, content)) return true;
  const {
    spans,
    strayLines: [stray],
  } = scanFrontmatter(text, content);
  const fields = stray ? spans.filter(({ range }) => range.start < stray.start) : spans;
  if (fields.length > 0 || !stray) return fields.some(({ key }) => frontmatterFields.has(key));
  const typedText = text.slice(stray.start, findStartOfSpaces(text, stray.start, stray.end));
  return [...frontmatterFields.keys()].some((key) => key.startsWith(typedText));
}

function isEmpty(text: string, { start, end }: TextRange): boolean {
  return text.slice(start, end).trim() === "";
}

function findEnd(text: string, contentStart: number) {
  let firstBlankLine: number | undefined;
  let previousEnd = contentStart;
  for (let line = contentStart; line < text.length;) {
    const end = getLineEnd(text, line);
    if (text.startsWith("---", line)) return { contentEnd: previousEnd, fenceEnd: end, closed: true };
    if (firstBlankLine === undefined && line > contentStart && skipSpacesAndTabs(text, line, end) === end)
      firstBlankLine = previousEnd;
    previousEnd = end;
    line = findNextLineStart(text, end);
  }
  const contentEnd = firstBlankLine ?? previousEnd;
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
  content: TextRange,
  scan: FrontmatterScan,
  refusal: { readonly reason: string; readonly offset: number },
): FrontmatterProblem {
  const { reason } = refusal;
  const yaml = text.slice(content.start, content.end);
  const problemOffset = content.start + Math.min(refusal.offset, yaml.length);
  if (/non-printable|null byte/.test(reason)) {
    const start = content.start + Math.max(0, yaml.search(unreadablePattern));
    return { kind: "not-text", range: { start, end: start + 1 } };
  }
  if (reason.startsWith("unknown tag")) return createUnknownTagProblem(yaml, content, reason, refusal.offset);
  if (reason.startsWith("expected a single document")) {
    const start = content.start + Math.max(0, yaml.search(/^\.\.\./m));
    return { kind: "syntax", error: "second-document", range: { start, end: start + 3 } };
  }
  if (scan.tab && scan.tab.start <= problemOffset) return { kind: "syntax", error: "tab", range: scan.tab };
  const cause = findPrecedingError(scan, problemOffset);
  if (!cause)
    return { kind: "syntax", range: findLineRange(text, content, problemOffset), error: classifyError(reason) };
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

function createUnknownTagProblem(yaml: string, content: TextRange, reason: string, offset: number): FrontmatterProblem {
  const tag = (/!<(.*)>/.exec(reason)?.[1] ?? "!").replace("tag:yaml.org,2002:", "!!").slice(0, 60);
  const tagOffset = offset > 0 ? yaml.lastIndexOf(tag, offset) : yaml.indexOf(tag);
  const start = content.start + Math.max(0, tagOffset);
  return { kind: "unknown-tag", range: { start, end: start + tag.length }, text: tag };
}

/**
 * Returns the range of the text on the line at the offset, without spaces around it. If only spaces and line breaks
 * precede the offset on that line, returns the last line with text before it.
 */
function findLineRange(text: string, content: TextRange, offset: number): TextRange {
  let position = Math.min(offset, Math.max(content.start, content.end - 1));
  while (position > content.start && /\s/.test(text[position] ?? " ")) position--;
  let start = position;
  while (start > content.start && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  const end = getLineEnd(text, start, content.end);
  const first = skipSpacesAndTabs(text, start, end);
  return { start: first, end: Math.max(first, findStartOfSpaces(text, first, end)) };
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
  readonly fence?: TextRange;
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
  const fence = readFence(text);
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
      if (bodyStart !== undefined && block) return findInCodeBlock(text, start, bodyStart, block);
      if (bodyStart !== undefined && !mayContinue(text.slice(0, start)))
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
function mayContinue(precedingText: string): boolean {
  return /[{`]|<!--|<[A-Za-z](?![A-Za-z+.-]*:)/.test(precedingText);
}

/**
 * Returns the offset after the frontmatter at `start`, if it has a title and consists only of fields. The YAML isn't
 * parsed, because the MDX worker, which uses this function, doesn't contain the YAML parser.
 */
function findTitledFieldsEnd(text: string, start: number): number | undefined {
  const rest = text.slice(start);
  const fence = readFence(rest);
  if (fence.kind !== "closed") return undefined;
  const { content: contentRange, bodyStart } = fence;
  if (contentRange.end - contentRange.start > maxFrontmatterSize) return undefined;
  const { spans, strayLines, tab: tabRange } = scanFrontmatter(rest, contentRange);
  if (strayLines.length > 0 || tabRange || spans.some(({ error }) => error !== undefined)) return undefined;
  const { valueRange: title } = spans.find(({ key }) => key === "title") ?? {};
  if (!title || /^["'\s]*$/.test(rest.slice(title.start, title.end))) return undefined;
  return hasOnlyFields(rest.slice(contentRange.start, contentRange.end)) ? start + bodyStart : undefined;
}

/** Whether the lines contain no comment and no blank line, so that they probably aren't text for readers. */
export function hasOnlyFields(yaml: string): boolean {
  return !/(?:^|\n|\r(?!\n))[ \t]*(?:#|[\r\n]|$)/.test(yaml.trim());
}

function findInCodeBlock(
  text: string,
  start: number,
  bodyStart: number,
  { range, fence }: { readonly range: TextRange; readonly fence: string },
): LateFrontmatter | undefined {
  const lastEnd = text.trimEnd().length;
  let firstClosingFence: number | undefined;
  let innerIndent: string | undefined;
  let lastRange: TextRange | undefined;
  let isEmpty = true;
  for (let line = bodyStart; line < lastEnd;) {
    const end = getLineEnd(text, line);
    const { fence: foundFence, info } = readFenceLine(text.slice(line, end));
    const isClosing = foundFence.startsWith(fence) && info === "";
    if (isClosing) firstClosingFence ??= line;
    if (innerIndent !== undefined) {
      if (foundFence.startsWith(innerIndent) && info === "") innerIndent = undefined;
    } else if (isClosing && end >= lastEnd) lastRange = { start: line, end: text.length };
    else if (foundFence !== "") innerIndent = foundFence;
    if (foundFence === "" && line < end) isEmpty = false;
    line = findNextLineStart(text, end);
  }
  if (isEmpty) return undefined;
  return {
    start,
    precedingKind: "fence",
    fence: range,
    ...(lastRange && { closing: lastRange }),
    endsEarly: firstClosingFence !== undefined && firstClosingFence !== lastRange?.start,
  };
}

/**
 * Returns the edits that remove the lines before the frontmatter and the closing fence of the code block that contains
 * it. Returns an empty list if text precedes the frontmatter.
 */
export function removePrecedingText({ start, precedingKind, closing: closingRange }: LateFrontmatter): TextEdit[] {
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
  const fence = readFence(text);
  return { frontmatter: readContent(text, fence), bodyStart: fence.bodyStart };
}

function readContent(text: string, fence: Fence): Frontmatter {
  if (fence.kind === "none") return { range: undefined, content: undefined, fields: new Map(), problems: [] };
  const { range, content } = fence;
  const refuse = (problem: FrontmatterProblem): Frontmatter => ({
    range,
    content,
    fields: new Map(),
    problems: [problem],
  });
  if (fence.kind === "tagged") return refuse({ kind: "language-not-allowed", range: fence.opening, text: fence.tag });
  if (content.end - content.start > maxFrontmatterSize) return refuse({ kind: "too-large", range: fence.opening });
  const scan = scanFrontmatter(text, content);
  const { fields, problems } = readFields(text, content, fence.opening, scan);
  if (fence.kind === "not-closed") {
    const problem = { kind: "not-closed", range: fence.opening } as const;
    return { range, content, fields, problems: isEmpty(text, content) ? [] : [problem] };
  }
  return { range, content, fields, problems };
}

interface Fields {
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  readonly problems: readonly FrontmatterProblem[];
}

function readFields(text: string, content: TextRange, opening: TextRange, scan: FrontmatterScan): Fields {
  const yaml = text.slice(content.start, content.end);
  const { result, duplicates } = readWithoutDuplicates(yaml, content, scan);
  if (!result.ok) {
    const problem =
      result.refusal === "syntax"
        ? createYamlProblem(text, content, scan, result)
        : { kind: result.refusal, range: opening };
    const fieldsByKey =
      result.refusal === "syntax" ? recoverFields(text, scan.spans) : new Map<string, FrontmatterField>();
    return { fields: fieldsByKey, problems: [problem] };
  }
  if (result.value !== null && !isMap(result.value))
    return { fields: new Map(), problems: [{ kind: "not-a-map", range: trimRange(text, content) }] };
  const fieldsByKey = locateFields(result.value ?? new Map(), scan.spans, content, text);
  if (!scan.tab) return { fields: fieldsByKey, problems: duplicates };
  return { fields: fieldsByKey, problems: [{ kind: "syntax", error: "tab", range: scan.tab }, ...duplicates] };
}

/**
 * Parses YAML that contains duplicate keys, which js-yaml rejects. Replaces all occurrences of a key except the first
 * with spaces, and parses the result. If a duplicate key is nested inside a value, its last occurrence is used.
 */
function readWithoutDuplicates(
  yaml: string,
  content: TextRange,
  scan: FrontmatterScan,
): { readonly result: YamlResult; readonly duplicates: readonly FrontmatterProblem[] } {
  const result = readYaml(yaml);
  if (!isDuplicate(result)) return { result, duplicates: [] };
  const duplicateFields = findDuplicates(scan.spans);
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
            content.start,
            duplicateFields.map(({ span }) => span),
          ),
        )
      : result;
  if (!isDuplicate(secondResult)) return { result: secondResult, duplicates };
  const duplicateStart = content.start + secondResult.offset;
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

function isDuplicate(result: YamlResult): result is YamlResult & { readonly offset: number } {
  return !result.ok && result.refusal === "syntax" && result.reason === "duplicated mapping key";
}

function findDuplicates(spans: readonly FieldSpan[]): { readonly span: FieldSpan; readonly first: FieldSpan }[] {
  const firstByKey = new Map<string, FieldSpan>();
  const duplicateFields: { span: FieldSpan; first: FieldSpan }[] = [];
  for (const span of spans) {
    const first = firstByKey.get(span.key);
    if (first) duplicateFields.push({ span, first });
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
  content: TextRange,
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
    start: content.start,
    end: getLineEnd(text, content.start, content.end),
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
  const from = start + (content.length - content.trimStart().length);
  return { start: from, end: from + content.trim().length };
}
