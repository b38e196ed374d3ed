import {
  getBlockPositions,
  codeRow,
  getVisibleBlockPositions,
  type Spot,
  findPositionOfLine,
  getPositionsBeside,
  getPositionsInside,
  getTopInPosition,
} from "../paint/source-map.ts";

/** The line at this height of the window, with a fraction for how far through it; undefined above the first block. */
export function lineAt(root: ParentNode, top: number): number | undefined {
  const blocks = getVisibleBlockPositions(root);
  const index = lastAbove(blocks, top);
  const block = blocks[index];
  if (!block) return undefined;
  const { bottom } = block.element.getBoundingClientRect();
  const next = blocks[index + 1];
  if (top > bottom && next) {
    const gap = next.element.getBoundingClientRect().top - bottom;
    return block.last + 1 + (gap <= 0 ? 0 : (top - bottom) / gap) * (next.first - block.last - 1);
  }
  const spot = innermostAt(getPositionsInside(block), top) ?? block;
  const box = spot.element.getBoundingClientRect();
  const part = box.height === 0 ? 0 : Math.min(1, Math.max(0, (top - box.top) / box.height));
  return spot.first + part * (spot.last - spot.first + 1);
}

/** How far from the window's upper edge the line is painted; undefined when nothing is. Between blocks in proportion. */
export function topOfLine(root: ParentNode, line: number): number | undefined {
  const { block, next } = blockOfLine(getVisibleBlockPositions(root), line);
  if (!block) return undefined;
  const spot = findPositionOfLine(getPositionsInside(block), line) ?? block;
  if (line < spot.last + 1) return getTopInPosition(spot, line);
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
  const { block } = blockOfLine(getBlockPositions(root), line);
  const spot = block && findPositionOfLine(getPositionsBeside(block), line);
  if (!spot) return undefined;
  const row = codeRow(spot, line);
  const around = [row?.closest(".dw-code-scroll"), spot.element.closest(".dw-aside")];
  return {
    scrollers: around.filter((each) => each instanceof Element),
    top: () => row?.getBoundingClientRect().top ?? getTopInPosition(spot, line),
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

/** Who scrolls leads for so long, and the other does not answer back. Milliseconds. */
const leadMilliseconds = 150;
/** Frames in which a page that is still being laid out is put right again. */
const maxChecks = 8;
/** The first frame is asked before it is laid out, so that one look without a change says nothing. */
const stableChecks = 3;
/** By what a reader's hand is known, also while the page moves by itself. */
const handEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Pictures and diagrams that come find the line kept in its place for so long. Milliseconds. */
const holdMilliseconds = 1500;
/** Room that a line takes, so that none is shown by its upper edge alone. */
const linePixels = 28;
/** The air above a line that is scrolled to in the right column. */
const besidePixels = 12;

/** How far the page is from where it should stand. */
type PixelsTo = (page: ParentNode) => number;

export interface ScrollSync {
  /** The editor shows this line at its upper edge. */
  readonly follow: (line: number) => void;
  /** This line is to be seen: scrolled to the middle when it is out of sight. */
  readonly show: (line: number) => void;
  /** The page is about to be scrolled by itself: nobody is told. */
  readonly keepQuiet: () => void;
  readonly end: () => void;
}

/** Tells the line at the upper edge when the reader scrolls, and scrolls to the line that the editor shows. */
export function scrollSync(
  root: () => ParentNode | null,
  edge: () => number,
  onScrolled: (line: number) => void,
): ScrollSync {
  let quietUntil = 0;
  let leadsUntil = 0;
  /** What the editor was told at last; -1 once the page has been moved by itself, as the same line is news again. */
  let reported = -1;
  let frame = 0;
  let placing = 0;
  /** Where the page was put by itself: on a busy machine it is told of that late. */
  let putAt: number | undefined;
  let held: { readonly pixelsTo: PixelsTo; readonly until: number } | undefined;
  const keepQuiet = (): void => {
    reported = -1;
    quietUntil = performance.now() + leadMilliseconds;
  };
  const report = (): void => {
    frame = 0;
    const at = root();
    const line = at && lineAt(at, edge());
    const full = Math.floor(line ?? 0);
    if (full === reported) return;
    reported = full;
    onScrolled(full);
  };
  const onScroll = (): void => {
    const now = performance.now();
    if (now < quietUntil || placing !== 0) return;
    if (putAt !== undefined && Math.abs(window.scrollY - putAt) < 1) return;
    putAt = undefined;
    held = undefined;
    leadsUntil = now + leadMilliseconds;
    frame ||= requestAnimationFrame(report);
  };
  /** What is scrolled from now on is the reader's own, also right after the page was moved by itself. */
  const leave = (): void => {
    quietUntil = 0;
    held = undefined;
    cancelAnimationFrame(placing);
    placing = 0;
  };
  document.addEventListener("scroll", onScroll, { passive: true });
  document.addEventListener("scrollend", onScroll, { passive: true });
  for (const name of handEvents) document.addEventListener(name, leave, { passive: true, capture: true });
  /**
   * Scrolls by what `pixelsTo` says is missing. Blocks that come into sight are laid out only then and push the others
   * about, so that a second look is needed.
   */
  const place = (pixelsTo: PixelsTo, checks = maxChecks, still = 0): void => {
    cancelAnimationFrame(placing);
    placing = 0;
    const at = root();
    if (!at || performance.now() < leadsUntil) return;
    const pixels = pixelsTo(at);
    const isStill = Math.abs(pixels) < 1;
    if (!isStill) {
      keepQuiet();
      window.scrollBy({ top: pixels, behavior: "instant" });
      putAt = window.scrollY;
    }
    const stood = isStill ? still + 1 : 0;
    if (checks > 1 && stood < stableChecks)
      placing = requestAnimationFrame(() => place(pixelsTo, checks - 1, stood));
  };
  const resized = new ResizeObserver(() => {
    if (held && performance.now() < held.until) place(held.pixelsTo);
  });
  const keepAt = (pixelsTo: PixelsTo): void => {
    held = { pixelsTo, until: performance.now() + holdMilliseconds };
    resized.disconnect();
    const at = root();
    if (at instanceof Element) resized.observe(at);
    place(pixelsTo);
  };
  return {
    follow: (line) => {
      keepAt((at) => (line <= 0 ? -window.scrollY : (topOfLine(at, line) ?? edge()) - edge()));
      scrollBeside(root(), line, () => besidePixels);
    },
    show: (line) => {
      // The right column stays in the window.
      if (scrollBeside(root(), line, (room) => room / 2)) return;
      // Nobody sets a cursor by scrolling: it is no answer to the reader, who leads no longer.
      leadsUntil = 0;
      keepAt((at) => {
        const top = topOfLine(at, line) ?? 0;
        const [first, last] = [edge(), window.innerHeight - linePixels];
        return top >= first && top <= last ? 0 : top - (first + last) / 2;
      });
    },
    keepQuiet,
    end: () => {
      document.removeEventListener("scroll", onScroll);
      document.removeEventListener("scrollend", onScroll);
      for (const name of handEvents) document.removeEventListener(name, leave, { capture: true });
      cancelAnimationFrame(frame);
      resized.disconnect();
      leave();
    },
  };
}

/** Whether the line is painted in the right column; where it is out of sight there it is put `below` an upper edge. */
function scrollBeside(root: ParentNode | null, line: number, below: (room: number) => number): boolean {
  const beside = root && placeBeside(root, line);
  for (const scroller of beside?.scrollers ?? []) {
    const at = (beside?.top() ?? 0) - scroller.getBoundingClientRect().top;
    const room = scroller.clientHeight;
    if (at < 0 || at > room - linePixels) scroller.scrollBy({ top: at - below(room), behavior: "instant" });
  }
  return !!beside;
}
