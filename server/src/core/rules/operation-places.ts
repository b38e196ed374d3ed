import type { Config } from "../config/config.ts";
import type { NavEntry } from "../config/navigation.ts";
import type { Profile } from "../config/profile.ts";
import { derive } from "../site/derive.ts";
import { endpointEntries } from "../site/endpoint-entries.ts";
import { vendorExtension } from "../site/generated-page-plan.ts";
import { menuOf } from "../site/menu-of.ts";
import { navigationOf } from "../site/navigation-of.ts";
import { pageListings } from "../site/navigation-pages.ts";
import { pageEndpoints, type PageEndpoint } from "../site/page-endpoints.ts";
import { slugOf } from "../site/page-slugs.ts";
import { isPublished } from "../site/published-pages.ts";
import type { Site } from "../site/site.ts";
import type { OperationOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-range.ts";

/** Where readers of one language and version find an operation. */
export interface OperationPlaces {
  /** Pages that name it and stand in the navigation. */
  readonly pages: readonly SitePath[];
  /** Entries that make a page of it. */
  readonly entries: readonly NavEntry[];
  /** Pages that name it and stand in no menu. Known only where the site has a single menu: else nobody can say whose they are. */
  readonly unlisted: readonly SitePath[];
}

/** Of each operation the places by language, version and product; operations are told apart by identity. */
export type PlacesByScope = ReadonlyMap<string, OperationPlaces>;

/** The places of every operation that a page or an entry names. */
export function operationPlaces(site: Site): ReadonlyMap<OperationOutline, PlacesByScope> {
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

function collect(site: Parts): ReadonlyMap<OperationOutline, PlacesByScope> {
  const found = new Map<OperationOutline, Map<string, CollectedPlaces>>();
  const placesOf = (operation: OperationOutline, scope: string) => {
    const scopes = found.get(operation) ?? new Map<string, CollectedPlaces>();
    found.set(operation, scopes);
    const places = scopes.get(scope) ?? { pages: [], entries: [], unlisted: [] };
    scopes.set(scope, places);
    return places;
  };
  for (const { entry, resolution } of endpointEntries(site)) {
    const operation = namedOperation(resolution);
    if (operation && !entry.lost) placesOf(operation, menuOf(entry.parent)).entries.push(entry);
  }
  const onlyMenu = onlyMenuOf(site.config);
  for (const endpoint of pageEndpoints(site)) {
    const operation = namedOperation(endpoint.resolution);
    const slug = slugOf(endpoint.page);
    if (!operation || slug === undefined || !isPublished(site.pages, endpoint.page)) continue;
    const scopes = scopesOfPages(site.config).get(slug);
    if (!scopes && onlyMenu !== undefined) placesOf(operation, onlyMenu).unlisted.push(endpoint.page);
    for (const scope of scopes ?? []) placesOf(operation, scope).pages.push(endpoint.page);
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
  const menus = new Set(navigationOf(config).entries.map(({ parent }) => menuOf(parent)));
  return menus.size === 1 ? [...menus][0] : undefined;
});

/** In which languages and versions each page is listed. */
const scopesOfPages = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const scopes = new Map<string, Set<string>>();
  for (const { entry, slug } of pageListings(config)) {
    if (entry.lost || slug === "") continue;
    const known = scopes.get(slug) ?? new Set<string>();
    known.add(menuOf(entry.parent));
    scopes.set(slug, known);
  }
  return scopes;
});
