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
  type FrameContext,
  getHref,
  isListed,
  getCachedView,
  type PageTarget,
  findRootPage,
  readText,
} from "./frame-reading.ts";
import { listFrameSections, getSectionTarget, hasPages, findPageLocations } from "./page-locations.ts";

/** The sidebar for one section, and the position of each page in it. */
export interface Sidebar {
  readonly items: readonly SidebarItem[];
  /** The positions of pages by slug. If a page is listed twice, its first position is used. */
  readonly locations: ReadonlyMap<string, SidebarLocation>;
  /** The pages in order. Each page appears once, and links to other sites are left out. */
  readonly orderedPages: readonly OrderedPage[];
  /** Maps each item's number to the page that the item shows. For a group, this page is its root page. */
  readonly targetByItemNumber: ReadonlyMap<number, PageTarget>;
  readonly groupByElement: ReadonlyMap<TreeElement, SidebarGroup>;
  /** Maps each group's number to the URL that a click on the group opens. */
  readonly hrefByGroupNumber: ReadonlyMap<number, string>;
}

export interface SidebarLocation {
  readonly n: number;
  /** The groups that contain the page, with the outermost first. */
  readonly groups: readonly AncestorGroup[];
  /** The index in `orderedPages`. */
  readonly index: number;
}

export type AncestorGroup = Pick<SidebarGroup, "n" | "label" | "location">;

export type OrderedPage = Pick<SidebarPage, "href" | "label" | "location"> & { readonly slug: string };

