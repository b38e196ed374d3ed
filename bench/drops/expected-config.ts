import type { Node } from "jsonc-parser";
import { type DrawnDrop, isSamePlace } from "./draw-drop.ts";
import { listProperties, type RawConfig, type RawLocation } from "./raw-config.ts";

/** The expected content of the files after a drop, consisting of nodes from the files before the drop. */
export interface ExpectedConfig {
  readonly moved: readonly RawLocation[];
  /** The new contents of the arrays that change. */
  readonly lists: ReadonlyMap<Node, readonly Node[]>;
  /** A list that is added to the target. */
  readonly added?: { readonly object: Node; readonly key: string };
}

const listKeys = ["products", "languages", "versions", "tabs", "dropdowns", "anchors", "groups", "pages", "menu"];

/**
 * Returns all valid results of the drop. The results differ in which of the target's lists receives the element and, if
 * there are several `$ref`s, in which of them moves.
 */
export function listExpectedConfigs(before: RawConfig, { moved, target, position }: DrawnDrop): ExpectedConfig[] {
  // Elements that are dropped at their current position stay there.
  if (position !== "inside" && moved.some(({ at }) => isSamePlace(at, target.at)))
    return [{ moved: [], lists: new Map() }];
  const places = moved.map(({ at }) => before.findAt(at.file, at.range.start)[0]);
  const knownLocations = places.filter((place) => place !== undefined);
  if (knownLocations.length < places.length) return [];
  return before.findAt(target.at.file, target.at.range.start).flatMap((at): ExpectedConfig[] => {
    const beside = at.node.parent;
    if (position !== "inside")
      return beside?.type === "array" ? [insertNextTo(knownLocations, beside, at.node, position)] : [];
    const inside = listInside(before, at, target.at.file, target.at.range.start);
    const lists = listKeys.flatMap((key) => inside.flatMap((place) => before.listValues(place, key)));
    const arrays = lists.filter(({ node }) => node.type === "array");
    return [
      ...arrays.map(({ node }) => insertMoved(knownLocations, node, node.children?.length ?? 0)),
      ...inside.flatMap((place) => addList(knownLocations, place)),
    ];
  });
}

/**
 * Returns the objects that can represent the element: the element itself and, if it consists of an entire file, the
 * object in that file.
 */
function listInside(before: RawConfig, at: RawLocation, file: string, start: number): RawLocation[] {
  const root = before.trees.get(file);
  return root?.offset === start ? [{ file, node: root }, at] : [at];
}

function insertNextTo(
  locations: readonly RawLocation[],
  array: Node,
  target: Node,
  position: "before" | "after",
): ExpectedConfig {
  const at = (array.children ?? []).indexOf(target);
  return insertMoved(locations, array, position === "before" ? at : at + 1);
}

function insertMoved(locations: readonly RawLocation[], array: Node, at: number): ExpectedConfig {
  const nodes = locations.map(({ node }) => node);
  const items = array.children ?? [];
  const isUnmoved = (node: Node) => !nodes.includes(node);
  const lists = removeMoved(locations);
  lists.set(array, [...items.slice(0, at).filter(isUnmoved), ...nodes, ...items.slice(at).filter(isUnmoved)]);
  return { moved: locations, lists };
}

function addList(locations: readonly RawLocation[], { node }: RawLocation): ExpectedConfig[] {
  const names = listProperties(node).map(({ name }) => name);
  return listKeys
    .filter((key) => !names.includes(key))
    .map((key) => ({ moved: locations, lists: removeMoved(locations), added: { object: node, key } }));
}

function removeMoved(locations: readonly RawLocation[]): Map<Node, readonly Node[]> {
  const lists = new Map<Node, readonly Node[]>();
  for (const { node } of locations)
    if (node.parent)
      lists.set(
        node.parent,
        (lists.get(node.parent) ?? node.parent.children ?? []).filter((item) => item !== node),
      );
  return lists;
}
