import { decodePercent } from "../text/decode-text.ts";
import type { TextRange } from "../text/text-edit.ts";
import { entryOf, itemsOf, type SpecEntry, type SpecNode } from "./spec-tree.ts";

/** The value at a path of the document, and its key. */
export interface LocatedValue {
  readonly path: readonly string[];
  readonly node: SpecNode;
  /** Undefined for the root and list items. */
  readonly entry: SpecEntry | undefined;
}

/** Returns the keys of a JSON pointer such as `/paths/~1users/get`. */
export function pathOfPointer(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the value at this path, or its nearest existing ancestor. */
export function locate(root: SpecNode, path: readonly string[]): LocatedValue {
  let at: LocatedValue = { path: [], node: root, entry: undefined };
  for (const key of path) {
    const entry = entryOf(at.node, key);
    const node = entry?.value ?? itemsOf(at.node)[Number(key)];
    if (!node) return at;
    at = { path: [...at.path, key], node, entry };
  }
  return at;
}

/**
 * Returns the range that identifies a value with something missing: its key, otherwise its first key, otherwise its
 * start.
 */
export function nameRange({ node, entry }: LocatedValue): TextRange {
  if (entry) return entry.keyRange;
  const first = node.kind === "map" ? node.entries[0]?.keyRange : undefined;
  return first ?? beginningOf(node);
}

/** Returns the range of an invalid value: all of it if it's a single word, otherwise its name. */
export function valueRange(at: LocatedValue): TextRange {
  const { node } = at;
  return node.kind === "scalar" && node.range.end > node.range.start ? node.range : nameRange(at);
}

function beginningOf({ range }: SpecNode): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + 1) };
}

/** Returns the keys from the root of a file to one of its nodes, or undefined if the node isn't in the tree. */
export function pathToNode(root: SpecNode, requested: SpecNode): readonly string[] | undefined {
  const path: string[] = [];
  const { start } = requested.range;
  const isAround = ({ range }: SpecNode) => range.start <= start && start < range.end;
  const around = new Set<SpecNode>();
  let node = root;
  while (node !== requested) {
    // An alias may refer to one of its ancestors.
    if (around.has(node)) return undefined;
    around.add(node);
    const entry = node.kind === "map" ? node.entries.find(({ value }) => isAround(value)) : undefined;
    const index = entry ? -1 : itemsOf(node).findIndex(isAround);
    const next = entry?.value ?? itemsOf(node)[index];
    if (!next) return undefined;
    path.push(entry?.key ?? String(index));
    node = next;
  }
  return path;
}

/**
 * Returns the keys of a reference within the same file, such as `#/components/schemas/User`, or undefined for any other
 * reference.
 */
export function resolvePointerPath(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => decodePercent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}
