import type { SitePath, TextRange } from "../text/text-range.ts";
import type { JsonProblem, JsonProblemKind, JsonRefusal } from "./json-problem.ts";
import {
  arrayResumes,
  JsonTokens,
  objectResumes,
  SyntaxKind,
  valueEnds,
  valueStarts,
  type JsonToken,
} from "./json-tokens.ts";

/**
 * A JSON file as a tree in which every node knows its file and range.
 * Numbers, strings and keys are as written; nothing ever becomes a property of a JavaScript object, so a key
 * like `__proto__` is a key like any other.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

interface JsonBase {
  readonly file: SitePath;
  /** From the first to behind the last character, quotes and brackets included. */
  readonly range: TextRange;
}
export interface JsonObject extends JsonBase {
  readonly kind: "object";
  readonly properties: readonly JsonProperty[];
  /** On an object pulled in by `$ref`: the `$ref` string that did it. `range` is then the target's. */
  readonly pulledInBy?: JsonString;
}
export interface JsonArray extends JsonBase {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}
export interface JsonString extends JsonBase {
  readonly kind: "string";
  readonly value: string;
}
export interface JsonNumber extends JsonBase {
  readonly kind: "number";
  readonly value: number;
}
export interface JsonBoolean extends JsonBase {
  readonly kind: "boolean";
  readonly value: boolean;
}
export interface JsonNull extends JsonBase {
  readonly kind: "null";
}
export interface JsonProperty {
  readonly key: string;
  readonly file: SitePath;
  /** The key with its quotes. */
  readonly keyRange: TextRange;
  /** Absent while the author has typed only `"key"` or `"key":`. */
  readonly value: JsonNode | undefined;
}

export interface JsonFile {
  readonly path: SitePath;
  readonly text: string;
  /** Absent for an empty or refused file. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly JsonProblem[];
  readonly refused?: { readonly reason: JsonRefusal; readonly range: TextRange };
}

/** Bytes are not known here; a UTF-16 unit is at least one byte, so this refuses nothing that is under 10 MB. */
export const largestJsonLength = 10_000_000;
export const deepestJson = 200;
const mostProblems = 1000;

/**
 * Reads strict JSON with recovery: whatever is wrong, every node that can be told apart is in the tree and each
 * fault has a problem with a range. A leading byte order mark is accepted. Never throws; at most 1,000 problems.
 * `unreadable` is what the disk found out before there was text: over 10 MB of bytes, or bytes that are no UTF-8.
 */
export function readJson(path: SitePath, text: string, unreadable?: "too-large" | "not-text"): JsonFile {
  const refuse = (reason: JsonRefusal, start = 0): JsonFile => ({
    path,
    text: reason === "too-deep" ? text : "",
    root: undefined,
    problems: [],
    refused: { reason, range: { start, end: start + (reason === "too-deep" ? 1 : 0) } },
  });
  if (unreadable) return refuse(unreadable);
  if (text.length > largestJsonLength) return refuse("too-large");
  if (text.includes("\0")) return refuse("not-text");
  const reader = new JsonReader(path, text);
  const file = reader.read();
  return reader.tooDeepAt === undefined ? file : refuse("too-deep", reader.tooDeepAt);
}

/** The property with this key; of duplicates the last, as JSON readers take it. */
export function findProperty(object: JsonObject, key: string): JsonProperty | undefined {
  return object.properties.findLast((property) => property.key === key);
}

/** The value under this key, or undefined when the key is absent or the node is no object. */
export function valueOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? findProperty(node, key)?.value : undefined;
}

/** The text of a string node under this key, or undefined. */
export function stringOf(node: JsonNode | undefined, key: string): string | undefined {
  const value = valueOf(node, key);
  return value?.kind === "string" ? value.value : undefined;
}

/** Recursive descent over the tokens, 200 levels at most. */
class JsonReader {
  readonly #path: SitePath;
  readonly #text: string;
  readonly #problems: JsonProblem[] = [];
  readonly #tokens: JsonTokens;
  #depth = 0;
  /** Open brackets by kind, to tell a stray closing one from one that closes an outer level. */
  #openArrays = 0;
  #openObjects = 0;
  #isCutOff = false;
  /** Where the bracket stands that goes too deep; reading ends there. */
  tooDeepAt: number | undefined;

