/** Blocks that stand one behind the other and are painted together. */
export interface BlockRun<Block> {
  readonly key: string;
  readonly blocks: readonly Block[];
}

/** How many a run has at first, and how many it may grow to. */
const sizes = { usual: 64, most: 256 };

/**
 * The blocks of a page in runs that follow those that are painted: a run of the same values is the same value, so that
 * painting passes over it as a whole. A block stays in its run, as it would have to be painted anew in another; one that
 * is new joins the run in front of it. `fresh` makes a key that was never used.
 */
export function blockRuns<Block extends { readonly key: string }>(
  before: readonly BlockRun<Block>[],
  blocks: readonly Block[],
  fresh: () => string,
): readonly BlockRun<Block>[] {
  let [first, start] = [0, 0];
  for (; first < before.length; first++) {
    const run = before[first];
    if (!run || !stands(run, blocks, start)) break;
    start += run.blocks.length;
  }
  let [last, end] = [before.length, blocks.length];
  for (; last > first; last--) {
    const run = before[last - 1];
    if (!run || end - run.blocks.length < start || !stands(run, blocks, end - run.blocks.length)) break;
    end -= run.blocks.length;
  }
  const between = runsAgain(before.slice(first, last), blocks.slice(start, end), fresh);
  return [...before.slice(0, first), ...between, ...before.slice(last)];
}

function stands<Block>(run: BlockRun<Block>, blocks: readonly Block[], at: number): boolean {
  return run.blocks.every((block, index) => blocks[at + index] === block);
}

function runsAgain<Block extends { readonly key: string }>(
  before: readonly BlockRun<Block>[],
  blocks: readonly Block[],
  fresh: () => string,
): BlockRun<Block>[] {
  const places = new Map(before.flatMap((run, index) => run.blocks.map(({ key }) => [key, index])));
  const now: Block[][] = before.length === 0 ? [[]] : before.map(() => []);
  let at = 0;
  for (const block of blocks) {
    at = Math.max(at, places.get(block.key) ?? at);
    now[at]?.push(block);
  }
  return now.flatMap((own, index) => {
    const most = before.length === 0 ? sizes.usual : sizes.most;
    const pieces = own.length > most ? inPieces(own) : own.length > 0 ? [own] : [];
    return pieces.map((piece, nth) => ({
      key: (nth === 0 ? before[index]?.key : undefined) ?? fresh(),
      blocks: piece,
    }));
  });
}

function inPieces<Block>(blocks: readonly Block[]): (readonly Block[])[] {
  const count = Math.ceil(blocks.length / sizes.usual);
  return Array.from({ length: count }, (_, nth) => blocks.slice(nth * sizes.usual, (nth + 1) * sizes.usual));
}
