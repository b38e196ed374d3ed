import type { Config } from "../config/config.ts";
import type { NavEntry } from "../config/settings/navigation.ts";
import type { Profile } from "../config/settings/profile.ts";
import { derive } from "../text/view.ts";
import { endpointEntries } from "./endpoint-entries.ts";
import { vendorExtension } from "./generated-page-plan.ts";
import { menuOf } from "./menu-of.ts";
import { navigationOf } from "./navigation-of.ts";
import { pageEndpoints, type PageEndpoint } from "./page-endpoints.ts";
import { pageMenus } from "./page-menus.ts";
import { slugOf } from "./page-slugs.ts";
import { isPublished } from "./published-pages.ts";
import type { Site } from "./site.ts";
import type { OperationOutline } from "../spec/spec-outline.ts";
import type { SitePath } from "../text/text-edit.ts";

/** Where readers of one language and version find an operation. */
export interface OperationPlaces {
  /** Pages that name it and stand in the navigation. */
  readonly pages: readonly SitePath[];
  /** Entries that make a page of it. */
  readonly entries: readonly NavEntry[];
  /** Pages that name it and stand in no menu. Known only where the site has a single menu: else nobody can say whose they are. */
  readonly unlisted: readonly SitePath[];
}

/** The places of one operation by the menu (`menuOf`) in which readers find them. */
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
    if (operation && !entry.lost) placesOf(operation, menuOf(entry.parent)).entries.push(entry);
  }
  const onlyMenu = onlyMenuOf(site.config);
  for (const endpoint of pageEndpoints(site)) {
    const operation = namedOperation(endpoint.resolution);
    const slug = slugOf(endpoint.page);
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
  const menus = new Set(navigationOf(config).entries.map(({ parent }) => menuOf(parent)));
  return menus.size === 1 ? [...menus][0] : undefined;
});
