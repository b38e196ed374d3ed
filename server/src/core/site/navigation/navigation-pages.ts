import type { Config } from "../../config/config.ts";
import type { JsonNode, JsonString } from "../../config/json/json-tree.ts";
import type { NavElement, NavEntry, Navigation, NavNode } from "../../config/settings/navigation.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { getPageSlug, getPageSlugs, getPublishedPages, isPublished } from "../pages/pages.ts";
import {
  type ParsedEntries,
  getMenuKey,
  listParsedEntries,
  getNavigation,
  isNavigationComplete,
  type PageEntry,
  readPageEntry,
  visitEntries,
} from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { isEndpointLike } from "../../spec/operation-reference.ts";
import { indexGeneratedPagesBySlug } from "../specs/generated-pages.ts";
import { mayComeFromOverlay, listNamedSources } from "../specs/specs.ts";
import { mayBeRemote } from "../specs/unread-pages.ts";

/** A navigation entry that refers to a page. */
export interface ListedEntry {
  readonly entry: NavEntry;
  readonly parsedEntry: PageEntry;
  /** The page's slug. An empty string if the entry isn't a path in the site. */
  readonly slug: string;
}

/** Returns, in file order, the entries that refer to pages, including entries that the service ignores. */
export function getPageListings(config: Config): readonly ListedEntry[] {
  return listAllEntries(getNavigation(config));
}

const listAllEntries = derive((navigation: Navigation) => filterListings(navigation, () => true));

/** Returns the entries that refer to pages in each `pages` array that `isSelected` accepts. */
function filterListings(navigation: Navigation, isSelected: (entries: ParsedEntries) => boolean): ListedEntry[] {
  const listedEntries: ListedEntry[] = [];
  visitEntries(navigation, isSelected, (entry, pageEntry) => {
    if (pageEntry) listedEntries.push({ entry, parsedEntry: pageEntry, slug: getSlug(pageEntry) });
  });
  return listedEntries;
}

/**
 * Returns the entries that aren't page paths in the usual form, such as URLs and paths with an extension, and the other
 * entries in the same `pages` arrays.
 */
export function getUnusualListings(config: Config): readonly ListedEntry[] {
  return listUnusualListings(getNavigation(config));
}

const listUnusualListings = derive((navigation: Navigation) =>
  filterListings(navigation, ({ areOrdinary }) => !areOrdinary),
);

/**
 * Returns the entries whose path isn't exactly that of a page file: those that aren't page paths, generated pages,
 * missing pages, and pages whose path differs in case.
 */
export function getListingsWithoutFile({ config, files }: Pick<Site, "config" | "files">): readonly ListedEntry[] {
  return listEntriesWithoutFile(getNavigation(config))(files);
}

const listEntriesWithoutFile = derive((navigation: Navigation) =>
  derive((files: Site["files"]): readonly ListedEntry[] => {
    const { fileBySlug } = getPageSlugs(files);
    const hasEntryWithoutFile = createMissingFileCheck(files);
    return filterListings(navigation, hasEntryWithoutFile).filter(({ slug }) => slug === "" || !fileBySlug.has(slug));
  }),
);

/** Returns a function that checks whether any of the entries isn't exactly the path of a page file. */
const createMissingFileCheck = derive((files: Site["files"]) => {
  const { fileBySlug } = getPageSlugs(files);
  const resultsByEntries = new WeakMap<ParsedEntries, boolean>();
  return (entries: ParsedEntries): boolean => {
    const hasEntryWithoutFile =
      resultsByEntries.get(entries) ??
      entries.pages.some((page) => page && !(page.kind === "page" && fileBySlug.has(page.slug)));
    resultsByEntries.set(entries, hasEntryWithoutFile);
    return hasEntryWithoutFile;
  };
});

function getSlug(pageEntry: PageEntry): string {
  return pageEntry.kind === "page" ? pageEntry.slug : "";
}

/** The slugs of the pages in the navigation. */
interface ListedSlugs {
  readonly exactSlugs: ReadonlySet<string>;
  readonly lowerCaseSlugs: ReadonlySet<string>;
  /**
   * Whether `exactSlugs` contains a slug. Doesn't compute `exactSlugs`, which takes time in proportion to the
   * navigation.
   */
  readonly has: (slug: string) => boolean;
  /** Whether two entries have the same slug, possibly in different menus. */
  readonly hasRepeatedSlug: boolean;
}

/**
 * Returns the slugs of the pages that the navigation contains as entries or as the `root` of a group. Use
 * `lowerCaseSlugs` to find slugs that differ only in case.
 */
export function getListedSlugs(config: Config): ListedSlugs {
  return computeListedSlugs(getNavigation(config));
}

