import { dayLength, toDay, type FeedbackEntry, parseDay } from "../../feedback/entries/entry.ts";
import { compareByNegativeShare, type DayPeriod, getPeriodBefore } from "../../feedback/entries/ratings.ts";
import type { RemainingBudget } from "../../feedback/entries/state.ts";
import type { FeedbackFailure, FeedbackService, FeedbackTools } from "../../feedback/entries/types.ts";
import type { PageTotals } from "../../feedback/service/feedback-client.ts";
import type { CommentTheme } from "../../feedback/view/panel-model.ts";
import type { FeedbackOptions } from "./feedback-command.ts";
import { type FeedbackLocation, type FeedbackSite, isRequestedPage, type RequestedPages } from "./feedback-site.ts";
import { readEntries, readTotals, type RequestReporter } from "./read-feedback.ts";

/**
 * Compares pages by the lower confidence bound of their share of negative ratings, as in the editor's feedback panel.
 */
export function compareReportedTotals(a: ReportedTotals, b: ReportedTotals): number {
  const difference = compareByNegativeShare(a.totals, b.totals) || b.totals.total - a.totals.total;
  return difference || (a.totals.path < b.totals.path ? -1 : 1);
}

/**
 * Returns one item for each page, with the combined totals for all its paths. The worst page comes first. A page has
 * several paths if its path has changed or if the service also has feedback under the page's full URL.
 */
export function sumTotalsByFile(pages: readonly ReportedTotals[]): readonly ReportedTotals[] {
  const totalsByPageKey = new Map<string, ReportedTotals>();
  for (const page of pages) {
    const { totals, location } = page;
    const pageKey = location ? `${location.file}\n${location.operation ?? ""}` : `?${totals.path}`;
    const previousTotals = totalsByPageKey.get(pageKey)?.totals;
    totalsByPageKey.set(
      pageKey,
      previousTotals
        ? {
            ...page,
            totals: {
              path: previousTotals.path,
              up: previousTotals.up + totals.up,
              down: previousTotals.down + totals.down,
              code: previousTotals.code + totals.code,
              total: previousTotals.total + totals.total,
            },
          }
        : page,
    );
  }
  return [...totalsByPageKey.values()].toSorted(compareReportedTotals);
}

/** The default number of pages in human-readable output. Machine-readable output includes all pages. */
const defaultPageCount = 20;

/** The requested feedback, the service to request it from, and the sites whose pages the feedback is matched with. */
export interface FeedbackQueryInfo {
  readonly service: FeedbackService;
  readonly options: FeedbackOptions;
  readonly tools: FeedbackTools;
  readonly requestOptions: { readonly signal: AbortSignal; readonly onRequest: RequestReporter };
  /** The sites, which are loaded while the request to the service is in progress. */
  readonly sites: Promise<readonly FeedbackSite[]>;
  readonly requestedPages: RequestedPages;
}

/**
 * Requests the entries from the service and returns those about the requested pages, with their locations in the sites.
 */
export async function createFeedbackReport(queryInfo: FeedbackQueryInfo): Promise<FeedbackReport> {
  const { service, options, tools, requestOptions, requestedPages } = queryInfo;
  const entriesResult = await readEntries(service, options, tools, requestOptions);
  const findLocation = await createLocationFinder(queryInfo.sites);
  const entries = entriesResult.entries.flatMap((entry) => {
    const location = findLocation(entry.path);
    return isRequestedPage(entry.path, location, requestedPages) ? [{ entry, ...(location && { location }) }] : [];
  });
  const { nextCursor, isComplete, warnings, failure } = entriesResult;
  return {
    ...(await createReportedQuery(queryInfo)),
    entries,
    ...(options.includesThemes && { themes: await findThemes(entries.map(({ entry }) => entry)) }),
    receivedCount: entriesResult.entries.length,
    isComplete,
    warnings,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(failure && { failure }),
  };
}

/** Returns the themes of comments, determined in the same way as in the editor's panel. */
async function findThemes(entries: readonly FeedbackEntry[]): Promise<readonly CommentTheme[]> {
  const { findCommentThemes } = await import("../../feedback/themes/comment-themes.ts");
  return findCommentThemes(entries.filter(({ comment = "" }) => /\S/.test(comment)));
}

/**
 * Returns the totals for pages. If the service doesn't provide totals, they're counted from the entries in one
 * response.
 */
export async function createTotalsReport(queryInfo: FeedbackQueryInfo): Promise<TotalsReport> {
  const { service, options, tools, requestOptions, requestedPages } = queryInfo;
  const totalsResult = await readTotals(service, options.query, tools, requestOptions);
  const entriesResult =
    totalsResult.pages === undefined && !totalsResult.failure
      ? await readEntries(service, options, tools, requestOptions)
      : undefined;
  const findLocation = await createLocationFinder(queryInfo.sites);
  const pageTotals = totalsResult.pages ?? countTotals(entriesResult?.entries ?? []);
  const pages = pageTotals
    .flatMap((totals) => {
      const location = findLocation(totals.path);
      return isRequestedPage(totals.path, location, requestedPages) ? [{ totals, ...(location && { location }) }] : [];
    })
    .toSorted(compareReportedTotals);
  const failure = totalsResult.failure ?? entriesResult?.failure;
  const previousTotals =
    totalsResult.pages && !totalsResult.hasMore ? await fetchPreviousTotals(queryInfo, findLocation) : undefined;
  return {
    ...(await createReportedQuery(queryInfo)),
    pages,
    receivedCount: pageTotals.length,
    hasMore: totalsResult.hasMore || entriesResult?.nextCursor !== undefined,
    maxPages: options.isPageSizeSet ? pages.length : defaultPageCount,
    warnings: entriesResult?.warnings ?? [],
    ...(entriesResult && { countedEntryCount: entriesResult.entries.length }),
    ...(previousTotals && { previousTotals }),
    ...(failure && { failure }),
  };
}

