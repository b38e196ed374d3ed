import type { Config } from "../../config/config.ts";
import type { JsonArray, JsonNode, JsonProperty } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import { type SitePath, type TextRange, containsOffset, getLineEnd } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { getChild } from "../../config/settings/schema-lookup.ts";

/** The position of a caret in JSON text that may be incomplete. */
export interface JsonCursor {
  /** The kind of token that's expected at the caret. */
  readonly expectedKind: "key" | "value";
  /**
   * The path of keys and indexes from the file's root. If a key is expected, the path leads to the object that contains
   * it. If a value is expected, the path leads to the value itself.
   */
  readonly path: readonly (string | number)[];
  /** The range of the token at the caret, including its quotes. The token is replaced. Empty if there's no token. */
  readonly replace: TextRange;
  /** The part of the token before the caret, without the opening quote. */
  readonly typedText: string;
  /** The object's keys, except for the key at the caret. */
  readonly keys: ReadonlySet<string>;
  /** Whether a colon follows the caret. If so, only the key is inserted. */
  readonly hasColon: boolean;
  /** The offset before the caret where a comma is missing, or undefined if no comma is missing. */
  readonly missingCommaOffset: number | undefined;
  /** Whether another item or property follows the caret without a comma before it. */
  readonly needsCommaAfter: boolean;
}

interface Token {
  kind: "open" | "close" | "comma" | "colon" | "string" | "word";
  start: number;
  end: number;
}

interface Container {
  readonly isArray: boolean;
  readonly keys: string[];
  key: string | undefined;
  index: number;
  /** The token that the container expects next. */
  state: "key" | "colon" | "value" | "comma";
  /** The end of the container's last member. Undefined after a comma. */
  lastEnd: number | undefined;
}

/**
 * Returns the end of the object or list that starts at an offset, or undefined if the object or list isn't known to be
 * valid.
 */
export type NodeEndFinder = (start: number) => number | undefined;

/**
 * Reads the tokens before the caret and, if a key is expected, those up to the end of its object. Skips nodes that are
 * known to be valid, so a keystroke doesn't require reading an entire long file. Returns undefined if nothing can be
 * inserted at the caret, which is the case outside lists and objects, directly after a closing quote, and before a
 * colon.
 */
