import type { FeedbackEntry } from "../feedback/entries/entry.ts";
import type { FeedbackService, FeedbackTools } from "../feedback/entries/types.ts";
import type { PageTotals } from "../feedback/service/feedback-client.ts";
import type { FeedbackOptions } from "./feedback-options.ts";
import type { AskedReport, FeedbackReport, TotalsReport } from "./feedback-report.ts";
import type { FeedbackPlace, FeedbackSite } from "./feedback-site.ts";
import { isWanted, type WantedPages } from "./feedback-wanted.ts";
import { worstFirst } from "./totals-by-file.ts";
import { readEntries, readTotals, type TellAsking } from "./read-feedback-pages.ts";

/** The worst are what people look for; programs get all. */
const usualPages = 20;

/** What is asked of whom, and the sites beside which it is shown. */
export interface FeedbackAsked {
  readonly service: FeedbackService;
  readonly options: FeedbackOptions;
  readonly tools: FeedbackTools;
  readonly means: { readonly signal: AbortSignal; readonly tell: TellAsking };
  /** They are read while the service is asked. */
  readonly sites: Promise<readonly FeedbackSite[]>;
  readonly wanted: WantedPages;
}

/** The entries that are asked for, each with its place in the sites. */
export async function feedbackReport(asked: FeedbackAsked): Promise<FeedbackReport> {
  const { service, options, tools, means, wanted } = asked;
  const read = await readEntries(service, options, tools, means);
  const placeOf = await placesOf(asked.sites);
  const entries = read.entries.flatMap((entry) => {
    const place = placeOf(entry.path);
    return isWanted(entry.path, place, wanted) ? [{ entry, ...(place && { place }) }] : [];
  });
  const { nextCursor, complete, warnings, failure } = read;
  return {
    ...(await contextOf(asked)),
    entries,
    read: read.entries.length,
    complete,
    warnings,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(failure && { failure }),
  };
}

/** The totals of pages; where the service has none they are counted from one answer of entries. */
export async function totalsReport(asked: FeedbackAsked): Promise<TotalsReport> {
  const { service, options, tools, means, wanted } = asked;
  const told = await readTotals(service, options.query, tools, means);
  const counted =
    told.pages === undefined && !told.failure ? await readEntries(service, options, tools, means) : undefined;
  const placeOf = await placesOf(asked.sites);
  const totalled = told.pages ?? totalsIn(counted?.entries ?? []);
  const pages = totalled
    .flatMap((totals) => {
      const place = placeOf(totals.path);
      return isWanted(totals.path, place, wanted) ? [{ totals, ...(place && { place }) }] : [];
    })
    .toSorted(worstFirst);
  const failure = told.failure ?? counted?.failure;
  return {
    ...(await contextOf(asked)),
    pages,
    read: totalled.length,
    hasMore: told.hasMore || counted?.nextCursor !== undefined,
    most: options.isSizeAsked ? pages.length : usualPages,
    warnings: counted?.warnings ?? [],
    ...(counted && { countedFrom: counted.entries.length }),
    ...(failure && { failure }),
  };
}

async function contextOf({
  service,
  tools,
  sites,
}: FeedbackAsked): Promise<Omit<AskedReport, "warnings" | "failure">> {
  const { baseUrl, projectId } = service;
  return {
    baseUrl,
    projectId,
    hasSite: (await sites).length > 0,
    budget: tools.budget.left(),
    now: tools.now(),
  };
}

async function placesOf(
  sites: Promise<readonly FeedbackSite[]>,
): Promise<(path: string) => FeedbackPlace | undefined> {
  const known = await sites;
  return (path) => {
    for (const { placeOf } of known) {
      const place = placeOf(path);
      if (place) return place;
    }
    return undefined;
  };
}

function totalsIn(entries: readonly FeedbackEntry[]): readonly PageTotals[] {
  const found = new Map<string, { -readonly [Key in keyof PageTotals]: PageTotals[Key] }>();
  for (const { path, helpful, source } of entries) {
    const totals = found.get(path) ?? { path, up: 0, down: 0, code: 0, total: 0 };
    found.set(path, totals);
    totals.total++;
    if (helpful === true) totals.up++;
    if (helpful === false) totals.down++;
    if (source === "code_snippet") totals.code++;
  }
  return [...found.values()];
}
