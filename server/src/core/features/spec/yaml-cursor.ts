import { findNextLineStart, getLineEnd, type TextRange } from "../../text/text-edit.ts";
import { formatYamlScalar } from "../completion/complete-values.ts";

/** The properties of a cursor that don't depend on the flow collection around the cursor. */
export type FlowBase = Omit<YamlCursor, "replace" | "typedText">;

interface Flow {
  readonly isMap: boolean;
  /** The key whose value is expected or has just been read. Undefined in a list. */
  key: string | undefined;
  index: number;
  readonly keys: Set<string>;
  /** The end of the most recent value. Undefined if no value has been read yet. */
  valueEnd: number | undefined;
}

interface Token {
  readonly kind: "mark" | "word" | "end";
  readonly start: number;
  readonly end: number;
}

/**
 * Matches braces, brackets, commas, colons that separate keys from values, closed and unclosed quoted strings, and
 * plain text, which may contain quotes.
 */
const tokenPattern =
  /[{}[\],]|:(?=[\s,}\]]|$)|"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[^\s{}[\],:"'][^\s{}[\],:]*(?::[^\s{}[\],:]+)*|:/y;
const maxFlowLength = 100_000;

/** The flow collections that are open at an offset, and the token that ends at the offset or contains it. */
interface OpenFlows {
  readonly stack: readonly Flow[];
  readonly currentToken: Token | undefined;
}

/** Whether the flow collection that starts at `start` is still open at `offset`. */
export function isFlowOpenAt(text: string, start: number, offset: number): boolean {
  return findOpenFlows(text, start, offset) !== undefined;
}

/**
 * Returns the cursor in a flow collection such as `{ a: [b, c] }`, which can span several lines. `end` is the end of
 * the line that contains the caret.
 */
