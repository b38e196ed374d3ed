import { CodeFault } from "../interpret/fault.ts";
import type { Value } from "../interpret/value.ts";
import type { ViewNode } from "../view/view-node.ts";
import { joined, type Rendering } from "./rendering.ts";

/** What React would paint for a value: texts and numbers as they are, nothing for what is nothing, lists in their order. */
export function renderValue(value: Value, rendering: Rendering): ViewNode[] {
  if (value === undefined || value === null || typeof value === "boolean" || value === "") return [];
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (--rendering.machine.fuel.nodes < 0)
    throw new CodeFault(
      "too-much",
      "Expressions make more of the page than the preview shows. Make the lists shorter, or look at the published page.",
    );
  if (Array.isArray(value)) return joined(value.flatMap((each) => renderValue(each, rendering)));
  switch (value.kind) {
    case "element":
      return rendering.paint.element(value, rendering);
    case "content":
      return rendering.paint.content(value.children, value.place, value.scope, rendering);
    case "closure":
    case "native":
    case "snippet":
      return [];
    case "missing":
      if (value.fault) throw value.fault;
      return [];
    case "dict":
    case "moment":
    case "matcher":
      throw new CodeFault(
        "fails",
        "The braces hold an object, which cannot be shown as text, so readers see an error. Name one of its members, as in `{product.name}`.",
      );
  }
}
