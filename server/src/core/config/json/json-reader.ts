import { copyString, isWithin, type SitePath, type TextRange, expandToCharacters } from "../../text/text-edit.ts";
import {
  arrayResumeKinds,
  type JsonToken,
  JsonTokens,
  objectResumeKinds,
  SyntaxKind,
  valueEndKinds,
  valueStartKinds,
} from "./json-tokens.ts";
import type { JsonArray, JsonFile, JsonNode, JsonObject, JsonProperty, PreviousTree } from "./json-tree.ts";

export type JsonProblemKind =
  | "comment"
  | "trailing-comma"
  | "missing-comma"
  | "missing-colon"
  | "missing-value"
  | "missing-close"
  /** A string without a closing quote, such as `"index`. The string ends at the end of the line. */
  | "unclosed-string"
  /** A closed string that contains a character or an escape that JSON doesn't allow. */
  | "invalid-string"
  /** Text without double quotes, such as `index` or `'index'`. It's parsed as a string. */
  | "unquoted"
  | "unexpected"
  | "text-after-end"
  | "duplicate-key";

export interface JsonProblem {
  readonly kind: JsonProblemKind;
  readonly range: TextRange;
  /** For `duplicate-key`, the first occurrence of the key. For `missing-close`, the unclosed bracket. */
  readonly relatedRange?: TextRange;
  /** The key or string that has the problem, shortened for a message. */
  readonly text?: string;
}

/** The maximum number of problems per file. If a file has more, only the first ones are reported. */
export const maxJsonProblems = 1000;

/** Syntax errors that can cause the parser to misinterpret the file. */
const misleadingKinds: ReadonlySet<JsonProblemKind> = new Set([
  "missing-comma",
  "missing-colon",
  "missing-value",
  "missing-close",
  "unclosed-string",
  "invalid-string",
  "unquoted",
  "unexpected",
  "text-after-end",
]);

export function isMisleading(kind: JsonProblemKind): boolean {
  return misleadingKinds.has(kind);
}

/** Whether the file has syntax errors that may have caused the parser to overlook some of the content. */
export function isMisread(file: { readonly problems: readonly JsonProblem[] }): boolean {
  return file.problems.some(({ kind }) => misleadingKinds.has(kind));
}

/** Whether a value has syntax errors. If so, its range may contain text that belongs to other values. */
export function hasErrorsWithin(file: { readonly problems: readonly JsonProblem[] }, range: TextRange): boolean {
  return file.problems.some((problem) => misleadingKinds.has(problem.kind) && isWithin(problem.range, range));
}

/** The reason why a file is rejected. A rejected file has no tree. */
export type JsonRefusal = "too-large" | "too-deep" | "not-text";

export const maxJsonDepth = 200;
/**
 * The maximum number of values and keys in a file: five times as many as the largest known docs.json contains. In a
 * larger file, each rule would take a noticeable fraction of a second.
 */
export const maxJsonValues = 300_000;

/** A recursive descent parser for JSON tokens, limited to 200 levels. */
export class JsonReader {
  readonly #path: SitePath;
  readonly #text: string;
  readonly #problems: JsonProblem[] = [];
  readonly #tokens: JsonTokens;
  readonly #previousTree: PreviousTree | undefined;
  #depth = 0;
  /**
   * The number of open brackets of each kind. Used to determine whether a closing bracket closes an outer level or is a
   * stray bracket.
   */
  #openArrayCount = 0;
  #openObjectCount = 0;
  #isTruncated = false;
  #valueCount = 0;
  /** The offset of the bracket that exceeds the maximum depth. Parsing ends at this offset. */
  depthLimitOffset: number | undefined;
  /** The offset of the first value that exceeds the maximum number of values. Parsing ends at this offset. */
  countLimitOffset: number | undefined;

