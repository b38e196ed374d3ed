import { isInCodeSpan } from "./code-cursor.ts";
import type { PageCursor } from "./page-caret.ts";
import { readTypedTag, type TypedTag } from "./tag-reader.ts";

/** Tags that may be open at the caret are looked for this far before it. */
const reach = 6000;
const mostTags = 30;

/** The innermost tag around the caret, from the nearest `<` outwards. */
export function tagAt(text: string, offset: number, bodyStart: number): PageCursor | undefined {
  const from = Math.max(bodyStart, offset - reach);
  let at = offset;
  for (let tries = 0; tries < mostTags; tries++) {
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
      : offset <= tag.end || isJustBehind(text, tag.end, offset);
    const found = isBefore ? inTag(text, tag, offset) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Blanks at the end of the text, and the next line, still belong to a tag that is being typed. */
function isJustBehind(text: string, end: number, offset: number): boolean {
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
    // Of an unclosed value only what is typed is meant; what follows may be anything.
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

/** Behind a blank in a tag: a new attribute. */
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
