import { entryOf, itemsOf, type SpecEntry, type SpecNode } from "../spec-node.ts";
import type { TextRange } from "../../text/text-edit.ts";

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
