import type { TextEdit, TextRange } from "../../text/text-edit.ts";
import { findSpaceEnd, findComma, isLineEnd, findLineStart, skipTrailingComments } from "./json-tokens.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject } from "./json-tree.ts";

/**
 * Minimal edits to a JSON file that preserve indentation, tabs, line endings, and every unaffected line. Positions are
 * ranges in the file's own tree, so these functions can also edit files that a `$ref` includes.
 */

/** Returns a string as JSON text. */
export function toJsonString(text: string): string {
  return simpleStringPattern.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * Matches strings that don't need escapes. This test is faster than escaping, and completion quotes thousands of paths
 * at a time.
 */
const simpleStringPattern = /^[\w/.-]+$/;

/**
 * Removes a property or array item, together with its comma, its line, and the comments after it on the same line.
 * Other comments are preserved. `range` is the range of the value, the key, or the entire member.
 */
export function removeMember(file: JsonFile, range: TextRange): TextEdit[] {
  return removeMembers(file, [range]);
}

/**
 * Removes several members like `removeMember`. The edits of members that are next to each other don't overlap. Returns
 * an empty list if any range isn't that of a member.
 */
export function removeMembers(file: JsonFile, ranges: readonly TextRange[]): TextEdit[] {
  const removedIndexesByContainer = new Map<MemberLocation["container"], Set<number>>();
  for (const range of ranges) {
    const location = findMemberLocation(file.root, range);
    if (!location) return [];
    const indexes = removedIndexesByContainer.get(location.container);
    if (indexes) indexes.add(location.index);
    else removedIndexesByContainer.set(location.container, new Set([location.index]));
  }
  return [...removedIndexesByContainer].flatMap(([container, indexes]) =>
    [...indexes]
      .filter((index) => !indexes.has(index - 1))
      .flatMap((firstIndex) => {
        let lastIndex = firstIndex;
        while (indexes.has(lastIndex + 1)) lastIndex++;
        return removeMemberRun(file, container, firstIndex, lastIndex);
      }),
  );
}

/** Removes the members from `firstIndex` to `lastIndex`. */
function removeMemberRun(
  file: JsonFile,
  container: MemberLocation["container"],
  firstIndex: number,
  lastIndex: number,
): TextEdit[] {
  const start = getMemberRange(container, firstIndex)?.start;
  const end = getMemberRange(container, lastIndex)?.end;
  if (start === undefined || end === undefined) return [];
  const { text } = file;
  const nextRange = getMemberRange(container, lastIndex + 1);
  const previousRange = getMemberRange(container, firstIndex - 1);
  if (nextRange) {
    if (!text.slice(end, nextRange.start).includes("/")) return [createRemoval(start, nextRange.start)];
    const commaOffset = findComma(text, end, nextRange.start);
    return [createRemoval(start, skipWhitespace(text, skipTrailingComments(text, (commaOffset ?? end - 1) + 1)))];
  }
  const { range } = container;
  const isClosed = /[\]}]/.test(text[range.end - 1] ?? "") && range.end > end;
  const trailingCommaOffset = isClosed ? findComma(text, end, range.end - 1) : undefined;
  const commentsEnd = skipTrailingComments(
    text,
    trailingCommaOffset === undefined ? findEndWithComma(file, end) : trailingCommaOffset + 1,
  );
  // On a line with the closing bracket, a comment before the trailing comma is preserved, as it is without the comma.
  const isCommentBeforeComma =
    trailingCommaOffset !== undefined &&
    text.slice(end, trailingCommaOffset).includes("/") &&
    !isLineEnd(text, findSpaceEnd(text, commentsEnd));
  const removalEnd = isCommentBeforeComma ? end : commentsEnd;
  return [
    ...removeLastMembers(file, container, { start, end, previousRange, removalEnd, isClosed }),
    ...(isCommentBeforeComma ? [createRemoval(trailingCommaOffset, trailingCommaOffset + 1)] : []),
  ];
}

