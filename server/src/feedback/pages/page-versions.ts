import type { Config } from "../../core/config/config.ts";
import type { Profile } from "../../core/config/settings/profile.ts";
import type { PreviousFiles } from "../../core/site/files/previous-files.ts";
import { getRedirects } from "../../core/site/links/redirects.ts";
import { getPageListings } from "../../core/site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../core/site/pages/pages.ts";
import { getNavigation } from "../../core/site/settings/navigation.ts";
import type { Site } from "../../core/site/site.ts";
import { type GeneratedPage, getGeneratedPages } from "../../core/site/specs/generated-pages.ts";
import { derive } from "../../core/text/maps.ts";
import { listPageUrls, type PageUrlSite, followUrl, getLessReliable, type ReachedPage } from "./resolve-page-url.ts";

/** A language and a version, identified by their path segments in lowercase, such as `fr` and `v2`. */
export interface PageVersion {
  readonly language?: string;
  readonly version?: string;
}

/** A path without its language and version segments, such as `guides/start` for `fr/v2/guides/start`. */
export interface VariantPath {
  readonly basePath: string;
  readonly version: PageVersion;
}

/** Functions and data that identify the languages and versions in a site's URLs. */
export interface PageVersions {
  readonly splitPath: (path: string) => VariantPath;
  /** The languages in navigation order. The readers' default language comes first. */
  readonly languages: readonly string[];
  readonly versions: readonly string[];
  /** The language and version of each page whose URL doesn't contain them, as determined from the navigation. */
  readonly versionsBySlug: ReadonlyMap<string, PageVersion>;
}

type VersionParts = Pick<Site, "config" | "specs" | "profile">;

/** Returns the languages and versions in a site's URLs. Computed once for each docs.json and set of specifications. */
export function findVersions(site: VersionParts): PageVersions {
  return getConfigVersions(site.config)(site.profile)(getGeneratedPages(site));
}

const getConfigVersions = derive((config: Config) =>
  derive((profile: Profile) =>
    derive((pages: readonly GeneratedPage[]) => computePageVersions(config, profile, pages)),
  ),
);

/**
 * The maximum number of segments that are searched for a language and version, which come after at most two other
 * segments.
 */
const maxSegments = 3;
/**
 * The minimum share of the pages in a language or version that must be in a folder for the folder to belong to that
 * language or version.
 */
const minShareInFolder = 0.9;

function computePageVersions(config: Config, profile: Profile, pages: readonly GeneratedPage[]): PageVersions {
  const versionsBySlug = new Map<string, PageVersion>();
  const addVersion = (slug: string, language: string | undefined, version: string | undefined) => {
    if (versionsBySlug.has(slug) || (language === undefined && version === undefined)) return;
    versionsBySlug.set(slug, {
      ...(language !== undefined && { language: language.toLowerCase() }),
      ...(version !== undefined && { version: version.toLowerCase() }),
    });
  };
  for (const { entry, slug } of getPageListings(config))
    if (!entry.isIgnored && slug !== "") addVersion(slug, entry.parent.language, entry.parent.version);
  for (const { slug, language, version } of pages) addVersion(slug, language, version);
  const languages = listNames(config, "language");
  const versions = listNames(config, "version");
  const languagesByFolder = listFolders(versionsBySlug, "language");
  const versionsByFolder = listFolders(versionsBySlug, "version");
  const codes = new Set(profile.languageCodes.map((code) => code.toLowerCase()));
  const getLanguage = (segment: string, index: number) =>
    languagesByFolder.get(segment) ??
    (languages.includes(segment) || (index === 0 && codes.has(segment)) ? segment : undefined);
  // The last segment is the page's name, which can look like a version, for example, `v2-1` in a changelog.
  const getVersion = (segment: string, isName: boolean) =>
    versionsByFolder.get(segment) ??
    (versions.includes(segment) || (!isName && isVersion(segment, versions.length > 0)) ? segment : undefined);
  const splitPath = (path: string): VariantPath => {
    const pageVersion: { language?: string; version?: string } = {};
    const remainingSegments: string[] = [];
    const segments = path.split("/");
    for (const [index, segment] of segments.entries()) {
      const lowercaseSegment = segment.toLowerCase();
      const isLeading = remainingSegments.length < maxSegments;
      const language =
        isLeading && pageVersion.language === undefined ? getLanguage(lowercaseSegment, index) : undefined;
      const version =
        isLeading && language === undefined && pageVersion.version === undefined
          ? getVersion(lowercaseSegment, index > 0 && index === segments.length - 1)
          : undefined;
      if (language !== undefined) pageVersion.language = language;
      else if (version !== undefined) pageVersion.version = version;
      else if (segment !== "") remainingSegments.push(segment);
    }
    if (remainingSegments.at(-1) === "index") remainingSegments.pop();
    return { basePath: remainingSegments.join("/"), version: pageVersion };
  };
  return { splitPath, languages, versions, versionsBySlug };
}

