import { Fragment, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { ViewElement, ViewValue } from "../../../server/src/core/preview/view/page-view.ts";
import { type Audience, PageContext, usePage, useRepaint } from "../paint/page-context.ts";
import { chosenView, ViewsContext } from "../paint/page-views.ts";
import {
  type PaintNode,
  type RenderedNodeProps,
  getProp,
  getTextProp,
  getTextListProp,
} from "../paint/piece.ts";
import { leadingIcon } from "./icon.tsx";

/** `<View>`: content shown only while its title is the view selected for the page. */
export function View({ node, paint, mark }: RenderedNodeProps): VNode | null {
  const { state } = useContext(PageContext);
  const views = useContext(ViewsContext);
  const title = getTextProp(node, "title") ?? "";
  const read = (): boolean => views.length === 0 || chosenView(views, state) === title;
  useRepaint(read);
  if (!read()) return null;
  return (
    <div class="dw-view dw-flow" {...mark}>
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
  const titles = useContext(ViewsContext);
  useRepaint(() => chosenView(titles, state));
  if (titles.length < 2) return null;
  const chosen = chosenView(titles, state);
  const shown = views.find((view) => getTextProp(view, "title") === chosen);
  return (
    <span class="dw-view-switch">
      {shown && leadingIcon(shown, paint)}
      <select aria-label="View" value={chosen} onChange={(event) => state.choose(event.currentTarget.value)}>
        {titles.map((title) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

/** `<Visibility>`: content shown only to the audience it's meant for. */
export function Visibility({ node, paint }: RenderedNodeProps): VNode | null {
  const { audience } = usePage();
  return isFor(getProp(node, "for"), audience) ? <Fragment>{paint(node.children)}</Fragment> : null;
}

/** `<Variation>`: content shown only in the site variations that it names. */
export function Variation({ node, paint }: RenderedNodeProps): VNode | null {
  const { variation } = usePage();
  const named = getTextListProp(node, "is");
  const isShown = variation === undefined || named.length === 0 || named.includes(variation);
  return isShown ? <Fragment>{paint(node.children)}</Fragment> : null;
}

function isFor(whom: ViewValue | undefined, { reader, signedIn, groups }: Audience): boolean {
  switch (whom) {
    case "humans":
      return reader === "human";
    case "agents":
      return reader === "agent";
    case "signed-in":
      return signedIn;
    case "signed-out":
      return !signedIn;
    default: {
      const requested = whom && typeof whom === "object" && !Array.isArray(whom) ? Object.entries(whom) : [];
      const named = requested.find(([name]) => name === "groups")?.[1];
      if (!Array.isArray(named)) return true;
      return signedIn && named.some((group) => typeof group === "string" && groups.includes(group));
    }
  }
}
