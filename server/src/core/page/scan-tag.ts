import { compactList } from "../text/maps.ts";
import { getLineEnd, internString, type TextRange } from "../text/text-edit.ts";
import type { PageAttribute, PageAttributeValue, PageTag } from "./page.ts";

/** An opening or self-closing tag that is being read. The caller reads the expressions in the tag. */
export interface PartialTag {
  readonly start: number;
  readonly name: string;
  readonly attributes: PageAttribute[];
  /** The ranges of spread props such as `{...props}`, between their braces. */
  readonly spreadRanges: TextRange[];
  hasSpread: boolean;
  isSelfClosing: boolean;
  /** The current offset. When the tag has been read completely, this is the offset after `>`. */
  offset: number;
  /** The number of block quotes around the tag. Each of them marks every line of the tag with a `>`. */
  quoteCount: number;
  /** The attribute whose value is the next expression. Undefined if the next expression is a spread. */
  pendingAttribute: Pick<PageAttribute, "name" | "nameRange"> | undefined;
}

/**
 * The reason why reading stopped. `braces` means that the caller must skip an expression in braces before reading
 * continues.
 */
export type TagStopReason = "done" | "braces" | "not-a-tag" | "no-end";

const tagNamePattern = /[A-Za-z_$][\w$.:-]*/y;
const attributeNamePattern = /[A-Za-z_$:@\u0080-\uffff][\w$:.@\u0080-\uffff-]*/y;
const spacePattern = /\s*/y;
const unquotedValuePattern = /[^\s>"'`<={}]+/y;
const staticExpressionPattern = /^\{\s*(["'`])((?:(?!\1|\\|\$\{)[^])*)\1\s*\}$/;
const maxStaticLength = 4000;
/**
 * The maximum number of attributes in a tag. No real tag has this many. Attributes beyond the limit are treated as
 * spread props with unknown names.
 */
const maxAttributes = 300;

/** Starts reading the tag that starts with the `<` at `start`. Returns undefined if `<` isn't followed by a name. */
export function beginTag(text: string, start: number): PartialTag | undefined {
  const name = internString(matchAtOffset(tagNamePattern, text, start + 1));
  return name === ""
    ? undefined
    : {
        start,
        name,
        attributes: [],
        spreadRanges: [],
        hasSpread: false,
        isSelfClosing: false,
        offset: start + 1 + name.length,
        quoteCount: 0,
        pendingAttribute: undefined,
      };
}

/** Reads up to the end of the tag, the next expression, or the first character that isn't valid in a tag. */
export function continueTag(tag: PartialTag, text: string, limit: number): TagStopReason {
  for (;;) {
    tag.offset = skipSpaces(text, tag.offset, tag.quoteCount);
    if (tag.offset >= limit) return "no-end";
    const char = text[tag.offset];
    if (char === ">") return finishTag(tag, tag.offset + 1);
    if (char === "/") {
      const tagEnd = skipSpaces(text, tag.offset + 1, tag.quoteCount);
      if (text[tagEnd] !== ">") return "not-a-tag";
      tag.isSelfClosing = true;
      return finishTag(tag, tagEnd + 1);
    }
    if (char === "{") return "braces";
    const name = internString(matchAtOffset(attributeNamePattern, text, tag.offset));
    if (name === "") return "not-a-tag";
    const nameRange = { start: tag.offset, end: tag.offset + name.length };
    tag.offset = nameRange.end;
    const equalsOffset = skipSpaces(text, tag.offset, tag.quoteCount);
    if (text[equalsOffset] !== "=") {
      addAttribute(tag, { name, nameRange });
      continue;
    }
    tag.offset = skipSpaces(text, equalsOffset + 1, tag.quoteCount);
    if (text[tag.offset] === "{") {
      tag.pendingAttribute = { name, nameRange };
      return "braces";
    }
    const value = readQuotedValue(text, tag.offset, limit);
    if (!value) return "no-end";
    addAttribute(tag, { name, nameRange, value });
    tag.offset = value.fullRange.end;
  }
}

/**
 * Adds the expression in braces at `tag.offset`, which ends at `end`, to the tag as an attribute's value or as spread
 * props.
 */
export function readBraces(tag: PartialTag, text: string, end: number): void {
  const fullRange = { start: tag.offset, end };
  if (tag.pendingAttribute) addAttribute(tag, { ...tag.pendingAttribute, value: readValueInBraces(text, fullRange) });
  else {
    tag.hasSpread = true;
    if (tag.spreadRanges.length < maxAttributes) tag.spreadRanges.push({ start: tag.offset + 1, end: end - 1 });
  }
  tag.pendingAttribute = undefined;
  tag.offset = end;
}

function addAttribute(tag: PartialTag, attribute: PageAttribute): void {
  if (tag.attributes.length < maxAttributes) tag.attributes.push(attribute);
  else tag.hasSpread = true;
}

function finishTag(tag: PartialTag, end: number): TagStopReason {
  tag.offset = end;
  return "done";
}

function readQuotedValue(text: string, start: number, limit: number): PageAttributeValue | undefined {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const quoteEnd = text.indexOf(quote, start + 1);
    return quoteEnd < 0 || quoteEnd >= limit
      ? undefined
      : createValue(text, "text", { start: start + 1, end: quoteEnd }, { start, end: quoteEnd + 1 });
  }
  const unquotedValue = matchAtOffset(unquotedValuePattern, text, start);
  const range = { start, end: start + unquotedValue.length };
  return unquotedValue === "" || range.end > limit ? undefined : createValue(text, "text", range, range);
}

/** Reads a value in braces. For example, `{"/x"}` is text, and `{base + "/x"}` is an expression. */
function readValueInBraces(text: string, fullRange: TextRange): PageAttributeValue {
  const firstChar = text[skipSpaces(text, fullRange.start + 1)] ?? "";
  const isStatic = "\"'`".includes(firstChar) && fullRange.end - fullRange.start < maxStaticLength;
  const match = isStatic ? staticExpressionPattern.exec(text.slice(fullRange.start, fullRange.end)) : null;
  if (!match) return createValue(text, "expression", { start: fullRange.start + 1, end: fullRange.end - 1 }, fullRange);
  const start = text.indexOf(firstChar, fullRange.start) + 1;
  return createValue(text, "text", { start, end: start + (match[2] ?? "").length }, fullRange);
}

function createValue(
  text: string,
  kind: PageAttributeValue["kind"],
  range: TextRange,
  fullRange: TextRange,
): PageAttributeValue {
  return { kind, range, fullRange, text: text.slice(range.start, range.end) };
}

function matchAtOffset(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? "";
}

/** Returns the offset after any whitespace, including the marks of block quotes at the start of each line. */
function skipSpaces(text: string, offset: number, quoteCount = 0): number {
  for (let position = offset; ;) {
    spacePattern.lastIndex = position;
    spacePattern.test(text);
    const end = spacePattern.lastIndex;
    if (quoteCount === 0 || text[end] !== ">" || !/[\r\n]/.test(text.slice(position, end))) return end;
    position = end;
    for (let i = 0; i < quoteCount && text[position] === ">"; i++) {
      position++;
      while (text[position] === " " || text[position] === "\t") position++;
    }
  }
}

/** The character codes of quotes, backticks, brackets, and slashes. They make loops over long strings fast. */
const code = {
  quote: 34,
  apostrophe: 39,
  star: 42,
  slash: 47,
  backslash: 92,
  backtick: 96,
  open: 123,
  close: 125,
} as const;

/**
 * Returns the offset after the brace or backtick that closes the one at `start`, or undefined if it isn't closed before
 * `limit`. Skips strings, template literals, and comments. If a line contains only one apostrophe, it's treated as
 * text, as in `{<p>don't</p>}`.
 */
export function findBracesEnd(text: string, start: number, limit: number): number | undefined {
  // The braces and template literals that are open at the current position. A template literal comes before the `${`
  // braces in it.
  const braces: number[] = [];
  const unclosedStrings: UnclosedStrings = new Map();
  for (let i = start; i < limit; i++) {
    const char = text.charCodeAt(i);
    if (braces.at(-1) === code.backtick) {
      if (char === code.backslash) i++;
      else if (char === code.backtick) {
        braces.pop();
        if (braces.length === 0) return i + 1;
      } else if (char === 36 && text.charCodeAt(i + 1) === code.open) {
        braces.push(code.open);
        i++;
      }
    } else if (char === code.open || char === code.backtick) braces.push(char);
    else if (char === code.close) {
      braces.pop();
      if (braces.length === 0) return i + 1;
    } else i = skipStringOrComment(text, i, limit, unclosedStrings) - 1;
  }
  return undefined;
}

/**
 * Maps the character code of each kind of quote to the range that was searched, without success, for the end of a
 * string. The search isn't repeated for other quotes of this kind in the range, because all of them are escaped, so
 * they can't end a string either.
 */
export type UnclosedStrings = Map<number, TextRange>;

/**
 * Returns the offset after the string or comment that starts at `offset`. If neither starts there, returns the offset
 * after the character. All calls for the same text and limit must share `unclosedStrings`.
 */
export function skipStringOrComment(
  text: string,
  offset: number,
  limit: number,
  unclosedStrings: UnclosedStrings,
): number {
  const char = text.charCodeAt(offset);
  if (char === code.quote || char === code.apostrophe) return skipString(text, offset, limit, unclosedStrings);
  if (char !== code.slash) return offset + 1;
  const nextCode = text.charCodeAt(offset + 1);
  if (nextCode === code.star) {
    const end = text.indexOf("*/", offset + 2);
    return end < 0 || end > limit ? limit : end + 2;
  }
  // In JSX text, `//` can also be part of a URL.
  return nextCode === code.slash && text.charCodeAt(offset - 1) !== 58 ? getLineEnd(text, offset, limit) : offset + 1;
}

/**
 * Returns the offset after the string that starts at `offset`. If the string isn't closed on its line, returns the
 * offset after its opening quote.
 */
export function skipString(text: string, offset: number, limit: number, unclosedStrings: UnclosedStrings): number {
  const quote = text.charCodeAt(offset);
  const unclosedRange = unclosedStrings.get(quote);
  if (unclosedRange && unclosedRange.start < offset && offset < unclosedRange.end) return offset + 1;
  let i = offset + 1;
  for (; i < limit; i++) {
    const char = text.charCodeAt(i);
    if (char === quote) return i + 1;
    if (char === code.backslash) i++;
    else if (char === 10 || char === 13) break;
  }
  unclosedStrings.set(quote, { start: offset, end: i });
  return offset + 1;
}

/** Keywords that precede a value. After such a keyword, `<` starts a tag, and `/` starts a regular expression. */
export const keywordsBeforeValues: ReadonlySet<string> = new Set([
  "return",
  "typeof",
  "case",
  "default",
  "in",
  "of",
  "void",
  "delete",
  "else",
  "do",
  "await",
  "yield",
  "new",
  "extends",
]);

/**
 * Returns the offset after the closing `/` and the flags of a regular expression. Returns undefined if it isn't closed
 * on the same line.
 */
export function skipRegExp(text: string, offset: number, limit: number): number | undefined {
  let isInClass = false;
  for (let i = offset + 1; i < limit; i++) {
    const char = text[i];
    if (char === "\n" || char === "\r") return undefined;
    if (char === "\\") i++;
    else if (char === "[") isInClass = true;
    else if (char === "]") isInClass = false;
    else if (char === "/" && !isInClass) return i + 1;
  }
  return undefined;
}

/** The maximum number of tags that are recorded. If a page has this many, it may have more. */
export const maxTags = 50_000;
/**
 * The maximum number of open tags to search for a match. This limits the time spent on malicious text. A closing tag
 * that doesn't match any of these tags is ignored.
 */
export const maxSearchDepth = 100;

/**
 * HTML elements that rules check. They're never the parent of another tag, because `PageTag.parentIndex` refers only to
 * components.
 */
const checkedElements: ReadonlySet<string> = new Set(["img", "video", "audio", "iframe", "source"]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenTag {
  readonly name: string;
  /** The index in `tags`. Undefined for an HTML element that rules don't check. */
  readonly index: number | undefined;
  /** The index of the nearest component, which can be this one. */
  readonly componentIndex: number | undefined;
  /** Whether this is an HTML element, or a fragment in one, so that the tags in it aren't direct children. */
  readonly isElement: boolean;
  /** The number of quotes, list items, and footnotes around the nearest component. */
  readonly containerDepth: number;
}

/** A checkpoint. It's restored if text that was read as code or a tag turns out to be something else. */
export interface TagCheckpoint {
  readonly tagCount: number;
  readonly openTagCount: number;
}

/**
 * All tags on a page, and the tags that are still open, including those of HTML elements. Matches closing tags with
 * opening tags.
 */
export class OpenTags {
  readonly tags: Mutable<PageTag>[] = [];
  /** The number of quotes, list items, and footnotes that are open at the current position. */
  containerDepth = 0;
  /** The number of block quotes that are open at the current position. */
  quoteDepth = 0;
  readonly #openTags: OpenTag[] = [];
  /** The names that the page imports. They're components even if they start with a lowercase letter. */
  readonly #importedNames: Set<string>;
  readonly #seenNames = new Set<string>();

  /** `completeScan` is the result of a complete scan of the same text. Its imported names are used from the start. */
  constructor(completeScan?: OpenTags) {
    this.#importedNames = new Set(completeScan ? completeScan.#importedNames : []);
  }

  addImport(name: string): void {
    this.#importedNames.add(name);
  }

  /** Whether there has been a tag with this name. Also true for some text that turned out not to be a tag. */
  hasSeen(name: string): boolean {
    return this.#seenNames.has(name);
  }

  get checkpoint(): TagCheckpoint {
    return { tagCount: this.tags.length, openTagCount: this.#openTags.length };
  }

  /** Discards all tags found after the checkpoint. */
  reset(checkpoint: TagCheckpoint): void {
    if (this.tags.length > checkpoint.tagCount) this.tags.length = checkpoint.tagCount;
    this.discardOpenTags(checkpoint);
  }

  /**
   * Stops looking for the closing tags of tags that were opened after the checkpoint, because the code that contains
   * them has ended.
   */
  discardOpenTags(checkpoint: TagCheckpoint): void {
    if (this.#openTags.length > checkpoint.openTagCount) this.#openTags.length = checkpoint.openTagCount;
  }

  /** Opens a tag. The tag is the parent of all tags in its own attributes. */
  openTag(tag: PartialTag, isInExpression: boolean): void {
    const { name, start } = tag;
    tag.quoteCount = this.quoteDepth;
    const enclosingTag = this.#openTags.at(-1);
    const parentIndex = enclosingTag?.componentIndex;
    const firstCharCode = name.charCodeAt(0);
    const isComponent =
      (firstCharCode >= 65 && firstCharCode <= 90) || name.includes(".") || this.#importedNames.has(name);
    this.#seenNames.add(name);
    const depth = isComponent ? this.containerDepth : (enclosingTag?.containerDepth ?? 0);
    if ((!isComponent && !checkedElements.has(name)) || this.tags.length >= maxTags) {
      this.#openTags.push({
        name,
        index: undefined,
        componentIndex: parentIndex,
        isElement: true,
        containerDepth: depth,
      });
      return;
    }
    const isNested =
      enclosingTag !== undefined &&
      parentIndex !== undefined &&
      !isInExpression &&
      (enclosingTag.isElement || this.containerDepth > enclosingTag.containerDepth);
    const index = this.tags.length;
    this.tags.push({
      name,
      range: { start, end: start },
      nameRange: { start: start + 1, end: start + 1 + name.length },
      attributes: tag.attributes,
      hasSpread: false,
      isSelfClosing: false,
      closingTagRange: undefined,
      parentIndex,
      isInExpression,
      ...(isNested && { isNested }),
    });
    this.#openTags.push({
      name,
      index,
      componentIndex: isComponent ? index : parentIndex,
      isElement: !isComponent,
      containerDepth: depth,
    });
  }

  /** Completes the most recently opened tag, which has been read up to its `>`. */
  completeTag(tag: PartialTag): void {
    const index = this.#openTags.at(-1)?.index;
    const openedTag = index === undefined ? undefined : this.tags[index];
    if (openedTag) {
      openedTag.range = { start: tag.start, end: tag.offset };
      openedTag.attributes = compactList(tag.attributes);
      openedTag.hasSpread = tag.hasSpread;
      openedTag.isSelfClosing = tag.isSelfClosing;
    }
    if (tag.isSelfClosing) this.#openTags.pop();
  }

  /** Opens a fragment (`<>`). */
  beginFragment(): void {
    const tag = this.#openTags.at(-1);
    this.#openTags.push({
      name: "",
      index: undefined,
      componentIndex: tag?.componentIndex,
      isElement: tag?.isElement ?? false,
      containerDepth: tag?.containerDepth ?? 0,
    });
  }

  /**
   * Closes the nearest open tag with this name, together with any unclosed tags inside it. Returns 0 if a tag was
   * closed; otherwise, returns one more than the number of tags that were checked.
   */
  close(name: string, range: TextRange, fromIndex: number, canSearch: boolean): number {
    const minIndex = canSearch ? fromIndex : Math.max(fromIndex, this.#openTags.length - maxSearchDepth);
    for (let i = this.#openTags.length - 1; i >= minIndex; i--) {
      const openTag = this.#openTags[i];
      if (openTag?.name !== name) continue;
      const tag = openTag.index === undefined ? undefined : this.tags[openTag.index];
      if (tag) tag.closingTagRange = range;
      this.#openTags.length = i;
      return 0;
    }
    return this.#openTags.length - minIndex + 1;
  }

  get depth(): number {
    return this.#openTags.length;
  }
}
