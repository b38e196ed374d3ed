import type { YamlCursor } from "./yaml-cursor.ts";

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
const longestFlow = 100_000;

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
  if (offset - start > longestFlow) return undefined;
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
