import type { TextEdit, TextRange } from "../text/text-edit.ts";
import type { SpecInsertion } from "./spec-outline.ts";
import type { SpecEntry, SpecMap, SpecNode, SpecTree } from "./spec-tree.ts";

/** Writes a key with a text, or with an object of texts, into an object of a specification, laid out as its neighbours. */
export function insertKey(
  at: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): TextEdit {
  const newText = at.style === "block" ? inBlock(at, key, value) : inFlow(at, key, value);
  return { range: { start: at.offset, end: at.offset }, newText };
}

function inBlock(
  { before, step }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  if (typeof value === "string") return `${key}: ${yamlText(value)}${before}`;
  const members = Object.entries(value).map(([name, text]) => `${before}${step}${name}: ${yamlText(text)}`);
  return `${key}:${members.join("")}${before}`;
}

function inFlow(
  { before, step, isEmpty }: SpecInsertion,
  key: string,
  value: string | Readonly<Record<string, string>>,
): string {
  const after = isEmpty ? "" : `,${before === "" ? " " : before}`;
  return `${JSON.stringify(key)}: ${flowText(value, before, step)}${after}`;
}

function flowText(value: string | Readonly<Record<string, string>>, before: string, step: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
  );
  if (before === "") return `{ ${members.join(", ")} }`;
  return `{${members.map((member) => `${before}${step}${member}`).join(",")}${before}}`;
}

/** Without quotes only what no reader of YAML takes for anything but a text. */
function yamlText(text: string): string {
  return /^\/[\w/-]*\w$/.test(text) ? text : JSON.stringify(text);
}

/**
 * Where an object of a specification takes a further key. `key` is the key that holds the object. Undefined where the
 * place cannot be told from the text around it: behind an anchor, beside a comment, in a faulty file.
 */
export function insertionOf(tree: SpecTree, map: SpecMap, key: TextRange): SpecInsertion | undefined {
  const text = tree.table?.text;
  const { start, end } = map.range;
  // What stands before its key is an anchor's, used here by another name.
  if (text === undefined || start < key.end) return undefined;
  const outer = indentationAt(text, key.start);
  if (text[start] !== "{") {
    const lineStart = lineStartOf(text, start);
    const inner = text.slice(lineStart, start);
    if (/[^ ]/.test(inner) || lineStart <= key.start || /["'&!*[]/.test(text.charAt(start))) return undefined;
    return { offset: start, style: "block", isEmpty: false, ...layout(text, lineStart, inner, outer) };
  }
  let first = start + 1;
  while (first < end && /\s/.test(text.charAt(first))) first++;
  const next = text.charAt(first);
  if (next === "}") return { offset: start + 1, style: "flow", before: "", step: "", isEmpty: true };
  if (next === "#") return undefined;
  const lineStart = lineStartOf(text, first);
  if (lineStart <= start) return { offset: first, style: "flow", before: "", step: "", isEmpty: false };
  const inner = text.slice(lineStart, first);
  return { offset: first, style: "flow", isEmpty: false, ...layout(text, lineStart, inner, outer) };
}

function layout(
  text: string,
  lineStart: number,
  inner: string,
  outer: string,
): Pick<SpecInsertion, "before" | "step"> {
  const eol = text.charAt(lineStart - 2) === "\r" ? "\r\n" : "\n";
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : "";
  return { before: eol + inner, step: step === "" ? "  " : step };
}

/** A file may be one line, which must not be gone back over for each of its operations. */
const maxLineLength = 1_000;

function lineStartOf(text: string, offset: number): number {
  const from = Math.max(0, offset - maxLineLength);
  return from + text.slice(from, offset).lastIndexOf("\n") + 1;
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? "";
}

/**
 * Where a part of a value stands in the file, given where the value stands with its quotes. A value with escapes or
 * of several lines has no part that can be told, so all of it is meant.
 */
export function partRange(value: string, written: TextRange, part: TextRange): TextRange {
  const length = written.end - written.start;
  const quotes = length === value.length ? 0 : length === value.length + 2 ? 1 : undefined;
  if (quotes === undefined) return written;
  const offset = written.start + quotes;
  return { start: offset + part.start, end: offset + part.end };
}

/** What stands at an offset of a specification's file. */
export interface SpecLocation {
  /** Keys and indexes from the root to the innermost value, or to the key that the offset is on. */
  readonly path: readonly string[];
  /** The entry of a map that the innermost value belongs to, unless it is an item of a list. */
  readonly entry: SpecEntry | undefined;
  readonly isOnKey: boolean;
  readonly node: SpecNode;
}

/** The innermost key or value at the offset; undefined outside of the root. What an alias of YAML names is not entered. */
export function placeAt({ root }: Pick<SpecTree, "root">, offset: number): SpecLocation | undefined {
  if (!root || !holds(root.range, offset)) return undefined;
  const path: string[] = [];
  let place: SpecLocation = { path, entry: undefined, isOnKey: false, node: root };
  for (;;) {
    const next: SpecLocation | undefined = inside(place, offset);
    if (!next) return place;
    place = next;
    if (place.isOnKey) return place;
  }
}

function inside({ node, path }: SpecLocation, offset: number): SpecLocation | undefined {
  if (node.kind === "list") {
    const index = node.items.findIndex(({ range }) => holds(range, offset));
    const item = node.items[index];
    return item && { path: [...path, String(index)], entry: undefined, isOnKey: false, node: item };
  }
  if (node.kind !== "map") return undefined;
  for (const entry of node.entries) {
    const isOnKey = holds(entry.keyRange, offset);
    const isBehind = entry.value.range.start >= entry.keyRange.end && holds(entry.value.range, offset);
    if (isOnKey || isBehind) return { path: [...path, entry.key], entry, isOnKey, node: entry.value };
  }
  return undefined;
}

function holds({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
