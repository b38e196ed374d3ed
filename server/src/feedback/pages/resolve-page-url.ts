import type { Config } from "../../core/config/config.ts";
import type { PreviousFiles } from "../../core/site/files/previous-files.ts";
import { findRedirect } from "../../core/site/links/redirects.ts";
import {
  getBasePath,
  findGeneratedPage,
  containsPages,
  findOtherSpelling,
  getSitePathOfUrl,
  findPageBySlug,
} from "../../core/site/links/resolve-link.ts";
import { getPageListings } from "../../core/site/navigation/navigation-pages.ts";
import { getPublishedPages, getPageSlug } from "../../core/site/pages/pages.ts";
import { isMissingProtocol, parseLinkUrl, splitLocalUrl } from "../../core/site/pages/urls.ts";
import type { Site } from "../../core/site/site.ts";
import {
  indexGeneratedPagesBySlug,
  type GeneratedPage,
  getGeneratedPages,
} from "../../core/site/specs/generated-pages.ts";
import { createMessage, type LocalizedMessage, type Refusal, refuse } from "../../core/text/message.ts";
import { getParentFolders, resolveSitePath } from "../../core/text/site-path.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { derive } from "../../core/text/maps.ts";
import type { MatchKind } from "./resolve-path.ts";

/** The result of converting a path from the service to paths that can be looked up on the site. */
export type ParsedPageUrl =
  /**
   * The decoded paths relative to the site's root, without leading or trailing slashes. The most likely path comes
   * first.
   */
  { readonly ok: true; readonly paths: readonly string[] } | Refusal;

const maxUrlLength = 2000;

/**
 * Converts a URL to paths on the site. Removes the host, query, and fragment, decodes percent-encoding once, and
 * removes the site's base path. The host is ignored, because hosts can change and previews have their own hosts.
 */
export function parsePageUrl(site: Pick<Site, "settings">, rawUrl: string): ParsedPageUrl {
  if (rawUrl.length > maxUrlLength) return refuse(createMessage("The page path is too long."));
  const parsedUrl = parseLinkUrl(rawUrl);
  switch (parsedUrl.kind) {
    case "unsafe":
    case "scheme":
      return refuse(createMessage("This isn't the URL or path of a web page."));
    case "web":
      return parsePagePath(site, splitLocalUrl(parsedUrl.pathAndQuery).path);
    case "local": {
      const fullResult = parsePagePath(site, parsedUrl.path);
      if (!fullResult.ok || !isMissingProtocol(parsedUrl.path)) return fullResult;
      const slashIndex = parsedUrl.path.indexOf("/");
      const resultAfterHost = parsePagePath(site, slashIndex < 0 ? "" : parsedUrl.path.slice(slashIndex));
      return resultAfterHost.ok ? { ok: true, paths: [...fullResult.paths, ...resultAfterHost.paths] } : fullResult;
    }
  }
}

/**
 * Converts a path, with or without a leading slash, in the same way as `parsePageUrl`. This function decodes
 * percent-encoding once.
 */
export function parsePagePath(site: Pick<Site, "settings">, rawPath: string): ParsedPageUrl {
  const result = resolveSitePath(/^[/\\]/.test(rawPath) ? rawPath : `/${rawPath}`);
  if (!result.ok)
    return refuse(
      result.reason === "outside-site"
        ? createMessage("The path is outside the site.")
        : createMessage("The path isn't a valid page path."),
    );
  const { path } = result;
  // Sites that are served under `/docs` often don't configure it as their base path, and the service removes the
  // prefix.
  const bases = [getBasePath(site), "docs"].filter((base) => base !== "");
  const pathsBelowBase = bases.flatMap((base) =>
    `${path}/`.startsWith(`${base}/`) ? [path.slice(base.length + 1)] : [],
  );
  const hasBasePath = getBasePath(site) !== "";
  return {
    ok: true,
    paths: [...new Set(hasBasePath ? [...pathsBelowBase, path] : [path, ...pathsBelowBase])],
  };
}

/**
 * Maps the site (`""`) and each folder to the page that the service opens if the site or folder doesn't have its own
 * page. For a folder, this is its first page in the navigation. For the site, it's the first page in the default
 * language and version.
 */
export function getFirstPages(
  site: Pick<Site, "config" | "specs" | "profile">,
): ReadonlyMap<string, string | undefined> {
  return indexFirstPages(site.config)(getGeneratedPages(site));
}

