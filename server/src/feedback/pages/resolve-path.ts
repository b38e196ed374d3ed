import type { Config } from "../../core/config/config.ts";
import { getPageTitle, getTrail } from "../../core/features/hover/describe-page.ts";
import { noPreviousFiles, type PreviousFiles } from "../../core/site/files/previous-files.ts";
import { containsPages, findPageBySlug } from "../../core/site/links/resolve-link.ts";
import { getPageListings } from "../../core/site/navigation/navigation-pages.ts";
import { toTitle, listUrls } from "../../core/site/pages/pages.ts";
import { isStaticRoute } from "../../core/site/pages/urls.ts";
import { getNavigation, readPageEntry } from "../../core/site/settings/navigation.ts";
import { type Site, createSiteView } from "../../core/site/site.ts";
import { getOperationName } from "../../core/site/specs/generated-page-plan.ts";
import type { GeneratedPage } from "../../core/site/specs/generated-pages.ts";
import { mayBeGenerated } from "../../core/site/specs/unread-pages.ts";
import { formatMessagesInEnglish } from "../../core/text/localized-message.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import { derive } from "../../core/text/maps.ts";
import { findNearestVersion } from "./page-versions.ts";
import { followUrl, type MisdirectedRedirect, type ReachedPage, parsePageUrl } from "./resolve-page-url.ts";

/**
 * Returns the navigation labels above a page with a file, outermost first. If the page is listed several times, uses
 * its first position. Returns an empty list if the page isn't in the navigation.
 */
export function getBreadcrumbs(config: Config, slug: string): readonly string[] {
  return indexBreadcrumbsByPage(config).get(slug) ?? [];
}

/** Returns the navigation labels above a generated page, including its generated groups. */
export function getGeneratedBreadcrumbs({ node, groups, isListed }: GeneratedPage): readonly string[] {
  if (!isListed) return [];
  return [...getTrail(node.type === "entry" ? node.parent : node), ...groups];
}

const indexBreadcrumbsByPage = derive((config: Config): ReadonlyMap<string, readonly string[]> => {
  const breadcrumbsBySlug = new Map<string, readonly string[]>();
  for (const { entry, slug } of getPageListings(config))
    if (!entry.isIgnored && slug !== "" && !breadcrumbsBySlug.has(slug))
      breadcrumbsBySlug.set(slug, getTrail(entry.parent));
  for (const element of getNavigation(config).elements) {
    const pageEntry = element.root && readPageEntry(element.root.value);
    if (pageEntry?.kind === "page" && !breadcrumbsBySlug.has(pageEntry.slug))
      breadcrumbsBySlug.set(pageEntry.slug, getTrail(element));
  }
  return breadcrumbsBySlug;
});

/** Describes a page that was found, including its title, range, and groups. */
export function createPathResolution(
  site: Site,
  { slug, file, generatedPage, by }: ReachedPage,
): FeedbackPathResolution {
  const [url = `/${slug}`] = listUrls(slug);
  if (generatedPage) return { ...createOperationResolution(generatedPage), url, by };
  const path = file ?? `${slug}.mdx`;
  return {
    kind: "page",
    file: path,
    range: getTitleRange(site, path),
    title: getPageTitle(site.pages.get(path)) ?? toTitle(slug),
    url,
    by,
    groups: getBreadcrumbs(site.config, slug),
  };
}

/** Returns the range of the title in the frontmatter. If there isn't a title, returns the range of the first line. */
function getTitleRange(site: Site, path: SitePath): TextRange {
  const page = site.references.get(path);
  if (!page) return { start: 0, end: 0 };
  const titleField = page.frontmatter.fields.get("title");
  if (titleField)
    return {
      start: titleField.keyRange.start,
      end: Math.max(titleField.keyRange.end, titleField.valueRange.end),
    };
  return { start: 0, end: /^[^\r\n]*/.exec(page.text)?.[0].length ?? 0 };
}

function createOperationResolution(page: GeneratedPage): Omit<OperationResolution, "url" | "by"> {
  const { spec, target, title } = page;
  const range =
    target.kind === "channel"
      ? target.channel.range
      : // Because of a `$ref`, the operation can be in another file, but its path key can't be.
        target.operation.file === undefined
        ? target.operation.range
        : target.operation.pathRange;
  return {
    kind: "operation",
    file: spec.path,
    range,
    title,
    operation: getOperationName(target),
    groups: getGeneratedBreadcrumbs(page),
  };
}

/**
 * Returns the file that a path from the service refers to, or the reason why there isn't one. `path` is the path that
 * the service reports, such as `/guides/start`, `guides/start/`, or `https://docs.example.com/guides/start?x#y`.
 * `previousFiles` maps the paths of moved and deleted files to their current paths. If a file is returned, it's always
 * a file on the site.
 */
