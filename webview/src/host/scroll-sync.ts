import {
  getBlockPositions,
  findCodeRow,
  getVisibleBlockPositions,
  type ElementPosition,
  findPositionOfLine,
  getAdjacentPositions,
  getPositionsInside,
  getTopInPosition,
} from "../paint/source-map.ts";

/**
 * Returns the line at this vertical position in the window. The fractional part is the position within the line.
 * Returns `undefined` above the first block.
 */
export function findLine(root: ParentNode, top: number): number | undefined {
  const blocks = getVisibleBlockPositions(root);
  const index = findLastAbove(blocks, top);
  const block = blocks[index];
  if (!block) return undefined;
  const { bottom } = block.element.getBoundingClientRect();
  const nextBlock = blocks[index + 1];
  if (top > bottom && nextBlock) {
    const gap = nextBlock.element.getBoundingClientRect().top - bottom;
    return block.lastLine + 1 + (gap <= 0 ? 0 : (top - bottom) / gap) * (nextBlock.firstLine - block.lastLine - 1);
  }
  const position = findInnermostAt(getPositionsInside(block), top) ?? block;
  const box = position.element.getBoundingClientRect();
  const fraction = box.height === 0 ? 0 : Math.min(1, Math.max(0, (top - box.top) / box.height));
  return position.firstLine + fraction * (position.lastLine - position.firstLine + 1);
}

/**
 * Returns the distance in pixels from the top of the window to a line. The distance is interpolated for lines between
 * blocks. Returns `undefined` if nothing is rendered.
 */
export function findLineTop(root: ParentNode, line: number): number | undefined {
  const { block, nextBlock } = findBlock(getVisibleBlockPositions(root), line);
  if (!block) return undefined;
  const position = findPositionOfLine(getPositionsInside(block), line) ?? block;
  if (line < position.lastLine + 1) return getTopInPosition(position, line);
  const { bottom } = position.element.getBoundingClientRect();
  if (!nextBlock) return bottom;
  const nextTop = nextBlock.element.getBoundingClientRect().top;
  const gap = nextBlock.firstLine - (position.lastLine + 1);
  return gap <= 0 ? nextTop : bottom + ((line - position.lastLine - 1) / gap) * (nextTop - bottom);
}

/**
 * Returns the line's position in the right column: its scroll containers, innermost first, and its vertical position.
 */
export function findAsidePosition(
  root: ParentNode,
  line: number,
): { readonly scrollers: readonly Element[]; readonly getTop: () => number } | undefined {
  const { block } = findBlock(getBlockPositions(root), line);
  const position = block && findPositionOfLine(getAdjacentPositions(block), line);
  if (!position) return undefined;
  const row = findCodeRow(position, line);
  const scrollers = [row?.closest(".dw-code-scroll"), position.element.closest(".dw-aside")];
  return {
    scrollers: scrollers.filter((each) => each instanceof Element),
    getTop: () => row?.getBoundingClientRect().top ?? getTopInPosition(position, line),
  };
}

function findBlock(
  blocks: readonly ElementPosition[],
  line: number,
): { readonly block: ElementPosition | undefined; readonly nextBlock: ElementPosition | undefined } {
  const index = Math.max(
    0,
    blocks.findLastIndex(({ firstLine }) => firstLine <= line),
  );
  return { block: blocks[index], nextBlock: blocks[index + 1] };
}

/** Returns the last block that starts at or above this vertical position. Blocks are in page order. */
function findLastAbove(blocks: readonly ElementPosition[], top: number): number {
  let start = 0;
  let end = blocks.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    const blockTop = blocks[middle]?.element.getBoundingClientRect().top ?? 0;
    if (blockTop <= top) start = middle + 1;
    else end = middle;
  }
  return start - 1;
}

/**
 * Returns the source position at this vertical position. Cards and columns can be next to each other, so if there are
 * several source positions, returns the one that starts last. In a gap between two source positions, returns the upper
 * one.
 */
