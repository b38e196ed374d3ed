import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { TreeElement, TreeNode, TreePage } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { FrameLocation } from "../view/site-frame.ts";
import { type LinkFacts, resolveHref } from "./frame-links.ts";
import {
  getCachedView,
  type FrameContext,
  getHref,
  isListed,
  findPageTarget,
  type PageTarget,
  findRootPage,
} from "./frame-reading.ts";

/** A page's position in the navigation. */
export interface PageLocation {
  /** The visible elements that contain the page, starting at the root and ending before the first hidden element. */
  readonly chain: readonly TreeElement[];
  /** Whether a menu shows the page at this position. */
  readonly isListed: boolean;
  /** The number of non-default languages and versions that contain the page. */
  readonly nonDefaultCount: number;
}

/**
 * The sections that a reader chose, with the outermost first: `["tab API", "version 2"]`. The path contains labels,
 * because docs.json may change before the path is used again.
 */
export type NavigationPath = readonly string[];

/**
 * Returns the positions of a page. Positions that readers can see come first. If several positions are visible, the
 * first one is the best match for the sections that the reader chose.
 */
export function findPageLocations(
  context: FrameContext,
  slug: string,
  navigationPath: NavigationPath = [],
): readonly PageLocation[] {
  const locationsInTree = context.tree ? getLocationsBySlug(context.tree).get(slug) : undefined;
  const locations = (locationsInTree ?? []).map(({ chain, isVisible, nonDefaultCount, page }): PageLocation => {
    const isPageListed = isVisible && (page ? isListed(context, page) : isPageShown(context, slug));
    return { chain, isListed: isPageListed, nonDefaultCount };
  });
  return locations.sort(
    (a, b) =>
      Number(b.isListed) - Number(a.isListed) ||
      countSharedSteps(b.chain, navigationPath) - countSharedSteps(a.chain, navigationPath) ||
      a.nonDefaultCount - b.nonDefaultCount,
  );
}

/** Returns the path that leads through these sections. */
export function toNavigationPath(chain: readonly TreeElement[]): NavigationPath {
  const steps = chain.filter(({ element: { kind } }) => kind !== "group" && kind !== "root");
  return steps.map(({ element: { kind, label } }) => `${kind} ${label?.value ?? ""}`);
}

/** Returns the number of leading sections that the path shares with the chain. */
function countSharedSteps(chain: readonly TreeElement[], otherPath: NavigationPath): number {
  if (otherPath.length === 0) return 0;
  const ownPath = toNavigationPath(chain);
  const firstDifferenceIndex = otherPath.findIndex((step, index) => step !== ownPath[index]);
  return firstDifferenceIndex < 0 ? otherPath.length : firstDifferenceIndex;
}

/**
 * Returns the path to the section whose label is at this location in docs.json, or undefined if no section has its
 * label there.
 */
export function findNavigationPath(context: FrameContext, { file, range }: FrameLocation): NavigationPath | undefined {
  const findPathIn = (tree: TreeElement, ancestors: readonly TreeElement[]): NavigationPath | undefined => {
    const chain = [...ancestors, tree];
    const labelLocation = getNodeLocation(tree.element.label ?? tree.element.node);
    if (
      labelLocation.file === file &&
      labelLocation.range.start === range.start &&
      labelLocation.range.end === range.end
    )
      return toNavigationPath(chain);
    for (const childSection of listFrameSections(tree)) {
      const navigationPath = findPathIn(childSection, chain);
      if (navigationPath) return navigationPath;
    }
    return undefined;
  };
  return context.tree && findPathIn(context.tree, []);
}

/**
 * Returns the sections that contain a page, starting at the root. For a page that isn't in a menu, returns the sections
 * of its folder. Below those sections, and for a page that isn't in any section, readers get the default language and
 * version, and the first section of every other kind.
 */
