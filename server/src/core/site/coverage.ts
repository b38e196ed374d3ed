import type { NavElement } from "../config/settings/navigation.ts";
import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";
import { generatedPages } from "./generated-pages.ts";
import { pageListings } from "./navigation-pages.ts";
import { namedOperation } from "./operation-places.ts";
import { faultInTheWay } from "./operation-faults.ts";
import { isExcluded, isHidden } from "./operation-marks.ts";
import { pageEndpoints } from "./page-endpoints.ts";
import { slugOf } from "./page-slugs.ts";
import { isPublished } from "./published-pages.ts";
import { isReadable } from "./readable-spec.ts";
import type { Site } from "./site.ts";
import { isUsed } from "./used-specs.ts";

/** How well the site tells readers of one operation or webhook. */
export interface OperationCoverage {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
  readonly isWebhook: boolean;
  /** The pages on which readers find it, those in the navigation first. */
  readonly places: readonly CoveragePlace[];
  readonly state: CoverageState;
  readonly hasExample: boolean;
  readonly deprecated: boolean;
}

export type CoverageState =
  /** On a page that the navigation shows. */
  | "shown"
  /** On a page that only who knows the address finds. */
  | "page-only"
  /** On a page that the service does not make as long as the specification has a fault. */
  | "faulty"
  /** `x-hidden` or `x-excluded` keeps it out, and no page in the navigation shows it all the same. */
  | "hidden"
  | "excluded"
  /** On no page. */
  | "missing";

export interface CoveragePlace {
  /** As page paths are written: `api-reference/users/list-users`. */
  readonly slug: string;
  /** The page's file; absent for a page that the service makes. */
  readonly file: SitePath | undefined;
  readonly inNavigation: boolean;
  readonly language: string | undefined;
  readonly version: string | undefined;
}

/** Operations that are meant for readers, and how many of them each thing holds for. */
export interface CoverageCounts {
  /** Without those that are marked as hidden or excluded. */
  readonly meant: number;
  readonly shown: number;
  readonly withExample: number;
  readonly hidden: number;
}

/** Every operation of every specification that the site uses, in the order of files. */
export const coverage = derive((site: Site): readonly OperationCoverage[] => {
  const places = placesByOperation(site);
  return [...site.specs.values()]
    .filter((spec) => isReadable(spec) && isUsed(spec, site))
    .flatMap((spec) => [
      ...spec.operations.map((operation) => coverageOf(spec, operation, false, places, site)),
      ...spec.webhooks.map((operation) => coverageOf(spec, operation, true, places, site)),
    ]);
});

export function countCoverage(operations: readonly OperationCoverage[]): CoverageCounts {
  const meant = operations.filter(({ state }) => state !== "hidden" && state !== "excluded");
  return {
    meant: meant.length,
    shown: meant.filter(({ state }) => state === "shown").length,
    withExample: meant.filter(({ hasExample }) => hasExample).length,
    hidden: operations.length - meant.length,
  };
}

/** Of a hundred operations that are meant for readers, how many are shown; 100 where there are none. Rounded down, so that only all is 100. */
export function shownPercent({ meant, shown }: CoverageCounts): number {
  return meant === 0 ? 100 : Math.floor((shown / meant) * 100);
}

type Places = ReadonlyMap<OperationOutline, readonly CoveragePlace[]>;

function coverageOf(
  spec: SpecOutline,
  operation: OperationOutline,
  isWebhook: boolean,
  known: Places,
  site: Site,
): OperationCoverage {
  const { profile } = site;
  const places = known.get(operation) ?? [];
  const isFaulty = places.length > 0 && faultInTheWay(site, spec, operation) !== undefined;
  const state = isFaulty
    ? "faulty"
    : places.some(({ inNavigation }) => inNavigation)
      ? "shown"
      : isExcluded(operation, profile)
        ? "excluded"
        : isHidden(operation, profile)
          ? "hidden"
          : places.length > 0
            ? "page-only"
            : "missing";
  const { hasExample, deprecated } = operation;
  return { spec, operation, isWebhook, places, state, hasExample, deprecated };
}

function placesByOperation(site: Site): Places {
  const places = new Map<OperationOutline, CoveragePlace[]>();
  const add = (operation: OperationOutline, place: CoveragePlace): void => {
    const own = places.get(operation) ?? [];
    places.set(operation, own);
    if (!own.some((other) => isSame(other, place))) own.push(place);
  };
  const listings = listingsBySlug(site);
  for (const { resolution, page } of pageEndpoints(site)) {
    const operation = namedOperation(resolution);
    const slug = slugOf(page);
    if (!operation || slug === undefined || !isPublished(site.pages, page)) continue;
    const elements = listings.get(slug) ?? [];
    const base = { slug, file: page };
    for (const { language, version } of elements)
      add(operation, { ...base, inNavigation: true, language, version });
    if (elements.length === 0)
      add(operation, { ...base, inNavigation: false, language: undefined, version: undefined });
  }
  for (const { target, slug, listed, language, version } of generatedPages(site))
    if (target.kind !== "channel")
      add(target.operation, { slug, file: undefined, inNavigation: listed, language, version });
  for (const own of places.values()) own.sort((a, b) => Number(b.inNavigation) - Number(a.inNavigation));
  return places;
}

function listingsBySlug({ config }: Site): ReadonlyMap<string, readonly NavElement[]> {
  const listings = new Map<string, NavElement[]>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const known = listings.get(slug);
    if (known) known.push(entry.parent);
    else listings.set(slug, [entry.parent]);
  }
  return listings;
}

function isSame(a: CoveragePlace, b: CoveragePlace): boolean {
  return a.slug === b.slug && a.language === b.language && a.version === b.version;
}
