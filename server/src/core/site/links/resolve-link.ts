import type { Config } from "../../config/config.ts";
import { getJsonValue, getJsonString } from "../../config/json/json-tree.ts";
import type { PageOutline } from "../../page/page.ts";
import {
  getFolderPath,
  getParentFolders,
  getTopFolder,
  removePageExtension,
  resolveSitePath,
} from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { getFolderAboveIndex } from "../navigation/editions.ts";
import { getShownSlugs } from "../navigation/navigation-pages.ts";
import { findEnclosingSites } from "../navigation/nested-sites.ts";
import { getSiteLanguages } from "../navigation/translations.ts";
import { getPageSlugs, getPublishedPages } from "../pages/pages.ts";
import { isHostPage, isStaticRoute, parsePathAfterSlashes, parseLinkUrl, splitLocalUrl } from "../pages/urls.ts";
import { isRepositoryFile } from "../settings/ignore.ts";
import { getNavigation } from "../settings/navigation.ts";
import type { Site } from "../site.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage, getGeneratedPages } from "../specs/generated-pages.ts";
import { mayBeGenerated } from "../specs/unread-pages.ts";
import { getDestinationPath, findRedirect, followRedirectChain, type Redirect, toRedirectPath } from "./redirects.ts";

/** The parts of a site that determine which pages exist. */
export type PageSiteParts = Pick<Site, "config" | "specs" | "profile" | "pages">;

/** Returns the page at `/<slug>`, whose file has that path or is the `index` file of the folder with that path. */
export function findPageBySlug(pages: Site["pages"], slug: string): PageOutline | undefined {
  const { pagesBySlug } = getPublishedPages(pages);
  return pagesBySlug.get(slug) ?? pagesBySlug.get(slug === "" ? "index" : `${slug}/index`);
}

/** Returns the generated page at `/<slug>`. */
export function findGeneratedPage(site: Omit<PageSiteParts, "pages">, slug: string): GeneratedPage | undefined {
  return indexGeneratedPagesBySlug(site).get(slug);
}

/** Whether there are pages under `/<path>/`, including generated pages. */
export function containsPages(site: PageSiteParts, path: string): boolean {
  return listPageFolders(site.pages).has(path) || listGeneratedFolders(getGeneratedPages(site)).has(path);
}

/** Whether there are or may be generated pages under `/<path>/`. */
export function mayContainGeneratedPage(site: Site, path: string): boolean {
  return listGeneratedFolders(getGeneratedPages(site)).has(path) || mayBeGenerated(site, path);
}

const listPageFolders = derive((pages: Site["pages"]) => getParentFolders(getPublishedPages(pages).pagesBySlug.keys()));
const listShownFolders = derive((config: Config) => getParentFolders(getShownSlugs(config)));
const listGeneratedFolders = derive((pages: readonly GeneratedPage[]) =>
  getParentFolders(pages.map(({ slug }) => slug)),
);

/** An existing path that differs from the requested path only in its spelling. */
export interface OtherSpelling {
  /** The path of a page, such as `guides/Start`, or of an image, such as `images/Logo.png`. */
  readonly path: string;
  /**
   * The difference between the paths: the case of letters (`case`), or whether accented letters are composed or
   * decomposed (`accents`).
   */
  readonly difference: "case" | "accents";
}

/**
 * Returns the page or file whose path differs only in case or in the encoding of accents, or undefined if no path or
 * several paths match.
 */
export function findOtherSpelling(site: PageSiteParts & Pick<Site, "files">, path: string): OtherSpelling | undefined {
  const normalizedPath = normalizeSpelling(path);
  const otherPath =
    indexPagesBySpelling(site.pages).get(normalizedPath) ??
    indexPagesBySpelling(site.pages).get(normalizedPath === "" ? "index" : `${normalizedPath}/index`) ??
    indexFilesBySpelling(site.files).get(normalizedPath) ??
    indexGeneratedBySpelling(getGeneratedPages(site)).get(normalizedPath);
  if (otherPath === undefined || otherPath === path) return undefined;
  return { path: otherPath, difference: getDifference(otherPath, path) };
}

function getDifference(spelling: string, path: string): OtherSpelling["difference"] {
  return spelling.normalize("NFC") === path.normalize("NFC") ? "accents" : "case";
}

