import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ViewNode } from "../../../server/src/core/preview/view/view-node.ts";
import type { Diagram as Drawn } from "./draw-diagram.ts";

export interface DiagramProps {
  /** As between the fences. */
  readonly source: string;
  readonly appearance: "light" | "dark";
  readonly paint: (nodes: readonly ViewNode[]) => VNode;
}

/** A diagram: its text until it is drawn, the last good picture, dimmed, while its text cannot be read. */
export function Diagram({ source, appearance, paint }: DiagramProps): VNode {
  const [drawn, setDrawn] = useState<Extract<Drawn, { kind: "drawn" }>>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isOver = false;
    void import("./draw-diagram.ts")
      .then(({ drawDiagram }) => drawDiagram(source, appearance))
      .then((result) => {
        if (isOver) return;
        setFault(result.kind === "fault" ? result.message : undefined);
        if (result.kind === "drawn") setDrawn(result);
      })
      .catch(() => !isOver && setFault("the part that draws diagrams could not be loaded"));
    return () => {
      isOver = true;
    };
  }, [source, appearance]);
  useEffect(() => {
    if (!drawn) return undefined;
    const { styles } = drawn;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styles);
    };
  }, [drawn]);
  return (
    <figure class="diagram" data-state={fault === undefined ? (drawn ? "drawn" : "loading") : "fault"}>
      {drawn ? <div class="diagram-picture">{paint(drawn.nodes)}</div> : <pre>{source}</pre>}
      {fault !== undefined && (
        <div role="status" class="diagram-fault">
          The diagram cannot be drawn, so readers see an error in its place: {fault}. Correct its text.
        </div>
      )}
    </figure>
  );
}
