import type { TextRange } from "../text/text-range.ts";
import { endOfBraces } from "./scan-braces.ts";

/** An opening or self-closing tag, of a component or of HTML. */
export interface Tag {
  /** `Card`, `a`, `Tree.File`. */
  readonly name: string;
  /** Those with a value that can be read without running anything: `href="/x"`, `href={"/x"}`. */
  readonly attributes: readonly { readonly name: string; readonly value: TextRange }[];
  /** Behind the `>`. */
  readonly end: number;
}

export type TagResult =
  | { readonly ok: true; readonly tag: Tag }
  /** Not a tag; `stoppedAt` tells how far it was read to know. */
  | { readonly ok: false; readonly stoppedAt: number };

const tagName = /[A-Za-z_$][\w$.:-]*/y;
const attributeName = /[^\s=/>{}"'<`]+/y;
const spaces = /\s*/y;
const bareValue = /[^\s>"'`<={}]+/y;
const staticExpression = /^\{\s*(["'`])((?:(?!\1|\\|\$\{)[^])*)\1\s*\}$/;
const longestStatic = 4000;

/** Reads the tag whose `<` is at `start`. Text like `a < b` is refused at its first odd character. */
export function scanTag(text: string, start: number, limit: number): TagResult {
  const attributes: { name: string; value: TextRange }[] = [];
  const name = match(tagName, text, start + 1);
  if (name === "") return { ok: false, stoppedAt: start + 1 };
  let i = start + 1 + name.length;
  for (;;) {
    i = skipSpaces(text, i);
    if (i >= limit) return { ok: false, stoppedAt: limit };
    if (text[i] === ">") return { ok: true, tag: { name, attributes, end: i + 1 } };
    if (text[i] === "/" && text[i + 1] === ">") return { ok: true, tag: { name, attributes, end: i + 2 } };
    if (text[i] === "{") {
      const end = endOfBraces(text, i, limit);
      if (end === undefined) return { ok: false, stoppedAt: limit };
      i = end;
      continue;
    }
    const attribute = match(attributeName, text, i);
    if (attribute === "") return { ok: false, stoppedAt: i };
    i += attribute.length;
    const equals = skipSpaces(text, i);
    if (text[equals] !== "=") continue;
    const value = readValue(text, skipSpaces(text, equals + 1), limit);
    if (!value) return { ok: false, stoppedAt: limit };
    if (value.range) attributes.push({ name: attribute, value: value.range });
    i = value.end;
  }
}

interface Value {
  readonly end: number;
  /** Absent for a value that would have to be run. */
  readonly range?: TextRange;
}

function readValue(text: string, start: number, limit: number): Value | undefined {
  const first = text[start];
  if (first === '"' || first === "'") {
    const close = text.indexOf(first, start + 1);
    if (close < 0 || close >= limit) return undefined;
    return { end: close + 1, range: { start: start + 1, end: close } };
  }
  if (first === "{") {
    const end = endOfBraces(text, start, limit);
    if (end === undefined) return undefined;
    const range = end - start < longestStatic ? staticText(text.slice(start, end), start) : undefined;
    return range ? { end, range } : { end };
  }
  const bare = match(bareValue, text, start);
  return bare === "" ? undefined : { end: start + bare.length, range: { start, end: start + bare.length } };
}

/** The place of `/x` in `{"/x"}`. */
function staticText(expression: string, start: number): TextRange | undefined {
  const found = staticExpression.exec(expression);
  if (!found) return undefined;
  const quote = start + expression.search(/["'`]/);
  return { start: quote + 1, end: quote + 1 + (found[2] ?? "").length };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function skipSpaces(text: string, at: number): number {
  return at + match(spaces, text, at).length;
}
