import type { VNode } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { LayoutContext, usePage } from "../paint/page-context.ts";
import { choiceOf, flagOf, type PieceProps, textOf, wordsOf } from "../paint/piece.ts";

const placements = ["top-left", "top-right", "bottom-left", "bottom-right"] as const;
const tall = 120;

/** `#mermaid`: a diagram, drawn by whoever can; its text until then, and when it cannot be drawn. */
export function Mermaid({ node, mark }: PieceProps): VNode {
  const source = textOf(node, "source") ?? textOf(node, "chart") ?? wordsOf(node.children);
  const { diagram } = usePage();
  const { appearance } = useContext(LayoutContext);
  const canvas = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{
    readonly source: string;
    readonly fault?: string;
    readonly height: number;
  }>();
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const into = canvas.current;
    if (!diagram || !into) return;
    let latest = true;
    diagram(source, into, appearance === "dark").then(
      (fault) => {
        if (latest)
          setDrawn({ source, height: into.scrollHeight, ...(fault === undefined ? {} : { fault }) });
      },
      () => {
        if (latest) setDrawn({ source, height: 0, fault: "The diagram could not be drawn." });
      },
    );
    return () => {
      latest = false;
    };
  }, [diagram, source, appearance]);
  const isDrawn = drawn !== undefined && drawn.fault === undefined;
  const hasTools = isDrawn && (flagOf(node, "actions") ?? drawn.height > tall);
  const placement = choiceOf(node, "placement", placements) ?? "bottom-right";
  return (
    <figure class="dw-diagram" data-drawn={isDrawn} {...mark}>
      <div
        class="dw-diagram-canvas"
        ref={canvas}
        role="img"
        aria-label="Diagram"
        hidden={!isDrawn}
        style={{ "--dw-zoom": String(zoom) }}
      />
      {!isDrawn && (
        <>
          {drawn?.fault !== undefined && <p class="dw-diagram-fault">{drawn.fault}</p>}
          <pre class="dw-diagram-source" tabIndex={0} role="region" aria-label="Text of the diagram">
            {source}
          </pre>
        </>
      )}
      {hasTools && (
        <div class={`dw-diagram-tools dw-diagram-${placement}`}>
          <button
            type="button"
            title="Zoom out"
            aria-label="Zoom out"
            onClick={() => setZoom(Math.max(0.25, zoom / 1.25))}
          >
            −
          </button>
          <button type="button" title="Actual size" aria-label="Actual size" onClick={() => setZoom(1)}>
            {Math.round(zoom * 100)} %
          </button>
          <button
            type="button"
            title="Zoom in"
            aria-label="Zoom in"
            onClick={() => setZoom(Math.min(4, zoom * 1.25))}
          >
            +
          </button>
        </div>
      )}
    </figure>
  );
}
