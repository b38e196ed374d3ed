import type { DivisionKey, ElementKind, NavElement, NavNode } from "../../config/settings/navigation.ts";
import type { FileEdit } from "../../text/text-edit.ts";

/** Where what is dropped goes: among the children of an element, or beside one of them. */
export interface DropPlace {
  readonly target: NavNode;
  readonly position: "before" | "after" | "inside";
}

export type DropAnswer =
  | { readonly ok: true; readonly edits: readonly FileEdit[] }
  /** A sentence for the author: why it cannot stand there. */
  | { readonly ok: false; readonly reason: string };

/** Words for kinds of elements, as the service calls them. */
export const wordFor: Readonly<Record<ElementKind, string>> = {
  root: "navigation",
  product: "product",
  language: "language",
  version: "version",
  tab: "tab",
  dropdown: "dropdown",
  anchor: "anchor",
  item: "menu item",
  group: "group",
  global: "global list",
};

/** The keys under which each kind of element stands in its parent. A group stands in `groups`, or beside pages. */
export const keysOf: Readonly<Record<ElementKind, readonly DivisionKey[]>> = {
  root: [],
  global: [],
  product: ["products"],
  language: ["languages"],
  version: ["versions"],
  tab: ["tabs"],
  dropdown: ["dropdowns"],
  anchor: ["anchors"],
  item: ["menu"],
  group: ["groups", "pages"],
};

/** Whether the element is the node, or stands around it. */
export function isWithin(element: NavElement, node: NavNode): boolean {
  for (let at: NavNode | undefined = node; at; at = at.parent) if (at === element) return true;
  return false;
}
