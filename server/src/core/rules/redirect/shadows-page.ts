import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findHidingRedirect } from "../../site/links/hiding-redirect.ts";
import { getDestinationPath, type Redirect, toRedirectPath, getRedirects } from "../../site/links/redirects.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { getVisibleSlugs } from "../../site/navigation/navigation-pages.ts";
import { getPublishedPages } from "../../site/pages/pages.ts";
import { isNavigationComplete } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { addToGroup, derive, groupBy } from "../../text/maps.ts";
import { getParentFolders } from "../../text/site-path.ts";
import { checkConfig, defineRule } from "../rule.ts";
import { createRedirectData, createRedirectRemovalFix, createRedirectRemovalEdits } from "../subjects/fixes.ts";
import { createTargetData, groupByTarget, maxSeparateFindings } from "../subjects/same-target.ts";

export const shadowsPage = defineRule({
  code: "redirect/shadows-page",
  subjectKinds: ["config"],
  requires: ["pages"],
  severity: "warning",
  summary: "A redirect that hides a page on this site.",
  why: "Redirects take precedence over pages, so readers never see a page whose path is the source of a redirect. If the navigation lists the page, its entry leads elsewhere. Usually, either the page was moved but its old file wasn't deleted, or the page was restored but the redirect wasn't removed.",
  howToFix: "To show the page, remove the redirect. Otherwise, delete the page.",
  whenToTurnOff: "Turn off this rule if your redirects hide pages intentionally.",
  messages: {
    page: "`{page}` is a page on this site, but this redirect sends readers to `{destination}`, so they never see it. Remove the redirect or the page.",
    pages:
      "{count} pages, such as `{page}`, match this source, so readers are sent to `{destination}` and never see them. Remove the redirect or the pages.",
    redirects:
      "{count} redirects hide pages on this site, such as `{page}`, so readers never see these pages. Remove the redirects or the pages.",
    remove: "Remove redirect",
    removeAll: "Remove all {count} redirects",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [{ "source": [|"/guides/start"|], "destination": "/" }]
}
//- index.mdx
//- guides/start.mdx
`,
      good: `
//- docs.json
{
  "navigation": { "pages": ["index", "guides/start"] },
  "redirects": [{ "source": "/guides/begin", "destination": "/guides/start" }]
}
//- index.mdx
//- guides/start.mdx
`,
    },
  ],
  check: checkConfig(function* (_, site) {
    const shadowedPages = findShadowedPages(site);
    const redirectsByDestination = groupBy(shadowedPages.values(), ({ destination }) => destination);
    for (const [redirect, { page, destination, count, isListed }] of shadowedPages) {
      const args = { page: `/${page}`, destination, ...(count > 1 && { count }) };
      const at = getNodeLocation(redirect.sourceNode);
      const message = count === 1 ? "page" : "pages";
      // All of these findings have the same target, because they usually have the same cause: pages were moved, but the
      // old files remained. For pages outside the navigation, the redirect is probably intended, so no fix is offered.
      const isMerged = (redirectsByDestination.get(destination)?.length ?? 0) > 1;
      const target = isMerged ? createTargetData(destination, "merged") : createTargetData("any page");
      if (isListed) yield { message, args, at, data: { ...createRedirectData(redirect), ...target, isMerged } };
      else yield { message, args, at, severity: "information", data: createTargetData("leftover") };
    }
  }),
  *createFixes(finding, site) {
    const edits = createRedirectRemovalEdits(finding, site);
    if (edits.length > 0) yield { title: "remove", edits };
  },
  grouping: groupByTarget({
    combinedMessages: { page: "redirects", pages: "redirects" },
    maxSeparateProblems: ({ data }) => (data?.["isMerged"] === true ? 1 : maxSeparateFindings),
    createFixes: createRedirectRemovalFix,
  }),
});

interface ShadowedPages {
  /** The URL path of the first affected page. */
  readonly page: string;
  readonly destination: string;
  readonly count: number;
  /** Whether the navigation lists any of the pages. */
  readonly isListed: boolean;
}

function findShadowedPages(site: Site): ReadonlyMap<Redirect, ShadowedPages> {
  const shadowedPagesByRedirect = new Map<Redirect, ShadowedPages>();
  for (const { slug, path } of findPagesAtSources(site)) {
    const hidingRedirect = findHidingRedirect(site, slug);
    if (!hidingRedirect) continue;
    const { redirect, destination } = hidingRedirect;
    if (isStubFor(site, slug, destination) || isRepositoryDocument(site, slug)) continue;
    const { count = 0, ...shadowedPage } = shadowedPagesByRedirect.get(redirect) ?? { page: path, destination };
    const isListed = shadowedPagesByRedirect.get(redirect)?.isListed === true || isInNavigation(site, slug);
    shadowedPagesByRedirect.set(redirect, { ...shadowedPage, count: count + 1, isListed });
  }
  return shadowedPagesByRedirect;
}

/** Whether readers see the page in the navigation. True if part of the navigation couldn't be read. */
function isInNavigation(site: Site, slug: string): boolean {
  const file = getPublishedPages(site.pages).pagesBySlug.get(slug)?.path;
  if (file === undefined || isHiddenPage(site, file)) return false;
  return slug !== "index" || getVisibleSlugs(site.config).has(slug) || !isNavigationComplete(site.config);
}

/**
 * Whether the page only sends readers to the redirect's destination. Authors keep such a page for tools and platforms
 * that don't support redirects.
 */
function isStubFor(site: Site, slug: string, destination: string): boolean {
  const link = getPublishedPages(site.pages).pagesBySlug.get(slug)?.stubLink;
  if (link === undefined) return false;
  const path = getDestinationPath(site, link);
  return link === destination || (path !== undefined && path === getDestinationPath(site, destination));
}

/** Whether the page is an .md file outside the navigation, such as a README, that isn't intended for readers. */
function isRepositoryDocument(site: Site, slug: string): boolean {
  const file = getPublishedPages(site.pages).pagesBySlug.get(slug)?.path;
  return file !== undefined && file.endsWith(".md") && isHiddenPage(site, file);
}

interface PagePath {
  readonly slug: string;
  /** The URL path of the page, such as `guides` for `guides/index`. */
  readonly path: string;
}

interface PagePaths {
  readonly allPages: readonly PagePath[];
  /** Maps each path to the indexes in `allPages` of the pages at this path. */
  readonly indexesByPath: ReadonlyMap<string, readonly number[]>;
  /** Maps each path to the indexes in `allPages` of the pages at this path and of all pages below it. */
  readonly indexesByFolder: ReadonlyMap<string, readonly number[]>;
}

const indexPagePaths = derive((pages: Site["pages"]): PagePaths => {
  const allPages = [...getPublishedPages(pages).pagesBySlug.keys()].map((slug) => ({
    slug,
    path: slug.replace(/(^|\/)index$/, ""),
  }));
  const indexesByPath = new Map<string, number[]>();
  const indexesByFolder = new Map<string, number[]>();
  for (const [index, { path }] of allPages.entries()) {
    const redirectPath = toRedirectPath(path);
    addToGroup(indexesByPath, redirectPath, index);
    addToGroup(indexesByFolder, redirectPath, index);
    for (const folder of getParentFolders([redirectPath])) addToGroup(indexesByFolder, folder, index);
  }
  return { allPages, indexesByPath, indexesByFolder };
});

/** Returns the pages that any redirect may match, in order. Usually, these are only a few of thousands of pages. */
function findPagesAtSources(site: Site): readonly PagePath[] {
  const { allPages, indexesByPath, indexesByFolder } = indexPagePaths(site.pages);
  const prefixes = new Set<string>();
  const indexes = new Set<number>();
  for (const { path, pattern } of getRedirects(site))
    if (pattern) prefixes.add(pattern.prefix);
    else for (const index of indexesByPath.get(path) ?? []) indexes.add(index);
  // If the site has a base path, it's unknown whether the sources of redirects include it.
  if (prefixes.has("") || site.settings.basePath !== undefined) return allPages;
  for (const prefix of prefixes) for (const index of indexesByFolder.get(prefix) ?? []) indexes.add(index);
  return [...indexes].sort((a, b) => a - b).flatMap((index) => allPages[index] ?? []);
}
