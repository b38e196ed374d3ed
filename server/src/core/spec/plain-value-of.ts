import { entriesOf, type SpecNode } from "./spec-node.ts";

const deepest = 10;
const mostNodes = 2_000;

/** A small node as plain JavaScript values; what lies too deep or is too much is left out. Keys are own keys always. */
export function plainValueOf(node: SpecNode): unknown {
  const budget = { left: mostNodes };
  return copy(node, 0, budget);
}

function copy(node: SpecNode, depth: number, budget: { left: number }): unknown {
  if (--budget.left < 0 || depth >= deepest) return null;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list")
    return node.items.slice(0, budget.left).map((item) => copy(item, depth + 1, budget));
  return Object.fromEntries(
    [...entriesOf(node)].slice(0, budget.left).map(({ key, value }) => [key, copy(value, depth + 1, budget)]),
  );
}
