import { derive, groupBy } from "../../text/maps.ts";
import {
  areNested,
  countSharedLastSegments,
  countSharedFolders,
  findNearestName,
  hasDifferentSubject,
  haveDifferentVersions,
  removeOrderNumbers,
  areRelatedNames,
  listPagesWithMostSharedFolders,
  toLetters,
} from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import { isWithin, type SiteLocation, type SitePath } from "../../text/text-edit.ts";
import { listEditionFolders, isInVersion, getTargetVersion } from "../navigation/editions.ts";
import { isHiddenPage } from "../navigation/navigation-pages.ts";
import { findEnclosingSites } from "../navigation/nested-sites.ts";
import { getPathLanguages, hasLanguage } from "../navigation/translations.ts";
import {
  getPageSlug,
  getPageSlugs,
  getPublishedPages,
  indexPagesByTitle,
  normalizeTitle,
  type PageSlugs,
} from "../pages/pages.ts";
import { getNavigation } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { findNearestGeneratedPage } from "../specs/generated-pages.ts";
import { findMovedPage, findOperationPage } from "./moved-pages.ts";
import { findRedirect } from "./redirects.ts";
import { findRenamedPage, findPageBySlug, getFinalTarget, resolveLink } from "./resolve-link.ts";
import {
  apiPathPattern,
  findNearestFolder,
  isGenericName,
  isHiddenElsewhere,
  isInOtherReference,
  isOtherOperation,
  isInRelatedFolder,
  isRetired,
  isSameSubject,
  isSpecificEnough,
  maxComparisons,
} from "./suggestion-evidence.ts";
import { getPageUrl } from "./written-path.ts";

/**
 * Returns the page that an entry without a file most likely refers to. Excludes pages for which `isInUse` returns true.
 * Compares only pages in the same folder or with the same name, so checking even a thousand broken entries on a large
 * site doesn't take long.
 */
