import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { keyBlocks, type PaintedBlock } from "./block-keys.ts";
import { blockRuns, type BlockRun } from "./block-runs.ts";
import { PaintBlock } from "./paint-block.tsx";
import { statesAbove } from "./state-keys.ts";

/** From this many blocks on, those out of sight are not laid out. */
const manyBlocks = 80;

interface BlocksProps {
  readonly blocks: readonly ViewBlock[];
  /** How many of them to paint now. */
  readonly count: number;
}

interface PaintedAs {
  readonly key: string;
  readonly block: ViewBlock;
  readonly above: string | undefined;
  readonly lazy: boolean;
}

/** The blocks of a page, in runs: of thousands of blocks an edit concerns one, and the other runs are not looked into. */
export function PaintBlocks({ blocks, count }: BlocksProps): VNode {
  const painted = useRef<readonly PaintedBlock[]>([]);
  const lastKey = useRef(0);
  const known = useRef<ReadonlyMap<string, PaintedAs>>(new Map());
  const runs = useRef<readonly BlockRun<PaintedAs>[]>([]);
  const nodes = useRef(new WeakMap<BlockRun<PaintedAs>, VNode>());
  const fresh = (): string => `k${++lastKey.current}`;
  const keyed = useMemo(() => {
    const ids = blocks.map(({ id }) => id);
    painted.current = keyBlocks(painted.current, ids, fresh);
    return painted.current;
  }, [blocks]);
  const above = useMemo(() => statesAbove(blocks), [blocks]);
  const lazy = blocks.length >= manyBlocks;
  const shown = useMemo(() => {
    const all = blocks.map((block, index): PaintedAs => {
      const is = { key: keyed[index]?.key ?? "", block, above: above[index], lazy };
      const was = known.current.get(is.key);
      return was?.block === block && was.above === is.above && was.lazy === lazy ? was : is;
    });
    known.current = new Map(all.map((is) => [is.key, is]));
    return all;
  }, [blocks, keyed, above, lazy]);
  const rest = blocks.slice(count);
  const restLines = rest.length > 0 ? (rest.at(-1)?.lines[1] ?? 0) - (rest[0]?.lines[0] ?? 0) + 1 : 0;
  runs.current = blockRuns(runs.current, shown.slice(0, count), fresh);
  return (
    <>
      {runs.current.map((run) => {
        // The same node again is not looked into.
        const node = nodes.current.get(run) ?? <PaintRun key={run.key} run={run} />;
        nodes.current.set(run, node);
        return node;
      })}
      {restLines > 0 && (
        <div key="rest" class="dw-rest" style={{ "--dw-block-lines": String(restLines) }} aria-busy="true" />
      )}
    </>
  );
}

function PaintRun({ run }: { readonly run: BlockRun<PaintedAs> }): VNode {
  const known = useRef(new WeakMap<PaintedAs, VNode>());
  return (
    <>
      {run.blocks.map((is) => {
        const { key, ...props } = is;
        const node = known.current.get(is) ?? <PaintBlock key={key} {...props} />;
        known.current.set(is, node);
        return node;
      })}
    </>
  );
}
