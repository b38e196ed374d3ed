import { entriesOf, type SpecNode } from "../../spec/spec-tree.ts";

/** Whether a node of a specification is that value of JSON. */
export function isSameValue(node: SpecNode, value: unknown): boolean {
  if (node.kind === "scalar") return node.value === value;
  if (node.kind === "list")
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, i) => isSameValue(item, value[i]))
    );
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = new Map(Object.entries(value));
  const entries = [...entriesOf(node)];
  return (
    entries.length === members.size &&
    entries.every(({ key, value: own }) => members.has(key) && isSameValue(own, members.get(key)))
  );
}
