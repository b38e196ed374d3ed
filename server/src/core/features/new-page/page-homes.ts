import { placeOf } from "../../config/json/json-tree.ts";
import { childOrder, type NavElement, type NavNode } from "../../config/settings/navigation.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import { nearestListing } from "../../site/navigation/navigation-suggestions.ts";
import { isNavigationComplete, navigationOf } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { type GeneratedPage, generatedPages } from "../../site/specs/generated-pages.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { wordFor } from "../navigation/drop.ts";

/** A part of the navigation that takes pages. */
export interface PageHome {
  readonly element: NavElement;
  readonly at: SiteLocation;
  /** `Getting started` */
  readonly label: string;
  /** What it stands in, from the outside in: `["en", "Guides"]`. */
  readonly around: readonly string[];
}

/** Every part of the navigation that takes pages, in the order of docs.json; none while docs.json cannot be read whole. */
export function pageHomes(site: Site): readonly PageHome[] {
  if (!isNavigationComplete(site.config)) return [];
  return navigationOf(site.config)
    .elements.filter((element) => takesPages(element) && !makesOwnPages(site, element))
    .map((element) => ({
      element,
      at: placeOf(element.node),
      label: nameOf(element),
      around: namesAround(element),
    }));
}

/**
 * Whether it lists no page and the service makes its pages of a specification, which is sure only as long as it lists
 * none (specification, "Endpoint definition in pages", 4).
 */
export function makesOwnPages(site: Site, element: NavElement): boolean {
  const lists = element.childKeys.some(({ array }) => (array?.items.length ?? 0) > 0);
  return !lists && generatingNodes(site).has(element);
}

function generatingNodes(site: Site): ReadonlySet<NavNode> {
  return nodesOf(generatedPages(site));
}

const nodesOf = derive((pages: readonly GeneratedPage[]) => new Set<NavNode>(pages.map(({ node }) => node)));

function takesPages({ kind, href, lost, keptKey, childKeys }: NavElement): boolean {
  if (lost || kind === "global" || (href && kind !== "root")) return false;
  if (keptKey !== undefined) return keptKey === "pages";
  return childKeys.length === 0 && childOrder[kind].includes("pages");
}

/**
 * Where a page most likely goes: the part that lists the page which is open, else the one that lists its neighbours in
 * the folder, else the first.
 */
export function likelyHome(
  site: Site,
  homes: readonly PageHome[],
  { page, folder }: { readonly page?: string | undefined; readonly folder: string },
): PageHome | undefined {
  const own = pageListings(site.config).find(({ slug, entry }) => slug === page && !entry.lost)?.entry;
  const beside = nearestListing(site.config, folder === "" ? "page" : `${folder}/page`);
  const of = (element: NavElement | undefined) => homes.find((home) => home.element === element);
  return of(own?.parent) ?? of(beside?.parent) ?? homes[0];
}

/** What readers see of a part of the navigation. */
export function nameOf({ kind, label }: NavElement): string {
  return label?.value ?? wordFor[kind];
}

function namesAround(element: NavElement): readonly string[] {
  const names: string[] = [];
  for (let at = element.parent; at && at.kind !== "root"; at = at.parent) names.unshift(nameOf(at));
  return names;
}
