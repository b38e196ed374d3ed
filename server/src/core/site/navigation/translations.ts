import type { Config } from "../../config/config.ts";
import type { NavElement, NavEntry, NavNode } from "../../config/settings/navigation.ts";
import type { PageOutline } from "../../page/page.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getFileName, getFolderPath, getParentFolders } from "../../text/site-path.ts";
import { getPageSlug, getPublishedPages } from "../pages/pages.ts";
import { getNavigation, readPageEntry } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { getPageListings } from "./navigation-pages.ts";
import { listSiblingsUnder } from "./navigation-suggestions.ts";

/** A language that lacks pages that its sibling languages list. */
export interface SiblingGap {
  readonly element: NavElement;
  /** The missing pages, in the order in which the sibling languages list them. */
  readonly missingCounterparts: readonly MissingCounterpart[];
  /** Whether this language, or each of those that list the missing pages, is written separately (see `Comparison`). */
  readonly isSeparate: boolean;
}

export interface MissingCounterpart {
  readonly listedBy: NavElement;
  readonly entry: NavEntry;
  /** The path of the page that the sibling lists, such as `guides/start`. */
  readonly listedSlug: string;
  /** The path that the page would have in the language that lacks it, such as `fr/guides/start` for `guides/start`. */
  readonly slug: string;
  /** The path without the sibling's own folder, used to compare pages. */
  readonly relativeSlug: string;
  /** Whether the default language doesn't list the page either. */
  readonly isExtra: boolean;
}

/**
 * The languages that lack pages of comparable languages, in file order. Versions aren't included, because their pages
 * differ intentionally.
 */
export const findSiblingGaps = derive((config: Config): readonly SiblingGap[] =>
  listComparisons(config).flatMap((comparison) =>
    comparison.key === "languages" ? findGapsBetween(comparison, collectLanguageRoots(config)) : [],
  ),
);

/** The counterparts of each page in other languages and versions. */
export const groupCounterpartsByPage = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const counterpartsBySlug = new Map<string, Set<string>>();
  for (const { pageSets } of listComparisons(config))
    for (const { pagesByPath } of pageSets)
      for (const [relativeSlug, { slug }] of pagesByPath)
        for (const other of pageSets) {
          const counterpartSlug = other.pagesByPath.get(relativeSlug)?.slug;
          if (counterpartSlug === undefined || counterpartSlug === slug) continue;
          const pageCounterparts = counterpartsBySlug.get(slug) ?? new Set();
          counterpartsBySlug.set(slug, pageCounterparts.add(counterpartSlug));
        }
  return counterpartsBySlug;
});

export interface Comparison {
  readonly key: "languages" | "versions";
  readonly pageSets: readonly PageSet[];
  /**
   * The siblings that are written separately from the default sibling: those with only a few of its pages, and those
   * whose pages are organized differently.
   */
  readonly outliers: ReadonlySet<NavElement>;
}

/**
 * The maximum number of languages or versions that are compared with each other. Each page has counterparts in all
 * other languages or versions, so the required time and memory are quadratic in this number.
 */
const maxComparisons = 200;

/** Groups of sibling languages or versions that have the same pages. */
export const listComparisons = derive((config: Config): readonly Comparison[] => {
  const pagesByElement = groupPagesByElement(config);
  const isListed = ({ isHidden, href }: NavElement) => !isHidden && !href;
  return (["languages", "versions"] as const).flatMap((key) =>
    listSiblingsUnder(config, key).map((siblings) => ({
      key,
      ...compareSiblings(siblings.filter(isListed).slice(0, maxComparisons), pagesByElement),
    })),
  );
});

type PagesByElement = ReadonlyMap<NavElement, readonly ListedPage[]>;

interface ListedPage {
  readonly slug: string;
  readonly entry: NavEntry;
}