/** Members at the end of an object or array, and the end of the text to remove. */
interface LastMembers extends TextRange {
  readonly previousRange: TextRange | undefined;
  readonly removalEnd: number;
  readonly isClosed: boolean;
}

function removeLastMembers(
  file: JsonFile,
  { range }: MemberLocation["container"],
  { start, end, previousRange, removalEnd, isClosed }: LastMembers,
): TextEdit[] {
  const { text } = file;
  if (previousRange) {
    const whitespaceStart = findWhitespaceStart(text, start);
    const commaOffset = findComma(text, previousRange.end, start);
    const hasComment = text.slice(previousRange.end, start).includes("/");
    if (!hasComment || commaOffset === undefined)
      return [createRemoval(hasComment ? start : previousRange.end, removalEnd)];
    // If the removed line contains more text, that text can't be joined to a line that ends with a comment.
    const isWholeLine = isLineEnd(text, findSpaceEnd(text, removalEnd));
    return [
      createRemoval(commaOffset, commaOffset + 1),
      createRemoval(isWholeLine ? Math.max(whitespaceStart, commaOffset + 1) : start, removalEnd),
    ];
  }
  if (!isClosed) return [createRemoval(start, findEndWithComma(file, end))];
  const innerText = text.slice(range.start + 1, start) + text.slice(removalEnd, range.end - 1);
  if (innerText.trim() === "") return [createRemoval(range.start + 1, range.end - 1)];
  return [
    createRemoval(
      isLineEnd(text, findSpaceEnd(text, removalEnd)) ? findWhitespaceStart(text, start) : start,
      removalEnd,
    ),
  ];
}

function createRemoval(start: number, end: number): TextEdit {
  return { range: { start, end }, newText: "" };
}

function findWhitespaceStart(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

function skipWhitespace(text: string, offset: number): number {
  return offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0);
}

/**
 * Inserts `"key": value` after the given property or as the last property of the object. `value` is JSON text as
 * returned by `formatJson`. Its continuation lines are indented to fit, or joined if the object is on one line. If the
 * object was merged with the keys next to a `$ref`, it has the range of the `$ref`'s target, so those keys are ignored.
 * Returns an empty list if the object is in another file, isn't closed, has a property without a value, or contains an
 * unclosed bracket or string.
 */
export function insertProperty(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: string,
  afterKey?: string,
): TextEdit[] {
  const source = object.file === file.path ? findNodeAtRange(file.root, object.range) : undefined;
  if (source?.kind !== "object" || source.properties.some((property) => !property.value)) return [];
  const index = source.properties.findIndex((property) => property.key === afterKey);
  return insertMember(file, source, `${toJsonString(key)}: ${value}`, index);
}

/**
 * Inserts `"key": value` (see `insertProperty`) as the first property of the object, which is where an object's name
 * usually is.
 */
export function insertFirstProperty(file: JsonFile, object: JsonObject, key: string, value: string): TextEdit[] {
  const source = object.file === file.path ? findNodeAtRange(file.root, object.range) : undefined;
  const [firstProperty] = source?.kind === "object" ? source.properties : [];
  if (!firstProperty || source?.kind !== "object") return insertProperty(file, object, key, value);
  const { eol } = detectLayout(file.text);
  const text = `${toJsonString(key)}: ${value}`;
  const { start } = firstProperty.keyRange;
  const insertRange = { start, end: start };
  if (!file.text.slice(source.range.start, start).includes("\n"))
    return [{ range: insertRange, newText: `${joinLines(text)}, ` }];
  const indentation = getIndentation(file.text, start);
  return [{ range: insertRange, newText: `${indentLines(text, eol, indentation)},${eol}${indentation}` }];
}

/**
 * Inserts JSON text (see `insertProperty`) as an array item, either after the item with the range `afterRange` or at
 * the end.
 */
export function insertItem(file: JsonFile, array: JsonArray, value: string, afterRange?: TextRange): TextEdit[] {
  const source = array.file === file.path ? findNodeAtRange(file.root, array.range) : undefined;
  if (source?.kind !== "array") return [];
  const index = afterRange ? source.items.findIndex((item) => item.range.start === afterRange.start) : -1;
  return insertMember(file, source, value, index);
}

