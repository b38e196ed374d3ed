import { endOfLine, type TextRange } from "../../text/text-edit.ts";
import { writeYamlText } from "../completion/write-values.ts";

/** What is known of a place before what stands in braces there has been looked at. */
export type FlowBase = Omit<YamlCursor, "replace" | "typed">;

interface Flow {
  readonly isMap: boolean;
  /** Of a map the key whose value is to come or has come. */
  key: string | undefined;
  index: number;
  readonly keys: Set<string>;
  /** Where the latest value ends; undefined in front of it. */
  valueEnd: number | undefined;
}

interface Token {
  readonly kind: "mark" | "word" | "end";
  readonly start: number;
  readonly end: number;
}

/** Braces, brackets and commas; colons that part; quoted words, closed or not; plain words, which may hold quotes. */
const tokens =
  /[{}[\],]|:(?=[\s,}\]]|$)|"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[^\s{}[\],:"'][^\s{}[\],:]*(?::[^\s{}[\],:]+)*|:/y;
const maxFlowLength = 100_000;

/** The braces and brackets that are open before an offset, the word that ends there or goes on, and where it begins. */
interface OpenFlow {
  readonly stack: readonly Flow[];
  readonly word: Token | undefined;
}

/** Whether what was opened at `start` is still open at `offset`. */
export function isOpenAt(text: string, start: number, offset: number): boolean {
  return openFlow(text, start, offset) !== undefined;
}

