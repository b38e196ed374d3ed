import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { PageContext, useRepaint } from "../paint/page-context.ts";
import { type Paint, type PieceProps, textOf } from "../paint/piece.ts";
import { chosenView, ViewsContext } from "../paint/page-views.ts";
import { leadingIcon } from "./icon.tsx";

/** `<View>`: shown while its title is the one that is chosen for the page. */
export function View({ node, paint, mark }: PieceProps): VNode | null {
  const { state } = useContext(PageContext);
  const views = useContext(ViewsContext);
  const title = textOf(node, "title") ?? "";
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
  readonly paint: Paint;
}

/** The list from which readers choose a view; nothing on a page with fewer than two. */
export function ViewSwitch({ views, paint }: ViewSwitchProps): VNode | null {
  const { state } = useContext(PageContext);
  const titles = useContext(ViewsContext);
  useRepaint(() => chosenView(titles, state));
  if (titles.length < 2) return null;
  const chosen = chosenView(titles, state);
  const shown = views.find((view) => textOf(view, "title") === chosen);
  return (
    <span class="dw-view-switch">
      {shown && leadingIcon(shown, paint)}
      <select
        aria-label="View of this page"
        value={chosen}
        onChange={(event) => state.choose(event.currentTarget.value)}
      >
        {titles.map((title) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}
