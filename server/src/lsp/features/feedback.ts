import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { PageRatingProvider } from "../../core/features/hover/describe-page.ts";
import type { PreviousFiles } from "../../core/site/files/previous-files.ts";
import { parseLinkUrl } from "../../core/site/pages/urls.ts";
import type { Site } from "../../core/site/site.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import { createMessage } from "../../core/text/message.ts";
import { type MatchKind, resolveFeedbackPath, type FailedResolution } from "../../feedback/pages/resolve-path.ts";
import {
  findImportingFiles,
  listShownFiles,
  findBlockByAnchor,
  findBlockByCode,
} from "../../feedback/pages/snippet-anchor.ts";
import { precomputeVersions } from "../../feedback/pages/snippet-history.ts";
import {
  feedbackJoinsChanged,
  type JoinedPath,
  type ListImportingFilesParams,
  type LocatedSnippet,
  type LocateSnippetsParams,
  type RatedPage,
  type FeedbackRatings as Ratings,
} from "../../protocol/feedback.ts";
import { ChangeNotifier } from "../../workspace/analysis/change-notifier.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { FileLocation } from "../../workspace/analysis/site-store.ts";
import { runTimeSliced } from "../../workspace/async/time-slicing.ts";
import { FileHistories } from "../../workspace/git/file-history.ts";
import { SiteHistories } from "../../workspace/git/renames.ts";
import { FileLocationCache, toPath, toRange, toUri } from "../convert/convert.ts";
import type { RequestFile } from "../session/readiness.ts";
import type { Session } from "../session/session.ts";

/** A site, along with the current locations of its former files. */
export interface JoinableSite {
  readonly siteState: SiteState;
  readonly site: Site;
  readonly previousFiles: PreviousFiles;
}

/**
 * The rank of each way in which a page can be found. Rank 0 is the most reliable. If pages on several sites match, the
 * match with the lowest rank is used. Among equal ranks, the match on the first site is used.
 */
const rankByMatchKind: Readonly<Record<MatchKind, number>> = {
  address: 0,
  redirect: 0,
  rename: 1,
  version: 2,
  language: 2,
};

/**
 * Returns a function that matches paths with pages on several sites. The sites must be passed in order, outermost
 * first. If a path is a full URL with the host of one of the sites, that site takes precedence.
 */
export function createPathJoiner(sites: readonly JoinableSite[], session: Session): (path: string) => JoinedPath {
  const siteDetails = sites.map((one) => ({
    ...one,
    files: new FileLocationCache(one.siteState, session),
    host: getHost(one.site.settings.siteUrl ?? ""),
  }));
  const noSiteReason = createMessage("No documentation site has been found yet.");
  return (path) => {
    const host = getHost(path);
    const hostSites = siteDetails.filter((one) => host !== undefined && one.host === host);
    let unknownJoin: FailedResolution | undefined;
    let bestJoin: { readonly rank: number; readonly joinedPath: JoinedPath } | undefined;
    for (const { site, previousFiles, files } of hostSites.length > 0 ? hostSites : siteDetails) {
      const resolution = resolveFeedbackPath(site, path, previousFiles);
      if (resolution.kind === "unknown") unknownJoin ??= resolution;
      if (resolution.kind === "unknown") continue;
      const { file, range, ...rest } = resolution;
      const rank = rankByMatchKind[resolution.by];
      if (!bestJoin || rank < bestJoin.rank)
        bestJoin = { rank, joinedPath: { ...rest, ...files.getLocation({ file, range }) } };
      if (rank === 0) break;
    }
    return (
      bestJoin?.joinedPath ??
      unknownJoin ?? { kind: "unknown", reason: noSiteReason.text, localizedReasons: [noSiteReason] }
    );
  };
}

function getHost(url: string): string | undefined {
  const parsedUrl = parseLinkUrl(url);
  return parsedUrl.kind === "web" && parsedUrl.host !== "" ? parsedUrl.host : undefined;
}

export type FeedbackJoinNotifier = ChangeNotifier<readonly string[], JoinedPath[]>;

const maxPaths = 10_000;
/** The number of paths that are matched in one step. A step is much shorter than a time slice. */
const pathsPerStep = 50;

/**
 * Returns the file that each feedback path refers to, in the same order as the paths. While a site is loading, only the
 * files that are already loaded are considered.
 */
export function createFeedbackJoins(getSession: () => Session): FeedbackJoinNotifier {
  const histories = new SiteHistories();
  return new ChangeNotifier<readonly string[], JoinedPath[]>({
    getInputs: () => listSites(getSession()).flatMap((siteState) => [siteState, ...getMatchDependencies(siteState)]),
    prepare: () => histories.read(listSites(getSession()), getSession().canRunGit),
    compute: (paths) => resolvePaths(paths, getSession(), histories),
    onChange: () => void getSession().connection.sendNotification(feedbackJoinsChanged),
  });
}

function* resolvePaths(
  paths: readonly string[],
  session: Session,
  histories: SiteHistories,
): Generator<void, JoinedPath[]> {
  const sites = listSites(session).flatMap((siteState) => {
    const site = siteState.current?.site;
    return site ? [{ siteState, site, previousFiles: histories.getPreviousFiles(siteState) }] : [];
  });
  const resolvePath = createPathJoiner(sites, session);
  const joinedPaths: JoinedPath[] = [];
  for (const [index, path] of paths.slice(0, maxPaths).entries()) {
    joinedPaths.push(resolvePath(String(path)));
    if (index % pathsPerStep === 0) yield;
  }
  return joinedPaths;
}

