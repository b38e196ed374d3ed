import { useEffect, useRef, useState } from "preact/hooks";
import type { ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";

type Lines = Pick<ViewBlock, "lines">;

/** Lines of text that fill any screen. */
const firstLines = 250;
/** Lines that fill most screens: what stands on a larger one below them comes in the next frame. */
const screenLines = 60;
/** As many again as are painted, up to this many: the whole page comes in few steps, none of them long. */
const mostAtOnce = 2000;
/** Pages up to this many lines are painted in one go. */
const shortPage = 600;

/**
 * How many blocks of a page to paint now: of a long one first what fills the screen, then more whenever there is nothing
 * else to do. `all` paints the rest at once, for when something further down is asked for. Of a page that is seen
 * `fromTop` the first screen comes before all else, however short the page is.
 */
export function usePaintedCount(
  page: string,
  blocks: readonly Lines[],
  fromTop: boolean,
): { readonly count: number; readonly all: () => void } {
  const total = blocks.length;
  const [painted, setPainted] = useState({ page, count: firstCount(blocks, fromTop) });
  const current = painted.page === page ? painted.count : firstCount(blocks, fromTop);
  // A page that was painted whole stays so, however long it grows.
  const whole = useRef("");
  const count = whole.current === page ? total : Math.min(current, total);
  if (count >= total) whole.current = page;
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => setPainted({ page, count: nextCount(blocks, count) }));
  }, [page, count, total]);
  return { count, all: () => setPainted({ page, count: Number.POSITIVE_INFINITY }) };
}

function firstCount(blocks: readonly Lines[], fromTop: boolean): number {
  if (fromTop) return countUpTo(blocks, 0, screenLines);
  const total = countUpTo(blocks, 0, shortPage);
  return total >= blocks.length ? total : countUpTo(blocks, 0, firstLines);
}

function nextCount(blocks: readonly Lines[], count: number): number {
  const isFirstScreen = linesOf(blocks, count) < firstLines;
  const lines = isFirstScreen ? shortPage : Math.min(linesOf(blocks, count), mostAtOnce);
  return countUpTo(blocks, count, lines);
}

/** How many blocks there are up to the one in which so many lines after block `from` are over. */
function countUpTo(blocks: readonly Lines[], from: number, lines: number): number {
  let count = from;
  let left = lines;
  while (count < blocks.length && left > 0) {
    const [first, last] = blocks[count]?.lines ?? [0, 0];
    left -= last - first + 2;
    count++;
  }
  return count;
}

function linesOf(blocks: readonly Lines[], count: number): number {
  return (blocks[count - 1]?.lines[1] ?? 0) - (blocks[0]?.lines[0] ?? 0) + 1;
}

function whenIdle(run: () => void): () => void {
  const handle = requestIdleCallback(run, { timeout: 100 });
  return () => cancelIdleCallback(handle);
}
