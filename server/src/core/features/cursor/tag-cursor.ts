import { isSpaceOrTab, type TextRange } from "../../text/text-edit.ts";
import { isInCodeSpan } from "./line-cursor.ts";
import type { PageCursor } from "./page-cursor.ts";

/** The part of a tag that the author has typed so far. */
export interface TypedTag {
  /** The name, such as `Card` or `Tree.File`. Empty if nothing follows `<` yet. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly attributes: readonly TypedAttribute[];
  readonly isSelfClosing: boolean;
  /** The offset after `>` or, if `>` is missing, the offset at which parsing stopped. */
  readonly end: number;
  /** Whether the tag has a `>`. */
  readonly isClosed: boolean;
}

export interface TypedAttribute {
  readonly name: string;
  readonly nameRange: TextRange;
  /** The value after `=`. Undefined for an attribute without a value. */
  readonly value?: PartialValue;
}

export interface PartialValue {
  /** The opening delimiter. Empty if the caret is directly after `=`. */
  readonly opening: '"' | "'" | "{" | "";
  /**
   * The range of the value without its quotes or braces. If the value isn't closed, the range ends at the most likely
   * position.
   */
  readonly range: TextRange;
  readonly isClosed: boolean;
}

/** The maximum length of a tag in UTF-16 code units. Handwritten tags are shorter. */
const maxTagLength = 20_000;
const namePattern = /[A-Za-z_$][\w$.:-]*/y;
const attributePattern = /[A-Za-z_$@:][\w$.:-]*/y;

/**
 * Reads the tag that starts with the `<` at `offset`, or returns undefined if no tag starts there. An incomplete tag
 * ends where the text no longer looks like part of a tag.
 */
export function readTypedTag(text: string, offset: number): TypedTag | undefined {
  const limit = Math.min(text.length, offset + maxTagLength);
  const name = getMatchAt(namePattern, text, offset + 1);
  if (name === "" && !canFollowAngleBracket(text, offset + 1)) return undefined;
  const nameRange = { start: offset + 1, end: offset + 1 + name.length };
  const attributes: TypedAttribute[] = [];
  const createTag = (end: number, isClosed: boolean, isSelfClosing = false): TypedTag => ({
    name,
    nameRange,
    attributes,
    isSelfClosing,
    end,
    isClosed,
  });
  let i = nameRange.end;
  for (;;) {
    const nextOffset = skipSpace(text, i, limit);
    if (nextOffset === undefined) return createTag(i, false);
    i = nextOffset;
    if (text[i] === ">") return createTag(i + 1, true);
    if (text.startsWith("/>", i)) return createTag(i + 2, true, true);
    if (text[i] === "{") {
      const end = findBracedEnd(text, i, limit);
      if (end === undefined) return createTag(i, false);
      i = end;
      continue;
    }
    const attributeName = getMatchAt(attributePattern, text, i);
    // An attribute's name can be missing while the author is editing it.
    if (attributeName === "" && text[i] !== "=") return createTag(i, false);
    const attribute = readAttribute(text, i, attributeName, limit);
    attributes.push(attribute);
    const { value } = attribute;
    i = value ? value.range.end + (value.isClosed ? 1 : 0) : attribute.nameRange.end;
    if (value && !value.isClosed && value.opening !== "") return createTag(i, false);
  }
}

function readAttribute(text: string, start: number, name: string, limit: number): TypedAttribute {
  const nameRange = { start, end: start + name.length };
  let i = nameRange.end;
  while (i < limit && isSpaceOrTab(text.charCodeAt(i))) i++;
  if (text[i] !== "=") return { name, nameRange };
  i++;
  while (i < limit && isSpaceOrTab(text.charCodeAt(i))) i++;
  return { name, nameRange, value: readValue(text, i, limit) };
}