/** Returns the sites, outermost first. */
function listSites({ sites }: Session): SiteState[] {
  return sites.sites.sort((one, other) => one.root.length - other.root.length);
}

/** Returns the parts of the site that matches depend on. Matches don't depend on the text of pages. */
function getMatchDependencies({ current }: SiteState): readonly object[] {
  if (!current) return [];
  const { config, specs, pages, files, profile, settings, loaded } = current.site;
  return [config, specs, pages, files, profile, settings, loaded];
}

const maxPages = 100_000;

/** Readers' ratings of each page, as last sent by the editor. They're stored only in memory. */
export class FeedbackRatings {
  #ratingsByPage: ReadonlyMap<string, RatedPage> = new Map();

  /** Stores the ratings. Invalid ratings are ignored. */
  set({ pages }: Ratings): void {
    const ratedPagesByKey = new Map<string, RatedPage>();
    const receivedPages: readonly unknown[] = Array.isArray(pages) ? pages.slice(0, maxPages) : [];
    for (const page of receivedPages.filter(isRatedPage)) {
      const path = toPath(page.uri);
      if (path !== undefined) ratedPagesByKey.set(createPageKey(path, page.operation), page);
    }
    this.#ratingsByPage = ratedPagesByKey;
  }

  /**
   * Returns the ratings for the features of one site. Returns undefined if there are no ratings, so these features can
   * skip the lookup.
   */
  getRatingProvider(siteState: SiteState): PageRatingProvider | undefined {
    if (this.#ratingsByPage.size === 0) return undefined;
    return (file, operation) => this.#ratingsByPage.get(createPageKey(join(siteState.root, file), operation));
  }
}

function createPageKey(path: string, operation: string | undefined): string {
  return `${path}\n${operation ?? ""}`;
}

function isRatedPage(page: unknown): page is RatedPage {
  if (typeof page !== "object" || page === null) return false;
  const { uri, operation, up, down, open, label }: { readonly [K in keyof RatedPage]?: unknown } = page;
  return (
    typeof uri === "string" &&
    (operation === undefined || typeof operation === "string") &&
    (label === undefined || (typeof label === "string" && label.length <= 100)) &&
    [up, down, open].every((count) => typeof count === "number" && Number.isSafeInteger(count) && count >= 0)
  );
}

const maxSnippets = 2000;
/**
 * The maximum number of files whose histories are read for a page. These files are the page itself and the files that
 * it imports. Also the maximum number of pages whose histories are cached.
 */
const maxHistories = 10;
/**
 * The maximum time in milliseconds that a request waits for histories. If the histories become available later, the
 * client is notified.
 */
const maxWaitMilliseconds = 1000;

type Histories = Awaited<ReturnType<FileHistories["read"]>>;

/** Finds code blocks in the text in the editor, using the page's Git history if necessary. */
export class SnippetLocator {
  readonly #histories = new FileHistories();
  /** The most recently read histories for each page. */
  readonly #versionCache = new BoundedMap<string, Histories>(maxHistories);

  /** Handles `docwright/placeSnippets`. */
  async locateSnippets(
    { snippets }: LocateSnippetsParams,
    session: Session,
    { location: page }: RequestFile,
  ): Promise<LocatedSnippet[]> {
    const requestedSnippets = snippets.slice(0, maxSnippets);
    const loadedSite = page?.site.current?.site;
    if (!page || !loadedSite) return requestedSnippets.map(() => ({}));
    const needsHistory =
      session.canRunGit && requestedSnippets.some((one) => !findBlockByAnchor(loadedSite, page.path, one));
    const histories = needsHistory ? await this.#readWithTimeout(page, loadedSite, session) : noHistories;
    const site = page.site.current?.site ?? loadedSite;
    return requestedSnippets.map((snippet) => {
      const block =
        findBlockByAnchor(site, page.path, snippet) ??
        (histories && findBlockByCode(site, page.path, snippet, histories));
      if (!block) return {};
      const location = { site: page.site, path: block.file };
      return {
        ...(block.file !== page.path && { uri: toUri(location, session) }),
        range: toRange(session.lineMaps.get(location), block.range),
        anchor: block.anchor,
      };
    });
  }

  /** Resolves to the histories, or to undefined if they aren't available in time. */
  async #readWithTimeout(page: FileLocation, site: Site, { connection }: Session): Promise<Histories | undefined> {
    const key = join(page.site.root, page.path);
    const pendingRead = this.#readHistories(page, site);
    const cachedHistories = this.#versionCache.get(key);
    const loadedHistories = await Promise.race([
      pendingRead,
      pause(maxWaitMilliseconds, cachedHistories, { ref: false }),
    ]);
    void pendingRead.then((histories) => {
      this.#versionCache.set(key, histories);
      if (!loadedHistories) void connection.sendNotification(feedbackJoinsChanged);
    });
    return loadedHistories;
  }

  async #readHistories(page: FileLocation, site: Site): Promise<Histories> {
    const files = [...listShownFiles(site, page.path)].slice(0, maxHistories);
    const histories = await this.#histories.read(page.site.root, files);
    for (const versions of histories.values()) await runTimeSliced(precomputeVersions(versions, site.config));
    return histories;
  }
}

const noHistories: Histories = new Map();

/**
 * Handles `docwright/pagesShowing` for the current text in the editor. Returns an empty list while the site is loading.
 */
export function findImportingPageUris(
  _: ListImportingFilesParams,
  session: Session,
  { location: file }: RequestFile,
): string[] {
  const site = file?.site.current?.site;
  if (!site) return [];
  return findImportingFiles(site, file.path).map((page) => toUri({ site: file.site, path: page }, session));
}
