import type { TextEdit, TextRange } from "../../text/text-edit.ts";
import { detectLayout, findNodeAtRange, isUnclosed } from "./json-edit.ts";
import {
  findSpaceEnd,
  findSpaceStart,
  findComma,
  isLineEnd,
  findLineStart,
  skipTrailingComments,
} from "./json-tokens.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject } from "./json-tree.ts";

/**
 * The source ranges of an array or object and its members. `range` includes the brackets. A member is an array item or
 * an entire property.
 */
export interface Members {
  readonly range: TextRange;
  readonly members: readonly TextRange[];
}

export interface MemberChange {
  /** The start offsets of the members to remove. */
  readonly removedStarts?: ReadonlySet<number>;
  /** The values to insert, as JSON text. Continuation lines are indented as if the text started in the first column. */
  readonly texts?: readonly string[];
  /**
   * The member after which the new members are inserted. It can't be one of the removed members. If undefined, the new
   * members are inserted before all other members.
   */
  readonly afterRange?: TextRange | undefined;
}

interface MemberSlot extends TextRange {
  /** The offset of the comma after the member. Undefined if there is no comma, for example, after the last member. */
  readonly commaOffset: number | undefined;
  readonly isRemoved: boolean;
}

/**
 * Returns edits that remove and insert members in the style of the list, either on separate lines or all on one line.
 * Comments, blank lines, and other text between members are preserved, and so is a trailing comma. The edits don't
 * overlap or touch each other. Returns an empty list if the array or object isn't closed or contains an unclosed
 * bracket or string.
 */
export function changeMembers(file: JsonFile, { range, members }: Members, change: MemberChange): TextEdit[] {
  const { text } = file;
  const { removedStarts = new Set(), texts = [], afterRange } = change;
  if (isUnclosed(file, range)) return [];
  const slots = members.map(({ start, end }, i): MemberSlot => {
    const commaOffset = findComma(text, end, members[i + 1]?.start ?? range.end - 1);
    return { start, end, commaOffset, isRemoved: removedStarts.has(start) };
  });
  const retainedSlots = slots.filter(({ isRemoved }) => !isRemoved);
  const previousSlot = afterRange && retainedSlots.find(({ start }) => start === afterRange.start);
  const hasTrailingComma = slots.at(-1)?.commaOffset !== undefined;
  const isLast = (slot: MemberSlot | undefined) => slot === retainedSlots.at(-1);
  const edits = [
    ...(retainedSlots.length === 0 && texts.length === 0 && isBlankAfterRemoval(text, range, slots)
      ? [createRemoval(range.start + 1, range.end - 1)]
      : createRemovals(text, slots)),
    ...retainedSlots.flatMap((slot) => {
      const needsComma = hasTrailingComma || !isLast(slot) || (slot === previousSlot && texts.length > 0);
      const end = slot === previousSlot && texts.length > 0 ? findCommaOffset(text, slot) : slot.end;
      return createCommaEdits(text, { ...slot, end }, needsComma, slot === slots.at(-1) || slot === previousSlot);
    }),
    ...createInsertions(file, range, slots, texts, previousSlot, hasTrailingComma || !isLast(previousSlot)),
  ];
  return mergeEdits(edits);
}

function createRemoval(start: number, end: number): TextEdit {
  return { range: { start, end }, newText: "" };
}

function createInsertion(offset: number, newText: string): TextEdit {
  return { range: { start: offset, end: offset }, newText };
}

function isBlankAfterRemoval(text: string, range: TextRange, slots: readonly MemberSlot[]): boolean {
  const retainedText = slots.reduceRight(
    (remainingText, { start, end, commaOffset }) =>
      remainingText.slice(0, start) +
      remainingText.slice(end, commaOffset ?? end) +
      remainingText.slice(commaOffset === undefined ? end : commaOffset + 1),
    text.slice(0, range.end - 1),
  );
  return retainedText.slice(range.start + 1).trim() === "";
}