export function readJsonCursor(
  text: string,
  offset: number,
  findNodeEnd: NodeEndFinder = () => undefined,
): JsonCursor | undefined {
  const stack: Container[] = [];
  let currentToken: Readonly<Token> | undefined;
  const token: Token = { kind: "word", start: 0, end: 0 };
  while (readToken(text, token) && token.start < offset) {
    const isStringOrWord = token.kind === "string" || token.kind === "word";
    if (isStringOrWord && isAfterClosingQuote(text, token, offset)) return undefined;
    if (isStringOrWord && offset <= token.end) {
      currentToken = token.kind === "string" ? separateToken(text, token, offset) : token;
      break;
    }
    const container = token.kind === "open" ? stack.at(-1) : undefined;
    const end = container && findNodeEnd(token.start);
    if (container && end !== undefined && end <= offset) {
      closeMember(container, end);
      token.end = end;
    } else processToken(stack, token, text);
  }
  const container = stack.at(-1);
  if (!container) return undefined;
  const replace = currentToken ?? { start: offset, end: offset };
  const nextToken = readNextToken(text, replace.end);
  const isKey = !container.isArray && container.state !== "value";
  const isColonNext = nextToken?.kind === "colon";
  if (isKey && container.state === "colon") return undefined;
  const typedText = text.slice(replace.start, offset).replace(/^"/, "");
  return {
    expectedKind: isKey ? "key" : "value",
    path: getPath(stack, isKey),
    replace: { start: replace.start, end: replace.end },
    typedText,
    keys: new Set(isKey ? [...container.keys, ...listFollowingKeys(text, replace.end, findNodeEnd)] : container.keys),
    hasColon: isColonNext,
    missingCommaOffset: container.state === "comma" ? container.lastEnd : undefined,
    needsCommaAfter: nextToken !== undefined && ["open", "string", "word"].includes(nextToken.kind),
  };
}

/**
 * The maximum number of tokens to read after the caret. It limits the time spent on a long object that isn't known to
 * be valid.
 */
const maxFollowingTokens = 20_000;

/** Returns the keys between the caret and the end of its object. */
function listFollowingKeys(text: string, caret: number, findNodeEnd: NodeEndFinder): string[] {
  const keys: string[] = [];
  const token: Token = { kind: "word", start: caret, end: caret };
  let depth = 0;
  let lastString = "";
  for (let count = 0; count < maxFollowingTokens && readToken(text, token); count++) {
    if (token.kind === "open") {
      const end = findNodeEnd(token.start);
      if (end === undefined) depth++;
      else token.end = end;
    } else if (token.kind === "close" && depth-- === 0) break;
    else if (token.kind === "colon" && depth === 0 && lastString !== "") keys.push(unquote(lastString));
    lastString = token.kind === "string" && depth === 0 ? text.slice(token.start, token.end) : "";
  }
  return keys;
}

function getPath(stack: readonly Container[], isKey: boolean): (string | number)[] {
  const steps = isKey ? stack.slice(0, -1) : stack;
  return steps.map((container) => {
    const { isArray, key, index, state } = container;
    if (!isArray) return key ?? "";
    return container === stack.at(-1) && state === "comma" ? index + 1 : index;
  });
}

/** Whether the caret is directly after a closing quote. At this position, only punctuation is valid. */
function isAfterClosingQuote(text: string, { kind, start, end }: Readonly<Token>, offset: number): boolean {
  return kind === "string" && offset === end && end - start > 1 && text[end - 1] === '"';
}

/**
 * Returns the token without text that belongs to its neighbors. An unclosed string extends to the next quote, so only
 * its text before the caret is included. A string that seems to be closed is treated as unclosed if another value
 * follows it on the same line and a later string on that line isn't closed.
 */
function separateToken(text: string, token: Readonly<Token>, offset: number): Readonly<Token> {
  const isClosed = isClosedString(text, token);
  const nextToken = readNextToken(text, token.end);
  const isNextValid = nextToken === undefined || !["string", "word", "open"].includes(nextToken.kind);
  const isLastOnLine = /[\r\n]/.test(text.slice(token.end, nextToken?.start ?? token.end));
  return isClosed && (isNextValid || isLastOnLine || areStringsClosed(text, token.end))
    ? token
    : { ...token, end: offset };
}

function isClosedString(text: string, { start, end }: Readonly<Token>): boolean {
  return end - start > 1 && text[end - 1] === '"';
}

/** Whether all strings between the offset and the end of its line are closed. */
function areStringsClosed(text: string, offset: number): boolean {
  const token: Token = { kind: "word", start: offset, end: offset };
  const lineEnd = getLineEnd(text, offset);
  while (readToken(text, token) && token.start < lineEnd)
    if (token.kind === "string" && !isClosedString(text, token)) return false;
  return true;
}

function processToken(stack: Container[], token: Readonly<Token>, text: string): void {
  const container = stack.at(-1);
  switch (token.kind) {
    case "open":
      if (container) closeMember(container, token.end);
      stack.push({
        isArray: text[token.start] === "[",
        keys: [],
        key: undefined,
        index: 0,
        state: text[token.start] === "[" ? "value" : "key",
        lastEnd: undefined,
      });
      return;
    case "close": {
      stack.pop();
      const outerContainer = stack.at(-1);
      if (outerContainer) outerContainer.lastEnd = token.end;
      return;
    }
    case "comma":
      if (!container) return;
      if (container.isArray) container.index++;
      container.state = container.isArray ? "value" : "key";
      container.lastEnd = undefined;
      return;
    case "colon":
      if (container && !container.isArray) container.state = "value";
      return;
    default:
      if (container) processText(container, token, text);
  }
}

function processText(container: Container, token: Readonly<Token>, text: string): void {
  if (container.isArray || container.state === "value") return closeMember(container, token.end);
  if (token.kind !== "string") return;
  container.key = unquote(text.slice(token.start, token.end));
  container.keys.push(container.key);
  container.state = "colon";
}

function closeMember(container: Container, end: number): void {
  if (container.isArray && container.state === "comma") container.index++;
  container.state = "comma";
  container.lastEnd = end;
}

function unquote(text: string): string {
  // Strings without escapes are handled separately, because `JSON.parse` is slower and a file can have thousands of
  // keys.
  if (!text.includes("\\")) return text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}

function readNextToken(text: string, offset: number): Readonly<Token> | undefined {
  const token: Token = { kind: "word", start: offset, end: offset };
  return readToken(text, token) ? token : undefined;
}

/**
 * Advances `token` to the next token, and returns false at the end of the text. A string ends at its closing quote or
 * at the end of the line. Comments are skipped. The text is read character by character for speed, because each
 * keystroke scans much of the text before the caret.
 */
function readToken(text: string, token: Token): boolean {
  for (let position = token.end; position < text.length;) {
    const code = text.charCodeAt(position);
    if (isSpace(code)) position++;
    else if (code === slashCode && (text[position + 1] === "/" || text[position + 1] === "*"))
      position = findCommentEnd(text, position);
    else {
      token.kind = tokenKindByCode.get(code) ?? "word";
      token.start = position;
      token.end =
        token.kind === "string"
          ? findStringEnd(text, position)
          : token.kind === "word"
            ? findEndOfWord(text, position)
            : position + 1;
      return true;
    }
  }
  return false;
}

const slashCode = 0x2f;
const quoteCode = 0x22;
const backslashCode = 0x5c;

const tokenKindByCode: ReadonlyMap<number, Token["kind"]> = new Map([
  [0x7b, "open"],
  [0x5b, "open"],
  [0x7d, "close"],
  [0x5d, "close"],
  [0x2c, "comma"],
  [0x3a, "colon"],
  [quoteCode, "string"],
]);

function isSpace(code: number): boolean {
  return code <= 0x20 ? code === 0x20 || (code >= 9 && code <= 13) : code >= 0x80 && isUnicodeSpace(code);
}

function isUnicodeSpace(code: number): boolean {
  return /\s/.test(String.fromCharCode(code));
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function findStringEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === quoteCode) return position + 1;
    if (isLineEnd(code)) return position;
    position +=
      code === backslashCode && position + 1 < text.length && !isLineEnd(text.charCodeAt(position + 1)) ? 2 : 1;
  }
  return position;
}

