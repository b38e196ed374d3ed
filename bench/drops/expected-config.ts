import type { Node } from "jsonc-parser";
import { type DrawnDrop, isSamePlace } from "./draw-drop.ts";
import { propertiesOf, type RawConfig, type RawLocation } from "./raw-config.ts";

/** The expected content of the files after a drop, consisting of nodes from the files before the drop. */
export interface ExpectedConfig {
  readonly moved: readonly RawLocation[];
  /** The new contents of the arrays that change. */
  readonly lists: ReadonlyMap<Node, readonly Node[]>;
  /** A list that is added to the target. */
  readonly added?: { readonly object: Node; readonly key: string };
}

const listKeys = [
  "products",
  "languages",
  "versions",
  "tabs",
  "dropdowns",
  "anchors",
  "groups",
  "pages",
  "menu",
];

/**
 * Returns all valid results of the drop. The results differ in which of the target's lists receives the element and, if
 * there are several `$ref`s, in which of them moves.
 */
export function expectedConfigs(before: RawConfig, { moved, target, position }: DrawnDrop): ExpectedConfig[] {
  // Elements that are dropped at their current position stay there.
  if (position !== "inside" && moved.some(({ at }) => isSamePlace(at, target.at)))
    return [{ moved: [], lists: new Map() }];
  const places = moved.map(({ at }) => before.at(at.file, at.range.start)[0]);
  const known = places.filter((place) => place !== undefined);
  if (known.length < places.length) return [];
  return before.at(target.at.file, target.at.range.start).flatMap((at): ExpectedConfig[] => {
    const beside = at.node.parent;
    if (position !== "inside")
      return beside?.type === "array" ? [insertNextTo(known, beside, at.node, position)] : [];
    const inside = insideOf(before, at, target.at.file, target.at.range.start);
    const lists = listKeys.flatMap((key) => inside.flatMap((place) => before.values(place, key)));
    const arrays = lists.filter(({ node }) => node.type === "array");
    return [
      ...arrays.map(({ node }) => inserted(known, node, node.children?.length ?? 0)),
      ...inside.flatMap((place) => addedList(known, place)),
    ];
  });
}

/**
 * Returns the objects that can represent the element: the element itself and, if it consists of an entire file, the
 * object in that file.
 */
function insideOf(before: RawConfig, at: RawLocation, file: string, start: number): RawLocation[] {
  const root = before.trees.get(file);
  return root?.offset === start ? [{ file, node: root }, at] : [at];
}

function insertNextTo(
  moved: readonly RawLocation[],
  array: Node,
  target: Node,
  position: "before" | "after",
): ExpectedConfig {
  const at = (array.children ?? []).indexOf(target);
  return inserted(moved, array, position === "before" ? at : at + 1);
}

function inserted(moved: readonly RawLocation[], array: Node, at: number): ExpectedConfig {
  const nodes = moved.map(({ node }) => node);
  const items = array.children ?? [];
  const isUnmoved = (node: Node) => !nodes.includes(node);
  const lists = withoutMoved(moved);
  lists.set(array, [...items.slice(0, at).filter(isUnmoved), ...nodes, ...items.slice(at).filter(isUnmoved)]);
  return { moved, lists };
}

function addedList(moved: readonly RawLocation[], { node }: RawLocation): ExpectedConfig[] {
  const names = propertiesOf(node).map(({ name }) => name);
  return listKeys
    .filter((key) => !names.includes(key))
    .map((key) => ({ moved, lists: withoutMoved(moved), added: { object: node, key } }));
}

function withoutMoved(moved: readonly RawLocation[]): Map<Node, readonly Node[]> {
  const lists = new Map<Node, readonly Node[]>();
  for (const { node } of moved)
    if (node.parent)
      lists.set(
        node.parent,
        (lists.get(node.parent) ?? node.parent.children ?? []).filter((item) => item !== node),
      );
  return lists;
}
