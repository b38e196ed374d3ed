import { type JsonNode, getNodeLocation, getJsonString, getJsonValue } from "../../config/json/json-tree.ts";
import type { ElementKind, NavElement } from "../../config/settings/navigation.ts";
import type { TreeElement, TreeGroup, TreeNode, TreePage } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import type {
  DirectoryItem,
  FrameChoice,
  FrameDirectory,
  FrameLevel,
  FrameLevelKind,
  FrameLink,
  FrameLocation,
  SidebarGroup,
  SidebarItem,
  SidebarPage,
} from "../view/site-frame.ts";
import { readIcon, readFieldIcon, resolveHref } from "./frame-links.ts";
import {
  readColorPair,
  type FrameReading,
  getHref,
  isListed,
  getCachedView,
  type PageTarget,
  findRootPage,
  readText,
} from "./frame-reading.ts";
import { listFrameDivisions, getDivisionTarget, hasPages, findPageLocations } from "./page-locations.ts";

/** The sidebar for one section, and the position of each page in it. */
export interface Sidebar {
  readonly items: readonly SidebarItem[];
  /** The positions of pages by slug. If a page is listed twice, its first position is used. */
  readonly locations: ReadonlyMap<string, SidebarLocation>;
  /** The pages in order. Each page appears once, and links to other sites are left out. */
  readonly order: readonly OrderedPage[];
  /** Maps each item's number to the page that the item shows. For a group, this page is its root page. */
  readonly pages: ReadonlyMap<number, PageTarget>;
  readonly groups: ReadonlyMap<TreeElement, SidebarGroup>;
  /** Maps each group's number to the URL that a click on the group opens. */
  readonly firstSlugs: ReadonlyMap<number, string>;
}

export interface SidebarLocation {
  readonly n: number;
  /** The groups that contain the page, with the outermost first. */
  readonly groups: readonly AncestorGroup[];
  /** The index in `order`. */
  readonly index: number;
}

export type AncestorGroup = Pick<SidebarGroup, "n" | "label" | "at">;

export type OrderedPage = Pick<SidebarPage, "href" | "label" | "at"> & { readonly slug: string };

