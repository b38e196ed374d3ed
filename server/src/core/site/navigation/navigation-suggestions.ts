import type { Config } from "../../config/config.ts";
import type { JsonString } from "../../config/json/json-tree.ts";
import {
  type SectionKey,
  elementKinds,
  type NavElement,
  type NavNode,
  type NavEntry,
} from "../../config/settings/navigation.ts";
import type { Profile } from "../../config/settings/profile.ts";
import type { PageOutline } from "../../page/page.ts";
import { addToGroup, derive, groupBy } from "../../text/maps.ts";
import { getFileName, getFolderPath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPublishedPages, toTitle } from "../pages/pages.ts";
import { getNavigation, readPageEntry } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import { getSection, groupSectionsByPage, getPageListings } from "./navigation-pages.ts";

/**
 * Returns the entry after which an unlisted page should be added. This is the last entry in the same folder that
 * precedes the page alphabetically. If no entry precedes the page, it's the folder's last entry. If the folder has no
 * entries, the nearest ancestor folder that has entries is used instead, except for the root.
 */
export function findNearestEntry(config: Config, slug: string): NavEntry | undefined {
  const slugsByFolder = groupEntriesByFolder(config);
  for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder)) {
    const entry = findNeighborEntry(slugsByFolder.get(folder) ?? [], slug);
    if (entry) return entry;
  }
  return getFolderPath(slug) === "" ? findNeighborEntry(slugsByFolder.get("") ?? [], slug) : undefined;
}

interface ListedSlug {
  readonly slug: string;
  readonly entry: NavEntry;
}

function findNeighborEntry(slugs: readonly ListedSlug[], slug: string): NavEntry | undefined {
  const name = getFileName(slug);
  const [group] = [...groupByParent(slugs)].sort((a, b) => b.length - a.length);
  const previousListing = group?.filter((candidate) => getFileName(candidate.slug) < name).at(-1);
  return (previousListing ?? group?.at(-1))?.entry;
}

/**
 * Groups entries by their parent element. An unlisted page belongs in the element that contains most of its folder's
 * pages.
 */
function groupByParent(slugs: readonly ListedSlug[]): Iterable<readonly ListedSlug[]> {
  const slugsByParent = groupBy(slugs, (item) => item.entry.parent);
  return slugsByParent.values();
}

const groupEntriesByFolder = derive((config: Config): ReadonlyMap<string, readonly ListedSlug[]> => {
  const slugsByFolder = new Map<string, ListedSlug[]>();
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    const folder = getFolderPath(slug);
    addToGroup(slugsByFolder, folder, { slug, entry });
  }
  return slugsByFolder;
});

/**
 * Suggests a label for an element that has none, based on the folder of its first page. For a language, suggests a code
 * that isn't in use yet.
 */
export function suggestLabel(element: NavElement, profile: Profile): string {
  const slug = getFirstSlug(element);
  if (element.kind === "language") return suggestLanguage(element, slug, profile);
  if (element.kind === "version") return /^v?\d[^/]*(?=\/)/.exec(slug ?? "")?.[0] ?? "v1";
  return slug === undefined || getFolderPath(slug) === "" ? "Untitled" : toTitle(getFolderPath(slug));
}

function suggestLanguage(element: NavElement, slug: string | undefined, profile: Profile): string {
  const [folder] = slug?.split("/") ?? [];
  const codes = profile.languageCodes;
  if (folder !== undefined && codes.includes(folder)) return folder;
  const siblings = element.parent?.children ?? [];
  const usedCodes = new Set(siblings.map((child) => (child.type === "element" ? child.label?.value : undefined)));
  return ["en", ...codes].find((code) => !usedCodes.has(code)) ?? "en";
}

function getFirstSlug(element: NavElement): string | undefined {
  for (const child of element.children) {
    const pageEntry = child.type === "entry" ? readPageEntry(child.text) : undefined;
    const slug =
      child.type === "element" ? getFirstSlug(child) : pageEntry?.kind === "page" ? pageEntry.slug : undefined;
    if (slug !== undefined) return slug;
  }
  return undefined;
}

/** A label that duplicates the label of an earlier element in the same array. */
export interface DuplicateLabel {
  readonly label: JsonString;
  readonly firstLabel: JsonString;
}

/** Finds elements in the same array that have the same label. Excludes elements that the service ignores. */
export function* listDuplicateLabels(config: Config, key: SectionKey): Iterable<DuplicateLabel> {
  for (const siblings of listSiblingsUnder(config, key)) {
    const firstLabelsByText = new Map<string, JsonString>();
    for (const { label } of siblings) {
      if (!label || label.value.trim() === "") continue;
      const firstLabel = firstLabelsByText.get(label.value);
      if (firstLabel) yield { label, firstLabel };
      else firstLabelsByText.set(label.value, label);
    }
  }
}

/** Returns the elements of each array under this key, at any level. Excludes arrays that the service ignores. */
export function listSiblingsUnder(config: Config, key: SectionKey): NavElement[][] {
  const siblingLists: NavElement[][] = [];
  const kind = elementKinds[key];
  const hasKind = (child: NavElement["childProperties"][number]) => elementKinds[child.key] === kind;
  const isSibling = (child: NavNode): child is NavElement =>
    child.type === "element" && child.kind === kind && !child.isIgnored;
  for (const parent of getNavigation(config).elements) {
    // Nearly all elements are groups, whose only children are pages and other groups.
    if (!parent.childProperties.some(hasKind)) continue;
    const siblings = parent.children.filter(isSibling);
    if (siblings.length > 0) siblingLists.push(siblings);
  }
  return siblingLists;
}