export function findSections(context: FrameContext, slug: string, path: NavigationPath = []): readonly TreeElement[] {
  const [pageLocation] = findPageLocations(context, slug, path);
  const isPageListed = pageLocation?.isListed === true;
  const chain = isPageListed ? pageLocation.chain : (findNearestChain(context, slug, pageLocation) ?? []);
  const sections = chain.filter(({ element }) => element.kind !== "group");
  return isPageListed ? sections : extendToLandingSections(context, sections);
}

/**
 * Returns the section that readers land on when they open an element: one of the sections directly inside it. Returns
 * undefined if readers can't find any pages in these sections.
 */
export function findLandingSection(context: FrameContext, tree: TreeElement): TreeElement | undefined {
  const childSections = listFrameSections(tree);
  const orderedSections = [...childSections.filter(({ element }) => element.isDefault), ...childSections];
  return orderedSections.find((child) => hasPages(context, child));
}

/** Returns the sections directly inside an element. Readers can choose one of them. */
export function listFrameSections(tree: TreeElement): readonly TreeElement[] {
  return tree.children.filter(
    (child): child is TreeElement =>
      child.kind === "element" && child.element.kind !== "group" && child.hiddenReason === undefined,
  );
}

/** Whether readers can find any page below this element. */
export function hasPages(context: FrameContext, tree: TreeElement): boolean {
  return getCachedView(context, "hasPages", tree, () => tree.children.some((child) => hasListedPage(context, child)));
}

function hasListedPage(context: FrameContext, node: TreeNode): boolean {
  if (node.kind === "page") return isListed(context, node);
  if (node.kind === "group")
    return node.hiddenReason === undefined && node.children.some((child) => hasListedPage(context, child));
  if (node.kind !== "element" || node.hiddenReason) return false;
  return findRootPage(context, node) !== undefined || hasPages(context, node);
}

/** Returns the first page in this folder or its subfolders that's listed in a menu. */
export function findFirstPageInFolder(context: FrameContext, folder: string): string | undefined {
  return getFirstPages(context).get(folder)?.slug;
}

interface PageLocationInTree {
  readonly chain: readonly TreeElement[];
  /** Whether all elements that contain the page are visible. */
  readonly isVisible: boolean;
  readonly nonDefaultCount: number;
  /** Undefined for a group's root page, in which case the group is the last element in `chain`. */
  readonly page: TreePage | undefined;
}

/**
 * Returns the positions at which docs.json and specifications list each page, keyed by slug. Ignores the page's
 * frontmatter, so the result doesn't change while pages are edited.
 */
const getLocationsBySlug = derive((tree: TreeElement): ReadonlyMap<string, readonly PageLocationInTree[]> => {
  const locationsBySlug = new Map<string, PageLocationInTree[]>();
  const addLocation = (slug: string, pageLocation: PageLocationInTree): void =>
    addToGroup(locationsBySlug, slug, pageLocation);
  const visit = (node: TreeNode, parentLocation: PageLocationInTree): void => {
    if (node.kind === "page") addLocation(node.slug, { ...parentLocation, page: node });
    if (node.kind === "group") for (const child of node.children) visit(child, parentLocation);
    if (node.kind !== "element" || node.hiddenReason === "dropped") return;
    const location = createChildLocation(parentLocation, node);
    const { root } = node.element;
    const pageEntry = root && readPageEntry(root.value);
    if (pageEntry?.kind === "page") addLocation(pageEntry.slug, location);
    for (const child of node.children) visit(child, location);
  };
  visit(tree, { chain: [], isVisible: true, nonDefaultCount: 0, page: undefined });
  return locationsBySlug;
});

function isPageShown(context: FrameContext, slug: string): boolean {
  const pageTarget = findPageTarget(context.site, slug);
  return pageTarget !== undefined && !context.getShownPage(pageTarget).unlistedReason;
}

/**
 * Returns the first listed page in each folder, including its subfolders. Needed only for the few pages that aren't in
 * any menu.
 */