function listNames(config: Config, kind: "language" | "version"): readonly string[] {
  const elements = getNavigation(config).elements.filter((element) => element.kind === kind && !element.isIgnored);
  const names = [...elements.filter(({ isDefault }) => isDefault), ...elements].flatMap(
    (element) => (kind === "language" ? element.language : element.version) ?? [],
  );
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** Returns the folders that contain nearly all pages in one language or version and no pages in any other. */
function listFolders(
  versionsBySlug: ReadonlyMap<string, PageVersion>,
  axis: keyof PageVersion,
): ReadonlyMap<string, string> {
  const pageCountsByName = new Map<string, number>();
  const countsByFolder = new Map<string, Map<string, number>>();
  for (const [slug, { [axis]: name }] of versionsBySlug) {
    if (name === undefined) continue;
    pageCountsByName.set(name, (pageCountsByName.get(name) ?? 0) + 1);
    for (const segment of new Set(slug.toLowerCase().split("/").slice(0, -1).slice(0, maxSegments))) {
      const countsByName = countsByFolder.get(segment) ?? new Map<string, number>();
      countsByFolder.set(segment, countsByName.set(name, (countsByName.get(name) ?? 0) + 1));
    }
  }
  const namesByFolder = new Map<string, string>();
  for (const [segment, countsByName] of pageCountsByName.size > 1 ? countsByFolder : [])
    for (const [name, count] of countsByName)
      if (countsByName.size === 1 && count >= minShareInFolder * (pageCountsByName.get(name) ?? 0))
        namesByFolder.set(segment, name);
  return namesByFolder;
}

/**
 * Whether a segment is a version, such as `v2`, `2.1`, or `v1.x`. If the site has versions, `2`, `2026-04`, and
 * `latest` also count as versions.
 */
function isVersion(segment: string, hasVersions: boolean): boolean {
  if (segment.length > 30) return false;
  if (/^v\d+([._-]\d+){0,3}([._-]?(x|alpha|beta|rc)\d*)?$/.test(segment)) return true;
  if (/^\d+(\.\d+){1,3}(\.x)?$/.test(segment)) return true;
  return hasVersions && /^(\d{1,4}([._-]\d{1,2}){0,2}|latest|stable|next|current)$/.test(segment);
}

/** A path that differs from the requested path only in language and version. */
interface RelatedPage {
  readonly path: string;
  /** The language and version as written in the URL. */
  readonly urlVersion: PageVersion;
  /** The language and version, with missing values determined from the navigation. */
  readonly version: PageVersion;
}

type RelatedPagesByBasePath = ReadonlyMap<string, readonly RelatedPage[]>;

/**
 * If the page doesn't exist in the version or language that the path specifies, returns the page in the nearest version
 * or language. For example, `v1/start` returns `v3/start` or `start`, and an untranslated `fr/start` returns the
 * original. Returns undefined if no existing URL differs only in version and language.
 */
export function findNearestVersion(
  site: PageUrlSite,
  previousFiles: PreviousFiles,
  path: string,
): ReachedPage | undefined {
  const pageVersions = findVersions(site);
  const { basePath, version: pageVersion } = pageVersions.splitPath(path);
  for (const relatedPages of [
    listRelatedPages(site),
    listRelatedRedirects(site),
    listPreviousPages(site, previousFiles),
  ]) {
    const candidatePages = relatedPages.get(basePath);
    if (!candidatePages) continue;
    const requestedVersion = applyDefaults(pageVersion, pageVersions);
    const rankedPages = candidatePages
      .filter((relatedPage) => relatedPage.path !== path)
      .map((relatedPage) => {
        const version = applyDefaults(relatedPage.version, pageVersions);
        return { ...relatedPage, candidateVersion: version, rank: getRank(requestedVersion, version, pageVersions) };
      })
      .sort((page, otherPage) => compareRanks(page.rank, otherPage.rank));
    for (const { path: urlPath, candidateVersion, urlVersion } of rankedPages.slice(0, maxCandidates)) {
      const reachedPage = followUrl(site, previousFiles, urlPath);
      const difference =
        getDifference(requestedVersion, candidateVersion) ?? getDifference(pageVersion, urlVersion) ?? "version";
      if ("slug" in reachedPage) return { ...reachedPage, by: getLessReliable(reachedPage.by, difference) };
    }
  }
  return undefined;
}

const maxCandidates = 5;

/**
 * Returns `language` if the languages differ, `version` if only the versions differ, or undefined if neither differs.
 */
function getDifference(pageVersion: PageVersion, otherVersion: PageVersion): "version" | "language" | undefined {
  if (pageVersion.language !== otherVersion.language) return "language";
  return pageVersion.version === otherVersion.version ? undefined : "version";
}

/** Returns the language and version, with defaults for values that the URL doesn't contain. */
function applyDefaults({ language, version }: PageVersion, { languages, versions }: PageVersions): PageVersion {
  return { language: language ?? languages[0] ?? "", version: version ?? versions[0] ?? "" };
}

/**
 * Returns the rank of a candidate. The nearest candidate has the smallest rank. The rank depends first on the kind of
 * difference, then on the position of the language, and finally on the distance between versions. Newer versions are
 * preferred.
 */
function getRank(
  requestedVersion: PageVersion,
  version: PageVersion,
  { languages, versions }: PageVersions,
): readonly number[] {
  const [fromVersion = "", toVersion = ""] = [requestedVersion.version, version.version];
  const [fromLanguage = "", toLanguage = ""] = [requestedVersion.language, version.language];
  const differences = { version: fromVersion !== toVersion, language: fromLanguage !== toLanguage };
  const isRegionalVariant = differences.language && getBaseLanguage(fromLanguage) === getBaseLanguage(toLanguage);
  return [
    Number(differences.version) + Number(differences.language),
    Number(differences.language),
    differences.language && !isRegionalVariant ? 1 + getIndex(toLanguage, languages) : 0,
    differences.version ? getVersionDistance(fromVersion, toVersion, versions) : 0,
    -parseVersionNumber(toVersion),
  ];
}

function compareRanks(rank: readonly number[], otherRank: readonly number[]): number {
  for (const [index, value] of rank.entries()) {
    const difference = value - (otherRank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the base language, such as `pt` for `pt-BR`. */
const getBaseLanguage = (language: string) => language.split("-", 1)[0] ?? language;

const getIndex = (name: string, names: readonly string[]) =>
  names.includes(name) ? names.indexOf(name) : names.length;

/**
 * Returns the distance between two versions as a number of versions on the site. If either version isn't a number, the
 * distance is larger than any other and depends on the position of `to` in the navigation.
 */
function getVersionDistance(version: string, otherVersion: string, versions: readonly string[]): number {
  const [fromNumber, toNumber] = [parseVersionNumber(version), parseVersionNumber(otherVersion)];
  if (fromNumber === 0 || toNumber === 0) return 1000 + getIndex(otherVersion, versions);
  const numbers = versions.map(parseVersionNumber).filter((number) => number > 0);
  if (numbers.length === 0) return Math.abs(fromNumber - toNumber);
  // A version that no longer exists is placed between two existing versions.
  const getOrder = (versionNumber: number) =>
    numbers.filter((number) => number < versionNumber).length - (numbers.includes(versionNumber) ? 0 : 0.5);
  return Math.abs(getOrder(fromNumber) - getOrder(toNumber));
}

/** Converts a version such as `v2.1` to a number for comparison. Returns 0 if it doesn't contain a number. */
function parseVersionNumber(version: string): number {
  const [major = "", minor = "0", patch = "0"] = version.match(/\d{1,4}/g) ?? [];
  return major === "" ? 0 : (Number(major) * 10_000 + Number(minor)) * 10_000 + Number(patch) + 1;
}

function listRelatedPages(site: PageUrlSite): RelatedPagesByBasePath {
  return getRelatedPages(site.config)(site.specs)(site.pages)(site.profile).pages;
}

function listRelatedRedirects(site: PageUrlSite): RelatedPagesByBasePath {
  return getRelatedPages(site.config)(site.specs)(site.pages)(site.profile).redirects;
}

const getRelatedPages = derive((config: PageUrlSite["config"]) =>
  derive((specs: PageUrlSite["specs"]) =>
    derive((pages: PageUrlSite["pages"]) =>
      derive((profile: PageUrlSite["profile"]) => {
        const site = { config, specs, pages, profile };
        const pageVersions = findVersions(site);
        const redirectPaths = getRedirects(site).flatMap(({ path, pattern }) => (pattern ? [] : [path]));
        return {
          pages: groupByBasePath(listPageUrls(site), pageVersions),
          redirects: groupByBasePath(redirectPaths, pageVersions),
        };
      }),
    ),
  ),
);

function listPreviousPages(site: PageUrlSite, previousFiles: PreviousFiles): RelatedPagesByBasePath {
  return getPreviousPages(findVersions(site))(previousFiles);
}

const getPreviousPages = derive((pageVersions: PageVersions) =>
  derive(({ currentPaths: pathsByPreviousPath }: PreviousFiles) =>
    groupByBasePath(
      [...pathsByPreviousPath].flatMap(([file, currentPath]) =>
        currentPath === undefined ? [] : (getPageSlug(file) ?? []),
      ),
      pageVersions,
    ),
  ),
);

function groupByBasePath(paths: Iterable<string>, { splitPath, versionsBySlug }: PageVersions): RelatedPagesByBasePath {
  const pagesByBasePath = new Map<string, RelatedPage[]>();
  for (const path of paths) {
    const { basePath, version: pageVersion } = splitPath(path);
    const relatedPages = pagesByBasePath.get(basePath) ?? [];
    pagesByBasePath.set(basePath, relatedPages);
    relatedPages.push({ path, urlVersion: pageVersion, version: { ...versionsBySlug.get(path), ...pageVersion } });
  }
  return pagesByBasePath;
}