export function findNearestPage(
  files: ReadonlySet<SitePath>,
  slug: string,
  isInUse: (slug: string) => boolean = () => false,
): string | undefined {
  const pageSlugs = getPageSlugs(files);
  const cleanPath = slug
    .trim()
    .replace(/\\/g, "/")
    .replace(/[?#].*$/, "");
  const folder = getFolderPath(cleanPath);
  const isAvailable = (page: string | undefined) =>
    page !== undefined && pageSlugs.fileBySlug.has(page) && !haveDifferentVersions(cleanPath, page) && !isInUse(page);
  const nearestFolder = pageSlugs.slugsByFolder.has(folder) ? folder : findNearestFolder(files)(folder);
  return [
    cleanPath === slug ? undefined : cleanPath,
    `${cleanPath}/index`,
    `${cleanPath}/README`,
    nearestFolder === undefined
      ? undefined
      : findNearestInFolder(pageSlugs, nearestFolder, getFileName(cleanPath), isAvailable),
    indexByNormalizedPath(files).get(normalizePath(cleanPath)),
    findInRenamedFolder(pageSlugs, cleanPath, isAvailable),
    findPageByName(pageSlugs, cleanPath),
  ].find(isAvailable);
}

/** Returns a page in the folder with a similar name, such as `guides/start` for `guides/strat`. */
function findNearestInFolder(
  pageSlugs: PageSlugs,
  folder: string,
  name: string,
  isAvailable: (slug: string) => boolean,
): string | undefined {
  const folderPrefix = folder === "" ? "" : `${folder}/`;
  const slugsInFolder = pageSlugs.slugsByFolder.get(folder) ?? [];
  const nearestName =
    slugsInFolder.length > maxComparisons
      ? undefined
      : findNearestName(name, slugsInFolder.filter(isAvailable).map(getFileName));
  return nearestName === undefined ? undefined : folderPrefix + nearestName;
}

/** Returns the only page in the folder about the same subject, such as `a/deploy` for `a/deployment`. */
function findRelatedPage(
  { slugsByFolder }: PageSlugs,
  slug: string,
  isAvailable: (slug: string) => boolean,
): string | undefined {
  const pages = slug.includes("/") ? (slugsByFolder.get(getFolderPath(slug)) ?? []) : [];
  const [page, secondPage] =
    pages.length > maxComparisons
      ? []
      : pages.filter((each) => areRelatedNames(getFileName(each), getFileName(slug)) && isAvailable(each));
  return secondPage === undefined ? page : undefined;
}

/** Returns the path without numbers for the order of files and with its name in the singular. */
function normalizePath(slug: string): string {
  return removeOrderNumbers(slug.toLowerCase())
    .replace(/ies$/, "y")
    .replace(/(?<!s)s$/, "");
}

/** Maps normalized paths to pages. Paths that several pages share are omitted. */
const indexByNormalizedPath = derive((files: ReadonlySet<SitePath>): ReadonlyMap<string, string> => {
  const slugsByPath = groupBy(getPageSlugs(files).fileBySlug.keys(), normalizePath);
  return new Map([...slugsByPath].flatMap(([path, [slug, secondSlug]]) => (slug && !secondSlug ? [[path, slug]] : [])));
});

/** Returns the only page with the same path except for one folder, whose name has a word in common. */
function findInRenamedFolder(
  pageSlugs: PageSlugs,
  slug: string,
  isAvailable: (slug: string) => boolean,
): string | undefined {
  const segments = slug.split("/");
  const isRenamed = (page: string) => {
    const pageSegments = page.split("/");
    const [renamedIndex = -1, ...otherIndexes] = pageSegments.flatMap((segment, i) =>
      segment === segments[i] ? [] : [i],
    );
    const slugWords = normalizeTitle(segments[renamedIndex] ?? "").split(" ");
    const hasSharedWord = normalizeTitle(pageSegments[renamedIndex] ?? "")
      .split(" ")
      .some((word) => slugWords.includes(word));
    return pageSegments.length === segments.length && otherIndexes.length === 0 && hasSharedWord;
  };
  const sameNamePages = pageSlugs.slugsByName.get(getFileName(slug)) ?? [];
  const [page, secondPage] =
    sameNamePages.length > maxComparisons ? [] : sameNamePages.filter((each) => isRenamed(each) && isAvailable(each));
  return secondPage === undefined ? page : undefined;
}

/**
 * Returns the only page on the site with the same name, because the missing page was probably moved. Returns undefined
 * if several pages have the name or if the name is `index`. A page in another section must have more than a generic
 * name in common with the path. A single word, such as `users`, is generic if only one of the pages is in a reference.
 */
function findPageByName(pageSlugs: PageSlugs, slug: string): string | undefined {
  const name = getFileName(slug);
  const [page, secondPage] = name === "index" ? [] : (pageSlugs.slugsByName.get(name) ?? []);
  if (page === undefined || secondPage !== undefined) return undefined;
  const isSingleWord = !normalizeTitle(name).includes(" ");
  const isGeneric = isGenericName(name) || (isSingleWord && apiPathPattern.test(page) !== apiPathPattern.test(slug));
  return !isGeneric || areNested(page, slug) || countSharedLastSegments(page, slug) > 1 ? page : undefined;
}

/**
 * Returns the page that a link such as `/guides/start` most likely refers to: a page that was moved, that has a similar
 * name in the same folder, or whose title matches. On a site with several languages, the page is in the language of the
 * link's folder. If the link isn't in a language folder, the page is in the language of the page or the part of
 * docs.json that contains the link. The same applies to versions. If the link as written (`url`) is relative, the page
 * must have more than its name in common with the link. A page outside the navigation or in a folder such as `archived`
 * is suggested only for links on such pages. If no path fits, returns the page that fits the link's anchor or `text`.
 */
export function findNearestTarget(
  site: Site,
  path: string,
  linkingPage: SitePath | undefined,
  location?: SiteLocation,
  url = "",
  text?: string,
): string | undefined {
  const slug = removePageExtension(path).replace(/^\/+/, "");
  const language = getLinkLanguage(site, slug, linkingPage, location);
  const isRelative = /^\.{1,2}\/|^[^/?#]+\.mdx?(?:[?#]|$)/i.test(url);
  const urlPath = removePageExtension(url.replace(/[?#].*$/s, "")).replace(/^[./]+/, "");
  const version = getTargetVersion(site, [urlPath, slug], linkingPage);
  const redirectedPage = findRedirectedPage(site, slug, url);
  if (redirectedPage !== undefined && hasLanguage(site.config, redirectedPage, language)) return `/${redirectedPage}`;
  const matchesByKey = getSuggestionCache(site);
  const [nestedSite] = linkingPage === undefined || url.startsWith(".") ? [] : findEnclosingSites(site, linkingPage);
  const isOnHiddenPage = linkingPage !== undefined && isHiddenPage(site, linkingPage);
  const mayBeRetired = [slug, linkingPage ?? ""].some(isRetired);
  const cacheKey = JSON.stringify([
    isOnHiddenPage,
    mayBeRetired,
    url.startsWith(".."),
    language,
    version,
    nestedSite,
    isRelative,
    urlPath,
    linkingPage?.split("/", 1)[0],
    slug,
  ]);
  const isReachable = (page: string) => isInVersion(site, page, version) && findRedirect(site, page) === undefined;
  const isPossible = (page: string) =>
    isReachable(page) &&
    (mayBeRetired || !isRetired(page)) &&
    !haveDifferentVersions(urlPath, page) &&
    !hasDifferentSubject(slug, page);
  const isEligible = (page: string) =>
    isPossible(page) &&
    !isOtherOperation(page, slug) &&
    !isHiddenElsewhere(site, page, slug, linkingPage) &&
    (!isRelative || isInRelatedFolder(site, page, slug));
  const operationPage =
    nestedSite === undefined
      ? findOperationPage(site, { slug, text }, (page) => isReachable(page) && hasLanguage(site.config, page, language))
      : undefined;
  if (operationPage !== undefined && operationPage !== slug) return `/${operationPage}`;
  // The title matters more than a name that several pages have.
  const titledPage = text?.includes(" ") ? indexPagesByTitle(site.pages).get(normalizeTitle(text)) : undefined;
  if (titledPage !== undefined && nestedSite === undefined && isSameSubject(titledPage, slug) && isEligible(titledPage))
    if (hasLanguage(site.config, titledPage, language)) return `/${titledPage}`;
  const find = () =>
    nestedSite === undefined
      ? (findFromRoot(site, url, language, isReachable) ??
        findInParent(site, slug, url) ??
        findNearestSlug(site, slug, linkingPage, language, isEligible))
      : findInSite(site, slug, nestedSite, linkingPage);
  const match = matchesByKey.has(cacheKey) ? matchesByKey.get(cacheKey) : find();
  matchesByKey.set(cacheKey, match);
  // Links rarely lead to the page that they're on, unless they contain its whole path.
  const isSourcePage =
    match !== undefined &&
    linkingPage !== undefined &&
    match === getPageSlug(linkingPage) &&
    !isPathFromRoot(url, match);
  const target = nestedSite === undefined || match === undefined ? match : `${nestedSite}/${match}`;
  const isRename = match !== undefined && match === getPublishedSlug(site, findRenamedPage(site, slug));
  const isTooGeneric =
    target !== undefined &&
    !isRename &&
    !isSpecificEnough(site, target, nestedSite === undefined ? slug : `${nestedSite}/${slug}`, linkingPage) &&
    match !== urlPath;
  if (match !== undefined && !isSourcePage && !isTooGeneric) return `/${match.replace(/\/index$/, "")}`;
  if (nestedSite !== undefined) return undefined;
  const isRedirect = linkingPage === undefined && location === undefined;
  const movedPage = findMovedPage(
    site,
    { slug, url, linkingPage, text, isRedirect },
    (page) => isPossible(page) && hasLanguage(site.config, page, language),
  );
  return movedPage === undefined ? undefined : `/${movedPage.replace(/\/index$/, "")}`;
}

/** Returns the page that `/guides/start` is redirected to if the author wrote `../guides/start`. */
function findRedirectedPage(site: Site, slug: string, url: string): string | undefined {
  const path = removePageExtension(url.replace(/[?#].*$/s, "")).replace(/^(?:\.{1,2}\/)+/, "");
  if (path === slug || !/^\w[^/]*\/./.test(path)) return undefined;
  const target = resolveLink(site, `/${path}`, undefined);
  const finalTarget = getFinalTarget(target);
  return target.kind === "redirect" && finalTarget.kind === "page"
    ? getPublishedSlug(site, finalTarget.slug)
    : undefined;
}

/** Whether the link, such as `guides/start`, contains a slash and would lead to the page if it started with `/`. */
function isPathFromRoot(url: string, page: string): boolean {
  const path = removePageExtension(url.replace(/[?#].*$/s, ""));
  return path.includes("/") && path === page;
}

/**
 * Returns the page that `/guides/start` leads to if the author wrote `guides/start`, in the language of the link. The
 * page doesn't have to be in the navigation, because the author wrote its whole path.
 */
function findFromRoot(
  site: Site,
  url: string,
  language: string | undefined,
  isReachable: PageFilter,
): string | undefined {
  const path = removePageExtension(url.replace(/[?#].*$/s, ""));
  const page = isPathFromRoot(url, path) ? getPublishedSlug(site, path) : undefined;
  return page !== undefined && hasLanguage(site.config, path, language) && isReachable(path) ? page : undefined;
}

/** Returns the page that `../start` leads to if the author wrote `./start` or `start`. */
function findInParent(site: Site, slug: string, url: string): string | undefined {
  const slugPath = removePageExtension(url.replace(/[?#].*$/s, "")).replace(/^\.\//, "");
  if (!/^\w/.test(slugPath) || !slug.endsWith(`/${slugPath}`)) return undefined;
  const folder = slug.slice(0, -slugPath.length - 1);
  // The folder above a language or version belongs to another one.
  if (listEditionFolders(site.config).has(getFileName(folder))) return undefined;
  const parentFolder = getFolderPath(folder);
  const page = findPageBySlug(site.pages, parentFolder === "" ? slugPath : `${parentFolder}/${slugPath}`);
  return page && getPublishedSlug(site, getPageSlug(page.path));
}

/** Returns the path of the most likely page, relative to the folder of a separate site that contains the link. */
function findInSite(
  site: Site,
  slug: string,
  siteFolder: SitePath,
  linkingPage: SitePath | undefined,
): string | undefined {
  const isInside = (page: string) => page.startsWith(`${siteFolder}/`);
  const nearestPage = findSimilarPage(site, `${siteFolder}/${slug}`, linkingPage, isInside);
  return nearestPage !== undefined && isInside(nearestPage) ? nearestPage.slice(siteFolder.length + 1) : undefined;
}

function getLinkLanguage(
  { config }: Site,
  slug: string,
  linkingPage: SitePath | undefined,
  location: SiteLocation | undefined,
): string | undefined {
  const languages = getPathLanguages(config);
  if (!languages) return undefined;
  const pathFolder = languages.getFolderLanguage(slug);
  if (pathFolder !== undefined || linkingPage !== undefined)
    return pathFolder ?? languages.getLanguage(removePageExtension(linkingPage ?? slug));
  const { elements } = getNavigation(config);
  // Inner elements come after the elements that contain them, so the last match is the innermost one.
  const element =
    location && elements.findLast(({ node }) => node.file === location.file && isWithin(location.range, node.range));
  return element?.language ?? languages.getLanguage(slug);
}

/** Suggestions for missing pages. They're cached because a missing page is usually the target of many links. */
const getSuggestionCache = derive((_site: Site) => new Map<string, string | undefined>());

function findNearestSlug(
  site: Site,
  slug: string,
  linkingPage: SitePath | undefined,
  language: string | undefined,
  isEligible: PageFilter,
): string | undefined {
  const newSlug = getPublishedSlug(site, findRenamedPage(site, slug));
  const languages = getPathLanguages(site.config);
  if (!languages || language === undefined) return newSlug ?? findSimilarPage(site, slug, linkingPage, isEligible);
  const slugs = languages.translate(newSlug ?? slug, language);
  const exactPath = slugs
    .map((translatedSlug) => findPageBySlug(site.pages, translatedSlug)?.path)
    .find((path) => path !== undefined);
  if (exactPath !== undefined) return getPublishedSlug(site, getPageSlug(exactPath));
  if (newSlug !== undefined) return newSlug;
  // If the page hasn't been translated, a page about another subject doesn't help.
  const sourcePage = languages
    .translate(slug, languages.defaultLanguage)
    .map((sourceSlug) => getPageSlug(findPageBySlug(site.pages, sourceSlug)?.path ?? ""))
    .find((sourceSlug) => sourceSlug !== undefined && isEligible(sourceSlug));
  if (language !== languages.defaultLanguage && sourcePage !== undefined) return getPublishedSlug(site, sourcePage);
  // A link that isn't in a language folder may lead to a page that hasn't been translated.
  for (const targetLanguage of new Set([language, languages.getLanguage(slug)]))
    for (const path of new Set([...(targetLanguage === language ? slugs : []), slug])) {
      const nearestSlug = findSimilarPage(
        site,
        path,
        linkingPage,
        (page) => languages.getLanguage(page) === targetLanguage && isEligible(page),
      );
      if (nearestSlug !== undefined) return nearestSlug;
    }
  return undefined;
}

/** A function that returns whether a page can be suggested for the link. */
type PageFilter = (slug: string) => boolean;

function findSimilarPage(
  site: Site,
  slug: string,
  linkingPage: SitePath | undefined,
  isEligible: PageFilter,
): string | undefined {
  const isCandidate = (page: string) =>
    !haveDifferentVersions(slug, page) && !isInOtherReference(site, page, slug) && isEligible(page);
  const pageWithTitle = indexPagesByTitle(site.pages).get(normalizeTitle(getFileName(slug)));
  const folderPath = folderPageNames.has(getFileName(slug).toLowerCase()) ? getFolderPath(slug) : "";
  const parentSlug = folderPath === "" ? undefined : getPageSlug(findPageBySlug(site.pages, folderPath)?.path ?? "");
  const movedPage = findLongerPath(site, slug, linkingPage, isCandidate);
  const nearestPage =
    (movedPage !== undefined && isInMovedFolder(getPageSlugs(site.files), movedPage, slug) ? movedPage : undefined) ??
    getPublishedSlug(site, findRelatedPage(getPageSlugs(site.files), slug, isCandidate)) ??
    (parentSlug !== undefined && isCandidate(parentSlug) ? getPublishedSlug(site, parentSlug) : undefined) ??
    findMovedTarget(site, slug, linkingPage, isCandidate) ??
    getPublishedSlug(
      site,
      findNearestPage(site.files, slug, (page) => !isCandidate(page)),
    );
  const generatedSlug = findNearestGeneratedPage(site, slug, isCandidate);
  const isGeneratedNearer =
    generatedSlug !== undefined &&
    countSharedFolders(generatedSlug, slug) > countSharedFolders(nearestPage ?? "", slug);
  return (
    (isGeneratedNearer ? generatedSlug : (nearestPage ?? generatedSlug)) ??
    (pageWithTitle !== undefined && isCandidate(pageWithTitle) ? pageWithTitle : undefined)
  );
}

/**
 * Whether the page's folder has more pages than the link's folder, so most of the pages that the link's folder had were
 * probably moved there.
 */
function isInMovedFolder({ slugsByFolder }: PageSlugs, page: string, slug: string): boolean {
  const [pageCount = 0, remainingCount = 0] = [page, slug].map(
    (path) => slugsByFolder.get(getFolderPath(path))?.length,
  );
  return pageCount > remainingCount;
}

/** Names of the page that some tools create for a folder. */
const folderPageNames: ReadonlySet<string> = new Set(["home", "index", "intro", "introduction", "overview", "readme"]);

function getPublishedSlug(site: Site, slug: string | undefined): string | undefined {
  if (slug === undefined || !getPublishedPages(site.pages).pagesBySlug.has(slug)) return undefined;
  return slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug;
}

/**
 * Returns a page whose path ends with the link's path or that has the same name. Prefers the page that has the most
 * folders in common with the link. If several pages have the same number of folders in common, returns the page in the
 * same language or version.
 */
function findMovedTarget(
  site: Site,
  slug: string,
  linkingPage: SitePath | undefined,
  isCandidate: PageFilter,
): string | undefined {
  const pagesWithName = listPagesWithName(site, slug, isCandidate);
  const endCounts = pagesWithName.map((page) => countSharedLastSegments(page, slug));
  const maxSharedCount = endCounts.reduce((max, count) => Math.max(max, count), 2);
  const closestPages = pagesWithName.filter((_, i) => endCounts[i] === maxSharedCount);
  const suffixPages = pagesWithName.filter((page) => slug.endsWith(`/${page}`));
  // A name such as `overview` isn't specific enough, unless all pages with this name are translations or versions of
  // each other.
  const translations =
    new Set(pagesWithName.map((page) => page.slice(page.indexOf("/")))).size === 1 ? pagesWithName : [];
  return (
    findLongerPath(site, slug, linkingPage, isCandidate) ??
    [
      closestPages,
      suffixPages,
      translations,
      isGenericName(slug) ? [] : listPagesWithMostSharedFolders(pagesWithName, slug),
    ]
      .map((pages) => getOnlyCandidate(pages, [slug, linkingPage ?? ""]))
      .find(Boolean)
  );
}

/** Returns the page whose path ends with the link's path. */
function findLongerPath(
  site: Site,
  slug: string,
  linkingPage: SitePath | undefined,
  isCandidate: PageFilter,
): string | undefined {
  const longerPaths = listPagesWithName(site, slug, isCandidate).filter((page) => page.endsWith(`/${slug}`));
  return getOnlyCandidate(longerPaths, [slug, linkingPage ?? ""]);
}

function listPagesWithName(site: Site, slug: string, isCandidate: PageFilter): readonly string[] {
  const name = getFileName(slug);
  return (name === "index" ? [] : (getPageSlugs(site.files).slugsByName.get(name) ?? [])).filter(
    (page) => getPublishedPages(site.pages).pagesBySlug.has(page) && isCandidate(page),
  );
}

/**
 * Returns the only page in the list or, if there are several, the only page in the same top-level folder as one of the
 * given paths. Returns undefined if there are more than 50 pages.
 */
function getOnlyCandidate(pages: readonly string[], paths: readonly string[]): string | undefined {
  if (pages.length < 2 || pages.length > 50) return pages.length === 1 ? pages[0] : undefined;
  for (const path of paths) {
    const candidates = pages.filter((page) => page.split("/", 1)[0] === path.split("/", 1)[0]);
    if (candidates.length === 1) return candidates[0];
  }
  return undefined;
}

/**
 * Returns the URL of the only other page in the folder whose name is the anchor, such as `parts/message-list` for
 * `#messagelist`. The page was probably a section of this page before.
 */
export function findSiblingNamed(site: Site, page: SitePath, anchor: string): string | undefined {
  const letters = toLetters(anchor);
  if (letters.length < 4 || isGenericName(anchor)) return undefined;
  const { slugsByFolder, fileBySlug } = getPageSlugs(site.files);
  const siblings = slugsByFolder.get(getFolderPath(page)) ?? [];
  if (siblings.length > maxComparisons) return undefined;
  const [slug, second] = siblings.filter((each) => toLetters(getFileName(each)) === letters);
  const file = slug === undefined || second !== undefined ? undefined : fileBySlug.get(slug);
  return file === undefined || file === page ? undefined : getPageUrl(site, file);
}
