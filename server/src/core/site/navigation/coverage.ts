import type { Config } from "../../config/config.ts";
import type { NavElement, NavEntry } from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { addToGroup, derive, groupBy } from "../../text/maps.ts";
import type { SiteLocation, SitePath } from "../../text/text-edit.ts";
import { getPageSlug, isPublished, getPageSlugs } from "../pages/pages.ts";
import { getMenuKey, listParents, getNavigation, readPageEntry } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import { isExcluded, isHidden, getVendorExtension } from "../specs/generated-page-plan.ts";
import { getGeneratedPages } from "../specs/generated-pages.ts";
import {
  getEndpointEntries,
  endpointFields,
  type EndpointTarget,
  findTarget,
  isAmbiguous,
  isReferenceShown,
  isSpecUsed,
  type PageEndpoint,
  listPageEndpoints,
} from "../specs/operation-references.ts";
import { findOperationsAtUrl, getServiceProblems, isReadable, getReadProblem } from "../specs/specs.ts";
import { isVisible, getPageListings, groupMenuKeysByPage } from "./navigation-pages.ts";

/** The locations where readers find an operation in one language and version. */
export interface OperationLocations {
  /** Pages in the navigation that document the operation. */
  readonly pages: readonly SitePath[];
  /** Entries that generate a page for the operation. */
  readonly entries: readonly NavEntry[];
  /**
   * Pages that document the operation but aren't in any menu. Empty if the site has several menus, because it's unclear
   * which menu such pages belong to.
   */
  readonly unlistedPages: readonly SitePath[];
}

/** The locations of an operation, by menu key (see `getMenuKey`). */
export type LocationsByMenu = ReadonlyMap<string, OperationLocations>;

/**
 * Returns the locations of every operation that a page or an entry refers to. The map's keys are the operation objects
 * themselves.
 */
export const groupLocationsByOperation = createSiteView(
  ["config", "specs", "pages", "profile"],
  (site): ReadonlyMap<OperationOutline, LocationsByMenu> => collectLocations(site),
);

interface CollectedLocations extends OperationLocations {
  readonly pages: SitePath[];
  readonly entries: NavEntry[];
  readonly unlistedPages: SitePath[];
}

type CoverageInput = Pick<Site, "config" | "specs" | "pages" | "profile">;

function collectLocations(site: CoverageInput): ReadonlyMap<OperationOutline, LocationsByMenu> {
  const locationsByOperation = new Map<OperationOutline, Map<string, CollectedLocations>>();
  const getLocations = (operation: OperationOutline, menuKey: string) => {
    const locationsByMenu = locationsByOperation.get(operation) ?? new Map<string, CollectedLocations>();
    locationsByOperation.set(operation, locationsByMenu);
    const locations = locationsByMenu.get(menuKey) ?? { pages: [], entries: [], unlistedPages: [] };
    locationsByMenu.set(menuKey, locations);
    return locations;
  };
  for (const { entry, resolution } of getEndpointEntries(site)) {
    const operation = getNamedOperation(resolution, site.profile);
    // No page is generated for an entry with an excluded operation.
    if (operation && !entry.isIgnored && !isExcluded(operation, site.profile))
      getLocations(operation, getMenuKey(entry.parent)).entries.push(entry);
  }
  const onlyMenuKey = getOnlyMenuKey(site.config);
  for (const endpoint of listPageEndpoints(site)) {
    const operation = getNamedOperation(endpoint.resolution, site.profile);
    const slug = getPageSlug(endpoint.page);
    if (!operation || slug === undefined || !isPublished(site.pages, endpoint.page)) continue;
    const menuKeys = groupMenuKeysByPage(site.config).get(slug);
    if (!menuKeys && onlyMenuKey !== undefined) getLocations(operation, onlyMenuKey).unlistedPages.push(endpoint.page);
    for (const menuKey of menuKeys ?? []) getLocations(operation, menuKey).pages.push(endpoint.page);
  }
  return locationsByOperation;
}

/**
 * Returns the operation that readers see for a reference, or undefined if the reference doesn't identify exactly one
 * operation.
 */
