import { getNodeLocation } from "../../config/json/json-tree.ts";
import { childOrder, type NavElement, type NavEntry, type NavNode } from "../../config/settings/navigation.ts";
import { getCoverage } from "../../site/navigation/coverage.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { findNearestEntry } from "../../site/navigation/navigation-suggestions.ts";
import { groupCounterpartsByPage } from "../../site/navigation/translations.ts";
import { isNavigationComplete, getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { isExcluded, isHidden } from "../../site/specs/generated-page-plan.ts";
import { type GeneratedPage, getGeneratedPages } from "../../site/specs/generated-pages.ts";
import { isReadable } from "../../site/specs/specs.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { getShortestReference } from "../completion/complete-frontmatter.ts";
import { listOperations } from "../completion/complete-navigation.ts";
import { getCounterpartSlug } from "../move/plan-move.ts";
import { checkNewPage } from "../navigation/check-new-page.ts";
import { elementLabels } from "../navigation/drag-and-drop.ts";
import type { PageTemplate } from "./page-templates.ts";

/** A section or group in the navigation that can contain pages. */
export interface PageDestination {
  readonly element: NavElement;
  readonly location: SiteLocation;
  /** The label, such as `Getting started`. */
  readonly label: string;
  /** The labels of the elements that contain this one, with the outermost first, such as `["en", "Guides"]`. */
  readonly ancestors: readonly string[];
}

/**
 * Returns all navigation elements that can contain pages, in docs.json order. Returns an empty list if docs.json can't
 * be read completely.
 */
export function getPageDestinations(site: Site): readonly PageDestination[] {
  if (!isNavigationComplete(site.config)) return [];
  return getNavigation(site.config)
    .elements.filter((element) => canContainPages(element) && !generatesPages(site, element))
    .map((element) => ({
      element,
      location: getNodeLocation(element.node),
      label: getDestinationName(element),
      ancestors: getAncestorNames(element),
    }));
}

/**
 * Whether the element's pages are generated from a specification because the element has no entries. The service
 * reliably generates pages only if the element doesn't list any pages.
 */
export function generatesPages(site: Site, element: NavElement): boolean {
  const hasEntries = element.childProperties.some(({ array }) => (array?.items.length ?? 0) > 0);
  return !hasEntries && getGeneratingNodes(site).has(element);
}

function getGeneratingNodes(site: Site): ReadonlySet<NavNode> {
  return collectNodes(getGeneratedPages(site));
}

const collectNodes = derive((pages: readonly GeneratedPage[]) => new Set<NavNode>(pages.map(({ node }) => node)));

function canContainPages({ kind, href, isIgnored, retainedKey, childProperties }: NavElement): boolean {
  if (isIgnored || kind === "global" || (href && kind !== "root")) return false;
  if (retainedKey !== undefined) return retainedKey === "pages";
  return childProperties.length === 0 && childOrder[kind].includes("pages");
}

/**
 * Returns the most likely element for a new page: the one that contains the open page or, if there is none, one that
 * contains pages in the same folder. If neither exists, returns the first element.
 */
export function findLikelyDestination(
  site: Site,
  destinations: readonly PageDestination[],
  { page, folder }: { readonly page?: string | undefined; readonly folder: string },
): PageDestination | undefined {
  const openPageEntry = getPageListings(site.config).find(
    ({ slug, entry }) => slug === page && !entry.isIgnored,
  )?.entry;
  const nearestEntry = findNearestEntry(site.config, folder === "" ? "page" : `${folder}/page`);
  const findDestination = (element: NavElement | undefined) =>
    destinations.find((destination) => destination.element === element);
  return findDestination(openPageEntry?.parent) ?? findDestination(nearestEntry?.parent) ?? destinations[0];
}

/** Returns an element's name as readers see it. */
export function getDestinationName({ kind, label }: NavElement): string {
  return label?.value ?? elementLabels[kind];
}

function getAncestorNames(element: NavElement): readonly string[] {
  const ancestorNames: string[] = [];
  for (let ancestor = element.parent; ancestor && ancestor.kind !== "root"; ancestor = ancestor.parent)
    ancestorNames.unshift(getDestinationName(ancestor));
  return ancestorNames;
}

/** The same page in another language or version, and its position in the navigation. */
export interface CounterpartDestination {
  /** The counterpart's path, such as `fr/guides/first-steps`. */
  readonly slug: string;
  /** The labels of the element and its ancestors, such as `fr › Guides`. */
  readonly label: string;
  /** The entry to insert the page after, or the element to add the page to. */
  readonly node: NavNode;
}

/**
 * Returns where the page's counterparts belong in other languages and versions: next to the counterparts of the page's
 * siblings. `neighborNode` is the entry that the page itself is listed next to. Returns an empty list if the siblings
 * have no counterparts or if the page's path doesn't correspond to their paths.
 */
export function findCounterpartDestinations(
  site: Site,
  neighborNode: NavNode,
  slug: string,
  kind: PageTemplate["kind"],
): readonly CounterpartDestination[] {
  const counterpartsBySlug = groupCounterpartsByPage(site.config);
  const entryBySlug = new Map<string, NavEntry>();
  for (const { entry, slug: listedSlug } of getPageListings(site.config))
    if (!entry.isIgnored && !entryBySlug.has(listedSlug)) entryBySlug.set(listedSlug, entry);
  const destinationBySection = new Map<string, CounterpartDestination>();
  for (const neighbor of getNeighbors(neighborNode))
    for (const counterpartSlug of counterpartsBySlug.get(neighbor.slug) ?? []) {
      const entry = entryBySlug.get(counterpartSlug);
      const target = getCounterpartSlug(neighbor.slug, slug, counterpartSlug);
      if (!entry || target === undefined || target === slug) continue;
      const sectionKey = `${entry.parent.language ?? ""} ${entry.parent.version ?? ""}`;
      if (destinationBySection.has(sectionKey) || !checkNewPage(site, kind, target).ok) continue;
      const isAfterNeighbor = neighborNode.type === "entry" && neighbor.entry === neighborNode;
      destinationBySection.set(sectionKey, {
        slug: target,
        label: getLabel(entry),
        node: isAfterNeighbor ? entry : entry.parent,
      });
    }
  return [...destinationBySection.values()];
}

interface Neighbor {
  readonly slug: string;
  readonly entry: NavEntry;
}

/**
 * Returns the pages in the same list: first the entry itself if `node` is an entry, and then all pages, from the end of
 * the list to its start.
 */
function getNeighbors(node: NavNode): readonly Neighbor[] {
  const element = node.type === "element" ? node : node.parent;
  const entries = element?.children.flatMap((child) => (child.type === "entry" ? [child] : [])) ?? [];
  const sortedEntries = [...(node.type === "entry" ? [node] : []), ...entries.reverse()];
  return sortedEntries.flatMap((entry) => {
    const pageEntry = readPageEntry(entry.text);
    return pageEntry.kind === "page" && !entry.isIgnored ? [{ slug: pageEntry.slug, entry }] : [];
  });
}

function getLabel({ parent }: NavEntry): string {
  const names = [getDestinationName(parent)];
  for (let ancestor = parent.parent; ancestor && ancestor.kind !== "root"; ancestor = ancestor.parent)
    names.unshift(getDestinationName(ancestor));
  return names.join(" › ");
}

/** An operation or webhook that doesn't appear on any page that readers can find. */
export interface PagelessOperation {
  readonly spec: SitePath;
  /** The name, such as `GET /users` or `webhook order.paid`. */
  readonly name: string;
  readonly summary?: string;
  readonly deprecated: boolean;
}

/**
 * Returns the operations that don't appear on any page, in file order. Excludes operations that a specification marks
 * as hidden or excluded.
 */
export function findPagelessOperations(site: Site): readonly PagelessOperation[] {
  const documentedOperations = new Set(
    getCoverage(site).flatMap(({ operation, state }) => (state === "missing" ? [] : [operation])),
  );
  return getReadableSpecs(site).flatMap((spec) =>
    listOperations(spec, site.profile).flatMap(({ operation, name }): PagelessOperation[] => {
      if (
        documentedOperations.has(operation) ||
        isHidden(operation, site.profile) ||
        isExcluded(operation, site.profile)
      )
        return [];
      const { summary, deprecated } = operation;
      return [{ spec: spec.path, name, ...(summary !== undefined && { summary }), deprecated }];
    }),
  );
}

/** Returns the shortest reference that a page at `path` can use for the operation. */
export function createReference(site: Site, path: SitePath, { spec, name }: PagelessOperation): string {
  const outline = site.specs.get(spec);
  return outline
    ? getShortestReference({ site, path }, name, outline, readOperationReference, getReadableSpecs(site).length)
    : name;
}

function getReadableSpecs(site: Site): readonly SpecOutline[] {
  return [...site.specs.values()].filter((spec) => spec.kind !== "asyncapi" && isReadable(spec));
}
