import { addEdits, type EditsByFile } from "../../analysis/migration/migration-edits.ts";
import { isIconName, isKnownIcon } from "../../config/icons/icons.ts";
import { insertItems, removeItems } from "../../config/json/change-members.ts";
import { insertProperty, jsonText, quoted } from "../../config/json/json-edit.ts";
import type { JsonArray, JsonNode } from "../../config/json/json-tree.ts";
import { type NavElement, type NavNode, neverEmpty } from "../../config/settings/navigation.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { siteLibrary } from "../../site/settings/config-settings.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isBlank } from "../../text/message.ts";
import type { FileEdit, SiteLocation } from "../../text/text-edit.ts";
import { checkNewPage } from "./check-new-page.ts";
import {
  type DropResult,
  dropInNavigation,
  type DropPlace,
  writtenPlace,
  type WrittenPlace,
} from "./drag-and-drop.ts";
import { findRowNode } from "./navigation-rows.ts";

export interface NewGroup {
  readonly label: string;
  /** `rocket` */
  readonly icon?: string;
}

/** Returns a sentence about why a group can't have this title and icon, and what to do. */
export function findGroupProblem(site: Site, { label, icon = "" }: NewGroup): string | undefined {
  if (isBlank(label)) return "The title can't be empty because readers see it.";
  const library = siteLibrary(site);
  const name = icon.trim();
  return name !== "" && isIconName(name) && !isKnownIcon(library, name)
    ? `“${name}” isn't in the ${library} library, so readers would see no icon. Choose another icon, or none.`
    : undefined;
}

/** Moves the nodes one position up or down among their siblings. Nodes in the same list move together. */
export function stepInNavigation(
  site: Site,
  nodes: readonly NavNode[],
  direction: "up" | "down",
): DropResult {
  const [array, ...others] = new Set(nodes.map(arrayAround));
  if (others.length > 0)
    return refuse(
      "The selected items are in different lists. Select items in the same list, or move them one at a time.",
    );
  const chosen = new Set(nodes.map(({ node }) => node.range.start));
  const isChosen = ({ range }: JsonNode) => chosen.has(range.start);
  const items = array?.items ?? [];
  const neighbor =
    direction === "up" ? items[items.findIndex(isChosen) - 1] : items[items.findLastIndex(isChosen) + 1];
  if (!neighbor) return { ok: true, edits: [] };
  const target = findRowNode(site, { file: neighbor.file, range: neighbor.range });
  if (!target) return refuse("The adjacent item isn't part of the navigation. Edit the list manually.");
  return dropInNavigation(site, nodes, { target, position: direction === "up" ? "before" : "after" });
}

/** Adds a page after an entry or at the end of a group, and creates its file if it doesn't exist. */
export function addPage(site: Site, target: NavNode, path: string, title: string | undefined): DropResult {
  const read = readPageEntry(path.trim());
  if (read.kind === "page" && pageSlugsOf(site.files).fileOf.has(read.slug))
    return insertInto(site, target, quoted(read.slug));
  const check = checkNewPage(site, "page", path);
  if (!check.ok) return check;
  const { slug, file } = check;
  const listed = insertInto(site, target, quoted(slug));
  if (!listed.ok) return listed;
  const name = title ?? titleFor(slug);
  const text = `---\ntitle: ${/^[\w ,.()-]+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name)}\n---\n\n`;
  return { ok: true, edits: [...listed.edits, { kind: "create", file, text }] };
}