/**
 * Returns a file's line ending and its indentation unit. The indentation unit is the most frequent increase in
 * indentation, or two spaces if no line is indented.
 */
export function detectLayout(text: string): { readonly eol: string; readonly indentUnit: string } {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", indentUnit: detectIndentUnit(text.slice(0, 20_000)) };
}

/** Returns the indentation unit of the text. A byte order mark before the first line is ignored. */
function detectIndentUnit(text: string): string {
  const countsByIndent = new Map<string, number>();
  let previousIndent = "";
  for (const [, indentation = ""] of text.trimStart().matchAll(/^([ \t]*)\S/gm)) {
    if (indentation.length > previousIndent.length) {
      const indentUnit = indentation.slice(previousIndent.length);
      countsByIndent.set(indentUnit, (countsByIndent.get(indentUnit) ?? 0) + 1);
    }
    previousIndent = indentation;
  }
  const [mostFrequentEntry] = [...countsByIndent].sort((a, b) => b[1] - a[1]);
  return mostFrequentEntry?.[0] ?? "  ";
}

/**
 * Returns `value` as multiline JSON text to insert. The text starts in the first column and uses the file's indentation
 * unit and line endings.
 */
export function formatJson(file: JsonFile, value: unknown): string {
  const { eol, indentUnit } = detectLayout(file.text);
  return JSON.stringify(value, null, indentUnit).replaceAll("\n", eol);
}

/**
 * Returns a node's source text for insertion with `insertItem`. The indentation of the node's first line is removed
 * from all other lines.
 */
export function getSourceText(file: JsonFile, range: TextRange): string {
  const { eol } = detectLayout(file.text);
  const indent = getIndentation(file.text, range.start);
  return file.text
    .slice(range.start, range.end)
    .split(eol)
    .map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join(eol);
}

interface MemberLocation {
  readonly container: JsonObject | JsonArray;
  readonly index: number;
}

function insertMember(file: JsonFile, container: JsonObject | JsonArray, text: string, afterIndex: number): TextEdit[] {
  if (isUnclosed(file, container.range)) return [];
  const { eol, indentUnit } = detectLayout(file.text);
  const { start, end } = container.range;
  const index = getMemberRange(container, afterIndex) ? afterIndex : countMembers(container) - 1;
  const previousRange = getMemberRange(container, index);
  if (!previousRange) {
    const outerIndent = getIndentation(file.text, start);
    const innerText = `${eol}${outerIndent}${indentUnit}${indentLines(text, eol, outerIndent + indentUnit)}${eol}${outerIndent}`;
    // Comments in the empty container are preserved.
    return [{ range: { start: findWhitespaceStart(file.text, end - 1), end: end - 1 }, newText: innerText }];
  }
  const commaOffset = findComma(file.text, previousRange.end, getMemberRange(container, index + 1)?.start ?? end - 1);
  return insertItemsAfter(file, container, [text], {
    ...previousRange,
    commaOffset,
    keepsComma: commaOffset !== undefined,
  });
}

/** A member after which others are inserted. */
export interface PreviousMember extends TextRange {
  /** The offset of the comma after the member. Undefined if there's no comma. */
  readonly commaOffset: number | undefined;
  /** Whether there's still a comma there after all other edits. */
  readonly keepsComma: boolean;
}

