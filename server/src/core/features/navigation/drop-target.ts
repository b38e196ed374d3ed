import type { JsonArray } from "../../config/json-tree.ts";
import { childOrder } from "../../config/read-navigation.ts";
import type { DivisionKey, NavElement, NavNode } from "../../config/navigation.ts";
import type { TextRange } from "../../text/text-range.ts";
import { keysOf, wordFor, type DropPlace } from "./drop.ts";

/** An array that takes what is dropped; absent where the element has none yet and gets one under `key`. */
export interface DropTarget {
  readonly element: NavElement;
  readonly key: DivisionKey;
  readonly array: JsonArray | undefined;
  /** The item behind which it goes; absent for the first place. */
  readonly after: TextRange | undefined;
}

export type FoundTarget =
  { readonly ok: true; readonly target: DropTarget } | { readonly ok: false; readonly reason: string };

/** The array that can hold all of these at the place, by the rules of nesting (reference/navigation-nesting.json). */
export function dropTarget(nodes: readonly NavNode[], { target, position }: DropPlace): FoundTarget {
  const isInside = position === "inside" && target.type === "element";
  const element = isInside ? target : target.parent;
  if (!element) return refuse("Nothing stands beside the navigation itself. Drop it on one of its parts.");
  const wanted = keysFor(nodes);
  if (!wanted)
    return refuse(
      "Pages and divisions of different kinds do not stand in one list. Move them one kind at a time.",
    );
  if (element.href && element.kind !== "root")
    return refuse(`This ${wordFor[element.kind]} is a link, so it holds nothing. Take its href out first.`);
  const beside = isInside ? undefined : arrayOf(element, target);
  if (beside && wanted.includes(beside.key))
    return found(element, beside.key, beside.array, placeIn(beside.array, target, position));
  const own = element.keptKey;
  const key =
    own !== undefined && wanted.includes(own)
      ? own
      : own === undefined
        ? wanted.find((each) => childOrder[element.kind].includes(each))
        : undefined;
  if (key === undefined) return refuse(whyNot(nodes, element));
  const array = element.childKeys.find((each) => each.key === key)?.array;
  return found(element, key, array, array?.items.at(-1)?.range);
}

function found(
  element: NavElement,
  key: DivisionKey,
  array: JsonArray | undefined,
  after: TextRange | undefined,
): FoundTarget {
  return { ok: true, target: { element, key, array, after } };
}

function refuse(reason: string): FoundTarget {
  return { ok: false, reason };
}

/** Pages stand in `pages`, groups there too; each other kind in a list of its own. */
function keysFor(nodes: readonly NavNode[]): readonly DivisionKey[] | undefined {
  const lists = nodes.map((node): readonly DivisionKey[] =>
    node.type === "entry" ? ["pages"] : keysOf[node.kind],
  );
  const common = lists.reduce((known, list) => known.filter((key) => list.includes(key)));
  return common.length > 0 ? common : undefined;
}

function arrayOf(
  element: NavElement,
  node: NavNode,
): { readonly key: DivisionKey; readonly array: JsonArray } | undefined {
  for (const { key, array } of element.childKeys)
    if (
      array?.items.some(({ range, file }) => file === node.node.file && range.start === node.node.range.start)
    )
      return { key, array };
  return undefined;
}

function placeIn(array: JsonArray, target: NavNode, position: DropPlace["position"]): TextRange | undefined {
  const at = array.items.findIndex(({ range }) => range.start === target.node.range.start);
  return position === "before" ? array.items[at - 1]?.range : array.items[at]?.range;
}

function whyNot(nodes: readonly NavNode[], element: NavElement): string {
  const [node] = nodes;
  const what = !node || node.type === "entry" ? "page" : wordFor[node.kind];
  const where = wordFor[element.kind];
  const own = element.keptKey;
  const canHold = childOrder[element.kind].some((key) => keysFor(nodes)?.includes(key) === true);
  if (canHold && own !== undefined)
    return `This ${where} holds ${own}, and the service shows one kind of list only. Drop the ${what} on one of them.`;
  return `${/^[aeiou]/.test(what) ? "An" : "A"} ${what} cannot stand in ${/^[aeiou]/.test(where) ? "an" : "a"} ${where}: the service would leave it out.`;
}