/**
 * Finds published pages with the same title and description, which readers can't distinguish. Returns a map from each
 * such page to the first other one. Only pages in the same section of the navigation, such as a tab or version, are
 * compared. Counterparts in sibling folders, such as `sdk/js/files` and `sdk/python/files`, have the same title
 * intentionally, as do pages with the same file name in separate groups. Pages that aren't in the navigation aren't
 * compared.
 */
export const findDuplicateTitles = createSiteView(
  ["config", "pages"],
  ({ config, pages }): ReadonlyMap<SitePath, SitePath> => {
    const pagesByTitle = groupByTitle(pages);
    const otherPagesByPath = new Map<SitePath, SitePath>();
    if (pagesByTitle.length === 0) return otherPagesByPath;
    const sectionsByPage = groupSectionsByPage(config);
    const parentsByPage = groupParentsByPage(config);
    for (const group of pagesByTitle) {
      const pagesBySection = new Map<NavElement, ListedPage[]>();
      for (const page of group)
        for (const section of sectionsByPage.get(page.slug) ?? []) {
          const parentsInSection = (parentsByPage.get(page.slug) ?? []).filter(
            (parent) => getSection(parent) === section,
          );
          addToGroup(pagesBySection, section, {
            ...page,
            segments: page.slug.split("/"),
            parents: parentsInSection,
          });
        }
      for (const pagesInSection of pagesBySection.values()) addDuplicates(pagesInSection, otherPagesByPath);
    }
    return otherPagesByPath;
  },
);

interface NamedPage {
  readonly slug: string;
  readonly path: SitePath;
}

/** A page in a section of the navigation. */
interface ListedPage extends NamedPage {
  readonly segments: readonly string[];
  /** The elements in the section whose entries list the page. */
  readonly parents: readonly NavElement[];
}

/** Maps the slug of each page to the elements whose entries list it. */
const groupParentsByPage = derive((config: Config): ReadonlyMap<string, readonly NavElement[]> => {
  const parentsByPath = new Map<string, NavElement[]>();
  for (const { entry, slug } of getPageListings(config))
    if (!entry.isIgnored) addToGroup(parentsByPath, slug, entry.parent);
  return parentsByPath;
});

/**
 * Groups of pages with the same title and description. They're computed independently of the navigation, which changes
 * more often than titles and descriptions.
 */
const groupByTitle = derive((pages: Site["pages"]): readonly (readonly NamedPage[])[] => {
  const pagesByTitle = new Map<string, NamedPage[]>();
  for (const [slug, page] of getPublishedPages(pages).pagesBySlug) {
    const titleKey = getTitleKey(page);
    if (titleKey === undefined) continue;
    addToGroup(pagesByTitle, titleKey, { slug, path: page.path });
  }
  return [...pagesByTitle.values()].filter(({ length }) => length > 1);
});

/** Returns the published pages with the same title and description as a page, including the page itself. */
export function findPagesWithSameTitle(path: SitePath, pages: Site["pages"]): readonly SitePath[] {
  return indexPagesWithSameTitle(pages).get(path) ?? [];
}

const indexPagesWithSameTitle = derive((pages: Site["pages"]): ReadonlyMap<SitePath, readonly SitePath[]> => {
  const groups = groupByTitle(pages).map((group) => group.map(({ path }) => path));
  return new Map(groups.flatMap((paths) => paths.map((path) => [path, paths] as const)));
});

/**
 * Returns a page's title and description, or undefined if it has no description. Pages without a description may still
 * be distinguishable by their position in the menu.
 */
const getTitleKey = derive(({ fields }: PageOutline): string | undefined => {
  const title = fields.get("title");
  const description = fields.get("description");
  if (typeof title !== "string" || typeof description !== "string") return undefined;
  const titleParts = [title, description].map((text) => text.trim());
  return titleParts.includes("") ? undefined : JSON.stringify(titleParts);
});

/** The maximum number of pages that each page is compared with, because all of them may be counterparts. */
const maxComparedPages = 100;

/** Maps each page to the first page in the list that isn't its counterpart. */
function addDuplicates(pages: readonly ListedPage[], otherPagesByPath: Map<SitePath, SitePath>): void {
  const comparedPages = pages.slice(0, maxComparedPages);
  for (const page of pages) {
    if (otherPagesByPath.has(page.path)) continue;
    const otherPage = comparedPages.find(
      (candidate) => candidate.path !== page.path && !areCounterparts(page, candidate),
    );
    if (otherPage) otherPagesByPath.set(page.path, otherPage.path);
  }
}

/**
 * Whether two pages have the same path except for a single folder, as in `sdk/js/files` and `sdk/python/files`, or the
 * same file name and are in separate groups, as in `runtimes/web/files` and `games/unity/files`.
 */
function areCounterparts(a: ListedPage, b: ListedPage): boolean {
  if (a.segments.at(-1) !== b.segments.at(-1)) return false;
  const isSameDepth = a.segments.length === b.segments.length;
  if (isSameDepth && a.segments.filter((segment, index) => segment !== b.segments[index]).length === 1) return true;
  return a.parents.every((parent) =>
    b.parents.every((otherParent) => !isAncestor(parent, otherParent) && !isAncestor(otherParent, parent)),
  );
}

/** Whether `outer` contains `inner` or is the same element. */
function isAncestor(outerElement: NavElement, innerElement: NavElement): boolean {
  for (let ancestor: NavElement | undefined = innerElement; ancestor; ancestor = ancestor.parent)
    if (ancestor === outerElement) return true;
  return false;
}
