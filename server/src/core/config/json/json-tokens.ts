import { createScanner } from "jsonc-parser";
import type { TextRange } from "../../text/text-edit.ts";

/**
 * The token kinds that jsonc-parser defines. They're duplicated in this file because a const enum can't be imported
 * with isolated modules. A test checks that both lists are the same.
 */
export const SyntaxKind = {
  OpenBraceToken: 1,
  CloseBraceToken: 2,
  OpenBracketToken: 3,
  CloseBracketToken: 4,
  CommaToken: 5,
  ColonToken: 6,
  NullKeyword: 7,
  TrueKeyword: 8,
  FalseKeyword: 9,
  StringLiteral: 10,
  NumericLiteral: 11,
  LineCommentTrivia: 12,
  BlockCommentTrivia: 13,
  LineBreakTrivia: 14,
  Trivia: 15,
  Unknown: 16,
  EOF: 17,
} as const;

export const valueStartKinds: ReadonlySet<number> = new Set([
  SyntaxKind.OpenBraceToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** The tokens at which the parser can resume in an array after unexpected text. */
export const arrayResumeKinds: readonly number[] = [
  ...valueStartKinds,
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
];

export const objectResumeKinds: readonly number[] = [
  SyntaxKind.StringLiteral,
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
];

export const valueEndKinds: readonly number[] = [
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.EOF,
];

export interface JsonToken {
  readonly kind: number;
  readonly range: TextRange;
  readonly value: string;
  /** Whether the token is a string without double quotes, such as `index` or `'index'`. */
  readonly isUnquoted?: true;
  /**
   * Whether the token is definitely valid. This is the case for punctuation and for double-quoted strings without
   * escapes.
   */
  readonly isVerified?: true;
}

const doubleQuote = 0x22;
const punctuationKinds: ReadonlyMap<number, number> = new Map([
  [0x7b, SyntaxKind.OpenBraceToken],
  [0x7d, SyntaxKind.CloseBraceToken],
  [0x5b, SyntaxKind.OpenBracketToken],
  [0x5d, SyntaxKind.CloseBracketToken],
  [0x2c, SyntaxKind.CommaToken],
  [0x3a, SyntaxKind.ColonToken],
]);
/** Matches escapes and characters that a JSON string can't contain. */
const specialCharacterPattern = /[\\\u0000-\u001f]/;

/** Matches literals from JSON and other languages. In quotes, they would have a different meaning. */
const foreignValuePattern = /^(true|false|null|none|nil|undefined|nan|infinity)$/i;
const literalValues = ["true", "false", "null"];

/** A callback for errors in individual tokens. */
export type OnTokenError = (
  kind: "comment" | "unclosed-string" | "invalid-string" | "unquoted" | "unexpected",
  range: TextRange,
  text: string,
) => void;

/**
 * Reads the tokens of a JSON text one at a time, skipping whitespace and comments. Only this file uses jsonc-parser.
 */
export class JsonTokens {
  readonly #text: string;
  readonly #onError: OnTokenError;
  readonly #scanner;
  /** The offset after the current token. */
  #position = 0;
  #current: JsonToken;
  /** The end of the token before the current one. */
  previousTokenEnd = 0;
  /** Whether the token before the current one is an unclosed string, which may include a comma. */
  isPreviousTokenUnclosed = false;

  constructor(text: string, onError: OnTokenError) {
    this.#text = text;
    this.#onError = onError;
    this.#scanner = createScanner(text, false);
    this.#current = this.#scanToken();
  }

  get current(): JsonToken {
    return this.#current;
  }

  /** Returns the current token and advances to the next one. */
  next(): JsonToken {
    const token = this.#current;
    this.previousTokenEnd = token.range.end;
    this.#checkToken(token);
    this.#current = this.#scanToken();
    return token;
  }

  /** Moves to the position after a closing bracket, as if all tokens up to and including the bracket had been read. */
  skipTo(end: number): void {
    this.previousTokenEnd = end;
    this.isPreviousTokenUnclosed = false;
    this.#position = end;
    this.#current = this.#scanToken();
  }

  /** Ends the token stream at the current position. */
  stop(): void {
    this.#current = { kind: SyntaxKind.EOF, range: this.#current.range, value: "" };
  }

  /**
   * Returns the range at which missing text is reported. This is the character before the gap, so the underline shows
   * where to add the text.
   */
  getGapRange(): TextRange {
    return { start: Math.max(0, this.previousTokenEnd - 1), end: Math.max(1, this.previousTokenEnd) };
  }

  #scanToken(): JsonToken {
    return this.#scanSimpleToken() ?? this.#scanAnyToken();
  }

  /**
   * Reads whitespace, punctuation, and plain strings, which make up most of a file, several times faster than the
   * scanner. Returns undefined for any other token.
   */
  #scanSimpleToken(): JsonToken | undefined {
    const text = this.#text;
    let start = this.#position;
    let code = text.charCodeAt(start);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++start);
    this.#position = start;
    if (code !== doubleQuote) {
      const kind = punctuationKinds.get(code);
      if (kind === undefined) return undefined;
      this.#position = start + 1;
      return { kind, range: { start, end: start + 1 }, value: text.charAt(start), isVerified: true };
    }
    const closingQuoteOffset = text.indexOf('"', start + 1);
    if (closingQuoteOffset < 0) return undefined;
    const value = text.slice(start + 1, closingQuoteOffset);
    if (specialCharacterPattern.test(value)) return undefined;
    this.#position = closingQuoteOffset + 1;
    return { kind: SyntaxKind.StringLiteral, range: { start, end: closingQuoteOffset + 1 }, value, isVerified: true };
  }

  #scanAnyToken(): JsonToken {
    // For `''''`, the scanner would read the text again for each pair of quotes, because it reads everything up to the
    // next space as one token.
    const singleQuotedToken =
      this.#text[this.#position] === "'" ? this.#readSingleQuotedText(this.#position) : undefined;
    if (singleQuotedToken) {
      this.#position = singleQuotedToken.range.end;
      return singleQuotedToken;
    }
    this.#scanner.setPosition(this.#position);
    const token = this.#scanUnusualToken();
    this.#position = this.#scanner.getPosition();
    return token;
  }

  #scanUnusualToken(): JsonToken {
    for (;;) {
      const kind = this.#scanner.scan();
      const start = this.#scanner.getTokenOffset();
      // For an unclosed comment, the scanner returns an end offset beyond the end of the text.
      const range = { start, end: Math.min(start + this.#scanner.getTokenLength(), this.#text.length) };
      if (kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia)
        this.#onError("comment", range, "");
      else if (kind === SyntaxKind.Unknown) return this.#readUnquotedText(range);
      else if (kind !== SyntaxKind.Trivia && kind !== SyntaxKind.LineBreakTrivia)
        return { kind, range, value: this.#scanner.getTokenValue() };
    }
  }

  /**
   * Returns an unquoted string for text that JavaScript or YAML would treat as a key or string. For any other text,
   * returns an unknown token.
   */
  #readUnquotedText({ start, end }: TextRange): JsonToken {
    const singleQuotedToken = this.#text[start] === "'" ? this.#readSingleQuotedText(start) : undefined;
    if (singleQuotedToken) {
      this.#scanner.setPosition(singleQuotedToken.range.end);
      return singleQuotedToken;
    }
    const word = this.#text.slice(start, end);
    const isUnquotedString =
      /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u.test(word) &&
      !foreignValuePattern.test(word) &&
      !literalValues.some((value) => value.startsWith(word));
    if (!isUnquotedString) return { kind: SyntaxKind.Unknown, range: { start, end }, value: word };
    return { kind: SyntaxKind.StringLiteral, range: { start, end }, value: word, isUnquoted: true };
  }

  #readSingleQuotedText(start: number): JsonToken | undefined {
    let end = start + 1;
    while (end < this.#text.length && !/['\n\r]/.test(this.#text[end] ?? "")) end++;
    if (this.#text[end] !== "'") return undefined;
    const range = { start, end: end + 1 };
    return {
      kind: SyntaxKind.StringLiteral,
      range,
      value: this.#text.slice(start + 1, end),
      isUnquoted: true,
    };
  }

  /**
   * Reports errors in a token. JSON doesn't allow `"x` and `1.`, but the scanner accepts them as a string and a number.
   */
  #checkToken({ kind, range, isUnquoted, isVerified }: JsonToken): void {
    this.isPreviousTokenUnclosed = false;
    if (isVerified) return;
    const rawText = this.#text.slice(range.start, range.end);
    const error = kind === SyntaxKind.StringLiteral ? findStringError(rawText, isUnquoted) : undefined;
    if (error) this.#onError(error, range, rawText);
    if (kind === SyntaxKind.NumericLiteral && !/\d$/.test(rawText)) this.#onError("unexpected", range, rawText);
    this.isPreviousTokenUnclosed = error === "unclosed-string";
  }
}

