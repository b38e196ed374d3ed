import type { TextRange } from "../text/text-edit.ts";
import type { SpecTable } from "./spec-table.ts";

/**
 * A specification file as a tree with ranges, the same for JSON and YAML. It lives only while a file is being read:
 * what the rest of the program keeps is the outline. An anchor of YAML is one node in several places, so a tree may
 * hold circles; whoever walks it freely asks `shared`.
 */
export type SpecNode = SpecMap | SpecList | SpecScalar;

export interface SpecMap {
  readonly kind: "map";
  readonly range: TextRange;
  /** In file order, duplicate keys of JSON included. */
  readonly entries: readonly SpecEntry[];
  /** The entry of a key, of duplicates the last; for trees that find it without making all of them. */
  entryAt?(key: string): SpecEntry | undefined;
}
export interface SpecEntry {
  readonly key: string;
  /** The key with its quotes. */
  readonly keyRange: TextRange;
  readonly value: SpecNode;
}
export interface SpecList {
  readonly kind: "list";
  readonly range: TextRange;
  readonly items: readonly SpecNode[];
}
export interface SpecScalar {
  readonly kind: "scalar";
  /** The value with its quotes. */
  readonly range: TextRange;
  readonly value: string | number | boolean | null;
}

/** What is wrong with the file as JSON or YAML. */
export interface SpecTreeFault {
  readonly kind: "syntax" | "too-large" | "too-deep";
  readonly range: TextRange;
  /** Plain words: `a comma is missing`. */
  readonly text: string;
}

export interface SpecTree {
  readonly root: SpecNode | undefined;
  /** Nodes that stand in several places. */
  readonly shared: ReadonlySet<SpecNode>;
  readonly fault: SpecTreeFault | undefined;
  /** What the tree was made of, where it was made of that. */
  readonly table?: SpecTable;
  /** Forgets the nodes that have been made; they are others from then on. */
  release?(): void;
}

export const deepestSpec = 400;
/** About five times what the largest known specification has. */
export const mostSpecNodes = 1_500_000;

/** The entries of a map, of duplicate keys the last; none for any other node. */
export function entriesOf(node: SpecNode | undefined): Iterable<SpecEntry> {
  return node?.kind === "map" ? indexOf(node).values() : [];
}

/** The entry of that key, of duplicate keys the last; undefined where the node is no map. */
export function entryOf(node: SpecNode | undefined, key: string): SpecEntry | undefined {
  if (node?.kind !== "map") return undefined;
  if (node.entryAt) return node.entryAt(key);
  if (node.entries.length > 12) return indexOf(node).get(key);
  return node.entries.findLast((entry) => entry.key === key);
}

/** The value behind that key, undefined as for `entryOf`. */
export function valueAt(node: SpecNode | undefined, key: string): SpecNode | undefined {
  return entryOf(node, key)?.value;
}

/** The items of a list; none for any other node. */
export function itemsOf(node: SpecNode | undefined): readonly SpecNode[] {
  return node?.kind === "list" ? node.items : [];
}

/** The text of a scalar; undefined for numbers, `null` and every other node. */
export function textOf(node: SpecNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** Whether it is the value `true`; the text `"true"` is not. */
export function isTrue(node: SpecNode | undefined): boolean {
  return node?.kind === "scalar" && node.value === true;
}

/** The texts of a list; items of other kinds are left out. */
export function textsOf(node: SpecNode | undefined): readonly string[] {
  return itemsOf(node).flatMap((item) => textOf(item) ?? []);
}

const indexes = new WeakMap<SpecMap, ReadonlyMap<string, SpecEntry>>();

function indexOf(map: SpecMap): ReadonlyMap<string, SpecEntry> {
  const known = indexes.get(map);
  if (known) return known;
  const index = new Map(map.entries.map((entry) => [entry.key, entry]));
  indexes.set(map, index);
  return index;
}
