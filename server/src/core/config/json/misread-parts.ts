import { getLineEnd, type TextRange } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { isMisleading, type JsonProblem } from "./json-reader.ts";
import { findLineStart } from "./json-tokens.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject } from "./json-tree.ts";

/** The parts of a file that the parser may misinterpret because of syntax errors. */
export interface MisreadRanges {
  /**
   * The offset after which brackets don't match. The text after it may be at a different level than it appears to be.
   * Undefined if all brackets match.
   */
  readonly unmatchedStart: number | undefined;
  /**
   * Parts of lines that may be misread because a value is cut off or a quote is missing. If a quote is missing, strings
   * and the text between them are swapped.
   */
  readonly lines: readonly TextRange[];
  /** Keys, values, and other text with an error that doesn't affect the surrounding text. */
  readonly tokens: readonly TextRange[];
}

/**
 * The kinds of errors whose range contains the text that has the error. For all other kinds, the range marks the
 * position of missing text: between two tokens or after the last token.
 */
const textProblemKinds: ReadonlySet<JsonProblem["kind"]> = new Set([
  "unclosed-string",
  "invalid-string",
  "unquoted",
  "missing-colon",
  "missing-value",
  "unexpected",
]);

/**
 * Finds the parts of a file that may be misread. An error such as a missing comma doesn't affect other text, because
 * the parser can resume at the same level. A part also includes the value before the error, because that value's
 * bracket or quote may be missing.
 */
export const findMisreadParts = derive((file: JsonFile): MisreadRanges => {
  const errors = getMisleadingErrors(file);
  const hasBracketProblem = errors.some((error) => isBracketProblem(error, file.text));
  return {
    unmatchedStart: hasBracketProblem ? Math.min(...errors.map((error) => findUnpairedStart(file, error))) : undefined,
    lines: findMisreadLineParts(file, errors),
    tokens: mergeRanges(errors.filter(({ kind }) => textProblemKinds.has(kind)).map(({ range }) => range)),
  };
});

/** Returns the problems in a file, except for those that are consequences of an earlier problem. */
export const findIndependentProblems = derive((file: JsonFile): readonly JsonProblem[] => {
  const { unmatchedStart, lines } = findMisreadParts(file);
  const errors = getMisleadingErrors(file).toSorted((a, b) => a.range.start - b.range.start);
  const firstErrors = new Set(
    unmatchedStart === undefined
      ? lines.map((line) => errors.find(({ range }) => overlaps(line, range)))
      : errors.slice(0, 1),
  );
  return file.problems.filter((problem) => {
    const { kind, range } = problem;
    const isInLine = lines.some((line) => overlaps(line, range));
    if (kind === "comment") return !isInLine;
    return firstErrors.has(problem) || !(isInLine || (unmatchedStart !== undefined && unmatchedStart < range.end));
  });
});

/**
 * Whether a file may be incomplete because another program is still writing it. Such a file is either empty, or it has
 * an unclosed bracket and doesn't end with a closing bracket at the root's indentation. In contrast, a file that an
 * author is editing usually still ends with that bracket.
 */
export const mayBeTruncated = derive(({ text, root, problems }: JsonFile): boolean => {
  const trimmedText = text.trimEnd();
  if (!root) return trimmedText === "";
  // If there's an error at the end of the file, such as a key without a value, the unclosed bracket isn't reported.
  const hasUnclosedBracket = problems.some(
    ({ kind, range }) =>
      kind === "missing-close" ||
      (kind !== "unexpected" &&
        textProblemKinds.has(kind) &&
        /^\s?:?\s?$/.test(trimmedText.slice(range.end, range.end + 3))),
  );
  if (!hasUnclosedBracket) return false;
  return (
    !/[}\]]$/.test(trimmedText) || countIndentation(text, trimmedText.length) > countIndentation(text, root.range.start)
  );
});

/** Returns the number of spaces and tabs at the start of the line that contains the offset. */
function countIndentation(text: string, offset: number): number {
  const lineStart = findLineStart(text, offset);
  return text.slice(lineStart, offset).search(/[^ \t]|$/);
}