/** Returns a section's sidebar, which contains the section's groups and pages but no nested sections. */
export function getSidebar(context: FrameContext, section: TreeElement): Sidebar {
  return getCachedView(context, "sidebar", section, () => {
    const steps = buildSidebar(context, section);
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
export function* buildSidebarInSteps(context: FrameContext, section: TreeElement): Generator<void, void> {
  const sidebar = yield* buildSidebar(context, section);
  getCachedView(context, "sidebar", section, () => sidebar);
}

function* buildSidebar(context: FrameContext, section: TreeElement): Generator<void, Sidebar> {
  const builder: SidebarBuilder = {
    locations: new Map(),
    orderedPages: [],
    targetByItemNumber: new Map(),
    groupByElement: new Map(),
    hrefByGroupNumber: new Map(),
    n: 0,
  };
  const items = yield* buildItems(context, section.children, [], builder);
  return { items, ...builder };
}

interface SidebarBuilder {
  readonly locations: Map<string, SidebarLocation>;
  readonly orderedPages: OrderedPage[];
  readonly targetByItemNumber: Map<number, PageTarget>;
  readonly groupByElement: Map<TreeElement, SidebarGroup>;
  readonly hrefByGroupNumber: Map<number, string>;
  n: number;
}

function* buildItems(
  context: FrameContext,
  nodes: readonly TreeNode[],
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarItem[]> {
  const items: SidebarItem[] = [];
  for (const node of nodes) {
    yield;
    const item = yield* buildItem(context, node, ancestors, builder);
    if (item) items.push(item);
  }
  return items;
}

function* buildItem(
  context: FrameContext,
  node: TreeNode,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarItem | undefined> {
  switch (node.kind) {
    case "page":
      return isListed(context, node) ? buildPage(context, node, getPageLocation(node), ancestors, builder) : undefined;
    case "group":
      return node.hiddenReason ? undefined : yield* buildGeneratedGroup(context, node, ancestors, builder);
    case "element":
      return node.hiddenReason || node.element.kind !== "group"
        ? undefined
        : yield* buildGroup(context, node, ancestors, builder);
    case "link":
    case "nothing":
      // The service treats a URL in `pages` as a path and shows nothing (`nav/page-is-url`).
      return undefined;
  }
}

function* buildGroup(
  context: FrameContext,
  tree: TreeElement,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarGroup | undefined> {
  const { element, children } = tree;
  const { label: name, node } = element;
  const label = name?.value.trim() || undefined;
  const root = findRootPage(context, tree);
  const icon = readIcon(context.site, getJsonValue(node, "icon"), context.findIcon);
  const tag = getJsonString(node, "tag")?.trim() || undefined;
  const expandedNode = getJsonValue(node, "expanded");
  const location = getNodeLocation(name ?? node);
  const groupNumber = builder.n++;
  const ancestorGroup: AncestorGroup = { n: groupNumber, label: label ?? "", location };
  const groups = [...ancestors, ancestorGroup];
  const firstIndex = builder.orderedPages.length;
  if (root) {
    builder.targetByItemNumber.set(groupNumber, root);
    addToOrder(context, root, element.root ? getNodeLocation(element.root) : location, groups, groupNumber, builder);
  }
  const items = yield* buildItems(context, children, groups, builder);
  // The pages of a remote specification are unknown until the site is built.
  const isOpen = tree.excludedOperations.some(({ reason }) => reason === "remote");
  if (items.length === 0 && !root && !isOpen) {
    builder.n = groupNumber;
    return undefined;
  }
  const firstHref = builder.orderedPages[firstIndex]?.href;
  if (firstHref !== undefined) builder.hrefByGroupNumber.set(groupNumber, firstHref);
  const group: SidebarGroup = {
    kind: "group",
    ...ancestorGroup,
    ...(icon && { icon }),
    ...(tag !== undefined && { tag }),
    isExpanded: expandedNode?.kind === "boolean" && expandedNode.value,
    ...(root && { href: getHref(context, root) }),
    ...(firstHref !== undefined && { first: firstHref }),
    items,
  };
  builder.groupByElement.set(tree, group);
  return group;
}

function* buildGeneratedGroup(
  context: FrameContext,
  group: TreeGroup,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): Generator<void, SidebarGroup | undefined> {
  const groupNumber = builder.n++;
  const ancestorGroup: AncestorGroup = {
    n: groupNumber,
    label: group.label,
    location: getSpecLocation(group.element, isChannelGroup(group)),
  };
  const firstIndex = builder.orderedPages.length;
  const items = yield* buildItems(context, group.children, [...ancestors, ancestorGroup], builder);
  if (items.length === 0) {
    builder.n = groupNumber;
    return undefined;
  }
  const firstHref = builder.orderedPages[firstIndex]?.href;
  if (firstHref !== undefined) builder.hrefByGroupNumber.set(groupNumber, firstHref);
  return {
    kind: "group",
    ...ancestorGroup,
    isExpanded: false,
    ...(firstHref !== undefined && { first: firstHref }),
    items,
  };
}

function buildPage(
  context: FrameContext,
  page: PageTarget,
  location: FrameLocation,
  ancestors: readonly AncestorGroup[],
  builder: SidebarBuilder,
): SidebarPage {
  const { sidebarTitle, icon, iconType, tag, method, deprecated, url } = context.getShownPage(page);
  const itemNumber = builder.n++;
  builder.targetByItemNumber.set(itemNumber, page);
  const iconView = readFieldIcon(context.site, icon, iconType, context.findIcon);
  const link = url === undefined ? undefined : resolveHref(context.site, url);
  if (link?.href === undefined) addToOrder(context, page, location, ancestors, itemNumber, builder);
  return {
    kind: "page",
    n: itemNumber,
    label: sidebarTitle,
    ...(iconView && { icon: iconView }),
    href: link?.href ?? getHref(context, page),
    ...(link?.isExternal && { isExternal: true }),
    ...(tag !== undefined && { tag }),
    ...(method !== undefined && { method }),
    ...(deprecated && { deprecated: true }),
    location,
  };
}

function addToOrder(
  context: FrameContext,
  page: PageTarget,
  location: FrameLocation,
  groups: readonly AncestorGroup[],
  itemNumber: number,
  builder: SidebarBuilder,
): void {
  if (builder.locations.has(page.slug)) return;
  builder.locations.set(page.slug, { n: itemNumber, groups, index: builder.orderedPages.length });
  const { sidebarTitle } = context.getShownPage(page);
  builder.orderedPages.push({ slug: page.slug, label: sidebarTitle, href: getHref(context, page), location });
}

function getPageLocation({ entry, generatedPage }: TreePage): FrameLocation {
  if (entry) return getNodeLocation(entry.node);
  const node = generatedPage?.node;
  if (node?.type === "element") return getSpecLocation(node, generatedPage?.target.kind === "channel");
  return { file: "docs.json", range: { start: 0, end: 0 } };
}

function isChannelGroup({ children }: TreeGroup): boolean {
  const [firstChild] = children;
  if (!firstChild) return false;
  return firstChild.kind === "group" ? isChannelGroup(firstChild) : firstChild.generatedPage?.target.kind === "channel";
}

/** Returns the location of the setting that refers to the specification. */
function getSpecLocation({ openapi, asyncapi, node }: NavElement, isChannel: boolean): FrameLocation {
  const specNode: JsonNode | undefined = isChannel ? asyncapi?.sourceNode : openapi?.sourceNode;
  return getNodeLocation(specNode ?? node);
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
export function buildLevelTrees(context: FrameContext, chain: readonly TreeElement[]): readonly LevelTrees[] {
  return getCachedView(context, "levelTrees", chain.at(-1), () =>
    chain.flatMap((tree, i) => {
      const siblings = listFrameSections(tree);
      const [firstSibling] = siblings;
      const kind = firstSibling && toLevelKind(firstSibling.element.kind);
      if (!kind || kind === "item") return [];
      const selectedTree = chain[i + 1];
      const shownTrees = siblings.filter((sibling) => sibling === selectedTree || isWorthShowing(context, sibling));
      const currentIndex = selectedTree ? shownTrees.indexOf(selectedTree) : -1;
      return [{ kind, shownTrees, current: currentIndex < 0 ? undefined : currentIndex }];
    }),
  );
}

/**
 * Returns the choices that readers have when they navigate to a page. Choices from `global` come after others of the
 * same kind.
 */
export function buildSidebarLevels(context: FrameContext, chain: readonly TreeElement[]): readonly FrameLevel[] {
  const levels = buildLevelTrees(context, chain).map(({ kind, shownTrees, current }): FrameLevel => ({
    kind,
    choices: shownTrees.map((sibling) => createChoice(context, sibling, chain)),
    ...(current !== undefined && { current }),
  }));
  for (const { kind, choice } of listGlobalChoices(context, chain)) {
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
export function listGlobalAnchors(context: FrameContext, chain: readonly TreeElement[]): readonly FrameLink[] {
  return listGlobalChoices(context, chain).flatMap(({ kind, choice }) => (kind === "anchor" ? [choice] : []));
}

function listGlobalChoices(
  context: FrameContext,
  chain: readonly TreeElement[],
): readonly { readonly kind: FrameLevelKind; readonly choice: FrameChoice }[] {
  return chain.flatMap(({ globalElement }) =>
    (globalElement ? listFrameSections(globalElement) : []).flatMap((tree) => {
      const kind = toLevelKind(tree.element.kind);
      return kind ? [{ kind, choice: { ...createChoice(context, tree, []), isGlobal: true as const } }] : [];
    }),
  );
}

/**
 * Whether to show the element. Elements whose content is entirely hidden from this reader are left out. Elements that
 * are unintentionally empty are shown without a target.
 */
function isWorthShowing(context: FrameContext, tree: TreeElement): boolean {
  return tree.element.href !== undefined || hasPages(context, tree) || !containsHiddenPage(tree);
}

function containsHiddenPage(tree: TreeElement): boolean {
  return tree.children.some((child) => {
    if (child.kind === "page") return child.hiddenReason !== "dropped";
    if (child.kind === "group") return true;
    return child.kind === "element" && child.hiddenReason !== "dropped" && containsHiddenPage(child);
  });
}

function createChoice(context: FrameContext, tree: TreeElement, chain: readonly TreeElement[]): FrameChoice {
  const { element } = tree;
  const { node, label, kind } = element;
  const icon = readIcon(context.site, getJsonValue(node, "icon"), context.findIcon);
  const description = readText(node, "description");
  const tag = kind === "version" ? readText(node, "tag") : undefined;
  const color = readColorPair(getJsonValue(node, "color"));
  const items = listFrameSections(tree).filter((child) => child.element.kind === "item");
  const currentItemIndex = items.findIndex((item) => chain.includes(item));
  return {
    label: (kind === "product" ? readText(node, "name") : undefined) ?? label?.value ?? "",
    ...(icon && { icon }),
    ...getSectionTarget(context, tree),
    location: getNodeLocation(label ?? node),
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tag }),
    ...(element.isDefault && { isDefault: true }),
    ...((color.light ?? color.dark) !== undefined && { color }),
    ...(getJsonString(node, "align") === "end" && { align: "end" }),
    ...(items.length > 0 && { menu: items.map((item) => createChoice(context, item, chain)) }),
    ...(currentItemIndex >= 0 && { currentItemIndex }),
  };
}

function toLevelKind(kind: ElementKind): FrameLevelKind | undefined {
  return kind === "root" || kind === "group" || kind === "global" ? undefined : kind;
}

/**
 * Returns the list below the text of a group's root page: the group's pages and groups, in the style that `directory`
 * sets on the group or its nearest ancestor.
 */
export function createDirectory(context: FrameContext, sidebar: Sidebar, slug: string): FrameDirectory | undefined {
  const rootGroup = findRootGroup(context, slug);
  const group = rootGroup && sidebar.groupByElement.get(rootGroup);
  const directory = rootGroup?.element.directory;
  if (!group || !directory || directory.value === "none") return undefined;
  return {
    style: directory.value,
    items: toDirectoryItems(context, sidebar, group),
    location: getNodeLocation(directory.sourceNode),
  };
}

function findRootGroup(context: FrameContext, slug: string): TreeElement | undefined {
  for (const { chain, isListed: isPageListed } of findPageLocations(context, slug)) {
    const group = chain.at(-1);
    const root = group?.element.kind === "group" ? group.element.root : undefined;
    const pageEntry = root && readPageEntry(root.value);
    if (isPageListed && group && pageEntry?.kind === "page" && pageEntry.slug === slug) return group;
  }
  return undefined;
}

function toDirectoryItems(context: FrameContext, sidebar: Sidebar, { items }: SidebarGroup): readonly DirectoryItem[] {
  return items.map((item): DirectoryItem => {
    const page = sidebar.targetByItemNumber.get(item.n);
    const description = page && context.getShownPage(page).description;
    return {
      label: item.label,
      location: item.location,
      ...(item.icon && { icon: item.icon }),
      ...(item.href !== undefined && { href: item.href }),
      ...(item.kind === "page" && item.isExternal && { isExternal: true }),
      ...(description !== undefined && { description }),
      ...(item.kind === "group" && { items: toDirectoryItems(context, sidebar, item) }),
    };
  });
}
