import { components } from "../../page/components/components.ts";
import { frontmatterFields } from "../../page/frontmatter-fields.ts";
import { readFence } from "../../page/frontmatter.ts";
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
  const fence = readFence(text);
  if (fence.kind === "none") return findBlockCursor(text, offset);
  if (fence.kind === "tagged") return undefined;
  const { opening: openingRange, content: contentRange } = fence;
  if (fence.kind === "not-closed" && text.slice(openingRange.end).trim() === "" && offset <= openingRange.end)
    return { kind: "block", replace: { start: openingRange.start, end: openingRange.end }, typedText: "---" };
  // Unclosed frontmatter ends at a blank line. While the author is typing on the blank line, that line still belongs to
  // the frontmatter.
  const isOnNextBlankLine = fence.kind === "not-closed" && /^\r?\n[ \t]*$/.test(text.slice(contentRange.end, offset));
  const end = isOnNextBlankLine ? offset : contentRange.end;
  if (offset < contentRange.start || offset > end) return undefined;
  const lines = getLineRanges(text, { start: contentRange.start, end });
  const index = lines.findIndex(({ start, end }) => offset >= start && offset <= end);
  const line = lines[index];
  if (!line) return undefined;
  const lineText = text.slice(line.start, line.end);
  const field = fieldLinePattern.exec(lineText);
  if (field && offset >= line.start + field[0].length) return findValueCursor(text, line, field, offset);
  if (itemLinePattern.test(lineText)) return findItemCursor(text, lines, index, offset);
  if (/^[ \t#]/.test(lineText)) return undefined;
  return findFieldCursor(text, lines, index, offset, field);
}

/** Whether the caret is between the fences, regardless of the text between them. */
function isInFrontmatter(text: string, offset: number): boolean {
  const fence = readFence(text);
  return fence.kind !== "none" && offset < fence.bodyStart && offset > fence.opening.start;
}

function findBlockCursor(text: string, offset: number): FrontmatterCursor | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = getLineEnd(text, start);
  const first = text.slice(start, end);
  if (offset > end || !/^-{0,2}$/.test(first)) return undefined;
  if (first === "" && text.slice(end).trim() !== "") return undefined;
  return { kind: "block", replace: { start, end }, typedText: text.slice(start, offset) };
}

