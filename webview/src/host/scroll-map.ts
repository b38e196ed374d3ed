/** Where lines of the page's file are painted: by blocks, and inside them by whatever says where it is written. */

/** The element and the lines that it shows, counted in the file. */
interface Spot {
  readonly element: Element;
  readonly first: number;
  readonly last: number;
}

/** The line at this height of the window, with a fraction for how far through it; undefined above the first block. */
export function lineAt(root: ParentNode, top: number): number | undefined {
  const blocks = spotsOf(root);
  const index = lastAbove(blocks, top);
  const block = blocks[index];
  if (!block) return undefined;
  const { bottom } = block.element.getBoundingClientRect();
  const next = blocks[index + 1];
  if (top > bottom && next) {
    const gap = next.element.getBoundingClientRect().top - bottom;
    return block.last + 1 + (gap <= 0 ? 0 : (top - bottom) / gap) * (next.first - block.last - 1);
  }
  const inner = innerSpots(block);
  const spot = inner[lastAbove(inner, top)] ?? block;
  const box = spot.element.getBoundingClientRect();
  const part = box.height === 0 ? 0 : Math.min(1, Math.max(0, (top - box.top) / box.height));
  return spot.first + part * (spot.last - spot.first + 1);
}

/** How far from the window's upper edge the line is painted; undefined when nothing is. Between blocks in proportion. */
export function topOfLine(root: ParentNode, line: number): number | undefined {
  const blocks = spotsOf(root);
  const index = blocks.findLastIndex(({ first }) => first <= line);
  const block = blocks[Math.max(0, index)];
  if (!block) return undefined;
  const inner = innerSpots(block);
  const spot = inner.findLast(({ first, last }) => first <= line && line < last + 1) ?? block;
  const box = spot.element.getBoundingClientRect();
  if (line <= spot.first) return box.top;
  const lines = spot.last - spot.first + 1;
  if (line < spot.last + 1) return box.top + ((line - spot.first) / lines) * box.height;
  const next = blocks[index + 1];
  if (!next) return box.bottom;
  const below = next.element.getBoundingClientRect().top;
  const gap = next.first - (spot.last + 1);
  return gap <= 0 ? below : box.bottom + ((line - spot.last - 1) / gap) * (below - box.bottom);
}

function spotsOf(root: ParentNode): Spot[] {
  return [...root.querySelectorAll("[data-block]")].map((element) => ({
    element,
    first: Number(element.getAttribute("data-line")),
    last: Number(element.getAttribute("data-end")),
  }));
}

/** Parts of a block that are to be seen, from the page's own file, in their order. */
function innerSpots(block: Spot): Spot[] {
  return [...block.element.querySelectorAll("[data-line]:not([data-file])")]
    .filter((element) => element.closest("[data-file]") === null && element.getClientRects().length > 0)
    .map((element) => ({
      element,
      first: block.first + Number(element.getAttribute("data-line")),
      last: block.first + Number(element.getAttribute("data-end")),
    }));
}

/** The last spot that begins at or above this height. They follow each other down the page. */
function lastAbove(spots: readonly Spot[], top: number): number {
  let first = 0;
  let behind = spots.length;
  while (first < behind) {
    const middle = (first + behind) >> 1;
    const at = spots[middle]?.element.getBoundingClientRect().top ?? 0;
    if (at <= top) first = middle + 1;
    else behind = middle;
  }
  return first - 1;
}