function findStringError(
  rawText: string,
  isUnquoted: true | undefined,
): "unquoted" | "unclosed-string" | "invalid-string" | undefined {
  if (isUnquoted) return "unquoted";
  if (isJsonString(rawText)) return undefined;
  // The last quote isn't escaped if an even number of backslashes precedes it.
  const isClosed = rawText.length > 1 && /(^|[^\\])(\\\\)*"$/.test(rawText.slice(1));
  return isClosed ? "invalid-string" : "unclosed-string";
}

function isJsonString(rawText: string): boolean {
  try {
    return typeof JSON.parse(rawText) === "string";
  } catch {
    return false;
  }
}

/**
 * The following functions handle the text between the values of a JSON file: whitespace, line breaks, comments, and
 * commas.
 */

/** Returns the start of the spaces that precede the offset on the same line. */
export function findSpaceStart(text: string, offset: number): number {
  let position = offset;
  while (text[position - 1] === " " || text[position - 1] === "\t") position--;
  return position;
}

/** Returns the end of the spaces that start at the offset. */
export function findSpaceEnd(text: string, offset: number): number {
  let position = offset;
  while (text[position] === " " || text[position] === "\t") position++;
  return position;
}

export function isLineEnd(text: string, offset: number): boolean {
  return text[offset] === "\n" || (text[offset] === "\r" && text[offset + 1] === "\n");
}