/** Returns a map from each language and version to its pages. */
export function groupPagesByElement(config: Config): PagesByElement {
  const pagesByElement = new Map<NavElement, ListedPage[]>();
  if (!getNavigation(config).elements.some(({ kind }) => kind === "language" || kind === "version"))
    return pagesByElement;
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    for (let element: NavElement | undefined = entry.parent; element; element = element.parent) {
      if (element.kind !== "language" && element.kind !== "version") continue;
      addToGroup(pagesByElement, element, { slug, entry });
    }
  }
  return pagesByElement;
}

/** Returns a map from each language to the pages that are the `root` of one of its groups or other elements. */
function collectLanguageRoots(config: Config): ReadonlyMap<NavElement, readonly string[]> {
  const rootsByLanguage = new Map<NavElement, string[]>();
  for (const navElement of getNavigation(config).elements) {
    const pageEntry = navElement.root && !navElement.isIgnored ? readPageEntry(navElement.root.value) : undefined;
    if (pageEntry?.kind !== "page") continue;
    for (let element: NavElement | undefined = navElement; element; element = element.parent)
      if (element.kind === "language") addToGroup(rootsByLanguage, element, pageEntry.slug);
  }
  return rootsByLanguage;
}

/**
 * The pages of a language or version, keyed by their path without the folder of that language or version, such as
 * `guides/start` for `fr/guides/start`.
 */
export interface PageSet {
  readonly element: NavElement;
  readonly folder: string;
  readonly pagesByPath: ReadonlyMap<string, ListedPage>;
}

function findGapsBetween(
  { pageSets, outliers }: Comparison,
  rootsByLanguage: ReadonlyMap<NavElement, readonly string[]>,
): readonly SiblingGap[] {
  const listedPagesByPath = new Map<string, { readonly page: ListedPage; readonly listedBy: NavElement }>();
  for (const { element, pagesByPath } of pageSets)
    for (const [relativeSlug, page] of pagesByPath)
      if (!listedPagesByPath.has(relativeSlug)) listedPagesByPath.set(relativeSlug, { page, listedBy: element });
  // Readers find a page that is the root of a group, even if no entry lists it.
  const listRoots = ({ element, folder }: PageSet) =>
    new Set(rootsByLanguage.get(element)?.map((slug) => removeFolder(folder, slug)));
  const defaultPageSet = pageSets.find(({ element }) => element.isDefault) ?? pageSets[0];
  const defaultPaths = new Set(
    defaultPageSet ? [...defaultPageSet.pagesByPath.keys(), ...listRoots(defaultPageSet)] : [],
  );
  return pageSets.flatMap((pageSet) => {
    const { element, folder, pagesByPath } = pageSet;
    const roots = listRoots(pageSet);
    const gaps = [...listedPagesByPath].flatMap(([relativeSlug, { page, listedBy }]) =>
      pagesByPath.has(relativeSlug) ||
      roots.has(relativeSlug) ||
      isListedUnderOtherName({ relativeSlug, entry: page.entry, listedBy }, pageSet, pageSets)
        ? []
        : [
            {
              listedBy,
              entry: page.entry,
              listedSlug: page.slug,
              slug: folder + relativeSlug,
              relativeSlug,
              isExtra: !defaultPaths.has(relativeSlug),
            },
          ],
    );
    if (gaps.length === 0) return [];
    const isSeparate = outliers.has(element) || gaps.every(({ listedBy }) => outliers.has(listedBy));
    return [{ element, missingCounterparts: gaps, isSeparate }];
  });
}

/**
 * Whether the group at the same position in this language lists the page under another name. In this case, both groups
 * list the same number of pages. If any language lists both names, they're different pages.
 */
