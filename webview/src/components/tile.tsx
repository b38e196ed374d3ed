import type { VNode } from "preact";
import { type PieceProps, slotOf, textOf } from "../paint/piece.ts";
import { safeLink } from "../paint/safe-link.ts";
import { LinkOrBox } from "./card.tsx";

/** `<Tile>`: a picture on a pattern, with a title under it. */
export function Tile({ node, paint, mark }: PieceProps): VNode {
  const href = safeLink(textOf(node, "href"));
  const title = slotOf(node, "title");
  const description = slotOf(node, "description");
  return (
    <LinkOrBox href={href} class="dw-tile" {...mark}>
      <div class="dw-tile-picture">{paint(node.children)}</div>
      {title && <div class="dw-tile-title">{paint(title)}</div>}
      {description && <div class="dw-tile-description">{paint(description)}</div>}
    </LinkOrBox>
  );
}

/** `<Tiles>`: a grid of them. */
export function Tiles({ node, paint, mark }: PieceProps): VNode {
  return (
    <div class="dw-columns dw-columns-3" {...mark}>
      {paint(node.children)}
    </div>
  );
}
