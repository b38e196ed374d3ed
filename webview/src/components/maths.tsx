import type { VNode } from "preact";
import { getFlagProp, type RenderedNodeProps, getTextProp, getPlainText } from "../paint/piece.ts";

/** `#maths`: a typeset formula, inline or as a block. */
export function Maths({ node, paint, mark }: RenderedNodeProps): VNode {
  const typeset = node.children && node.children.length > 0;
  const inside = typeset ? paint(node.children) : <code>{getTextProp(node, "tex")}</code>;
  if (!getFlagProp(node, "display"))
    return (
      <span class="dw-maths" {...mark}>
        {inside}
      </span>
    );
  return (
    <div class="dw-maths dw-maths-display" tabIndex={0} role="group" aria-label="Formula" {...mark}>
      {inside}
    </div>
  );
}

/** `<Latex>`: the output of the renderer, or the formula as written. */
export function Latex({ node, paint, mark }: RenderedNodeProps): VNode {
  const isText = (node.children ?? []).every((child) => typeof child === "string");
  return (
    <span class="dw-maths" {...mark}>
      {isText ? <code>{getPlainText(node.children)}</code> : paint(node.children)}
    </span>
  );
}
