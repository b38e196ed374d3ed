import { derive, groupBy } from "../../text/maps.ts";
import {
  areNested,
  countSharedEnd,
  countSharedFolders,
  findNearestName,
  hasDifferentSubject,
  haveDifferentVersions,
  removeOrder,
  isRelatedName,
  listWithMostFolders,
} from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import { isWithin, type SiteLocation, type SitePath } from "../../text/text-edit.ts";
import { listEditionFolders, isInVersion, getTargetVersion } from "../navigation/editions.ts";
import { isHiddenPage } from "../navigation/hidden-pages.ts";
import { findEnclosingSites } from "../navigation/nested-sites.ts";
import { getPathLanguages } from "../navigation/translations.ts";
import {
  getPageSlug,
  getPageSlugs,
  getPublishedPages,
  mapPagesByTitle,
  normalizeTitle,
  type PageSlugs,
} from "../pages/pages.ts";
import { getNavigation } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { findNearestGenerated } from "../specs/generated-pages.ts";
import { findRedirect } from "./redirects.ts";
import { findRenamedPage, findPageBySlug } from "./resolve-link.ts";
import {
  apiPathPattern,
  findNearestFolder,
  isGenericName,
  isHiddenElsewhere,
  isInOtherReference,
  isOtherOperation,
  isRelated,
  isRetired,
  isSpecificEnough,
  maxComparisons,
} from "./suggestion-evidence.ts";

/**
 * Returns the page that an entry without a file most likely refers to. Excludes pages for which `isTaken` returns true.
 * Compares only pages in the same folder or with the same name, so checking even a thousand broken entries on a large
 * site doesn't take long.
 */
