import type { VNode } from "preact";
import { type PieceProps, propOf, slotOf, textOf, textsOf } from "../paint/piece.ts";

/** `<Update>`: an entry of a list of changes, its date at the left. */
export function Update({ node, paint, mark }: PieceProps): VNode {
  const id = textOf(node, "id");
  const label = slotOf(node, "label");
  const description = slotOf(node, "description");
  const feed = propOf(node, "rss");
  const feedTitle = feed && typeof feed === "object" && !Array.isArray(feed) ? feedOf(feed) : undefined;
  const words = label && paint(label);
  return (
    <section class="dw-update" id={id} {...mark}>
      <div class="dw-update-head">
        <div class="dw-update-label">{id === undefined ? words : <a href={`#${id}`}>{words}</a>}</div>
        {textsOf(node, "tags").map((tag) => (
          <span class="dw-update-tag">{tag}</span>
        ))}
        {description && <div class="dw-update-description">{paint(description)}</div>}
        {feedTitle !== undefined && (
          <div class="dw-update-feed" title="What subscribers of the feed get">
            Feed: {feedTitle}
          </div>
        )}
      </div>
      <div class="dw-update-body dw-flow">{paint(node.children)}</div>
    </section>
  );
}

function feedOf(feed: object): string | undefined {
  const { title, description } = feed as { readonly title?: unknown; readonly description?: unknown };
  const words = [title, description].filter((text) => typeof text === "string" && text !== "");
  return words.length > 0 ? words.join(" · ") : undefined;
}