/** Whether a range contains text that has an error or that may have been misread because of an error. */
export function isMisreadRange(file: JsonFile, range: TextRange): boolean {
  const { unmatchedStart, lines, tokens } = findMisreadParts(file);
  return (
    (unmatchedStart !== undefined && unmatchedStart < range.end) ||
    overlapsAny(lines, range) ||
    overlapsAny(tokens, range)
  );
}

/**
 * Whether any object or array that contains the range may have members that the parser didn't find. If the range is a
 * key, the key's value is also checked. To ignore the root of a file whose top-level settings are independent of each
 * other, set `skipsRoot`.
 */
export function hasUncertainMembers(
  file: JsonFile,
  range: TextRange,
  { skipsRoot = false }: { readonly skipsRoot?: boolean } = {},
): boolean {
  const uncertainNodes = findUncertainNodes(file);
  if (uncertainNodes.size === 0) return false;
  for (let node = file.root; node?.kind === "object" || node?.kind === "array";) {
    if (uncertainNodes.has(node) && !(skipsRoot && node === file.root)) return true;
    const { key, value }: Partial<Member> = findLastMember(node, range.start) ?? {};
    node = value && (range.end <= value.range.end || (key && overlaps(key, range))) ? value : undefined;
  }
  return false;
}

/**
 * The objects and arrays that may have members that the parser didn't find, because a value is missing or because the
 * object or array continues in text that may be misread. Excludes objects and arrays in which only a single member is
 * affected.
 */
const findUncertainNodes = derive((file: JsonFile): ReadonlySet<JsonNode> => {
  const { unmatchedStart, lines } = findMisreadParts(file);
  const parts = [
    ...lines,
    ...getMisleadingErrors(file).flatMap((error) => (losesValue(error, file.text) ? [error.range] : [])),
    ...(unmatchedStart === undefined ? [] : [{ start: unmatchedStart, end: Number.POSITIVE_INFINITY }]),
  ];
  const uncertainNodes = new Set<JsonNode>();
  for (const part of parts)
    for (const offset of new Set([part.start, Math.min(part.end, file.text.length) - 1]))
      for (let node = file.root; node?.kind === "object" || node?.kind === "array";) {
        const { value }: Partial<Member> = findLastMember(node, offset) ?? {};
        const container = value?.kind === "object" || value?.kind === "array" ? value : undefined;
        if (!container || part.start < container.range.start || container.range.end < part.end)
          uncertainNodes.add(node);
        node = container && offset < container.range.end ? container : undefined;
      }
  return uncertainNodes;
});

/** Whether the error means that a key has no value, or that unexpected text may belong to a value. */
function losesValue({ kind, range }: JsonProblem, text: string): boolean {
  if (kind === "missing-colon") return isFollowedBy(/^\s*[,\]}]/, range, text);
  return kind === "missing-value" || (kind === "unexpected" && text.slice(range.start, range.end) !== ",");
}

/** The maximum number of characters to search for the next token. */
const maxSearchLength = 1000;

function isFollowedBy(pattern: RegExp, { end }: TextRange, text: string): boolean {
  return pattern.test(text.slice(end, end + maxSearchLength));
}

function getMisleadingErrors({ problems }: JsonFile): JsonProblem[] {
  return problems.filter(({ kind }) => isMisleading(kind));
}

function overlaps(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether the given range overlaps any of `ranges`, which must be sorted and can't overlap each other. */
function overlapsAny(ranges: readonly TextRange[], range: TextRange): boolean {
  let low = 0;
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= range.start) low = middle + 1;
    else high = middle;
  }
  const nextRange = ranges[low];
  return nextRange !== undefined && overlaps(nextRange, range);
}

/** Sorts the ranges, and merges those that overlap. */
function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const mergedRanges: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const lastRange = mergedRanges.at(-1);
    if (lastRange && start < lastRange.end) lastRange.end = Math.max(lastRange.end, end);
    else mergedRanges.push({ start, end });
  }
  return mergedRanges;
}

function isBracketProblem({ kind, range }: JsonProblem, text: string): boolean {
  return (
    kind === "missing-close" ||
    kind === "text-after-end" ||
    (kind === "unexpected" && /[{}[\]]/.test(text.slice(range.start, range.end)))
  );
}

function canCauseMisreading({ kind, range }: JsonProblem, text: string): boolean {
  if (kind === "unexpected") return text.slice(range.start, range.end) !== ",";
  if (kind !== "comment") return kind === "unclosed-string";
  return text[range.start - 1] === ":" || text.slice(range.start, range.end).includes('"');
}