  /** Creates a parser. `previousTree` is the file's tree before a change. Its unchanged nodes can be reused. */
  constructor(path: SitePath, text: string, previousTree?: PreviousTree) {
    this.#path = path;
    this.#text = text;
    this.#previousTree = previousTree;
    // A byte order mark is replaced with a space, which preserves all offsets.
    const scannedText = text.charCodeAt(0) === 0xfeff ? " " + text.slice(1) : text;
    this.#tokens = new JsonTokens(scannedText, (kind, range, rawText) =>
      this.#addProblem(kind, range, kind === "unexpected" || kind === "unquoted" ? { text: rawText } : {}),
    );
  }

  get #token(): JsonToken {
    return this.#tokens.current;
  }

  /** The number of values and keys that have been parsed. Reused values and keys aren't counted. */
  get valueCount(): number {
    return this.#valueCount;
  }

  read(): JsonFile {
    if (this.#token.kind !== SyntaxKind.EOF && !this.#startsValue()) this.#skipUnexpectedTokens([...valueStartKinds]);
    const root = this.#readValue();
    const { kind, range } = this.#token;
    if (kind !== SyntaxKind.EOF)
      this.#addProblem("text-after-end", {
        start: range.start,
        end: Math.max(range.end, this.#text.trimEnd().length),
      });
    return { path: this.#path, text: this.#text, root, problems: this.#problems };
  }

  #addProblem(kind: JsonProblemKind, range: TextRange, details: Partial<JsonProblem> = {}): void {
    if (this.#problems.length < maxJsonProblems)
      this.#problems.push({ kind, range: expandToCharacters(this.#text, range), ...details });
  }

  #readValue(): JsonNode | undefined {
    this.#countValue();
    const { kind, range } = this.#token;
    switch (kind) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
        return this.#readContainer(kind);
      case SyntaxKind.StringLiteral:
        return { kind: "string", file: this.#path, range, value: copyString(this.#tokens.next().value) };
      case SyntaxKind.NumericLiteral:
        return { kind: "number", file: this.#path, range, value: Number(this.#tokens.next().value) };
      case SyntaxKind.TrueKeyword:
      case SyntaxKind.FalseKeyword:
        this.#tokens.next();
        return { kind: "boolean", file: this.#path, range, value: kind === SyntaxKind.TrueKeyword };
      case SyntaxKind.NullKeyword:
        this.#tokens.next();
        return { kind: "null", file: this.#path, range };
      default:
        return undefined;
    }
  }

  #countValue(): void {
    if (++this.#valueCount !== maxJsonValues + 1) return;
    this.countLimitOffset = this.#token.range.start;
    this.#tokens.stop();
  }

  #readContainer(kind: number): JsonNode | undefined {
    const unchangedNode = this.#previousTree?.findUnchangedNode(this.#token.range.start, this.#depth);
    if (unchangedNode) {
      this.#tokens.skipTo(unchangedNode.range.end);
      return unchangedNode;
    }
    if (this.#depth === maxJsonDepth) {
      this.depthLimitOffset = this.#token.range.start;
      this.#tokens.stop();
      return undefined;
    }
    this.#depth++;
    const node = kind === SyntaxKind.OpenBraceToken ? this.#readObject() : this.#readArray();
    this.#depth--;
    return node;
  }

  /** Skips unexpected tokens until a token at which parsing can resume. Reports the skipped tokens as one problem. */
  #skipUnexpectedTokens(stopKinds: readonly number[]): void {
    const start = this.#token.range.start;
    let end = this.#token.range.end;
    while (this.#token.kind !== SyntaxKind.EOF && !stopKinds.includes(this.#token.kind))
      end = this.#tokens.next().range.end;
    this.#addProblem("unexpected", { start, end }, { text: this.#text.slice(start, Math.min(end, start + 40)) });
  }

  #readObject(): JsonObject {
    const bracket = this.#tokens.next();
    this.#openObjectCount++;
    const properties: JsonProperty[] = [];
    const firstRangesByKey = new Map<string, TextRange>();
    let needsComma = false;
    while (!this.#endsContainer()) {
      const { kind, range } = this.#token;
      if (kind === SyntaxKind.CommaToken) {
        this.#readComma(needsComma, SyntaxKind.CloseBraceToken);
        needsComma = false;
      } else if (kind === SyntaxKind.StringLiteral) {
        // If a key has no value, only the missing value is reported, even if the comma is missing as well.
        if (needsComma && properties.at(-1)?.value) this.#reportMissingComma();
        const property = this.#readProperty();
        const firstRange = firstRangesByKey.get(property.key);
        if (firstRange) this.#addProblem("duplicate-key", range, { relatedRange: firstRange, text: property.key });
        else firstRangesByKey.set(property.key, range);
        properties.push(property);
        needsComma = true;
      } else this.#skipUnexpectedTokens(objectResumeKinds);
    }
    this.#openObjectCount--;
    const end = this.#closeContainer(SyntaxKind.CloseBraceToken, bracket.range);
    return { kind: "object", file: this.#path, range: { start: bracket.range.start, end }, properties };
  }

  #readProperty(): JsonProperty {
    this.#countValue();
    const { range, value } = this.#tokens.next();
    const key = copyString(value);
    const createProperty = (value?: JsonNode): JsonProperty => ({
      key,
      file: this.#path,
      keyRange: range,
      value,
    });
    if (this.#token.kind === SyntaxKind.ColonToken) this.#tokens.next();
    else {
      this.#reportMissingPart("missing-colon", range, key);
      if (!this.#startsValue() || this.#startsProperty()) return createProperty();
    }
    if (!this.#startsValue() || this.#startsProperty()) {
      if (this.#startsProperty() || valueEndKinds.includes(this.#token.kind))
        this.#reportMissingPart("missing-value", range, key);
      else this.#skipUnexpectedTokens(objectResumeKinds);
      return createProperty();
    }
    return createProperty(this.#readValue());
  }

  /** Whether the token is a string followed by a colon, which means that it's a key rather than a value. */
  #startsProperty(): boolean {
    const { kind, range } = this.#token;
    return kind === SyntaxKind.StringLiteral && /^\s*:/.test(this.#text.slice(range.end, range.end + 1000));
  }

  /** Reports a missing comma, except after an unclosed string, because such a string may include the comma. */
  #reportMissingComma(): void {
    if (!this.#tokens.isPreviousTokenUnclosed) this.#addProblem("missing-comma", this.#tokens.getGapRange());
  }

  /** Reports a missing colon or value. If the file ends here, doesn't also report missing closing brackets. */
  #reportMissingPart(kind: "missing-colon" | "missing-value", range: TextRange, key: string): void {
    if (!this.#tokens.isPreviousTokenUnclosed) this.#addProblem(kind, range, { text: key });
    this.#isTruncated ||= this.#token.kind === SyntaxKind.EOF;
  }

  #startsValue(): boolean {
    return valueStartKinds.has(this.#token.kind);
  }

  #readArray(): JsonArray {
    const bracket = this.#tokens.next();
    this.#openArrayCount++;
    const items: JsonNode[] = [];
    let needsComma = false;
    while (!this.#endsContainer()) {
      if (this.#token.kind === SyntaxKind.CommaToken) {
        this.#readComma(needsComma, SyntaxKind.CloseBracketToken);
        needsComma = false;
      } else if (this.#startsValue()) {
        if (needsComma) this.#reportMissingComma();
        const value = this.#readValue();
        if (value) items.push(value);
        needsComma = true;
      } else this.#skipUnexpectedTokens(arrayResumeKinds);
    }
    this.#openArrayCount--;
    const end = this.#closeContainer(SyntaxKind.CloseBracketToken, bracket.range);
    return { kind: "array", file: this.#path, range: { start: bracket.range.start, end }, items };
  }

  /**
   * Whether the parser has reached the end of the file or a bracket that closes this level or an outer one. Skips and
   * reports stray closing brackets.
   */
  #endsContainer(): boolean {
    for (;;) {
      const { kind } = this.#token;
      if (kind === SyntaxKind.EOF) return true;
      if (kind === SyntaxKind.CloseBraceToken && this.#openObjectCount > 0) return true;
      if (kind === SyntaxKind.CloseBracketToken && this.#openArrayCount > 0) return true;
      if (kind !== SyntaxKind.CloseBraceToken && kind !== SyntaxKind.CloseBracketToken) return false;
      this.#addProblem("unexpected", this.#tokens.next().range, {
        text: kind === SyntaxKind.CloseBraceToken ? "}" : "]",
      });
    }
  }

  #readComma(isExpected: boolean, closeKind: number): void {
    const { range } = this.#tokens.next();
    if (!isExpected) this.#addProblem("unexpected", range, { text: "," });
    else if (this.#token.kind === closeKind) this.#addProblem("trailing-comma", range);
  }

  /**
   * Returns the end of an object or array: after its closing bracket or, if the bracket is missing, after the last
   * token. If the next token is a closing bracket of the other kind, it's left for the parent. If the file ends early,
   * only the innermost unclosed level is reported.
   */
  #closeContainer(kind: number, bracketRange: TextRange): number {
    if (this.#token.kind === kind) return this.#tokens.next().range.end;
    const isAtEnd = this.#token.kind === SyntaxKind.EOF;
    this.#isTruncated ||= isAtEnd && this.#tokens.isPreviousTokenUnclosed;
    if (!isAtEnd || !this.#isTruncated)
      this.#addProblem("missing-close", this.#tokens.getGapRange(), { relatedRange: bracketRange });
    this.#isTruncated ||= isAtEnd;
    return this.#tokens.previousTokenEnd;
  }
}