function isListedUnderOtherName(
  { relativeSlug, entry, listedBy }: Pick<MissingCounterpart, "relativeSlug" | "entry" | "listedBy">,
  { element: languageElement, folder }: PageSet,
  pageSets: readonly PageSet[],
): boolean {
  const positions: number[] = [];
  for (let element = entry.parent; element !== listedBy; element = element.parent) {
    if (!element.parent) return false;
    positions.unshift(indexChildren(element.parent).positions.get(element) ?? 0);
  }
  let group: NavElement | undefined = languageElement;
  for (const position of positions) group = group?.childElements[position];
  if (group?.kind !== entry.parent.kind) return false;
  const [groupIndex, listedGroupIndex] = [indexChildren(group), indexChildren(entry.parent)];
  const counterpartEntry = groupIndex.pages[listedGroupIndex.positions.get(entry) ?? 0];
  if (!counterpartEntry || groupIndex.pages.length !== listedGroupIndex.pages.length) return false;
  const counterpartPath = removeFolder(folder, getEntrySlug(counterpartEntry));
  return !pageSets.some(({ pagesByPath }) => pagesByPath.has(relativeSlug) && pagesByPath.has(counterpartPath));
}

/** Returns the pages that an element lists, and the positions of its pages and elements among their kind. */
const indexChildren = derive(({ children, childElements }: NavElement) => {
  const isPage = (child: NavNode) => child.type === "entry" && !child.isIgnored && getEntrySlug(child) !== "";
  const pages = children.filter((child): child is NavEntry => isPage(child));
  const positionsByNode = new Map<NavNode, number>(
    [...pages.entries(), ...childElements.entries()].map(([i, child]) => [child, i]),
  );
  return { pages, positions: positionsByNode };
});

/**
 * Returns the siblings that share at least half of their page names with the default sibling. A sibling's pages may be
 * in a separate folder, so paths are compared both with and without that folder, and the comparison with more matches
 * is used.
 */
function compareSiblings(siblings: readonly NavElement[], pagesByElement: PagesByElement): Omit<Comparison, "key"> {
  const noResult: Omit<Comparison, "key"> = { pageSets: [], outliers: new Set() };
  const comparables = siblings.filter((element) => (pagesByElement.get(element)?.length ?? 0) > 0);
  const defaultSibling = comparables.find(({ isDefault }) => isDefault) ?? comparables[0];
  if (!defaultSibling || comparables.length < 2) return noResult;
  const listPageSets = (element: NavElement) => getPossiblePageSets(element, pagesByElement.get(element) ?? []);
  const otherPageSets = comparables.filter((element) => element !== defaultSibling).map(listPageSets);
  const candidates = listPageSets(defaultSibling).map((pageSet) => {
    const bestPageSets = otherPageSets.flatMap((pageSets) => findMostSimilar(pageSets, pageSet) ?? []);
    return {
      defaultPageSet: pageSet,
      bestPageSets,
      agreement: bestPageSets.reduce((sum, other) => sum + countCommonPages(other, pageSet), 0),
    };
  });
  const [candidate] = candidates.sort((a, b) => b.agreement - a.agreement);
  if (!candidate) return noResult;
  const { defaultPageSet, bestPageSets } = candidate;
  const matchingPageSets = bestPageSets.filter(
    (other) =>
      countCommonPages(other, defaultPageSet) * 2 >= Math.min(other.pagesByPath.size, defaultPageSet.pagesByPath.size),
  );
  const pageSetsByElement = new Map([defaultPageSet, ...matchingPageSets].map((pageSet) => [pageSet.element, pageSet]));
  const orderedPageSets = comparables.flatMap((element) => pageSetsByElement.get(element) ?? []);
  const outlierPageSets = bestPageSets.filter(
    (other) => !matchingPageSets.includes(other) || isSeparate(other, defaultPageSet),
  );
  return {
    pageSets: matchingPageSets.length > 0 ? orderedPageSets : [],
    outliers: new Set(outlierPageSets.map(({ element }) => element)),
  };
}

