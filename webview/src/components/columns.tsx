import type { VNode } from "preact";
import { numberOf, type PieceProps, textOf } from "../paint/piece.ts";

/** `<Columns>`, `<CardGroup>`: one to four columns, fewer where there is no room. */
export function Columns({ node, paint, mark }: PieceProps): VNode {
  const cols = Math.min(4, Math.max(1, Math.round(numberOf(node, "cols") ?? 2)));
  const className = textOf(node, "className");
  return (
    <div class={`dw-columns dw-columns-${cols}${className ? ` ${className}` : ""}`} {...mark}>
      {paint(node.children)}
    </div>
  );
}

export function Column({ node, paint, mark }: PieceProps): VNode {
  return (
    <div class="dw-column dw-flow" {...mark}>
      {paint(node.children)}
    </div>
  );
}
