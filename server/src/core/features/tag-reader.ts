import { isBlank, type TextRange } from "../text/text-edit.ts";

/** A tag as far as it is typed. */
export interface TypedTag {
  /** `Card`, `Tree.File`; empty while nothing stands behind `<`. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly attributes: readonly TypedAttribute[];
  readonly selfClosing: boolean;
  /** Behind `>`; where reading stopped when there is none. */
  readonly end: number;
  /** `>` was found. */
  readonly isClosed: boolean;
}

export interface TypedAttribute {
  readonly name: string;
  readonly nameRange: TextRange;
  /** Behind `=`; absent for a flag. */
  readonly value?: TypedValue;
}

export interface TypedValue {
  /** The mark it begins with; empty while nothing stands behind `=`. */
  readonly opening: '"' | "'" | "{" | "";
  /** Without quotes or braces. An unclosed one ends where it can be told to end. */
  readonly range: TextRange;
  readonly isClosed: boolean;
}

/** Longer ones are not written by hand. */
const longestTag = 20_000;
const nameAt = /[A-Za-z_$][\w$.:-]*/y;
const attributeAt = /[A-Za-z_$@:][\w$.:-]*/y;

/** Reads the tag whose `<` stands at `at`; undefined where no tag begins. Broken ones end where they cease to look like one. */
export function readTypedTag(text: string, at: number): TypedTag | undefined {
  const limit = Math.min(text.length, at + longestTag);
  const name = wordAt(nameAt, text, at + 1);
  if (name === "" && !mayBeginTag(text, at + 1)) return undefined;
  const nameRange = { start: at + 1, end: at + 1 + name.length };
  const attributes: TypedAttribute[] = [];
  const done = (end: number, isClosed: boolean, selfClosing = false): TypedTag => ({
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
    if (next === undefined) return done(i, false);
    i = next;
    if (text[i] === ">") return done(i + 1, true);
    if (text.startsWith("/>", i)) return done(i + 2, true, true);
    if (text[i] === "{") {
      const end = endOfBraced(text, i, limit);
      if (end === undefined) return done(i, false);
      i = end;
      continue;
    }
    const word = wordAt(attributeAt, text, i);
    // The name of a value may be gone while its author thinks of another.
    if (word === "" && text[i] !== "=") return done(i, false);
    const attribute = readAttribute(text, i, word, limit);
    attributes.push(attribute);
    const { value } = attribute;
    i = value ? value.range.end + (value.isClosed ? 1 : 0) : attribute.nameRange.end;
    if (value && !value.isClosed && value.opening !== "") return done(i, false);
  }
}

function readAttribute(text: string, start: number, name: string, limit: number): TypedAttribute {
  const nameRange = { start, end: start + name.length };
  let i = nameRange.end;
  while (i < limit && isBlank(text.charCodeAt(i))) i++;
  if (text[i] !== "=") return { name, nameRange };
  i++;
  while (i < limit && isBlank(text.charCodeAt(i))) i++;
  return { name, nameRange, value: readValue(text, i, limit) };
}

function readValue(text: string, at: number, limit: number): TypedValue {
  const opening = text[at];
  if (opening === "{") {
    const end = endOfBraced(text, at, limit);
    return end === undefined
      ? { opening, range: { start: at + 1, end: endOfWord(text, at + 1, limit) }, isClosed: false }
      : { opening, range: { start: at + 1, end: end - 1 }, isClosed: true };
  }
  if (opening !== '"' && opening !== "'")
    return { opening: "", range: { start: at, end: endOfWord(text, at, limit) }, isClosed: false };
  const end = endOfQuoted(text, at, limit);
  return end === undefined
    ? { opening, range: { start: at + 1, end: endOfWord(text, at + 1, limit) }, isClosed: false }
    : { opening, range: { start: at + 1, end }, isClosed: true };
}

/** The closing quote; undefined when the next quote opens the value of another attribute, or a blank line comes first. */
function endOfQuoted(text: string, at: number, limit: number): number | undefined {
  const end = text.indexOf(text[at] ?? "", at + 1);
  if (end < 0 || end >= limit) return undefined;
  const between = text.slice(at + 1, end);
  if (/\n[ \t]*\r?\n/.test(between)) return undefined;
  return /(^|\s)[A-Za-z][\w-]*=$/.test(between.slice(-60)) ? undefined : end;
}

function endOfWord(text: string, at: number, limit: number): number {
  let i = at;
  while (i < limit && !/[\s>"'{}]/.test(text[i] ?? " ")) i++;
  return text[i] === ">" && text[i - 1] === "/" && i > at ? i - 1 : i;
}

/** Behind the brace that closes the one at `at`; quotes and templates hide braces. */
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

const goesOn = /^(?:\/>|>[ \t]*(?:[\r\n]|$)|[A-Za-z_][\w-]*=["'{])/;

/** The next thing in a tag, past blanks and line ends; undefined at the limit, and at a blank line that no tag goes on behind. */
function afterSpace(text: string, at: number, limit: number): number | undefined {
  let lines = 0;
  for (let i = at; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      lines++;
    } else if (code !== 13 && !isBlank(code))
      return lines < 2 || goesOn.test(text.slice(i, i + 80)) ? i : undefined;
  }
  return undefined;
}

function mayBeginTag(text: string, at: number): boolean {
  return at >= text.length || /[\s<>/]/.test(text[at] ?? " ");
}

function wordAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
