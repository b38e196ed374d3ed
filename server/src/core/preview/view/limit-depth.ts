import type { ViewNode } from "./view-node.ts";

/** How many levels of nodes a page paints below the first: more than any real page has, and far fewer than a browser allows. */
export const maxPaintedDepth = 200;

/** One level more than what is painted, so that the page can say that something is missing. */
const maxLevels = maxPaintedDepth + 2;

/**
 * Leaves out what is nested more deeply than any page paints. Thousands of levels can't be passed between threads: to
 * read such a message takes more stack than a thread has. Returns the same nodes if none are left out.
 */
export function limitDepth(nodes: readonly ViewNode[], left = maxLevels): readonly ViewNode[] {
  if (left === 0) return [];
  let isCut = false;
  const kept = nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = node.children && limitDepth(node.children, left - 1);
    const slots = node.slots && limitSlots(node.slots, left - 1);
    if (children === node.children && slots === node.slots) return node;
    isCut = true;
    return { ...node, ...(children && { children }), ...(slots && { slots }) };
  });
  return isCut ? kept : nodes;
}

function limitSlots(
  slots: Readonly<Record<string, readonly ViewNode[]>>,
  left: number,
): Readonly<Record<string, readonly ViewNode[]>> {
  const limited = Object.entries(slots).map(([name, nodes]) => [name, limitDepth(nodes, left)] as const);
  return limited.every(([name, nodes]) => nodes === slots[name]) ? slots : Object.fromEntries(limited);
}