const computeListedSlugs = derive((navigation: Navigation): ListedSlugs => {
  const roots = new Set<string>();
  for (const { root } of navigation.elements) {
    const slug = getRootSlug(root);
    if (slug !== undefined) roots.add(slug);
  }
  const { getCount, hasRepeatedSlug } = countSlugs(listParsedEntries(navigation));
  let exactSlugs: ReadonlySet<string> | undefined;
  let lowerCaseSlugs: ReadonlySet<string> | undefined;
  return {
    hasRepeatedSlug,
    has: (slug) => getCount(slug) > 0 || roots.has(slug),
    // Computed on demand, because only a few rules need the sets.
    get exactSlugs() {
      return (exactSlugs ??= new Set([...listAllEntries(navigation).flatMap(({ slug }) => slug || []), ...roots]));
    },
    get lowerCaseSlugs() {
      return (lowerCaseSlugs ??= new Set([...this.exactSlugs].map((slug) => slug.toLowerCase())));
    },
  };
});

/** The number of entries for each page in a version of the navigation. */
interface SlugCounts {
  /** The arrays of entries. A `$ref` can include the same array several times. */
  readonly arrays: readonly ParsedEntries[];
  readonly counts: ReadonlyMap<string, number>;
  /** The number of slugs that more than one entry has. */
  readonly repeatedCount: number;
}

/**
 * The counts for an earlier version of the navigation, stored for some of its arrays, so that only the arrays that have
 * changed since then have to be counted.
 */
const earlierCountsByArray = new WeakMap<ParsedEntries, SlugCounts>();

/** The maximum number of entries in changed arrays. If there are more, all entries are counted again. */
const maxChangedEntries = 500;

/** Counts the entries for each page. */
function countSlugs(arrays: readonly ParsedEntries[]): {
  readonly getCount: (slug: string) => number;
  readonly hasRepeatedSlug: boolean;
} {
  // An edit rarely changes both of these arrays.
  const edgeArrays = [arrays[0], arrays.at(-1)].filter((array) => array !== undefined);
  const [earlierSlugCounts] = edgeArrays.flatMap((array) => earlierCountsByArray.get(array) ?? []);
  const changesBySlug = earlierSlugCounts && computeCountChanges(earlierSlugCounts.arrays, arrays);
  if (earlierSlugCounts && changesBySlug) {
    const { counts } = earlierSlugCounts;
    let { repeatedCount } = earlierSlugCounts;
    for (const [slug, change] of changesBySlug) {
      const previousCount = counts.get(slug) ?? 0;
      repeatedCount += Number(previousCount + change > 1) - Number(previousCount > 1);
    }
    return {
      getCount: (slug) => (counts.get(slug) ?? 0) + (changesBySlug.get(slug) ?? 0),
      hasRepeatedSlug: repeatedCount > 0,
    };
  }
  const countsBySlug = new Map<string, number>();
  for (const array of arrays) addCounts(countsBySlug, array, 1);
  let repeatedCount = 0;
  for (const count of countsBySlug.values()) if (count > 1) repeatedCount++;
  for (const array of edgeArrays) earlierCountsByArray.set(array, { arrays, counts: countsBySlug, repeatedCount });
  return { getCount: (slug) => countsBySlug.get(slug) ?? 0, hasRepeatedSlug: repeatedCount > 0 };
}

/** Returns the change in the number of entries for each page, or undefined if too much has changed. */
function computeCountChanges(
  oldArrays: readonly ParsedEntries[],
  newArrays: readonly ParsedEntries[],
): ReadonlyMap<string, number> | undefined {
  const max = Math.min(oldArrays.length, newArrays.length);
  let commonStart = 0;
  while (commonStart < max && oldArrays[commonStart] === newArrays[commonStart]) commonStart++;
  let commonEndCount = 0;
  while (commonEndCount < max - commonStart && oldArrays.at(-1 - commonEndCount) === newArrays.at(-1 - commonEndCount))
    commonEndCount++;
  const factorsByArray = new Map<ParsedEntries, number>();
  const addFactors = (arrays: readonly ParsedEntries[], factor: number) => {
    for (const array of arrays.slice(commonStart, arrays.length - commonEndCount))
      factorsByArray.set(array, (factorsByArray.get(array) ?? 0) + factor);
  };
  addFactors(oldArrays, -1);
  addFactors(newArrays, 1);
  const changesBySlug = new Map<string, number>();
  let changedCount = 0;
  for (const [array, factor] of factorsByArray) {
    if (factor === 0) continue;
    changedCount += array.pages.length;
    if (changedCount > maxChangedEntries) return undefined;
    addCounts(changesBySlug, array, factor);
  }
  return changesBySlug;
}