export function getNamedOperation(
  resolution: PageEndpoint["resolution"],
  profile: Profile,
): OperationOutline | undefined {
  if (resolution.kind !== "found" || resolution.candidates.length > 1) return undefined;
  if (!isReferenceShown(resolution, profile)) return undefined;
  const { target } = resolution;
  return target.kind === "operation" || target.kind === "webhook" ? target.operation : undefined;
}

/** Whether a vendor extension moved the operation's own page to another URL to make room for another page. */
export function isMovedByExtension(operation: OperationOutline, site: Pick<Site, "profile">): boolean {
  return getVendorExtension(operation, site.profile)?.href !== undefined;
}

/** The key of the site's only menu. Undefined if the site has several menus. */
const getOnlyMenuKey = derive((config: Config): string | undefined => {
  const menuKeys = new Set<string>();
  for (const element of listParents(getNavigation(config))) menuKeys.add(getMenuKey(element));
  return menuKeys.size === 1 ? [...menuKeys][0] : undefined;
});

/**
 * A problem that keeps an operation out of the docs. Depending on the service, the problem can be in the operation
 * itself or anywhere in the file.
 */
export interface BlockingProblem {
  readonly location: SiteLocation;
  readonly isOwnProblem: boolean;
}

/**
 * Returns the problem that keeps an operation out of the docs, or undefined if the operation isn't blocked or the
 * specification hasn't been validated.
 */
export function findBlockingProblem(
  site: Pick<Site, "analyses" | "profile">,
  spec: SpecOutline,
  operation: OperationOutline,
): BlockingProblem | undefined {
  const { firstLocation, locationsByKey } = indexProblemLocations(site)(spec);
  const problemLocation = locationsByKey.get(getPositionKey(operation));
  if (problemLocation) return { location: problemLocation, isOwnProblem: true };
  return firstLocation && site.profile.invalidOperationExcludesFile
    ? { location: firstLocation, isOwnProblem: false }
    : undefined;
}

interface SpecProblemLocations {
  readonly firstLocation: SiteLocation | undefined;
  /** The location of each problem. The keys are derived from the positions of operations (see `getPositionKey`). */
  readonly locationsByKey: ReadonlyMap<string, SiteLocation>;
}

/**
 * Returns a key for an operation's position. The key includes the file, because an operation that is included through a
 * reference is in another file.
 */
function getPositionKey({ file = "", range }: Pick<OperationOutline, "file" | "range">): string {
  return `${range.start} ${file}`;
}

const indexProblemLocations = createSiteView(["analyses", "profile"], (site) =>
  derive((spec: SpecOutline): SpecProblemLocations => {
    const isCurrent = site.analyses.get(spec.path)?.outline === spec;
    const problems = isCurrent ? getServiceProblems(site, spec).filter(({ isTolerated }) => !isTolerated) : [];
    const locationsByKey = new Map<string, SiteLocation>();
    for (const { file, range, operation, users = [] } of problems)
      for (const specOperation of operation ? [operation, ...users] : users)
        if (!locationsByKey.has(getPositionKey(specOperation)))
          locationsByKey.set(getPositionKey(specOperation), { file, range });
    return { firstLocation: problems[0], locationsByKey };
  }),
);

/** The state of an operation or webhook in the docs, and the pages where readers find it. */
export interface OperationCoverage {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
  readonly isWebhook: boolean;
  /** The pages on which readers find the operation. Pages in the navigation come first. */
  readonly locations: readonly CoverageLocation[];
  readonly state: CoverageState;
  readonly hasExample: boolean;
  readonly deprecated: boolean;
}

export type CoverageState =
  /** The operation is on a page in the navigation. */
  | "shown"
  /** The operation is on a page that readers can open only by its URL. */
  | "page-only"
  /** A problem in the specification prevents the operation's page from being generated. */
  | "faulty"
  /** The operation is on a page that doesn't specify a file, and several specifications define the operation. */
  | "ambiguous"
  /** `x-hidden` or `x-excluded` excludes the operation, and no page in the navigation shows it. */
  | "hidden"
  | "excluded"
  /** The operation isn't on any page. */
  | "missing";

export interface CoverageLocation {
  /** The slug in the format of page paths, such as `api-reference/users/list-users`. */
  readonly slug: string;
  /** The page's file. Undefined for a generated page. */
  readonly file: SitePath | undefined;
  readonly isInNavigation: boolean;
  readonly language: string | undefined;
  readonly version: string | undefined;
}