/** Returns the end of the word at `start`. A slash that doesn't start a comment is a separate token. */
function findEndOfWord(text: string, start: number): number {
  let position = start + 1;
  if (text.charCodeAt(start) === slashCode) return position;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === slashCode || isSpace(code) || tokenKindByCode.has(code)) break;
    position++;
  }
  return position;
}

function findCommentEnd(text: string, start: number): number {
  if (text[start + 1] === "*") {
    const commentEnd = text.indexOf("*/", start + 2);
    return commentEnd < 0 ? text.length : commentEnd + 2;
  }
  let position = start + 2;
  while (position < text.length && !isLineEnd(text.charCodeAt(position))) position++;
  return position;
}

type Path = readonly (string | number)[];

/**
 * Maps each file to the path at which its root is located in docs.json: `[]` for docs.json itself and, for example,
 * `["navigation"]` for a file that is included at that key.
 */
export const getConfigPathByFile = derive((config: Config): ReadonlyMap<SitePath, Path> => {
  const pathByFile = new Map<SitePath, Path>([[config.entry, []]]);
  const rootByPath = new Map(config.files.flatMap(({ path, root }) => (root ? [[path, root] as const] : [])));
  const visit = (node: JsonNode, path: Path): void => {
    const root = rootByPath.get(node.file);
    if (root && !pathByFile.has(node.file) && root.range.start === node.range.start) pathByFile.set(node.file, path);
    if (node.kind === "array") for (const [i, item] of node.items.entries()) visit(item, [...path, i]);
    if (node.kind === "object") for (const { key, value } of node.properties) if (value) visit(value, [...path, key]);
  };
  if (config.root && config.files.length > 1) visit(config.root, []);
  return pathByFile;
});

