import { useEffect, useRef, useState } from "preact/hooks";

/** What fills any screen. */
const firstBlocks = 60;
const blocksAtOnce = 80;
/** Pages up to this many are painted in one go. */
const shortPage = 200;

/**
 * How many blocks of a page to paint now: of a long one first what fills the screen, then more whenever there is nothing
 * else to do. `all` paints the rest at once, for when something further down is asked for.
 */
export function usePaintedCount(
  page: string,
  total: number,
): { readonly count: number; readonly all: () => void } {
  const [painted, setPainted] = useState({ page, count: firstCount(total) });
  const current = painted.page === page ? painted.count : firstCount(total);
  // A page that was painted whole stays so, however long it grows.
  const whole = useRef("");
  const count = whole.current === page ? total : Math.min(current, total);
  if (count >= total) whole.current = page;
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => setPainted({ page, count: count + blocksAtOnce }));
  }, [page, count, total]);
  return { count, all: () => setPainted({ page, count: Number.POSITIVE_INFINITY }) };
}

function firstCount(total: number): number {
  return total <= shortPage ? total : firstBlocks;
}

function whenIdle(run: () => void): () => void {
  const handle = requestIdleCallback(run, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}