/** The numbers of operations that are intended for readers, in total and in each state. */
export interface CoverageCounts {
  /** The number of operations that aren't hidden or excluded. */
  readonly eligibleCount: number;
  readonly shownCount: number;
  readonly exampleCount: number;
  readonly hiddenCount: number;
}

const coverageParts = ["config", "specs", "pages", "files", "profile", "analyses"] as const;
type CoverageParts = Pick<Site, (typeof coverageParts)[number]>;

/** All operations in the specifications that the site uses, in file order. */
export const getCoverage = createSiteView(coverageParts, (site): readonly OperationCoverage[] => {
  const locations = getLocationsByOperation(site);
  return [...site.specs.values()]
    .filter((spec) => isReadable(spec) && isSpecUsed(spec, site))
    .flatMap((spec) => [
      ...spec.operations.map((operation) => getOperationCoverage(spec, operation, false, locations, site)),
      ...spec.webhooks.map((operation) => getOperationCoverage(spec, operation, true, locations, site)),
    ]);
});

export function countCoverage(operations: readonly OperationCoverage[]): CoverageCounts {
  const readerOperations = operations.filter(({ state }) => state !== "hidden" && state !== "excluded");
  return {
    eligibleCount: readerOperations.length,
    shownCount: readerOperations.filter(({ state }) => state === "shown").length,
    exampleCount: readerOperations.filter(({ hasExample }) => hasExample).length,
    hiddenCount: operations.length - readerOperations.length,
  };
}

/**
 * Returns the percentage of operations intended for readers that are shown, or 100 if no operations are intended for
 * readers. The result is rounded down, so 100 always means that all of them are shown.
 */
export function getShownPercent({ eligibleCount, shownCount }: CoverageCounts): number {
  return eligibleCount === 0 ? 100 : Math.floor((shownCount / eligibleCount) * 100);
}

type LocationsByOperation = ReadonlyMap<OperationOutline, readonly CoverageLocation[]>;

interface CoverageLocations {
  readonly certainLocations: LocationsByOperation;
  /** Maps each operation that ambiguous references match to the pages that contain such references. */
  readonly ambiguousLocations: LocationsByOperation;
}

function getOperationCoverage(
  spec: SpecOutline,
  operation: OperationOutline,
  isWebhook: boolean,
  coverageLocations: CoverageLocations,
  site: Pick<Site, "analyses" | "profile">,
): OperationCoverage {
  const { profile } = site;
  const certainLocations = coverageLocations.certainLocations.get(operation) ?? [];
  const ambiguousLocations = coverageLocations.ambiguousLocations.get(operation) ?? [];
  const isBlocked = certainLocations.length > 0 && findBlockingProblem(site, spec, operation) !== undefined;
  const state = isBlocked
    ? "faulty"
    : certainLocations.some(({ isInNavigation }) => isInNavigation)
      ? "shown"
      : isExcluded(operation, profile)
        ? "excluded"
        : isHidden(operation, profile)
          ? "hidden"
          : certainLocations.length > 0
            ? "page-only"
            : ambiguousLocations.length > 0
              ? "ambiguous"
              : "missing";
  const { hasExample, deprecated } = operation;
  const visibleLocations = state === "ambiguous" ? ambiguousLocations : certainLocations;
  return { spec, operation, isWebhook, locations: visibleLocations, state, hasExample, deprecated };
}

function getLocationsByOperation(site: CoverageParts): CoverageLocations {
  const certainLocations = new LocationRegister();
  const ambiguousLocations = new LocationRegister();
  const elementsBySlug = groupListingsBySlug(site);
  const { fileBySlug } = getPageSlugs(site.files);
  const isHiddenFile = (file: SitePath | undefined) =>
    file !== undefined && site.pages.get(file)?.fields.get("hidden") === true;
  const documentingPages = listDocumentingPages(site);
  for (const { page, slug, operations, isAmbiguous: isPageAmbiguous } of documentingPages) {
    const register = isPageAmbiguous ? ambiguousLocations : certainLocations;
    for (const element of elementsBySlug.get(slug) ?? [])
      for (const operation of operations)
        register.add(operation, {
          slug,
          file: page,
          isInNavigation: isVisible(element) && !isHiddenFile(page),
          language: element.language,
          version: element.version,
        });
  }
  for (const { target, slug, isListed, node, language, version } of getGeneratedPages(site)) {
    const file = fileBySlug.get(slug);
    const isShownInNavigation = isVisible(node.type === "entry" ? node.parent : node) && !isHiddenFile(file);
    if (target.kind !== "channel")
      certainLocations.add(target.operation, {
        slug,
        file,
        isInNavigation: isListed && isShownInNavigation,
        language,
        version,
      });
  }
  // If a page that replaces a generated page is in the navigation, its location was already added as that of the
  // generated page.
  for (const { page, slug, operations, isAmbiguous: isPageAmbiguous } of documentingPages)
    for (const operation of operations)
      (isPageAmbiguous ? ambiguousLocations : certainLocations).addUnlistedPage(operation, { slug, file: page });
  return { certainLocations: certainLocations.toSortedMap(), ambiguousLocations: ambiguousLocations.toSortedMap() };
}

