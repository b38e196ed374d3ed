import { locationOfNode } from "../../config/json/json-tree.ts";
import type { TreeElement, TreeNode, TreePage } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { folderOf } from "../../text/site-path.ts";
import type { FramePlace } from "../view/site-frame.ts";
import { type LinkFacts, linkTo } from "./frame-links.ts";
import {
  cachedView,
  type FrameReading,
  hrefOf,
  isListed,
  pageSpot,
  type PageSpot,
  rootPage,
} from "./frame-reading.ts";

/** A page's position in the navigation. */
export interface PagePlace {
  /** The visible elements that contain the page, starting at the root and ending before the first hidden element. */
  readonly chain: readonly TreeElement[];
  /** Whether a menu shows the page at this position. */
  readonly listed: boolean;
  /** The number of non-default languages and versions that contain the page. */
  readonly besides: number;
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
export function findPagePlaces(
  reading: FrameReading,
  slug: string,
  navigationPath: NavigationPath = [],
): readonly PagePlace[] {
  const spots = reading.tree ? spotsIn(reading.tree).get(slug) : undefined;
  const places = (spots ?? []).map(({ chain, seen, besides, page }): PagePlace => {
    const listed = seen && (page ? isListed(reading, page) : isShown(reading, slug));
    return { chain, listed, besides };
  });
  return places.sort(
    (a, b) =>
      Number(b.listed) - Number(a.listed) ||
      sharedSteps(b.chain, navigationPath) - sharedSteps(a.chain, navigationPath) ||
      a.besides - b.besides,
  );
}

/** Returns the path that leads through these sections. */
export function findNavigationPathThrough(chain: readonly TreeElement[]): NavigationPath {
  const steps = chain.filter(({ element: { kind } }) => kind !== "group" && kind !== "root");
  return steps.map(({ element: { kind, label } }) => `${kind} ${label?.value ?? ""}`);
}

/** Returns the number of leading sections that the path shares with the chain. */
function sharedSteps(chain: readonly TreeElement[], way: NavigationPath): number {
  if (way.length === 0) return 0;
  const own = findNavigationPathThrough(chain);
  const other = way.findIndex((step, index) => step !== own[index]);
  return other < 0 ? way.length : other;
}

/**
 * Returns the path to the section whose label is at this location in docs.json, or undefined if there's no such
 * section.
 */
export function findNavigationPath(
  reading: FrameReading,
  { file, range }: FramePlace,
): NavigationPath | undefined {
  const find = (tree: TreeElement, ancestors: readonly TreeElement[]): NavigationPath | undefined => {
    const chain = [...ancestors, tree];
    const at = locationOfNode(tree.element.label ?? tree.element.node);
    if (at.file === file && at.range.start === range.start && at.range.end === range.end)
      return findNavigationPathThrough(chain);
    for (const below of listFrameDivisions(tree)) {
      const navigationPath = find(below, chain);
      if (navigationPath) return navigationPath;
    }
    return undefined;
  };
  return reading.tree && find(reading.tree, []);
}

/**
 * Returns the sections that contain a page, starting at the root. For a page that isn't in a menu, returns the sections
 * of its folder. Below those sections, and for a page that isn't in any section, readers get the default language and
 * version, and the first section of every other kind.
 */
export function divisionsAround(
  reading: FrameReading,
  slug: string,
  way: NavigationPath = [],
): readonly TreeElement[] {
  const [place] = findPagePlaces(reading, slug, way);
  const isShown = place?.listed === true;
  const chain = isShown ? place.chain : (findNearestChain(reading, slug, place) ?? []);
  const divisions = chain.filter(({ element }) => element.kind !== "group");
  return isShown ? divisions : filledDown(reading, divisions);
}

/**
 * Returns the section that readers land on when they open an element: one of the sections directly inside it. Returns
 * undefined if readers can't find any pages in these sections.
 */
export function findLandingDivision(reading: FrameReading, tree: TreeElement): TreeElement | undefined {
  const below = listFrameDivisions(tree);
  const inOrder = [...below.filter(({ element }) => element.isDefault), ...below];
  return inOrder.find((child) => hasPages(reading, child));
}

/** Returns the sections directly inside an element. Readers can choose one of them. */
export function listFrameDivisions(tree: TreeElement): readonly TreeElement[] {
  return tree.children.filter(
    (child): child is TreeElement =>
      child.kind === "element" && child.element.kind !== "group" && child.hidden === undefined,
  );
}

/** Whether readers can find any page below this element. */
export function hasPages(reading: FrameReading, tree: TreeElement): boolean {
  return cachedView(reading, "hasPages", tree, () =>
    tree.children.some((child) => leadsToPage(reading, child)),
  );
}

function leadsToPage(reading: FrameReading, node: TreeNode): boolean {
  if (node.kind === "page") return isListed(reading, node);
  if (node.kind === "group")
    return node.hidden === undefined && node.children.some((child) => leadsToPage(reading, child));
  if (node.kind !== "element" || node.hidden) return false;
  return rootPage(reading, node) !== undefined || hasPages(reading, node);
}

/** Returns the first page in this folder or its subfolders that's listed in a menu. */
export function firstInFolder(reading: FrameReading, folder: string): string | undefined {
  return firstsOfFolders(reading).get(folder)?.slug;
}

interface PageSpotInTree {
  readonly chain: readonly TreeElement[];
  /** Whether all elements that contain the page are visible. */
  readonly seen: boolean;
  readonly besides: number;
  /** Undefined for a group's root page, in which case the group is the last element in `chain`. */
  readonly page: TreePage | undefined;
}

/**
 * Returns the positions at which docs.json and specifications list each page, keyed by slug. Ignores the page's
 * frontmatter, so the result doesn't change while pages are edited.
 */
const spotsIn = derive((tree: TreeElement): ReadonlyMap<string, readonly PageSpotInTree[]> => {
  const bySlug = new Map<string, PageSpotInTree[]>();
  const add = (slug: string, spot: PageSpotInTree): void => addToGroup(bySlug, slug, spot);
  const visit = (node: TreeNode, around: PageSpotInTree): void => {
    if (node.kind === "page") add(node.slug, { ...around, page: node });
    if (node.kind === "group") for (const child of node.children) visit(child, around);
    if (node.kind !== "element" || node.hidden === "dropped") return;
    const below = within(around, node);
    const { root } = node.element;
    const read = root && readPageEntry(root.value);
    if (read?.kind === "page") add(read.slug, below);
    for (const child of node.children) visit(child, below);
  };
  visit(tree, { chain: [], seen: true, besides: 0, page: undefined });
  return bySlug;
});

function isShown(reading: FrameReading, slug: string): boolean {
  const spot = pageSpot(reading.site, slug);
  return spot !== undefined && !reading.shown(spot).unlisted;
}

/**
 * Returns the first listed page in each folder, including its subfolders. Needed only for the few pages that aren't in
 * any menu.
 */
function firstsOfFolders(
  reading: FrameReading,
): ReadonlyMap<string, { readonly slug: string; readonly place: PagePlace }> {
  return cachedView(reading, "firstsOfFolders", undefined, () => {
    const firstPlaces = new Map<string, { slug: string; place: PagePlace }>();
    for (const slug of reading.tree ? spotsIn(reading.tree).keys() : []) {
      const [place] = findPagePlaces(reading, slug);
      if (!place?.listed) continue;
      for (let folder = folderOf(slug); folder !== "" && !firstPlaces.has(folder); folder = folderOf(folder))
        firstPlaces.set(folder, { slug, place });
    }
    return firstPlaces;
  });
}

function within({ chain, seen, besides }: PageSpotInTree, tree: TreeElement): PageSpotInTree {
  const { kind, isDefault } = tree.element;
  const isBeside = (kind === "language" || kind === "version") && !isDefault;
  const isSeen = seen && tree.hidden === undefined;
  return {
    chain: isSeen ? [...chain, tree] : chain,
    seen: isSeen,
    besides: besides + (isBeside ? 1 : 0),
    page: undefined,
  };
}

function findNearestChain(
  reading: FrameReading,
  slug: string,
  place: PagePlace | undefined,
): readonly TreeElement[] | undefined {
  if (place) return place.chain;
  const firsts = firstsOfFolders(reading);
  for (let folder = folderOf(slug); folder !== ""; folder = folderOf(folder)) {
    const found = firsts.get(folder);
    if (found) return found.place.chain;
  }
  return reading.tree && [reading.tree];
}

function filledDown(reading: FrameReading, divisions: readonly TreeElement[]): readonly TreeElement[] {
  const chain = [...divisions];
  for (let last = chain.at(-1); last; last = chain.at(-1)) {
    const next = findLandingDivision(reading, last);
    if (!next) break;
    chain.push(next);
  }
  return chain;
}

/**
 * Returns what a click on a section opens: its `href`, or the first page in it that readers can find. If neither
 * exists, returns an empty object.
 */
export function divisionTarget(reading: FrameReading, tree: TreeElement): LinkFacts {
  const { href } = tree.element;
  if (href) return linkTo(reading.site, href.value);
  const first = firstPage(reading, tree);
  return first ? { href: hrefOf(reading, first) } : {};
}

/**
 * Returns the page that readers land on in a section, using the default language and version and the first section of
 * every other kind.
 */
export function firstPage(reading: FrameReading, tree: TreeElement): PageSpot | undefined {
  return cachedView(reading, "firstPage", tree, () => {
    const below = findLandingDivision(reading, tree);
    return (below && firstPage(reading, below)) ?? firstIn(reading, tree.children);
  });
}

/** Returns the first page in sidebar order, without building the section's sidebar. */
function firstIn(reading: FrameReading, nodes: readonly TreeNode[]): PageSpot | undefined {
  for (const node of nodes) {
    if (node.kind === "page" && isListed(reading, node) && !isLink(reading, node)) return node;
    if (node.kind !== "element" && node.kind !== "group") continue;
    if (node.hidden || (node.kind === "element" && node.element.kind !== "group")) continue;
    const found = (node.kind === "element" && rootPage(reading, node)) || firstIn(reading, node.children);
    if (found) return found;
  }
  return undefined;
}

/** Whether the page has a `url`, which makes it a link to another URL. */
function isLink(reading: FrameReading, page: PageSpot): boolean {
  const { url } = reading.shown(page);
  return url !== undefined && linkTo(reading.site, url).href !== undefined;
}
