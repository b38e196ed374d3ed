import type { TextRange } from "../text/text-edit.ts";
import type { SpecEntry, SpecNode, SpecTree } from "./spec-node.ts";

/** What stands at an offset of a specification's file. */
export interface PlaceInSpec {
  /** Keys and indexes from the root to the innermost value, or to the key that the offset is on. */
  readonly path: readonly string[];
  /** The entry of a map that the innermost value belongs to, unless it is an item of a list. */
  readonly entry: SpecEntry | undefined;
  readonly isOnKey: boolean;
  readonly node: SpecNode;
}

/** The innermost key or value at the offset; undefined outside of the root. What an alias of YAML names is not entered. */
export function placeAt({ root }: Pick<SpecTree, "root">, offset: number): PlaceInSpec | undefined {
  if (!root || !holds(root.range, offset)) return undefined;
  const path: string[] = [];
  let place: PlaceInSpec = { path, entry: undefined, isOnKey: false, node: root };
  for (;;) {
    const next: PlaceInSpec | undefined = inside(place, offset);
    if (!next) return place;
    place = next;
    if (place.isOnKey) return place;
  }
}

function inside({ node, path }: PlaceInSpec, offset: number): PlaceInSpec | undefined {
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
