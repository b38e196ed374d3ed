import { decodeEntities, decodeScriptText } from "../text/decode-text.ts";
import type { TextRange } from "../text/text-edit.ts";
import type { PageAttributeValue } from "./page.ts";
import { skipString, skipStringOrComment, findBracesEnd, type UnclosedStrings } from "./scan-tag.ts";

/** A string or an object in an expression. */
export interface PossibleValue {
  readonly kind: "string" | "object";
  /** The range between the quotes or braces. */
  readonly range: TextRange;
}

/** The maximum number of nested parentheses. Each level is read again, so this limits the time for malicious text. */
const maxDepth = 10;

const wordPattern = /[\p{ID_Continue}$]+/uy;

/**
 * Returns the string and object literals that an expression can evaluate to, such as both strings in `isNew ? "/a" :
 * "/b"`. Omits strings that are only part of the value, as in `"/a" + query`, and strings in calls and comparisons.
 * Nothing is evaluated. Returns an empty list if the expression contains a function or JSX.
 */
export function findPossibleValues(text: string, { start, end }: TextRange, depth = 0): readonly PossibleValue[] {
  /** The results so far, and the values of the operand that is being read. */
  const results: PossibleValue[] = [];
  let operand: readonly PossibleValue[] = [];
  /** Whether the next value is the first part of a possible result. */
  let isResult = true;
  /** Whether a value precedes the current position, so a bracket starts a call or an index. */
  let isAfterValue = false;
  /** The number of results before the operand that a `?` would turn into a condition. */
  let finalResultCount = 0;
  const unclosedStrings: UnclosedStrings = new Map();
  const setOperand = (values: readonly PossibleValue[]) => {
    operand = isResult && !isAfterValue ? values : [];
    isResult = false;
    isAfterValue = true;
  };
  const beginOperand = () => {
    operand = [];
    isResult = true;
    isAfterValue = false;
  };
  for (let offset = start; offset < end;) {
    const char = text[offset] ?? "";
    const operator = text.slice(offset, offset + 2);
    if (/\s/.test(char)) offset++;
    else if (char === '"' || char === "'") {
      const partEnd = skipString(text, offset, end, unclosedStrings);
      if (partEnd === offset + 1) return [];
      setOperand([{ kind: "string", range: { start: offset + 1, end: partEnd - 1 } }]);
      offset = partEnd;
    } else if (char === "`" || char === "{") {
      const partEnd = findBracesEnd(text, offset, end);
      if (partEnd === undefined) return [];
      const range = { start: offset + 1, end: partEnd - 1 };
      const isStatic = char === "{" || !text.slice(offset, partEnd).includes("${");
      setOperand(isStatic ? [{ kind: char === "{" ? "object" : "string", range }] : []);
      offset = partEnd;
    } else if (char === "(" || char === "[") {
      const partEnd = findBracketsEnd(text, offset, end);
      if (partEnd === undefined) return [];
      const isGroup = char === "(" && !isAfterValue && isResult && depth < maxDepth;
      setOperand(isGroup ? findPossibleValues(text, { start: offset + 1, end: partEnd - 1 }, depth + 1) : []);
      offset = partEnd;
    } else if (operator === "//" || operator === "/*") offset = skipStringOrComment(text, offset, end, unclosedStrings);
    else if (operator === "=>" || /^<[A-Za-z>]/.test(operator)) return [];
    else if (operator === "??" || operator === "||") {
      results.push(...operand);
      beginOperand();
      offset += 2;
    } else if (operator === "&&") {
      beginOperand();
      offset += 2;
    } else if (char === "?" && text[offset + 1] !== ".") {
      results.length = finalResultCount;
      beginOperand();
      offset++;
    } else if (char === ":") {
      results.push(...operand);
      finalResultCount = results.length;
      beginOperand();
      offset++;
    } else {
      wordPattern.lastIndex = offset;
      const length = wordPattern.exec(text)?.[0].length ?? 0;
      operand = [];
      isResult = false;
      isAfterValue = length > 0;
      offset += Math.max(1, length);
    }
  }
  return [...results, ...operand];
}

