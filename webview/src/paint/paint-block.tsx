import type { VNode } from "preact";
import { useContext, useEffect, useErrorBoundary, useMemo, useRef } from "preact/hooks";
import type { BlockFault, ViewBlock } from "../../../server/src/core/preview/view/page-view.ts";
import { BlockContext, PageContext } from "./page-context.ts";
import { paintNodes } from "./paint-nodes.tsx";
import { blockStates } from "./state-keys.ts";

interface PaintBlockProps {
  readonly block: ViewBlock;
  /** Of `statesAbove`. */
  readonly above: string | undefined;
  /** Whether it may be left unpainted while it is out of sight. */
  readonly lazy: boolean;
}

/** A block of the page; painted again only when its nodes are others, not when it moves. */
export function PaintBlock({ block, above, lazy }: PaintBlockProps): VNode {
  const { id, lines, nodes, fault, change } = block;
  const painted = useMemo(() => {
    const place = { id, states: blockStates(nodes), above };
    return <BlockContext.Provider value={place}>{paintNodes(nodes)}</BlockContext.Provider>;
  }, [id, nodes, above]);
  const failed = useFailed(nodes);
  const height = lazy ? { "--dw-block-lines": String(lines[1] - lines[0] + 1) } : undefined;
  return (
    <div
      class={lazy ? "dw-block dw-block-lazy" : "dw-block"}
      data-block={id}
      data-line={lines[0]}
      data-end={lines[1]}
      data-shown={fault?.shown}
      data-change={change}
      style={height}
    >
      {change && <span class="dw-change">{changeWords[change]}</span>}
      {fault && <FaultStrip fault={fault} />}
      {failed ? <Failed /> : fault ? <div class="dw-block-body">{painted}</div> : painted}
    </div>
  );
}

/** Whether these nodes could not be painted, for a reason that nobody thought of: the others stay, and so does the page. */
function useFailed(nodes: ViewBlock["nodes"]): boolean {
  const of = useRef<ViewBlock["nodes"] | undefined>(undefined);
  const latest = useRef(nodes);
  latest.current = nodes;
  const [error, retry] = useErrorBoundary(() => {
    of.current = latest.current;
  }) as [unknown, () => void];
  useEffect(() => {
    if (error !== undefined && of.current !== nodes) retry();
  }, [error, nodes, retry]);
  return error !== undefined;
}

function Failed(): VNode {
  return (
    <div class="dw-fault" role="note">
      <span class="dw-fault-message">
        The preview failed on this part of the page. Readers may see it all the same; write it another way to
        see it here.
      </span>
    </div>
  );
}

const changeWords = { added: "New", removed: "Removed", changed: "Changed" } as const;

function FaultStrip({ fault }: { readonly fault: BlockFault }): VNode {
  const { onSource } = useContext(PageContext);
  return (
    <div class="dw-fault" role="note">
      <span class="dw-fault-mark" aria-hidden="true">
        !
      </span>
      <span class="dw-fault-message">{fault.message}</span>
      <button type="button" class="dw-fault-line" onClick={() => onSource(fault.line)}>
        Line {fault.line + 1}
      </button>
    </div>
  );
}