/** Returns the start of the line that contains the offset. A byte order mark isn't considered part of the line. */
export function findLineStart(text: string, offset: number): number {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return lineStart === 0 && text.startsWith("\uFEFF") ? 1 : lineStart;
}

/** Returns the offset of the first comma in this range that isn't in a comment. */
export function findComma(text: string, start: number, end: number): number | undefined {
  for (let position = start; position < end; position++) {
    const commentEnd = findCommentEnd(text, position);
    if (commentEnd !== undefined) position = commentEnd - 1;
    else if (text[position] === ",") return position;
  }
  return undefined;
}

/**
 * Returns the end of the comments that follow the offset on the same line, or the offset itself if the line contains
 * anything else after the comments. With `mayClose`, the line can contain a closing bracket after the comments.
 */
export function skipTrailingComments(text: string, offset: number, mayClose = false): number {
  let lastEnd = offset;
  for (let position = findSpaceEnd(text, offset); !isLineEnd(text, position);) {
    const commentEnd = findCommentEnd(text, position);
    if (commentEnd === undefined) return mayClose && /[\]}]/.test(text[position] ?? "") ? lastEnd : offset;
    lastEnd = commentEnd;
    position = findSpaceEnd(text, commentEnd);
  }
  return lastEnd;
}

/**
 * Returns the end of the comment that starts at `start`, without its line break. Returns undefined if no comment starts
 * at `start`.
 */
function findCommentEnd(text: string, start: number): number | undefined {
  if (text.startsWith("/*", start)) {
    const end = text.indexOf("*/", start + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (!text.startsWith("//", start)) return undefined;
  const end = text.slice(start).search(/\r?\n/);
  return end < 0 ? text.length : start + end;
}
