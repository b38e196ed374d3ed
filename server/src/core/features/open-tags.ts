import { readTypedTag, type TypedTag } from "./tag-reader.ts";

/** A tag in the text around a caret. */
export interface TagToken {
  readonly kind: "open" | "close" | "single";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly tag?: TypedTag;
}

/** How far around the caret tags are looked for, so that a key costs the same in a page of any length. */
const window = 60_000;
const voidElements = /^(br|hr|img|input|meta|link|source|track|wbr|col|area|base|embed|param)$/;
const closingTag = /<\/\s*([\w$.:-]*)\s*>?/y;

/** Tags that are open at the caret, the innermost last. `from` is where the page's text begins. */
export function openTagsAt(text: string, offset: number, from: number): readonly TagToken[] {
  const start = Math.max(from, startOfParagraph(text, offset - window));
  const open: TagToken[] = [];
  for (const token of tagTokens(text, start, offset)) {
    if (token.kind === "open") open.push(token);
    if (token.kind !== "close") continue;
    const at = open.findLastIndex(({ name }) => name === token.name);
    if (at >= 0) open.length = at;
  }
  return open;
}

/** The names of closing tags behind the caret that close what was opened before it, the nearest first; at most three. */
export function closingTagsBehind(text: string, offset: number): readonly string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const { kind, name } of tagTokens(text, offset, Math.min(text.length, offset + window))) {
    if (kind === "open") open.push(name);
    if (kind !== "close") continue;
    const at = open.lastIndexOf(name);
    if (at >= 0) open.length = at;
    else names.push(name);
    if (names.length === 3) break;
  }
  return names;
}

/** Tags between two places; those in code and comments are none. */
export function* tagTokens(text: string, start: number, end: number): Iterable<TagToken> {
  for (let i = start; i < end;) {
    const char = text[i];
    if (char === "`" || char === "~") i = afterCode(text, i, end);
    else if (char === "{" && text.startsWith("{/*", i)) i = behind(text, "*/}", i, end);
    else if (char === "<" && text.startsWith("<!--", i)) i = behind(text, "-->", i, end);
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

/** Behind a code span, or a fenced block when the marks begin a line; behind the marks when nothing closes them. */
function afterCode(text: string, at: number, limit: number): number {
  let i = at;
  while (text[i] === text[at]) i++;
  const marks = text.slice(at, i);
  const isFence = marks.length >= 3 && /^[ \t>]*$/.test(text.slice(startOfLine(text, at), at));
  if (!isFence && text[at] === "~") return i;
  const from = isFence ? text.indexOf("\n", i) : i;
  if (from < 0) return limit;
  const end = isFence ? closingFence(text, marks, from) : text.indexOf(marks, from);
  if (end === undefined || end < 0) return isFence ? limit : i;
  if (!isFence && /\n[ \t]*\r?\n/.test(text.slice(i, end))) return i;
  return end + marks.length;
}

function closingFence(text: string, marks: string, from: number): number | undefined {
  for (let at = text.indexOf(marks, from); at >= 0; at = text.indexOf(marks, at + 1))
    if (/^[ \t>]*$/.test(text.slice(startOfLine(text, at), at))) return at;
  return undefined;
}

function behind(text: string, mark: string, at: number, limit: number): number {
  const found = text.indexOf(mark, at);
  return found < 0 ? limit : found + mark.length;
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function startOfParagraph(text: string, at: number): number {
  if (at <= 0) return 0;
  const blank = text.indexOf("\n\n", at);
  return blank < 0 ? at : blank + 2;
}
