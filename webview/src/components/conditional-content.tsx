import { createPortal, Fragment, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { ViewElement, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { translate } from "../language/translate.ts";
import { type Audience, LayoutContext, PageContext, usePage, useRepaint } from "../paint/page-context.ts";
import { getChosenView, getTagKey, ViewTitlesContext } from "../paint/page-views.ts";
import {
  getProp,
  getSlot,
  getTextListProp,
  getTextProp,
  type PaintNode,
  type RenderedNodeProps,
} from "../paint/node-props.ts";
import { Glyph, renderLeadingIcon } from "./icon.tsx";

/** `<View>`: content that is shown only while the view with its title is selected. */
export function View({ node, paint, position }: RenderedNodeProps): VNode | null {
  const { state } = useContext(PageContext);
  const viewTitles = useContext(ViewTitlesContext);
  const title = getTextProp(node, "title") ?? "";
  const isShown = (): boolean => viewTitles.length === 0 || getChosenView(viewTitles, state) === title;
  useRepaint(isShown);
  if (!isShown()) return null;
  return (
    <div class="dw-view dw-flow" {...position}>
      {paint(node.children)}
    </div>
  );
}

interface ViewSwitchProps {
  readonly views: readonly ViewElement[];
  readonly paint: PaintNode;
}

/** The list in which readers select a view. Renders nothing if the page has fewer than two views. */
export function ViewSwitch({ views, paint }: ViewSwitchProps): VNode | null {
  const { state } = useContext(PageContext);
  const titles = useContext(ViewTitlesContext);
  useRepaint(() => getChosenView(titles, state));
  if (titles.length < 2) return null;
  const chosenTitle = getChosenView(titles, state);
  const chosenView = views.find((view) => getTextProp(view, "title") === chosenTitle);
  return (
    <span class="dw-view-switch">
      {chosenView && renderLeadingIcon(chosenView, paint)}
      <select aria-label="View" value={chosenTitle} onChange={(event) => state.choose(event.currentTarget.value)}>
        {titles.map((title) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

/** `<Visibility>`: content shown only to its intended audience. */
export function Visibility({ node, paint }: RenderedNodeProps): VNode | null {
  const { audience } = usePage();
  return isShownTo(getProp(node, "for"), audience) ? <Fragment>{paint(node.children)}</Fragment> : null;
}

/** `<Variation>`: content that is shown only in the specified variations of the site. */
export function Variation({ node, paint }: RenderedNodeProps): VNode | null {
  const { variation } = usePage();
  const names = getTextListProp(node, "is");
  const isShown = variation === undefined || names.length === 0 || names.includes(variation);
  return isShown ? <Fragment>{paint(node.children)}</Fragment> : null;
}

function isShownTo(condition: ViewValue | undefined, { reader, signedIn, groups }: Audience): boolean {
  switch (condition) {
    case "humans":
      return reader === "human";
    case "agents":
      return reader === "agent";
    case "signed-in":
      return signedIn;
    case "signed-out":
      return !signedIn;
    default: {
      const entries =
        condition && typeof condition === "object" && !Array.isArray(condition) ? Object.entries(condition) : [];
      const value = entries.find(([name]) => name === "groups")?.[1];
      if (!Array.isArray(value)) return true;
      return signedIn && value.some((group) => typeof group === "string" && groups.includes(group));
    }
  }
}

/** `<Update>`: a changelog entry with its date on the left. */
export function Update({ node, paint, position }: RenderedNodeProps): VNode | null {
  const { state } = useContext(PageContext);
  const { tags } = useContext(LayoutContext);
  const updateTags = getTextListProp(node, "tags");
  const isShown = (): boolean => {
    const selectedTags = tags.filter((tag) => state.get(getTagKey(tag)) === true);
    return selectedTags.length === 0 || selectedTags.some((tag) => updateTags.includes(tag));
  };
  useRepaint(isShown);
  if (!isShown()) return null;
  const id = getTextProp(node, "id");
  const label = getSlot(node, "label");
  const description = getSlot(node, "description");
  const feed = getProp(node, "rss");
  const feedTitle = feed && typeof feed === "object" && !Array.isArray(feed) ? formatFeed(feed) : undefined;
  const labelContent = label && paint(label);
  return (
    <section class="dw-update" id={id} {...position}>
      <div class="dw-update-head">
        <div class="dw-update-label">{id === undefined ? labelContent : <a href={`#${id}`}>{labelContent}</a>}</div>
        {updateTags.map((tag) => (
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

/** A filter for the tags of all updates on a page. It's shown next to the text if there's enough space. */
export function UpdateFilter(): VNode | null {
  const { state } = useContext(PageContext);
  const { tags, aside } = useContext(LayoutContext);
  useRepaint(() => tags.filter((tag) => state.get(getTagKey(tag)) === true).join("\n"));
  if (tags.length === 0) return null;
  const filter = (
    <div class="dw-filter" role="group" aria-label="Filters">
      <div class="dw-filter-title" aria-hidden="true">
        Filters
      </div>
      {tags.map((tag) => {
        const isSelected = state.get(getTagKey(tag)) === true;
        return (
          <button
            key={tag}
            type="button"
            class="dw-update-tag"
            aria-pressed={isSelected}
            onClick={() => state.set(getTagKey(tag), !isSelected)}
          >
            {tag}
          </button>
        );
      })}
    </div>
  );
  return aside ? createPortal(filter, aside) : filter;
}

function formatFeed(feed: object): string | undefined {
  const { title, description } = feed as { readonly title?: unknown; readonly description?: unknown };
  const texts = [title, description].filter((text) => typeof text === "string" && text !== "");
  return texts.length > 0 ? texts.join(" · ") : undefined;
}
