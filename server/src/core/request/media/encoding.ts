import { utf8Bytes } from "../../text/bytes.ts";

/**
 * What stands in a URL as it is; everything else becomes `%` and the bytes of its UTF-8.
 * - `value`: RFC 3986 “unreserved”, as RFC 6570 expands `{name}`.
 * - `reserved`: as RFC 6570 expands `{+name}`, `%41` included, but for what a query cannot hold as content: `[`, `]`, `#`
 *   and the `&`, `=`, `+` of forms (OpenAPI 3.2, Appendix C, leaves these to the sender).
 * - `reservedPath`: the same in a path, which cannot hold `/`, `?`, `#`, `[` and `]` as content.
 * - `reservedCookie`: the same in a cookie, whose separators are `;` and `,`.
 * - `path`, `query`: what somebody wrote as a path or query, with its own separators and `%41`.
 * - `form`: the urlencoded serialiser of the URL standard, where a blank is `+`.
 */
export type PercentSet = "value" | "reserved" | "reservedPath" | "reservedCookie" | "path" | "query" | "form";

const encoded: Readonly<Record<PercentSet, RegExp>> = {
  value: allBut("~"),
  reserved: allButTriplets("~!$'()*,;:@/?"),
  reservedPath: allButTriplets("~!$&'()*+,;=:@"),
  reservedCookie: allButTriplets("~!$&'()*+=:@/?#[]"),
  path: allButTriplets("~!$&'()*+,;=:@/"),
  query: allButTriplets("~!$&'()*+,;=:@/?"),
  form: allBut("*"),
};

export function percentEncode(text: string, set: PercentSet): string {
  return text.replace(encoded[set], (char) =>
    set === "form" && char === " "
      ? "+"
      : utf8Bytes(char)
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
          .join(""),
  );
}

/** Letters, digits, `-`, `.`, `_` are never encoded. */
function allBut(retained: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._${retained}]`, "gu");
}

function allButTriplets(retained: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._%${retained.replace(/[[\]]/g, "\\$&")}]|%(?![0-9A-Fa-f]{2})`, "gu");
}

/**
 * A value as the text that stands for it in a URL, header or form: texts as they are, numbers and booleans as in JSON,
 * what has an inside as JSON. Undefined for nothing at all: null, too, has no text (RFC 6570, section 2.3).
 */
export function plainTextOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? undefined : jsonTextOf(value);
    default:
      return undefined;
  }
}

/** A value as JSON; empty for what has none: a circle, a function. */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/** `application/json`, `application/problem+json; charset=utf-8`, `text/x-json`. */
export function isJsonType(type: string): boolean {
  return /[/+]([^;]*[-.+])?json\s*(;|$)/i.test(type);
}

/** A value as JSON. A text that is an object or a list of JSON already was meant as that, and stays as it is written. */
export function writtenJson(value: unknown): string {
  const isWritten = typeof value === "string" && typeof (parsedJson(value)?.value ?? "") === "object";
  return isWritten ? value : jsonTextOf(value);
}

/** What a text of JSON says; undefined where it is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

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

type EncodingRequest = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

function firstFault(text: string): { readonly at: number; readonly fault: string } {
  const open: ("[" | "{")[] = [];
  let requested: EncodingRequest = "value";
  let at = 0;
  while (at < text.length) {
    piece.lastIndex = at;
    const found = piece.exec(text)?.[0];
    if (found === undefined) return { at, fault: unreadable(text, at, requested, open) };
    const next: EncodingRequest | undefined = /^\s/.test(found) ? requested : step(found, requested, open);
    if (next === undefined) return { at, fault: missingHere(requested, open) };
    requested = next;
    at += found.length;
  }
  return { at, fault: `${wordsFor(requested, open)} is missing at the end.` };
}

/** What may follow; undefined where the piece may not stand here. Changes `open`. */
function step(found: string, requested: EncodingRequest, open: ("[" | "{")[]): EncodingRequest | undefined {
  switch (found) {
    case "{":
    case "[":
      if (requested !== "value" && requested !== "value or end") return undefined;
      open.push(found);
      return found === "{" ? "key or end" : "value or end";
    case "}":
    case "]": {
      const isEnd =
        requested === "comma or end" || requested === (found === "}" ? "key or end" : "value or end");
      if (!isEnd || open.pop() !== (found === "}" ? "{" : "[")) return undefined;
      return "comma or end";
    }
    case ",":
      if (requested !== "comma or end" || open.length === 0) return undefined;
      return open.at(-1) === "{" ? "key" : "value";
    case ":":
      return requested === "colon" ? "value" : undefined;
    default:
      if (requested === "key" || requested === "key or end")
        return found.startsWith('"') ? "colon" : undefined;
      return requested === "value" || requested === "value or end" ? "comma or end" : undefined;
  }
}

function wordsFor(requested: EncodingRequest, open: readonly string[]): string {
  const end = open.at(-1) === "{" ? "`}`" : "`]`";
  switch (requested) {
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

function missingHere(requested: EncodingRequest, open: readonly string[]): string {
  const isAtEnd = requested === "comma or end" && open.length === 0;
  return isAtEnd ? "nothing may follow here." : `${wordsFor(requested, open)} is missing here.`;
}

function unreadable(text: string, at: number, requested: EncodingRequest, open: readonly string[]): string {
  const char = text[at] ?? "";
  if (char === "'") return "texts stand in double quotes.";
  if (char === '"') return "this text does not end, or has a line break or a `\\` that means nothing.";
  if (/[-+.\d]/.test(char)) return "this is no number.";
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return "JSON has no comments.";
  const isValue = requested === "value" || requested === "value or end";
  return isValue ? "this is no value of JSON. Texts stand in double quotes." : missingHere(requested, open);
}
