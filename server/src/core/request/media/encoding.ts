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

const encodedPatterns: Readonly<Record<PercentSet, RegExp>> = {
  value: createAllExceptPattern("~"),
  reserved: createEncodablePattern("~!$'()*,;:@/?"),
  reservedPath: createEncodablePattern("~!$&'()*+,;=:@"),
  reservedCookie: createEncodablePattern("~!$&'()*+=:@/?#[]"),
  path: createEncodablePattern("~!$&'()*+,;=:@/"),
  query: createEncodablePattern("~!$&'()*+,;=:@/?"),
  form: createAllExceptPattern("*"),
};

export function percentEncode(text: string, percentSet: PercentSet): string {
  return text.replace(encodedPatterns[percentSet], (char) =>
    percentSet === "form" && char === " "
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
function createAllExceptPattern(characters: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._${characters}]`, "gu");
}

function createEncodablePattern(characters: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._%${characters.replace(/[[\]]/g, "\\$&")}]|%(?![0-9A-Fa-f]{2})`, "gu");
}

/**
 * Returns a value as text for a URL, header, or form. Strings stay unchanged, and other values become JSON. Returns
 * undefined for values that have no text representation, such as null (RFC 6570, section 2.3).
 */
export function toParameterText(value: unknown): string | undefined {
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
export function getEssence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/**
 * Whether a media type is JSON, such as `application/json`, `application/problem+json; charset=utf-8`, or
 * `text/x-json`.
 */
export function isJsonType(mediaType: string): boolean {
  return /[/+]([^;]*[-.+])?json\s*(;|$)/i.test(mediaType);
}

/**
 * Returns a value as JSON. If the value is a string that already contains a JSON object or array, returns the string
 * unchanged.
 */
export function serializeJson(value: unknown): string {
  const isJsonText = typeof value === "string" && typeof (parseJsonValue(value)?.value ?? "") === "object";
  return isJsonText ? value : toJsonText(value);
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
  readonly message: LocalizedMessage;
}

/**
 * Returns the first syntax error in JSON text, or undefined if the text is valid. Secret placeholders
 * (`{{secret:pin}}`) are allowed as values. JavaScript engines report positions in different formats, so this function
 * has its own parser. It isn't recursive, so deeply nested text can't exhaust the stack.
 */
export function findJsonError(text: string): JsonError | undefined {
  const parseableText = text.includes("{{secret:")
    ? text.replace(/\{\{secret:[\w.-]{1,64}\}\}/g, createSecretSubstitute)
    : text;
  if (parseJsonValue(parseableText)) return undefined;
  const { offset, error } = findFirstError(parseableText);
  const textBefore = text.slice(0, offset);
  return { line: textBefore.split("\n").length, column: offset - textBefore.lastIndexOf("\n"), message: error };
}

/**
 * Returns text that replaces a secret placeholder during parsing. The text has the same length and is valid JSON both
 * inside and outside quotation marks.
 */
function createSecretSubstitute(placeholder: string): string {
  return "0".padStart(placeholder.length, "1");
}

/** Matches a JSON token: whitespace, punctuation, a string, a number, or a keyword. */
const tokenPattern =
  /[ \t\r\n]+|[[\]{}:,]|"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type ExpectedToken = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

function findFirstError(text: string): { readonly offset: number; readonly error: LocalizedMessage } {
  const brackets: ("[" | "{")[] = [];
  let expectedToken: ExpectedToken = "value";
  let offset = 0;
  while (offset < text.length) {
    tokenPattern.lastIndex = offset;
    const tokenText = tokenPattern.exec(text)?.[0];
    if (tokenText === undefined)
      return { offset, error: createUnexpectedMessage(text, offset, expectedToken, brackets) };
    const nextToken: ExpectedToken | undefined = /^\s/.test(tokenText)
      ? expectedToken
      : getNextExpectedToken(tokenText, expectedToken, brackets);
    if (nextToken === undefined) return { offset, error: createMissingMessage(expectedToken, brackets) };
    expectedToken = nextToken;
    offset += tokenText.length;
  }
  return {
    offset,
    error: createMessage("expected {0}, but the text ends here.", describeExpectedToken(expectedToken, brackets)),
  };
}

/**
 * Returns the kinds of tokens that can follow this token, or undefined if the token isn't allowed at this point.
 * Updates `brackets`, the list of open brackets.
 */
function getNextExpectedToken(
  tokenText: string,
  expectedToken: ExpectedToken,
  brackets: ("[" | "{")[],
): ExpectedToken | undefined {
  switch (tokenText) {
    case "{":
    case "[":
      if (expectedToken !== "value" && expectedToken !== "value or end") return undefined;
      brackets.push(tokenText);
      return tokenText === "{" ? "key or end" : "value or end";
    case "}":
    case "]": {
      const isEndExpected =
        expectedToken === "comma or end" || expectedToken === (tokenText === "}" ? "key or end" : "value or end");
      if (!isEndExpected || brackets.at(-1) !== (tokenText === "}" ? "{" : "[")) return undefined;
      brackets.pop();
      return "comma or end";
    }
    case ",":
      if (expectedToken !== "comma or end" || brackets.length === 0) return undefined;
      return brackets.at(-1) === "{" ? "key" : "value";
    case ":":
      return expectedToken === "colon" ? "value" : undefined;
    default:
      if (expectedToken === "key" || expectedToken === "key or end")
        return tokenText.startsWith('"') ? "colon" : undefined;
      return expectedToken === "value" || expectedToken === "value or end" ? "comma or end" : undefined;
  }
}

function describeExpectedToken(expectedToken: ExpectedToken, brackets: readonly string[]): MessageValue {
  switch (expectedToken) {
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
      if (brackets.length === 0) return createMessage("the end of the text");
      return createMessage(brackets.at(-1) === "{" ? "a comma or `}`" : "a comma or `]`");
  }
}

function createMissingMessage(expectedToken: ExpectedToken, brackets: readonly string[]): LocalizedMessage {
  const isAtEnd = expectedToken === "comma or end" && brackets.length === 0;
  return isAtEnd
    ? createMessage("nothing is allowed after the value.")
    : createMessage("expected {0} here.", describeExpectedToken(expectedToken, brackets));
}

function createUnexpectedMessage(
  text: string,
  offset: number,
  expectedToken: ExpectedToken,
  brackets: readonly string[],
): LocalizedMessage {
  const char = text[offset] ?? "";
  if (char === "'") return createMessage("strings must be in double quotes.");
  if (char === '"')
    return createMessage("this string isn't closed, or it contains a line break or an invalid `\\` escape.");
  if (/[-+.\d]/.test(char)) return createMessage("this isn't a valid number.");
  if (text.startsWith("//", offset) || text.startsWith("/*", offset))
    return createMessage("JSON doesn't allow comments.");
  const isValue = expectedToken === "value" || expectedToken === "value or end";
  return isValue
    ? createMessage("this isn't a JSON value. Strings must be in double quotes.")
    : createMissingMessage(expectedToken, brackets);
}