export function findNearestPage(
  files: ReadonlySet<SitePath>,
  slug: string,
  isTaken: (slug: string) => boolean = () => false,
): string | undefined {
  const pages = getPageSlugs(files);
  const cleanPath = slug
    .trim()
    .replace(/\\/g, "/")
    .replace(/[?#].*$/, "");
  const folder = getFolderPath(cleanPath);
  const isFree = (page: string | undefined) =>
    page !== undefined && pages.fileBySlug.has(page) && !haveDifferentVersions(cleanPath, page) && !isTaken(page);
  const nearFolder = pages.byFolder.has(folder) ? folder : findNearestFolder(files)(folder);
  return [
    cleanPath === slug ? undefined : cleanPath,
    `${cleanPath}/index`,
    `${cleanPath}/README`,
    nearFolder === undefined ? undefined : findNearestInFolder(pages, nearFolder, getFileName(cleanPath), isFree),
    groupByPlainPath(files).get(toPlainPath(cleanPath)),
    findInRenamedFolder(pages, cleanPath, isFree),
    findPageByName(pages, cleanPath),
  ].find(isFree);
}

/** Returns a page in the folder with a similar name, such as `guides/start` for `guides/strat`. */
function findNearestInFolder(
  pages: PageSlugs,
  folder: string,
  name: string,
  isFree: (slug: string) => boolean,
): string | undefined {
  const folderPrefix = folder === "" ? "" : `${folder}/`;
  const namesInFolder = pages.byFolder.get(folder) ?? [];
  const nearest =
    namesInFolder.length > maxComparisons
      ? undefined
      : findNearestName(name, namesInFolder.filter(isFree).map(getFileName));
  return nearest === undefined ? undefined : folderPrefix + nearest;
}

/** Returns the only page in the folder about the same subject, such as `a/deploy` for `a/deployment`. */
function findRelatedName({ byFolder }: PageSlugs, slug: string, isFree: (slug: string) => boolean): string | undefined {
  const pages = slug.includes("/") ? (byFolder.get(getFolderPath(slug)) ?? []) : [];
  const [page, second] =
    pages.length > maxComparisons
      ? []
      : pages.filter((each) => isRelatedName(getFileName(each), getFileName(slug)) && isFree(each));
  return second === undefined ? page : undefined;
}

/** Returns the path without numbers for the order of files and with its name in the singular. */
function toPlainPath(slug: string): string {
  return removeOrder(slug.toLowerCase())
    .replace(/ies$/, "y")
    .replace(/(?<!s)s$/, "");
}

/** Maps plain paths to pages. Paths that several pages share are omitted. */
const groupByPlainPath = derive((files: ReadonlySet<SitePath>): ReadonlyMap<string, string> => {
  const slugs = groupBy(getPageSlugs(files).fileBySlug.keys(), toPlainPath);
  return new Map([...slugs].flatMap(([path, [slug, second]]) => (slug && !second ? [[path, slug]] : [])));
});

/** Returns the only page with the same path except for one folder, whose name has a word in common. */
function findInRenamedFolder(pages: PageSlugs, slug: string, isFree: (slug: string) => boolean): string | undefined {
  const segments = slug.split("/");
  const isRenamed = (page: string) => {
    const parts = page.split("/");
    const [at = -1, ...others] = parts.flatMap((segment, i) => (segment === segments[i] ? [] : [i]));
    const slugWords = normalizeTitle(segments[at] ?? "").split(" ");
    const isShared = normalizeTitle(parts[at] ?? "")
      .split(" ")
      .some((word) => slugWords.includes(word));
    return parts.length === segments.length && others.length === 0 && isShared;
  };
  const same = pages.slugsByName.get(getFileName(slug)) ?? [];
  const [page, second] = same.length > maxComparisons ? [] : same.filter((each) => isRenamed(each) && isFree(each));
  return second === undefined ? page : undefined;
}

/**
 * Returns the only page on the site with the same name, because the missing page was probably moved. Returns undefined
 * if several pages have the name or if the name is `index`. A page in another section must have more than a generic
 * name in common with the path. A single word, such as `users`, is generic if only one of the pages is in a reference.
 */
function findPageByName(pages: PageSlugs, slug: string): string | undefined {
  const name = getFileName(slug);
  const [page, second] = name === "index" ? [] : (pages.slugsByName.get(name) ?? []);
  if (page === undefined || second !== undefined) return undefined;
  const isWord = !normalizeTitle(name).includes(" ");
  const isGeneric = isGenericName(name) || (isWord && apiPathPattern.test(page) !== apiPathPattern.test(slug));
  return !isGeneric || areNested(page, slug) || countSharedEnd(page, slug) > 1 ? page : undefined;
}

/**
 * Returns the page that a link such as `/guides/start` most likely refers to: a page that was moved, that has a similar
 * name in the same folder, or whose title matches. On a site with several languages, the page is in the language of the
 * link's folder. If the link isn't in a language folder, the page is in the language of the page or the part of
 * docs.json that contains the link. The same applies to versions. If the link as written (`url`) is relative, the page
 * must have more than its name in common with the link. A page outside the navigation or in a folder such as `archived` is
 * suggested only for links on such pages. Checks only a few pages, regardless of the site's size.
 */
export function findNearestTarget(
  site: Site,
  path: string,
  from: SitePath | undefined,
  at?: SiteLocation,
  url = "",
): string | undefined {
  const slug = removePageExtension(path).replace(/^\/+/, "");
  const language = getLanguage(site, slug, from, at);
  const isRelative = /^\.{1,2}\/|^[^/?#]+\.mdx?(?:[?#]|$)/i.test(url);
  const urlPath = removePageExtension(url.replace(/[?#].*$/s, "")).replace(/^[./]+/, "");
  const version = getTargetVersion(site, [urlPath, slug], from);
  const cache = getCache(site);
  const [nested] = from === undefined || url.startsWith(".") ? [] : findEnclosingSites(site, from);
  const isFromHidden = from !== undefined && isHiddenPage(site, from);
  const mayBeRetired = [slug, from ?? ""].some(isRetired);
  const key = JSON.stringify([
    isFromHidden,
    mayBeRetired,
    url.startsWith(".."),
    language,
    version,
    nested,
    isRelative,
    urlPath,
    from?.split("/", 1)[0],
    slug,
  ]);
  const isOffered = (page: string) =>
    isInVersion(site, page, version) &&
    findRedirect(site, page) === undefined &&
    (mayBeRetired || !isRetired(page)) &&
    !isHiddenElsewhere(site, page, slug, from) &&
    !haveDifferentVersions(urlPath, page) &&
    !hasDifferentSubject(slug, page) &&
    !isOtherOperation(page, slug) &&
    (!isRelative || isRelated(site, page, slug));
  const find = () =>
    nested === undefined
      ? (findInParent(site, slug, url) ?? findNearestSlug(site, slug, from, language, isOffered))
      : findInSite(site, slug, nested, from);
  const match = cache.has(key) ? cache.get(key) : find();
  cache.set(key, match);
  // Links rarely lead to the page that they're on.
  const isSourcePage = match !== undefined && from !== undefined && match === getPageSlug(from);
  const target = nested === undefined || match === undefined ? match : `${nested}/${match}`;
  const isRename = match !== undefined && match === getPublishedSlug(site, findRenamedPage(site, slug));
  const isTooGeneric =
    target !== undefined &&
    !isRename &&
    !isSpecificEnough(site, target, nested === undefined ? slug : `${nested}/${slug}`, from) &&
    match !== urlPath;
  return match === undefined || isSourcePage || isTooGeneric ? undefined : `/${match.replace(/\/index$/, "")}`;
}

/** Returns the page that `../start` leads to if the author wrote `./start` or `start`. */
function findInParent(site: Site, slug: string, url: string): string | undefined {
  const slugPath = removePageExtension(url.replace(/[?#].*$/s, "")).replace(/^\.\//, "");
  if (!/^\w/.test(slugPath) || !slug.endsWith(`/${slugPath}`)) return undefined;
  const folder = slug.slice(0, -slugPath.length - 1);
  // The folder above a language or version belongs to another one.
  if (listEditionFolders(site.config).has(getFileName(folder))) return undefined;
  const above = getFolderPath(folder);
  const page = findPageBySlug(site.pages, above === "" ? slugPath : `${above}/${slugPath}`);
  return page && getPublishedSlug(site, getPageSlug(page.path));
}

/** Returns the path of the most likely page, relative to the folder of a separate site that contains the link. */
function findInSite(site: Site, slug: string, config: SitePath, from: SitePath | undefined): string | undefined {
  const isInside = (page: string) => page.startsWith(`${config}/`);
  const found = findPageIn(site, `${config}/${slug}`, from, isInside);
  return found !== undefined && isInside(found) ? found.slice(config.length + 1) : undefined;
}

function getLanguage(
  { config }: Site,
  slug: string,
  from: SitePath | undefined,
  at: SiteLocation | undefined,
): string | undefined {
  const languages = getPathLanguages(config);
  if (!languages) return undefined;
  const pathFolder = languages.getPathFolder(slug);
  if (pathFolder !== undefined || from !== undefined)
    return pathFolder ?? languages.getLanguage(removePageExtension(from ?? slug));
  const { elements } = getNavigation(config);
  // Inner elements come after the elements that contain them, so the last match is the innermost one.
  const element = at && elements.findLast(({ node }) => node.file === at.file && isWithin(at.range, node.range));
  return element?.language ?? languages.getLanguage(slug);
}

/** Suggestions for missing pages. They're cached because a missing page is usually the target of many links. */
const getCache = derive((_site: Site) => new Map<string, string | undefined>());

function findNearestSlug(
  site: Site,
  slug: string,
  from: SitePath | undefined,
  language: string | undefined,
  isOffered: PageFilter,
): string | undefined {
  const newSlug = getPublishedSlug(site, findRenamedPage(site, slug));
  const languages = getPathLanguages(site.config);
  if (!languages || language === undefined) return newSlug ?? findPageIn(site, slug, from, isOffered);
  const slugs = languages.translate(newSlug ?? slug, language);
  const exactPath = slugs
    .map((translatedSlug) => findPageBySlug(site.pages, translatedSlug)?.path)
    .find((path) => path !== undefined);
  if (exactPath !== undefined) return getPublishedSlug(site, getPageSlug(exactPath));
  if (newSlug !== undefined) return newSlug;
  // If the page hasn't been translated, a page about another subject doesn't help.
  const untranslated = languages
    .translate(slug, languages.source)
    .map((sourceSlug) => getPageSlug(findPageBySlug(site.pages, sourceSlug)?.path ?? ""))
    .find((sourceSlug) => sourceSlug !== undefined && isOffered(sourceSlug));
  if (language !== languages.source && untranslated !== undefined) return getPublishedSlug(site, untranslated);
  // A link that isn't in a language folder may lead to a page that hasn't been translated.
  for (const targetLanguage of new Set([language, languages.getLanguage(slug)]))
    for (const path of new Set([...(targetLanguage === language ? slugs : []), slug])) {
      const nearestSlug = findPageIn(
        site,
        path,
        from,
        (page) => languages.getLanguage(page) === targetLanguage && isOffered(page),
      );
      if (nearestSlug !== undefined) return nearestSlug;
    }
  return undefined;
}

/** A function that returns whether a page is visible to the readers of the link. */
type PageFilter = (slug: string) => boolean;

function findPageIn(site: Site, slug: string, from: SitePath | undefined, isOffered: PageFilter): string | undefined {
  const isCandidate = (page: string) =>
    !haveDifferentVersions(slug, page) && !isInOtherReference(site, page, slug) && isOffered(page);
  const pageWithTitle = mapPagesByTitle(site.pages).get(normalizeTitle(getFileName(slug)));
  const above = folderPageNames.has(getFileName(slug).toLowerCase()) ? getFolderPath(slug) : "";
  const aboveSlug = above === "" ? undefined : getPageSlug(findPageBySlug(site.pages, above)?.path ?? "");
  const nearest =
    getPublishedSlug(site, findRelatedName(getPageSlugs(site.files), slug, isCandidate)) ??
    (aboveSlug !== undefined && isCandidate(aboveSlug) ? getPublishedSlug(site, aboveSlug) : undefined) ??
    findMovedTarget(site, slug, from, isCandidate) ??
    getPublishedSlug(
      site,
      findNearestPage(site.files, slug, (page) => !isCandidate(page)),
    );
  const generatedSlug = findNearestGenerated(site, slug, isCandidate);
  const isGeneratedNearer =
    generatedSlug !== undefined && countSharedFolders(generatedSlug, slug) > countSharedFolders(nearest ?? "", slug);
  return (
    (isGeneratedNearer ? generatedSlug : (nearest ?? generatedSlug)) ??
    (pageWithTitle !== undefined && isCandidate(pageWithTitle) ? pageWithTitle : undefined)
  );
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
  from: SitePath | undefined,
  isCandidate: PageFilter,
): string | undefined {
  const sameNames = listPagesWithName(site, slug, isCandidate);
  const endCounts = sameNames.map((page) => countSharedEnd(page, slug));
  const maxShared = endCounts.reduce((max, count) => Math.max(max, count), 2);
  const nearPages = sameNames.filter((_, i) => endCounts[i] === maxShared);
  const shortPages = sameNames.filter((page) => slug.endsWith(`/${page}`));
  // A name such as `overview` isn't specific enough, unless all pages with this name are translations or versions of
  // each other.
  const translations = new Set(sameNames.map((page) => page.slice(page.indexOf("/")))).size === 1 ? sameNames : [];
  return (
    findLongerPath(site, slug, from, isCandidate) ??
    [nearPages, shortPages, translations, isGenericName(slug) ? [] : listWithMostFolders(sameNames, slug)]
      .map((pages) => getOnlyCandidate(pages, [slug, from ?? ""]))
      .find(Boolean)
  );
}

/** Returns the page whose path ends with the link's path. */
function findLongerPath(
  site: Site,
  slug: string,
  from: SitePath | undefined,
  isCandidate: PageFilter,
): string | undefined {
  const longer = listPagesWithName(site, slug, isCandidate).filter((page) => page.endsWith(`/${slug}`));
  return getOnlyCandidate(longer, [slug, from ?? ""]);
}

function listPagesWithName(site: Site, slug: string, isCandidate: PageFilter): readonly string[] {
  const name = getFileName(slug);
  return (name === "index" ? [] : (getPageSlugs(site.files).slugsByName.get(name) ?? [])).filter(
    (page) => getPublishedPages(site.pages).pagesBySlug.has(page) && isCandidate(page),
  );
}

/**
 * Returns the only page in the list or, if there are several, the only page in the same top-level folder as one of the
 * given paths.
 */
function getOnlyCandidate(pages: readonly string[], paths: readonly string[]): string | undefined {
  if (pages.length < 2 || pages.length > 50) return pages.length === 1 ? pages[0] : undefined;
  for (const path of paths) {
    const candidates = pages.filter((page) => page.split("/", 1)[0] === path.split("/", 1)[0]);
    if (candidates.length === 1) return candidates[0];
  }
  return undefined;
}
