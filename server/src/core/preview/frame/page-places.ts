import type { TreeElement, TreeNode } from "../../site/navigation-with-pages.ts";
import { readPageEntry } from "../../site/read-page-entry.ts";
import { folderOf } from "../../text/site-path.ts";
import { isListed, once, rootPage, type FrameReading } from "./frame-reading.ts";

/** Where a page stands in the navigation. */
export interface PagePlace {
  /** Elements around it that readers see, the root first; ends in front of the first that is hidden. */
  readonly chain: readonly TreeElement[];
  /** Whether a menu shows the page there. */
  readonly listed: boolean;
  /** Languages and versions around it that readers do not land on. */
  readonly besides: number;
}

/** The places of a page, the one that readers get first. */
export function placesOf(reading: FrameReading, slug: string): readonly PagePlace[] {
  return allPlaces(reading).bySlug.get(slug) ?? [];
}

/**
 * The divisions around a page, the root first. A page that no menu shows stands with those of its folder; below that, and
 * for a page on its own, readers get the default language and version and the first of everything else.
 */
export function divisionsAround(reading: FrameReading, slug: string): readonly TreeElement[] {
  const [place] = placesOf(reading, slug);
  const isShown = place?.listed === true;
  const chain = isShown ? place.chain : (beside(reading, slug, place) ?? []);
  const divisions = chain.filter(({ element }) => element.kind !== "group");
  return isShown ? divisions : filledDown(reading, divisions);
}

/** The division that readers land in below another. */
export function landingBelow(reading: FrameReading, tree: TreeElement): TreeElement | undefined {
  const below = divisionsIn(tree);
  const inOrder = [...below.filter(({ element }) => element.isDefault), ...below];
  return inOrder.find((child) => hasPages(reading, child));
}

/** Divisions directly in an element that readers can choose from. */
export function divisionsIn(tree: TreeElement): readonly TreeElement[] {
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
  return allPlaces(reading).byFolder.get(folder)?.slug;
}

interface Places {
  readonly bySlug: ReadonlyMap<string, readonly PagePlace[]>;
  /** The first page that a menu shows in each folder, however deep. */
  readonly byFolder: ReadonlyMap<string, { readonly slug: string; readonly place: PagePlace }>;
}

function allPlaces(reading: FrameReading): Places {
  return once(reading, "places", undefined, () => {
    const bySlug = new Map<string, PagePlace[]>();
    const visit = (node: TreeNode, place: PagePlace): void => {
      if (node.kind === "page") {
        add(bySlug, node.slug, { ...place, listed: place.listed && isListed(reading, node) });
        return;
      }
      if (node.kind === "group") for (const child of node.children) visit(child, place);
      if (node.kind !== "element" || node.hidden === "dropped") return;
      const below = within(place, node);
      const { root } = node.element;
      const read = root && readPageEntry(root.value);
      if (read?.kind === "page")
        add(bySlug, read.slug, {
          ...below,
          listed: below.listed && rootPage(reading, node) !== undefined,
        });
      for (const child of node.children) visit(child, below);
    };
    if (reading.tree) visit(reading.tree, { chain: [], listed: true, besides: 0 });
    const byFolder = new Map<string, { slug: string; place: PagePlace }>();
    for (const [slug, places] of bySlug) {
      places.sort((a, b) => Number(b.listed) - Number(a.listed) || a.besides - b.besides);
      const [place] = places;
      if (!place?.listed) continue;
      for (let folder = folderOf(slug); folder !== "" && !byFolder.has(folder); folder = folderOf(folder))
        byFolder.set(folder, { slug, place });
    }
    return { bySlug, byFolder };
  });
}

function within({ chain, listed, besides }: PagePlace, tree: TreeElement): PagePlace {
  const { kind, isDefault } = tree.element;
  const isBeside = (kind === "language" || kind === "version") && !isDefault;
  const isSeen = listed && tree.hidden === undefined;
  return {
    chain: isSeen ? [...chain, tree] : chain,
    listed: isSeen,
    besides: besides + (isBeside ? 1 : 0),
  };
}

function add(bySlug: Map<string, PagePlace[]>, slug: string, place: PagePlace): void {
  const known = bySlug.get(slug);
  if (known) known.push(place);
  else bySlug.set(slug, [place]);
}

function beside(
  reading: FrameReading,
  slug: string,
  place: PagePlace | undefined,
): readonly TreeElement[] | undefined {
  if (place) return place.chain;
  const { byFolder } = allPlaces(reading);
  for (let folder = folderOf(slug); folder !== ""; folder = folderOf(folder)) {
    const found = byFolder.get(folder);
    if (found) return found.place.chain;
  }
  return reading.tree && [reading.tree];
}

function filledDown(reading: FrameReading, divisions: readonly TreeElement[]): readonly TreeElement[] {
  const chain = [...divisions];
  for (let last = chain.at(-1); last; last = chain.at(-1)) {
    const next = landingBelow(reading, last);
    if (!next) break;
    chain.push(next);
  }
  return chain;
}
