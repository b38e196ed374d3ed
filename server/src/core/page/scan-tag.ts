import type { TextRange } from "../text/text-edit.ts";
import type { PageAttribute, PageAttributeValue } from "./page.ts";

/** An opening or self-closing tag while it is read: expressions in it are read by whoever asked for it. */
export interface TagReading {
  readonly start: number;
  readonly name: string;
  readonly attributes: PageAttribute[];
  hasSpread: boolean;
  selfClosing: boolean;
  /** Where reading goes on; behind `>` in the end. */
  at: number;
  /** The attribute whose expression comes next. */
  pending: Pick<PageAttribute, "name" | "nameRange"> | undefined;
}

/** What stopped the reading: `braces` are to be skipped before it goes on. */
export type TagStop = "done" | "braces" | "not-a-tag" | "no-end";

const tagName = /[A-Za-z_$][\w$.:-]*/y;
const attributeName = /[A-Za-z_$:@\u0080-\uffff][\w$:.@\u0080-\uffff-]*/y;
const spaces = /\s*/y;
const bareValue = /[^\s>"'`<={}]+/y;
const staticExpression = /^\{\s*(["'`])((?:(?!\1|\\|\$\{)[^])*)\1\s*\}$/;
const longestStatic = 4000;
/** No tag that somebody writes has as many; what is behind them counts as a spread: unknown. */
const mostAttributes = 300;

/** Begins to read the tag whose `<` is at `start`; undefined when no name follows. */
export function beginTag(text: string, start: number): TagReading | undefined {
  const name = match(tagName, text, start + 1);
  return name === ""
    ? undefined
    : {
        start,
        name,
        attributes: [],
        hasSpread: false,
        selfClosing: false,
        at: start + 1 + name.length,
        pending: undefined,
      };
}

/** Reads on to the tag's end, its next expression, or the first character that no tag can have. */
export function continueTag(tag: TagReading, text: string, limit: number): TagStop {
  for (;;) {
    tag.at = skipSpaces(text, tag.at);
    if (tag.at >= limit) return "no-end";
    const char = text[tag.at];
    if (char === ">") return finish(tag, tag.at + 1);
    if (char === "/") {
      const close = skipSpaces(text, tag.at + 1);
      if (text[close] !== ">") return "not-a-tag";
      tag.selfClosing = true;
      return finish(tag, close + 1);
    }
    if (char === "{") return "braces";
    const name = match(attributeName, text, tag.at);
    if (name === "") return "not-a-tag";
    const nameRange = { start: tag.at, end: tag.at + name.length };
    tag.at = nameRange.end;
    const equals = skipSpaces(text, tag.at);
    if (text[equals] !== "=") {
      take(tag, { name, nameRange });
      continue;
    }
    tag.at = skipSpaces(text, equals + 1);
    if (text[tag.at] === "{") {
      tag.pending = { name, nameRange };
      return "braces";
    }
    const value = readQuoted(text, tag.at, limit);
    if (!value) return "no-end";
    take(tag, { name, nameRange, value });
    tag.at = value.whole.end;
  }
}

/** Takes the braces at `tag.at`, which end at `end`, as the value of an attribute or as a spread. */
export function takeBraces(tag: TagReading, text: string, end: number): void {
  const whole = { start: tag.at, end };
  if (tag.pending) take(tag, { ...tag.pending, value: valueInBraces(text, whole) });
  else tag.hasSpread = true;
  tag.pending = undefined;
  tag.at = end;
}

function take(tag: TagReading, attribute: PageAttribute): void {
  if (tag.attributes.length < mostAttributes) tag.attributes.push(attribute);
  else tag.hasSpread = true;
}

function finish(tag: TagReading, end: number): TagStop {
  tag.at = end;
  return "done";
}

function readQuoted(text: string, start: number, limit: number): PageAttributeValue | undefined {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 1);
    return close < 0 || close >= limit
      ? undefined
      : valueOf(text, "text", { start: start + 1, end: close }, { start, end: close + 1 });
  }
  const bare = match(bareValue, text, start);
  const range = { start, end: start + bare.length };
  return bare === "" || range.end > limit ? undefined : valueOf(text, "text", range, range);
}

/** `{"/x"}` is a text, `{base + "/x"}` an expression. */
function valueInBraces(text: string, whole: TextRange): PageAttributeValue {
  const first = text[skipSpaces(text, whole.start + 1)] ?? "";
  const source = "\"'`".includes(first) && whole.end - whole.start < longestStatic;
  const found = source ? staticExpression.exec(text.slice(whole.start, whole.end)) : null;
  if (!found) return valueOf(text, "expression", { start: whole.start + 1, end: whole.end - 1 }, whole);
  const start = text.indexOf(first, whole.start) + 1;
  return valueOf(text, "text", { start, end: start + (found[2] ?? "").length }, whole);
}

function valueOf(
  text: string,
  kind: PageAttributeValue["kind"],
  range: TextRange,
  whole: TextRange,
): PageAttributeValue {
  return { kind, range, whole, text: text.slice(range.start, range.end) };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function skipSpaces(text: string, at: number): number {
  spaces.lastIndex = at;
  spaces.test(text);
  return spaces.lastIndex;
}