export function findFlowCursor(
  text: string,
  start: number,
  offset: number,
  end: number,
  base: FlowBase,
): YamlCursor | undefined {
  const openFlows = findOpenFlows(text, start, offset);
  const innermostFlow = openFlows?.stack.at(-1);
  if (!openFlows || !innermostFlow) return undefined;
  const replaceRange = getWordRange(text, openFlows.currentToken, offset);
  const { valueEnd } = innermostFlow;
  // A value on an earlier line is complete, so if there's no comma after it, the comma is missing.
  const commaOffset =
    valueEnd !== undefined && text.slice(valueEnd, replaceRange.start).includes("\n") ? valueEnd : undefined;
  const isKey = innermostFlow.isMap && (innermostFlow.key === undefined || commaOffset !== undefined);
  const innerPath = openFlows.stack.slice(0, -1).map((flow) => (flow.isMap ? (flow.key ?? "") : flow.index));
  const index = innermostFlow.index + (commaOffset === undefined ? 0 : 1);
  const hasColon = /^\s*:/.test(text.slice(replaceRange.end, end));
  return {
    ...base,
    expectedKind: isKey ? "key" : "value",
    path: [...base.path, ...innerPath, ...(isKey ? [] : [innermostFlow.isMap ? (innermostFlow.key ?? "") : index])],
    replace: replaceRange,
    typedText: text.slice(replaceRange.start, offset).replace(/^["']/, ""),
    keys: innermostFlow.keys,
    hasColon: isKey && hasColon,
    needsSpace: text[replaceRange.start - 1] === ":" || text[replaceRange.start - 1] === ",",
    isFlow: true,
    ...(commaOffset !== undefined && { commaOffset }),
    needsComma: !(isKey && hasColon) && isFollowedByValue(text, replaceRange.end, base.indent),
  };
}

/**
 * Returns the range of the token at the caret. If the token spans several lines, as an unclosed string does, the range
 * ends after the word at the caret.
 */
function getWordRange(text: string, token: Token | undefined, offset: number): TextRange {
  if (!token) return { start: offset, end: offset };
  const { start, end } = token;
  if (!text.slice(start, end).includes("\n")) return { start, end };
  const textAfter = /^[^\s{}[\],"']*/.exec(text.slice(offset, offset + 1_000))?.[0] ?? "";
  return { start, end: offset + textAfter.length };
}

/** Whether the next token is on another line, is indented more than `indent`, and isn't a comma or bracket. */
function isFollowedByValue(text: string, offset: number, indent: number): boolean {
  const gapMatch = /^[ \t]*(?:#[^\n]*)?\r?\n(?:\s|#[^\n]*(?:\n|$))*/.exec(text.slice(offset, offset + 2_000));
  if (!gapMatch) return false;
  const position = offset + gapMatch[0].length;
  const char = text[position];
  return char !== undefined && !/[,}\]]/.test(char) && position - (text.lastIndexOf("\n", position) + 1) > indent;
}

/** Returns the flow collections that are open at the offset, or undefined if all of them are closed before it. */
function findOpenFlows(text: string, start: number, offset: number): OpenFlows | undefined {
  if (offset - start > maxFlowLength) return undefined;
  const stack: Flow[] = [];
  let lastToken: Token | undefined;
  for (let token = readNextToken(text, start); ; token = readNextToken(text, token.end)) {
    const isWord = token.kind === "word";
    if (token.kind === "end" || token.start >= offset || (isWord && token.end >= offset)) {
      const currentToken = isWord && token.start < offset ? token : undefined;
      const innermostFlow = stack.at(-1);
      if (lastToken && innermostFlow && !currentToken) setValueEnd(innermostFlow, lastToken);
      return innermostFlow && { stack, currentToken };
    }
    const innermostFlow = stack.at(-1);
    const character = isWord ? "" : text[token.start];
    if (innermostFlow && isWord) {
      // Several consecutive words form one value.
      if (lastToken) setValueEnd(innermostFlow, lastToken);
    } else if (character === "{" || character === "[") stack.push(createFlow(character === "{"));
    else if (character === "}" || character === "]") {
      stack.pop();
      const outerFlow = stack.at(-1);
      if (!outerFlow) return undefined;
      outerFlow.valueEnd = token.end;
    } else if (character === "," && innermostFlow) {
      innermostFlow.key = undefined;
      innermostFlow.valueEnd = undefined;
      innermostFlow.index++;
    } else if (character === ":" && innermostFlow?.isMap && lastToken) {
      innermostFlow.key = text.slice(lastToken.start, lastToken.end).replace(/^["']|["']$/g, "");
      innermostFlow.keys.add(innermostFlow.key);
      innermostFlow.valueEnd = undefined;
    }
    lastToken = isWord ? token : undefined;
  }
}

function createFlow(isMap: boolean): Flow {
  return { isMap, key: undefined, index: 0, keys: new Set(), valueEnd: undefined };
}

/** Records the end of a value. In a list, every token is a value. In a map, only a token after a colon is one. */
function setValueEnd(flow: Flow, { end }: Token): void {
  if (!flow.isMap || flow.key !== undefined) flow.valueEnd = end;
}

function readNextToken(text: string, start: number): Token {
  let position = start;
  for (;;) {
    while (/\s/.test(text[position] ?? "")) position++;
    if (text[position] !== "#" || !/\s/.test(text[position - 1] ?? " ")) break;
    const lineBreakOffset = text.indexOf("\n", position);
    position = lineBreakOffset < 0 ? text.length : lineBreakOffset;
  }
  if (position >= text.length) return { kind: "end", start: text.length, end: text.length };
  tokenPattern.lastIndex = position;
  const tokenText = tokenPattern.exec(text)?.[0] ?? text.slice(position, position + 1);
  const end = position + tokenText.length;
  return { kind: /^(?:[{}[\],]|:$)/.test(tokenText) ? "mark" : "word", start: position, end };
}

/** The position of a caret in YAML text that may be incomplete. */
export interface YamlCursor {
  /** The kind of text that is expected at the caret. `item` means a value or a map's first key, after a dash. */
  readonly expectedKind: "key" | "value" | "item";
  /**
   * The path of keys and indexes from the root. If a key is expected, the path leads to the map that contains it.
   * Otherwise, the path leads to the value itself.
   */
  readonly path: readonly (string | number)[];
  /** The range of the token at the caret that is replaced, including its quotes. */
  readonly replace: TextRange;
  /** The part of the token before the caret, without the opening quote. */
  readonly typedText: string;
  /** The other keys in the map. */
  readonly keys: ReadonlySet<string>;
  /** Whether a colon follows the caret. If so, only the name is inserted. */
  readonly hasColon: boolean;
  /** Whether a space must be inserted first, because the caret is directly after a colon or dash. */
  readonly needsSpace: boolean;
  /** Whether the caret is inside braces or brackets, where commas separate values. */
  readonly isFlow: boolean;
  /** The end of the value before the caret. Set only if the comma after this value is missing. */
  readonly commaOffset?: number;
  /** Whether a comma must be added because the next value is on another line. */
  readonly needsComma?: boolean;
  /** The indentation of the map's keys. */
  readonly indent: number;
}

interface Line {
  /** The columns of the dashes that precede the content. */
  readonly dashes: readonly number[];
  /** The column of the content. */
  readonly column: number;
  readonly content: string;
  readonly key: string | undefined;
  /** The text after the colon. */
  readonly valueText: string;
}

const maxLines = 50_000;
const maxFlowLines = 3_000;
const maxFlowTries = 40;
const keyPattern = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'{}[\],&*!|>%@`][^#]*?)[ \t]*:(?=[ \t]|$)/;

/** Returns the cursor at an offset, or undefined if the offset is in a comment or block scalar. */
export function findYamlCursor(text: string, offset: number): YamlCursor | undefined {
  const start = findLineStart(text, offset);
  const end = getLineEnd(text, start);
  const line = readLine(text.slice(start, end));
  const caretColumn = offset - start;
  const textBefore = text.slice(start, offset);
  if (/(^|\s)#/.test(textBefore.replace(/"[^"]*"|'[^']*'/g, "")) || textBefore.includes("\t")) return undefined;
  const flow = findEnclosingFlow(text, start, line.content === "" ? caretColumn : getIndent(line));
  if (flow) return findFlowCursor(text, flow.braceOffset, offset, end, flow.base);
  if (line.content !== "" && caretColumn < line.column) return undefined;
  const column =
    line.content === "" ? (line.dashes.length > 0 ? caretColumn : Math.max(caretColumn, line.column)) : line.column;
  const enclosingPath = findEnclosingPath(text, start, { ...line, column }, end);
  if (!enclosingPath) return undefined;
  const { path, keys } = enclosingPath;
  const base = { keys, indent: column, isFlow: false, hasColon: false, needsSpace: false };
  const keyLength = line.key === undefined ? -1 : (keyPattern.exec(line.content)?.[0].length ?? 0);
  if (line.key !== undefined && caretColumn >= line.column + keyLength) {
    const valueStart = start + line.column + keyLength;
    const valuePath = [...path, line.key];
    return findValueCursor(text, valueStart, end, offset, {
      ...base,
      expectedKind: "value",
      path: valuePath,
      keys: new Set(),
    });
  }
  const dashColumn = line.dashes.at(-1);
  if (/^[{[]/.test(line.content))
    return findValueCursor(text, start + line.column, end, offset, { ...base, expectedKind: "value", path });
  const currentKey = line.key === undefined ? undefined : line.content.slice(0, keyLength - 1).trimEnd();
  const keyText = currentKey ?? line.content.replace(/\s+#.*$/, "").trimEnd();
  const keyStart = start + Math.min(column, end - start);
  const range = { start: keyStart, end: Math.max(offset, keyStart + keyText.length) };
  if (offset < keyStart) return undefined;
  return {
    ...base,
    expectedKind: dashColumn !== undefined && currentKey === undefined ? "item" : "key",
    path,
    replace: range,
    typedText: text.slice(keyStart, offset).replace(/^["']/, ""),
    hasColon: currentKey !== undefined,
    needsSpace: dashColumn !== undefined && column === dashColumn + 1,
  };
}

interface EnclosingFlow {
  readonly braceOffset: number;
  readonly base: CursorBase;
}

/**
 * Returns the outermost brace or bracket that was opened on an earlier line and isn't closed before this line. YAML
 * requires all lines inside it to be indented more than the line with the brace, so unclosed braces elsewhere have no
 * effect.
 */
function findEnclosingFlow(text: string, lineStart: number, indent: number): EnclosingFlow | undefined {
  let enclosingFlow: { readonly braceOffset: number; readonly start: number; readonly end: number } | undefined;
  let minIndent = indent;
  let position = lineStart;
  let attemptCount = 0;
  for (let count = 0; position > 0 && minIndent > 0 && count < maxFlowLines && attemptCount < maxFlowTries; count++) {
    const end = position - 1;
    position = findLineStart(text, end);
    const line = readLine(text.slice(position, end));
    if (line.content === "" && line.dashes.length === 0) continue;
    const column = line.dashes[0] ?? line.column;
    if (column < minIndent) {
      const braceOffset = findBrace(text, position, line);
      if (braceOffset !== undefined && ++attemptCount && isFlowOpenAt(text, braceOffset, lineStart))
        enclosingFlow = { braceOffset, start: position, end };
    }
    minIndent = Math.min(minIndent, getIndent(line));
  }
  if (!enclosingFlow) return undefined;
  const { braceOffset: openingBrace, start, end } = enclosingFlow;
  const line = readLine(text.slice(start, end));
  const outerPath = findEnclosingPath(text, start, line, end);
  const path = outerPath && (line.key === undefined ? outerPath.path : [...outerPath.path, line.key]);
  const baseProperties = { keys: new Set<string>(), indent: line.column, hasColon: false, needsSpace: false };
  return path && { braceOffset: openingBrace, base: { ...baseProperties, expectedKind: "value", path, isFlow: false } };
}

/**
 * Returns the indentation of a line. If the line starts with a closing brace or bracket, adds one, because such a line
 * can have the same indentation as the line with the opening brace or bracket.
 */
function getIndent({ dashes, column, content }: Line): number {
  return (dashes[0] ?? column) + (/^[}\]]/.test(content) ? 1 : 0);
}

/**
 * Returns the offset of the brace or bracket at the start of a line's value, or undefined if the value starts with
 * anything else.
 */
function findBrace(text: string, start: number, { column, key, content, valueText }: Line): number | undefined {
  if (key === undefined) return /^[{[]/.test(content) ? start + column : undefined;
  return /^[{[]/.test(valueText) ? start + column + content.length - valueText.length : undefined;
}

type CursorBase = FlowBase;

/** Returns the cursor after a colon. The cursor is either in a scalar or in a flow collection on the same line. */
function findValueCursor(
  text: string,
  searchStart: number,
  end: number,
  offset: number,
  base: CursorBase,
): YamlCursor | undefined {
  const spaceCount = /^[ \t]*/.exec(text.slice(searchStart, end))?.[0].length ?? 0;
  const start = Math.min(searchStart + spaceCount, Math.max(offset, searchStart));
  const value = text.slice(start, end);
  if (/^[{[]/.test(value)) return offset > start ? findFlowCursor(text, start, offset, end, base) : undefined;
  if (/^[&*!|>]/.test(value)) return undefined;
  const valueText = value.replace(/\s+#.*$/, "").trimEnd();
  return {
    ...base,
    replace: { start, end: Math.max(start + valueText.length, offset) },
    typedText: text.slice(start, offset).replace(/^["']/, ""),
    needsSpace: start === searchStart && spaceCount === 0,
  };
}

interface EnclosingPath {
  readonly path: readonly (string | number)[];
  readonly keys: ReadonlySet<string>;
}

/** Finds the parent keys of a line based on indentation, and the other keys in the same map. */
function findEnclosingPath(
  text: string,
  lineStart: number,
  currentLine: Line,
  lineEnd: number,
): EnclosingPath | undefined {
  const path: (string | number)[] = [];
  const keys = new Set<string>();
  let { column } = currentLine;
  let list: { readonly column: number; index: number } | undefined;
  const addDashes = (dashes: readonly number[]): void => {
    for (const dashColumn of dashes.toReversed()) {
      if (list) path.push(list.index);
      list = { column: dashColumn, index: 0 };
    }
  };
  addDashes(currentLine.dashes);
  let isInSameMap = currentLine.dashes.length === 0;
  let position = lineStart;
  for (let count = 0; position > 0 && count < maxLines; count++) {
    const end = position - 1;
    position = findLineStart(text, end);
    const line = readLine(text.slice(position, end));
    if (line.content === "" && line.dashes.length === 0) continue;
    const firstColumn = line.dashes[0] ?? line.column;
    if (list) {
      if (line.dashes.includes(list.column)) list.index++;
      else if (firstColumn <= list.column && line.key !== undefined && line.column <= list.column) {
        path.push(list.index, line.key);
        list = undefined;
        column = line.column;
        addDashes(line.dashes);
      }
    } else if (line.column === column) {
      if (isInSameMap && line.key !== undefined) keys.add(line.key);
      if (line.dashes.length > 0) {
        addDashes(line.dashes);
        isInSameMap = false;
      }
    } else if (line.column < column && line.key !== undefined) {
      // A block scalar doesn't contain any keys.
      if (/^[|>]/.test(line.valueText) || (line.valueText !== "" && !/^[&!#]/.test(line.valueText))) return undefined;
      path.push(line.key);
      column = line.column;
      isInSameMap = false;
      addDashes(line.dashes);
    } else if (line.column < column) return undefined;
    if (!list && column === 0 && !isInSameMap) break;
  }
  if (list) path.push(list.index);
  addFollowingKeys(text, lineEnd, currentLine, keys);
  return { path: path.reverse(), keys };
}

function addFollowingKeys(text: string, lineEnd: number, currentLine: Line, keys: Set<string>): void {
  let position = lineEnd;
  for (let count = 0; position < text.length && count < maxLines; count++) {
    const start = text[position] === "\r" && text[position + 1] === "\n" ? position + 2 : position + 1;
    position = getLineEnd(text, start);
    const line = readLine(text.slice(start, position));
    if (line.content === "" && line.dashes.length === 0) continue;
    if ((line.dashes[0] ?? line.column) < currentLine.column) return;
    if (line.dashes.length === 0 && line.column === currentLine.column && line.key !== undefined) keys.add(line.key);
  }
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = /^ */.exec(text)?.[0].length ?? 0;
  while (/^-(?=[ \t]|$)/.test(text.slice(column, column + 2))) {
    dashes.push(column);
    column += 1 + (/^ */.exec(text.slice(column + 1))?.[0].length ?? 0);
  }
  const content = text.slice(column).trimEnd();
  if (content.startsWith("#")) return { dashes, column, content: "", key: undefined, valueText: "" };
  const match = keyPattern.exec(content);
  const key = match?.[1]?.replace(/^(["'])(.*)\1$/, "$2");
  return { dashes, column, content, key, valueText: match ? content.slice(match[0].length).trim() : "" };
}

function findLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/**
 * Formats a key and its value in block style. Continuation lines are indented by `indent`. The text doesn't end with a
 * line ending.
 */
export function formatYamlEntry(key: string, value: unknown, indent: string, indentUnit: string, eol: string): string {
  return `${formatYamlScalar(key)}:${formatYamlValue(value, indent, indentUnit, eol)}`;
}

/** Formats the value after a colon, either as a space and a scalar or as indented lines. */
function formatYamlValue(value: unknown, indent: string, indentUnit: string, eol: string): string {
  const innerIndent = indent + indentUnit;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []";
    return value.map((item) => `${eol}${innerIndent}-${formatYamlItem(item, innerIndent, eol)}`).join("");
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    if (members.length === 0) return " {}";
    return members
      .map(
        ([key, memberValue]) =>
          `${eol}${innerIndent}${formatYamlEntry(key, memberValue, innerIndent, indentUnit, eol)}`,
      )
      .join("");
  }
  return ` ${formatScalar(value)}`;
}

/**
 * Formats the list item after a dash. If the item is an object, its first key is on the same line as the dash, and the
 * other keys are on the following lines.
 */
function formatYamlItem(item: unknown, indent: string, eol: string): string {
  const innerIndent = `${indent}  `;
  if (Array.isArray(item) && item.length > 0)
    return item
      .map((value, i) => `${i === 0 ? " " : eol + innerIndent}-${formatYamlItem(value, innerIndent, eol)}`)
      .join("");
  if (typeof item === "object" && item !== null && !Array.isArray(item)) {
    const members = Object.entries(item);
    if (members.length > 0)
      return members
        .map(
          ([key, memberValue], i) =>
            `${i === 0 ? " " : eol + innerIndent}${formatYamlEntry(key, memberValue, innerIndent, "  ", eol)}`,
        )
        .join("");
  }
  return formatYamlValue(item, indent, "  ", eol);
}

function formatScalar(value: unknown): string {
  return typeof value === "string" ? formatYamlScalar(value) : JSON.stringify(value);
}

export function getColumn(text: string, offset: number): number {
  return offset - text.lastIndexOf("\n", offset - 1) - 1;
}

/**
 * Returns the end of the value of a key in this column. The value ends before the first line that isn't indented more
 * than the key. However, the dashes of a list can be in the same column as the key. Blank lines and comments at the end
 * aren't part of the value.
 */
export function findBlockEnd(text: string, offset: number, column: number, isList: boolean): number {
  let end = getLineEnd(text, offset);
  for (let position = findNextLineStart(text, end); position < text.length;) {
    const lineEnd = getLineEnd(text, position);
    const line = text.slice(position, lineEnd);
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const isBlank = line.trim() === "" || /^\s*#/.test(line);
    const isSiblingDash = isList && indent === column && /^ *-(\s|$)/.test(line);
    if (!isBlank && indent <= column && !isSiblingDash) break;
    if (!isBlank) end = lineEnd;
    position = findNextLineStart(text, lineEnd);
  }
  return end;
}
