import { createMessage, type LocalizedMessage, type MessageValue } from "../../text/message.ts";
import { encodeUtf8 } from "../../text/bytes.ts";

/**
 * The sets of characters that aren't escaped in a URL. All other characters are percent-encoded as UTF-8.
 * - `value`: the unreserved characters (RFC 3986), as when RFC 6570 expands `{name}`.
 * - `reserved`: as when RFC 6570 expands `{+name}`, which preserves escapes such as `%41`. Excludes characters that a
 *   query can't contain or that forms use: `[`, `]`, `#`, `&`, `=`, and `+` (OpenAPI 3.2, Appendix C, leaves these to
 *   the sender).
 * - `reservedPath`: the same for a path, which can't contain `/`, `?`, `#`, `[`, and `]`.
 * - `reservedCookie`: the same for a cookie, in which `;` and `,` are separators.
 * - `path`, `query`: a handwritten path or query with its own separators and escapes such as `%41`.
 * - `form`: the URL standard's urlencoded serializer, in which a space becomes `+`.
 */
export type PercentSet = "value" | "reserved" | "reservedPath" | "reservedCookie" | "path" | "query" | "form";

const encoded: Readonly<Record<PercentSet, RegExp>> = {
  value: createAllExceptPattern("~"),
  reserved: createEncodablePattern("~!$'()*,;:@/?"),
  reservedPath: createEncodablePattern("~!$&'()*+,;=:@"),
  reservedCookie: createEncodablePattern("~!$&'()*+=:@/?#[]"),
  path: createEncodablePattern("~!$&'()*+,;=:@/"),
  query: createEncodablePattern("~!$&'()*+,;=:@/?"),
  form: createAllExceptPattern("*"),
};

export function percentEncode(text: string, set: PercentSet): string {
  return text.replace(encoded[set], (char) =>
    set === "form" && char === " "
      ? "+"
      : encodeUtf8(char)
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
          .join(""),
  );
}

/**
 * Returns a pattern that matches all characters except these and those that are never encoded: letters, digits, `-`,
 * `.`, and `_`.
 */
function createAllExceptPattern(retained: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._${retained}]`, "gu");
}

function createEncodablePattern(retained: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._%${retained.replace(/[[\]]/g, "\\$&")}]|%(?![0-9A-Fa-f]{2})`, "gu");
}

/**
 * Returns a value as text for a URL, header, or form. Strings stay unchanged, and other values become JSON. Returns
 * undefined for values that have no text representation, such as null (RFC 6570, section 2.3).
 */
export function toPlainText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? undefined : toJsonText(value);
    default:
      return undefined;
  }
}

/** Returns a value as JSON, or an empty string if the value can't be serialized, for example, because it's circular. */
export function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

/**
 * Returns a media type in lowercase and without its parameters, such as `application/json` for `Application/JSON;
 * charset=utf-8`.
 */
export function getEssence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/**
 * Whether a media type is JSON, such as `application/json`, `application/problem+json; charset=utf-8`, or
 * `text/x-json`.
 */
export function isJsonType(type: string): boolean {
  return /[/+]([^;]*[-.+])?json\s*(;|$)/i.test(type);
}

/**
 * Returns a value as JSON. If the value is a string that already contains a JSON object or array, returns the string
 * unchanged.
 */
export function serializeJson(value: unknown): string {
  const isWritten = typeof value === "string" && typeof (parseJsonValue(value)?.value ?? "") === "object";
  return isWritten ? value : toJsonText(value);
}

/** Parses JSON, or returns undefined if the text isn't valid JSON. */
export function parseJsonValue(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The first syntax error in JSON text and its position. Lines and columns start at 1. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  /** The description of the error, such as `` expected a comma or `}` here. `` */
  readonly text: LocalizedMessage;
}

/**
 * Returns the first syntax error in JSON text, or undefined if the text is valid. Secret placeholders
 * (`{{secret:pin}}`) are allowed as values. JavaScript engines report positions in different formats, so this function
 * has its own parser. It isn't recursive, so deeply nested text can't exhaust the stack.
 */
export function findJsonError(text: string): JsonError | undefined {
  const written = text.includes("{{secret:")
    ? text.replace(/\{\{secret:[\w.-]{1,64}\}\}/g, createSecretStandIn)
    : text;
  if (parseJsonValue(written)) return undefined;
  const { at, error } = findFirstError(written);
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n"), text: error };
}

/**
 * Returns text that replaces a secret placeholder during parsing. The text has the same length and is valid JSON both
 * inside and outside quotation marks.
 */
function createSecretStandIn(mark: string): string {
  return "0".padStart(mark.length, "1");
}

/** Matches a JSON token: whitespace, punctuation, a string, a number, or a keyword. */
const token =
  /[ \t\r\n]+|[[\]{}:,]|"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type ExpectedToken = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

function findFirstError(text: string): { readonly at: number; readonly error: LocalizedMessage } {
  const open: ("[" | "{")[] = [];
  let requested: ExpectedToken = "value";
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return { at, error: createUnexpectedMessage(text, at, requested, open) };
    const next: ExpectedToken | undefined = /^\s/.test(found)
      ? requested
      : getNextExpected(found, requested, open);
    if (next === undefined) return { at, error: createMissingMessage(requested, open) };
    requested = next;
    at += found.length;
  }
  return {
    at,
    error: createMessage("expected {0}, but the text ends here.", describeExpected(requested, open)),
  };
}

/**
 * Returns the kinds of tokens that can follow this token, or undefined if the token isn't allowed at this point.
 * Updates `open`, the list of open brackets.
 */
function getNextExpected(
  found: string,
  requested: ExpectedToken,
  open: ("[" | "{")[],
): ExpectedToken | undefined {
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
      if (!isEnd || open.at(-1) !== (found === "}" ? "{" : "[")) return undefined;
      open.pop();
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

function describeExpected(requested: ExpectedToken, open: readonly string[]): MessageValue {
  switch (requested) {
    case "value":
      return createMessage("a value");
    case "value or end":
      return createMessage("a value or `]`");
    case "key":
      return createMessage("a property name in double quotes");
    case "key or end":
      return createMessage("a property name in double quotes or `}`");
    case "colon":
      return "`:`";
    case "comma or end":
      if (open.length === 0) return createMessage("the end of the text");
      return createMessage(open.at(-1) === "{" ? "a comma or `}`" : "a comma or `]`");
  }
}

function createMissingMessage(requested: ExpectedToken, open: readonly string[]): LocalizedMessage {
  const isAtEnd = requested === "comma or end" && open.length === 0;
  return isAtEnd
    ? createMessage("nothing is allowed after the value.")
    : createMessage("expected {0} here.", describeExpected(requested, open));
}

function createUnexpectedMessage(
  text: string,
  at: number,
  requested: ExpectedToken,
  open: readonly string[],
): LocalizedMessage {
  const char = text[at] ?? "";
  if (char === "'") return createMessage("strings must be in double quotes.");
  if (char === '"')
    return createMessage("this string isn't closed, or it contains a line break or an invalid `\\` escape.");
  if (/[-+.\d]/.test(char)) return createMessage("this isn't a valid number.");
  if (text.startsWith("//", at) || text.startsWith("/*", at))
    return createMessage("JSON doesn't allow comments.");
  const isValue = requested === "value" || requested === "value or end";
  return isValue
    ? createMessage("this isn't a JSON value. Strings must be in double quotes.")
    : createMissingMessage(requested, open);
}
