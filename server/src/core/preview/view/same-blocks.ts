import type { ViewBlock } from "./page-view.ts";

/** A block without what it shows. */
export type BlockPlace = Omit<ViewBlock, "nodes">;

/** Of two versions of a page the blocks that are the same: so many at its beginning and its end, the latter so many lines further down. */
export interface SameBlocks {
  readonly head: number;
  readonly tail: number;
  readonly down: number;
}

/** What both versions begin and end with, no block counted twice. Blocks are the same by their ids, not by their nodes. */
export function sameBlocks(before: readonly BlockPlace[], now: readonly BlockPlace[]): SameBlocks {
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && isSamePlace(before[head], now[head], 0)) head++;
  const down = (now.at(-1)?.lines[0] ?? 0) - (before.at(-1)?.lines[0] ?? 0);
  const fromEnd = (tail: number): boolean =>
    isSamePlace(before[before.length - 1 - tail], now[now.length - 1 - tail], down);
  let tail = 0;
  while (tail < most - head && fromEnd(tail)) tail++;
  return { head, tail, down: tail > 0 ? down : 0 };
}

/** The other way round: the blocks of `now`, made of those of `before` and of those in between. */
export function withSameBlocks<Block extends BlockPlace>(
  before: readonly Block[],
  { head, tail, down }: SameBlocks,
  between: readonly Block[],
): readonly Block[] {
  const end = before.slice(before.length - tail);
  return [
    ...before.slice(0, head),
    ...between,
    ...(down === 0 ? end : end.map((block) => moved(block, down))),
  ];
}

function moved<Block extends BlockPlace>(block: Block, down: number): Block {
  return { ...block, lines: [block.lines[0] + down, block.lines[1] + down] };
}

function isSamePlace(a: BlockPlace | undefined, b: BlockPlace | undefined, down: number): boolean {
  if (a === b) return down === 0;
  return (
    a !== undefined &&
    b !== undefined &&
    a.id === b.id &&
    a.lines[0] + down === b.lines[0] &&
    a.lines[1] + down === b.lines[1] &&
    a.change === b.change &&
    isSameFault(a.fault, b.fault, down)
  );
}

/** A fault names a line, which does not move with the block's. */
function isSameFault(a: ViewBlock["fault"], b: ViewBlock["fault"], down: number): boolean {
  if (!a || !b) return a === b;
  return down === 0 && a.message === b.message && a.line === b.line && a.shown === b.shown;
}
