import { isSpaceOrTab, type TextRange } from "../../text/text-edit.ts";
import { isInCodeSpan } from "./line-cursor.ts";
import type { PageCursor } from "./page-cursor.ts";

/** The part of a tag that the author has typed so far. */
export interface TypedTag {
  /** The name, such as `Card` or `Tree.File`. Empty if nothing follows `<` yet. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly attributes: readonly TypedAttribute[];
  readonly selfClosing: boolean;
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
const nameAt = /[A-Za-z_$][\w$.:-]*/y;
const attributeAt = /[A-Za-z_$@:][\w$.:-]*/y;

/**
 * Reads the tag that starts with the `<` at `at`, or returns undefined if no tag starts there. An incomplete tag ends
 * where the text no longer looks like part of a tag.
 */
export function readTypedTag(text: string, at: number): TypedTag | undefined {
  const limit = Math.min(text.length, at + maxTagLength);
  const name = matchAt(nameAt, text, at + 1);
  if (name === "" && !canStartTag(text, at + 1)) return undefined;
  const nameRange = { start: at + 1, end: at + 1 + name.length };
  const attributes: TypedAttribute[] = [];
  const createTag = (end: number, isClosed: boolean, selfClosing = false): TypedTag => ({
    name,
    nameRange,
    attributes,
    selfClosing,
    end,
    isClosed,
  });
  let i = nameRange.end;
  for (;;) {
    const next = afterSpace(text, i, limit);
    if (next === undefined) return createTag(i, false);
    i = next;
    if (text[i] === ">") return createTag(i + 1, true);
    if (text.startsWith("/>", i)) return createTag(i + 2, true, true);
    if (text[i] === "{") {
      const end = endOfBraced(text, i, limit);
      if (end === undefined) return createTag(i, false);
      i = end;
      continue;
    }
    const word = matchAt(attributeAt, text, i);
    // An attribute's name can be missing while the author is editing it.
    if (word === "" && text[i] !== "=") return createTag(i, false);
    const attribute = readAttribute(text, i, word, limit);
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

function readValue(text: string, at: number, limit: number): PartialValue {
  const opening = text[at];
  if (opening === "{") {
    const end = endOfBraced(text, at, limit);
    return end === undefined
      ? { opening, range: { start: at + 1, end: findEndOfWord(text, at + 1, limit) }, isClosed: false }
      : { opening, range: { start: at + 1, end: end - 1 }, isClosed: true };
  }
  if (opening !== '"' && opening !== "'")
    return { opening: "", range: { start: at, end: findEndOfWord(text, at, limit) }, isClosed: false };
  const end = endOfQuoted(text, at, limit);
  return end === undefined
    ? { opening, range: { start: at + 1, end: findEndOfWord(text, at + 1, limit) }, isClosed: false }
    : { opening, range: { start: at + 1, end }, isClosed: true };
}

/**
 * Returns the offset of the closing quote. Returns undefined if the next quote starts another attribute's value or
 * follows a blank line.
 */
function endOfQuoted(text: string, at: number, limit: number): number | undefined {
  const end = text.indexOf(text[at] ?? "", at + 1);
  if (end < 0 || end >= limit) return undefined;
  const between = text.slice(at + 1, end);
  if (/\n[ \t]*\r?\n/.test(between)) return undefined;
  return /(^|\s)[A-Za-z][\w-]*=$/.test(between.slice(-60)) ? undefined : end;
}

function findEndOfWord(text: string, at: number, limit: number): number {
  let i = at;
  while (i < limit && !/[\s>"'{}]/.test(text[i] ?? " ")) i++;
  return text[i] === ">" && text[i - 1] === "/" && i > at ? i - 1 : i;
}

/** Returns the offset after the matching closing brace. Ignores braces in strings and template literals. */
export function endOfBraced(text: string, at: number, limit: number): number | undefined {
  let depth = 0;
  for (let i = at; i < limit; i++) {
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

const tagContinuation = /^(?:\/>|>[ \t]*(?:[\r\n]|$)|[A-Za-z_][\w-]*=["'{])/;

/**
 * Skips spaces and line endings in a tag, and returns the offset of the next token. Returns undefined if the limit is
 * reached, or at a blank line after which the tag doesn't continue.
 */
function afterSpace(text: string, at: number, limit: number): number | undefined {
  let lines = 0;
  for (let i = at; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      lines++;
    } else if (code !== 13 && !isSpaceOrTab(code))
      return lines < 2 || tagContinuation.test(text.slice(i, i + 80)) ? i : undefined;
  }
  return undefined;
}

function canStartTag(text: string, at: number): boolean {
  return at >= text.length || /[\s<>/]/.test(text[at] ?? " ");
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** How far before the caret to search for open tags, in UTF-16 code units. */
const maxDistance = 6000;
const maxTags = 30;

/**
 * Returns the cursor in the innermost tag around the caret. The search starts at the nearest `<` and continues outward.
 */
export function tagCursorAt(text: string, offset: number, bodyStart: number): PageCursor | undefined {
  const from = Math.max(bodyStart, offset - maxDistance);
  let at = offset;
  for (let attempts = 0; attempts < maxTags; attempts++) {
    at = text.lastIndexOf("<", at - 1);
    if (at < from) return undefined;
    if (isInCodeSpan(text, at)) continue;
    if (text[at + 1] === "/") {
      const closing = closingAt(text, at, offset);
      if (closing) return closing;
      continue;
    }
    const tag = readTypedTag(text, at);
    if (!tag) continue;
    const isBefore = tag.isClosed
      ? offset < tag.end - (tag.selfClosing ? 1 : 0)
      : offset <= tag.end || isDirectlyAfter(text, tag.end, offset);
    const found = isBefore ? inTag(text, tag, offset) : undefined;
    if (found) return found;
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

function closingAt(text: string, at: number, offset: number): PageCursor | undefined {
  const name = /^[\w$.:-]*/.exec(text.slice(at + 2, at + 102))?.[0] ?? "";
  const end = at + 2 + name.length;
  if (offset < at + 2 || offset > end) return undefined;
  const typed = text.slice(at + 2, offset);
  return {
    kind: "closing-tag",
    start: at,
    replace: { start: at + 2, end },
    typed,
    needsClosing: !/^[ \t]*>/.test(text.slice(end, end + 20)),
  };
}

function inTag(text: string, tag: TypedTag, offset: number): PageCursor | undefined {
  const { start, end } = tag.nameRange;
  if (offset <= end) {
    if (offset < start) return undefined;
    const hasRest = /^\s*(\/?>|[A-Za-z_][\w-]*\s*=\s*["'{]|\{\.\.\.)/.test(text.slice(end, end + 300));
    return { kind: "tag-name", tag, replace: tag.nameRange, typed: text.slice(start, offset), hasRest };
  }
  if (tag.name === "") return undefined;
  for (const { name, nameRange, value } of tag.attributes) {
    if (offset >= nameRange.start && offset <= nameRange.end)
      return {
        kind: "attribute-name",
        tag,
        replace: nameRange,
        typed: text.slice(nameRange.start, offset),
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
      typed: text.slice(value.range.start, offset),
    };
  }
  return betweenAttributes(text, tag, offset);
}

/** Returns the cursor for a new attribute if the caret is after a space in a tag. */
function betweenAttributes(text: string, tag: TypedTag, offset: number): PageCursor | undefined {
  if (!/\s/.test(text[offset - 1] ?? "")) return undefined;
  const inValue = tag.attributes.some(
    ({ value }) => value && offset > value.range.start && offset <= value.range.end,
  );
  if (inValue) return undefined;
  const replace = { start: offset, end: offset };
  return {
    kind: "attribute-name",
    tag,
    replace,
    typed: "",
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
const voidElements = /^(br|hr|img|input|meta|link|source|track|wbr|col|area|base|embed|param)$/;
const closingTag = /<\/\s*([\w$.:-]*)\s*>?/y;

/**
 * Returns the tags that are open at the caret, from the outermost to the innermost. `from` is the offset at which the
 * page's body starts.
 */
export function openTagsAt(text: string, offset: number, from: number): readonly TagToken[] {
  const start = Math.max(from, startOfParagraph(text, offset - windowSize));
  const open: TagToken[] = [];
  for (const token of tagTokens(text, start, offset)) {
    if (token.kind === "open") open.push(token);
    if (token.kind !== "close") continue;
    const at = open.findLastIndex(({ name }) => name === token.name);
    if (at >= 0) open.length = at;
  }
  return open;
}

/**
 * Returns the names of up to three closing tags after the caret whose elements were opened before it, starting with the
 * nearest tag.
 */
export function closingTagsAfter(text: string, offset: number): readonly string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const { kind, name } of tagTokens(text, offset, Math.min(text.length, offset + windowSize))) {
    if (kind === "open") open.push(name);
    if (kind !== "close") continue;
    const at = open.lastIndexOf(name);
    if (at >= 0) open.length = at;
    else names.push(name);
    if (names.length === 3) break;
  }
  return names;
}

/** Yields the tags between two offsets, except those in code and comments. */
export function* tagTokens(text: string, start: number, end: number): Iterable<TagToken> {
  for (let i = start; i < end;) {
    const char = text[i];
    if (char === "`" || char === "~") i = afterCode(text, i, end);
    else if (char === "{" && text.startsWith("{/*", i)) i = offsetAfter(text, "*/}", i, end);
    else if (char === "<" && text.startsWith("<!--", i)) i = offsetAfter(text, "-->", i, end);
    else if (char === "<" && text[i + 1] === "/") {
      closingTag.lastIndex = i;
      const found = closingTag.exec(text);
      const length = found?.[0].length ?? 2;
      if (found?.[1] && i + length <= end) yield { kind: "close", name: found[1], start: i, end: i + length };
      i += length;
    } else if (char === "<") {
      const tag = readTypedTag(text, i);
      if (tag && tag.name !== "" && tag.isClosed && tag.end <= end) {
        const isSingle = tag.selfClosing || voidElements.test(tag.name);
        yield { kind: isSingle ? "single" : "open", name: tag.name, start: i, end: tag.end, tag };
        i = tag.end;
      } else i++;
    } else i++;
  }
}

/**
 * Returns the offset after a code span or, if the marker starts a line, after a fenced code block. If there's no
 * closing marker, returns the offset after the opening marker.
 */
function afterCode(text: string, at: number, limit: number): number {
  let i = at;
  while (text[i] === text[at]) i++;
  const fence = text.slice(at, i);
  const isFence = fence.length >= 3 && /^[ \t>]*$/.test(text.slice(startOfLine(text, at), at));
  if (!isFence && text[at] === "~") return i;
  const from = isFence ? text.indexOf("\n", i) : i;
  if (from < 0) return limit;
  const end = isFence ? closingFence(text, fence, from) : text.indexOf(fence, from);
  if (end === undefined || end < 0) return isFence ? limit : i;
  if (!isFence && /\n[ \t]*\r?\n/.test(text.slice(i, end))) return i;
  return end + fence.length;
}

function closingFence(text: string, fence: string, from: number): number | undefined {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at + 1))
    if (/^[ \t>]*$/.test(text.slice(startOfLine(text, at), at))) return at;
  return undefined;
}

function offsetAfter(text: string, closingMark: string, at: number, limit: number): number {
  const found = text.indexOf(closingMark, at);
  return found < 0 ? limit : found + closingMark.length;
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function startOfParagraph(text: string, at: number): number {
  if (at <= 0) return 0;
  const blankLine = text.indexOf("\n\n", at);
  return blankLine < 0 ? at : blankLine + 2;
}