/** Returns a section's sidebar, which contains the section's groups and pages but no nested sections. */
export function getSidebar(reading: FrameReading, division: TreeElement): Sidebar {
  return getCachedView(reading, "sidebar", division, () => {
    const steps = buildSidebar(reading, division);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

/**
 * Builds the sidebar one page per step so that a sidebar with thousands of pages doesn't block other work. Afterward,
 * `getSidebar` returns the cached result.
 */
export function* buildSidebarInSteps(reading: FrameReading, division: TreeElement): Generator<void, void> {
  const sidebar = yield* buildSidebar(reading, division);
  getCachedView(reading, "sidebar", division, () => sidebar);
}

function* buildSidebar(reading: FrameReading, division: TreeElement): Generator<void, Sidebar> {
  const builder: SidebarBuilder = {
    locations: new Map(),
    order: [],
    pages: new Map(),
    groups: new Map(),
    firstSlugs: new Map(),
    n: 0,
  };
  const items = yield* buildItems(reading, division.children, [], builder);
  return { items, ...builder };
}

interface SidebarBuilder {
  readonly locations: Map<string, SidebarLocation>;
  readonly order: OrderedPage[];
  readonly pages: Map<number, PageTarget>;
  readonly groups: Map<TreeElement, SidebarGroup>;
  readonly firstSlugs: Map<number, string>;
  n: number;
}

function* buildItems(
  reading: FrameReading,
  nodes: readonly TreeNode[],
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarItem[]> {
  const items: SidebarItem[] = [];
  for (const node of nodes) {
    yield;
    const item = yield* buildItem(reading, node, ancestors, builder);
    if (item) items.push(item);
  }
  return items;
}

function* buildItem(
  reading: FrameReading,
  node: TreeNode,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarItem | undefined> {
  switch (node.kind) {
    case "page":
      return isListed(reading, node) ? buildPage(reading, node, getPageLocation(node), ancestors, builder) : undefined;
    case "group":
      return node.hidden ? undefined : yield* buildGeneratedGroup(reading, node, ancestors, builder);
    case "element":
      return node.hidden || node.element.kind !== "group"
        ? undefined
        : yield* buildGroup(reading, node, ancestors, builder);
    case "link":
    case "nothing":
      // The service treats a URL in `pages` as a path and shows nothing (`nav/page-is-url`).
      return undefined;
  }
}

function* buildGroup(
  reading: FrameReading,
  tree: TreeElement,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarGroup | undefined> {
  const { element, children } = tree;
  const { label: name, node } = element;
  const label = name?.value.trim() || undefined;
  const root = findRootPage(reading, tree);
  const icon = readIcon(reading.site, getJsonValue(node, "icon"), reading.renderIcon);
  const tag = getJsonString(node, "tag")?.trim() || undefined;
  const isExpanded = getJsonValue(node, "expanded");
  const at = getNodeLocation(name ?? node);
  const start = builder.n++;
  const ancestorGroup: AncestorGroup = { n: start, label: label ?? "", at };
  const groups = [...ancestors, ancestorGroup];
  const first = builder.order.length;
  if (root) {
    builder.pages.set(start, root);
    addToOrder(reading, root, element.root ? getNodeLocation(element.root) : at, groups, start, builder);
  }
  const items = yield* buildItems(reading, children, groups, builder);
  // The pages of a remote specification are unknown until the site is built.
  const isOpen = tree.excludedOperations.some(({ reason }) => reason === "remote");
  if (items.length === 0 && !root && !isOpen) {
    builder.n = start;
    return undefined;
  }
  const firstHref = builder.order[first]?.href;
  if (firstHref !== undefined) builder.firstSlugs.set(start, firstHref);
  const group: SidebarGroup = {
    kind: "group",
    ...ancestorGroup,
    ...(icon && { icon }),
    ...(tag !== undefined && { tag }),
    expanded: isExpanded?.kind === "boolean" && isExpanded.value,
    ...(root && { href: getHref(reading, root) }),
    ...(firstHref !== undefined && { first: firstHref }),
    items,
  };
  builder.groups.set(tree, group);
  return group;
}

function* buildGeneratedGroup(
  reading: FrameReading,
  group: TreeGroup,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarGroup | undefined> {
  const start = builder.n++;
  const ancestorGroup: AncestorGroup = {
    n: start,
    label: group.label,
    at: getSpecLocation(group.element, isChannelGroup(group)),
  };
  const first = builder.order.length;
  const items = yield* buildItems(reading, group.children, [...ancestors, ancestorGroup], builder);
  if (items.length === 0) {
    builder.n = start;
    return undefined;
  }
  const firstHref = builder.order[first]?.href;
  if (firstHref !== undefined) builder.firstSlugs.set(start, firstHref);
  return {
    kind: "group",
    ...ancestorGroup,
    expanded: false,
    ...(firstHref !== undefined && { first: firstHref }),
    items,
  };
}

function buildPage(
  reading: FrameReading,
  page: PageTarget,
  at: FrameLocation,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): SidebarPage {
  const { sidebarTitle: label, icon, iconType, tag, method, deprecated, url } = reading.getShownPage(page);
  const n = builder.n++;
  builder.pages.set(n, page);
  const iconView = readFieldIcon(reading.site, icon, iconType, reading.renderIcon);
  const link = url === undefined ? undefined : resolveHref(reading.site, url);
  if (link?.href === undefined) addToOrder(reading, page, at, ancestors, n, builder);
  return {
    kind: "page",
    n,
    label,
    ...(iconView && { icon: iconView }),
    href: link?.href ?? getHref(reading, page),
    ...(link?.external && { external: true }),
    ...(tag !== undefined && { tag }),
    ...(method !== undefined && { method }),
    ...(deprecated && { deprecated: true }),
    at,
  };
}

function addToOrder(
  reading: FrameReading,
  page: PageTarget,
  at: FrameLocation,
  groups: readonly AncestorGroup[],
  n: number,
  builder: SidebarBuilder,
): void {
  if (builder.locations.has(page.slug)) return;
  builder.locations.set(page.slug, { n, groups, index: builder.order.length });
  const { sidebarTitle: label } = reading.getShownPage(page);
  builder.order.push({ slug: page.slug, label, href: getHref(reading, page), at });
}

function getPageLocation({ entry, generated }: TreePage): FrameLocation {
  if (entry) return getNodeLocation(entry.node);
  const node = generated?.node;
  if (node?.type === "element") return getSpecLocation(node, generated?.target.kind === "channel");
  return { file: "docs.json", range: { start: 0, end: 0 } };
}

function isChannelGroup({ children }: TreeGroup): boolean {
  const [first] = children;
  if (!first) return false;
  return first.kind === "group" ? isChannelGroup(first) : first.generated?.target.kind === "channel";
}

/** Returns the location of the setting that refers to the specification. */
function getSpecLocation({ openapi, asyncapi, node }: NavElement, isChannel: boolean): FrameLocation {
  const from: JsonNode | undefined = isChannel ? asyncapi?.from : openapi?.from;
  return getNodeLocation(from ?? node);
}

/** The elements of a navigation level: the sections that readers can choose from, and the current section. */
interface LevelTrees {
  readonly kind: FrameLevelKind;
  readonly shownTrees: readonly TreeElement[];
  readonly current: number | undefined;
}

/**
 * Returns the sections that readers choose from to reach a page, with the outermost first. Entries in a tab's menu
 * belong to the tab and aren't a separate level.
 */
export function buildLevelTrees(reading: FrameReading, chain: readonly TreeElement[]): readonly LevelTrees[] {
  return getCachedView(reading, "levelTrees", chain.at(-1), () =>
    chain.flatMap((tree, i) => {
      const siblings = listFrameDivisions(tree);
      const [first] = siblings;
      const kind = first && toLevelKind(first.element.kind);
      if (!kind || kind === "item") return [];
      const selectedTree = chain[i + 1];
      const shownTrees = siblings.filter((sibling) => sibling === selectedTree || isWorthShowing(reading, sibling));
      const current = selectedTree ? shownTrees.indexOf(selectedTree) : -1;
      return [{ kind, shownTrees, current: current < 0 ? undefined : current }];
    }),
  );
}

/**
 * Returns the choices that readers have when they navigate to a page. Choices from `global` come after others of the
 * same kind.
 */
export function buildSidebarLevels(reading: FrameReading, chain: readonly TreeElement[]): readonly FrameLevel[] {
  const levels = buildLevelTrees(reading, chain).map(({ kind, shownTrees: shown, current }): FrameLevel => ({
    kind,
    choices: shown.map((sibling) => createChoice(reading, sibling, chain)),
    ...(current !== undefined && { current }),
  }));
  for (const { kind, choice } of listGlobalChoices(reading, chain)) {
    if (kind === "anchor") continue;
    const index = levels.findIndex((level) => level.kind === kind);
    const level = levels[index];
    if (level) levels[index] = { ...level, choices: [...level.choices, choice] };
    else levels.push({ kind, choices: [choice] });
  }
  return levels;
}

/**
 * Returns the `global` anchors defined by the elements that contain this page. These anchors are visible on every page
 * inside those elements.
 */
export function listGlobalAnchors(reading: FrameReading, chain: readonly TreeElement[]): readonly FrameLink[] {
  return listGlobalChoices(reading, chain).flatMap(({ kind, choice }) => (kind === "anchor" ? [choice] : []));
}

function listGlobalChoices(
  reading: FrameReading,
  chain: readonly TreeElement[],
): readonly { readonly kind: FrameLevelKind; readonly choice: FrameChoice }[] {
  return chain.flatMap(({ globals }) =>
    (globals ? listFrameDivisions(globals) : []).flatMap((tree) => {
      const kind = toLevelKind(tree.element.kind);
      return kind ? [{ kind, choice: { ...createChoice(reading, tree, []), global: true as const } }] : [];
    }),
  );
}

/**
 * Whether to show the element. Elements whose content is entirely hidden from this reader are left out. Elements that
 * are unintentionally empty are shown without a target.
 */
function isWorthShowing(reading: FrameReading, tree: TreeElement): boolean {
  return tree.element.href !== undefined || hasPages(reading, tree) || !containsHiddenPage(tree);
}

function containsHiddenPage(tree: TreeElement): boolean {
  return tree.children.some((child) => {
    if (child.kind === "page") return child.hidden !== "dropped";
    if (child.kind === "group") return true;
    return child.kind === "element" && child.hidden !== "dropped" && containsHiddenPage(child);
  });
}

function createChoice(reading: FrameReading, tree: TreeElement, chain: readonly TreeElement[]): FrameChoice {
  const { element } = tree;
  const { node, label, kind } = element;
  const icon = readIcon(reading.site, getJsonValue(node, "icon"), reading.renderIcon);
  const description = readText(node, "description");
  const tag = kind === "version" ? readText(node, "tag") : undefined;
  const color = readColorPair(getJsonValue(node, "color"));
  const items = listFrameDivisions(tree).filter((child) => child.element.kind === "item");
  const currentItemIndex = items.findIndex((item) => chain.includes(item));
  return {
    label: (kind === "product" ? readText(node, "name") : undefined) ?? label?.value ?? "",
    ...(icon && { icon }),
    ...getDivisionTarget(reading, tree),
    at: getNodeLocation(label ?? node),
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tag }),
    ...(element.isDefault && { isDefault: true }),
    ...((color.light ?? color.dark) !== undefined && { color }),
    ...(getJsonString(node, "align") === "end" && { align: "end" }),
    ...(items.length > 0 && { menu: items.map((item) => createChoice(reading, item, chain)) }),
    ...(currentItemIndex >= 0 && { currentItemIndex }),
  };
}

function toLevelKind(kind: ElementKind): FrameLevelKind | undefined {
  return kind === "root" || kind === "group" || kind === "global" ? undefined : kind;
}

/**
 * Returns what a group's root page lists below its text: the group's pages and groups, in the style that `directory`
 * sets on the group or its nearest ancestor.
 */
export function createDirectory(reading: FrameReading, sidebar: Sidebar, slug: string): FrameDirectory | undefined {
  const tree = findRootGroup(reading, slug);
  const group = tree && sidebar.groups.get(tree);
  const directory = tree?.element.directory;
  if (!group || !directory || directory.value === "none") return undefined;
  return {
    style: directory.value,
    items: toDirectoryItems(reading, sidebar, group),
    at: getNodeLocation(directory.from),
  };
}

function findRootGroup(reading: FrameReading, slug: string): TreeElement | undefined {
  for (const { chain, isListed: listed } of findPageLocations(reading, slug)) {
    const group = chain.at(-1);
    const root = group?.element.kind === "group" ? group.element.root : undefined;
    const pageEntry = root && readPageEntry(root.value);
    if (listed && group && pageEntry?.kind === "page" && pageEntry.slug === slug) return group;
  }
  return undefined;
}

function toDirectoryItems(reading: FrameReading, sidebar: Sidebar, { items }: SidebarGroup): readonly DirectoryItem[] {
  return items.map((item): DirectoryItem => {
    const page = sidebar.pages.get(item.n);
    const description = page && reading.getShownPage(page).description;
    return {
      label: item.label,
      at: item.at,
      ...(item.icon && { icon: item.icon }),
      ...(item.href !== undefined && { href: item.href }),
      ...(item.kind === "page" && item.external && { external: true }),
      ...(description !== undefined && { description }),
      ...(item.kind === "group" && { items: toDirectoryItems(reading, sidebar, item) }),
    };
  });
}
