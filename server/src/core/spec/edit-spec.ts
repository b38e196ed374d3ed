import { type TextEdit, type TextRange, containsOffset } from "../text/text-edit.ts";
import type { SpecInsertion } from "./spec-outline.ts";
import type { SpecEntry, SpecMap, SpecNode, SpecTree } from "./spec-tree.ts";

/**
 * Returns an edit that inserts a key into an object in a specification. The value is a string or an object of strings.
 * The key is formatted like the neighboring keys.
 */
export function createKeyInsertion(
  insertion: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): TextEdit {
  const newText =
    insertion.style === "block" ? formatInBlock(insertion, key, value) : formatInFlow(insertion, key, value);
  return { range: { start: insertion.offset, end: insertion.offset }, newText };
}

function formatInBlock(
  { linePrefix, indentUnit }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  if (typeof value === "string") return `${key}: ${formatYamlString(value)}${linePrefix}`;
  const members = Object.entries(value).map(
    ([name, text]) => `${linePrefix}${indentUnit}${name}: ${formatYamlString(text)}`,
  );
  return `${key}:${members.join("")}${linePrefix}`;
}

function formatInFlow(
  { linePrefix, indentUnit, isEmpty }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  const suffix = isEmpty ? "" : `,${linePrefix === "" ? " " : linePrefix}`;
  return `${JSON.stringify(key)}: ${formatFlow(value, linePrefix, indentUnit)}${suffix}`;
}

function formatFlow(value: string | Readonly<Record<string, string>>, linePrefix: string, indentUnit: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  if (linePrefix === "") return `{ ${members.join(", ")} }`;
  return `{${members.map((member) => `${linePrefix}${indentUnit}${member}`).join(",")}${linePrefix}}`;
}

/** Returns the text as a YAML string. Quotes are omitted only if every YAML parser would read the text as a string. */
function formatYamlString(text: string): string {
  return /^\/[\w/-]*\w$/.test(text) ? text : JSON.stringify(text);
}

/**
 * Returns the position where a key can be inserted into an object in a specification, or undefined if the position is
 * uncertain: after an anchor, next to a comment, or in an invalid file. `keyRange` is the range of the key whose value
 * is the object.
 */
export function findInsertion(tree: SpecTree, specMap: SpecMap, keyRange: TextRange): SpecInsertion | undefined {
  const text = tree.table?.text;
  const { start, end } = specMap.range;
  // If a value precedes its key in the file, the value was defined at an anchor, and the key uses it through an alias.
  if (text === undefined || start < keyRange.end) return undefined;
  const outerIndent = getIndentation(text, keyRange.start);
  if (text[start] !== "{") {
    const lineStart = findLineStart(text, start);
    const innerIndent = text.slice(lineStart, start);
    if (/[^ ]/.test(innerIndent) || lineStart <= keyRange.start || /["'&!*[]/.test(text.charAt(start)))
      return undefined;
    return {
      offset: start,
      style: "block",
      isEmpty: false,
      ...detectLayout(text, lineStart, innerIndent, outerIndent),
    };
  }
  let textStart = start + 1;
  while (textStart < end && /\s/.test(text.charAt(textStart))) textStart++;
  const nextChar = text.charAt(textStart);
  if (nextChar === "}") return { offset: start + 1, style: "flow", linePrefix: "", indentUnit: "", isEmpty: true };
  if (nextChar === "#") return undefined;
  const lineStart = findLineStart(text, textStart);
  if (lineStart <= start) return { offset: textStart, style: "flow", linePrefix: "", indentUnit: "", isEmpty: false };
  const innerIndent = text.slice(lineStart, textStart);
  return {
    offset: textStart,
    style: "flow",
    isEmpty: false,
    ...detectLayout(text, lineStart, innerIndent, outerIndent),
  };
}

function detectLayout(
  text: string,
  lineStart: number,
  innerIndent: string,
  outerIndent: string,
): Pick<SpecInsertion, "linePrefix" | "indentUnit"> {
  const eol = text.charAt(lineStart - 2) === "\r" ? "\r\n" : "\n";
  const indentUnit = innerIndent.startsWith(outerIndent) ? innerIndent.slice(outerIndent.length) : "";
  return { linePrefix: eol + innerIndent, indentUnit: indentUnit === "" ? "  " : indentUnit };
}

/**
 * The maximum number of characters that are searched for the start of a line. Without this limit, a file on a single
 * line would be scanned again for each of its operations.
 */
const maxLineLength = 1_000;

function findLineStart(text: string, offset: number): number {
  const searchStart = Math.max(0, offset - maxLineLength);
  return searchStart + text.slice(searchStart, offset).lastIndexOf("\n") + 1;
}

function getIndentation(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(findLineStart(text, offset), offset))?.[0] ?? "";
}

/**
 * Returns the range of part of a value in the file. `wholeRange` is the range of the entire value, including its
 * quotes. If the value contains escapes or line breaks, returns the range of the entire value, because the part's
 * position is unknown.
 */
export function getPartRange(value: string, wholeRange: TextRange, part: TextRange): TextRange {
  const length = wholeRange.end - wholeRange.start;
  const quoteLength = length === value.length ? 0 : length === value.length + 2 ? 1 : undefined;
  if (quoteLength === undefined) return wholeRange;
  const offset = wholeRange.start + quoteLength;
  return { start: offset + part.start, end: offset + part.end };
}

/** The node at an offset in a specification file. */
export interface SpecLocation {
  /** The keys and indexes from the root to the innermost value or to the key at the offset. */
  readonly path: readonly string[];
  /** The map entry that contains the innermost value. Undefined for a list item. */
  readonly entry: SpecEntry | undefined;
  readonly isOnKey: boolean;
  readonly node: SpecNode;
}

/**
 * Returns the innermost key or value at the offset, or undefined if the offset is outside the root. Doesn't follow YAML
 * aliases.
 */
export function findLocation({ root }: Pick<SpecTree, "root">, offset: number): SpecLocation | undefined {
  if (!root || !containsOffset(root.range, offset)) return undefined;
  const path: string[] = [];
  let location: SpecLocation = { path, entry: undefined, isOnKey: false, node: root };
  for (;;) {
    const next: SpecLocation | undefined = findChildLocation(location, offset);
    if (!next) return location;
    location = next;
    if (location.isOnKey) return location;
  }
}

function findChildLocation({ node, path }: SpecLocation, offset: number): SpecLocation | undefined {
  if (node.kind === "list") {
    const index = node.items.findIndex(({ range }) => containsOffset(range, offset));
    const item = node.items[index];
    return item && { path: [...path, String(index)], entry: undefined, isOnKey: false, node: item };
  }
  if (node.kind !== "map") return undefined;
  for (const entry of node.entries) {
    const isOnKey = containsOffset(entry.keyRange, offset);
    const isInValue = entry.value.range.start >= entry.keyRange.end && containsOffset(entry.value.range, offset);
    if (isOnKey || isInValue) return { path: [...path, entry.key], entry, isOnKey, node: entry.value };
  }
  return undefined;
}
