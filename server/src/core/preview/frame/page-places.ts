import { locationOfNode } from "../../config/json/json-tree.ts";
import type { TreeElement, TreeNode, TreePage } from "../../site/navigation/navigation-tree.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { folderOf } from "../../text/site-path.ts";
import { derive } from "../../text/view.ts";
import type { FramePlace } from "../view/site-frame.ts";
import { type LinkFacts, linkTo } from "./frame-links.ts";
import {
  type FrameReading,
  hrefOf,
  isListed,
  once,
  pageSpot,
  type PageSpot,
  rootPage,
} from "./frame-reading.ts";

/** Where a page stands in the navigation. */
export interface PagePlace {
  /** Elements around it that readers see, the root first; ends in front of the first that is hidden. */
  readonly chain: readonly TreeElement[];
  /** Whether a menu shows the page there. */
  readonly listed: boolean;
  /** Languages and versions around it that readers do not land on. */
  readonly besides: number;
}

/**
 * By which divisions readers have come, outermost first: `["tab API", "version 2"]`. Labels, since docs.json may be
 * another by the next time.
 */
export type NavigationPath = readonly string[];

/** The places of a page, the one that readers get first: of several the one nearest to the way they have come. */
export function findPagePlaces(
  reading: FrameReading,
  slug: string,
  way: NavigationPath = [],
): readonly PagePlace[] {
  const spots = reading.tree ? spotsIn(reading.tree).get(slug) : undefined;
  const places = (spots ?? []).map(({ chain, seen, besides, page }): PagePlace => {
    const listed = seen && (page ? isListed(reading, page) : isShown(reading, slug));
    return { chain, listed, besides };
  });
  return places.sort(
    (a, b) =>
      Number(b.listed) - Number(a.listed) ||
      sharedSteps(b.chain, way) - sharedSteps(a.chain, way) ||
      a.besides - b.besides,
  );
}

/** The way through these divisions. */
export function findNavigationPathThrough(chain: readonly TreeElement[]): NavigationPath {
  const steps = chain.filter(({ element: { kind } }) => kind !== "group" && kind !== "root");
  return steps.map(({ element: { kind, label } }) => `${kind} ${label?.value ?? ""}`);
}

/** How many divisions of the way lead to the chain. */
function sharedSteps(chain: readonly TreeElement[], way: NavigationPath): number {
  if (way.length === 0) return 0;
  const own = findNavigationPathThrough(chain);
  const other = way.findIndex((step, index) => step !== own[index]);
  return other < 0 ? way.length : other;
}

/** The way to the division whose label stands there in docs.json, which readers have chosen; undefined where none does. */
export function findNavigationPath(
  reading: FrameReading,
  { file, range }: FramePlace,
): NavigationPath | undefined {
  const find = (tree: TreeElement, around: readonly TreeElement[]): NavigationPath | undefined => {
    const chain = [...around, tree];
    const at = locationOfNode(tree.element.label ?? tree.element.node);
    if (at.file === file && at.range.start === range.start && at.range.end === range.end)
      return findNavigationPathThrough(chain);
    for (const below of listFrameDivisions(tree)) {
      const way = find(below, chain);
      if (way) return way;
    }
    return undefined;
  };
  return reading.tree && find(reading.tree, []);
}

/**
 * The divisions around a page, the root first. A page that no menu shows stands with those of its folder; below that, and
 * for a page on its own, readers get the default language and version and the first of everything else.
 */
export function divisionsAround(
  reading: FrameReading,
  slug: string,
  way: NavigationPath = [],
): readonly TreeElement[] {
  const [place] = findPagePlaces(reading, slug, way);
  const isShown = place?.listed === true;
  const chain = isShown ? place.chain : (beside(reading, slug, place) ?? []);
  const divisions = chain.filter(({ element }) => element.kind !== "group");
  return isShown ? divisions : filledDown(reading, divisions);
}