/**
 * Returns the ratings for the same pages in the days before the requested period, or undefined if the period doesn't
 * have a first day.
 */
async function fetchPreviousTotals(
  { service, options, tools, requestOptions, requestedPages }: FeedbackQueryInfo,
  findLocation: (path: string) => FeedbackLocation | undefined,
): Promise<PreviousTotals | undefined> {
  const { from, to, through, ...query } = options.query;
  // `to` is the day after the last day of the period.
  const endTime = to === undefined ? undefined : parseDay(to);
  const lastDay = through ?? (endTime === undefined ? undefined : toDay(endTime - dayLength));
  const period =
    from === undefined || (to !== undefined && !lastDay) ? undefined : getPeriodBefore(from, lastDay, tools.now());
  if (!period) return undefined;
  const totalsResult = await readTotals(
    service,
    { ...query, from: period.from, through: period.through },
    tools,
    requestOptions,
  );
  if (!totalsResult.pages || totalsResult.hasMore) return undefined;
  const pages = totalsResult.pages.filter(({ path }) => isRequestedPage(path, findLocation(path), requestedPages));
  const sumRatings = (name: "up" | "down"): number => pages.reduce((total, page) => total + page[name], 0);
  return { ...period, up: sumRatings("up"), down: sumRatings("down") };
}

async function createReportedQuery({
  service,
  tools,
  sites,
}: FeedbackQueryInfo): Promise<Omit<ReportedQuery, "warnings" | "failure">> {
  const { baseUrl, projectId } = service;
  return {
    baseUrl,
    projectId,
    hasSite: (await sites).length > 0,
    budget: tools.budget.getRemaining(),
    now: tools.now(),
  };
}

async function createLocationFinder(
  sites: Promise<readonly FeedbackSite[]>,
): Promise<(path: string) => FeedbackLocation | undefined> {
  const loadedSites = await sites;
  return (path) => {
    for (const { findLocation } of loadedSites) {
      const location = findLocation(path);
      if (location) return location;
    }
    return undefined;
  };
}

function countTotals(entries: readonly FeedbackEntry[]): readonly PageTotals[] {
  const totalsByPage = new Map<string, { -readonly [Key in keyof PageTotals]: PageTotals[Key] }>();
  for (const { path, helpful, source } of entries) {
    const totals = totalsByPage.get(path) ?? { path, up: 0, down: 0, code: 0, total: 0 };
    totalsByPage.set(path, totals);
    totals.total++;
    if (helpful === true) totals.up++;
    if (helpful === false) totals.down++;
    if (source === "code_snippet") totals.code++;
  }
  return [...totalsByPage.values()];
}

/** Data that is reported for every kind of query. */
export interface ReportedQuery {
  readonly baseUrl: string;
  readonly projectId: string;
  /** Whether there's a site that paths can be matched with. */
  readonly hasSite: boolean;
  readonly warnings: readonly string[];
  readonly failure?: FeedbackFailure;
  readonly budget: RemainingBudget;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/** The result of `docwright feedback`. */
export interface FeedbackReport extends ReportedQuery {
  readonly entries: readonly ReportedEntry[];
  /** The themes, which are set only if they were requested. */
  readonly themes?: readonly CommentTheme[];
  /** The number of entries that were received, before they were filtered by page. */
  readonly receivedCount: number;
  /** The cursor for reading the next entries. */
  readonly nextCursor?: string;
  /** Whether all requested entries have been received. */
  readonly isComplete: boolean;
}

export interface ReportedEntry {
  readonly entry: FeedbackEntry;
  readonly location?: FeedbackLocation;
}

/** The result of `--by-page`. The worst page comes first. */
export interface TotalsReport extends ReportedQuery {
  readonly pages: readonly ReportedTotals[];
  /** The number of pages whose totals were received or counted, before they were filtered. */
  readonly receivedCount: number;
  readonly hasMore: boolean;
  /** The maximum number of pages in human-readable output. */
  readonly maxPages: number;
  /**
   * The ratings from the same number of days before the first day of the query. Undefined if the query doesn't have a
   * first day.
   */
  readonly previousTotals?: PreviousTotals;
  /** The number of entries that these totals were counted from. Set only if the service doesn't provide totals. */
  readonly countedEntryCount?: number;
}

export interface PreviousTotals extends DayPeriod {
  readonly up: number;
  readonly down: number;
}

export interface ReportedTotals {
  readonly totals: PageTotals;
  readonly location?: FeedbackLocation;
}
