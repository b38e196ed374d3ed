import { derive, groupBy } from "../../text/maps.ts";
import {
  areNested,
  countSharedEnd,
  countSharedFolders,
  findNearestName,
  findSameVersion,
  hasDifferentSubject,
  haveDifferentVersions,
  removeOrder,
  isRelatedName,
  isStartName,
  listWithMostFolders,
} from "../../text/similarity.ts";
import {
  getFileName,
  getFolderPath,
  getParentFolders,
  getSubfolders,
  removePageExtension,
  getTopFolder,
  shareFolder,
  stripFolders,
} from "../../text/site-path.ts";
import { isWithin, type SiteLocation, type SitePath } from "../../text/text-edit.ts";
import { listEditionFolders, isInVersion, getTargetVersion } from "../navigation/editions.ts";
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
import { findRenamedPage, isFolderOfPages, findPageBySlug } from "./resolve-link.ts";

/** The maximum number of pages or subfolders in a folder. Larger folders aren't searched for similar names. */
const maxComparisons = 1000;

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

const apiPathPattern = /(?:^|\/)(api|apis|api-reference|endpoints|reference|sdk|sdks|sdk-reference)\//i;

/**
 * Whether the path is in a reference that exists, such as `api-reference`, and the page isn't. Another reference usually
 * describes the same subject for other readers. Outside of references, only a page in a folder with the same name fits.
 */
function isInOtherReference(site: Site, page: string, slug: string): boolean {
  const found = apiPathPattern.exec(slug);
  const [, name = ""] = found ?? [];
  if (!found || !isFolderOfPages(site, slug.slice(0, found.index + found[0].length - 1))) return false;
  const [, other] = apiPathPattern.exec(page) ?? [];
  if (other !== undefined) return /^sdk/i.test(other) !== /^sdk/i.test(name);
  return !areNested(page, slug) && countSharedEnd(page, slug) < 2;
}

/**
 * Returns the most similar existing folder, such as `guides/api` for `guide/api`. Compares one folder level at a time,
 * starting at the root. Cached for each path.
 */
const findNearestFolder = derive((files: ReadonlySet<SitePath>) => {
  const { byFolder } = getPageSlugs(files);
  const subfolders = getSubfolders(byFolder.keys());
  const folders = new Map<string, string | undefined>([["", ""]]);
  const find = (folder: string): string | undefined => {
    if (folders.has(folder)) return folders.get(folder);
    const parentFolder = find(getFolderPath(folder));
    const nearest =
      parentFolder === undefined ? undefined : findName(subfolders.get(parentFolder), getFileName(folder));
    const result = nearest === undefined ? undefined : parentFolder === "" ? nearest : `${parentFolder}/${nearest}`;
    folders.set(folder, result);
    return result;
  };
  return find;
});

function findName(names: ReadonlySet<string> | undefined, name: string): string | undefined {
  if (!names || names.has(name)) return names && name;
  if (names.size > maxComparisons) return undefined;
  return findSameVersion(name, names) ?? findNearestName(name, names);
}

/**
 * Returns the page that a link such as `/guides/start` most likely refers to: a page that was moved, that has a similar
 * name in the same folder, or whose title matches. On a site with several languages, the page is in the language of the
 * link's folder. If the link isn't in a language folder, the page is in the language of the page or the part of
 * docs.json that contains the link. The same applies to versions. If the link as written (`url`) is relative, the page
 * must have more than its name in common with the link. Checks only a few pages, regardless of the site's size.
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
  const key = JSON.stringify([
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
    !haveDifferentVersions(urlPath, page) &&
    !hasDifferentSubject(slug, page) &&
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

/** Names that pages about different subjects have in common. */
const genericNames = new Set(
  "about,concepts,configuration,events,examples,faq,features,get started,getting started,guide,home,installation,intro,introduction,overview,quick start,quickstart,reference,setup,usage".split(
    ",",
  ),
);

function isGenericName(slug: string): boolean {
  return genericNames.has(normalizeTitle(removeOrder(getFileName(slug))));
}