/** Converts a slug to a title, such as `first-steps` to `First steps`. */
export function titleFor(slug: string): string {
  const words = slug
    .slice(slug.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Adds a group at the end of an element or after a group, empty or with the given pages. */
export function addGroup(
  site: Site,
  target: NavNode,
  { label, icon = "" }: NewGroup,
  pages: readonly string[] = [],
): DropResult {
  const refusal = findGroupProblem(site, { label, icon });
  if (refusal !== undefined) return refuse(refusal);
  const file = site.config.files.find(({ path }) => path === target.node.file);
  if (!file) return refuse("This part of the navigation is in a file that can't be edited.");
  const written = { group: label.trim(), ...(icon.trim() !== "" && { icon: icon.trim() }), pages };
  return insertInto(site, target, jsonText(file, written), true);
}

/** Changes the title of a group or section. */
export function renameNavigationElement(node: NavNode, label: string): DropResult {
  if (node.type === "entry" || !node.label)
    return refuse("Only groups and sections have a title in docs.json.");
  if (isBlank(label)) return refuse("The title can't be empty because readers see it.");
  const { file, range } = node.label;
  return { ok: true, edits: [{ kind: "edit", file, edits: [{ range, newText: quoted(label.trim()) }] }] };
}

/** Removes entries and elements, including their children, from the navigation. */
export function removeFromNavigation(site: Site, nodes: readonly NavNode[]): DropResult {
  const going = new Map<JsonArray, { readonly place: WrittenPlace; readonly starts: Set<number> }>();
  for (const node of nodes) {
    const place = writtenPlace(site, node);
    if (!place) return refuse("This part of the navigation is in a file that can't be edited.");
    const own = going.get(place.array) ?? { place, starts: new Set<number>() };
    going.set(place.array, own);
    own.starts.add(place.item.range.start);
  }
  const edits: EditsByFile = new Map();
  for (const { place, starts } of going.values()) {
    if (neverEmpty.has(place.key) && starts.size === place.array.items.length)
      return refuse(
        `This would leave “${place.key}” empty, and the service rejects sites where it's empty. Remove the parent instead, or add another item first.`,
      );
    addEdits(
      edits,
      place.file.path,
      removeItems(place.file, place.array, ({ start }) => starts.has(start)),
    );
  }
  return { ok: true, edits: asList(edits) };
}

function refuse(reason: string): DropResult {
  return { ok: false, reason };
}

function arrayAround({ node, parent }: NavNode): JsonArray | undefined {
  return parent?.childKeys.find(({ array }) => array?.items.includes(node))?.array;
}

/** Inserts a page into `pages`, and a group into `pages` or `groups`, whichever the element has. */
export function insertInto(site: Site, target: NavNode, text: string, isGroup = false): DropResult {
  const element: NavElement | undefined = target.type === "element" ? target : target.parent;
  const takes = (key: string) => key === "pages" || (isGroup && key === "groups");
  const own = element?.childKeys.find(({ key, array }) => array && takes(key));
  const file = site.config.files.find(({ path }) => path === (own?.array?.file ?? element?.node.file));
  if (!element || !file) return refuse("This part of the navigation is in a file that can't be edited.");
  const edits: EditsByFile = new Map();
  if (own?.array) {
    const after = target.type === "entry" ? target.node.range : own.array.items.at(-1)?.range;
    addEdits(edits, file.path, insertItems(file, own.array, [text], after));
  } else if (element.childKeys.length > 0 || element.href)
    return refuse(
      isGroup
        ? "A group can't be added here because the service shows only one kind of list per element. Choose a group, or a section that contains groups."
        : "A page can't be added here because the service shows only one kind of list per element. Choose a group.",
    );
  else
    addEdits(edits, file.path, insertProperty(file, element.node, isGroup ? "groups" : "pages", `[${text}]`));
  return { ok: true, edits: asList(edits) };
}

function asList(edits: EditsByFile): FileEdit[] {
  return [...edits].map(([file, own]): FileEdit => ({ kind: "edit", file, edits: own }));
}

/** A requested change of the navigation. Nodes are identified by the location of their text. */
export type NavigationChange =
  | {
      readonly kind: "move";
      readonly nodes: readonly SiteLocation[];
      readonly target: SiteLocation;
      readonly position: DropPlace["position"];
    }
  | { readonly kind: "step"; readonly nodes: readonly SiteLocation[]; readonly direction: "up" | "down" }
  | {
      readonly kind: "add-page";
      readonly target: SiteLocation;
      readonly path: string;
      readonly title?: string;
    }
  | {
      readonly kind: "add-group";
      readonly target: SiteLocation;
      readonly label: string;
      readonly icon?: string;
    }
  | { readonly kind: "rename"; readonly nodes: readonly SiteLocation[]; readonly label: string }
  | { readonly kind: "remove"; readonly nodes: readonly SiteLocation[] };

const changed = { ok: false, reason: "The navigation has just changed. Try again." } as const;

/** Returns the edits for a change, or nothing if a node's text has changed in the meantime. */
export function changeNavigation(site: Site, change: NavigationChange): DropResult {
  const places = "nodes" in change ? change.nodes : [];
  const nodes: readonly (NavNode | undefined)[] = places.map((place) => findRowNode(site, place));
  const known = nodes.filter((node) => node !== undefined);
  const [node] = known;
  const target = "target" in change ? findRowNode(site, change.target) : undefined;
  if (known.length < nodes.length || ("target" in change ? !target : !node)) return changed;
  switch (change.kind) {
    case "move":
      return target ? dropInNavigation(site, known, { target, position: change.position }) : changed;
    case "step":
      return stepInNavigation(site, known, change.direction);
    case "add-page":
      return target ? addPage(site, target, change.path, change.title) : changed;
    case "add-group":
      return target ? addGroup(site, target, change) : changed;
    case "rename":
      return node ? renameNavigationElement(node, change.label) : changed;
    case "remove":
      return removeFromNavigation(site, known);
  }
}
