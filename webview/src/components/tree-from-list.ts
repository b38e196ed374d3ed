import type { ViewElement, ViewNode } from "../../../server/src/core/preview/view/page-view.ts";
import { wordsOf } from "../paint/piece.ts";

const made = new WeakMap<ViewElement, readonly ViewNode[]>();

/**
 * What a tree holds as folders and files: its children, or, if it is written as a list, an item each. An item with a list
 * in it, or with `/` at its end, is a folder, and those with something in them are open.
 */
export function treeFromList(tree: ViewElement): readonly ViewNode[] {
  const before = made.get(tree);
  if (before) return before;
  const items = (tree.children ?? []).flatMap((child) => {
    if (typeof child === "string") return [];
    return child.tag === "ul" || child.tag === "ol" ? itemsOf(child) : [child];
  });
  made.set(tree, items);
  return items;
}

function itemsOf(list: ViewElement): ViewElement[] {
  return (list.children ?? []).flatMap((item) => {
    if (typeof item === "string" || item.tag !== "li") return [];
    const lists = (item.children ?? []).filter((child) => typeof child !== "string" && isList(child));
    const name = wordsOf(
      (item.children ?? []).filter((child) => typeof child === "string" || !isList(child)),
    ).trim();
    const children = lists.flatMap((child) => (typeof child === "string" ? [] : itemsOf(child)));
    const place = item.lines ? { lines: item.lines } : {};
    if (children.length === 0 && !name.endsWith("/"))
      return [{ tag: "Tree.File", props: { name }, ...place }];
    const props = { name: name.replace(/\/$/, ""), defaultOpen: children.length > 0 };
    return [{ tag: "Tree.Folder", props, children, ...place }];
  });
}

function isList({ tag }: ViewElement): boolean {
  return tag === "ul" || tag === "ol";
}