function readValue(text: string, offset: number, limit: number): PartialValue {
  const firstChar = text[offset];
  if (firstChar === "{") {
    const end = findBracedEnd(text, offset, limit);
    return end === undefined
      ? {
          opening: firstChar,
          range: { start: offset + 1, end: findEndOfWord(text, offset + 1, limit) },
          isClosed: false,
        }
      : { opening: firstChar, range: { start: offset + 1, end: end - 1 }, isClosed: true };
  }
  if (firstChar !== '"' && firstChar !== "'")
    return {
      opening: "",
      range: { start: offset, end: findEndOfWord(text, offset, limit) },
      isClosed: false,
    };
  const end = findQuotedEnd(text, offset, limit);
  return end === undefined
    ? {
        opening: firstChar,
        range: { start: offset + 1, end: findEndOfWord(text, offset + 1, limit) },
        isClosed: false,
      }
    : { opening: firstChar, range: { start: offset + 1, end }, isClosed: true };
}

/**
 * Returns the offset of the closing quote. Returns undefined if the next quote starts another attribute's value or
 * follows a blank line.
 */
function findQuotedEnd(text: string, offset: number, limit: number): number | undefined {
  const end = text.indexOf(text[offset] ?? "", offset + 1);
  if (end < 0 || end >= limit) return undefined;
  const quotedText = text.slice(offset + 1, end);
  if (/\n[ \t]*\r?\n/.test(quotedText)) return undefined;
  return /(^|\s)[A-Za-z][\w-]*=$/.test(quotedText.slice(-60)) ? undefined : end;
}

