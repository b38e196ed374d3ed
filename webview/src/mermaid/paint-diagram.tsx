import { render } from "preact";
import { paintNodes } from "../components/paint-nodes.tsx";
import type { Diagram } from "../paint/page-context.ts";

const sheets = new WeakMap<HTMLElement, CSSStyleSheet>();

/**
 * Draws a diagram into an element. Returns an error message, or `undefined` on success. Mermaid is loaded with the
 * first diagram.
 */
export const paintDiagram: Diagram = async (source, into, dark) => {
  const { drawDiagram } = await import("./draw-diagram.ts");
  const drawn = await drawDiagram(source, dark ? "dark" : "light");
  if (drawn.kind === "fault") return drawn.message;
  const old = sheets.get(into);
  sheets.set(into, drawn.styles);
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((sheet) => sheet !== old),
    drawn.styles,
  ];
  render(<>{paintNodes(drawn.nodes)}</>, into);
  return undefined;
};