const indexFirstPages = derive((config: Config) =>
  derive((pages: readonly GeneratedPage[]): ReadonlyMap<string, string> => {
    const listedPages = getPageListings(config).flatMap(({ entry, slug }) =>
      entry.isIgnored || slug === "" ? [] : [{ slug, element: entry.parent }],
    );
    const listedGeneratedPages = pages.flatMap(({ slug, isListed, node }) =>
      isListed ? [{ slug, element: node.type === "entry" ? node.parent : node }] : [],
    );
    const firstSlugByFolder = new Map<string, string>();
    for (const { slug } of [...listedPages, ...listedGeneratedPages])
      for (const folder of getParentFolders([slug]))
        if (!firstSlugByFolder.has(folder)) firstSlugByFolder.set(folder, slug);
    const defaultEntry = [...listedPages, ...listedGeneratedPages].find(({ element }) => isDefaultSection(element));
    const [firstListedPage] = [...listedPages, ...listedGeneratedPages];
    const homeEntry = defaultEntry ?? firstListedPage;
    if (homeEntry) firstSlugByFolder.set("", homeEntry.slug);
    return firstSlugByFolder;
  }),
);

interface SectionElement {
  readonly kind: string;
  readonly isDefault: boolean;
  readonly parent: SectionElement | undefined;
}

function isDefaultSection(element: SectionElement | undefined): boolean {
  for (let ancestor = element; ancestor; ancestor = ancestor.parent)
    if ((ancestor.kind === "language" || ancestor.kind === "version") && !ancestor.isDefault) return false;
  return true;
}

/** The parts of a site that determine which page a URL resolves to. */
export type PageUrlSite = Pick<Site, "config" | "specs" | "pages" | "files" | "profile" | "settings">;

/** The page that a URL resolves to. */
export interface ReachedPage {
  readonly slug: string;
  /** The page's file. Absent if the page is generated. */
  readonly file?: SitePath;
  readonly generatedPage?: GeneratedPage;
  readonly by: MatchKind;
}

/** The result for a URL whose redirects don't lead to a page, along with the reason if it's available. */
export interface MisdirectedRedirect {
  readonly reason?: LocalizedMessage;
}

const maxSteps = 20;
/** The ways that a page can be found, from most to least reliable. */
const reliabilityOrder: readonly MatchKind[] = ["address", "redirect", "rename", "version", "language"];

/** Returns the less reliable of two ways that a page was found. */
export function getLessReliable(matchKind: MatchKind, otherKind: MatchKind): MatchKind {
  return reliabilityOrder.indexOf(matchKind) > reliabilityOrder.indexOf(otherKind) ? matchKind : otherKind;
}

/**
 * Returns the page that readers see when they open a path. Finds the page directly, through redirects, or at the
 * current location of its file. `path` is decoded and has no leading or trailing slashes. `steps` contains the paths
 * followed so far.
 */
export function followUrl(
  site: PageUrlSite,
  previousFiles: PreviousFiles,
  path: string,
  steps: readonly string[] = [],
): ReachedPage | MisdirectedRedirect {
  const spellings = listSpellings(path);
  for (const slug of spellings) {
    const page = findReachedPage(site, slug, "address");
    if (page) return page;
  }
  if (steps.includes(path)) return { reason: createMessage("The redirects from this URL form a loop.") };
  if (steps.length >= maxSteps) return { reason: createMessage("This URL redirects more times than browsers allow.") };
  const visitedPaths = [...steps, path];
  let misdirectedRedirect: MisdirectedRedirect = {};
  for (const follow of [followRedirect, followRename])
    for (const slug of spellings) {
      const resolution = follow(site, previousFiles, slug, visitedPaths);
      if (resolution && "slug" in resolution) return resolution;
      misdirectedRedirect = misdirectedRedirect.reason === undefined && resolution ? resolution : misdirectedRedirect;
    }
  const otherSpelling = findOtherSpelling(site, path) ?? findOtherSpelling(site, spellings.at(-1) ?? path);
  const pageWithSpelling = otherSpelling && findReachedPage(site, removeIndex(otherSpelling.path), "address");
  if (pageWithSpelling) return pageWithSpelling;
  const firstSlug = path === "" || containsPages(site, path) ? getFirstPages(site).get(path) : undefined;
  return (firstSlug !== undefined && findReachedPage(site, firstSlug, "redirect")) || misdirectedRedirect;
}

