import { changeMembers, type MemberChange, writtenArray, writtenItem } from "../../config/json/change-members.ts";
import { listText, nodeAt, textForFile } from "../../config/json/json-edit.ts";
import type { JsonArray, JsonFile } from "../../config/json/json-tree.ts";
import { type NavElement, type NavNode, neverEmpty } from "../../config/settings/navigation.ts";
import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { folderOf } from "../../text/site-path.ts";
import type { FileEdit, TextRange } from "../../text/text-edit.ts";
import { dropTarget, type DropTarget } from "./drop-target.ts";
import { type DropAnswer, type DropPlace, isWithin } from "./drop.ts";
import { lostOperation } from "./lost-operation.ts";
import { whatIsLost } from "./what-is-lost.ts";
import { writtenPlace, type WrittenPlace } from "./written-place.ts";

/**
 * Moves entries and elements of the navigation to another place in it. The text of each goes as it is written, moved to
 * its new indentation; nothing else is touched. What the service would leave out there is refused, with the reason.
 */
export function dropInNavigation(site: Site, nodes: readonly NavNode[], place: DropPlace): DropAnswer {
  const moved = outermost(site, nodes);
  if (moved.length === 0) return rejectDrop("Nothing was chosen.");
  const { target, position } = place;
  // What is let go of where it was taken hold of stays.
  if (position !== "inside" && moved.includes(target)) return { ok: true, edits: [] };
  if (moved.some((node) => node.type === "element" && isWithin(node, target)))
    return rejectDrop("A part of the navigation cannot be moved into itself.");
  const shared = [...nodes, ...(position === "inside" ? [] : [target])].find((node) =>
    isInSeveralPlaces(site, node),
  );
  if (shared)
    return rejectDrop(
      `The file ${shared.node.file} is pulled in at several places by $ref. Move the $ref by hand.`,
    );
  const answer = dropTarget(moved, place);
  if (!answer.ok) return answer;
  const lost = lostOperation(site, moved, answer.target.element);
  if (lost !== undefined) return rejectDrop(lost);
  const edits = editsOf(site, moved, answer.target);
  if (typeof edits === "string") return rejectDrop(edits);
  const list = [...edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
  const fault = whatIsLost(site, edits);
  return fault === undefined ? { ok: true, edits: list } : rejectDrop(fault);
}

function rejectDrop(reason: string): DropAnswer {
  return { ok: false, reason };
}

/** A row is named by where its text stands, so of a file pulled in twice it cannot be told which `$ref` is meant. */
function isInSeveralPlaces({ config }: Site, { node }: NavNode): boolean {
  if (node.kind !== "object" || !node.pulledInBy) return false;
  const { elements } = navigationOf(config);
  return (
    elements.filter((other) => other.node.file === node.file && other.node.range.start === node.range.start)
      .length > 1
  );
}

/** In the order of the navigation, without what goes along inside of another. */
function outermost(site: Site, nodes: readonly NavNode[]): readonly NavNode[] {
  const chosen = new Set(nodes);
  const isInner = (node: NavNode) => {
    for (let at = node.parent; at; at = at.parent) if (chosen.has(at)) return true;
    return false;
  };
  const outer = new Set(
    [...chosen].filter((node) => !isInner(node) && !(node.type === "element" && node.kind === "root")),
  );
  const { root } = navigationOf(site.config);
  return outer.size < 2 || !root ? [...outer] : [...nodesBelow(root)].filter((node) => outer.has(node));
}

function* nodesBelow(element: NavElement): Iterable<NavNode> {
  for (const child of element.globals ? [...element.children, element.globals] : element.children) {
    yield child;
    if (child.type === "element") yield* nodesBelow(child);
  }
}

/** Each list that changes is written once: what leaves it and what comes to it. */
function editsOf(site: Site, moved: readonly NavNode[], target: DropTarget): EditsByFile | string {
  const file = site.config.files.find(({ path }) => path === (target.array ?? target.element.node).file);
  if (!file) return "This part of the navigation stands in a file that cannot be written.";
  const leaving = new Map<JsonArray, { readonly place: WrittenPlace; readonly gone: Set<number> }>();
  const texts: string[] = [];
  for (const node of moved) {
    const place = writtenPlace(site, node);
    if (!place) return "It stands in no list of docs.json, so it cannot be moved from there.";
    const { range } = place.item;
    if (folderOf(place.file.path) !== folderOf(file.path) && pullsIn(place.file, range))
      return "It pulls in other files by $ref, whose paths begin in its own folder. Move it there by hand.";
    const own = leaving.get(place.array) ?? { place, gone: new Set<number>() };
    leaving.set(place.array, own);
    own.gone.add(range.start);
    texts.push(textForFile(place.file, range, file));
  }
  const edits: EditsByFile = new Map();
  const list = target.array && writtenArray(file, target.array);
  if (target.array && !list) return "This part of the navigation stands in a file that cannot be written.";
  if (list) {
    const gone = leaving.get(list)?.gone ?? new Set<number>();
    leaving.delete(list);
    const staying = list.items.slice(0, placeIn(list, target));
    const after = staying.findLast(({ range }) => !gone.has(range.start))?.range;
    if (gone.size < texts.length || !isAsItWas(list, gone, after))
      addEdits(edits, file.path, changeItems(file, list, { gone, texts, after }));
  } else addEdits(edits, file.path, newList(file, target, texts));
  for (const { place, gone } of leaving.values()) {
    if (neverEmpty.has(place.key) && gone.size === place.array.items.length)
      return `It would leave “${place.key}” empty, and the service refuses a site with such a list. Put another part there first.`;
    addEdits(edits, place.file.path, changeItems(place.file, place.array, { gone }));
  }
  return edits;
}

/** How many items as they are written stand in front of it, a `$ref` that leads nowhere among them. */
function placeIn({ items }: JsonArray, { beside }: DropTarget): number {
  const item = beside && writtenItem(items, beside.item);
  return beside && item ? items.indexOf(item) + (beside.position === "after" ? 1 : 0) : items.length;
}

/** Whether all that go come back to where they were. */
function isAsItWas({ items }: JsonArray, gone: ReadonlySet<number>, after: TextRange | undefined): boolean {
  const first = items.findIndex(({ range }) => range.start === after?.start) + 1;
  const there = items.slice(first, first + gone.size);
  return there.length === gone.size && there.every(({ range }) => gone.has(range.start));
}

function pullsIn({ text }: JsonFile, { start, end }: TextRange): boolean {
  return /"(\$|\\u0024)ref"/i.test(text.slice(start, end));
}

function changeItems(file: JsonFile, { range, items }: JsonArray, change: MemberChange) {
  return changeMembers(file, { range, members: items.map((item) => item.range) }, change);
}

/** The last property of the element. */
function newList(file: JsonFile, { element, key }: DropTarget, texts: readonly string[]) {
  const object = nodeAt(file.root, element.node.range);
  if (object?.kind !== "object") return [];
  const members = object.properties.map(({ keyRange, value }) => ({
    start: keyRange.start,
    end: value?.range.end ?? keyRange.end,
  }));
  const text = `"${key}": ${listText(file, texts)}`;
  return changeMembers(file, { range: object.range, members }, { texts: [text], after: members.at(-1) });
}