/**
 * Whether the page has more than a generic name such as `overview` in common with the link, is in the same top-level
 * folder as the link's path, or is in the folder of the page that contains the link. For a link without a folder, it can
 * also be in a subfolder of that page's top-level folder. The folders of languages and versions don't count, because
 * they contain pages about all subjects.
 */
function isSpecificEnough(site: Site, page: string, slug: string, from: SitePath | undefined): boolean {
  if (isNameOfFolder(site, page, slug)) return false;
  const folders = listEditionFolders(site.config);
  const target = stripFolders(page, folders);
  const path = stripFolders(slug, folders);
  const source = stripFolders(from ?? "", folders);
  const isElsewhere = from !== undefined && getTopFolder(source) !== getTopFolder(target);
  if (isElsewhere && isInOtherSection(site, target, path, slug)) return false;
  if (from !== undefined && isInSiblingFolder(site, page, slug)) return false;
  if (!isGenericName(slug)) return true;
  if (!target.includes("/")) return !path.includes("/");
  if (countSharedEnd(page, slug) > 1 || getFolderPath(page) === findNearestFolder(site.files)(getFolderPath(slug)))
    return true;
  if (!path.includes("/") && !source.includes("/")) return true;
  if (path.includes("/") && getTopFolder(path) === getTopFolder(target)) return true;
  const toFolder = path.includes("/") ? getFolderPath : getTopFolder;
  return source.includes("/") && toFolder(source) === toFolder(target);
}

/**
 * Whether the link's folder exists and the page is in another top-level folder. If a name in the other folder has fewer
 * than three words, it usually describes the same subject for another product.
 */
function isInOtherSection(site: Site, target: string, path: string, slug: string): boolean {
  const isShort = normalizeTitle(getFileName(path)).split(" ").length < 3;
  if (!isShort || !path.includes("/") || !target.includes("/") || target.endsWith(`/${path}`)) return false;
  return getTopFolder(path) !== getTopFolder(target) && isFolderOfPages(site, getFolderPath(slug));
}

/**
 * Whether the paths have only a single word in common at their ends, and the link's folder or top-level folder exists but
 * doesn't contain the page. Another folder usually has a page with such a name about its own subject.
 */
function isInSiblingFolder(site: Site, page: string, slug: string): boolean {
  const isWord = !normalizeTitle(getFileName(slug)).includes(" ");
  if (!isWord || !slug.includes("/") || areNested(page, slug) || countSharedEnd(page, slug) !== 1) return false;
  return (
    isFolderOfPages(site, getFolderPath(slug)) ||
    (!shareFolder(page, slug) && isFolderOfPages(site, getTopFolder(slug)))
  );
}

/**
 * Whether the paths have only one word in common, their name, which is also the name of a folder. Such a word, such as
 * `auth`, is the name of a subject that several sections describe.
 */
function isNameOfFolder({ files }: Site, page: string, slug: string): boolean {
  const name = getFileName(slug);
  // The author probably meant another folder with this name.
  const isOtherFolder = (folder: string) => folder !== page && !page.startsWith(`${folder}/`);
  if (name === slug && name === getFileName(page) && (foldersByName(files).get(name) ?? []).some(isOtherFolder))
    return true;
  if (name !== getFileName(page) || normalizeTitle(name).includes(" ") || areNested(page, slug)) return false;
  return !shareFolder(page, slug) && foldersByName(files).has(name);
}

const foldersByName = derive((files: ReadonlySet<SitePath>) => {
  const folders = getParentFolders(getPageSlugs(files).fileBySlug.keys());
  return groupBy(folders, getFileName);
});

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

/**
 * Whether the page is in the link's folder, in a folder with a similar path, or in another folder with the same name.
 * A name with several words is specific enough to be the same page in any folder.
 */
function isRelated({ files }: Site, page: string, slug: string): boolean {
  const endCount = countSharedEnd(page, slug);
  const isSpecific = normalizeTitle(getFileName(slug)).split(" ").length > 2;
  return (
    endCount > 1 ||
    (endCount === 1 && isSpecific) ||
    getFolderPath(page) === findNearestFolder(files)(getFolderPath(slug))
  );
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
    (isStartName(getFileName(slug)) ? undefined : findLongerPath(site, slug, from, isCandidate)) ??
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
