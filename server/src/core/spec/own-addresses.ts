import type { PlacedNode } from "./spec-files.ts";
import { textOf, valueAt, type SpecNode } from "./spec-node.ts";

/**
 * Schemas of a file by their `$id` as written, and the file itself by its `$self`. The whole file is looked through,
 * once, and only when a reference may name something in this way.
 */
export function schemaIdsOf(root: PlacedNode): ReadonlyMap<string, PlacedNode> {
  return addressesOf(root).ids;
}

/**
 * Schemas by their `$anchor` inside a file, or inside a schema with an `$id` (which keeps its anchors to itself).
 * Found as `schemaIdsOf` does.
 */
export function anchorsOf(start: PlacedNode): ReadonlyMap<string, PlacedNode> {
  return addressesOf(start).anchors;
}

interface Addresses {
  readonly ids: Map<string, PlacedNode>;
  readonly anchors: Map<string, PlacedNode>;
}

const known = new WeakMap<SpecNode, Addresses>();

function addressesOf(start: PlacedNode): Addresses {
  const before = known.get(start.node);
  if (before) return before;
  const addresses = collect(start);
  known.set(start.node, addresses);
  return addresses;
}

interface Visit {
  readonly node: SpecNode;
  /** The nearest schema around it, or itself, with an `$id`; undefined where that is the start. */
  readonly base: PlacedNode | undefined;
}

/** Nodes get addresses that count from the start of the file's text: the way to them is not kept. */
function collect(start: PlacedNode): Addresses {
  const found: Addresses = { ids: new Map(), anchors: new Map() };
  const self = textOf(valueAt(start.node, "$self")) ?? textOf(valueAt(start.node, "$id"));
  if (self !== undefined) found.ids.set(self, start);
  const seen = new Set<SpecNode>([start.node]);
  const waiting: Visit[] = childrenOf(start.node).map((node) => ({ node, base: undefined }));
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    const { node } = visit;
    if (node.kind === "scalar" || seen.has(node)) continue;
    seen.add(node);
    const own = textOf(valueAt(node, "$id"));
    const id = `${start.file}#@${node.range.start}`;
    const base = own === undefined ? visit.base : { file: start.file, node, id };
    if (own !== undefined && base && !found.ids.has(own)) found.ids.set(own, { ...base, base });
    if (!base) {
      const anchor = textOf(valueAt(node, "$anchor")) ?? textOf(valueAt(node, "$dynamicAnchor"));
      if (anchor !== undefined && !found.anchors.has(anchor))
        found.anchors.set(anchor, { file: start.file, node, id, base: start.base });
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, base });
  }
  return found;
}

function childrenOf(node: SpecNode): readonly SpecNode[] {
  if (node.kind === "list") return node.items;
  return node.kind === "map" ? node.entries.map(({ value }) => value) : [];
}
