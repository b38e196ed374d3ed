import type { Config } from "../../config/config.ts";
import type { PageOutline } from "../../page/page.ts";
import { derive } from "../../text/maps.ts";
import { haveDifferentNumbers } from "../../text/similarity.ts";
import { getFileName, getFolderPath, removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { getPageSlug, getPublishedPages } from "../pages/pages.ts";
import type { Site } from "../site.ts";
import { getPageListings } from "./navigation-pages.ts";
import {
  getLanguages,
  listComparisons,
  getPathLanguages,
  type PageSet,
  getSiteLanguages,
  findSourcePage,
} from "./translations.ts";

/** The language and version of a page. */
export interface Edition {
  /** The path of the same page in the default language and version. All editions of a page have the same original. */
  readonly originalSlug: string;
  /** The path of the same page in the same language and the default version. */
  readonly defaultVersionSlug: string;
  /** The index of the version, starting with the default version. */
  readonly versionIndex: number;
}

/** Returns a page's edition, or undefined if the site has only one language and one version. */
export function getEdition(site: Site, page: PageOutline): Edition | undefined {
  const slug = getPageSlug(page.path);
  const versionsBySlug = indexVersionsByPage(site.config);
  if (slug === undefined || (versionsBySlug.size === 0 && !getSiteLanguages(site.config))) return undefined;
  const { pagesBySlug } = getPublishedPages(site.pages);
  const { slug: languageSlug, versionIndex } =
    versionsBySlug.get(slug) ?? findVersionByFolder(site.config, slug, pagesBySlug);
  const originalSlug = toDefaultSlug(site, languageSlug, pagesBySlug.get(languageSlug) ?? page);
  return { originalSlug, defaultVersionSlug: languageSlug, versionIndex };
}

/** Returns the path of the same page in the default language and version. */
export function findDefaultPage(site: Site, slug: string): string {
  const languageSlug = indexVersionsByPage(site.config).get(slug)?.slug ?? slug;
  return toDefaultSlug(site, languageSlug, getPublishedPages(site.pages).pagesBySlug.get(languageSlug));
}

function toDefaultSlug(site: Site, slug: string, page: PageOutline | undefined): string {
  const source = page && findSourcePage(site, page);
  return (source && getPageSlug(source.path)) ?? slug;
}

/**
 * Returns the edition of a page that the navigation lists, even if the page doesn't exist. Versions aren't
 * distinguished. Returns undefined if the site has only one language.
 */
export function getEntryEdition(config: Config, slug: string): Edition | undefined {
  if (!getSiteLanguages(config)) return undefined;
  return {
    originalSlug: getDefaultEntries(config).get(slug) ?? slug,
    defaultVersionSlug: slug,
    versionIndex: 0,
  };
}

/** Maps the path of each page in the navigation to the path that the default language lists for the same page. */
const getDefaultEntries = derive((config: Config): ReadonlyMap<string, string> => {
  const defaultSlugsBySlug = new Map<string, string>();
  for (const { key, pageSets } of listComparisons(config)) {
    const defaultPageSet = key === "languages" ? pageSets.find(({ element }) => element.isDefault) : undefined;
    for (const { pagesByPath } of defaultPageSet ? pageSets : [])
      for (const [relativeSlug, { slug }] of pagesByPath) {
        const originalSlug = defaultPageSet?.pagesByPath.get(relativeSlug)?.slug;
        if (originalSlug !== undefined && !defaultSlugsBySlug.has(slug)) defaultSlugsBySlug.set(slug, originalSlug);
      }
  }
  return defaultSlugsBySlug;
});

interface PageVersion {
  /**
   * The path of the page in the default version or, if that version doesn't have the page, in the first version that
   * does.
   */
  readonly slug: string;
  readonly versionIndex: number;
}

/** Groups of versions that have the same pages. The default version comes first in each group. */
const listComparedVersions = derive((config: Config): readonly (readonly PageSet[])[] =>
  listComparisons(config).flatMap(({ key, pageSets }) =>
    key === "versions" ? [pageSets.toSorted((a, b) => Number(b.element.isDefault) - Number(a.element.isDefault))] : [],
  ),
);

const indexVersionsByPage = derive((config: Config): ReadonlyMap<string, PageVersion> => {
  const versionsBySlug = new Map<string, PageVersion>();
  for (const pageSets of listComparedVersions(config)) {
    const firstSlugsByRelativeSlug = new Map<string, string>();
    for (const [versionIndex, { pagesByPath }] of pageSets.entries())
      for (const [relativeSlug, { slug }] of pagesByPath) {
        if (!firstSlugsByRelativeSlug.has(relativeSlug)) firstSlugsByRelativeSlug.set(relativeSlug, slug);
        if (!versionsBySlug.has(slug))
          versionsBySlug.set(slug, { slug: firstSlugsByRelativeSlug.get(relativeSlug) ?? slug, versionIndex });
      }
  }
  return versionsBySlug;
});

/**
 * Maps each version's folder to the folders of all versions that have the same pages, including its own. The default
 * version comes first.
 */
const groupFoldersByVersion = derive((config: Config): ReadonlyMap<string, readonly string[]> => {
  const comparedFolders = listComparedVersions(config).map((pageSets) => pageSets.map(({ folder }) => folder));
  return new Map(comparedFolders.flatMap((folders) => folders.map((folder) => [folder, folders] as const)));
});

/** Returns the version of a page that isn't in the navigation, based on its folder. */
function findVersionByFolder(config: Config, slug: string, pagesBySlug: ReadonlyMap<string, PageOutline>): PageVersion {
  const foldersByVersion = groupFoldersByVersion(config);
  for (let prefixEnd = slug.lastIndexOf("/") + 1; prefixEnd > 0; prefixEnd = slug.lastIndexOf("/", prefixEnd - 2) + 1) {
    const folders = foldersByVersion.get(slug.slice(0, prefixEnd));
    if (!folders) continue;
    const firstSlug = folders.map((folder) => folder + slug.slice(prefixEnd)).find((path) => pagesBySlug.has(path));
    return { slug: firstSlug ?? slug, versionIndex: folders.indexOf(slug.slice(0, prefixEnd)) };
  }
  return { slug, versionIndex: 0 };
}

/** The names of language and version folders. The paths of a page's editions differ only in these folders. */
export const listEditionFolders = derive(
  (config: Config): ReadonlySet<string> =>
    new Set([
      ...(getSiteLanguages(config) ?? []),
      ...[...groupFoldersByVersion(config).keys()].flatMap((folder) => folder.split("/").filter(Boolean)),
    ]),
);

/**
 * Returns a function that returns whether a specification can be in the language and version that the author of
 * `referringFile` meant by `rawName`. If the folder of this language contains any of `specs`, specifications outside of
 * it can't.
 */
export function createEditionFilter(
  config: Config,
  rawName: string,
  referringFile: SitePath,
  specs: Iterable<SitePath>,
): (spec: SitePath) => boolean {
  const codes = getSiteLanguages(config);
  const languages = getPathLanguages(config);
  const path = rawName.replace(/^(\.{0,2}\/)+/, "");
  const page = removePageExtension(referringFile);
  const language =
    languages?.getFolderLanguage(path) ?? (page === referringFile ? undefined : languages?.getLanguage(page));
  const isOtherLanguage = (code: string | undefined) => code !== undefined && code !== language;
  const pathWords = splitWords(path);
  const isInFolder = (spec: SitePath) => language !== undefined && languages?.getFolderLanguage(spec) === language;
  const hasOwnSpecs = [...specs].some(isInFolder);
  return (spec) =>
    (!hasOwnSpecs || isInFolder(spec)) &&
    !haveDifferentNumbers(path, spec) &&
    (language === undefined || !isOtherLanguage(languages?.getFolderLanguage(spec))) &&
    splitWords(getFileName(spec)).every(
      (word) => !codes?.has(word) || !isOtherLanguage(word) || pathWords.includes(word),
    );
}

function splitWords(path: string): string[] {
  return path.toLowerCase().split(/[-_./]/);
}

/**
 * Returns the path without the folders of languages and versions, which differ between the editions of a page. The
 * folder of a language, such as `fr`, then equals the site's folder, which is `/`.
 */
export function removeEditionFolders(path: string, folders: ReadonlySet<string>): string {
  if (folders.size === 0) return path;
  const remainingSegments = path.split("/").filter((segment) => !folders.has(segment));
  return remainingSegments.join("/") || "/";
}

/**
 * Returns the version that a link leads to. This is the version of the first of `paths` that determines one or, if none
 * of them does, the version of the page that contains the link.
 */
export function getTargetVersion(
  { config }: Site,
  paths: readonly string[],
  linkingPage: SitePath | undefined,
): string | undefined {
  const getVersion = getPathVersion(config);
  const sourceVersion = linkingPage === undefined ? undefined : getVersion(removePageExtension(linkingPage));
  const isDecisive = (version: string | undefined) =>
    version !== undefined &&
    (sourceVersion === undefined || (groupExclusiveFolders(config).get(version)?.size ?? 0) < 2);
  return paths.map(getVersion).find(isDecisive) ?? sourceVersion;
}

/**
 * The top-level folders that only one version has. If a version has several of them, none of them is the version's main
 * folder, so a link to one of these folders may lead to the same folder of the page's version.
 */
const groupExclusiveFolders = derive((config: Config): ReadonlyMap<string, ReadonlySet<string>> => {
  const topFoldersByVersion = new Map<string, Set<string>>();
  for (const { slug } of getPageListings(config)) {
    const version = slug.includes("/") ? getPathVersion(config)(`${getTopFolder(slug)}/`) : undefined;
    if (version === undefined) continue;
    const versionFolders = topFoldersByVersion.get(version);
    if (versionFolders) versionFolders.add(getTopFolder(slug));
    else topFoldersByVersion.set(version, new Set([getTopFolder(slug)]));
  }
  return topFoldersByVersion;
});

/** Whether the page is in this version, or isn't in any version. */
export function isInVersion({ config }: Site, page: string, version: string | undefined): boolean {
  const pageVersion = version === undefined ? undefined : getPathVersion(config)(page);
  return pageVersion === undefined || pageVersion === version;
}

function getTopFolder(path: string): string {
  return path.split("/", 1)[0] ?? "";
}

/**
 * Returns the version of a path, based on the navigation: the only version that lists the page or, if no version lists
 * it, that lists all pages in the nearest folder. Undefined if that isn't exactly one version.
 */
export const getPathVersion = derive((config: Config): ((path: string) => string | undefined) => {
  const versionsByPath = new Map<string, string | undefined>();
  const add = (path: string, version: string | undefined) =>
    versionsByPath.set(path, !versionsByPath.has(path) || versionsByPath.get(path) === version ? version : undefined);
  for (const { entry, slug } of getPageListings(config)) {
    if (entry.isIgnored || slug === "") continue;
    add(slug, entry.parent.version);
    for (let folder = getFolderPath(slug); folder !== ""; folder = getFolderPath(folder))
      add(`${folder}/`, entry.parent.version);
  }
  return (path) => {
    if (versionsByPath.has(path)) return versionsByPath.get(path);
    for (let folder = getFolderPath(path); folder !== ""; folder = getFolderPath(folder))
      if (versionsByPath.has(`${folder}/`)) return versionsByPath.get(`${folder}/`);
    return undefined;
  };
});

/**
 * Returns the paths of the same page in other languages, based only on the page's path. For example, returns
 * `fr/guides/start` and `de/guides/start` for `guides/start`, even if these pages aren't in a menu. Paths have no
 * leading slash. Returns an empty list if the site has only one language.
 */
export function findTranslations(site: Site, slug: string): readonly string[] {
  const { codes, defaultLanguage } = getLanguages(site.config);
  if (defaultLanguage === undefined || codes.size < 2) return [];
  const slashIndex = slug.indexOf("/");
  const untranslatedSlug = codes.has(slug.slice(0, Math.max(0, slashIndex))) ? slug.slice(slashIndex + 1) : slug;
  const { pagesBySlug } = getPublishedPages(site.pages);
  const sourceSlug = pagesBySlug.has(`${defaultLanguage}/${untranslatedSlug}`)
    ? `${defaultLanguage}/${untranslatedSlug}`
    : untranslatedSlug;
  const otherSlugs = [...codes].filter((code) => code !== defaultLanguage).map((code) => `${code}/${untranslatedSlug}`);
  return [sourceSlug, ...otherSlugs].filter((translation) => translation !== slug && pagesBySlug.has(translation));
}

/**
 * Returns the folder from which browsers resolve relative links on the index page of a folder. The sidebar opens
 * `guides/index` at `/guides`, where `start` leads to `/start`. Returns undefined for other pages.
 */
export function getFolderAboveIndex({ config }: Pick<Site, "config">, path: SitePath): SitePath | undefined {
  const folder = getFolderPath(path);
  if (folder === "" || getFileName(removePageExtension(path)) !== "index") return undefined;
  // The folder above a language or version belongs to another one.
  return listEditionFolders(config).has(getFileName(folder)) ? undefined : getFolderPath(folder);
}