/** Returns alternative forms of a path, such as `/start.md`, `/start.html`, and `/start/index`. */
function listSpellings(path: string): readonly string[] {
  const pathWithoutExtension = path.replace(/(?<=[^/])\.(mdx?|html?)$/i, "");
  return [...new Set([path, pathWithoutExtension, removeIndex(pathWithoutExtension)])];
}

function removeIndex(path: string): string {
  return path === "index" ? "" : path.replace(/\/index$/, "");
}

/** Returns the page at exactly this path, or undefined if the page doesn't exist. */
export function findReachedPage(site: PageUrlSite, slug: string, matchKind: MatchKind): ReachedPage | undefined {
  const page = findPageBySlug(site.pages, slug);
  if (page) return { slug: getPageSlug(page.path) ?? slug, file: page.path, by: matchKind };
  const generatedPage = findGeneratedPage(site, slug) ?? (slug === "" ? findGeneratedPage(site, "index") : undefined);
  return generatedPage && { slug: generatedPage.slug, generatedPage, by: matchKind };
}

type PathFollower = (
  site: PageUrlSite,
  previousFiles: PreviousFiles,
  path: string,
  steps: readonly string[],
) => ReachedPage | MisdirectedRedirect | undefined;

const followRedirect: PathFollower = (site, previousFiles, path, steps) => {
  // Special characters are encoded, because `findRedirect` decodes the path again.
  const redirect = findRedirect(site, path.replace(/[%?#]/g, encodeURIComponent));
  if (!redirect) return undefined;
  const parsedUrl = parseLinkUrl(redirect.destination);
  const sitePath =
    parsedUrl.kind === "web" ? getSitePathOfUrl(site, parsedUrl.host, parsedUrl.pathAndQuery) : redirect.destination;
  if (sitePath === undefined || (parsedUrl.kind !== "web" && parsedUrl.kind !== "local"))
    return { reason: createMessage("This URL redirects to another site.") };
  const parsedPageUrl = parsePagePath(site, splitLocalUrl(sitePath).path);
  let misdirectedRedirect: MisdirectedRedirect = {
    reason: createMessage("This URL redirects to a URL that has no page."),
  };
  for (const nextPath of parsedPageUrl.ok ? parsedPageUrl.paths : []) {
    const resolution = followUrl(site, previousFiles, nextPath, steps);
    if ("slug" in resolution) return { ...resolution, by: getLessReliable("redirect", resolution.by) };
    if (resolution.reason !== undefined) misdirectedRedirect = resolution;
  }
  return misdirectedRedirect;
};

/** Follows the rename of a file that used to have this path, even if the rename hasn't been committed. */
const followRename: PathFollower = (site, previousFiles, path, steps) => {
  let misdirectedRedirect: MisdirectedRedirect | undefined;
  for (const file of previousFiles.currentPaths.size === 0 ? [] : findFilesAt(path)) {
    if (!previousFiles.currentPaths.has(file)) continue;
    const currentPath = previousFiles.currentPaths.get(file);
    if (currentPath === undefined) {
      misdirectedRedirect ??= { reason: createMessage("The page that used to be at this URL has been deleted.") };
      continue;
    }
    const slug = getPageSlug(currentPath);
    if (
      slug === undefined ||
      (site.files.has(currentPath) && getPublishedPages(site.pages).importersByFile.has(currentPath))
    ) {
      misdirectedRedirect ??= {
        reason: createMessage(
          "The file that used to be at this URL is now {0}, which isn't a separate page.",
          currentPath,
        ),
      };
      continue;
    }
    const resolution = followUrl(site, previousFiles, slug, steps);
    if ("slug" in resolution) return { ...resolution, by: getLessReliable("rename", resolution.by) };
  }
  return misdirectedRedirect;
};

/** Returns the files that could provide the page at a path, most common first. */
export function findFilesAt(path: string): readonly SitePath[] {
  const index = path === "" ? "index" : `${path}/index`;
  const slugs = path === "" || path === "index" ? ["index"] : [path, index];
  return slugs.flatMap((slug) => [`${slug}.mdx`, `${slug}.md`]);
}

/** Yields the path of every page. Pages with files come first, followed by generated pages. */
export function* listPageUrls(site: Pick<Site, "config" | "specs" | "pages" | "profile">): Iterable<string> {
  yield* getPublishedPages(site.pages).pagesBySlug.keys();
  yield* indexGeneratedPagesBySlug(site).keys();
}