/** Whether a sibling has less than a tenth of the default sibling's pages, or has many other pages instead. */
function isSeparate(other: PageSet, defaultPageSet: PageSet): boolean {
  const commonCount = countCommonPages(other, defaultPageSet);
  const isSubstantial = (count: number, { pagesByPath }: PageSet) => count > 5 && count * 20 > pagesByPath.size;
  return (
    commonCount * 10 < defaultPageSet.pagesByPath.size ||
    (isSubstantial(defaultPageSet.pagesByPath.size - commonCount, defaultPageSet) &&
      isSubstantial(other.pagesByPath.size - commonCount, other))
  );
}

/**
 * Returns the pages by their full path, and also by their path without the folder that contains most of them. If
 * several such folders are nested, returns one result for each. The folder named after a language is always tried.
 */
function getPossiblePageSets(element: NavElement, pages: readonly ListedPage[]): PageSet[] {
  const prefixes = [""];
  for (let depth = 0; depth < maxFolderDepth; depth++) {
    const prefix = prefixes.at(-1) ?? "";
    const slugSuffixes = pages.flatMap(({ slug }) => (slug.startsWith(prefix) ? slug.slice(prefix.length) : []));
    const folder = getCommonFolder(slugSuffixes);
    if (folder === undefined || slugSuffixes.length * 2 <= pages.length) break;
    prefixes.push(`${prefix}${folder}/`);
  }
  // Only some of a language's pages may be in its folder, for example, if the home page is outside.
  const labelFolder = element.kind === "language" && element.label ? `${element.label.value}/` : undefined;
  if (
    labelFolder !== undefined &&
    !prefixes.includes(labelFolder) &&
    pages.some(({ slug }) => slug.startsWith(labelFolder))
  )
    prefixes.push(labelFolder);
  return prefixes.map((folder) => ({
    element,
    folder,
    pagesByPath: new Map(pages.map((page) => [removeFolder(folder, page.slug), page])),
  }));
}

/** Returns a page's path without the folder of its language or version. */
function removeFolder(folder: string, slug: string): string {
  return slug.startsWith(folder) ? slug.slice(folder.length) : slug;
}

/**
 * The maximum number of folders that are removed from a path. It's more than one, because a language folder can be
 * inside another folder, as in `docs/fr/start`.
 */
const maxFolderDepth = 3;

/** Returns the top-level folder that contains most of the pages, or undefined if no folder does. */
function getCommonFolder(slugs: readonly string[]): string | undefined {
  const countsByFolder = new Map<string, number>();
  for (const slug of slugs) {
    if (!slug.includes("/")) continue;
    const folder = slug.slice(0, slug.indexOf("/"));
    countsByFolder.set(folder, (countsByFolder.get(folder) ?? 0) + 1);
  }
  const [mostFrequentEntry] = [...countsByFolder].sort((a, b) => b[1] - a[1]);
  return mostFrequentEntry && mostFrequentEntry[1] * 2 > slugs.length ? mostFrequentEntry[0] : undefined;
}

function findMostSimilar(pageSets: readonly PageSet[], pageSet: PageSet): PageSet | undefined {
  return [...pageSets].sort((a, b) => countCommonPages(b, pageSet) - countCommonPages(a, pageSet))[0];
}

function countCommonPages(a: PageSet, b: PageSet): number {
  let count = 0;
  for (const name of a.pagesByPath.keys()) if (b.pagesByPath.has(name)) count++;
  return count;
}

/** Returns the path of the page that an entry lists, or an empty string if the entry isn't a page. */
export function getEntrySlug(entry: NavEntry): string {
  const pageEntry = readPageEntry(entry.text);
  return pageEntry.kind === "page" ? pageEntry.slug : "";
}

interface Languages {
  readonly codes: ReadonlySet<string>;
  /** The default language. Undefined if the site has no languages. */
  readonly defaultLanguage: string | undefined;
}

/** The language codes in the navigation, and the default language. */
export const getLanguages = derive((config: Config): Languages => {
  const elements = getNavigation(config).elements.filter(({ kind, label }) => kind === "language" && label);
  return {
    codes: new Set(elements.map(({ label }) => label?.value ?? "")),
    defaultLanguage: elements.find(({ isDefault }) => isDefault)?.label?.value,
  };
});