function getFirstPages(
  context: FrameContext,
): ReadonlyMap<string, { readonly slug: string; readonly location: PageLocation }> {
  return getCachedView(context, "firstsOfFolders", undefined, () => {
    const firstPagesByFolder = new Map<string, { slug: string; location: PageLocation }>();
    for (const slug of context.tree ? getLocationsBySlug(context.tree).keys() : []) {
      const [location] = findPageLocations(context, slug);
      if (!location?.isListed) continue;
      for (
        let folder = getFolderPath(slug);
        folder !== "" && !firstPagesByFolder.has(folder);
        folder = getFolderPath(folder)
      )
        firstPagesByFolder.set(folder, { slug, location });
    }
    return firstPagesByFolder;
  });
}

function createChildLocation(
  { chain, isVisible: isChainVisible, nonDefaultCount }: PageLocationInTree,
  tree: TreeElement,
): PageLocationInTree {
  const { kind, isDefault } = tree.element;
  const isNotDefault = (kind === "language" || kind === "version") && !isDefault;
  const isVisible = isChainVisible && tree.hiddenReason === undefined;
  return {
    chain: isVisible ? [...chain, tree] : chain,
    isVisible,
    nonDefaultCount: nonDefaultCount + (isNotDefault ? 1 : 0),
    page: undefined,
  };
}

function findNearestChain(
  context: FrameContext,
  slug: string,
  pageLocation: PageLocation | undefined,
): readonly TreeElement[] | undefined {
  if (pageLocation) return pageLocation.chain;
  const firstPagesByFolder = getFirstPages(context);
  for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder)) {
    const firstPage = firstPagesByFolder.get(folder);
    if (firstPage) return firstPage.location.chain;
  }
  return context.tree && [context.tree];
}

function extendToLandingSections(context: FrameContext, sections: readonly TreeElement[]): readonly TreeElement[] {
  const chain = [...sections];
  for (let lastElement = chain.at(-1); lastElement; lastElement = chain.at(-1)) {
    const nextSection = findLandingSection(context, lastElement);
    if (!nextSection) break;
    chain.push(nextSection);
  }
  return chain;
}

/**
 * Returns the link target of a section: its `href`, or the first page in it that readers can find. If neither exists,
 * returns an empty object.
 */
export function getSectionTarget(context: FrameContext, tree: TreeElement): LinkFacts {
  const { href } = tree.element;
  if (href) return resolveHref(context.site, href.value);
  const firstPage = findFirstPage(context, tree);
  return firstPage ? { href: getHref(context, firstPage) } : {};
}

/**
 * Returns the page that readers land on in a section, using the default language and version and the first section of
 * every other kind.
 */
export function findFirstPage(context: FrameContext, tree: TreeElement): PageTarget | undefined {
  return getCachedView(context, "firstPage", tree, () => {
    const landingSection = findLandingSection(context, tree);
    return (landingSection && findFirstPage(context, landingSection)) ?? findFirstPageIn(context, tree.children);
  });
}

/** Returns the first page in sidebar order, without building the section's sidebar. */
function findFirstPageIn(context: FrameContext, nodes: readonly TreeNode[]): PageTarget | undefined {
  for (const node of nodes) {
    if (node.kind === "page" && isListed(context, node) && !isLink(context, node)) return node;
    if (node.kind !== "element" && node.kind !== "group") continue;
    if (node.hiddenReason || (node.kind === "element" && node.element.kind !== "group")) continue;
    const page = (node.kind === "element" && findRootPage(context, node)) || findFirstPageIn(context, node.children);
    if (page) return page;
  }
  return undefined;
}

/** Whether the page has a `url`, which makes it a link to another URL. */
function isLink(context: FrameContext, page: PageTarget): boolean {
  const { url } = context.getShownPage(page);
  return url !== undefined && resolveHref(context.site, url).href !== undefined;
}