/**
 * Returns the parts of lines that may be misread. Each part starts at the first error in its line, because that error
 * may have caused the later ones, such as an unclosed string or a comment that is actually part of a URL or glob.
 */
function findMisreadLineParts(file: JsonFile, errors: readonly JsonProblem[]): readonly TextRange[] {
  const { text } = file;
  const parts: { start: number; end: number }[] = [];
  const sortedProblems = file.problems.toSorted((a, b) => a.range.start - b.range.start);
  for (const problem of sortedProblems) {
    const { start: problemStart, end } = problem.range;
    const lastPart = parts.at(-1);
    if (!canCauseMisreading(problem, text) || (lastPart && problemStart < lastPart.end)) continue;
    const lineStart = findLineStart(text, problemStart);
    const errorsInLine = errors.filter(({ range }) => lineStart <= range.start && range.start <= problemStart);
    if (errorsInLine.length === 0) continue;
    const part = {
      start: Math.min(...errorsInLine.map((error) => findMisreadOffset(file, error))),
      end: Math.max(end, getLineEnd(text, problemStart)),
    };
    if (lastPart && part.start <= lastPart.end) lastPart.end = part.end;
    else parts.push(part);
  }
  return parts;
}

/**
 * Returns the start of the error. If the member before the error may also have been misread, returns the start of that
 * member instead.
 */
function findMisreadOffset({ root, text }: JsonFile, { kind, range, relatedRange }: JsonProblem): number {
  const position = range.start;
  if (kind === "unclosed-string" || kind === "unquoted" || kind === "missing-colon" || kind === "missing-value")
    return position;
  let start = position;
  let isScalar = false;
  for (let node = root; node?.kind === "object" || node?.kind === "array";) {
    const lastMember = findLastMember(node, position);
    if (!lastMember) break;
    start = lastMember.start;
    const { value }: { readonly value: JsonNode | undefined } = lastMember;
    isScalar = value?.kind !== "object" && value?.kind !== "array";
    const containsError =
      value !== undefined &&
      value.range.start < position &&
      (position < value.range.end - 1 || value.range.start === relatedRange?.start);
    if (!containsError || node.range.start === relatedRange?.start) break;
    node = value;
  }
  return isScalar || isBracketProblem({ kind, range }, text) ? start : position;
}

/**
 * Returns the start of the text that may be misread if brackets don't match. A key that is followed by a comma or a
 * closing bracket may be an item in a list whose opening bracket is missing. The parser treats the first item in such a
 * list as the value of the key before the list.
 */
function findUnpairedStart(file: JsonFile, error: JsonProblem): number {
  const isItem = error.kind === "missing-colon" && isFollowedBy(/^\s*[,\]]/, error.range, file.text);
  return isItem ? findPreviousMemberStart(file, error.range.start) : findMisreadOffset(file, error);
}

/**
 * Returns the start of the member before the one at the offset, in the same object. If no member precedes the offset in
 * the object, returns the offset.
 */
function findPreviousMemberStart({ root }: JsonFile, offset: number): number {
  for (let node = root; node?.kind === "object" || node?.kind === "array";) {
    const { start, value }: Partial<Member> = findLastMember(node, offset - 1) ?? {};
    if (start === undefined) break;
    if (!value || value.range.end <= offset) return start;
    node = value;
  }
  return offset;
}

interface Member {
  /** The start of the item or of the property's key. */
  readonly start: number;
  readonly key?: TextRange;
  readonly value: JsonNode | undefined;
}

/** Returns the last member that starts at or before the offset. Uses binary search. */
function findLastMember(node: JsonObject | JsonArray, offset: number): Member | undefined {
  const count = node.kind === "array" ? node.items.length : node.properties.length;
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >> 1;
    const member = getMember(node, middle);
    if (member && member.start <= offset) low = middle + 1;
    else high = middle;
  }
  return getMember(node, low - 1);
}

function getMember(node: JsonObject | JsonArray, index: number): Member | undefined {
  if (node.kind === "array") {
    const item = node.items[index];
    return item && { start: item.range.start, value: item };
  }
  const property = node.properties[index];
  return property && { start: property.keyRange.start, key: property.keyRange, value: property.value };
}