/** Returns the innermost navigation element that contains the path, such as a group, a tab, or the navigation root. */
export function findElementAt(config: Config, path: Path): NavElement | undefined {
  const elementByNode = getElementsByNode(config);
  let node = config.root;
  let innermostElement: NavElement | undefined;
  for (const step of path) {
    node = getChild(node, step);
    if (!node) break;
    innermostElement = elementByNode.get(node) ?? innermostElement;
  }
  return innermostElement;
}

/** Returns the value at a path in the resolved docs.json, or undefined if the path doesn't exist. */
export function findConfigNode(config: Config, path: Path): JsonNode | undefined {
  let node = config.root;
  for (const step of path) node = getChild(node, step);
  return node;
}

/** Returns the nearest strings before and after a list item. Skips items that aren't strings. */
export function getNeighborStrings(config: Config, path: Path): readonly string[] {
  const index = path.at(-1);
  const list = findConfigNode(config, path.slice(0, -1));
  if (typeof index !== "number" || list?.kind !== "array") return [];
  return [findNearbyString(list, index, -1), findNearbyString(list, index, 1)].flatMap((text) => text ?? []);
}

function findNearbyString({ items }: JsonArray, index: number, step: 1 | -1): string | undefined {
  for (let i = index + step; i >= 0 && i < items.length; i += step) {
    const item = items[i];
    if (item?.kind === "string" && item.value !== "") return item.value;
  }
  return undefined;
}

/**
 * Returns the strings at the same path in other languages, versions, or products. Their navigation trees usually have
 * the same structure, so these strings indicate which value belongs at the path.
 */
export function getMirroredStrings(config: Config, path: Path): readonly string[] {
  const indexDepths = [...path.keys()].filter((index) => typeof path[index] === "number");
  return indexDepths.slice(0, 2).flatMap((index) => {
    if (index === path.length - 1 || indexDepths.length < 2) return [];
    const list = findConfigNode(config, path.slice(0, index));
    const count = list?.kind === "array" ? Math.min(list.items.length, maxMirrors) : 0;
    return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
      if (i === path[index]) return [];
      const node = findConfigNode(config, [...path.slice(0, index), i, ...path.slice(index + 1)]);
      return node?.kind === "string" && node.value !== "" ? [node.value] : [];
    });
  });
}

const maxMirrors = 40;

const getElementsByNode = derive(
  (config: Config): ReadonlyMap<JsonNode, NavElement> =>
    new Map(getNavigation(config).elements.map((element) => [element.node, element])),
);

/** The key or value at an offset in a JSON file. */
export interface JsonLocation {
  /**
   * The keys and indexes from the file's root to the value. If the offset is in a key, the path leads to that key's
   * value.
   */
  readonly path: readonly (string | number)[];
  /** The property whose key is at the offset. Undefined if the offset is in a value. */
  readonly property: JsonProperty | undefined;
  /** The value at the offset. Undefined if the offset is in a key that doesn't have a value. */
  readonly value: JsonNode | undefined;
}

/** Returns the key or innermost value at an offset, or undefined if the offset isn't in a key or value. */
export function findJsonLocation(root: JsonNode | undefined, offset: number): JsonLocation | undefined {
  let node = root;
  const path: (string | number)[] = [];
  for (;;) {
    if (!node || offset < node.range.start || offset > node.range.end) return undefined;
    if (node.kind === "array") {
      const index: number = node.items.findIndex(({ range }) => containsOffset(range, offset));
      if (index < 0) return undefined;
      path.push(index);
      node = node.items[index];
    } else if (node.kind === "object") {
      const property: JsonProperty | undefined = node.properties.find(
        ({ keyRange, value }) => keyRange.start <= offset && offset <= (value?.range ?? keyRange).end,
      );
      if (!property) return undefined;
      path.push(property.key);
      if (offset <= property.keyRange.end) return { path, property, value: property.value };
      node = property.value;
    } else return { path, property: undefined, value: node };
  }
}
