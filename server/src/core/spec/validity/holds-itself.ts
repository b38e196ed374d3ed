import { entriesOf, itemsOf, type SpecNode, type SpecTree } from "../spec-node.ts";

/** Whether a value of the file stands around itself, by an anchor of YAML. */
export function holdsItself({ root, shared }: Pick<SpecTree, "root" | "shared">): boolean {
  if (!root || shared.size === 0) return false;
  const open = new Set<SpecNode>();
  const done = new Set<SpecNode>();
  const visit = (node: SpecNode): boolean => {
    if (node.kind === "scalar" || done.has(node)) return false;
    if (open.has(node)) return true;
    const isShared = shared.has(node);
    if (isShared) open.add(node);
    for (const item of itemsOf(node)) if (visit(item)) return true;
    for (const { value } of entriesOf(node)) if (visit(value)) return true;
    if (isShared) {
      open.delete(node);
      done.add(node);
    }
    return false;
  };
  return visit(root);
}
