import { maxSearchDepth } from "./scan-tag.ts";

/** An open bracket. `expression` is a brace in JSX or in a template literal. */
interface Bracket {
  readonly kind: "{" | "(" | "[" | "expression";
  /** The token before the bracket. */
  readonly precedingToken: string;
  /** Whether the bracket contains an `id` key, which counts unless the bracket turns out to be a pattern. */
  hasId: boolean;
  /** The number of conditional expressions (`a ? b : c`) in the bracket whose colon hasn't been read. */
  conditionCount: number;
}

/** After these tokens, an object is part of a larger expression, which can be a pattern. */
const nestingTokens: ReadonlySet<string> = new Set([":", ",", "[", "("]);
const declarationWords: ReadonlySet<string> = new Set(["const", "let", "var", "import", "export", "type"]);
const openerByCloser: Readonly<Record<string, string>> = { "}": "{", ")": "(", "]": "[" };
const idKeyPattern = /^(?:id|"id"|'id')$/;
/** Matches the value of an `id` that isn't an anchor, as in the body of a JSON-RPC request (`{ id: 1, method }`). */
const requestIdPattern = /\s{0,100}(?:\d{1,20}|null|Date\.now\(\))\s{0,100}[,}]/y;
/** Matches a return type and the start of the function's body. */
const returnTypePattern = /:\s*[\w$(][\w$.<>[\]|& ,]{0,200}(?:=>|\{)/y;

/**
 * Searches the tokens of a code file for objects with the key `id`, such as `{ id: "a" }` or `{ id }`, which can be the
 * props of an element. Ignores patterns, as in `({ id }) => id` or `const { id } = props`, because they only read the
 * ID.
 */
export class WrittenIds {
  readonly #text: string;
  readonly #brackets: Bracket[] = [];
  /** The bracket that was closed last. The next token shows whether it's a pattern. */
  #closedBracket: Bracket | undefined;
  /** The number of conditional expressions outside all brackets whose colon hasn't been read. */
  #conditionCount = 0;
  #lastToken = "";
  #isKey = false;
  #isImport = false;
  #hasFoundId = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether an object has the key `id`. Also true if that's uncertain because a bracket isn't closed. */
  get hasIdKey(): boolean {
    this.#classifyBracket("", this.#text.length);
    return this.#hasFoundId || this.#isKey || this.#brackets.some(({ hasId }) => hasId);
  }

  /** Enters an expression in JSX or in a template literal. */
  openExpression(): void {
    this.#push("expression");
  }

  /** Reads the token at `start`. Comments and whitespace aren't tokens. */
  read(start: number, end: number): void {
    // Of long tokens, only the quote of a string matters. Operators are read one character at a time.
    const token = end - start > 10 ? (this.#text[start] ?? "") : this.#text.slice(start, end);
    this.#classifyBracket(token, start);
    if (token === "?" && this.#isCondition(start)) this.#countConditions(1);
    else if (token === ":") this.#countConditions(-1);
    const innermostBracket = this.#brackets.at(-1);
    const isShorthand = token === "," || token === "}";
    if (innermostBracket && this.#isKey && (isShorthand || (token === ":" && !this.#isRequestId(end))))
      innermostBracket.hasId = true;
    this.#isKey =
      innermostBracket?.kind === "{" &&
      (this.#lastToken === "{" || this.#lastToken === ",") &&
      idKeyPattern.test(token);
    if (token === "{" || token === "(" || token === "[") this.#push(token);
    else if (token in openerByCloser) this.#close(token);
    // In a block, a declaration such as `let a, id;` isn't an object.
    else if (token === ";" && innermostBracket) innermostBracket.hasId = false;
    if (token === "import") this.#isImport = this.#brackets.length === 0;
    else if (/^["'(;]/.test(token)) this.#isImport = false;
    this.#lastToken = token;
  }

  #isRequestId(start: number): boolean {
    requestIdPattern.lastIndex = start;
    return requestIdPattern.test(this.#text);
  }

  /** Whether the question mark isn't part of `?.` or `??`. */
  #isCondition(start: number): boolean {
    return !/[?.]/.test(this.#text[start + 1] ?? "") && this.#text[start - 1] !== "?";
  }

  #countConditions(change: 1 | -1): void {
    const innermostBracket = this.#brackets.at(-1);
    if (innermostBracket) innermostBracket.conditionCount = Math.max(0, innermostBracket.conditionCount + change);
    else this.#conditionCount = Math.max(0, this.#conditionCount + change);
  }

  #push(kind: Bracket["kind"]): void {
    this.#brackets.push({
      kind,
      precedingToken: this.#isImport ? "import" : this.#lastToken,
      hasId: false,
      conditionCount: 0,
    });
    if (kind === "expression") this.#lastToken = "";
  }

  #close(token: string): void {
    const kind = openerByCloser[token];
    const isMatch = (bracket: Bracket) => bracket.kind === kind || (kind === "{" && bracket.kind === "expression");
    const minIndex = Math.max(0, this.#brackets.length - maxSearchDepth);
    const index = minIndex + this.#brackets.slice(minIndex).findLastIndex(isMatch);
    const closedBracket = index < minIndex ? undefined : this.#brackets[index];
    if (!closedBracket) return;
    closedBracket.hasId ||= this.#brackets.slice(index).some(({ hasId }) => hasId);
    this.#brackets.length = index;
    this.#closedBracket = closedBracket;
  }

  /** Decides whether the bracket that was closed last is a pattern. `token` is the next token, at `start`. */
  #classifyBracket(token: string, start: number): void {
    const closedBracket = this.#closedBracket;
    this.#closedBracket = undefined;
    if (!closedBracket?.hasId || this.#isPattern(closedBracket, token, start)) return;
    const bracket = this.#brackets.at(-1);
    if (bracket && closedBracket.kind !== "(" && nestingTokens.has(closedBracket.precedingToken)) bracket.hasId = true;
    else this.#hasFoundId = true;
  }

  #isPattern({ kind, precedingToken }: Bracket, token: string, start: number): boolean {
    const isAssignment = token === "=" && this.#text[start + 1] !== "=";
    if (kind !== "(") return declarationWords.has(precedingToken) || (isAssignment && this.#text[start + 1] !== ">");
    if (token === "{" || (isAssignment && this.#text[start + 1] === ">")) return true;
    // The colon of a conditional expression isn't followed by a return type.
    if ((this.#brackets.at(-1)?.conditionCount ?? this.#conditionCount) > 0) return false;
    returnTypePattern.lastIndex = start;
    return token === ":" && returnTypePattern.test(this.#text);
  }
}