/** A property of an object literal whose value can be a string. */
export interface PossibleProperty {
  readonly key: string;
  readonly valueRanges: readonly TextRange[];
}

const propertyKeyPattern = /^(\s*)(?:["']([\w:-]+)["']|([\w$]+))\s*:/;

/**
 * Returns the properties that a spread such as `...{ href: "/a" }` or `...(isNew && { href: "/a" })` can add and whose
 * values can be strings. Omits keys in brackets and methods.
 */
export function findSpreadProperties(text: string, { start, end }: TextRange): PossibleProperty[] {
  const dotsIndex = text.slice(start, end).indexOf("...");
  if (dotsIndex < 0) return [];
  return findPossibleValues(text, { start: start + dotsIndex + 3, end }).flatMap(({ kind, range }) =>
    kind === "object" ? findProperties(text, range) : [],
  );
}

function findProperties(text: string, { start, end }: TextRange): PossibleProperty[] {
  const properties: PossibleProperty[] = [];
  const unclosedStrings: UnclosedStrings = new Map();
  const addProperty = (propertyStart: number, propertyEnd: number) => {
    const match = propertyKeyPattern.exec(text.slice(propertyStart, propertyEnd));
    const key = match?.[2] ?? match?.[3];
    if (!match || key === undefined) return;
    const values = findPossibleValues(text, { start: propertyStart + match[0].length, end: propertyEnd });
    properties.push({ key, valueRanges: values.flatMap(({ kind, range }) => (kind === "string" ? [range] : [])) });
  };
  let currentStart = start;
  for (let offset = start; offset < end;) {
    const char = text[offset] ?? "";
    if (char === ",") {
      addProperty(currentStart, offset);
      currentStart = offset + 1;
    }
    if ("{`".includes(char)) offset = findBracesEnd(text, offset, end) ?? end;
    else if ("([".includes(char)) offset = findBracketsEnd(text, offset, end) ?? end;
    else offset = skipStringOrComment(text, offset, end, unclosedStrings);
  }
  addProperty(currentStart, end);
  return properties;
}

/**
 * Returns the offset after the parenthesis or bracket that closes the one at `start`, or undefined if it isn't closed.
 */
function findBracketsEnd(text: string, start: number, limit: number): number | undefined {
  const unclosedStrings: UnclosedStrings = new Map();
  let depth = 0;
  for (let offset = start; offset < limit;) {
    const char = text[offset] ?? "";
    if ("{`".includes(char)) {
      offset = findBracesEnd(text, offset, limit) ?? limit;
      continue;
    }
    if ("([".includes(char)) depth++;
    else if (")]".includes(char) && --depth === 0) return offset + 1;
    offset = skipStringOrComment(text, offset, limit, unclosedStrings);
  }
  return undefined;
}

/** Matches an expression that consists of a string literal, which can contain escapes. */
const stringExpressionPattern = /^\s*(["'`])((?:\\[^]|(?!\1|\\|\$\{)[^])*)\1\s*$/;
const maxStringLength = 4000;

/**
 * Returns the string that MDX passes to the component or element. Decodes character references, as in `id="a&#x5F;b"`,
 * and escapes, as in `id={"a\u005fb"}`. Returns undefined if the value can't be determined without running the page's
 * code.
 */
export function decodeAttributeText({ kind, text, range, fullRange }: PageAttributeValue): string | undefined {
  if (kind === "expression") {
    const content = text.length < maxStringLength ? stringExpressionPattern.exec(text)?.[2] : undefined;
    return content === undefined ? undefined : decodeScriptText(content);
  }
  const isInBraces = range.start - fullRange.start > 1;
  return isInBraces ? text : decodeEntities(text);
}