function createRemovals(text: string, slots: readonly MemberSlot[]): TextEdit[] {
  const spans: { start: number; end: number }[] = [];
  const add = (start: number, end: number) => {
    const lastSpan = spans.at(-1);
    if (lastSpan && findSpaceEnd(text, lastSpan.end) >= start) lastSpan.end = end;
    else spans.push({ start, end });
  };
  for (const { start, end, commaOffset, isRemoved } of slots) {
    if (!isRemoved) continue;
    add(start, end);
    if (commaOffset !== undefined) add(findSpaceEnd(text, end) === commaOffset ? end : commaOffset, commaOffset + 1);
  }
  return spans.map(({ start, end }) => removeWithSpaces(text, start, end));
}

/**
 * Removes the range and, if nothing else is on its line, the line. Otherwise, also removes the spaces on one side of
 * the range.
 */
function removeWithSpaces(text: string, start: number, end: number): TextEdit {
  const [spaceStart, spaceEnd] = [findSpaceStart(text, start), findSpaceEnd(text, end)];
  const [beginsLine, endsLine] = [spaceStart === findLineStart(text, start), isLineEnd(text, spaceEnd)];
  if (beginsLine && endsLine) return createRemoval(spaceStart, text.indexOf("\n", spaceEnd) + 1);
  if (beginsLine) return createRemoval(start, spaceEnd);
  if (endsLine || /[\]}]/.test(text[spaceEnd] ?? "")) return createRemoval(spaceStart, endsLine ? spaceEnd : end);
  return createRemoval(start, spaceEnd);
}

/**
 * Returns the edit that adds or removes the comma after a member, or an empty list if no edit is needed. A missing
 * comma is added only if `mayAddComma` is set.
 */
function createCommaEdits(
  text: string,
  { end, commaOffset }: MemberSlot,
  needsComma: boolean,
  mayAddComma: boolean,
): TextEdit[] {
  if (commaOffset === undefined) return needsComma && mayAddComma ? [createInsertion(end, ",")] : [];
  return needsComma
    ? []
    : [createRemoval(findSpaceEnd(text, end) === commaOffset ? end : commaOffset, commaOffset + 1)];
}

/** Returns the offset at which a comma is added after a member. Block comments before a bracket stay before it. */
function findCommaOffset(text: string, { end, commaOffset }: MemberSlot): number {
  const commentsEnd = commaOffset === undefined ? skipTrailingComments(text, end, true) : end;
  return isLineEnd(text, findSpaceEnd(text, commentsEnd)) ? end : commentsEnd;
}

function createInsertions(
  file: JsonFile,
  range: TextRange,
  slots: readonly MemberSlot[],
  texts: readonly string[],
  previousSlot: MemberSlot | undefined,
  endsWithComma: boolean,
): TextEdit[] {
  if (texts.length === 0) return [];
  const { text } = file;
  const [firstSlot] = slots;
  if (!firstSlot) return insertIntoEmptyList(file, range, texts);
  const { eol } = detectLayout(text);
  const nextSlot = previousSlot ? slots[slots.indexOf(previousSlot) + 1] : firstSlot;
  const from = previousSlot ? (previousSlot.commaOffset ?? previousSlot.end - 1) + 1 : range.start + 1;
  const position = skipTrailingComments(text, from, nextSlot === undefined);
  const slotOnOwnLine = slots.find(({ start }) => beginsLine(text, start));
  const sharesLine = nextSlot !== undefined && !text.slice(from, nextSlot.start).includes("\n");
  if (slotOnOwnLine && !sharesLine) {
    const lineEnd = findSpaceEnd(text, position);
    const indentation = readIndentation(text, slotOnOwnLine.start);
    const lines = texts.map((memberText) => `${eol}${indentation}${indentLines(memberText, eol, indentation)}`);
    // If the line ends with spaces, the text is inserted after them to preserve them.
    return [
      createInsertion(isLineEnd(text, lineEnd) ? lineEnd : position, lines.join(",") + (endsWithComma ? "," : "")),
    ];
  }
  const isOneLine = slotOnOwnLine !== undefined || !text.slice(range.start, range.end).includes("\n");
  const baseIndentation = readIndentation(text, previousSlot ? from : firstSlot.start);
  const formattedMembers = texts.map((memberText) =>
    isOneLine ? joinLines(memberText, eol, baseIndentation) : indentLines(memberText, eol, baseIndentation),
  );
  const spaceAfterComma = getSpaceAfterComma(text, slots);
  if (previousSlot) {
    // A line comment ends only with the line.
    const separator =
      position > from && isLineEnd(text, findSpaceEnd(text, position)) ? eol + baseIndentation : spaceAfterComma;
    return [
      createInsertion(position, separator + formattedMembers.join(`,${spaceAfterComma}`) + (endsWithComma ? "," : "")),
    ];
  }
  return [
    createInsertion(
      firstSlot.start,
      formattedMembers.join(`,${spaceAfterComma}`) + (endsWithComma ? `,${spaceAfterComma}` : ""),
    ),
  ];
}