function normalizeSpelling(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

const indexPagesBySpelling = derive((pages: Site["pages"]) =>
  indexBySpelling(getPublishedPages(pages).pagesBySlug.keys()),
);
const indexFoldersBySpelling = derive((pages: Site["pages"]) => indexBySpelling(listPageFolders(pages)));
const indexFilesBySpelling = derive((files: ReadonlySet<SitePath>) => indexBySpelling(files));
const indexGeneratedBySpelling = derive((pages: readonly GeneratedPage[]) =>
  indexBySpelling(pages.map(({ slug }) => slug)),
);

function indexBySpelling(paths: Iterable<string>): ReadonlyMap<string, string> {
  const pathsBySpelling = new Map<string, string>();
  for (const path of paths)
    if (!pathsBySpelling.has(normalizeSpelling(path))) pathsBySpelling.set(normalizeSpelling(path), path);
  return pathsBySpelling;
}

/** A link's target. `anchor` is the text after `#` as written, or undefined if the link has none. */
export type LinkTarget =
  /** A page with its own file. */
  | { readonly kind: "page"; readonly file: SitePath; readonly slug: string; readonly anchor?: string }
  /** A page generated from a specification. */
  | { readonly kind: "generated"; readonly page: GeneratedPage; readonly anchor?: string }
  /** An image, a download, or another kind of file. */
  | { readonly kind: "file"; readonly file: SitePath; readonly anchor?: string }
  | {
      readonly kind: "redirect";
      /** The first redirect that applies to the link. */
      readonly redirect: Redirect;
      /** The final URL, including the link's query and anchor, such as `/guides/new#install`. */
      readonly destination: string;
      readonly target: LinkTarget;
    }
  /** A folder that contains pages but doesn't have its own page. The service opens the first page in the folder. */
  | { readonly kind: "folder"; readonly path: string; readonly anchor?: string }
  /** A route that the service provides, such as `/llms.txt`. */
  | { readonly kind: "route"; readonly path: string }
  /** The page that contains the link. */
  | { readonly kind: "same-page"; readonly anchor?: string }
  | { readonly kind: "external"; readonly url: string }
  /** A link with a scheme that opens another application, such as `mailto`, `tel`, or `vscode`. */
  | { readonly kind: "scheme"; readonly scheme: string }
  | { readonly kind: "unsafe"; readonly scheme: string }
  /** A path that exists only in a different spelling, such as `/Guides/start`. */
  | {
      readonly kind: "spelling";
      readonly path: string;
      readonly otherSpelling: OtherSpelling;
      readonly target: LinkTarget;
    }
  | {
      readonly kind: "unverifiable";
      readonly reason: "variable" | "expression" | "specification" | "not-published" | "nested-site" | "host";
    }
  | {
      readonly kind: "missing";
      /** The decoded path from the site's root, such as `guides/strat`, or the text as written if it isn't a path. */
      readonly path: string;
      /** Whether the path looks like the path of a page or of a file, based on its extension. */
      readonly expectedKind: "page" | "file";
      readonly reason: "not-found" | "ignored" | "outside-site" | "not-a-path";
    };

/** The page that contains a link. Relative links are resolved against the page's folder. */
export interface LinkSource {
  readonly path: SitePath;
}

const maxLinkLength = 2000;
const maxHops = 10;

/**
 * Resolves a link as the service and browsers do. Entities and Markdown escapes in `rawUrl` must already be decoded,
 * but percent-encoding must not. If `source` is undefined, as in docs.json, relative links are resolved from the root.
 */
export function resolveLink(site: Site, rawUrl: string, source: LinkSource | undefined): LinkTarget {
  const text = substituteVariables(rawUrl.slice(0, maxLinkLength + 1), site.config);
  if (text === undefined) return { kind: "unverifiable", reason: "variable" };
  // Text such as `[Title](...)` is a syntax example.
  if (/[{}]|\$\(|^(\.{3,}|…)$/.test(text)) return { kind: "unverifiable", reason: "expression" };
  const url = parseLinkUrl(text);
  switch (url.kind) {
    case "unsafe":
      return { kind: "unsafe", scheme: url.scheme };
    case "scheme":
      return { kind: "scheme", scheme: url.scheme };
    case "web": {
      const { path: doubledPath, folder } = parsePathAfterSlashes(text);
      if (folder !== "" && containsPages(site, folder)) return createMissingTarget(doubledPath);
      const sitePath = getSitePathOfUrl(site, url.host, url.pathAndQuery);
      if (sitePath === undefined) return { kind: "external", url: text };
      const { path, query, anchor } = splitLocalUrl(sitePath);
      return resolveLocalLink(site, path, query, anchor, undefined);
    }
    case "local":
      if (url.path === "") return { kind: "same-page", ...(url.anchor !== undefined && { anchor: url.anchor }) };
      return resolveLocalLink(site, url.path, url.query, url.anchor, source);
  }
}

/** Returns the final target after all redirects. If the link has an anchor, the anchor should be on that page. */
export function getFinalTarget(target: LinkTarget): LinkTarget {
  return target.kind === "redirect" || target.kind === "spelling" ? getFinalTarget(target.target) : target;
}

function resolveLocalLink(
  site: Site,
  path: string,
  query: string,
  anchor: string | undefined,
  source: LinkSource | undefined,
): LinkTarget {
  const pageCache = getPageTargetCache(site);
  const page = pageCache.get(path);
  if (page) return anchor === undefined ? page : { kind: "page", file: page.file, slug: page.slug, anchor };
  const pathResult = resolveSitePath(path, source ? getFolderPath(source.path) : "");
  if (!pathResult.ok) {
    if (pathResult.reason === "outside-site" && getBasePath(site) !== "")
      return { kind: "unverifiable", reason: "host" };
    return { kind: "missing", path, expectedKind: getMissingTargetKind(path), reason: pathResult.reason };
  }
  const isFromRoot = path.startsWith("/");
  const slug = isFromRoot ? removeBasePath(site, pathResult.path) : pathResult.path;
  const target = resolvePath(site, slug, query, anchor, 0);
  if (!isFromRoot && target.kind === "missing" && source) {
    const indexTarget = resolveFromIndex(site, path, query, anchor, source);
    if (indexTarget) return indexTarget;
  }
  if (isFromRoot && target.kind === "page") pageCache.set(path, { kind: "page", file: target.file, slug: target.slug });
  const isUncertain = target.kind === "missing" || target.kind === "spelling";
  return isFromRoot && isUncertain && source && existsInNestedSite(site, slug, source.path)
    ? { kind: "unverifiable", reason: "nested-site" }
    : target;
}

/**
 * Resolves a relative link on the index page of a folder from the folder above. Returns undefined if the page isn't the
 * index page of a folder, or if the target doesn't exist.
 */
function resolveFromIndex(
  site: Site,
  path: string,
  query: string,
  anchor: string | undefined,
  source: LinkSource,
): LinkTarget | undefined {
  const folder = getFolderAboveIndex(site, source.path);
  const pathResult = folder === undefined ? undefined : resolveSitePath(path, folder);
  const target = pathResult?.ok ? resolvePath(site, pathResult.path, query, anchor, 0) : undefined;
  return target?.kind === "missing" || target?.kind === "spelling" ? undefined : target;
}

/**
 * Whether the path exists relative to another docs.json in a folder above the page. The folder may be a separate site.
 */
function existsInNestedSite(site: Site, path: string, linkingPage: SitePath): boolean {
  return findEnclosingSites(site, linkingPage).some((folder) => {
    const pathInFolder = path === "" ? folder : `${folder}/${path}`;
    return findExactTarget(site, pathInFolder, undefined) !== undefined || containsPages(site, pathInFolder);
  });
}

/** The pages that links lead to. They're cached because most absolute links have the same target as other links. */
const getPageTargetCache = derive((_site: Site) => new Map<string, Extract<LinkTarget, { kind: "page" }>>());

/** Returns the path without the site's base path, such as `guides/start` for `docs/guides/start`. */
function removeBasePath(site: Site, path: string): string {
  const basePath = getBasePath(site);
  return basePath !== "" && `${path}/`.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : path;
}

function resolvePath(site: Site, path: string, query: string, anchor: string | undefined, hops: number): LinkTarget {
  const exactTarget = findExactTarget(site, path, anchor);
  if (exactTarget && !isHiddenByExactRedirect(site, path, exactTarget)) return exactTarget;
  const redirect = findRedirect(site, path);
  if (redirect) return followRedirect(site, redirect.redirect, redirect.destination, query, anchor, hops);
  const isPage = (slug: string) => findPageBySlug(site.pages, slug) !== undefined;
  if (path === "" || isStaticRoute(path, isPage, getSiteLanguages(site.config))) return { kind: "route", path };
  // If a site is hosted at `/docs` or another path, its links can start with this path. The service removes this
  // prefix. Redirects without the prefix apply only if the site is hosted there.
  for (const prefix of ["docs/", `${getCanonicalPath(site.config)}/`]) {
    if (!path.startsWith(prefix)) continue;
    const remainingPath = path.slice(prefix.length);
    const target = findExactTarget(site, remainingPath, anchor);
    if (target) return target;
    if (containsPages(site, remainingPath)) return createFolderTarget(remainingPath, anchor);
    const isElsewhere = getCanonicalUrl(site.config) !== undefined && prefix !== `${getCanonicalPath(site.config)}/`;
    const innerMatch = isElsewhere ? undefined : findRedirect(site, remainingPath);
    if (innerMatch) return followRedirect(site, innerMatch.redirect, innerMatch.destination, query, anchor, hops);
  }
  const otherSpelling = findOtherSpelling(site, path) ?? findOtherSpelling(site, removePageExtension(path));
  if (otherSpelling) {
    const target = findExactTarget(site, otherSpelling.path, anchor);
    if (target) return { kind: "spelling", path, otherSpelling, target };
  }
  const canonicalPath = getCanonicalUrl(site.config) === undefined ? "docs" : getCanonicalPath(site.config);
  if (path === canonicalPath) return { kind: "route", path };
  if (containsPages(site, path)) return createFolderTarget(path, anchor);
  const folder = indexFoldersBySpelling(site.pages).get(normalizeSpelling(path));
  // The service opens the first page that the navigation lists in a folder.
  if (folder !== undefined && listShownFolders(site.config).has(folder))
    return {
      kind: "spelling",
      path,
      otherSpelling: { path: folder, difference: getDifference(folder, path) },
      target: createFolderTarget(folder, anchor),
    };
  if (mayBeGenerated(site, path)) return { kind: "unverifiable", reason: "specification" };
  if (mayShareHost(site) && (isHostPage(path) || isBelowLinkedSite(site, path)))
    return { kind: "unverifiable", reason: "host" };
  const isIgnored = site.isIgnored(path) || site.isIgnored(`${path}.mdx`) || isRepositoryFile(path, site.isIgnored);
  const reason = isIgnored ? "ignored" : "not-found";
  return { kind: "missing", path, expectedKind: getMissingTargetKind(path), reason };
}

/**
 * Whether readers never see a page because a redirect has exactly its path as the source. Redirects that lead back to
 * the page and redirects in a loop don't count.
 */
function isHiddenByExactRedirect(site: Site, path: string, { kind }: LinkTarget): boolean {
  const redirect = kind === "page" || kind === "generated" ? findRedirect(site, path)?.redirect : undefined;
  if (!redirect || redirect.pattern) return false;
  const chain = followRedirectChain(site, redirect);
  if (chain.kind !== "direct" && chain.kind !== "chain") return false;
  const finalPath = getDestinationPath(site, chain.kind === "chain" ? chain.destination : redirect.destination);
  const page = findPageBySlug(site.pages, path);
  return finalPath === undefined || page === undefined || findPageBySlug(site.pages, finalPath) !== page;
}

function createFolderTarget(path: string, anchor: string | undefined): LinkTarget {
  return { kind: "folder", path, ...(anchor !== undefined && { anchor }) };
}

/**
 * Returns the site's base path without leading and trailing slashes, such as `docs`, or an empty string if the site is
 * at the root of its host.
 */
export function getBasePath({ settings }: Pick<Site, "settings">): string {
  return toRedirectPath(settings.basePath ?? parseSiteUrl(settings.siteUrl ?? "")?.path ?? "");
}

/** Returns the URL that docs.json sets for search engines (`seo.metatags.canonical`). */
export function getCanonicalUrl({ root }: Config): string | undefined {
  return getJsonString(getJsonValue(getJsonValue(root, "seo"), "metatags"), "canonical");
}

/** Returns the path of the canonical URL without leading and trailing slashes, such as `ai/docs`. */
const getCanonicalPath = derive((config: Config): string =>
  toRedirectPath(parseSiteUrl(getCanonicalUrl(config) ?? "")?.path ?? ""),
);

/**
 * Whether the host can also serve pages that aren't part of the docs. False only if the settings show that the docs
 * take up the entire host.
 */
function mayShareHost(site: Site): boolean {
  return getBasePath(site) !== "" || site.settings.siteUrl === undefined;
}

/**
 * Whether the navigation links to another site at this path or in one of its folders. For example, `docs/sdk/v1` is
 * below `https://example.com/docs/sdk`. The other site is often on the same host. Single segments are ignored.
 */
function isBelowLinkedSite(site: Site, path: string): boolean {
  const paths = listLinkedSitePaths(site);
  for (let folder = path; folder.includes("/"); folder = getFolderPath(folder)) if (paths.has(folder)) return true;
  return false;
}

/** Matches hosts of apps and source code, which don't serve docs. */
const otherHostPattern = /^(?:(?:api|app|console|dashboard|status)\.|(?:www\.)?(?:github|gitlab|npmjs)\.com$)/;

const listLinkedSitePaths = derive((site: Site): ReadonlySet<string> => {
  const siteUrlParts = [site.settings.siteUrl ?? "", getCanonicalUrl(site.config) ?? ""].map(parseSiteUrl);
  const isOnOtherHost = (host: string) => siteUrlParts.some((url) => url !== undefined && url.host !== host);
  const isOnThisSite = (path: string) => siteUrlParts.some((url) => url && `/${path}/`.startsWith(`${url.path}/`));
  const paths = getNavigation(site.config).elements.flatMap(({ href }) => {
    const url = href && parseLinkUrl(href.value);
    if (url?.kind !== "web" || otherHostPattern.test(url.host) || isOnOtherHost(url.host)) return [];
    const path = toRedirectPath(url.pathAndQuery);
    return isOnThisSite(path) || containsPages(site, getTopFolder(path)) ? [] : path;
  });
  return new Set(paths);
});

/**
 * Finds a page, generated page, or file with exactly this path. For a page, the path can include the file extension.
 */
function findExactTarget(site: Site, path: string, anchor: string | undefined): LinkTarget | undefined {
  const target = findPage(site, path, anchor);
  if (target) return target;
  const pageTarget = pageExtensionPattern.test(path) ? findPage(site, removePageExtension(path), anchor) : undefined;
  if (pageTarget) return pageTarget;
  if (site.files.has(path)) return { kind: "file", file: path, ...(anchor !== undefined && { anchor }) };
  // If other pages import the file, it isn't published as a page, even if the navigation lists it.
  return getPageSlugs(site.files).fileBySlug.has(path) ? { kind: "unverifiable", reason: "not-published" } : undefined;
}

function findPage(site: Site, slug: string, anchor: string | undefined): LinkTarget | undefined {
  const page = findPageBySlug(site.pages, slug);
  // Objects that are created with a spread get their own hidden class, which takes more memory than the object.
  if (page && anchor !== undefined) return { kind: "page", file: page.path, slug, anchor };
  if (page) return { kind: "page", file: page.path, slug };
  const generatedPage = findGeneratedPage(site, slug);
  return generatedPage && { kind: "generated", page: generatedPage, ...(anchor !== undefined && { anchor }) };
}

function followRedirect(
  site: Site,
  redirect: Redirect,
  destination: string,
  query: string,
  anchor: string | undefined,
  hops: number,
): LinkTarget {
  const url = parseLinkUrl(destination);
  const sitePath = url.kind === "web" ? getSitePathOfUrl(site, url.host, url.pathAndQuery) : undefined;
  const localTarget = sitePath !== undefined ? splitLocalUrl(sitePath) : url.kind === "local" ? url : undefined;
  if (!localTarget) return { kind: "redirect", redirect, destination, target: { kind: "external", url: destination } };
  const finalAnchor = localTarget.anchor ?? anchor;
  const finalQuery = localTarget.query === "" ? query : localTarget.query;
  const path = removeBasePath(site, toRedirectPath(localTarget.path));
  const fullUrl = `/${path}${finalQuery}${finalAnchor === undefined ? "" : `#${finalAnchor}`}`;
  if (hops >= maxHops) return { kind: "redirect", redirect, destination: fullUrl, target: createMissingTarget(path) };
  const target = resolvePath(site, path, finalQuery, finalAnchor, hops + 1);
  return target.kind === "redirect"
    ? { ...target, redirect }
    : { kind: "redirect", redirect, destination: fullUrl, target };
}

function createMissingTarget(path: string): LinkTarget {
  return { kind: "missing", path, expectedKind: getMissingTargetKind(path), reason: "not-found" };
}

const pageExtensionPattern = /\.mdx?$/i;
const fileExtensionPattern = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{2,5}$/i;

function getMissingTargetKind(path: string): "page" | "file" {
  return fileExtensionPattern.test(path) && !pageExtensionPattern.test(path) ? "file" : "page";
}

/** Returns the path of a URL on this site, or undefined if the host belongs to another site. */
export function getSitePathOfUrl(site: Pick<Site, "settings">, host: string, pathAndQuery: string): string | undefined {
  const siteHostAndPath = parseSiteUrl(site.settings.siteUrl ?? "");
  if (!siteHostAndPath || siteHostAndPath.host !== host) return undefined;
  const path = pathAndQuery === "" ? "/" : pathAndQuery;
  if (siteHostAndPath.path === "") return path;
  return path === siteHostAndPath.path ||
    (/^[/?#]/.test(path.slice(siteHostAndPath.path.length)) && path.startsWith(siteHostAndPath.path))
    ? path.slice(siteHostAndPath.path.length) || "/"
    : undefined;
}

function parseSiteUrl(siteUrl: string): { readonly host: string; readonly path: string } | undefined {
  const parsedUrl = parseLinkUrl(siteUrl);
  if (parsedUrl.kind !== "web") return undefined;
  return { host: parsedUrl.host, path: splitLocalUrl(parsedUrl.pathAndQuery).path.replace(/\/+$/, "") };
}

/** Returns the text with docs.json variables replaced, or undefined if a variable isn't defined. */
export function substituteVariables(text: string, config: Config): string | undefined {
  if (!text.includes("{{")) return text;
  const valuesByName = getVariables(config);
  let hasAllVariables = true;
  const filledText = text.replace(/\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g, (_, name: string) => {
    const value = valuesByName.get(name);
    hasAllVariables &&= value !== undefined;
    return value ?? "";
  });
  return hasAllVariables ? filledText : undefined;
}

const getVariables = derive((config: Config): ReadonlyMap<string, string> => {
  const variables = getJsonValue(config.root, "variables");
  const entries = variables?.kind === "object" ? variables.properties : [];
  return new Map(entries.flatMap(({ key, value }) => (value?.kind === "string" ? [[key, value.value] as const] : [])));
});

const maxPages = 100;

/**
 * Returns the sorted paths of at most 100 pages that existed in the revision that the site is compared with and whose
 * URLs no longer work.
 */
export const findRemovedPages = derive((site: Site): readonly string[] => {
  const { pagesBySlug } = getPublishedPages(site.pages);
  const removedSlugs: string[] = [];
  for (const previousSlug of [...(site.previousPages?.slugs ?? [])].sort()) {
    if (pagesBySlug.has(previousSlug)) continue;
    const slug = previousSlug.replace(/\/index$/, "");
    const url = `/${slug.split("/").map(encodeURIComponent).join("/")}`;
    if (slug !== "index" && resolveLink(site, url, undefined).kind === "missing") removedSlugs.push(slug);
    if (removedSlugs.length >= maxPages) break;
  }
  return removedSlugs;
});

/** Returns the current path of the page that had this path before it was renamed, according to Git. */
export function findRenamedPage({ previousPages, pages }: Site, slug: string): string | undefined {
  const currentPath = previousPages?.currentPaths.get(slug) ?? previousPages?.currentPaths.get(`${slug}/index`);
  return currentPath !== undefined && getPublishedPages(pages).pagesBySlug.has(currentPath) ? currentPath : undefined;
}