function findInnermostAt(positions: readonly ElementPosition[], top: number): ElementPosition | undefined {
  let bestMatch: { readonly candidate: ElementPosition; readonly top: number; readonly isAtTop: boolean } | undefined;
  for (const position of positions) {
    const box = position.element.getBoundingClientRect();
    if (box.top > top) continue;
    const isAtTop = box.bottom >= top;
    const isBetter = !bestMatch || (isAtTop === bestMatch.isAtTop ? box.top > bestMatch.top : isAtTop);
    if (isBetter) bestMatch = { candidate: position, top: box.top, isAtTop };
  }
  return bestMatch?.candidate;
}

/**
 * The time in milliseconds during which the side that is scrolled takes precedence. During this time, the other side
 * doesn't report its own scrolling.
 */
const precedenceMilliseconds = 150;
/** The maximum number of frames in which the position is corrected while the page is still being laid out. */
const maxChecks = 8;
/**
 * The number of consecutive frames without changes that count as stable. One frame isn't enough, because the first
 * frame runs before layout.
 */
const minStableChecks = 3;
/** Events that indicate that the reader is scrolling, even during a programmatic scroll. */
const userScrollEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** The time in milliseconds during which a line is held in place while images and diagrams load. */
const anchorMilliseconds = 1500;
/** The height in pixels of a line that must be visible, so that more than the line's top edge can be seen. */
const linePixels = 28;
/** The gap, in pixels, to leave above a line when the right column scrolls to it. */
const gapPixels = 12;

/** Returns the distance in pixels between the page's current position and its target. */
type MeasurePixels = (page: ParentNode) => number;

export interface ScrollSync {
  /** Scrolls to the line that is at the top of the editor. */
  readonly follow: (line: number) => void;
  /** Makes this line visible. If the line is out of view, scrolls it to the middle. */
  readonly show: (line: number) => void;
  /** Announces a programmatic scroll so that it isn't reported to the editor. */
  readonly ignoreScroll: () => void;
  readonly end: () => void;
}