/**
 * Returns edits that insert members into an array or object that has no members but may contain comments. No line
 * breaks are added if the file consists of a single line, or if a comment leaves no line break at which to insert the
 * members.
 */
function insertIntoEmptyList(file: JsonFile, { start, end }: TextRange, texts: readonly string[]): TextEdit[] {
  const { text } = file;
  const { eol, indentUnit } = detectLayout(text);
  const outerIndent = readIndentation(text, start);
  const innerText = text.slice(start + 1, end - 1);
  const contentEnd = start + 1 + innerText.trimEnd().length;
  const isBlank = innerText.trim() === "";
  // The text is inserted before the last line, unless a comment spans the start of that line.
  const lastLineMatch = /\r?\n[^\n]*$/.exec(innerText);
  const startsInComment = lastLineMatch !== null && /^(?!.*\/\*).*\*\//s.test(lastLineMatch[0]);
  if (isBlank ? !text.includes("\n") : !lastLineMatch || startsInComment) {
    const spaceAfterComma = getSpaceAfterComma(text, []);
    const formattedText = texts
      .map((memberText) => joinLines(memberText, eol, outerIndent))
      .join(`,${spaceAfterComma}`);
    return [createInsertion(contentEnd, isBlank ? formattedText : spaceAfterComma + formattedText)];
  }
  const linesText = texts
    .map((memberText) => `${eol}${outerIndent}${indentUnit}${indentLines(memberText, eol, outerIndent + indentUnit)}`)
    .join(",");
  if (isBlank) return [{ range: { start: start + 1, end: end - 1 }, newText: `${linesText}${eol}${outerIndent}` }];
  return [createInsertion(start + 1 + (lastLineMatch?.index ?? 0), linesText)];
}

function beginsLine(text: string, offset: number): boolean {
  return findSpaceStart(text, offset) === findLineStart(text, offset);
}

function readIndentation(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(findLineStart(text, offset), offset))?.[0] ?? "";
}

function indentLines(text: string, eol: string, indentation: string): string {
  return text
    .split(/\r?\n/)
    .map((line, i) => (i === 0 || line === "" ? line : indentation + line))
    .join(eol);
}

/**
 * Joins the lines of JSON text. Strings don't change, because they can't contain line breaks. Text that contains a line
 * comment isn't joined, because the text after the comment would become part of it.
 */
