import type { VNode } from "preact";
import { useContext, useEffect, useErrorBoundary, useMemo, useRef } from "preact/hooks";
import type { BlockProblem, ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { paintNodes } from "../components/paint-nodes.tsx";
import { translate } from "../language/translate.ts";
import { BlockContext, getBlockStates, PageContext, listCountsAbove } from "../paint/page-context.ts";

/** A rendered block, along with its ID and the key that identifies its elements on the page. */
export interface PaintedBlock {
  readonly id: string;
  readonly key: string;
}

/**
 * Returns keys for the blocks on a page, based on the blocks that were rendered before. Blocks that are equal keep
 * their keys when they move. A block that replaces another one gets its key, so an edit changes the existing elements
 * instead of creating new ones. `createKey` returns a key that hasn't been used yet.
 */
export function assignKeys(
  previousBlocks: readonly PaintedBlock[],
  ids: readonly string[],
  createKey: () => string,
): PaintedBlock[] {
  // An edit affects only a few of possibly thousands of blocks. All blocks before and after these blocks stay the same.
  const sharedLength = Math.min(previousBlocks.length, ids.length);
  let headCount = 0;
  while (headCount < sharedLength && previousBlocks[headCount]?.id === ids[headCount]) headCount++;
  let tailCount = 0;
  while (tailCount < sharedLength - headCount && previousBlocks.at(-1 - tailCount)?.id === ids.at(-1 - tailCount))
    tailCount++;
  return [
    ...previousBlocks.slice(0, headCount),
    ...assignKeysBetween(
      previousBlocks.slice(headCount, previousBlocks.length - tailCount),
      ids.slice(headCount, ids.length - tailCount),
      createKey,
    ),
    ...previousBlocks.slice(previousBlocks.length - tailCount),
  ];
}

function assignKeysBetween(
  previousBlocks: readonly PaintedBlock[],
  ids: readonly string[],
  createKey: () => string,
): PaintedBlock[] {
  const previousBlocksById = new Map(previousBlocks.map(({ id, key }, index) => [id, { key, index }]));
  const matchedBlocks: (PaintedBlock | undefined)[] = [];
  const usedIndexes = new Set<number>();
  for (const id of ids) {
    const previousBlock = previousBlocksById.get(id);
    matchedBlocks.push(previousBlock && { id, key: previousBlock.key });
    if (previousBlock) usedIndexes.add(previousBlock.index);
    previousBlocksById.delete(id);
  }
  // The blocks between two unchanged blocks have changed. The new blocks get the keys of the old ones in order.
  const indexesByKey = new Map(previousBlocks.map(({ key }, index) => [key, index]));
  let nextIndex = 0;
  return ids.map((id, index) => {
    const previousBlock = matchedBlocks[index];
    if (previousBlock) {
      nextIndex = (indexesByKey.get(previousBlock.key) ?? nextIndex) + 1;
      return previousBlock;
    }
    const oldBlock = usedIndexes.has(nextIndex) ? undefined : previousBlocks[nextIndex];
    if (!oldBlock) return { id, key: createKey() };
    usedIndexes.add(nextIndex);
    nextIndex += 1;
    return { id, key: oldBlock.key };
  });
}

/** Consecutive blocks that are rendered together. */
export interface BlockRun<Block> {
  readonly key: string;
  readonly blocks: readonly Block[];
}

/** The initial and the maximum number of blocks in a run. */
const runSizes = { initial: 64, max: 256 };

/**
 * Groups the blocks on a page into runs, based on the runs that were rendered before. A run whose blocks haven't
 * changed remains the same object so that it isn't rendered again. A block stays in its run, because moving it would
 * re-create its elements. A new block joins the run before it. `createKey` returns a key that hasn't been used yet.
 */
export function groupRuns<Block extends { readonly key: string }>(
  previousRuns: readonly BlockRun<Block>[],
  blocks: readonly Block[],
  createKey: () => string,
): readonly BlockRun<Block>[] {
  let [firstChangedRun, start] = [0, 0];
  for (; firstChangedRun < previousRuns.length; firstChangedRun++) {
    const run = previousRuns[firstChangedRun];
    if (!run || !isRunUnchanged(run, blocks, start)) break;
    start += run.blocks.length;
  }
  let [changedRunsEnd, end] = [previousRuns.length, blocks.length];
  for (; changedRunsEnd > firstChangedRun; changedRunsEnd--) {
    const run = previousRuns[changedRunsEnd - 1];
    if (!run || end - run.blocks.length < start || !isRunUnchanged(run, blocks, end - run.blocks.length)) break;
    end -= run.blocks.length;
  }
  const changedRuns = regroupRuns(
    previousRuns.slice(firstChangedRun, changedRunsEnd),
    blocks.slice(start, end),
    createKey,
  );
  return [...previousRuns.slice(0, firstChangedRun), ...changedRuns, ...previousRuns.slice(changedRunsEnd)];
}

function isRunUnchanged<Block>(run: BlockRun<Block>, blocks: readonly Block[], start: number): boolean {
  return run.blocks.every((block, index) => blocks[start + index] === block);
}

function regroupRuns<Block extends { readonly key: string }>(
  previousRuns: readonly BlockRun<Block>[],
  blocks: readonly Block[],
  createKey: () => string,
): BlockRun<Block>[] {
  const runIndexesByKey = new Map(previousRuns.flatMap((run, index) => run.blocks.map(({ key }) => [key, index])));
  const blocksByRun: Block[][] = previousRuns.length === 0 ? [[]] : previousRuns.map(() => []);
  let runIndex = 0;
  for (const block of blocks) {
    runIndex = Math.max(runIndex, runIndexesByKey.get(block.key) ?? runIndex);
    blocksByRun[runIndex]?.push(block);
  }
  return blocksByRun.flatMap((runBlocks, index) => {
    const maxRunSize = previousRuns.length === 0 ? runSizes.initial : runSizes.max;
    const chunks = runBlocks.length > maxRunSize ? splitIntoChunks(runBlocks) : runBlocks.length > 0 ? [runBlocks] : [];
    return chunks.map((chunk, nth) => ({
      key: (nth === 0 ? previousRuns[index]?.key : undefined) ?? createKey(),
      blocks: chunk,
    }));
  });
}

function splitIntoChunks<Block>(blocks: readonly Block[]): (readonly Block[])[] {
  const count = Math.ceil(blocks.length / runSizes.initial);
  return Array.from({ length: count }, (_, nth) => blocks.slice(nth * runSizes.initial, (nth + 1) * runSizes.initial));
}

interface PaintBlockProps {
  readonly block: ViewBlock;
  /**
   * The number of times that each name in this block occurs in the blocks above it, as text. `undefined` if there
   * aren't any.
   */
  readonly countsAbove: string | undefined;
  /** Whether the block may skip rendering while it's out of view. */
  readonly isLazy: boolean;
}

/** A block on the page. The block is rendered again if its nodes change, but not if it only moves. */
export function PaintBlock({ block, countsAbove, isLazy }: PaintBlockProps): VNode {
  const { id, lines, nodes, problem, change } = block;
  const content = useMemo(() => {
    const blockContext = { id, states: getBlockStates(nodes), countsAbove };
    return <BlockContext.Provider value={blockContext}>{paintNodes(nodes)}</BlockContext.Provider>;
  }, [id, nodes, countsAbove]);
  const hasFailed = useRenderFailure(nodes);
  const lineCountStyle = isLazy ? { "--dw-block-lines": String(lines[1] - lines[0] + 1) } : undefined;
  return (
    <div
      class={isLazy ? "dw-block dw-block-lazy" : "dw-block"}
      data-block={id}
      data-line={lines[0]}
      data-end={lines[1]}
      data-shown={problem?.shown}
      data-change={change}
      style={lineCountStyle}
    >
      {change && <span class="dw-change">{changeLabels[change]}</span>}
      {problem && <ErrorStrip problem={problem} />}
      {hasFailed ? <FailedBlock /> : problem ? <div class="dw-block-body">{content}</div> : content}
    </div>
  );
}

/** Returns whether rendering these nodes failed unexpectedly. Other blocks aren't affected. */
function useRenderFailure(nodes: ViewBlock["nodes"]): boolean {
  const failedNodes = useRef<ViewBlock["nodes"] | undefined>(undefined);
  const latestNodesRef = useRef(nodes);
  latestNodesRef.current = nodes;
  const [error, retry] = useErrorBoundary(() => {
    failedNodes.current = latestNodesRef.current;
  }) as [unknown, () => void];
  useEffect(() => {
    if (error !== undefined && failedNodes.current !== nodes) retry();
  }, [error, nodes, retry]);
  return error !== undefined;
}

function FailedBlock(): VNode {
  return (
    <div class="dw-fault" role="note">
      <span class="dw-fault-message">
        {translate(
          "The preview couldn’t render this part of the page. Readers may still see it. To see it here, rewrite it.",
        )}
      </span>
    </div>
  );
}

const changeLabels = {
  added: translate("Added"),
  removed: translate("Removed"),
  changed: translate("Changed"),
};

function ErrorStrip({ problem }: { readonly problem: BlockProblem }): VNode {
  const { onShowSource } = useContext(PageContext);
  return (
    <div class="dw-fault" role="note">
      <span class="dw-fault-mark" aria-hidden="true">
        !
      </span>
      <span class="dw-fault-message">{problem.message}</span>
      <button type="button" class="dw-fault-line" onClick={() => onShowSource(problem.line)}>
        {translate("Line {0}", String(problem.line + 1))}
      </button>
    </div>
  );
}

/** If there are at least this many blocks, blocks that are out of view aren't laid out. */
const minLazyBlocks = 80;

interface BlocksProps {
  readonly blocks: readonly ViewBlock[];
  /** The number of blocks to render now. */
  readonly count: number;
}

interface BlockRendering {
  readonly key: string;
  readonly block: ViewBlock;
  readonly countsAbove: string | undefined;
  readonly isLazy: boolean;
}

/**
 * The blocks on a page, grouped into runs. An edit affects only one of possibly thousands of blocks, so all other runs
 * are skipped.
 */
export function PaintBlocks({ blocks, count }: BlocksProps): VNode {
  const blockKeys = useRef<readonly PaintedBlock[]>([]);
  const lastKey = useRef(0);
  const renderingsByKey = useRef<ReadonlyMap<string, BlockRendering>>(new Map());
  const runs = useRef<readonly BlockRun<BlockRendering>[]>([]);
  const nodesByRun = useRef(new WeakMap<BlockRun<BlockRendering>, VNode>());
  const createKey = (): string => `k${++lastKey.current}`;
  const keyedBlocks = useMemo(() => {
    const ids = blocks.map(({ id }) => id);
    blockKeys.current = assignKeys(blockKeys.current, ids, createKey);
    return blockKeys.current;
  }, [blocks]);
  const countsAbove = useMemo(() => listCountsAbove(blocks), [blocks]);
  const isLazy = blocks.length >= minLazyBlocks;
  const renderings = useMemo(() => {
    const newRenderings = blocks.map((block, index): BlockRendering => {
      const keyedBlock = { key: keyedBlocks[index]?.key ?? "", block, countsAbove: countsAbove[index], isLazy };
      const previousRendering = renderingsByKey.current.get(keyedBlock.key);
      return previousRendering?.block === block &&
        previousRendering.countsAbove === keyedBlock.countsAbove &&
        previousRendering.isLazy === isLazy
        ? previousRendering
        : keyedBlock;
    });
    renderingsByKey.current = new Map(newRenderings.map((keyedBlock) => [keyedBlock.key, keyedBlock]));
    return newRenderings;
  }, [blocks, keyedBlocks, countsAbove, isLazy]);
  const unpaintedBlocks = blocks.slice(count);
  const unpaintedLineCount =
    unpaintedBlocks.length > 0 ? (unpaintedBlocks.at(-1)?.lines[1] ?? 0) - (unpaintedBlocks[0]?.lines[0] ?? 0) + 1 : 0;
  runs.current = groupRuns(runs.current, renderings.slice(0, count), createKey);
  return (
    <>
      {runs.current.map((run) => {
        // Preact doesn't render a node again if it's the same object as before.
        const node = nodesByRun.current.get(run) ?? <PaintRun key={run.key} run={run} />;
        nodesByRun.current.set(run, node);
        return node;
      })}
      {unpaintedLineCount > 0 && (
        <div key="rest" class="dw-rest" style={{ "--dw-block-lines": String(unpaintedLineCount) }} aria-busy="true" />
      )}
    </>
  );
}

function PaintRun({ run }: { readonly run: BlockRun<BlockRendering> }): VNode {
  const nodesByRendering = useRef(new WeakMap<BlockRendering, VNode>());
  return (
    <>
      {run.blocks.map((keyedBlock) => {
        const { key, ...props } = keyedBlock;
        const node = nodesByRendering.current.get(keyedBlock) ?? <PaintBlock key={key} {...props} />;
        nodesByRendering.current.set(keyedBlock, node);
        return node;
      })}
    </>
  );
}