class LocationRegister {
  readonly #locationsByOperation = new Map<OperationOutline, CoverageLocation[]>();

  add(operation: OperationOutline, location: CoverageLocation): void {
    const locations = this.#getLocations(operation);
    const index = locations.findIndex((other) => isSameLocation(other, location));
    if (index < 0) locations.push(location);
    else if (location.isInNavigation) locations[index] = location;
  }

  /** Adds a page outside the navigation, unless the operation already has a location with the same slug. */
  addUnlistedPage(operation: OperationOutline, { slug, file }: Pick<CoverageLocation, "slug" | "file">): void {
    const locations = this.#getLocations(operation);
    if (!locations.some((other) => other.slug === slug))
      locations.push({ slug, file, isInNavigation: false, language: undefined, version: undefined });
  }

  /** Returns all locations. For each operation, the locations in the navigation come first. */
  toSortedMap(): LocationsByOperation {
    for (const locations of this.#locationsByOperation.values())
      locations.sort((a, b) => Number(b.isInNavigation) - Number(a.isInNavigation));
    return this.#locationsByOperation;
  }

  #getLocations(operation: OperationOutline): CoverageLocation[] {
    const locations = this.#locationsByOperation.get(operation) ?? [];
    this.#locationsByOperation.set(operation, locations);
    return locations;
  }
}

/** A page whose frontmatter refers to an operation. */
export interface DocumentingPage {
  readonly page: SitePath;
  readonly slug: string;
  /**
   * The operations that the page documents. If the page doesn't specify a file, there is one operation for each
   * specification that defines it.
   */
  readonly operations: readonly OperationOutline[];
  /** Whether the operations are in different specifications. */
  readonly isAmbiguous: boolean;
}

/**
 * Returns the published pages that document an operation through `openapi` or `api`. References in `api` never include
 * a specification.
 */
export const listDocumentingPages = createSiteView(
  ["config", "specs", "pages", "profile"],
  ({ config, specs, pages, profile }): readonly DocumentingPage[] => {
    const endpointPages = listPageEndpoints({ config, specs, pages }).map(({ page, resolution }) => ({
      page,
      isUnclear: resolution.kind === "found" && isAmbiguous(resolution),
      operations:
        resolution.kind === "found" && isReferenceShown(resolution, profile)
          ? resolution.candidates.flatMap((spec) => listTargetOperations(findTarget(spec, resolution.reference)))
          : [],
    }));
    const apiUrlPages = listPagesWithApiUrl(pages).map(({ page, api }) => ({
      page,
      isUnclear: true,
      operations:
        profile.name === "mintlify" || isUpperCase(api)
          ? (findOperationsAtUrl(specs, api) ?? []).map(({ operation }) => operation)
          : [],
    }));
    return [...endpointPages, ...apiUrlPages].flatMap(({ page, operations, isUnclear }) => {
      const slug = getPageSlug(page);
      if (operations.length === 0 || slug === undefined || !isPublished(pages, page)) return [];
      return [{ page, slug, operations, isAmbiguous: isUnclear && operations.length > 1 }];
    });
  },
);

/** Returns the operations that have a page, whether or not the page is in the navigation. */
export const listOperationsWithPage = createSiteView(
  ["config", "specs", "pages", "profile"],
  (site): ReadonlySet<OperationOutline> =>
    new Set([
      ...getGeneratedPages(site).flatMap(({ target }) => listTargetOperations(target)),
      ...listDocumentingPages(site).flatMap(({ operations }) => operations),
    ]),
);