function joinLines(text: string, eol: string, indentation: string): string {
  const isCommented = /^(?:[^"/]|"(?:[^"\\]|\\.)*"|\/\*[^]*?\*\/)*\/\//.test(text);
  return isCommented ? indentLines(text, eol, indentation) : text.replace(/\s*\n\s*/g, " ");
}

/**
 * Returns the whitespace between the first two members of the list. If the list has fewer than two members, returns a
 * space, or an empty string if the file has no spaces after colons.
 */
function getSpaceAfterComma(text: string, [first, second]: readonly MemberSlot[]): string {
  const firstSpace =
    first?.commaOffset !== undefined && second ? text.slice(first.commaOffset + 1, second.start) : undefined;
  if (firstSpace !== undefined && firstSpace.trim() === "" && !firstSpace.includes("\n")) return firstSpace;
  return /"\s*:"/.test(text.slice(0, 2000)) && !/"\s*: /.test(text.slice(0, 2000)) ? "" : " ";
}

/** Merges edits that overlap or touch each other, because editors may apply them in different orders. */
function mergeEdits(edits: readonly TextEdit[]): TextEdit[] {
  const sortedEdits = edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const mergedEdits: TextEdit[] = [];
  for (const edit of sortedEdits) {
    const lastEdit = mergedEdits.at(-1);
    if (!lastEdit || lastEdit.range.end < edit.range.start) mergedEdits.push(edit);
    else {
      const end = Math.max(lastEdit.range.end, edit.range.end);
      mergedEdits[mergedEdits.length - 1] = {
        range: { start: lastEdit.range.start, end },
        newText: lastEdit.newText + edit.newText,
      };
    }
  }
  return mergedEdits;
}

/**
 * Returns an array as written in its file, without resolving `$ref`s, or undefined if the array is in another file. If
 * several `$ref`s include the array, an edit to it affects all of them.
 */
export function findSourceArray(file: JsonFile, array: JsonArray): JsonArray | undefined {
  const sourceNode = array.file === file.path ? findNodeAtRange(file.root, array.range) : undefined;
  return sourceNode?.kind === "array" ? sourceNode : undefined;
}

/**
 * Returns the written item that a resolved item comes from. If a `$ref` includes the resolved item, this is the object
 * that contains the `$ref`.
 */
export function findSourceItem(items: readonly JsonNode[], node: JsonNode): JsonNode | undefined {
  const inclusion = node.kind === "object" ? node.includedBy : undefined;
  return items.find(({ file, range }) =>
    inclusion
      ? inclusion.file === file && range.start < inclusion.range.start && inclusion.range.end < range.end
      : node.file === file && node.range.start === range.start,
  );
}

/**
 * Removes items from an array together with their commas and lines, but preserves comments. `shouldRemove` returns
 * whether to remove the item at a range.
 */
export function removeItems(file: JsonFile, array: JsonArray, shouldRemove: (range: TextRange) => boolean): TextEdit[] {
  const members = (findSourceArray(file, array) ?? array).items.map(({ range }) => range);
  const removedStarts = new Set(members.filter(shouldRemove).map(({ start }) => start));
  return removedStarts.size === 0 ? [] : changeMembers(file, { range: array.range, members }, { removedStarts });
}

/** Removes a property from an object together with its comma and line, but preserves comments. */
export function removeProperty(file: JsonFile, object: JsonObject, key: string): TextEdit[] {
  const sourceProperties = object.properties.filter(
    (property) => property.file === file.path && object.file === file.path,
  );
  const members = sourceProperties.map(({ keyRange, value }) => ({
    start: keyRange.start,
    end: value?.range.end ?? keyRange.end,
  }));
  const removedStarts = new Set(
    sourceProperties.filter((property) => property.key === key).map(({ keyRange }) => keyRange.start),
  );
  return removedStarts.size === 0 ? [] : changeMembers(file, { range: object.range, members }, { removedStarts });
}

/**
 * Inserts JSON values as array items, either after the item at `afterRange` or before all other items. The text of each
 * value must start in the first column, like the result of `getSourceText`. If the array is on a single line, it stays
 * on that line.
 */
export function insertItems(
  file: JsonFile,
  array: JsonArray,
  texts: readonly string[],
  afterRange: TextRange | undefined,
): TextEdit[] {
  const members = (findSourceArray(file, array) ?? array).items.map(({ range }) => range);
  return changeMembers(file, { range: array.range, members }, { texts, afterRange });
}
