import type { Drawing } from "../drawing.ts";
import type { ViewNode } from "../view/view-node.ts";

/** What the page of an endpoint is drawn with: Markdown of the specification as pieces, code in colours. */
export interface EndpointDrawing {
  readonly describe: (markdown: string) => readonly ViewNode[];
  readonly highlight: Drawing["highlight"];
}