/** Adds `factor` to the count of each slug in an array of entries. */
function addCounts(countsBySlug: Map<string, number>, { pages }: ParsedEntries, factor: number): void {
  for (const page of pages)
    if (page?.kind === "page") countsBySlug.set(page.slug, (countsBySlug.get(page.slug) ?? 0) + factor);
}

function getRootSlug(root: JsonString | undefined): string | undefined {
  const pageEntry = root && readPageEntry(root.value);
  return pageEntry?.kind === "page" ? pageEntry.slug : undefined;
}

export type PageLookup =
  | { readonly kind: "found"; readonly file: SitePath | undefined }
  /** There is a page whose path differs only in capitalization. */
  | { readonly kind: "wrong-case"; readonly slug: string; readonly file: SitePath }
  | { readonly kind: "missing" }
  /** The page has no file, but a specification that is remote or hasn't been loaded yet might generate it. */
  | { readonly kind: "not-known" };

/** Finds the page with this path, which either has a file or is generated from a specification. */
export function findPage(site: Site, slug: string): PageLookup {
  const { fileBySlug, slugsByLowerCase } = getPageSlugs(site.files);
  const file = fileBySlug.get(slug);
  if (file !== undefined) return { kind: "found", file };
  const generatedPage = findGeneratedPage(site, slug);
  const [otherSlug] = slugsByLowerCase.get(slug.toLowerCase()) ?? [];
  const otherFile = otherSlug === undefined ? undefined : fileBySlug.get(otherSlug);
  // Paths of generated pages are in lowercase, so a path whose last segment contains uppercase letters can't belong to
  // a generated page.
  const isCaseError = generatedPage === undefined || (generatedPage.kind === "not-known" && /[A-Z][^/]*$/.test(slug));
  if (otherSlug !== undefined && otherFile !== undefined && isCaseError)
    return { kind: "wrong-case", slug: otherSlug, file: otherFile };
  return generatedPage ?? { kind: "missing" };
}

function findGeneratedPage(site: Site, slug: string): PageLookup | undefined {
  if (isGenerated(site, slug)) return { kind: "found", file: undefined };
  // The pages of a remote specification are unknown until the service builds the site.
  return mayBeRemote(site, slug) || mayComeFromOverlay(slug, site) || hasPendingSpecs(site)
    ? { kind: "not-known" }
    : undefined;
}

/**
 * Whether specifications that haven't been loaded yet could generate pages. Such pages can have any path, because
 * `href` can move them.
 */
export function hasPendingSpecs(site: Site): boolean {
  return !site.loaded.specs && hasGeneratedPages(site.config);
}

/** Whether a loaded specification generates a page with this path. */
export function isGenerated(site: Site, slug: string): boolean {
  return indexGeneratedPagesBySlug(site).has(slug);
}

/** Whether the navigation contains specifications. */
function hasGeneratedPages(config: Config): boolean {
  return listNamedSources(config).some(({ element }) => element);
}

/**
 * Maps the slug of each page to the keys of the menus that list it (see `getMenuKey`). Pages that aren't in any menu
 * are omitted.
 */
export const groupMenuKeysByPage = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const menuKeysBySlug = new Map<string, Set<string>>();
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    const pageMenuKeys = menuKeysBySlug.get(slug);
    if (pageMenuKeys) pageMenuKeys.add(getMenuKey(entry.parent));
    else menuKeysBySlug.set(slug, new Set([getMenuKey(entry.parent)]));
  }
  return menuKeysBySlug;
});

/**
 * Maps the slug of each page to the sections that list it, such as a tab or version. Only the innermost section of each
 * entry is included. Pages that aren't in the navigation are omitted.
 */
export const groupSectionsByPage = derive((config: Config): ReadonlyMap<string, ReadonlySet<NavElement>> => {
  const sectionsByPage = new Map<string, Set<NavElement>>();
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    const section = getSection(entry.parent);
    const pageSections = sectionsByPage.get(slug);
    if (pageSections) pageSections.add(section);
    else sectionsByPage.set(slug, new Set([section]));
  }
  return sectionsByPage;
});

/** Returns the innermost section that contains the element, or the element itself if it isn't a group. */
export const getSection = derive((element: NavElement): NavElement =>
  element.kind === "group" && element.parent ? getSection(element.parent) : element,
);

/** The slugs of the pages that the navigation shows. Excludes pages in parts of docs.json that the service ignores. */
export const getShownSlugs = derive((config: Config): ReadonlySet<string> => {
  const roots = getNavigation(config).elements.flatMap(({ isIgnored, root }) =>
    isIgnored ? [] : (getRootSlug(root) ?? []),
  );
  return new Set([...groupMenuKeysByPage(config).keys(), ...roots]);
});