function findFieldCursor(
  text: string,
  lines: readonly TextRange[],
  position: number,
  offset: number,
  field: RegExpExecArray | null,
): FrontmatterCursor | undefined {
  const line = lines[position] ?? { start: offset, end: offset };
  const colonIndex = text.slice(line.start, line.end).indexOf(":");
  const end = field ? line.start + field[0].lastIndexOf(":") : colonIndex === 0 ? line.start : line.end;
  if (offset > end) return undefined;
  const isKeyStart = colonIndex === 0 || field !== null;
  const keys = new Set<string>();
  for (const [i, { start, end: lineEnd }] of lines.entries()) {
    const key = i === position ? undefined : fieldLinePattern.exec(text.slice(start, lineEnd))?.[2];
    if (key !== undefined) keys.add(key);
  }
  return {
    kind: "field",
    replace: { start: line.start, end: Math.max(offset, findStartOfSpaces(text, line.start, end)) },
    typedText: text.slice(line.start, Math.min(offset, end)).replace(/^["']/, ""),
    keys,
    hasColon: isKeyStart,
    value: isKeyStart ? text.slice(end + 1, line.end).trim() : "",
  };
}

function findValueCursor(
  text: string,
  line: TextRange,
  [keyWithColon, , key = ""]: RegExpExecArray,
  offset: number,
): FrontmatterCursor | undefined {
  const colonEnd = line.start + keyWithColon.length;
  let start = colonEnd;
  while (start < line.end && /[ \t]/.test(text[start] ?? "")) start++;
  const valueEnd = findEndBeforeComment(text, start, line.end);
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
  const from = Math.min(start, Math.max(offset, colonEnd));
  return {
    kind: "value",
    key,
    // If there's only a comment, the spaces before it are preserved, because it would become part of the value.
    replace: {
      start: end > start ? start : Math.max(from, colonEnd),
      end: end === start && valueEnd < line.end ? from : Math.max(end, from),
    },
    typedText: text.slice(start, Math.max(start, offset)).replace(/^["']/, ""),
    needsSpace: (end > start ? start : Math.max(from, colonEnd)) === colonEnd,
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
  const from = enclosedPattern.exec(rawText)?.[0].length ?? (/^["'[]/.test(rawText) ? rawText.length : 0);
  const comment = /(?:^|[ \t])#/.exec(rawText.slice(from));
  return comment ? start + from + comment.index : lineEnd;
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
  const last = Math.max(itemStart, findStartOfSpaces(text, itemStart, currentItem.end));
  const otherItems = items.filter((item) => item !== currentItem);
  return {
    kind: "item",
    key,
    replace: { start: itemStart, end: last },
    typedText: text.slice(itemStart, offset).replace(/^["']/, ""),
    needsSpace: false,
    isBeforeComment: false,
    items: new Set(otherItems.map((item) => removeQuotes(text.slice(item.start, item.end)))),
  };
}

/** Returns the cursor in a list item such as `- a` below the list's key. */
function findItemCursor(
  text: string,
  lines: readonly TextRange[],
  position: number,
  offset: number,
): FrontmatterCursor | undefined {
  const line = lines[position];
  if (!line) return undefined;
  const dashEnd = line.start + (itemLinePattern.exec(text.slice(line.start, line.end))?.[0].length ?? 0);
  if (offset < dashEnd) return undefined;
  let start = dashEnd;
  while (start < line.end && text[start] === " ") start++;
  const valueEnd = findEndBeforeComment(text, start, line.end);
  if (offset > valueEnd) return undefined;
  const end = Math.max(start, findStartOfSpaces(text, start, valueEnd));
  const keyIndex = lines
    .slice(0, position)
    .findLastIndex((other) => fieldLinePattern.test(text.slice(other.start, other.end)));
  const keyLine = lines[keyIndex];
  const key = keyLine && fieldLinePattern.exec(text.slice(keyLine.start, keyLine.end))?.[2];
  if (key === undefined) return undefined;
  const otherLines = lines.slice(keyIndex + 1).filter((other) => other !== line);
  const items = otherLines.flatMap((other) => {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(text.slice(other.start, other.end))?.[1];
    return item === undefined ? [] : [removeQuotes(item)];
  });
  return {
    kind: "item",
    key,
    replace: {
      start: Math.min(start, Math.max(offset, dashEnd)),
      end: end === start && valueEnd < line.end ? offset : Math.max(end, offset),
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
  const lines: TextRange[] = [];
  for (let position = start; lines.length < maxLines;) {
    const lineEnd = getLineEnd(text, position, end);
    lines.push({ start: position, end: lineEnd });
    if (lineEnd >= end) break;
    position = findNextLineStart(text, lineEnd);
    if (position > end) break;
  }
  return lines;
}

/**
 * Returns the cursor on a page, based on the caret's line, the tag around the caret, and the fences before it.
 * Incomplete text is supported. The page's length hardly affects the time per keystroke, because fences are found by
 * searching for their markers.
 */
export function findPageCursor(text: string, offset: number): PageCursor {
  const frontmatter = findFrontmatterCursor(text, offset);
  if (frontmatter) return { kind: "frontmatter", frontmatterCursor: frontmatter };
  if (isInFrontmatter(text, offset)) return { kind: "text" };
  const bodyStart = readFence(text).bodyStart;
  const code = findCodeCursor(text, offset, bodyStart);
  if (code) return code;
  const line = getLineRange(text, offset);
  return (
    findImportCursor(text, offset, line) ??
    findVariableCursor(text, offset, line) ??
    toLinkCursor(findTagCursor(text, offset, bodyStart), text, offset) ??
    findLinkCursor(text, offset, line) ?? { kind: "text" }
  );
}

/**
 * Returns a link cursor if the caret is in a link in a prop that the service renders as Markdown. Otherwise, returns
 * the given cursor.
 */
function toLinkCursor(cursor: PageCursor | undefined, text: string, offset: number): PageCursor | undefined {
  if (cursor?.kind !== "attribute-value") return cursor;
  const prop = components.get(cursor.tag.name)?.props.get(cursor.attribute);
  const line = getLineRange(text, offset);
  const { start, end } = cursor.replace;
  const valueRange = { start: Math.max(start, line.start), end: Math.max(offset, Math.min(end, line.end)) };
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
      readonly hasRest: boolean;
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
