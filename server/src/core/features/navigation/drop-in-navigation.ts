import { insertProperty, textOf } from "../../config/edit-config.ts";
import { insertItems } from "../../config/insert-items.ts";
import { readJson, type JsonArray, type JsonFile } from "../../config/json-tree.ts";
import type { NavNode } from "../../config/navigation.ts";
import { readConfig } from "../../config/read-config.ts";
import { readNavigation } from "../../config/read-navigation.ts";
import { removeItems } from "../../config/remove-items.ts";
import { navigationOf } from "../../site/navigation-of.ts";
import { addEdits, type EditsByFile } from "../../site/migration/link-edits.ts";
import type { Site } from "../../site/site.ts";
import { applyEdits, type FileEdit } from "../../text/text-edit.ts";
import { isWithin, type DropAnswer, type DropPlace } from "./drop.ts";
import { dropTarget, type DropTarget } from "./drop-target.ts";

/**
 * Moves entries and elements of the navigation to another place in it. The text of each goes as it is written, moved to
 * its new indentation; nothing else is touched. What the service would leave out there is refused, with the reason.
 */
export function dropInNavigation(site: Site, nodes: readonly NavNode[], place: DropPlace): DropAnswer {
  const moved = outermost(nodes);
  if (moved.length === 0) return refuse("Nothing was chosen.");
  for (const node of moved)
    if (node.type === "element" && isWithin(node, place.target))
      return node === place.target && place.position !== "inside"
        ? { ok: true, edits: [] }
        : refuse("A part of the navigation cannot be moved into itself.");
  const answer = dropTarget(moved, place);
  if (!answer.ok) return answer;
  const edits = editsOf(site, moved, answer.target);
  if (typeof edits === "string") return refuse(edits);
  const list = [...edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
  const fault = whatIsLost(site, edits);
  return fault === undefined ? { ok: true, edits: list } : refuse(fault);
}

function refuse(reason: string): DropAnswer {
  return { ok: false, reason };
}

/** In file order, without what goes along inside of another. */
function outermost(nodes: readonly NavNode[]): readonly NavNode[] {
  const chosen = new Set(nodes);
  const isInner = (node: NavNode) => {
    for (let at = node.parent; at; at = at.parent) if (chosen.has(at)) return true;
    return false;
  };
  return [...chosen]
    .filter((node) => !isInner(node) && !(node.type === "element" && node.kind === "root"))
    .sort((a, b) => (a.node.file === b.node.file ? a.node.range.start - b.node.range.start : 0));
}

function editsOf(site: Site, moved: readonly NavNode[], target: DropTarget): EditsByFile | string {
  const edits: EditsByFile = new Map();
  const texts: string[] = [];
  const sources = new Map<JsonArray, Set<number>>();
  for (const { node, parent } of moved) {
    const file = fileOf(site, node.file);
    const array = parent?.childKeys.find(({ array: own }) => own?.items.includes(node))?.array;
    if (!file || !array || array.file !== node.file)
      return "This part stands in a file of its own by $ref. Move the $ref in docs.json by hand.";
    const text = textOf(file, node.range);
    if (node.file !== target.element.node.file && text.includes('"$ref"'))
      return "It pulls in other files by $ref, whose paths begin in its own file. Move it there by hand.";
    texts.push(text);
    sources.set(array, (sources.get(array) ?? new Set()).add(node.range.start));
  }
  const { element, key, array } = target;
  const file = fileOf(site, array?.file ?? element.node.file);
  if (!file) return "This part of the navigation stands in a file that cannot be written.";
  if (!array) addEdits(edits, file.path, insertProperty(file, element.node, key, `[${texts.join(", ")}]`));
  else addEdits(edits, file.path, intoArray(file, array, texts, target, sources));
  for (const [source, gone] of sources)
    if (source !== array || gone.size < source.items.length)
      addEdits(
        edits,
        source.file,
        removeItems(source, ({ start }) => gone.has(start)),
      );
  return edits;
}

/** Behind the nearest item that stays. Where all of the array moves within it, nothing has to be written. */
function intoArray(
  file: JsonFile,
  array: JsonArray,
  texts: readonly string[],
  { after }: DropTarget,
  sources: ReadonlyMap<JsonArray, ReadonlySet<number>>,
) {
  const gone = sources.get(array) ?? new Set<number>();
  if (gone.size === array.items.length && array.items.length > 0) return [];
  const end = after === undefined ? -1 : array.items.findIndex(({ range }) => range.start === after.start);
  const anchor = array.items.slice(0, end + 1).findLast(({ range }) => !gone.has(range.start));
  return insertItems(file, array, texts, anchor?.range);
}

function fileOf({ config }: Site, path: string): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}

/** Read once more as it would be: nothing may be lost that was shown. */
function whatIsLost(site: Site, edits: EditsByFile): string | undefined {
  const sources = new Map(
    site.config.files.map((file): [string, JsonFile | null] => {
      const own = edits.get(file.path);
      return [file.path, own ? readJson(file.path, applyEdits(file.text, own)) : file];
    }),
  );
  const after = readConfig(site.config.entry, sources);
  const [old, now] = [navigationOf(site.config), readNavigation(after.root)];
  const shown = (navigation: typeof old) => navigation.entries.filter(({ lost }) => !lost).length;
  const hasFault = after.files.some(
    ({ problems }, i) => problems.length > (site.config.files[i]?.problems.length ?? 0),
  );
  if (hasFault || now.entries.length !== old.entries.length || now.elements.length !== old.elements.length)
    return "docs.json has a fault here that has to be mended first. The problems list shows it.";
  return shown(now) < shown(old)
    ? "The service would leave pages out there, as it shows one kind of list only."
    : undefined;
}