function listTargetOperations(target: EndpointTarget | undefined): readonly OperationOutline[] {
  return target?.kind === "operation" || target?.kind === "webhook" ? [target.operation] : [];
}

/** Whether the method in an `api` field is uppercase, as the specification requires. */
function isUpperCase(api: string): boolean {
  const [method = ""] = api.trim().split(/\s/, 1);
  return method === method.toUpperCase();
}

/** Returns the pages that document an operation through the `api` field. */
export const listPagesWithApiUrl = derive((pages: Site["pages"]) =>
  [...pages.values()].flatMap(({ path: page, fields }) => {
    const api = fields.get("api");
    return typeof api === "string" && !endpointFields.some((field) => fields.has(field)) ? [{ page, api }] : [];
  }),
);

/** Returns a map from the slug of each page to the elements that list the page as an entry or as their root. */
export function groupListingsBySlug({ config }: Pick<Site, "config">): ReadonlyMap<string, readonly NavElement[]> {
  return groupListings(config);
}

const groupListings = derive((config: Config): ReadonlyMap<string, readonly NavElement[]> => {
  const elementsBySlug = new Map<string, NavElement[]>();
  const add = (slug: string, element: NavElement): void => addToGroup(elementsBySlug, slug, element);
  for (const { entry, slug } of getPageListings(config)) if (!entry.isIgnored && slug !== "") add(slug, entry.parent);
  for (const element of getNavigation(config).elements) {
    const rootEntry = element.root && readPageEntry(element.root.value);
    if (rootEntry?.kind === "page") add(rootEntry.slug, element);
  }
  return elementsBySlug;
});

function isSameLocation(a: CoverageLocation, b: CoverageLocation): boolean {
  return a.slug === b.slug && a.language === b.language && a.version === b.version;
}

/** The coverage of one specification, or the reason why the coverage can't be determined. */
export interface SpecCoverage {
  readonly spec: SpecOutline;
  readonly problem: "unreadable" | "version-unsupported" | undefined;
  readonly counts: CoverageCounts;
  readonly operations: readonly OperationCoverage[];
}

/**
 * All specifications that have operations and that the site uses, in file order. Includes specifications that can't be
 * read.
 */
export const getSpecCoverages = createSiteView(coverageParts, (site): readonly SpecCoverage[] => {
  const coveragesBySpec = groupCoverageBySpec(site);
  return [...site.specs.values()]
    .filter((spec) => spec.kind !== "asyncapi" && isSpecUsed(spec, site))
    .map((spec) => {
      const operations = coveragesBySpec.get(spec) ?? [];
      return { spec, problem: getSpecProblem(spec), counts: countCoverage(operations), operations };
    });
});

function getSpecProblem(spec: SpecOutline): SpecCoverage["problem"] {
  if (isReadable(spec)) return undefined;
  return getReadProblem(spec) ? "unreadable" : "version-unsupported";
}

function groupCoverageBySpec(site: CoverageParts): ReadonlyMap<SpecOutline, readonly OperationCoverage[]> {
  const coveragesBySpec = groupBy(getCoverage(site), (coverage) => coverage.spec);
  return coveragesBySpec;
}

/** The operations that page files, navigation entries, and generated pages show. */
export const listDocumentedOperations = createSiteView(
  ["config", "specs", "pages", "profile"],
  (site): ReadonlySet<OperationOutline> => {
    const documentedOperations = new Set<OperationOutline>();
    for (const { target } of getGeneratedPages(site))
      if (target.kind === "operation") documentedOperations.add(target.operation);
    // An operation with a lowercase method also counts as documented, because `openapi/method-not-uppercase` already
    // reports the method.
    for (const { api } of listPagesWithApiUrl(site.pages))
      for (const { operation } of findOperationsAtUrl(site.specs, api) ?? []) documentedOperations.add(operation);
    for (const { resolution } of [...listPageEndpoints(site), ...getEndpointEntries(site)]) {
      if (resolution.kind !== "found") continue;
      for (const spec of resolution.candidates) {
        const target = findTarget(spec, resolution.reference);
        if (target?.kind === "operation") documentedOperations.add(target.operation);
      }
    }
    return documentedOperations;
  },
);
