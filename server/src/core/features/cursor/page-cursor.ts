import { components } from "../../page/components/components.ts";
import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { readFrontmatterRanges } from "../../page/frontmatter.ts";
import { findNextLineStart, findStartOfSpaces, getLineEnd, type TextRange } from "../../text/text-edit.ts";
import { findCodeCursor, findImportCursor, findLinkCursor, findVariableCursor } from "./line-cursor.ts";
import { type PartialValue, findTagCursor, type TypedTag } from "./tag-cursor.ts";

/** The position of a caret in a page's frontmatter. */
export type FrontmatterCursor =
  /** The text consists only of the first characters of the opening fence. */
  | { readonly kind: "block"; readonly replace: TextRange; readonly typedText: string }
  | {
      readonly kind: "field";
      readonly replace: TextRange;
      readonly typedText: string;
      /** The other fields that are already set. */
      readonly keys: ReadonlySet<string>;
      /**
       * Whether a colon follows the name. If so, only the name is inserted. `value` is the text after the colon, as
       * written.
       */
      readonly hasColon: boolean;
      readonly value: string;
    }
  | {
      readonly kind: "value" | "item";
      readonly key: string;
      /** The range of the complete value, including its quotes, or of one list item. */
      readonly replace: TextRange;
      /** The part of the value before the caret, without the opening quote. */
      readonly typedText: string;
      /** Whether a space must be inserted first, because the caret is directly after a colon or dash. */
      readonly needsSpace: boolean;
      /** Whether a space must be inserted after the value, because the caret is directly before a comment. */
      readonly isBeforeComment: boolean;
      /** The other items in the list. */
      readonly items: ReadonlySet<string>;
    };

const fieldLinePattern = /^(["']?)([^\s"'#:[\]{}-][^"'\r\n]*?)\1[ \t]*:(?=[ \t]|$)/;
const itemLinePattern = /^[ \t]*-(?=[ \t]|$)/;
const maxLines = 200;

/**
 * Returns the cursor in frontmatter. Returns undefined if the offset is outside the frontmatter or in unsupported
 * content, such as a map, multiline string, or comment.
 */
