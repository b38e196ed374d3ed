import { createContext } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type {
  ContentsEntry,
  PageView,
  ViewBlock,
  ViewElement,
  ViewNode,
} from "../../../server/src/core/preview/view/page-view.ts";
import type { ReaderState } from "./page-context.ts";
import { getTextProp, getTextListProp } from "./node-props.ts";

/** The titles of the views on the page. Only one of the views is shown. */
export const ViewTitlesContext = createContext<readonly string[]>([]);

/** Returns the `<View>`s of a page in order. */
export function getViews(page: PageView): readonly ViewElement[] {
  return findViewsInBlocks(page.blocks).views;
}

/** Returns the distinct titles of the views. Returns the same array as long as its content doesn't change. */
export function useViewTitles(views: readonly ViewElement[]): readonly string[] {
  const titlesKey = listTitles(views).join("\n");
  return useMemo(() => (titlesKey === "" ? [] : titlesKey.split("\n")), [titlesKey]);
}

/** Returns the title of the most recently selected view, or of the first view if none has been selected. */
export function getChosenView(titles: readonly string[], state: ReaderState): string {
  let bestTitle = titles[0] ?? "";
  for (const title of titles) if (state.getChoiceOrder(title) > state.getChoiceOrder(bestTitle)) bestTitle = title;
  return bestTitle;
}

/** Returns the table of contents without the headings of views that aren't shown. */
export function getShownContents(page: PageView, state: ReaderState): readonly ContentsEntry[] {
  const titles = listTitles(getViews(page));
  if (titles.length < 2) return page.contents;
  const chosenTitle = getChosenView(titles, state);
  const hiddenRanges = page.blocks.flatMap(({ nodes, lines: [start] }) =>
    listViews(nodes)
      .filter((view) => view.lines && view.file === undefined && getTextProp(view, "title") !== chosenTitle)
      .map(({ lines = [0, 0] }) => [start + lines[0], start + lines[1]] as const),
  );
  return page.contents.filter(
    ({ line }) => !hiddenRanges.some(([firstLine, lastLine]) => firstLine <= line && line <= lastLine),
  );
}

/** Returns the table of contents that is shown. Renders the component again when a different view is selected. */
export function useShownContents(page: PageView | undefined, state: ReaderState): readonly ContentsEntry[] {
  const [chosenView, setChosenView] = useState("");
  useEffect(() => {
    const titles = page ? listTitles(getViews(page)) : [];
    const updateChosenView = (): void => setChosenView(titles.length < 2 ? "" : getChosenView(titles, state));
    updateChosenView();
    return state.subscribe(updateChosenView);
  }, [page, state]);
  return useMemo(() => (page ? getShownContents(page, state) : []), [page, state, chosenView]);
}

function listTitles(views: readonly ViewElement[]): string[] {
  return [...new Set(views.map((view) => getTextProp(view, "title") ?? ""))];
}

/** Returns the distinct tags of the page's `<Update>`s in order. Readers can filter by these tags. */
export function listUpdateTags(page: PageView): readonly string[] {
  const { updates } = findViewsInBlocks(page.blocks);
  return [...new Set(updates.flatMap((update) => getTextListProp(update, "tags")))];
}

/** Returns the reader state key for a tag filter. */
export function getTagKey(tag: string): string {
  return `filter ${tag}`;
}

interface FoundViews {
  readonly views: readonly ViewElement[];
  readonly updates: readonly ViewElement[];
}

const viewsByBlock = new WeakMap<readonly ViewNode[], FoundViews>();

const viewsByPage = new WeakMap<readonly ViewBlock[], FoundViews>();

/** Returns the views and updates in all blocks, which are collected once per page. Most blocks don't contain any. */
function findViewsInBlocks(blocks: readonly ViewBlock[]): FoundViews {
  const cachedViews = viewsByPage.get(blocks);
  if (cachedViews) return cachedViews;
  const blockViews = blocks.map(({ nodes }) => findViews(nodes)).filter((each) => each !== emptyResult);
  const foundViews = {
    views: blockViews.flatMap(({ views }) => views),
    updates: blockViews.flatMap(({ updates }) => updates),
  };
  viewsByPage.set(blocks, foundViews);
  return foundViews;
}

const emptyResult: FoundViews = { views: [], updates: [] };

/** Returns the views and updates in a block, which are collected once per block. */
function findViews(nodes: readonly ViewNode[]): FoundViews {
  const cachedViews = viewsByBlock.get(nodes);
  if (cachedViews) return cachedViews;
  const elements = nodes.flatMap(listElements);
  const foundViews =
    elements.length === 0
      ? emptyResult
      : {
          views: elements.filter(({ tag }) => tag === "View"),
          updates: elements.filter(({ tag }) => tag === "Update"),
        };
  viewsByBlock.set(nodes, foundViews);
  return foundViews;
}

function listViews(nodes: readonly ViewNode[]): readonly ViewElement[] {
  return findViews(nodes).views;
}

function listElements(node: ViewNode): ViewElement[] {
  if (typeof node === "string") return [];
  const innerElements = (node.children ?? []).flatMap(listElements);
  return node.tag === "View" || node.tag === "Update" ? [node, ...innerElements] : innerElements;
}
