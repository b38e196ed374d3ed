import { entriesOf, type SpecNode } from "../spec-node.ts";

/** In UTF-16 units, which is what ranges count. */
const largest = 100_000;
const mostNodes = 20_000;
const deepest = 60;

/** An example as plain values; undefined when it is larger than 100 KB, for half of one would be a wrong one. */
export function exampleValue(node: SpecNode): unknown {
  if (node.range.end - node.range.start > largest) return undefined;
  const budget = { nodes: mostNodes, length: largest };
  const value = copy(node, 0, budget);
  return budget.nodes < 0 || budget.length < 0 ? undefined : value;
}

/** Anchors of YAML can make a short text large, so what is copied is counted. */
function copy(node: SpecNode, depth: number, budget: { nodes: number; length: number }): unknown {
  if (depth > deepest) budget.nodes = -1;
  if (--budget.nodes < 0 || budget.length < 0) return undefined;
  if (node.kind === "scalar") {
    budget.length -= typeof node.value === "string" ? node.value.length : 4;
    return node.value;
  }
  if (node.kind === "list") return node.items.map((item) => copy(item, depth + 1, budget));
  const members: [string, unknown][] = [];
  for (const { key, value } of entriesOf(node)) {
    budget.length -= key.length;
    members.push([key, copy(value, depth + 1, budget)]);
  }
  return Object.fromEntries(members);
}