/** The division that readers land in below another. */
export function findLandingDivision(reading: FrameReading, tree: TreeElement): TreeElement | undefined {
  const below = listFrameDivisions(tree);
  const inOrder = [...below.filter(({ element }) => element.isDefault), ...below];
  return inOrder.find((child) => hasPages(reading, child));
}

/** Divisions directly in an element that readers can choose from. */
export function listFrameDivisions(tree: TreeElement): readonly TreeElement[] {
  return tree.children.filter(
    (child): child is TreeElement =>
      child.kind === "element" && child.element.kind !== "group" && child.hidden === undefined,
  );
}

/** Whether readers find any page below. */
export function hasPages(reading: FrameReading, tree: TreeElement): boolean {
  return once(reading, "hasPages", tree, () => tree.children.some((child) => leadsToPage(reading, child)));
}

function leadsToPage(reading: FrameReading, node: TreeNode): boolean {
  if (node.kind === "page") return isListed(reading, node);
  if (node.kind === "group")
    return node.hidden === undefined && node.children.some((child) => leadsToPage(reading, child));
  if (node.kind !== "element" || node.hidden) return false;
  return rootPage(reading, node) !== undefined || hasPages(reading, node);
}

/** The first page that a menu shows in a folder, however deep. */
export function firstInFolder(reading: FrameReading, folder: string): string | undefined {
  return firstsOfFolders(reading).get(folder)?.slug;
}

interface PageSpotInTree {
  readonly chain: readonly TreeElement[];
  /** No element around it is hidden. */
  readonly seen: boolean;
  readonly besides: number;
  /** Absent for the root page of a group, which is the last of `chain`. */
  readonly page: TreePage | undefined;
}

/** Where docs.json and specifications put each page, whatever the page itself says: the same while pages are edited. */
const spotsIn = derive((tree: TreeElement): ReadonlyMap<string, readonly PageSpotInTree[]> => {
  const bySlug = new Map<string, PageSpotInTree[]>();
  const add = (slug: string, spot: PageSpotInTree): void => {
    const known = bySlug.get(slug);
    if (known) known.push(spot);
    else bySlug.set(slug, [spot]);
  };
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

/** Asked of pages that no menu lists, which are few. */
function firstsOfFolders(
  reading: FrameReading,
): ReadonlyMap<string, { readonly slug: string; readonly place: PagePlace }> {
  return once(reading, "firstsOfFolders", undefined, () => {
    const firsts = new Map<string, { slug: string; place: PagePlace }>();
    for (const slug of reading.tree ? spotsIn(reading.tree).keys() : []) {
      const [place] = findPagePlaces(reading, slug);
      if (!place?.listed) continue;
      for (let folder = folderOf(slug); folder !== "" && !firsts.has(folder); folder = folderOf(folder))
        firsts.set(folder, { slug, place });
    }
    return firsts;
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

function beside(
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

/** Where a click on a division leads: its `href`, else the first page that readers find in it; nowhere without either. */
export function divisionTarget(reading: FrameReading, tree: TreeElement): LinkFacts {
  const { href } = tree.element;
  if (href) return linkTo(reading.site, href.value);
  const first = firstPage(reading, tree);
  return first ? { href: hrefOf(reading, first) } : {};
}

/** The page that readers land on in a division: of the default language and version, else of the first of everything. */
export function firstPage(reading: FrameReading, tree: TreeElement): PageSpot | undefined {
  return once(reading, "firstPage", tree, () => {
    const below = findLandingDivision(reading, tree);
    return (below && firstPage(reading, below)) ?? firstIn(reading, tree.children);
  });
}

/** The first page as the sidebar lists them; found without making the sidebar of each division that has a tab. */
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

/** A page with `url` leads elsewhere. */
function isLink(reading: FrameReading, page: PageSpot): boolean {
  const { url } = reading.shown(page);
  return url !== undefined && linkTo(reading.site, url).href !== undefined;
}