export function resolveFeedbackPath(
  site: Site,
  path: string,
  previousFiles: PreviousFiles = noPreviousFiles,
): FeedbackPathResolution {
  const resolvedPaths = createPathCache(site)(previousFiles);
  const pageLookup = resolvedPaths.get(path) ?? findPage(site, path, previousFiles);
  if (resolvedPaths.size < maxCachedPaths) resolvedPaths.set(path, pageLookup);
  return "slug" in pageLookup
    ? createPathResolution(site, pageLookup)
    : { kind: "unknown", reason: formatMessagesInEnglish(pageLookup.reasons), localizedReasons: pageLookup.reasons };
}

const maxCachedPaths = 50_000;

/** The reasons why a URL doesn't resolve to a page. */
interface UnresolvedUrl {
  readonly reasons: readonly LocalizedMessage[];
}
type LookupsByPath = Map<string, ReachedPage | UnresolvedUrl>;

/**
 * The cached results for a site. They're discarded when one of the parts that they depend on changes. They don't depend
 * on the text of pages.
 */
const createPathCache = createSiteView(["config", "specs", "pages", "files", "profile", "settings", "loaded"], () =>
  derive((_previousFiles: PreviousFiles): LookupsByPath => new Map<string, ReachedPage | UnresolvedUrl>()),
);

function findPage(site: Site, rawPath: string, previousFiles: PreviousFiles): ReachedPage | UnresolvedUrl {
  const parsedPageUrl = parsePageUrl(site, rawPath);
  if (!parsedPageUrl.ok) return { reasons: [parsedPageUrl.reason] };
  let misdirectedRedirect: MisdirectedRedirect = {};
  for (const path of parsedPageUrl.paths) {
    const reachedPage = followUrl(site, previousFiles, path);
    if ("slug" in reachedPage) return reachedPage;
    if (misdirectedRedirect.reason === undefined) misdirectedRedirect = reachedPage;
  }
  for (const path of parsedPageUrl.paths) {
    const page = findNearestVersion(site, previousFiles, path);
    if (page) return page;
  }
  return {
    reasons: misdirectedRedirect.reason
      ? [misdirectedRedirect.reason]
      : explainUnknownPath(site, parsedPageUrl.paths[0] ?? "", previousFiles),
  };
}

function explainUnknownPath(
  site: Site,
  path: string,
  { incompleteReason }: PreviousFiles,
): readonly LocalizedMessage[] {
  if (!site.loaded.pages) return [createMessage("The site's pages are still loading.")];
  if (isStaticRoute(path, (slug) => findPageBySlug(site.pages, slug) !== undefined))
    return [createMessage("The service reserves this URL, so pages can't use it.")];
  if (site.files.has(path)) return [createMessage("This is the URL of a file, not of a page.")];
  if (mayBeGenerated(site, path))
    return [
      createMessage("The service may generate a page at this URL from a specification that Docwright can't read."),
    ];
  if (site.isIgnored(`${path}.mdx`)) return [createMessage("Files at this path are excluded from the site.")];
  if (containsPages(site, path)) return [createMessage("This is the URL of a folder that doesn't have its own page.")];
  return incompleteReason === undefined
    ? [createMessage("No page on this site has ever had this URL.")]
    : [createMessage("No page on this site has this URL."), incompleteReason];
}

/** The page or operation that a path from the service refers to, or the reason why there isn't one. */
export type FeedbackPathResolution = PageResolution | OperationResolution | FailedResolution;

/**
 * How a page was found. If several steps were needed, this is the least reliable one. `version` and `language` mean
 * that the page was found in the nearest existing version or language.
 */
export type MatchKind = "address" | "redirect" | "rename" | "version" | "language";

interface FoundResolution {
  /** The page's file, or the specification. */
  readonly file: SitePath;
  /** The range of the title in the frontmatter, of the first line, or of an operation's method. */
  readonly range: TextRange;
  readonly title: string;
  /** The URL on the site, such as `/guides/start`. */
  readonly url: string;
  readonly by: MatchKind;
  /** The navigation labels above the page, such as `["Guides", "Basics"]`. */
  readonly groups: readonly string[];
}

export interface PageResolution extends FoundResolution {
  readonly kind: "page";
}

/** A page that is generated from a specification. */
export interface OperationResolution extends FoundResolution {
  readonly kind: "operation";
  /**
   * The operation, such as `GET /users`. Operations without a method are written as `WEBHOOK order.paid` or `CHANNEL
   * chat`.
   */
  readonly operation: string;
}

export interface FailedResolution {
  readonly kind: "unknown";
  /** A full sentence, such as “No page on this site has ever had this URL.” */
  readonly reason: string;
  /** The reason as messages, which are translated when they're shown. */
  readonly localizedReasons: readonly LocalizedMessage[];
}
