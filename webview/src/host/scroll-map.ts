import {
  blockSpots,
  codeRow,
  shownBlockSpots,
  type Spot,
  spotOfLine,
  spotsBeside,
  spotsInside,
  topInSpot,
} from "../paint/source-places.ts";

/** The line at this height of the window, with a fraction for how far through it; undefined above the first block. */
export function lineAt(root: ParentNode, top: number): number | undefined {
  const blocks = shownBlockSpots(root);
  const index = lastAbove(blocks, top);
  const block = blocks[index];
  if (!block) return undefined;
  const { bottom } = block.element.getBoundingClientRect();
  const next = blocks[index + 1];
  if (top > bottom && next) {
    const gap = next.element.getBoundingClientRect().top - bottom;
    return block.last + 1 + (gap <= 0 ? 0 : (top - bottom) / gap) * (next.first - block.last - 1);
  }
  const spot = innermostAt(spotsInside(block), top) ?? block;
  const box = spot.element.getBoundingClientRect();
  const part = box.height === 0 ? 0 : Math.min(1, Math.max(0, (top - box.top) / box.height));
  return spot.first + part * (spot.last - spot.first + 1);
}

/** How far from the window's upper edge the line is painted; undefined when nothing is. Between blocks in proportion. */
export function topOfLine(root: ParentNode, line: number): number | undefined {
  const { block, next } = blockOfLine(shownBlockSpots(root), line);
  if (!block) return undefined;
  const spot = spotOfLine(spotsInside(block), line) ?? block;
  if (line < spot.last + 1) return topInSpot(spot, line);
  const { bottom } = spot.element.getBoundingClientRect();
  if (!next) return bottom;
  const below = next.element.getBoundingClientRect().top;
  const gap = next.first - (spot.last + 1);
  return gap <= 0 ? below : bottom + ((line - spot.last - 1) / gap) * (below - bottom);
}

/** Where the line is painted in the right column: what scrolls around it there, innermost first, and its height. */
export function placeBeside(
  root: ParentNode,
  line: number,
): { readonly scrollers: readonly Element[]; readonly top: () => number } | undefined {
  const { block } = blockOfLine(blockSpots(root), line);
  const spot = block && spotOfLine(spotsBeside(block), line);
  if (!spot) return undefined;
  const row = codeRow(spot, line);
  const around = [row?.closest(".dw-code-scroll"), spot.element.closest(".dw-aside")];
  return {
    scrollers: around.filter((each) => each instanceof Element),
    top: () => row?.getBoundingClientRect().top ?? topInSpot(spot, line),
  };
}

function blockOfLine(
  blocks: readonly Spot[],
  line: number,
): { readonly block: Spot | undefined; readonly next: Spot | undefined } {
  const index = Math.max(
    0,
    blocks.findLastIndex(({ first }) => first <= line),
  );
  return { block: blocks[index], next: blocks[index + 1] };
}

/** The last block that begins at or above this height. They follow each other down the page. */
function lastAbove(blocks: readonly Spot[], top: number): number {
  let first = 0;
  let behind = blocks.length;
  while (first < behind) {
    const middle = (first + behind) >> 1;
    const at = blocks[middle]?.element.getBoundingClientRect().top ?? 0;
    if (at <= top) first = middle + 1;
    else behind = middle;
  }
  return first - 1;
}

/**
 * What stands at this height: cards and columns begin beside each other, so of those that reach over it the one that
 * begins last; in the air between two the one above.
 */
function innermostAt(spots: readonly Spot[], top: number): Spot | undefined {
  let best: { readonly spot: Spot; readonly top: number; readonly reaches: boolean } | undefined;
  for (const spot of spots) {
    const box = spot.element.getBoundingClientRect();
    if (box.top > top) continue;
    const reaches = box.bottom >= top;
    const isBetter = !best || (reaches === best.reaches ? box.top > best.top : reaches);
    if (isBetter) best = { spot, top: box.top, reaches };
  }
  return best?.spot;
}