function findEndOfWord(text: string, offset: number, limit: number): number {
  let i = offset;
  while (i < limit && !/[\s>"'{}]/.test(text[i] ?? " ")) i++;
  return text[i] === ">" && text[i - 1] === "/" && i > offset ? i - 1 : i;
}

/** Returns the offset after the matching closing brace. Ignores braces in strings and template literals. */
export function findBracedEnd(text: string, offset: number, limit: number): number | undefined {
  let depth = 0;
  for (let i = offset; i < limit; i++) {
    const char = text[i];
    if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i + 1;
    else if (char === '"' || char === "`" || (char === "'" && !/\w/.test(text[i - 1] ?? ""))) {
      const end = text.indexOf(char, i + 1);
      if (end < 0 || end >= limit) continue;
      if (char === "`" || !/[\r\n]/.test(text.slice(i, end))) i = end;
    }
  }
  return undefined;
}

const tagContinuationPattern = /^(?:\/>|>[ \t]*(?:[\r\n]|$)|[A-Za-z_][\w-]*=["'{])/;

/**
 * Skips spaces and line endings in a tag, and returns the offset of the next token. Returns undefined if the limit is
 * reached, or at a blank line after which the tag doesn't continue.
 */
function skipSpace(text: string, offset: number, limit: number): number | undefined {
  let lineCount = 0;
  for (let i = offset; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      lineCount++;
    } else if (code !== 13 && !isSpaceOrTab(code))
      return lineCount < 2 || tagContinuationPattern.test(text.slice(i, i + 80)) ? i : undefined;
  }
  return undefined;
}

function canFollowAngleBracket(text: string, offset: number): boolean {
  return offset >= text.length || /[\s<>/]/.test(text[offset] ?? " ");
}

function getMatchAt(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** How far before the caret to search for open tags, in UTF-16 code units. */
const maxDistance = 6000;
const maxTags = 30;

/**
 * Returns the cursor in the innermost tag around the caret. The search starts at the nearest `<` and continues outward.
 */
export function findTagCursor(text: string, offset: number, bodyStart: number): PageCursor | undefined {
  const searchStart = Math.max(bodyStart, offset - maxDistance);
  let position = offset;
  for (let attemptCount = 0; attemptCount < maxTags; attemptCount++) {
    position = text.lastIndexOf("<", position - 1);
    if (position < searchStart) return undefined;
    if (isInCodeSpan(text, position)) continue;
    if (text[position + 1] === "/") {
      const closingCursor = findClosingTagCursor(text, position, offset);
      if (closingCursor) return closingCursor;
      continue;
    }
    const tag = readTypedTag(text, position);
    if (!tag) continue;
    const isInTag = tag.isClosed
      ? offset < tag.end - (tag.isSelfClosing ? 1 : 0)
      : offset <= tag.end || isDirectlyAfter(text, tag.end, offset);
    const cursor = isInTag ? findCursorInTag(text, tag, offset) : undefined;
    if (cursor) return cursor;
  }
  return undefined;
}

/**
 * Whether the caret is directly after an incomplete tag. Trailing spaces and the start of the next line are treated as
 * part of the tag.
 */
function isDirectlyAfter(text: string, end: number, offset: number): boolean {
  return offset - end < 200 && /^[ \t]*(?:\r?\n[ \t]*)?$/.test(text.slice(end, offset));
}

function findClosingTagCursor(text: string, position: number, offset: number): PageCursor | undefined {
  const name = /^[\w$.:-]*/.exec(text.slice(position + 2, position + 102))?.[0] ?? "";
  const end = position + 2 + name.length;
  if (offset < position + 2 || offset > end) return undefined;
  const typedText = text.slice(position + 2, offset);
  return {
    kind: "closing-tag",
    start: position,
    replace: { start: position + 2, end },
    typedText,
    needsClosing: !/^[ \t]*>/.test(text.slice(end, end + 20)),
  };
}

function findCursorInTag(text: string, tag: TypedTag, offset: number): PageCursor | undefined {
  const { start, end } = tag.nameRange;
  if (offset <= end) {
    if (offset < start) return undefined;
    const hasTextAfterName = /^\s*(\/?>|[A-Za-z_][\w-]*\s*=\s*["'{]|\{\.\.\.)/.test(text.slice(end, end + 300));
    return { kind: "tag-name", tag, replace: tag.nameRange, typedText: text.slice(start, offset), hasTextAfterName };
  }
  if (tag.name === "") return undefined;
  for (const { name, nameRange, value } of tag.attributes) {
    if (offset >= nameRange.start && offset <= nameRange.end)
      return {
        kind: "attribute-name",
        tag,
        replace: nameRange,
        typedText: text.slice(nameRange.start, offset),
        hasValue: value !== undefined,
        value,
        valueText: value ? text.slice(value.range.start, value.range.end) : "",
      };
    if (!value || offset < value.range.start || offset > value.range.end) continue;
    // Only the typed part of an unclosed value is replaced, because the text after it may not belong to the value.
    const range = value.isClosed ? value.range : { start: value.range.start, end: offset };
    return {
      kind: "attribute-value",
      tag,
      attribute: name,
      opening: value.opening,
      needsClosing: !value.isClosed,
      replace: range,
      typedText: text.slice(value.range.start, offset),
    };
  }
  return findGapCursor(text, tag, offset);
}

/** Returns the cursor for a new attribute if the caret is after a space in a tag. */
function findGapCursor(text: string, tag: TypedTag, offset: number): PageCursor | undefined {
  if (!/\s/.test(text[offset - 1] ?? "")) return undefined;
  const isInValue = tag.attributes.some(
    ({ value }) => value && offset > value.range.start && offset <= value.range.end,
  );
  if (isInValue) return undefined;
  const replaceRange = { start: offset, end: offset };
  return {
    kind: "attribute-name",
    tag,
    replace: replaceRange,
    typedText: "",
    hasValue: false,
    value: undefined,
    valueText: "",
  };
}

/** A tag near the caret. */
export interface TagToken {
  readonly kind: "open" | "close" | "single";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly tag?: TypedTag;
}

/**
 * How far from the caret to search for tags, in UTF-16 code units. This limits the cost per keystroke regardless of the
 * page's length.
 */
const windowSize = 60_000;
const voidElementPattern = /^(br|hr|img|input|meta|link|source|track|wbr|col|area|base|embed|param)$/;
const closingTagPattern = /<\/\s*([\w$.:-]*)\s*>?/y;

/**
 * Returns the tags that are open at the caret, from the outermost to the innermost. `from` is the offset at which the
 * page's body starts.
 */
export function findOpenTags(text: string, offset: number, bodyStart: number): readonly TagToken[] {
  const start = Math.max(bodyStart, findParagraphStart(text, offset - windowSize));
  const openTags: TagToken[] = [];
  for (const token of listTagTokens(text, start, offset)) {
    if (token.kind === "open") openTags.push(token);
    if (token.kind !== "close") continue;
    const index = openTags.findLastIndex(({ name }) => name === token.name);
    if (index >= 0) openTags.length = index;
  }
  return openTags;
}

/**
 * Returns the names of up to three closing tags after the caret whose elements were opened before it, starting with the
 * nearest tag.
 */
export function findClosingTagNames(text: string, offset: number): readonly string[] {
  const openNames: string[] = [];
  const names: string[] = [];
  for (const { kind, name } of listTagTokens(text, offset, Math.min(text.length, offset + windowSize))) {
    if (kind === "open") openNames.push(name);
    if (kind !== "close") continue;
    const index = openNames.lastIndexOf(name);
    if (index >= 0) openNames.length = index;
    else names.push(name);
    if (names.length === 3) break;
  }
  return names;
}

/** Yields the tags between two offsets, except those in code and comments. */
export function* listTagTokens(text: string, start: number, end: number): Iterable<TagToken> {
  for (let i = start; i < end;) {
    const char = text[i];
    if (char === "`" || char === "~") i = skipCode(text, i, end);
    else if (char === "{" && text.startsWith("{/*", i)) i = findOffsetAfter(text, "*/}", i, end);
    else if (char === "<" && text.startsWith("<!--", i)) i = findOffsetAfter(text, "-->", i, end);
    else if (char === "<" && text[i + 1] === "/") {
      closingTagPattern.lastIndex = i;
      const closingMatch = closingTagPattern.exec(text);
      const length = closingMatch?.[0].length ?? 2;
      if (closingMatch?.[1] && i + length <= end)
        yield { kind: "close", name: closingMatch[1], start: i, end: i + length };
      i += length;
    } else if (char === "<") {
      const tag = readTypedTag(text, i);
      if (tag && tag.name !== "" && tag.isClosed && tag.end <= end) {
        const isSingle = tag.isSelfClosing || voidElementPattern.test(tag.name);
        yield { kind: isSingle ? "single" : "open", name: tag.name, start: i, end: tag.end, tag };
        i = tag.end;
      } else i++;
    } else i++;
  }
}

/**
 * Returns the offset after a code span or, if the marker starts a line, after a fenced code block. If a code span isn't
 * closed, returns the offset after its opening marker. A fenced code block that isn't closed extends to `limit`.
 */
function skipCode(text: string, offset: number, limit: number): number {
  let i = offset;
  while (text[i] === text[offset]) i++;
  const fence = text.slice(offset, i);
  const isFence = fence.length >= 3 && /^[ \t>]*$/.test(text.slice(findLineStart(text, offset), offset));
  if (!isFence && text[offset] === "~") return i;
  const contentStart = isFence ? text.indexOf("\n", i) : i;
  if (contentStart < 0) return limit;
  const end = isFence ? findClosingFence(text, fence, contentStart) : text.indexOf(fence, contentStart);
  if (end === undefined || end < 0) return isFence ? limit : i;
  if (!isFence && /\n[ \t]*\r?\n/.test(text.slice(i, end))) return i;
  return end + fence.length;
}

function findClosingFence(text: string, fence: string, contentStart: number): number | undefined {
  for (let index = text.indexOf(fence, contentStart); index >= 0; index = text.indexOf(fence, index + 1))
    if (/^[ \t>]*$/.test(text.slice(findLineStart(text, index), index))) return index;
  return undefined;
}

function findOffsetAfter(text: string, closingText: string, offset: number, limit: number): number {
  const closingOffset = text.indexOf(closingText, offset);
  return closingOffset < 0 ? limit : closingOffset + closingText.length;
}

function findLineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function findParagraphStart(text: string, offset: number): number {
  if (offset <= 0) return 0;
  const blankLineStart = text.indexOf("\n\n", offset);
  return blankLineStart < 0 ? offset : blankLineStart + 2;
}
