import { createScanner } from "jsonc-parser";
import type { TextRange } from "../text/text-range.ts";

/** jsonc-parser's token kinds; its own is a const enum, which cannot be imported file by file. A test compares them. */
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
  EOF: 17,
} as const;

export const valueStarts: ReadonlySet<number> = new Set([
  SyntaxKind.OpenBraceToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** What the reader of an array can go on with after text that fits nowhere. */
export const arrayResumes: readonly number[] = [
  ...valueStarts,
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
];

export const objectResumes: readonly number[] = [
  SyntaxKind.StringLiteral,
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
];

export const valueEnds: readonly number[] = [
  SyntaxKind.CommaToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.EOF,
];

export interface JsonToken {
  readonly kind: number;
  readonly range: TextRange;
  readonly value: string;
}

/** Hears of what is wrong with single tokens. */
export type OnTokenFault = (
  kind: "comment" | "invalid-string" | "unexpected",
  range: TextRange,
  text: string,
) => void;

/** The tokens of a JSON text, one at a time, without blanks and comments. Only this file knows jsonc-parser. */
export class JsonTokens {
  readonly #text: string;
  readonly #onFault: OnTokenFault;
  readonly #scanner;
  #current: JsonToken;
  /** Where the token before the current one ends. */
  lastEnd = 0;

  constructor(text: string, onFault: OnTokenFault) {
    this.#text = text;
    this.#onFault = onFault;
    this.#scanner = createScanner(text, false);
    this.#current = this.#scan();
  }

  get current(): JsonToken {
    return this.#current;
  }

  /** The current token; the one behind it becomes current. */
  next(): JsonToken {
    const token = this.#current;
    this.lastEnd = token.range.end;
    this.#judge(token);
    this.#current = this.#scan();
    return token;
  }

  /** Makes as if the text ended here. */
  stop(): void {
    this.#current = { kind: SyntaxKind.EOF, range: this.#current.range, value: "" };
  }

  /** Where something is missing: the character before the gap, so that a caret stands at the true place. */
  gap(): TextRange {
    return { start: Math.max(0, this.lastEnd - 1), end: Math.max(1, this.lastEnd) };
  }

  #scan(): JsonToken {
    for (;;) {
      const kind = this.#scanner.scan();
      const start = this.#scanner.getTokenOffset();
      // Of a comment that is not closed the scanner gives an end behind the text.
      const range = { start, end: Math.min(start + this.#scanner.getTokenLength(), this.#text.length) };
      if (kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia)
        this.#onFault("comment", range, "");
      else if (kind !== SyntaxKind.Trivia && kind !== SyntaxKind.LineBreakTrivia)
        return { kind, range, value: this.#scanner.getTokenValue() };
    }
  }

  /** The scanner takes `"x` as a text and `1.` as a number; JSON does not. */
  #judge({ kind, range }: JsonToken): void {
    if (kind !== SyntaxKind.StringLiteral && kind !== SyntaxKind.NumericLiteral) return;
    const raw = this.#text.slice(range.start, range.end);
    if (kind === SyntaxKind.StringLiteral && !isJsonString(raw)) this.#onFault("invalid-string", range, raw);
    if (kind === SyntaxKind.NumericLiteral && !/\d$/.test(raw)) this.#onFault("unexpected", range, raw);
  }
}

function isJsonString(raw: string): boolean {
  try {
    return typeof JSON.parse(raw) === "string";
  } catch {
    return false;
  }
}
