import { decodePercent } from "../text/decode-text.ts";
import type { TextRange } from "../text/text-edit.ts";
import { entryOf, itemsOf, type SpecEntry, type SpecNode } from "./spec-tree.ts";

/** What stands at a path of the document, and the key it stands behind. */
export interface LocatedValue {
  readonly path: readonly string[];
  readonly node: SpecNode;
  /** Absent for the root and for items of a list. */
  readonly entry: SpecEntry | undefined;
}

/** `/paths/~1users/get` as keys. */
export function pathOfPointer(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands at this path, as far down as there is something. */
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

/** Where a value that lacks something is named: its key, else its first key, else its beginning. */
export function nameRange({ node, entry }: LocatedValue): TextRange {
  if (entry) return entry.keyRange;
  const first = node.kind === "map" ? node.entries[0]?.keyRange : undefined;
  return first ?? beginningOf(node);
}

/** Where a wrong value stands: all of it when it is one word, else its name. */
export function valueRange(at: LocatedValue): TextRange {
  const { node } = at;
  return node.kind === "scalar" && node.range.end > node.range.start ? node.range : nameRange(at);
}

function beginningOf({ range }: SpecNode): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + 1) };
}

/** The keys that lead from the root of a file to a node of it; undefined where there is no way by what stands in what. */
export function pathToNode(root: SpecNode, requested: SpecNode): readonly string[] | undefined {
  const path: string[] = [];
  const { start } = requested.range;
  const isAround = ({ range }: SpecNode) => range.start <= start && start < range.end;
  const around = new Set<SpecNode>();
  let node = root;
  while (node !== requested) {
    // An alias may lead back to what it stands in.
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

/** The keys that a reference into its own file names: `#/components/schemas/User`; undefined for any other. */
export function resolvePointerPath(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => decodePercent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}