  constructor(path: SitePath, text: string) {
    this.#path = path;
    this.#text = text;
    // For reading, a byte order mark becomes a blank, so that all offsets stay true.
    const plain = text.charCodeAt(0) === 0xfeff ? " " + text.slice(1) : text;
    this.#tokens = new JsonTokens(plain, (kind, range, raw) =>
      this.#problem(kind, range, kind === "unexpected" ? { text: raw } : {}),
    );
  }

  get #token(): JsonToken {
    return this.#tokens.current;
  }

  read(): JsonFile {
    if (this.#token.kind !== SyntaxKind.EOF && !this.#startsValue()) this.#skipUnexpected([...valueStarts]);
    const root = this.#value();
    const { kind, range } = this.#token;
    if (kind !== SyntaxKind.EOF)
      this.#problem("text-after-end", {
        start: range.start,
        end: Math.max(range.end, this.#text.trimEnd().length),
      });
    return { path: this.#path, text: this.#text, root, problems: this.#problems };
  }

  #problem(kind: JsonProblemKind, range: TextRange, more: Partial<JsonProblem> = {}): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ kind, range, ...more });
  }

  #value(): JsonNode | undefined {
    const { kind, range } = this.#token;
    switch (kind) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
        return this.#container(kind);
      case SyntaxKind.StringLiteral:
        return { kind: "string", file: this.#path, range, value: this.#tokens.next().value };
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

  #container(kind: number): JsonNode | undefined {
    if (this.#depth === deepestJson) {
      this.tooDeepAt = this.#token.range.start;
      this.#tokens.stop();
      return undefined;
    }
    this.#depth++;
    const node = kind === SyntaxKind.OpenBraceToken ? this.#object() : this.#array();
    this.#depth--;
    return node;
  }

  /** Takes tokens that fit nowhere as one problem, up to the next one that can go on. */
  #skipUnexpected(stopAt: readonly number[]): void {
    const start = this.#token.range.start;
    let end = this.#token.range.end;
    while (this.#token.kind !== SyntaxKind.EOF && !stopAt.includes(this.#token.kind))
      end = this.#tokens.next().range.end;
    this.#problem("unexpected", { start, end }, { text: this.#text.slice(start, Math.min(end, start + 40)) });
  }

  #object(): JsonObject {
    const open = this.#tokens.next();
    this.#openObjects++;
    const properties: JsonProperty[] = [];
    const firstByKey = new Map<string, TextRange>();
    let needsComma = false;
    while (!this.#endsContainer()) {
      const { kind, range } = this.#token;
      if (kind === SyntaxKind.CommaToken) {
        this.#comma(needsComma, SyntaxKind.CloseBraceToken);
        needsComma = false;
      } else if (kind === SyntaxKind.StringLiteral) {
        if (needsComma) this.#problem("missing-comma", this.#tokens.gap());
        const property = this.#property();
        const first = firstByKey.get(property.key);
        if (first) this.#problem("duplicate-key", range, { first, text: property.key });
        else firstByKey.set(property.key, range);
        properties.push(property);
        needsComma = true;
      } else this.#skipUnexpected(objectResumes);
    }
    this.#openObjects--;
    const end = this.#close(SyntaxKind.CloseBraceToken, open.range);
    return { kind: "object", file: this.#path, range: { start: open.range.start, end }, properties };
  }

  #property(): JsonProperty {
    const { range, value: key } = this.#tokens.next();
    const property = { key, file: this.#path, keyRange: range };
    if (this.#token.kind === SyntaxKind.ColonToken) this.#tokens.next();
    else {
      this.#problem("missing-colon", range, { text: key });
      if (!this.#startsValue() || this.#token.kind === SyntaxKind.StringLiteral)
        return { ...property, value: undefined };
    }
    if (!this.#startsValue()) {
      if (valueEnds.includes(this.#token.kind)) this.#problem("missing-value", range, { text: key });
      else this.#skipUnexpected(objectResumes);
      return { ...property, value: undefined };
    }
    return { ...property, value: this.#value() };
  }

  #startsValue(): boolean {
    return valueStarts.has(this.#token.kind);
  }

  #array(): JsonArray {
    const open = this.#tokens.next();
    this.#openArrays++;
    const items: JsonNode[] = [];
    let needsComma = false;
    while (!this.#endsContainer()) {
      if (this.#token.kind === SyntaxKind.CommaToken) {
        this.#comma(needsComma, SyntaxKind.CloseBracketToken);
        needsComma = false;
      } else if (this.#startsValue()) {
        if (needsComma) this.#problem("missing-comma", this.#tokens.gap());
        const value = this.#value();
        if (value) items.push(value);
        needsComma = true;
      } else this.#skipUnexpected(arrayResumes);
    }
    this.#openArrays--;
    const end = this.#close(SyntaxKind.CloseBracketToken, open.range);
    return { kind: "array", file: this.#path, range: { start: open.range.start, end }, items };
  }

  /** At the end of the file or at a bracket that closes this level or an outer one; a stray bracket is passed over. */
  #endsContainer(): boolean {
    for (;;) {
      const { kind } = this.#token;
      if (kind === SyntaxKind.EOF) return true;
      if (kind === SyntaxKind.CloseBraceToken && this.#openObjects > 0) return true;
      if (kind === SyntaxKind.CloseBracketToken && this.#openArrays > 0) return true;
      if (kind !== SyntaxKind.CloseBraceToken && kind !== SyntaxKind.CloseBracketToken) return false;
      this.#problem("unexpected", this.#tokens.next().range, {
        text: kind === SyntaxKind.CloseBraceToken ? "}" : "]",
      });
    }
  }

  #comma(expected: boolean, close: number): void {
    const { range } = this.#tokens.next();
    if (!expected) this.#problem("unexpected", range, { text: "," });
    else if (this.#token.kind === close) this.#problem("trailing-comma", range);
  }

  /**
   * The end of an object or array: its bracket, or where it is missing. A foreign bracket is left to the parent. Of
   * levels that the end of the file cuts off, only the innermost is a problem.
   */
  #close(kind: number, open: TextRange): number {
    if (this.#token.kind === kind) return this.#tokens.next().range.end;
    const isCutOff = this.#token.kind === SyntaxKind.EOF;
    if (!isCutOff || !this.#isCutOff) this.#problem("missing-close", this.#tokens.gap(), { first: open });
    this.#isCutOff ||= isCutOff;
    return this.#tokens.lastEnd;
  }
}
