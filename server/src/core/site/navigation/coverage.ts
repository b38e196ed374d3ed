import type { Config } from "../../config/config.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";
import { isPublished, getPageSlug } from "../pages/pages.ts";
import { getMenu, navigationOf } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { isExcluded, isHidden, vendorExtension } from "../specs/generated-page-plan.ts";
import { generatedPages } from "../specs/generated-pages.ts";
import {
  endpointEntries,
  isOperationUsed,
  type PageEndpoint,
  pageEndpoints,
} from "../specs/operation-references.ts";
import { isReadable, readingProblem } from "../specs/specs.ts";
import { pageListings, pageMenus } from "./navigation-pages.ts";

/** Where readers of one language and version find an operation. */
export interface OperationPlaces {
  /** Pages that name it and stand in the navigation. */
  readonly pages: readonly SitePath[];
  /** Entries that make a page of it. */
  readonly entries: readonly NavEntry[];
  /** Pages that name it and stand in no menu. Known only where the site has a single menu: else nobody can say whose they are. */
  readonly unlisted: readonly SitePath[];
}

/** The places of one operation by the menu (`getMenu`) in which readers find them. */
export type PlacesByMenu = ReadonlyMap<string, OperationPlaces>;

/** The places of every operation that a page or an entry names; operations are told apart by identity. */
export function operationPlaces(site: Site): ReadonlyMap<OperationOutline, PlacesByMenu> {
  return ofConfig(site.config)(site.specs)(site.pages)(site.profile);
}

const ofConfig = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    derive((pages: Site["pages"]) =>
      derive((profile: Profile) => collect({ config, specs, pages, profile })),
    ),
  ),
);

interface CollectedPlaces extends OperationPlaces {
  readonly pages: SitePath[];
  readonly entries: NavEntry[];
  readonly unlisted: SitePath[];
}

type Parts = Pick<Site, "config" | "specs" | "pages" | "profile">;

function collect(site: Parts): ReadonlyMap<OperationOutline, PlacesByMenu> {
  const found = new Map<OperationOutline, Map<string, CollectedPlaces>>();
  const placesOf = (operation: OperationOutline, menu: string) => {
    const menus = found.get(operation) ?? new Map<string, CollectedPlaces>();
    found.set(operation, menus);
    const places = menus.get(menu) ?? { pages: [], entries: [], unlisted: [] };
    menus.set(menu, places);
    return places;
  };
  for (const { entry, resolution } of endpointEntries(site)) {
    const operation = namedOperation(resolution);
    if (operation && !entry.lost) placesOf(operation, getMenu(entry.parent)).entries.push(entry);
  }
  const onlyMenu = onlyMenuOf(site.config);
  for (const endpoint of pageEndpoints(site)) {
    const operation = namedOperation(endpoint.resolution);
    const slug = getPageSlug(endpoint.page);
    if (!operation || slug === undefined || !isPublished(site.pages, endpoint.page)) continue;
    const menus = pageMenus(site.config).get(slug);
    if (!menus && onlyMenu !== undefined) placesOf(operation, onlyMenu).unlisted.push(endpoint.page);
    for (const menu of menus ?? []) placesOf(operation, menu).pages.push(endpoint.page);
  }
  return found;
}

/** The operation that a reference names beyond doubt. */
export function namedOperation(resolution: PageEndpoint["resolution"]): OperationOutline | undefined {
  if (resolution.kind !== "found" || resolution.candidates.length > 1) return undefined;
  const { target } = resolution;
  return target.kind === "operation" || target.kind === "webhook" ? target.operation : undefined;
}

/** Whether the operation's own page was moved away by the vendor extension, to make room for another. */
export function isMovedAway(operation: OperationOutline, site: Pick<Site, "profile">): boolean {
  return vendorExtension(operation, site.profile)?.href !== undefined;
}

/** The menu that every entry stands in, if there is but one. */
const onlyMenuOf = derive((config: Config): string | undefined => {
  const menus = new Set(navigationOf(config).entries.map(({ parent }) => getMenu(parent)));
  return menus.size === 1 ? [...menus][0] : undefined;
});

/** A fault that keeps an operation out of the docs: its own, or some services' one for the whole file. */
export interface BlockingProblem {
  readonly at: SiteLocation;
  readonly isOwn: boolean;
}

/** Undefined where there is none, and where validity has not been looked into. */
export function findBlockingProblem(
  site: Site,
  spec: SpecOutline,
  operation: OperationOutline,
): BlockingProblem | undefined {
  const { first, byKey } = faultsByOperation(site)(spec);
  const own = byKey.get(keyPlace(operation));
  if (own) return { at: own, isOwn: true };
  return first && site.profile.invalidOperationLosesFile ? { at: first, isOwn: false } : undefined;
}

interface Faults {
  readonly first: SiteLocation | undefined;
  /** By where the key of the operation's method stands. */
  readonly byKey: ReadonlyMap<string, SiteLocation>;
}

/** An operation that a reference has pulled in stands in another file. */
function keyPlace({ file = "", range }: Pick<OperationOutline, "file" | "range">): string {
  return `${range.start} ${file}`;
}

const faultsByOperation = derive((site: Site) =>
  derive((spec: SpecOutline): Faults => {
    const analysis = site.studies.get(spec.path);
    const faults =
      analysis?.of === spec ? (analysis.faults ?? []).filter(({ isTolerated }) => !isTolerated) : [];
    const byKey = new Map<string, SiteLocation>();
    for (const { file, range, operation, users = [] } of faults)
      for (const one of operation ? [operation, ...users] : users)
        if (!byKey.has(keyPlace(one))) byKey.set(keyPlace(one), { file, range });
    return { first: faults[0], byKey };
  }),
);

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
    .filter((spec) => isReadable(spec) && isOperationUsed(spec, site))
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
  const isFaulty = places.length > 0 && findBlockingProblem(site, spec, operation) !== undefined;
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
    const slug = getPageSlug(page);
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

/** The coverage of one specification, or why it can have none. */
export interface SpecCoverage {
  readonly spec: SpecOutline;
  readonly fault: "cannot be read" | "version is not supported" | undefined;
  readonly counts: CoverageCounts;
  readonly operations: readonly OperationCoverage[];
}

/** Every specification with operations that the site uses, in the order of files; also those that cannot be read. */
export const specCoverages = derive((site: Site): readonly SpecCoverage[] => {
  const bySpec = operationsBySpec(site);
  return [...site.specs.values()]
    .filter((spec) => spec.kind !== "asyncapi" && isOperationUsed(spec, site))
    .map((spec) => {
      const operations = bySpec.get(spec) ?? [];
      return { spec, fault: faultOf(spec), counts: countCoverage(operations), operations };
    });
});

function faultOf(spec: SpecOutline): SpecCoverage["fault"] {
  if (isReadable(spec)) return undefined;
  return readingProblem(spec) ? "cannot be read" : "version is not supported";
}

function operationsBySpec(site: Site): ReadonlyMap<SpecOutline, readonly OperationCoverage[]> {
  const bySpec = new Map<SpecOutline, OperationCoverage[]>();
  for (const one of coverage(site)) {
    const known = bySpec.get(one.spec);
    if (known) known.push(one);
    else bySpec.set(one.spec, [one]);
  }
  return bySpec;
}
