import { itemsOf, type SpecNode } from "../spec-node.ts";

/** The keys that lead from the root of a file to a node of it; undefined where there is no way by what stands in what. */
export function pathToNode(root: SpecNode, wanted: SpecNode): readonly string[] | undefined {
  const path: string[] = [];
  const { start } = wanted.range;
  const isAround = ({ range }: SpecNode) => range.start <= start && start < range.end;
  const around = new Set<SpecNode>();
  let node = root;
  while (node !== wanted) {
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