/** Inserts members after another one, in the style of the container. Comments stay next to the previous member. */
export function insertItemsAfter(
  { text }: JsonFile,
  { range: { start } }: Pick<JsonArray, "range">,
  texts: readonly string[],
  previousMember: PreviousMember,
): TextEdit[] {
  const { commaOffset, keepsComma } = previousMember;
  const { eol } = detectLayout(text);
  const previousEnd = (commaOffset ?? previousMember.end - 1) + 1;
  const position = skipTrailingComments(text, previousEnd, true);
  const isOneLine = !text.slice(start, previousMember.start).includes("\n");
  // A line comment ends only with the line.
  const sharesLine = isOneLine && (position === previousEnd || !isLineEnd(text, findSpaceEnd(text, position)));
  const indentation = getIndentation(text, previousMember.start);
  const formattedItems = texts.map((memberText) =>
    sharesLine ? ` ${joinLines(memberText)}` : `${eol}${indentation}${indentLines(memberText, eol, indentation)}`,
  );
  const insertedText = formattedItems.join(",");
  if (position === previousEnd) {
    const isCommented = commaOffset !== undefined && text.slice(previousMember.end, commaOffset).trim() !== "";
    return [createInsertion(isCommented ? commaOffset : previousMember.end, `,${insertedText}`)];
  }
  if (keepsComma) return [createInsertion(position, `${insertedText},`)];
  if (sharesLine) return [createInsertion(position, `,${insertedText}`)];
  if (commaOffset !== undefined)
    return [createInsertion(previousMember.end, ","), createInsertion(position, insertedText)];
  const range = { start: previousMember.end, end: position };
  return [{ range, newText: `,${text.slice(previousMember.end, position)}${insertedText}` }];
}

function createInsertion(offset: number, newText: string): TextEdit {
  return { range: { start: offset, end: offset }, newText };
}

/** Returns the text of a member that becomes the first one, in the style of another member. */
export function formatFirstMember(
  file: JsonFile,
  { range }: JsonArray,
  otherMemberRange: TextRange,
  text: string,
): string {
  if (!file.text.slice(range.start, otherMemberRange.start).includes("\n")) return joinLines(text);
  const { eol } = detectLayout(file.text);
  const indentation = getIndentation(file.text, otherMemberRange.start);
  return `${eol}${indentation}${indentLines(text, eol, indentation)}`;
}

/** Merges insertions after the same member, so that a comment after that member isn't repeated. */
export function mergeInsertions({ text }: JsonFile, edits: readonly TextEdit[]): TextEdit[] {
  const editsByRange = new Map<string, TextEdit>();
  for (const { range, newText } of edits) {
    const key = `${range.start} ${range.end}`;
    const mergedEdit = editsByRange.get(key);
    const commonText = `,${text.slice(range.start, range.end)}`;
    const addedText = mergedEdit && range.end > range.start ? `,${newText.slice(commonText.length)}` : newText;
    editsByRange.set(key, { range, newText: (mergedEdit?.newText ?? "") + addedText });
  }
  return [...editsByRange.values()];
}

/**
 * Whether a value contains an unclosed bracket or string, or the file ends after a key inside the value. In these
 * cases, the value's actual end may differ from the end of its range.
 */
export function isUnclosed({ problems, text }: JsonFile, { start, end }: TextRange): boolean {
  return problems.some(({ kind, range, relatedRange }) => {
    const isOpen =
      kind === "unclosed-string" ||
      ((kind === "missing-colon" || kind === "missing-value") && /^\s*:?\s*$/.test(text.slice(range.end)));
    const openRange = kind === "missing-close" ? relatedRange : isOpen ? range : undefined;
    return openRange !== undefined && start <= openRange.start && openRange.start < end;
  });
}

function indentLines(text: string, eol: string, indentation: string): string {
  return text.replaceAll(eol, eol + indentation);
}

