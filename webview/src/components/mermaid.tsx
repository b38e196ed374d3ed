import type { VNode } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { translate } from "../language/translate.ts";
import { LayoutContext, usePage } from "../paint/page-context.ts";
import { getChoiceProp, getFlagProp, type RenderedNodeProps, getTextProp, getText } from "../paint/node-props.ts";

const placements = ["top-left", "top-right", "bottom-left", "bottom-right"] as const;
const minHeightForTools = 120;

/**
 * `#mermaid`: a diagram that the host draws. Until the diagram is drawn, its source is shown. If the source becomes
 * invalid, the last valid diagram remains visible.
 */
export function Mermaid({ node, position }: RenderedNodeProps): VNode {
  const source = getTextProp(node, "source") ?? getTextProp(node, "chart") ?? getText(node.children);
  const { drawDiagram } = usePage();
  const { appearance } = useContext(LayoutContext);
  const canvas = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [error, setError] = useState<string>();
  const [height, setHeight] = useState(0);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const container = canvas.current;
    if (!drawDiagram || !container) return;
    let isLatest = true;
    const finish = (failure: string | undefined): void => {
      if (!isLatest) return;
      setError(failure);
      if (failure === undefined) setDrawn(true);
    };
    drawDiagram(source, container, appearance === "dark").then(finish, () =>
      finish(translate("Couldn’t load the diagram renderer. Reload the preview.")),
    );
    return () => {
      isLatest = false;
    };
  }, [drawDiagram, source, appearance]);
  useLayoutEffect(() => {
    if (isDrawn && zoom === 1) setHeight(canvas.current?.scrollHeight ?? 0);
  });
  const hasTools = isDrawn && (getFlagProp(node, "actions") ?? height > minHeightForTools);
  const placement = getChoiceProp(node, "placement", placements) ?? "bottom-right";
  return (
    <figure class="dw-diagram" {...position}>
      {error !== undefined && (
        <p class="dw-diagram-fault" role="status">
          {error}
        </p>
      )}
      <div
        class="dw-diagram-canvas"
        ref={canvas}
        role="img"
        aria-label="Diagram"
        hidden={!isDrawn}
        data-old={error !== undefined}
        style={{ "--dw-zoom": String(zoom) }}
      />
      {!isDrawn && (
        <pre class="dw-diagram-source" tabIndex={0} role="region" aria-label="Diagram source">
          {source}
        </pre>
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
          <button
            type="button"
            title="Reset zoom"
            aria-label={`${Math.round(zoom * 100)}%, reset zoom`}
            onClick={() => setZoom(1)}
          >
            {Math.round(zoom * 100)}%
          </button>
          <button type="button" title="Zoom in" aria-label="Zoom in" onClick={() => setZoom(Math.min(4, zoom * 1.25))}>
            +
          </button>
        </div>
      )}
    </figure>
  );
}