/** Reports the line at the top edge when the reader scrolls. Also scrolls to the line that the editor shows. */
export function createScrollSync(
  getRoot: () => ParentNode | null,
  getEdge: () => number,
  onScrolled: (line: number) => void,
): ScrollSync {
  let quietEnd = 0;
  let precedenceEnd = 0;
  /**
   * The line that was last reported to the editor, or -1 after a programmatic scroll, so that the same line can be
   * reported again.
   */
  let reportedLine = -1;
  let frame = 0;
  let scrollFrame = 0;
  /** The scroll position after a programmatic scroll. On a busy machine, the scroll event for it arrives late. */
  let expectedScrollY: number | undefined;
  let scrollAnchor: { readonly measure: MeasurePixels; readonly endTime: number } | undefined;
  const ignoreScrollEvents = (): void => {
    reportedLine = -1;
    quietEnd = performance.now() + precedenceMilliseconds;
  };
  const report = (): void => {
    frame = 0;
    const root = getRoot();
    const line = root && findLine(root, getEdge());
    const wholeLine = Math.floor(line ?? 0);
    if (wholeLine === reportedLine) return;
    reportedLine = wholeLine;
    onScrolled(wholeLine);
  };
  const onScroll = (): void => {
    const now = performance.now();
    if (now < quietEnd || scrollFrame !== 0) return;
    if (expectedScrollY !== undefined && Math.abs(window.scrollY - expectedScrollY) < 1) return;
    expectedScrollY = undefined;
    scrollAnchor = undefined;
    precedenceEnd = now + precedenceMilliseconds;
    frame ||= requestAnimationFrame(report);
  };
  /** From now on, scroll events are attributed to the reader, even right after a programmatic scroll. */
  const endQuietPeriod = (): void => {
    quietEnd = 0;
    scrollAnchor = undefined;
    cancelAnimationFrame(scrollFrame);
    scrollFrame = 0;
  };
  document.addEventListener("scroll", onScroll, { passive: true });
  document.addEventListener("scrollend", onScroll, { passive: true });
  for (const name of userScrollEvents)
    document.addEventListener(name, endQuietPeriod, { passive: true, capture: true });
  /**
   * Scrolls by the distance that `measurePixels` returns, and then checks the position again. Blocks are laid out only
   * when they come into view, which moves other blocks.
   */
  const scrollIntoPosition = (measurePixels: MeasurePixels, remainingCount = maxChecks, stableCount = 0): void => {
    cancelAnimationFrame(scrollFrame);
    scrollFrame = 0;
    const root = getRoot();
    if (!root || performance.now() < precedenceEnd) return;
    const pixels = measurePixels(root);
    const isStable = Math.abs(pixels) < 1;
    if (!isStable) {
      ignoreScrollEvents();
      window.scrollBy({ top: pixels, behavior: "instant" });
      expectedScrollY = window.scrollY;
    }
    const nextStableCount = isStable ? stableCount + 1 : 0;
    if (remainingCount > 1 && nextStableCount < minStableChecks)
      scrollFrame = requestAnimationFrame(() => scrollIntoPosition(measurePixels, remainingCount - 1, nextStableCount));
  };
  const resizeObserver = new ResizeObserver(() => {
    if (scrollAnchor && performance.now() < scrollAnchor.endTime) scrollIntoPosition(scrollAnchor.measure);
  });
  const holdPosition = (measurePixels: MeasurePixels): void => {
    scrollAnchor = { measure: measurePixels, endTime: performance.now() + anchorMilliseconds };
    resizeObserver.disconnect();
    const root = getRoot();
    if (root instanceof Element) resizeObserver.observe(root);
    scrollIntoPosition(measurePixels);
  };
  return {
    follow: (line) => {
      holdPosition((root) => (line <= 0 ? -window.scrollY : (findLineTop(root, line) ?? getEdge()) - getEdge()));
      scrollRightColumn(getRoot(), line, () => gapPixels);
    },
    show: (line) => {
      // The right column scrolls independently and is always in the window.
      if (scrollRightColumn(getRoot(), line, (height) => height / 2)) return;
      // The cursor never moves when the editor is only scrolled, so this isn't an echo of the reader's scrolling.
      // Therefore, the reader's side no longer takes precedence.
      precedenceEnd = 0;
      holdPosition((root) => {
        const top = findLineTop(root, line) ?? 0;
        const [minTop, maxTop] = [getEdge(), window.innerHeight - linePixels];
        return top >= minTop && top <= maxTop ? 0 : top - (minTop + maxTop) / 2;
      });
    },
    ignoreScroll: ignoreScrollEvents,
    end: () => {
      document.removeEventListener("scroll", onScroll);
      document.removeEventListener("scrollend", onScroll);
      for (const name of userScrollEvents) document.removeEventListener(name, endQuietPeriod, { capture: true });
      cancelAnimationFrame(frame);
      resizeObserver.disconnect();
      endQuietPeriod();
    },
  };
}

/**
 * Returns whether the line is rendered in the right column. If the line is out of view in that column, scrolls it to
 * the distance from the top edge of its scroll container that the callback returns.
 */
function scrollRightColumn(
  root: ParentNode | null,
  line: number,
  getTargetOffset: (availableHeight: number) => number,
): boolean {
  const target = root && findAsidePosition(root, line);
  for (const scroller of target?.scrollers ?? []) {
    const targetTop = (target?.getTop() ?? 0) - scroller.getBoundingClientRect().top;
    const height = scroller.clientHeight;
    if (targetTop < 0 || targetTop > height - linePixels)
      scroller.scrollBy({ top: targetTop - getTargetOffset(height), behavior: "instant" });
  }
  return !!target;
}
