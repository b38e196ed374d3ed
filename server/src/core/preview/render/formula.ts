import { say } from "../interpret/say.ts";
import { CodeFault } from "../interpret/fault.ts";
import { spanOf, type Place, type Span } from "../interpret/place.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { withoutStandIns } from "../stand-ins.ts";
import type { ViewElement, ViewNode } from "../view/view-node.ts";
import type { FormulaContent } from "./content.ts";
import { elementOf, origin, problemBox, type Rendering } from "./rendering.ts";

/** `$…$` and `$$…$$`. */
export function formula(node: FormulaContent, place: Place, rendering: Rendering): ViewNode {
  const tex = withoutStandIns(node.tex, rendering.page.source.facts.variables);
  const at = { ...spanOf(node, place), file: place.file };
  return formulaNode(tex, node.isDisplayed, at, origin(node, place, rendering), rendering);
}

export function formulaNode(
  tex: string,
  display: boolean,
  at: Span & { readonly file: SitePath },
  from: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  const drawn = rendering.page.drawing.maths(tex, display);
  if ("nodes" in drawn) return elementOf("#maths", { display, tex }, drawn.nodes, from);
  const message = say`This formula cannot be read: ${drawn.fault}. Readers see it in red as it is written. Correct it, or write \\$ for a dollar sign.`;
  return problemBox(rendering, new CodeFault("formula", message, at), tex.slice(0, 80), from, [tex]);
}
