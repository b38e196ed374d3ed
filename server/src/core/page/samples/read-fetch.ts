import {
  findProperty,
  type JsonNode,
  type JsonProperty,
  getJsonString,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";
import type { SampleRequest, SampleText } from "./read-curl.ts";

/**
 * A value in JavaScript source, and its range. `value` means that the value can be determined without running the code,
 * and `open` means that it can't.
 */
export type Literal =
  | { readonly kind: "value"; readonly node: JsonNode }
  /** An array or object that is only partially known. `node` contains the part that is known. */
  | { readonly kind: "partly"; readonly node: JsonNode }
  | { readonly kind: "open" };

export interface LiteralResult {
  readonly literal: Literal;
  /** The offset after the value. */
  readonly end: number;
}

const maxDepth = 60;

/**
 * Reads the object, array, string, number, `true`, `false`, or `null` at `offset` in JavaScript source. Accepts
 * unquoted keys, trailing commas, and comments. Any other value, such as a name, a call, or a template literal with a
 * substitution, is read as `open` and ends at the next comma or bracket. Ranges are offsets in the source plus `start`.
 */
export function readLiteral(code: string, offset: number, start: number): LiteralResult {
  return new LiteralReader(code, start).readValue(offset, 0);
}

class LiteralReader {
  readonly #code: string;
  readonly #start: number;

  constructor(code: string, start: number) {
    this.#code = code;
    this.#start = start;
  }

  readValue(offset: number, depth: number): LiteralResult {
    const valueStart = skipWhitespace(this.#code, offset);
    const result = this.#readFirstValue(valueStart, depth);
    if (!result) return { literal: { kind: "open" }, end: findExpressionEnd(this.#code, valueStart) };
    // In `"a" + b` or `[1].concat(x)`, the expression continues after the part that has been read.
    const nextOffset = skipWhitespace(this.#code, result.end);
    if (
      nextOffset >= this.#code.length ||
      ",)]};\n".includes(this.#code.charAt(nextOffset)) ||
      this.#hasLineBreak(result.end, nextOffset)
    )
      return result;
    return { literal: { kind: "open" }, end: findExpressionEnd(this.#code, nextOffset) };
  }

  #hasLineBreak(start: number, end: number): boolean {
    return this.#code.slice(start, end).includes("\n");
  }

  #readFirstValue(offset: number, depth: number): LiteralResult | undefined {
    const character = this.#code.charAt(offset);
    if (depth > maxDepth) return undefined;
    if (character === "{") return this.#readObject(offset, depth + 1);
    if (character === "[") return this.#readArray(offset, depth + 1);
    if (character === '"' || character === "'" || character === "`") return this.#readString(offset);
    const wordPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b/y;
    wordPattern.lastIndex = offset;
    const text = wordPattern.exec(this.#code)?.[0];
    if (text === undefined) return undefined;
    const location = this.#createLocation(offset, offset + text.length);
    const node: JsonNode =
      text === "null"
        ? { kind: "null", ...location }
        : text === "true" || text === "false"
          ? { kind: "boolean", value: text === "true", ...location }
          : { kind: "number", value: Number(text), ...location };
    return { literal: { kind: "value", node }, end: offset + text.length };
  }

  #readObject(start: number, depth: number): LiteralResult | undefined {
    const properties: JsonProperty[] = [];
    let isComplete = true;
    for (let offset = skipWhitespace(this.#code, start + 1); ;) {
      const character = this.#code.charAt(offset);
      if (character === "") return undefined;
      if (character === "}") {
        // An object with only a comment, as in `{ /* request body */ }`, is a placeholder for readers to fill in.
        if (properties.length === 0 && /\S/.test(this.#code.slice(start + 1, offset))) isComplete = false;
        return this.#createResult(
          { kind: "object", properties, ...this.#createLocation(start, offset + 1) },
          isComplete,
          offset + 1,
        );
      }
      const key = this.#readKey(offset);
      const colonOffset = key && skipWhitespace(this.#code, key.end);
      if (key && colonOffset !== undefined && this.#code.charAt(colonOffset) === ":") {
        const { literal, end } = this.readValue(colonOffset + 1, depth);
        if (literal.kind !== "value") isComplete = false;
        const { range } = this.#createLocation(offset, key.end);
        properties.push({
          key: key.text,
          file: "",
          keyRange: range,
          value: literal.kind === "open" ? undefined : literal.node,
        });
        offset = end;
      } else {
        // Spread syntax (`...defaults`), a shorthand property (`name`), or a method adds members that are unknown.
        isComplete = false;
        offset = findExpressionEnd(this.#code, offset);
      }
      offset = skipWhitespace(this.#code, offset);
      if (this.#code.charAt(offset) === ",") offset = skipWhitespace(this.#code, offset + 1);
      else if (this.#code.charAt(offset) !== "}") return undefined;
    }
  }

  #readArray(start: number, depth: number): LiteralResult | undefined {
    const items: JsonNode[] = [];
    let isComplete = true;
    for (let offset = skipWhitespace(this.#code, start + 1); ;) {
      const character = this.#code.charAt(offset);
      if (character === "") return undefined;
      if (character === "]")
        return this.#createResult(
          { kind: "array", items, ...this.#createLocation(start, offset + 1) },
          isComplete,
          offset + 1,
        );
      const { literal, end } = this.readValue(offset, depth);
      if (literal.kind !== "value") isComplete = false;
      if (literal.kind !== "open") items.push(literal.node);
      offset = skipWhitespace(this.#code, end);
      if (this.#code.charAt(offset) === ",") offset = skipWhitespace(this.#code, offset + 1);
      else if (this.#code.charAt(offset) !== "]") return undefined;
    }
  }

  #createResult(node: JsonNode, isComplete: boolean, end: number): LiteralResult {
    return { literal: { kind: isComplete ? "value" : "partly", node }, end };
  }

  #readKey(offset: number): { readonly text: string; readonly end: number } | undefined {
    const character = this.#code.charAt(offset);
    if (character === '"' || character === "'") {
      const result = this.#readString(offset);
      return result?.literal.kind === "value" && result.literal.node.kind === "string"
        ? { text: result.literal.node.value, end: result.end }
        : undefined;
    }
    const namePattern = /[\p{L}_$\d][\p{L}\p{N}_$]*/uy;
    namePattern.lastIndex = offset;
    const name = namePattern.exec(this.#code)?.[0];
    return name === undefined ? undefined : { text: name, end: offset + name.length };
  }

  #readString(start: number): LiteralResult | undefined {
    const quote = this.#code.charAt(start);
    let value = "";
    let isOpen = false;
    for (let offset = start + 1; offset < this.#code.length; offset++) {
      const character = this.#code.charAt(offset);
      if (character === quote) {
        const node: JsonNode = { kind: "string", value, ...this.#createLocation(start, offset + 1) };
        return { literal: isOpen ? { kind: "open" } : { kind: "value", node }, end: offset + 1 };
      }
      if (character === "\n" && quote !== "`") return undefined;
      if (quote === "`" && character === "$" && this.#code.charAt(offset + 1) === "{") isOpen = true;
      if (character === "\\") {
        offset++;
        value += escapes.get(this.#code.charAt(offset)) ?? this.#code.charAt(offset);
      } else value += character;
    }
    return undefined;
  }

  #createLocation(start: number, end: number): Pick<JsonNode, "file" | "range"> {
    return { file: "", range: { start: this.#start + start, end: this.#start + end } };
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Skips spaces, line breaks, and comments. */
export function skipWhitespace(code: string, start: number): number {
  const whitespacePattern = /(?:\s|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;
  whitespacePattern.lastIndex = start;
  return start + (whitespacePattern.exec(code)?.[0].length ?? 0);
}

/**
 * Returns the offset of the `,`, `;`, or closing bracket that ends the expression. Skips nested brackets and strings.
 */
function findExpressionEnd(code: string, start: number): number {
  let depth = 0;
  for (let offset = start; offset < code.length; offset++) {
    const character = code.charAt(offset);
    if ("\"'`".includes(character)) {
      offset = findStringEnd(code, offset);
      continue;
    }
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character) && --depth < 0) return offset;
    if (depth === 0 && (character === "," || character === ";")) return offset;
  }
  return code.length;
}

function findStringEnd(code: string, start: number): number {
  const quote = code.charAt(start);
  for (let offset = start + 1; offset < code.length; offset++) {
    if (code.charAt(offset) === "\\") offset++;
    else if (code.charAt(offset) === quote) return offset;
  }
  return code.length;
}

const maxScriptLength = 50_000;
const maxCalls = 50;

/**
 * Returns the requests that the `fetch` calls in a JavaScript or TypeScript sample would send, in order. `start` is the
 * offset of `code` on the page.
 */
export function readFetch(code: string, start: number): readonly SampleRequest[] {
  if (code.length > maxScriptLength) return [];
  const literalByName = new Map<string, Literal>();
  const requests: SampleRequest[] = [];
  for (const { index, 0: head } of code.matchAll(/(?<![\w$.])fetch\s*\(/g)) {
    if (requests.length >= maxCalls) break;
    const request = readCall(code, index, index + head.length, start, literalByName);
    if (request) requests.push(request);
  }
  return requests;
}

function readCall(
  code: string,
  callStart: number,
  argumentsStart: number,
  start: number,
  literalByName: Map<string, Literal>,
): SampleRequest | undefined {
  const urlResult = parseUrlArgument(code, skipWhitespace(code, argumentsStart), start);
  if (!urlResult) return undefined;
  const separatorOffset = skipWhitespace(code, urlResult.end);
  if (code.charAt(separatorOffset) !== "," && code.charAt(separatorOffset) !== ")") return undefined;
  const optionsResult =
    code.charAt(separatorOffset) === "," ? readLiteral(code, separatorOffset + 1, start) : undefined;
  const options = optionsResult && optionsResult.literal.kind !== "open" ? optionsResult.literal.node : undefined;
  if (optionsResult && (!options || options.kind !== "object")) return undefined;
  const method = getJsonValue(options, "method");
  const hasBody = options?.kind === "object" && findProperty(options, "body") !== undefined;
  const body = hasBody
    ? readBody(code, optionsResult ? [separatorOffset, optionsResult.end] : [0, 0], start, literalByName)
    : undefined;
  return {
    method: {
      text: (getJsonString(options, "method") ?? "GET").toUpperCase(),
      range: method?.kind === "string" ? getInnerRange(method) : undefined,
    },
    url: urlResult.text,
    ...readHeaders(code, start, options, literalByName),
    query: [],
    body: body?.node,
    hasBody,
    hasOpenBody: hasBody && body?.isComplete !== true,
    range: { start: start + callStart, end: start + (optionsResult?.end ?? urlResult.end) },
  };
}

/**
 * Reads the URL, which is either a string such as `"https://…"`, or a template literal whose substitutions (`${id}`)
 * are unknown. Returns undefined for any other expression.
 */
function parseUrlArgument(
  code: string,
  offset: number,
  start: number,
): { readonly text: SampleText; readonly end: number } | undefined {
  const quote = code.charAt(offset);
  if (quote === "" || !"\"'`".includes(quote)) return undefined;
  const end = code.indexOf(quote, offset + 1);
  if (end < 0) return undefined;
  const text = code.slice(offset + 1, end);
  if (text.includes("\n")) return undefined;
  const offsets = Array.from({ length: text.length }, (_, i) => start + offset + 1 + i);
  return {
    text: { text, offsets, isOpen: text.includes("${"), range: { start: start + offset + 1, end: start + end } },
    end: end + 1,
  };
}

/**
 * Reads the body from `JSON.stringify({…})`. The argument is either a literal or the name of a `const` whose value is a
 * literal.
 */
function readBody(
  code: string,
  [searchStart, searchEnd]: readonly [number, number],
  start: number,
  literalByName: Map<string, Literal>,
): { readonly node: JsonNode; readonly isComplete: boolean } | undefined {
  const callPattern = /\bbody\s*:\s*JSON\.stringify\s*\(/g;
  callPattern.lastIndex = searchStart;
  const match = callPattern.exec(code);
  if (!match || match.index > searchEnd) return undefined;
  const argumentStart = skipWhitespace(code, match.index + match[0].length);
  const namePattern = /[A-Za-z_$][\w$]*(?=\s*[,)])/y;
  namePattern.lastIndex = argumentStart;
  const variableName = namePattern.exec(code)?.[0];
  const literal =
    variableName !== undefined && variableName !== "null" && variableName !== "true" && variableName !== "false"
      ? findConstant(code, variableName, start, literalByName)
      : readLiteral(code, argumentStart, start).literal;
  return literal && literal.kind !== "open" ? { node: literal.node, isComplete: literal.kind === "value" } : undefined;
}

function findConstant(
  code: string,
  name: string,
  start: number,
  literalByName: Map<string, Literal>,
): Literal | undefined {
  const cachedLiteral = literalByName.get(name);
  if (cachedLiteral) return cachedLiteral;
  const declarationMatch = new RegExp(
    `\\b(?:const|let|var)\\s+${name.replaceAll("$", "\\$")}\\s*(?::[^=\\n]{0,200})?=`,
  ).exec(code);
  if (!declarationMatch) return undefined;
  const { literal } = readLiteral(code, declarationMatch.index + declarationMatch[0].length, start);
  literalByName.set(name, literal);
  return literal;
}

/**
 * Reads the headers from an object, which may be the value of a constant. Any other expression, such as `new
 * Headers(x)` or `{ ...defaults }`, may set more headers.
 */
function readHeaders(
  code: string,
  start: number,
  options: JsonNode | undefined,
  literalByName: Map<string, Literal>,
): Pick<SampleRequest, "headers" | "hasOpenHeaders"> {
  if (options?.kind !== "object") return { headers: [] };
  const property = findProperty(options, "headers");
  const optionsText = sliceNode(code, start, options);
  if (!property && !/\.\.\.|[{,]\s*headers\s*[,}]/.test(optionsText)) return { headers: [] };
  const variableName = property ? findVariableName(code, property.keyRange.end - start) : "headers";
  const literal = variableName === undefined ? undefined : findConstant(code, variableName, start, literalByName);
  const node = property?.value ?? (literal && literal.kind !== "open" ? literal.node : undefined);
  if (node?.kind !== "object") return { headers: [], hasOpenHeaders: true };
  const headers = node.properties.map(({ key, keyRange, value }) => {
    const range = value ? getInnerRange(value) : { start: keyRange.end, end: keyRange.end };
    const text = value?.kind === "string" ? value.value : "";
    return { name: key, value: { text, range, offsets: [], isOpen: value?.kind !== "string" } };
  });
  // The pattern matches spread syntax, computed names, and shorthand properties.
  const hasOpenHeaders = /\.\.\.|[{,]\s*(?:\[|[\w$]+\s*[,}])/.test(sliceNode(code, start, node));
  return { headers, ...(hasOpenHeaders && { hasOpenHeaders }) };
}

/** Returns the name of the variable that is the value of the property whose key ends at `keyEnd`. */
function findVariableName(code: string, keyEnd: number): string | undefined {
  const colonOffset = skipWhitespace(code, keyEnd);
  const variablePattern = /[A-Za-z_$][\w$]*(?=\s*[,}])/y;
  variablePattern.lastIndex = skipWhitespace(code, colonOffset + 1);
  return variablePattern.exec(code)?.[0];
}

function sliceNode(code: string, start: number, { range }: JsonNode): string {
  return code.slice(range.start - start, range.end - start);
}

/** Returns a node's range. For a string, the range doesn't include the quotes. */
function getInnerRange({ kind, range }: JsonNode): TextRange {
  return kind === "string" ? { start: range.start + 1, end: range.end - 1 } : range;
}
