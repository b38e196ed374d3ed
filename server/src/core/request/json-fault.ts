import { parsedJson } from "./json-text.ts";

/** Where a text stops being JSON, line and column counted from 1, and what is wrong there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** `a comma or } is missing here.` */
  readonly text: string;
}

/**
 * The first fault of a text that should be JSON; undefined where it has none. Marks of secrets (`{{secret:pin}}`) may
 * stand where a value may. Engines tell places in words of their own, so the fault is looked for here, without recursion.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const written = text.includes("{{secret:")
    ? text.replace(/\{\{secret:[\w.-]{1,64}\}\}/g, inPlaceOfSecret)
    : text;
  if (parsedJson(written)) return undefined;
  const { at, fault } = firstFault(written);
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n"), text: fault };
}

/** As long as the mark, and a value inside quotation marks as well as outside. */
function inPlaceOfSecret(mark: string): string {
  return "0".padStart(mark.length, "1");
}

/** A piece of JSON: a blank, a mark, a text that ends, a number, a word. */
const piece =
  /[ \t\r\n]+|[[\]{}:,]|"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Wanted = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

function firstFault(text: string): { readonly at: number; readonly fault: string } {
  const open: ("[" | "{")[] = [];
  let wanted: Wanted = "value";
  let at = 0;
  while (at < text.length) {
    piece.lastIndex = at;
    const found = piece.exec(text)?.[0];
    if (found === undefined) return { at, fault: unreadable(text, at, wanted, open) };
    const next: Wanted | undefined = /^\s/.test(found) ? wanted : step(found, wanted, open);
    if (next === undefined) return { at, fault: missingHere(wanted, open) };
    wanted = next;
    at += found.length;
  }
  return { at, fault: `${wordsFor(wanted, open)} is missing at the end.` };
}

/** What may follow; undefined where the piece may not stand here. Changes `open`. */
function step(found: string, wanted: Wanted, open: ("[" | "{")[]): Wanted | undefined {
  switch (found) {
    case "{":
    case "[":
      if (wanted !== "value" && wanted !== "value or end") return undefined;
      open.push(found);
      return found === "{" ? "key or end" : "value or end";
    case "}":
    case "]": {
      const isEnd = wanted === "comma or end" || wanted === (found === "}" ? "key or end" : "value or end");
      if (!isEnd || open.pop() !== (found === "}" ? "{" : "[")) return undefined;
      return "comma or end";
    }
    case ",":
      if (wanted !== "comma or end" || open.length === 0) return undefined;
      return open.at(-1) === "{" ? "key" : "value";
    case ":":
      return wanted === "colon" ? "value" : undefined;
    default:
      if (wanted === "key" || wanted === "key or end") return found.startsWith('"') ? "colon" : undefined;
      return wanted === "value" || wanted === "value or end" ? "comma or end" : undefined;
  }
}

function wordsFor(wanted: Wanted, open: readonly string[]): string {
  const end = open.at(-1) === "{" ? "`}`" : "`]`";
  switch (wanted) {
    case "value":
      return "a value";
    case "value or end":
      return "a value or `]`";
    case "key":
      return "a name in double quotes";
    case "key or end":
      return "a name in double quotes or `}`";
    case "colon":
      return "`:`";
    case "comma or end":
      return open.length === 0 ? "the end of the text" : `a comma or ${end}`;
  }
}

function missingHere(wanted: Wanted, open: readonly string[]): string {
  const isAtEnd = wanted === "comma or end" && open.length === 0;
  return isAtEnd ? "nothing may follow here." : `${wordsFor(wanted, open)} is missing here.`;
}

function unreadable(text: string, at: number, wanted: Wanted, open: readonly string[]): string {
  const char = text[at] ?? "";
  if (char === "'") return "texts stand in double quotes.";
  if (char === '"') return "this text does not end, or has a line break or a `\\` that means nothing.";
  if (/[-+.\d]/.test(char)) return "this is no number.";
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return "JSON has no comments.";
  const isValue = wanted === "value" || wanted === "value or end";
  return isValue ? "this is no value of JSON. Texts stand in double quotes." : missingHere(wanted, open);
}