function findFrontmatterCursor(text: string, offset: number): FrontmatterCursor | undefined {
  const fence = readFrontmatterRanges(text);
  if (fence.kind === "none") return findBlockCursor(text, offset);
  if (fence.kind === "tagged") return undefined;
  const { openingRange, contentRange } = fence;
  if (fence.kind === "not-closed" && text.slice(openingRange.end).trim() === "" && offset <= openingRange.end)
    return { kind: "block", replace: { start: openingRange.start, end: openingRange.end }, typedText: "---" };
  // Unclosed frontmatter ends at a blank line. While the author is typing on the blank line, that line still belongs to
  // the frontmatter.
  const isOnNextBlankLine = fence.kind === "not-closed" && /^\r?\n[ \t]*$/.test(text.slice(contentRange.end, offset));
  const end = isOnNextBlankLine ? offset : contentRange.end;
  if (offset < contentRange.start || offset > end) return undefined;
  const lineRanges = getLineRanges(text, { start: contentRange.start, end });
  const lineIndex = lineRanges.findIndex(({ start, end }) => offset >= start && offset <= end);
  const lineRange = lineRanges[lineIndex];
  if (!lineRange) return undefined;
  const lineText = text.slice(lineRange.start, lineRange.end);
  const fieldMatch = fieldLinePattern.exec(lineText);
  if (fieldMatch && offset >= lineRange.start + fieldMatch[0].length)
    return findValueCursor(text, lineRange, fieldMatch, offset);
  if (itemLinePattern.test(lineText)) return findItemCursor(text, lineRanges, lineIndex, offset);
  if (/^[ \t#]/.test(lineText)) return undefined;
  return findFieldCursor(text, lineRanges, lineIndex, offset, fieldMatch);
}

/** Whether the caret is between the fences, regardless of the text between them. */
function isInFrontmatter(text: string, offset: number): boolean {
  const fence = readFrontmatterRanges(text);
  return fence.kind !== "none" && offset < fence.bodyStart && offset > fence.openingRange.start;
}

function findBlockCursor(text: string, offset: number): FrontmatterCursor | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = getLineEnd(text, start);
  const firstLine = text.slice(start, end);
  if (offset > end || !/^-{0,2}$/.test(firstLine)) return undefined;
  if (firstLine === "" && text.slice(end).trim() !== "") return undefined;
  return { kind: "block", replace: { start, end }, typedText: text.slice(start, offset) };
}

function findFieldCursor(
  text: string,
  lineRanges: readonly TextRange[],
  lineIndex: number,
  offset: number,
  fieldMatch: RegExpExecArray | null,
): FrontmatterCursor | undefined {
  const lineRange = lineRanges[lineIndex] ?? { start: offset, end: offset };
  const colonIndex = text.slice(lineRange.start, lineRange.end).indexOf(":");
  const end = fieldMatch
    ? lineRange.start + fieldMatch[0].lastIndexOf(":")
    : colonIndex === 0
      ? lineRange.start
      : lineRange.end;
  if (offset > end) return undefined;
  const isBeforeColon = colonIndex === 0 || fieldMatch !== null;
  const keys = new Set<string>();
  for (const [i, { start, end: lineEnd }] of lineRanges.entries()) {
    const key = i === lineIndex ? undefined : fieldLinePattern.exec(text.slice(start, lineEnd))?.[2];
    if (key !== undefined) keys.add(key);
  }
  return {
    kind: "field",
    replace: { start: lineRange.start, end: Math.max(offset, findStartOfSpaces(text, lineRange.start, end)) },
    typedText: text.slice(lineRange.start, Math.min(offset, end)).replace(/^["']/, ""),
    keys,
    hasColon: isBeforeColon,
    value: isBeforeColon ? text.slice(end + 1, lineRange.end).trim() : "",
  };
}

function findValueCursor(
  text: string,
  lineRange: TextRange,
  [keyWithColon, , key = ""]: RegExpExecArray,
  offset: number,
): FrontmatterCursor | undefined {
  const colonEnd = lineRange.start + keyWithColon.length;
  let start = colonEnd;
  while (start < lineRange.end && /[ \t]/.test(text[start] ?? "")) start++;
  const valueEnd = findEndBeforeComment(text, start, lineRange.end);
  if (offset > valueEnd) return undefined;
  const trimmedEnd = Math.max(start, findStartOfSpaces(text, start, valueEnd));
  const isAfterSpace = offset > trimmedEnd && trimmedEnd > start;
  // In a reference such as `GET /users`, another word can follow the space.
  if (isAfterSpace && !(isReferenceField(key) && unclosedValuePattern.test(text.slice(start, trimmedEnd))))
    return undefined;
  const end = isAfterSpace ? offset : trimmedEnd;
  const rawValue = text.slice(start, end);
  if (rawValue.startsWith("[")) return findFlowItemCursor(text, { start, end }, key, offset);
  if (/^[|>{&*]/.test(rawValue)) return undefined;
  const cursorStart = Math.min(start, Math.max(offset, colonEnd));
  return {
    kind: "value",
    key,
    // If there's only a comment, the spaces before it are preserved, because it would become part of the value.
    replace: {
      start: end > start ? start : Math.max(cursorStart, colonEnd),
      end: end === start && valueEnd < lineRange.end ? cursorStart : Math.max(end, cursorStart),
    },
    typedText: text.slice(start, Math.max(start, offset)).replace(/^["']/, ""),
    needsSpace: (end > start ? start : Math.max(cursorStart, colonEnd)) === colonEnd,
    isBeforeComment: offset === valueEnd && text[offset] === "#",
    items: new Set(),
  };
}

/** Matches a plain value, and a value in quotes whose closing quote is missing. */
const unclosedValuePattern = /^(?:[^"'[]|(["'])(?:(?!\1)[^])*$)/;

/** Whether the field refers to an operation, schema, or channel. Such a reference can contain several words. */
function isReferenceField(key: string): boolean {
  const type = frontmatterFields.get(key)?.type;
  return type?.kind === "reference" && /^(operation|schema|channel)$/.test(type.names);
}

/** Matches a value in quotes or brackets, in which ` #` doesn't start a comment. */
const enclosedPattern = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])/;

/** Returns the end of the value at `start`, which is the start of a comment or the end of the line. */
function findEndBeforeComment(text: string, start: number, lineEnd: number): number {
  const rawText = text.slice(start, lineEnd);
  const searchStart = enclosedPattern.exec(rawText)?.[0].length ?? (/^["'[]/.test(rawText) ? rawText.length : 0);
  const commentMatch = /(?:^|[ \t])#/.exec(rawText.slice(searchStart));
  return commentMatch ? start + searchStart + commentMatch.index : lineEnd;
}

/** Returns the cursor in an item of a flow list, such as `[a, b|]` (`|` marks the caret). */
function findFlowItemCursor(
  text: string,
  { start, end }: TextRange,
  key: string,
  offset: number,
): FrontmatterCursor | undefined {
  const isClosed = text[end - 1] === "]";
  if (offset <= start || (isClosed && offset >= end)) return undefined;
  const contentRange = { start: start + 1, end: isClosed ? end - 1 : end };
  const items: TextRange[] = [];
  let from = contentRange.start;
  for (let i = contentRange.start; i <= contentRange.end; i++)
    if (i === contentRange.end || text[i] === ",") {
      items.push({ start: from, end: i });
      from = i + 1;
    }
  const currentItem = items.find((item) => offset >= item.start && offset <= item.end);
  if (!currentItem) return undefined;
  let itemStart = currentItem.start;
  while (itemStart < offset && text[itemStart] === " ") itemStart++;
  const itemEnd = Math.max(itemStart, findStartOfSpaces(text, itemStart, currentItem.end));
  const otherItems = items.filter((item) => item !== currentItem);
  return {
    kind: "item",
    key,
    replace: { start: itemStart, end: itemEnd },
    typedText: text.slice(itemStart, offset).replace(/^["']/, ""),
    needsSpace: false,
    isBeforeComment: false,
    items: new Set(otherItems.map((item) => removeQuotes(text.slice(item.start, item.end)))),
  };
}

/** Returns the cursor in a list item such as `- a` below the list's key. */
function findItemCursor(
  text: string,
  lineRanges: readonly TextRange[],
  lineIndex: number,
  offset: number,
): FrontmatterCursor | undefined {
  const lineRange = lineRanges[lineIndex];
  if (!lineRange) return undefined;
  const dashEnd = lineRange.start + (itemLinePattern.exec(text.slice(lineRange.start, lineRange.end))?.[0].length ?? 0);
  if (offset < dashEnd) return undefined;
  let start = dashEnd;
  while (start < lineRange.end && text[start] === " ") start++;
  const valueEnd = findEndBeforeComment(text, start, lineRange.end);
  if (offset > valueEnd) return undefined;
  const end = Math.max(start, findStartOfSpaces(text, start, valueEnd));
  const keyIndex = lineRanges
    .slice(0, lineIndex)
    .findLastIndex((other) => fieldLinePattern.test(text.slice(other.start, other.end)));
  const keyLineRange = lineRanges[keyIndex];
  const key = keyLineRange && fieldLinePattern.exec(text.slice(keyLineRange.start, keyLineRange.end))?.[2];
  if (key === undefined) return undefined;
  const otherLineRanges = lineRanges.slice(keyIndex + 1).filter((other) => other !== lineRange);
  const items = otherLineRanges.flatMap((other) => {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(text.slice(other.start, other.end))?.[1];
    return item === undefined ? [] : [removeQuotes(item)];
  });
  return {
    kind: "item",
    key,
    replace: {
      start: Math.min(start, Math.max(offset, dashEnd)),
      end: end === start && valueEnd < lineRange.end ? offset : Math.max(end, offset),
    },
    typedText: text.slice(start, Math.max(start, offset)).replace(/^["']/, ""),
    needsSpace: Math.min(start, offset) === dashEnd,
    isBeforeComment: offset === valueEnd && text[offset] === "#",
    items: new Set(items),
  };
}

function removeQuotes(item: string): string {
  return item.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Returns the ranges of at most the first 200 lines, without their line endings. */
function getLineRanges(text: string, { start, end }: TextRange): readonly TextRange[] {
  const lineRanges: TextRange[] = [];
  for (let position = start; lineRanges.length < maxLines;) {
    const lineEnd = getLineEnd(text, position, end);
    lineRanges.push({ start: position, end: lineEnd });
    if (lineEnd >= end) break;
    position = findNextLineStart(text, lineEnd);
    if (position > end) break;
  }
  return lineRanges;
}

/**
 * Returns the cursor on a page, based on the caret's line, the tag around the caret, and the fences before it.
 * Incomplete text is supported. The page's length hardly affects the time per keystroke, because fences are found by
 * searching for their markers.
 */
export function findPageCursor(text: string, offset: number): PageCursor {
  const frontmatterCursor = findFrontmatterCursor(text, offset);
  if (frontmatterCursor) return { kind: "frontmatter", frontmatterCursor };
  if (isInFrontmatter(text, offset)) return { kind: "text" };
  const bodyStart = readFrontmatterRanges(text).bodyStart;
  const codeCursor = findCodeCursor(text, offset, bodyStart);
  if (codeCursor) return codeCursor;
  const lineRange = getLineRange(text, offset);
  return (
    findImportCursor(text, offset, lineRange) ??
    findVariableCursor(text, offset, lineRange) ??
    toLinkCursor(findTagCursor(text, offset, bodyStart), text, offset) ??
    findLinkCursor(text, offset, lineRange) ?? { kind: "text" }
  );
}

/**
 * Returns a link cursor if the caret is in a link in a prop that the service renders as Markdown. Otherwise, returns
 * the given cursor.
 */
function toLinkCursor(cursor: PageCursor | undefined, text: string, offset: number): PageCursor | undefined {
  if (cursor?.kind !== "attribute-value") return cursor;
  const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
  const lineRange = getLineRange(text, offset);
  const { start, end } = cursor.replace;
  const valueRange = { start: Math.max(start, lineRange.start), end: Math.max(offset, Math.min(end, lineRange.end)) };
  return (prop?.type === "markdown" && findLinkCursor(text, offset, valueRange)) || cursor;
}

function getLineRange(text: string, offset: number): TextRange {
  const lineBreakOffset = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1));
  return { start: lineBreakOffset + 1, end: getLineEnd(text, offset) };
}

/**
 * The position of a caret on a page. `replace` is the range to replace, and `typedText` is the part of its text before
 * the caret.
 */
export type PageCursor =
  | { readonly kind: "frontmatter"; readonly frontmatterCursor: FrontmatterCursor }
  | (TypedRange & {
      readonly kind: "tag-name";
      readonly tag: TypedTag;
      /** Whether attributes or `>` follow the name. If so, only the name is inserted. */
      readonly hasTextAfterName: boolean;
    })
  | (TypedRange & {
      readonly kind: "attribute-name";
      readonly tag: TypedTag;
      readonly hasValue: boolean;
      /** The existing value, without its quotes or braces. */
      readonly value: PartialValue | undefined;
      readonly valueText: string;
    })
  | (TypedRange & {
      readonly kind: "attribute-value";
      readonly tag: TypedTag;
      readonly attribute: string;
      readonly opening: PartialValue["opening"];
      /** Whether the closing quote or brace is missing. */
      readonly needsClosing: boolean;
    })
  | (TypedRange & { readonly kind: "closing-tag"; readonly needsClosing: boolean; readonly start: number })
  | (TypedRange & {
      readonly kind: "link" | "image";
      /** The link text or, for an image, the alternative text. */
      readonly text: string;
      readonly needsClosing: boolean;
    })
  | (TypedRange & {
      readonly kind: "import-source";
      readonly clause: string;
      readonly quote: string;
      readonly needsClosing: boolean;
    })
  | (TypedRange & {
      readonly kind: "import-name";
      readonly source: string;
      readonly isInBraces: boolean;
      readonly clause: string;
    })
  | (TypedRange & { readonly kind: "variable"; readonly needsClosing: boolean })
  | (TypedRange & {
      readonly kind: "code-language";
      readonly fence: string;
      readonly needsClosing: boolean;
      readonly code: string;
      /** The text after the language in the info string. */
      readonly title: string;
    })
  | (TypedRange & { readonly kind: "code-meta"; readonly meta: string })
  | { readonly kind: "text" };

interface TypedRange {
  readonly replace: TextRange;
  readonly typedText: string;
}
