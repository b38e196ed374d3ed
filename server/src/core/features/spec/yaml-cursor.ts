import { endOfLine } from "../../text/line-ends.ts";
import type { TextRange } from "../../text/text-range.ts";

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

const mostLines = 50_000;
const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'{}[\],&*!|>%@`][^#]*?)[ \t]*:(?=[ \t]|$)/;

/** Undefined in comments, in texts of several lines, and in braces and brackets that span lines. */
export function yamlCursorAt(text: string, offset: number): YamlCursor | undefined {
  const start = startOfLine(text, offset);
  const end = endOfLine(text, start);
  const line = readLine(text.slice(start, end));
  const caret = offset - start;
  const before = text.slice(start, offset);
  if (/(^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, "")) || before.includes("\t")) return undefined;
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

type Base = Omit<YamlCursor, "replace" | "typed">;

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

interface Flow {
  readonly isMap: boolean;
  key: string | undefined;
  index: number;
  readonly keys: Set<string>;
}

/** Within `{ a: [b, c] }` on one line. */
function flowAt(
  text: string,
  start: number,
  offset: number,
  end: number,
  base: Base,
): YamlCursor | undefined {
  const stack: Flow[] = [];
  const pattern =
    /[{}[\],]|:(?=[\s,}\]]|$)|"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s{}[\],:"']+(?::[^\s{}[\],:"']+)*|\s+/y;
  pattern.lastIndex = start;
  let last: { readonly start: number; readonly end: number } | undefined;
  for (let match = pattern.exec(text); match && match.index < end; match = pattern.exec(text)) {
    const token = match[0];
    const tokenEnd = match.index + token.length;
    const isWord = !/^[{}[\],:\s]/.test(token);
    if (match.index >= offset || (isWord && tokenEnd >= offset)) {
      if (isWord && match.index < offset) last = { start: match.index, end: tokenEnd };
      break;
    }
    const top = stack.at(-1);
    if (token === "{" || token === "[")
      stack.push({ isMap: token === "{", key: undefined, index: 0, keys: new Set() });
    else if (token === "}" || token === "]") stack.pop();
    else if (token === "," && top) {
      top.key = undefined;
      top.index++;
    } else if (token === ":" && top?.isMap && last) {
      top.key = text.slice(last.start, last.end).replace(/^["']|["']$/g, "");
      top.keys.add(top.key);
    }
    last = isWord ? { start: match.index, end: tokenEnd } : undefined;
    if (stack.length === 0) return undefined;
  }
  const top = stack.at(-1);
  if (!top) return undefined;
  const replace = last ?? { start: offset, end: offset };
  const inner = stack.slice(0, -1).map((flow) => (flow.isMap ? (flow.key ?? "") : flow.index));
  const isKey = top.isMap && top.key === undefined;
  const hasColon = /^\s*:/.test(text.slice(replace.end, end));
  return {
    ...base,
    expects: isKey ? "key" : "value",
    path: [...base.path, ...inner, ...(isKey ? [] : [top.isMap ? (top.key ?? "") : top.index])],
    replace,
    typed: text.slice(replace.start, offset).replace(/^["']/, ""),
    keys: top.keys,
    hasColon: isKey && hasColon,
    needsBlank: text[replace.start - 1] === ":" || text[replace.start - 1] === ",",
    isFlow: true,
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
  for (let count = 0; at > 0 && count < mostLines; count++) {
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
  for (let count = 0; at < text.length && count < mostLines; count++) {
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