/** Within `{ a: [b, c] }`, on one line or several; `end` is that of the caret's line. */
export function flowAt(
  text: string,
  start: number,
  offset: number,
  end: number,
  base: FlowBase,
): YamlCursor | undefined {
  const open = openFlow(text, start, offset);
  const top = open?.stack.at(-1);
  if (!open || !top) return undefined;
  const replace = wordAt(text, open.word, offset);
  const { valueEnd } = top;
  // A value that stands on a line above is whole, and the comma behind it is still to come.
  const commaAt =
    valueEnd !== undefined && text.slice(valueEnd, replace.start).includes("\n") ? valueEnd : undefined;
  const isKey = top.isMap && (top.key === undefined || commaAt !== undefined);
  const inner = open.stack.slice(0, -1).map((flow) => (flow.isMap ? (flow.key ?? "") : flow.index));
  const index = top.index + (commaAt === undefined ? 0 : 1);
  const hasColon = /^\s*:/.test(text.slice(replace.end, end));
  return {
    ...base,
    expects: isKey ? "key" : "value",
    path: [...base.path, ...inner, ...(isKey ? [] : [top.isMap ? (top.key ?? "") : index])],
    replace,
    typed: text.slice(replace.start, offset).replace(/^["']/, ""),
    keys: top.keys,
    hasColon: isKey && hasColon,
    needsBlank: text[replace.start - 1] === ":" || text[replace.start - 1] === ",",
    isFlow: true,
    ...(commaAt !== undefined && { commaAt }),
    needsComma: !(isKey && hasColon) && isFollowed(text, replace.end, base.indent),
  };
}

/** What stands at the caret; a word without its closing quote ends with what was typed. */
function wordAt(
  text: string,
  word: Token | undefined,
  offset: number,
): { readonly start: number; readonly end: number } {
  if (!word) return { start: offset, end: offset };
  const { start, end } = word;
  if (!text.slice(start, end).includes("\n")) return { start, end };
  const rest = /^[^\s{}[\],"']*/.exec(text.slice(offset, offset + 1_000))?.[0] ?? "";
  return { start, end: offset + rest.length };
}

/** Whether the next thing stands on another line, farther in than `indent`, and is no comma or bracket. */
function isFollowed(text: string, offset: number, indent: number): boolean {
  const next = /^[ \t]*(?:#[^\n]*)?\r?\n(?:\s|#[^\n]*(?:\n|$))*/.exec(text.slice(offset, offset + 2_000));
  if (!next) return false;
  const at = offset + next[0].length;
  const char = text[at];
  return char !== undefined && !/[,}\]]/.test(char) && at - (text.lastIndexOf("\n", at) + 1) > indent;
}

/** Undefined when all that was opened is closed before the offset. */
function openFlow(text: string, start: number, offset: number): OpenFlow | undefined {
  if (offset - start > maxFlowLength) return undefined;
  const stack: Flow[] = [];
  let last: Token | undefined;
  for (let token = nextToken(text, start); ; token = nextToken(text, token.end)) {
    const isWord = token.kind === "word";
    if (token.kind === "end" || token.start >= offset || (isWord && token.end >= offset)) {
      const word = isWord && token.start < offset ? token : undefined;
      const top = stack.at(-1);
      if (last && top && !word) takeValue(top, last);
      return top && { stack, word };
    }
    const top = stack.at(-1);
    const mark = isWord ? "" : text[token.start];
    if (top && isWord) {
      // Words that follow one another are one value.
      if (last) takeValue(top, last);
    } else if (mark === "{" || mark === "[") stack.push(opened(mark === "{"));
    else if (mark === "}" || mark === "]") {
      stack.pop();
      const outer = stack.at(-1);
      if (!outer) return undefined;
      outer.valueEnd = token.end;
    } else if (mark === "," && top) {
      top.key = undefined;
      top.valueEnd = undefined;
      top.index++;
    } else if (mark === ":" && top?.isMap && last) {
      top.key = text.slice(last.start, last.end).replace(/^["']|["']$/g, "");
      top.keys.add(top.key);
      top.valueEnd = undefined;
    }
    last = isWord ? token : undefined;
  }
}

function opened(isMap: boolean): Flow {
  return { isMap, key: undefined, index: 0, keys: new Set(), valueEnd: undefined };
}

/** A word is a value of a list, or of a map behind its colon. */
function takeValue(flow: Flow, { end }: Token): void {
  if (!flow.isMap || flow.key !== undefined) flow.valueEnd = end;
}

function nextToken(text: string, from: number): Token {
  let at = from;
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at++;
    if (text[at] !== "#" || !/\s/.test(text[at - 1] ?? " ")) break;
    const line = text.indexOf("\n", at);
    at = line < 0 ? text.length : line;
  }
  if (at >= text.length) return { kind: "end", start: text.length, end: text.length };
  tokens.lastIndex = at;
  const token = tokens.exec(text)?.[0] ?? text.slice(at, at + 1);
  return { kind: /^(?:[{}[\],]|:$)/.test(token) ? "mark" : "word", start: at, end: at + token.length };
}

/** Where a caret stands in a YAML text that may be half typed. */
export interface YamlCursor {
  /** `item`: behind a dash, where a value or the first key of a map may be meant. */
  readonly expects: "key" | "value" | "item";
  /** Keys and positions from the root: to the map for a key, to the value itself for the others. */
  readonly path: readonly (string | number)[];
  /** What stands at the caret and is to be replaced, quotes included. */
  readonly replace: TextRange;
  /** The part of it before the caret, without the quote. */
  readonly typed: string;
  /** Keys that the map has besides. */
  readonly keys: ReadonlySet<string>;
  /** A colon follows, so that the name alone is wanted. */
  readonly hasColon: boolean;
  /** The caret stands right behind the colon or the dash, where YAML wants a blank. */
  readonly needsBlank: boolean;
  /** In braces or brackets, where commas part values. */
  readonly isFlow: boolean;
  /** Where the value in front ends that has no comma behind it. */
  readonly commaAt?: number;
  /** What follows on another line is parted from this by a comma. */
  readonly needsComma?: boolean;
  /** Blanks before the keys of the map. */
  readonly indent: number;
}

interface Line {
  /** Columns of the dashes before the content. */
  readonly dashes: readonly number[];
  /** Column of the content. */
  readonly column: number;
  readonly content: string;
  readonly key: string | undefined;
  /** What follows the colon. */
  readonly rest: string;
}

const maxLines = 50_000;
const maxFlowLines = 3_000;
const maxFlowTries = 40;
const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'{}[\],&*!|>%@`][^#]*?)[ \t]*:(?=[ \t]|$)/;

/** Undefined in comments and in texts of several lines. */
export function yamlCursorAt(text: string, offset: number): YamlCursor | undefined {
  const start = startOfLine(text, offset);
  const end = endOfLine(text, start);
  const line = readLine(text.slice(start, end));
  const caret = offset - start;
  const before = text.slice(start, offset);
  if (/(^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, "")) || before.includes("\t")) return undefined;
  const flow = flowAround(text, start, line.content === "" ? caret : indentOf(line));
  if (flow) return flowAt(text, flow.brace, offset, end, flow.base);
  if (line.content !== "" && caret < line.column) return undefined;
  const column =
    line.content === "" ? (line.dashes.length > 0 ? caret : Math.max(caret, line.column)) : line.column;
  const around = pathAround(text, start, { ...line, column }, end);
  if (!around) return undefined;
  const { path, keys } = around;
  const base = { keys, indent: column, isFlow: false, hasColon: false, needsBlank: false };
  const keyLength = line.key === undefined ? -1 : (keyPattern.exec(line.content)?.[0].length ?? 0);
  if (line.key !== undefined && caret >= line.column + keyLength) {
    const valueStart = start + line.column + keyLength;
    const valuePath = [...path, line.key];
    return valueAt(text, valueStart, end, offset, {
      ...base,
      expects: "value",
      path: valuePath,
      keys: new Set(),
    });
  }
  const dash = line.dashes.at(-1);
  if (/^[{[]/.test(line.content))
    return valueAt(text, start + line.column, end, offset, { ...base, expects: "value", path });
  const own = line.key === undefined ? undefined : line.content.slice(0, keyLength - 1).trimEnd();
  const written = own ?? line.content.replace(/\s+#.*$/, "").trimEnd();
  const from = start + Math.min(column, end - start);
  const range = { start: from, end: Math.max(offset, from + written.length) };
  if (offset < from) return undefined;
  return {
    ...base,
    expects: dash !== undefined && own === undefined ? "item" : "key",
    path,
    replace: range,
    typed: text.slice(from, offset).replace(/^["']/, ""),
    hasColon: own !== undefined,
    needsBlank: dash !== undefined && column === dash + 1,
  };
}

interface FlowAround {
  readonly brace: number;
  readonly base: Base;
}

/**
 * The outermost brace or bracket that was opened on a line above and is open here: each line since is farther in than
 * the line that opened it, as YAML wants, so that a brace that was forgotten elsewhere has no say.
 */
function flowAround(text: string, lineStart: number, indent: number): FlowAround | undefined {
  let found: { readonly brace: number; readonly start: number; readonly end: number } | undefined;
  let least = indent;
  let at = lineStart;
  let tries = 0;
  for (let count = 0; at > 0 && least > 0 && count < maxFlowLines && tries < maxFlowTries; count++) {
    const end = at - 1;
    at = startOfLine(text, end);
    const line = readLine(text.slice(at, end));
    if (line.content === "" && line.dashes.length === 0) continue;
    const column = line.dashes[0] ?? line.column;
    if (column < least) {
      const brace = braceOf(text, at, line);
      if (brace !== undefined && ++tries && isOpenAt(text, brace, lineStart))
        found = { brace, start: at, end };
    }
    least = Math.min(least, indentOf(line));
  }
  if (!found) return undefined;
  const { brace, start, end } = found;
  const line = readLine(text.slice(start, end));
  const around = pathAround(text, start, line, end);
  const path = around && (line.key === undefined ? around.path : [...around.path, line.key]);
  const place = { keys: new Set<string>(), indent: line.column, hasColon: false, needsBlank: false };
  return path && { brace, base: { ...place, expects: "value", path, isFlow: false } };
}

/** A line that closes may stand as far out as the one that opened. */
function indentOf({ dashes, column, content }: Line): number {
  return (dashes[0] ?? column) + (/^[}\]]/.test(content) ? 1 : 0);
}

/** The brace or bracket that begins the value of a line. */
function braceOf(text: string, start: number, { column, key, content, rest }: Line): number | undefined {
  if (key === undefined) return /^[{[]/.test(content) ? start + column : undefined;
  return /^[{[]/.test(rest) ? start + column + content.length - rest.length : undefined;
}

type Base = FlowBase;

/** Behind a colon: a text, or what stands in braces on the line. */
function valueAt(
  text: string,
  from: number,
  end: number,
  offset: number,
  base: Base,
): YamlCursor | undefined {
  const blanks = /^[ \t]*/.exec(text.slice(from, end))?.[0].length ?? 0;
  const start = Math.min(from + blanks, Math.max(offset, from));
  const value = text.slice(start, end);
  if (/^[{[]/.test(value)) return offset > start ? flowAt(text, start, offset, end, base) : undefined;
  if (/^[&*!|>]/.test(value)) return undefined;
  const written = value.replace(/\s+#.*$/, "").trimEnd();
  return {
    ...base,
    replace: { start, end: Math.max(start + written.length, offset) },
    typed: text.slice(start, offset).replace(/^["']/, ""),
    needsBlank: start === from && blanks === 0,
  };
}

interface Around {
  readonly path: readonly (string | number)[];
  readonly keys: ReadonlySet<string>;
}

/** The keys above a line, found by indentation; and the keys of the same map. */
function pathAround(text: string, lineStart: number, own: Line, lineEnd: number): Around | undefined {
  const path: (string | number)[] = [];
  const keys = new Set<string>();
  let { column } = own;
  let list: { readonly column: number; index: number } | undefined;
  const enter = (dashes: readonly number[]): void => {
    for (const dash of dashes.toReversed()) {
      if (list) path.push(list.index);
      list = { column: dash, index: 0 };
    }
  };
  enter(own.dashes);
  let isFirst = own.dashes.length === 0;
  let at = lineStart;
  for (let count = 0; at > 0 && count < maxLines; count++) {
    const end = at - 1;
    at = startOfLine(text, end);
    const line = readLine(text.slice(at, end));
    if (line.content === "" && line.dashes.length === 0) continue;
    const first = line.dashes[0] ?? line.column;
    if (list) {
      if (line.dashes.includes(list.column)) list.index++;
      else if (first <= list.column && line.key !== undefined && line.column <= list.column) {
        path.push(list.index, line.key);
        list = undefined;
        column = line.column;
        enter(line.dashes);
      }
    } else if (line.column === column) {
      if (isFirst && line.key !== undefined) keys.add(line.key);
      if (line.dashes.length > 0) {
        enter(line.dashes);
        isFirst = false;
      }
    } else if (line.column < column && line.key !== undefined) {
      // A text of several lines has no keys.
      if (/^[|>]/.test(line.rest) || (line.rest !== "" && !/^[&!#]/.test(line.rest))) return undefined;
      path.push(line.key);
      column = line.column;
      isFirst = false;
      enter(line.dashes);
    } else if (line.column < column) return undefined;
    if (!list && column === 0 && !isFirst) break;
  }
  if (list) path.push(list.index);
  addKeysBelow(text, lineEnd, own, keys);
  return { path: path.reverse(), keys };
}

function addKeysBelow(text: string, lineEnd: number, own: Line, keys: Set<string>): void {
  let at = lineEnd;
  for (let count = 0; at < text.length && count < maxLines; count++) {
    const start = text[at] === "\r" && text[at + 1] === "\n" ? at + 2 : at + 1;
    at = endOfLine(text, start);
    const line = readLine(text.slice(start, at));
    if (line.content === "" && line.dashes.length === 0) continue;
    if ((line.dashes[0] ?? line.column) < own.column) return;
    if (line.dashes.length === 0 && line.column === own.column && line.key !== undefined) keys.add(line.key);
  }
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = /^ */.exec(text)?.[0].length ?? 0;
  while (/^-(?=[ \t]|$)/.test(text.slice(column, column + 2))) {
    dashes.push(column);
    column += 1 + (/^ */.exec(text.slice(column + 1))?.[0].length ?? 0);
  }
  const content = text.slice(column).trimEnd();
  if (content.startsWith("#")) return { dashes, column, content: "", key: undefined, rest: "" };
  const match = keyPattern.exec(content);
  const key = match?.[1]?.replace(/^(["'])(.*)\1$/, "$2");
  return { dashes, column, content, key, rest: match ? content.slice(match[0].length).trim() : "" };
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** `key: value` in block style, its further lines moved in by `indent`; no line end behind it. */
export function yamlEntry(key: string, value: unknown, indent: string, step: string, eol: string): string {
  return `${writeYamlText(key)}:${yamlValue(value, indent, step, eol)}`;
}

/** What stands behind a colon: a blank and a scalar, or lines further in. */
function yamlValue(value: unknown, indent: string, step: string, eol: string): string {
  const inner = indent + step;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `${eol}${inner}-${yamlItem(item, inner, eol)}`).join("");
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return " {}";
    return members.map(([key, each]) => `${eol}${inner}${yamlEntry(key, each, inner, step, eol)}`).join("");
  }
  return ` ${scalar(value)}`;
}

/** What stands behind a dash: the first key of an object on its line, the others below it. */
function yamlItem(item: unknown, indent: string, eol: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(item) && item.length > 0)
    return item.map((each, i) => `${i === 0 ? " " : eol + inner}-${yamlItem(each, inner, eol)}`).join("");
  if (typeof item === "object" && item !== null && !Array.isArray(item)) {
    const members = Object.entries(item);
    if (members.length > 0)
      return members
        .map(([key, each], i) => `${i === 0 ? " " : eol + inner}${yamlEntry(key, each, inner, "  ", eol)}`)
        .join("");
  }
  return yamlValue(item, indent, "  ", eol);
}

function scalar(value: unknown): string {
  return typeof value === "string" ? writeYamlText(value) : JSON.stringify(value);
}

/** How far from the start of its line an offset stands. */
export function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf("\n", offset - 1) - 1;
}

/**
 * Where the value of a key ends that stands at this column: before the first line that is not further in; blank lines and
 * comments at its end are not its. Of a list dashes may stand as far out as the key.
 */
export function blockEnd(text: string, from: number, column: number, isList: boolean): number {
  let end = lineEndOf(text, from);
  for (let at = afterLine(text, end); at < text.length;) {
    const lineEnd = lineEndOf(text, at);
    const line = text.slice(at, lineEnd);
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const isBlank = line.trim() === "" || /^\s*#/.test(line);
    const isOwnDash = isList && indent === column && /^ *-(\s|$)/.test(line);
    if (!isBlank && indent <= column && !isOwnDash) break;
    if (!isBlank) end = lineEnd;
    at = afterLine(text, lineEnd);
  }
  return end;
}

function lineEndOf(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  if (found < 0) return text.length;
  return text[found - 1] === "\r" ? found - 1 : found;
}

function afterLine(text: string, lineEnd: number): number {
  const found = text.indexOf("\n", lineEnd);
  return found < 0 ? text.length : found + 1;
}