/** Returns the language codes in the navigation, or undefined if the site has only one language. */
export function getSiteLanguages(config: Config): ReadonlySet<string> | undefined {
  const { codes, defaultLanguage } = getLanguages(config);
  return defaultLanguage === undefined || codes.size < 2 ? undefined : codes;
}

/** Functions that determine and change the language of paths. The paths must not have a leading slash. */
export interface PathLanguages {
  /**
   * Returns the language of a page. A page outside the language folders is in the default language, unless a menu lists
   * it.
   */
  readonly getLanguage: (path: string) => string;
  /**
   * Returns the language of the folder that contains a path, such as `de` for `de/guides/start`, or undefined if the
   * path isn't in a language folder.
   */
  readonly getFolderLanguage: (path: string) => string | undefined;
  /** Returns the paths that a page can have in another language, such as `de/guides/start` for `guides/start`. */
  readonly translate: (path: string, language: string) => readonly string[];
  readonly defaultLanguage: string;
}

/** Functions for the languages of a site's paths. Undefined if the site has only one language. */
export const getPathLanguages = derive((config: Config): PathLanguages | undefined => {
  const { codes, defaultLanguage } = getLanguages(config);
  if (defaultLanguage === undefined || codes.size < 2) return undefined;
  const { languagesBySlug, languagesByFolder } = indexPageLanguages(config);
  const findLanguageFolder = (path: string): readonly [folder: string, language: string] | undefined => {
    for (const folder of getParentFolders([`${path}/index`])) {
      const name = getFileName(folder);
      const language = languagesByFolder.get(folder) ?? (folder === name && codes.has(name) ? name : undefined);
      if (language !== undefined) return [folder, language];
    }
    return undefined;
  };
  const listPathFolders = (language: string) => {
    const languageFolders = [...languagesByFolder].flatMap(([folder, code]) => (code === language ? [folder] : []));
    if (languageFolders.length > 0) return languageFolders;
    return language === defaultLanguage ? [] : [language];
  };
  return {
    defaultLanguage,
    getLanguage: (path) => languagesBySlug.get(path) ?? findLanguageFolder(path)?.[1] ?? defaultLanguage,
    getFolderLanguage: (path) => findLanguageFolder(path)?.[1],
    translate: (path, language) => {
      const [folder = ""] = findLanguageFolder(path) ?? [];
      const outerFolder = getFolderPath(folder);
      const relativePath = folder === "" ? path : path.slice(folder.length + 1);
      const pathWithoutLanguage = [outerFolder, relativePath || "index"].filter(Boolean).join("/");
      const folderPaths = listPathFolders(language).map((prefixFolder) => {
        const pathPrefix = getFolderPath(prefixFolder) === "" ? "" : `${getFolderPath(prefixFolder)}/`;
        return `${prefixFolder}/${pathWithoutLanguage.startsWith(pathPrefix) ? pathWithoutLanguage.slice(pathPrefix.length) : pathWithoutLanguage}`;
      });
      return language === defaultLanguage ? [...folderPaths, pathWithoutLanguage] : folderPaths;
    },
  };
});

/**
 * `languagesBySlug` maps the pages in the navigation to their languages, except for pages that several languages list.
 * `languagesByFolder` maps the language folders of pages in the navigation, such as `docs/de`, to their languages.
 */
