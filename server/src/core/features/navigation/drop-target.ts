import type { JsonArray, JsonNode } from "../../config/json/json-tree.ts";
import { childOrder, type DivisionKey, type NavElement, type NavNode, takesHref } from "../../config/settings/navigation.ts";
import { type DropPlace, keysOf, wordFor } from "./drop.ts";

/** An array that takes what is dropped; absent where the element has none yet and gets one under `key`. */
export interface DropTarget {
  readonly element: NavElement;
  readonly key: DivisionKey;
  readonly array: JsonArray | undefined;
  /** The item of the array beside which it goes; absent for the end. */
  readonly beside?: { readonly item: JsonNode; readonly position: "before" | "after" };
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
  if (element.href && takesHref(element.kind))
    return refuse(`This ${wordFor[element.kind]} is a link, so it holds nothing. Take its href out first.`);
  const beside = isInside ? undefined : listOf(element, target);
  if (beside && wanted.includes(beside.key)) {
    const at = { item: target.node, position: position === "before" ? position : ("after" as const) };
    return { ok: true, target: { element, ...beside, beside: at } };
  }
  const own = element.keptKey;
  const key =
    own !== undefined && wanted.includes(own)
      ? own
      : own === undefined
        ? wanted.find((each) => childOrder[element.kind].includes(each))
        : undefined;
  if (key === undefined) return refuse(whyNot(nodes, element));
  const list = element.childKeys.find((each) => each.key === key);
  if (list && !list.array)
    return refuse(`“${key}” is no list here, so nothing can be put into it. The problems list shows where.`);
  return {
    ok: true,
    target: { element, key, array: list?.array },
  };
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

function listOf(
  element: NavElement,
  { node }: NavNode,
): { readonly key: DivisionKey; readonly array: JsonArray } | undefined {
  for (const { key, array } of element.childKeys) if (array?.items.includes(node)) return { key, array };
  return undefined;
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
