import { hashText } from "./hash-text.ts";
import type { DrawnBlock } from "./keep-good-blocks.ts";
import type { ViewBlock } from "./view/page-view.ts";
import type { ViewNode } from "./view/view-node.ts";

const ids = new WeakMap<readonly ViewNode[], string>();

/** Blocks with ids by what is painted; of equal ones the second has a `-2` behind it. Those that paint nothing are left out. */
export function namedBlocks(drawn: readonly DrawnBlock[]): readonly ViewBlock[] {
  const uses = new Map<string, number>();
  return drawn.flatMap((block): ViewBlock[] => {
    const { nodes, fault } = block;
    if (nodes.length === 0 && !fault) return [];
    const id = idOf(nodes);
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return [viewOf(block, use === 1 ? id : `${id}-${use}`)];
  });
}

const views = new WeakMap<DrawnBlock, ViewBlock>();

/** The same value for as long as the block is. */
function viewOf(block: DrawnBlock, id: string): ViewBlock {
  const known = views.get(block);
  if (known?.id === id) return known;
  const { part, nodes, fault } = block;
  const view = { id, lines: part.lines, nodes, ...(fault && { fault }) };
  views.set(block, view);
  return view;
}

/** The same for nodes that paint the same. */
export function idOf(nodes: readonly ViewNode[]): string {
  const known = ids.get(nodes);
  if (known !== undefined) return known;
  const id = `b${hashText(JSON.stringify(nodes))}`;
  ids.set(nodes, id);
  return id;
}