const indexPageLanguages = derive((config: Config) => {
  const languages = new Map<string, string | undefined>();
  const languagesByFolder = new Map<string, string>();
  for (const { entry, slug } of getPageListings(config)) {
    const { language } = entry.parent;
    if (language === undefined || entry.isIgnored || slug === "") continue;
    languages.set(slug, !languages.has(slug) || languages.get(slug) === language ? language : undefined);
    const folderIndex = `/${slug.toLowerCase()}`.indexOf(`/${language.toLowerCase()}/`);
    if (folderIndex >= 0) languagesByFolder.set(slug.slice(0, folderIndex + language.length), language);
  }
  const languagesBySlug = new Map(
    [...languages].flatMap(([slug, language]) => (language === undefined ? [] : [[slug, language] as const])),
  );
  for (const [folder, language] of listExclusiveFolders(languagesBySlug, getLanguages(config).defaultLanguage))
    if (![...languagesByFolder.values()].includes(language)) languagesByFolder.set(folder, language);
  return { languagesBySlug, languagesByFolder };
});

/**
 * The top-level folders that contain all pages of one language and no pages of other languages. The name of a language
 * folder can differ from the language, such as `zh` for `zh-Hans`.
 */
function listExclusiveFolders(
  languagesBySlug: ReadonlyMap<string, string>,
  defaultLanguage: string | undefined,
): readonly (readonly [folder: string, language: string])[] {
  const topFoldersByLanguage = new Map<string, Set<string>>();
  for (const [slug, language] of languagesBySlug) {
    const topFolder = slug.includes("/") ? slug.slice(0, slug.indexOf("/")) : "";
    topFoldersByLanguage.set(language, (topFoldersByLanguage.get(language) ?? new Set()).add(topFolder));
  }
  return [...topFoldersByLanguage].flatMap(([language, [folder = "", ...otherFolders]]) => {
    const isInSeveralLanguages = [...topFoldersByLanguage].some(
      ([other, topFolderNames]) => other !== language && topFolderNames.has(folder),
    );
    return language === defaultLanguage || folder === "" || otherFolders.length > 0 || isInSeveralLanguages
      ? []
      : [[folder, language] as const];
  });
}

/** The languages that are written separately from the default language everywhere in the navigation. */
const listOutlierLanguages = derive((config: Config): ReadonlySet<string> => {
  const outlierLanguages = new Set<string>();
  const translatedLanguages = new Set<string>();
  for (const { key, pageSets, outliers } of listComparisons(config)) {
    if (key !== "languages") continue;
    for (const { label } of outliers) if (label) outlierLanguages.add(label.value);
    for (const { element } of pageSets)
      if (element.label && !outliers.has(element)) translatedLanguages.add(element.label.value);
  }
  return new Set([...outlierLanguages].filter((language) => !translatedLanguages.has(language)));
});

/**
 * Whether the page is in the folder of a language whose pages aren't translations of the pages in the default language,
 * because the language has only a few pages or organizes them differently.
 */
export function isWrittenSeparately({ config }: Pick<Site, "config">, path: string): boolean {
  return listOutlierLanguages(config).has(path.slice(0, Math.max(0, path.indexOf("/"))));
}

/**
 * Returns the page that this page is a translation of. For `fr/guides/start` on a site in English and French, the
 * original is `guides/start` or, if English has its own folder, `en/guides/start`.
 */
export function findSourcePage(site: Site, page: PageOutline): PageOutline | undefined {
  const { codes, defaultLanguage } = getLanguages(site.config);
  const slug = getPageSlug(page.path);
  if (defaultLanguage === undefined || slug === undefined || codes.size < 2) return undefined;
  const slashIndex = slug.indexOf("/");
  const code = slug.slice(0, Math.max(0, slashIndex));
  if (code === defaultLanguage || !codes.has(code)) return undefined;
  const untranslatedSlug = slug.slice(slashIndex + 1);
  const { pagesBySlug } = getPublishedPages(site.pages);
  return pagesBySlug.get(`${defaultLanguage}/${untranslatedSlug}`) ?? pagesBySlug.get(untranslatedSlug);
}

/** Whether the page is in the language. True if `language` is undefined or the site has only one. */
export function hasLanguage(config: Config, page: string, language: string | undefined): boolean {
  const languages = getPathLanguages(config);
  return language === undefined || !languages || languages.getLanguage(page) === language;
}
