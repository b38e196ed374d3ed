import { changeMembers, type MemberChange, findSourceArray, findSourceItem } from "../../config/json/change-members.ts";
import { formatArray, findNodeAtRange, convertTextForFile } from "../../config/json/json-edit.ts";
import type { JsonArray, JsonFile, JsonNode } from "../../config/json/json-tree.ts";
import {
  canHaveHref,
  childOrder,
  type SectionKey,
  type ElementKind,
  type NavElement,
  type NavNode,
  nonEmptyKeys,
} from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { getFolderPath } from "../../text/site-path.ts";
import { type TextRange, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import {
  checkEdits,
  findLostOperationProblem,
  type NavigationEdits,
  navigationNotEditableMessage,
} from "./check-changes.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";

/** The position at which nodes are dropped: either inside an element or next to a node. */
export interface DropLocation {
  readonly target: NavNode;
  readonly position: "before" | "after" | "inside";
}

/** The service's name for each kind of element. */
export const elementLabels: Readonly<Record<ElementKind, string>> = {
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

/**
 * The keys of the arrays that can contain each kind of element. A group can be in `groups` or among the pages in
 * `pages`.
 */
export const keysByKind: Readonly<Record<ElementKind, readonly SectionKey[]>> = {
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

/** Whether the element is the node or one of its ancestors. */
export function isSelfOrAncestor(element: NavElement, node: NavNode): boolean {
  for (let ancestor: NavNode | undefined = node; ancestor; ancestor = ancestor.parent)
    if (ancestor === element) return true;
  return false;
}

/**
 * The array that accepts the dropped nodes. `array` is undefined if the element doesn't have such an array yet. In that
 * case, an array is added under `key`.
 */
export interface DropTarget {
  readonly element: NavElement;
  readonly key: SectionKey;
  readonly array: JsonArray | undefined;
  /** The array item to insert the nodes next to. If undefined, the nodes are added to the end of the array. */
  readonly neighbor?: { readonly item: JsonNode; readonly position: "before" | "after" };
}

export type DropTargetResult = { readonly ok: true; readonly target: DropTarget } | Refusal;

/**
 * Returns the array at the drop position that can contain all of the nodes according to the navigation's nesting rules.
 * If there is none, returns the reason.
 */
export function findDropTarget(nodes: readonly NavNode[], { target, position }: DropLocation): DropTargetResult {
  const isInside = position === "inside" && target.type === "element";
  const element = isInside ? target : target.parent;
  if (!element)
    return refuse(
      createMessage("Items can't be dropped next to the navigation itself. Drop them on an item in the navigation."),
    );
  const possibleKeys = getPossibleKeys(nodes);
  if (!possibleKeys)
    return refuse(
      createMessage("Pages and different kinds of sections can't be in the same list. Move one kind at a time."),
    );
  if (element.href && canHaveHref(element.kind))
    return refuse(createMessage("This item is a link, so it can't contain anything. Remove its `href` first."));
  const siblingList = isInside ? undefined : findList(element, target);
  if (siblingList && possibleKeys.includes(siblingList.key)) {
    const neighbor = { item: target.node, position: position === "before" ? position : ("after" as const) };
    return { ok: true, target: { element, ...siblingList, neighbor } };
  }
  const retainedKey = element.retainedKey;
  const key =
    retainedKey !== undefined && possibleKeys.includes(retainedKey)
      ? retainedKey
      : retainedKey === undefined
        ? possibleKeys.find((candidate) => childOrder[element.kind].includes(candidate))
        : undefined;
  if (key === undefined) return refuse(createDropProblemMessage(nodes, element));
  const list = element.childProperties.find((childKey) => childKey.key === key);
  if (list && !list.array)
    return refuse(
      createMessage(
        "`{0}` isn't a list here, so nothing can be added to it. For the location, see the Problems view.",
        key,
      ),
    );
  return {
    ok: true,
    target: { element, key, array: list?.array },
  };
}

/**
 * Returns the keys of the arrays that can contain all of these nodes, or undefined if no array can. Pages and groups
 * can be in `pages`. Every other kind of node has its own array.
 */
function getPossibleKeys(nodes: readonly NavNode[]): readonly SectionKey[] | undefined {
  const keyLists = nodes.map((node): readonly SectionKey[] =>
    node.type === "entry" ? ["pages"] : keysByKind[node.kind],
  );
  const commonKeys = keyLists.reduce((commonKeys, list) => commonKeys.filter((key) => list.includes(key)));
  return commonKeys.length > 0 ? commonKeys : undefined;
}

function findList(
  element: NavElement,
  { node }: NavNode,
): { readonly key: SectionKey; readonly array: JsonArray } | undefined {
  for (const { key, array } of element.childProperties) if (array?.items.includes(node)) return { key, array };
  return undefined;
}

function createDropProblemMessage(nodes: readonly NavNode[], element: NavElement): LocalizedMessage {
  const keys = getPossibleKeys(nodes) ?? [];
  const retainedKey = element.retainedKey;
  const canContain = childOrder[element.kind].some((key) => keys.includes(key));
  if (canContain && retainedKey !== undefined)
    return createMessage(
      "This item already contains `{0}`, and the service shows only one kind of list per item. Drop your selection on one of the existing items instead.",
      retainedKey,
    );
  const [parentKey = element.kind === "global" ? "global" : "navigation"] = keysByKind[element.kind];
  return createMessage(
    "The service doesn't support `{0}` inside `{1}`, so readers wouldn't see these items.",
    keys[0] ?? "pages",
    parentKey,
  );
}

/**
 * The position of an entry or element in its array, as written. If a `$ref` includes the entry or element, this is the
 * position of the object that contains the `$ref`.
 */
export interface EntryLocation {
  readonly file: JsonFile;
  /** The array and item as written in the file. They're the same for all nodes that come from one `$ref`. */
  readonly array: JsonArray;
  readonly item: JsonNode;
  /** The key of the array, such as `tabs`. */
  readonly key: SectionKey;
}

/** Returns the position at which a node is written, or undefined if the node isn't in an editable array. */
export function findEntryLocation({ config }: Site, { node, parent }: NavNode): EntryLocation | undefined {
  const child = parent?.childProperties.find(({ array }) => array?.items.includes(node));
  const list = child?.array;
  const file = list && config.files.find(({ path }) => path === list.file);
  const array = file && findSourceArray(file, list);
  const item = array && findSourceItem(array.items, node);
  return item && { file, array, item, key: child.key };
}

/**
 * Moves navigation entries and elements to another position. Only the indentation of their text changes. If the service
 * would ignore nodes at that position, returns the reason instead.
 */
export function dropInNavigation(site: Site, nodes: readonly NavNode[], dropLocation: DropLocation): NavigationEdits {
  const movedNodes = getOutermostNodes(site, nodes);
  if (movedNodes.length === 0) return refuse(createMessage("Nothing is selected."));
  const { target, position } = dropLocation;
  // If a node is dropped on itself, nothing changes.
  if (position !== "inside" && movedNodes.includes(target)) return { ok: true, edits: [] };
  if (movedNodes.some((node) => node.type === "element" && isSelfOrAncestor(node, target)))
    return refuse(createMessage("A navigation item can't be moved into itself."));
  const sharedNode = [...nodes, ...(position === "inside" ? [] : [target])].find((node) =>
    isInSeveralLocations(site, node),
  );
  if (sharedNode)
    return refuse(
      createMessage("Several locations include {0} through $ref. Move the $ref manually.", sharedNode.node.file),
    );
  const dropTarget = findDropTarget(movedNodes, dropLocation);
  if (!dropTarget.ok) return dropTarget;
  const problem = findLostOperationProblem(site, movedNodes, dropTarget.target.element);
  if (problem !== undefined) return refuse(problem);
  const targetEdits = createEdits(site, movedNodes, dropTarget.target);
  return targetEdits.ok ? checkEdits(site, targetEdits.edits) : targetEdits;
}

/**
 * Whether the node's text is included several times. A tree item is identified by the location of its text, so in this
 * case, it can't be determined which `$ref` includes the item.
 */
function isInSeveralLocations({ config }: Site, { node }: NavNode): boolean {
  if (node.kind !== "object" || !node.includedBy) return false;
  const { elements } = getNavigation(config);
  return (
    elements.filter((other) => other.node.file === node.file && other.node.range.start === node.range.start).length > 1
  );
}

/** Returns the nodes in navigation order. Excludes nodes inside another selected node. */
export function getOutermostNodes(site: Site, nodes: readonly NavNode[]): readonly NavNode[] {
  const selectedNodes = new Set(nodes);
  const isNested = (node: NavNode) => {
    for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent) if (selectedNodes.has(ancestor)) return true;
    return false;
  };
  const outermostNodes = new Set(
    [...selectedNodes].filter((node) => !isNested(node) && !(node.type === "element" && node.kind === "root")),
  );
  const { root } = getNavigation(site.config);
  return outermostNodes.size < 2 || !root
    ? [...outermostNodes]
    : [...listDescendants(root)].filter((node) => outermostNodes.has(node));
}

export function* listDescendants(element: NavElement): Iterable<NavNode> {
  for (const child of element.globalElement ? [...element.children, element.globalElement] : element.children) {
    yield child;
    if (child.type === "element") yield* listDescendants(child);
  }
}

/** Returns the edits for each changed array, combining its removals and insertions. */
function createEdits(
  site: Site,
  movedNodes: readonly NavNode[],
  target: DropTarget,
): { readonly ok: true; readonly edits: EditsByFile } | Refusal {
  const file = site.config.files.find(({ path }) => path === (target.array ?? target.element.node).file);
  if (!file) return refuse(navigationNotEditableMessage);
  const removalsByArray = new Map<
    JsonArray,
    { readonly location: EntryLocation; readonly removedStarts: Set<number> }
  >();
  const itemTexts: string[] = [];
  for (const node of movedNodes) {
    const location = findEntryLocation(site, node);
    if (!location) return refuse(createMessage("The item isn't in a list in docs.json, so it can't be moved."));
    const { range } = location.item;
    if (getFolderPath(location.file.path) !== getFolderPath(file.path) && containsRef(location.file, range))
      return refuse(
        createMessage(
          "The item includes other files through $ref, with paths relative to its own folder. Move it manually.",
        ),
      );
    const removal = removalsByArray.get(location.array) ?? { location, removedStarts: new Set<number>() };
    removalsByArray.set(location.array, removal);
    removal.removedStarts.add(range.start);
    itemTexts.push(convertTextForFile(location.file, range, file));
  }
  const edits: EditsByFile = new Map();
  const list = target.array && findSourceArray(file, target.array);
  if (target.array && !list) return refuse(navigationNotEditableMessage);
  if (list) {
    const removedStarts = removalsByArray.get(list)?.removedStarts ?? new Set<number>();
    removalsByArray.delete(list);
    const precedingItems = list.items.slice(0, findInsertIndex(list, target));
    const precedingRange = precedingItems.findLast(({ range }) => !removedStarts.has(range.start))?.range;
    if (removedStarts.size < itemTexts.length || !isUnchanged(list, removedStarts, precedingRange))
      addEdits(
        edits,
        file.path,
        createItemEdits(file, list, { removedStarts, texts: itemTexts, afterRange: precedingRange }),
      );
  } else addEdits(edits, file.path, createListEdits(file, target, itemTexts));
  for (const { location, removedStarts } of removalsByArray.values()) {
    if (nonEmptyKeys.has(location.key) && removedStarts.size === location.array.items.length)
      return refuse(
        createMessage(
          "This would leave `{0}` empty, which the service doesn't allow. Add another item to it first.",
          location.key,
        ),
      );
    addEdits(edits, location.file.path, createItemEdits(location.file, location.array, { removedStarts }));
  }
  return { ok: true, edits };
}

/** Returns the number of written items before the drop position, including any `$ref` that doesn't resolve. */
function findInsertIndex({ items }: JsonArray, { neighbor }: DropTarget): number {
  const item = neighbor && findSourceItem(items, neighbor.item);
  return neighbor && item ? items.indexOf(item) + (neighbor.position === "after" ? 1 : 0) : items.length;
}

/** Whether all removed items would be reinserted at their original positions. */
function isUnchanged(
  { items }: JsonArray,
  removedStarts: ReadonlySet<number>,
  precedingRange: TextRange | undefined,
): boolean {
  const firstIndex = items.findIndex(({ range }) => range.start === precedingRange?.start) + 1;
  const currentItems = items.slice(firstIndex, firstIndex + removedStarts.size);
  return (
    currentItems.length === removedStarts.size && currentItems.every(({ range }) => removedStarts.has(range.start))
  );
}

function containsRef({ text }: JsonFile, { start, end }: TextRange): boolean {
  return /"(\$|\\u0024)ref"/i.test(text.slice(start, end));
}

function createItemEdits(file: JsonFile, { range, items }: JsonArray, change: MemberChange) {
  return changeMembers(file, { range, members: items.map((item) => item.range) }, change);
}

/** Returns the edits that add the array as the last property of the element. */
function createListEdits(file: JsonFile, { element, key }: DropTarget, itemTexts: readonly string[]) {
  const object = findNodeAtRange(file.root, element.node.range);
  if (object?.kind !== "object") return [];
  const members = object.properties.map(({ keyRange, value }) => ({
    start: keyRange.start,
    end: value?.range.end ?? keyRange.end,
  }));
  const text = `"${key}": ${formatArray(file, itemTexts)}`;
  return changeMembers(file, { range: object.range, members }, { texts: [text], afterRange: members.at(-1) });
}
