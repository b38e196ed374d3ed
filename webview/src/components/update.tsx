import { createPortal, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { translate } from "../language/translate.ts";
import { LayoutContext, PageContext, useRepaint } from "../paint/page-context.ts";
import { tagKey } from "../paint/page-views.ts";
import { type RenderedNodeProps, getProp, getSlot, getTextProp, getTextListProp } from "../paint/piece.ts";
import { Glyph } from "./icon.tsx";

/** `<Update>`: a changelog entry with its date on the left. */
export function Update({ node, paint, mark }: RenderedNodeProps): VNode | null {
  const { state } = useContext(PageContext);
  const { tags } = useContext(LayoutContext);
  const own = getTextListProp(node, "tags");
  const isShown = (): boolean => {
    const requested = tags.filter((tag) => state.get(tagKey(tag)) === true);
    return requested.length === 0 || requested.some((tag) => own.includes(tag));
  };
  useRepaint(isShown);
  if (!isShown()) return null;
  const id = getTextProp(node, "id");
  const label = getSlot(node, "label");
  const description = getSlot(node, "description");
  const feed = getProp(node, "rss");
  const feedTitle = feed && typeof feed === "object" && !Array.isArray(feed) ? feedOf(feed) : undefined;
  const words = label && paint(label);
  return (
    <section class="dw-update" id={id} {...mark}>
      <div class="dw-update-head">
        <div class="dw-update-label">{id === undefined ? words : <a href={`#${id}`}>{words}</a>}</div>
        {own.map((tag) => (
          <span class="dw-update-tag">{tag}</span>
        ))}
        {description && <div class="dw-update-description">{paint(description)}</div>}
        {feedTitle !== undefined && (
          <span class="dw-update-feed" title={translate("Shown in the RSS feed: {0}", feedTitle)}>
            <Glyph name="feed" />
            <span class="sr-only">{translate("Shown in the RSS feed: {0}", feedTitle)}</span>
          </span>
        )}
      </div>
      <div class="dw-update-body dw-flow">{paint(node.children)}</div>
    </section>
  );
}

/** A filter by the tags of all updates on a page, next to the text if there's room. */
export function UpdateFilter(): VNode | null {
  const { state } = useContext(PageContext);
  const { tags, aside } = useContext(LayoutContext);
  useRepaint(() => tags.filter((tag) => state.get(tagKey(tag)) === true).join("\n"));
  if (tags.length === 0) return null;
  const filter = (
    <div class="dw-filter" role="group" aria-label="Filters">
      <div class="dw-filter-title" aria-hidden="true">
        Filters
      </div>
      {tags.map((tag) => {
        const isOn = state.get(tagKey(tag)) === true;
        return (
          <button
            key={tag}
            type="button"
            class="dw-update-tag"
            aria-pressed={isOn}
            onClick={() => state.set(tagKey(tag), !isOn)}
          >
            {tag}
          </button>
        );
      })}
    </div>
  );
  return aside ? createPortal(filter, aside) : filter;
}

function feedOf(feed: object): string | undefined {
  const { title, description } = feed as { readonly title?: unknown; readonly description?: unknown };
  const words = [title, description].filter((text) => typeof text === "string" && text !== "");
  return words.length > 0 ? words.join(" · ") : undefined;
}