/** The slugs of the pages that readers see in the navigation. Excludes pages that are only in hidden parts of it. */
export const getVisibleSlugs = derive((config: Config): ReadonlySet<string> => {
  const listedSlugs = getPageListings(config).flatMap(({ entry, slug }) =>
    !entry.isIgnored && isVisible(entry.parent) ? [slug] : [],
  );
  const roots = getNavigation(config).elements.flatMap((element) =>
    isVisible(element) ? (getRootSlug(element.root) ?? []) : [],
  );
  return new Set([...listedSlugs, ...roots]);
});

/** Whether readers see the element's content. Cached for each element, because it can contain thousands of pages. */
export const isVisible = derive(
  (element: NavElement): boolean =>
    !element.isHidden && !element.isIgnored && (element.parent === undefined || isVisible(element.parent)),
);

/** Whether all pages under a child key are also in a part of the same menu that readers see. */
export function areChildrenRepeated(
  config: Config,
  element: NavElement,
  { array }: NavElement["childProperties"][number],
): boolean {
  const items = new Set<JsonNode>(array?.items);
  const names = element.children.flatMap((child) => (items.has(child.node) ? listEntryNames(child) : []));
  const visibleNames = listVisibleNames(getNavigation(config)).get(getMenuKey(element));
  return names.length > 0 && names.every((name) => name !== undefined && visibleNames?.has(name));
}

/**
 * Returns the names of the pages and endpoints in a part of the navigation. The result contains undefined for links and
 * for elements with specifications, from which the service generates pages.
 */
function listEntryNames(node: NavNode): readonly (string | undefined)[] {
  if (node.type === "entry") return [getEntryName(node.text)];
  const { childProperties, children, href, openapi, asyncapi, root } = node;
  const isUnknown =
    href !== undefined ||
    (openapi && !openapi.isInherited) ||
    (asyncapi && !asyncapi.isInherited) ||
    childProperties.some(({ array }) => !array);
  return [
    ...(isUnknown ? [undefined] : []),
    ...(root ? [getEntryName(root.value)] : []),
    ...children.flatMap(listEntryNames),
  ];
}

/** The names of the pages and endpoints that readers see in each menu. */
const listVisibleNames = derive(({ elements, entries }: Navigation): ReadonlyMap<string, ReadonlySet<string>> => {
  const namesByMenu = new Map<string, Set<string>>();
  const add = (element: NavElement, text: string) => {
    if (!isVisible(element)) return;
    const menuKey = getMenuKey(element);
    const names = namesByMenu.get(menuKey) ?? new Set();
    namesByMenu.set(menuKey, names.add(getEntryName(text)));
  };
  for (const element of elements) if (element.root) add(element, element.root.value);
  for (const entry of entries) if (!entry.isIgnored) add(entry.parent, entry.text);
  return namesByMenu;
});

/** Returns the slug of a page, or the text of any other entry. */
function getEntryName(text: string): string {
  const page = isEndpointLike(text) ? undefined : readPageEntry(text);
  return page?.kind === "page" ? page.slug : text;
}

/**
 * Whether the service parses this file's MDX. The service parses all `.mdx` files, as well as `.md` files that are in
 * the navigation or that a page imports. Other `.md` files, such as READMEs and instructions for agents, often aren't
 * valid MDX, but that does no harm.
 */
export function isParsedAsMdx(site: Pick<Site, "pages" | "config">, path: SitePath): boolean {
  if (!site.pages.has(path)) return false;
  if (/\.mdx$/i.test(path)) return true;
  if (getPublishedPages(site.pages).importersByFile.has(path)) return true;
  const slug = getPageSlug(path);
  return slug !== undefined && getListedSlugs(site.config).has(slug);
}

/**
 * Whether readers can open the page only with its URL or from a link, because it isn't in the visible part of the
 * navigation. False for snippets, and if it's unknown because part of the navigation couldn't be read.
 */
export function isHiddenPage({ config, pages }: Pick<Site, "config" | "pages">, path: SitePath): boolean {
  const slug = getPageSlug(path);
  if (slug === undefined || slug === "index" || !isNavigationComplete(config)) return false;
  if (!isPublished(pages, path)) return false;
  if (pages.get(path)?.fields.get("hidden") === true) return true;
  return !getVisibleSlugs(config).has(slug) && !listLinkedSlugs(config).has(slug);
}

/** The slugs of the pages that tabs, anchors, and other navigation elements open. */
export const listLinkedSlugs = derive((config: Config): ReadonlySet<string> => {
  const slugs = getNavigation(config).elements.flatMap(({ href }) => {
    const path = href && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href.value) ? href.value.split(/[?#]/)[0] : undefined;
    return path === undefined ? [] : [path.replace(/^\/+|\/+$/g, "")];
  });
  return new Set(slugs);
});
