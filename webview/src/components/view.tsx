import type { VNode } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { ViewElement, ViewNode } from "../../../server/src/core/preview/view/view-node.ts";
import { PageContext, useRepaint } from "../paint/page-context.ts";
import { type PieceProps, textOf } from "../paint/piece.ts";
import type { ReaderState } from "../paint/reader-state.ts";
import { ViewsContext } from "../paint/views-context.ts";

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

/** The list from which readers choose a view; nothing on a page with fewer than two. */
export function ViewSwitch({ views }: { readonly views: readonly string[] }): VNode | null {
  const { state } = useContext(PageContext);
  useRepaint(() => chosenView(views, state));
  if (views.length < 2) return null;
  return (
    <select
      class="dw-view-switch"
      aria-label="View of this page"
      value={chosenView(views, state)}
      onChange={(event) => state.choose(event.currentTarget.value)}
    >
      {views.map((title) => (
        <option key={title} value={title}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** The view that was chosen last; at first the first. */
export function chosenView(views: readonly string[], state: ReaderState): string {
  let best = views[0] ?? "";
  for (const title of views) if (state.chosenAt(title) > state.chosenAt(best)) best = title;
  return best;
}

const known = new WeakMap<readonly ViewNode[], readonly string[]>();

/** Titles of the views of a page, in their order, each once. */
export function useViews(page: PageView): readonly string[] {
  const titles = [...new Set(page.blocks.flatMap(({ nodes }) => viewsIn(nodes)))].join("\n");
  return useMemo(() => (titles === "" ? [] : titles.split("\n")), [titles]);
}

function viewsIn(nodes: readonly ViewNode[]): readonly string[] {
  const before = known.get(nodes);
  if (before) return before;
  const titles = nodes.flatMap((node) => (typeof node === "string" ? [] : viewsOf(node)));
  known.set(nodes, titles);
  return titles;
}

function viewsOf(node: ViewElement): readonly string[] {
  const inside = (node.children ?? []).flatMap((child) => (typeof child === "string" ? [] : viewsOf(child)));
  return node.tag === "View" ? [textOf(node, "title") ?? "", ...inside] : inside;
}