/** Replaces each line break and the whitespace around it with one space. JSON strings don't contain line breaks. */
function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** Returns the whitespace at the start of the line that contains `offset`. */
function getIndentation(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  if (lineStart === 0) return "";
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/**
 * Returns the range of an item or of an entire property, from its key to its value. Returns undefined if the index is
 * out of range.
 */
function getMemberRange(container: JsonObject | JsonArray, index: number): TextRange | undefined {
  if (container.kind === "array") return container.items[index]?.range;
  const property = container.properties[index];
  return property && { start: property.keyRange.start, end: property.value?.range.end ?? property.keyRange.end };
}

function countMembers(container: JsonObject | JsonArray): number {
  return container.kind === "array" ? container.items.length : container.properties.length;
}

/**
 * Finds the member that contains the range. Uses binary search, because a file may have 100,000 members, each with a
 * problem.
 */
function findMemberIndex(container: JsonObject | JsonArray, range: TextRange): number | undefined {
  let [low, high] = [0, countMembers(container) - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const member = getMemberRange(container, middle);
    if (member && member.start <= range.start) low = middle;
    else high = middle - 1;
  }
  const memberRange = getMemberRange(container, low);
  return memberRange && memberRange.start <= range.start && range.end <= memberRange.end ? low : undefined;
}

function getChild(container: JsonObject | JsonArray, index: number): JsonNode | undefined {
  return container.kind === "array" ? container.items[index] : container.properties[index]?.value;
}

/** Returns the node that has exactly this range in the file's own tree. */
export function findNodeAtRange(root: JsonNode | undefined, range: TextRange): JsonNode | undefined {
  let node = root;
  while (node && !isSameRange(node.range, range)) {
    if (node.kind !== "object" && node.kind !== "array") return undefined;
    const index = findMemberIndex(node, range);
    node = index === undefined ? undefined : getChild(node, index);
  }
  return node;
}

function findMemberLocation(root: JsonNode | undefined, range: TextRange): MemberLocation | undefined {
  let node = root;
  while (node?.kind === "object" || node?.kind === "array") {
    const index = findMemberIndex(node, range);
    if (index === undefined) return undefined;
    const child = getChild(node, index);
    const isInChild = child && child.range.start <= range.start && range.end <= child.range.end;
    if (!isInChild || isSameRange(child.range, range)) return { container: node, index };
    node = child;
  }
  return undefined;
}

function isSameRange(a: TextRange, b: TextRange): boolean {
  return a.start === b.start && a.end === b.end;
}

/**
 * Returns the end of the text to remove when a member is removed. The text includes a trailing comma and, if the member
 * has no value, the colon after its key.
 */
function findEndWithComma(file: JsonFile, end: number): number {
  const match = /^(?:\s*:)?(?:\s*,)?/.exec(file.text.slice(end));
  return end + (match?.[0].length ?? 0);
}

/**
 * Returns the text of a value for insertion into another file. The indentation of the value's first line is removed
 * from all other lines. The result has the line endings and indentation unit of the target file.
 */
export function convertTextForFile(sourceFile: JsonFile, { start, end }: TextRange, targetFile: JsonFile): string {
  const [sourceLayout, targetLayout] = [detectLayout(sourceFile.text), detectLayout(targetFile.text)];
  const lineStart = findLineStart(sourceFile.text, start);
  const baseIndentation = sourceFile.text.slice(lineStart, Math.min(start, findSpaceEnd(sourceFile.text, lineStart)));
  return sourceFile.text
    .slice(start, end)
    .split(/\r?\n/)
    .map((line, i) => (i > 0 && line.startsWith(baseIndentation) ? line.slice(baseIndentation.length) : line))
    .map((line, i) =>
      i > 0 && sourceFile !== targetFile
        ? convertIndentation(line, sourceLayout.indentUnit, targetLayout.indentUnit)
        : line,
    )
    .join(targetLayout.eol);
}

function convertIndentation(line: string, oldUnit: string, newUnit: string): string {
  if (oldUnit === newUnit) return line;
  let levelCount = 0;
  while (line.startsWith(oldUnit, levelCount * oldUnit.length)) levelCount++;
  return newUnit.repeat(levelCount) + line.slice(levelCount * oldUnit.length);
}

/** Formats JSON values as a multiline array, with each value on a separate line. */
export function formatArray(file: JsonFile, texts: readonly string[]): string {
  const { eol, indentUnit } = detectLayout(file.text);
  const items = texts.map((text) => eol + indentUnit + text.replace(/\n(?=.)/g, `\n${indentUnit}`));
  return `[${items.join(",")}${eol}]`;
}
