import { formatInEnglish, type Translate } from "../../core/text/message.ts";
import {
  type FeedbackEntryBatch,
  type FeedbackEntry,
  getOwnMember,
  createInvalidListFailure,
  readFeedbackPage,
} from "../entries/entry.ts";
import {
  type FeedbackEnd,
  type FeedbackFailure,
  type FeedbackPage,
  type FeedbackQuery,
  type FeedbackService,
  type FeedbackStep,
  type FeedbackTools,
  defaultLimits,
  type RateLimitedStep,
} from "../entries/types.ts";
import { callFeedbackService, createRequestFailure, createCancelFailure, getFeedbackUrl } from "./http.ts";
import { checkKey, checkQuery } from "./validate.ts";

/**
 * Yields a query's entries one page at a time until the service has no more entries. An error, a limit, or the signal
 * can end the iteration earlier. The last step is always `end`. Callers can stop iterating at any time. Never rejects.
 */
export async function* readFeedback(
  service: FeedbackService,
  query: FeedbackQuery,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<FeedbackStep, void> {
  const end = yield* readPages(service, query, tools, signal);
  yield end;
}

async function* readPages(
  service: FeedbackService,
  query: FeedbackQuery,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<FeedbackPage | RateLimitedStep, FeedbackEnd> {
  const limits = { ...defaultLimits, ...tools.limits };
  const { translate = formatInEnglish } = tools;
  const checkedKey = checkKey(service.key, {}, translate);
  const checkedQuery = checkQuery(query);
  const reader = new EntryReader(checkedQuery.ok ? checkedQuery.warnings : [], query.cursor, translate);
  if (!checkedKey.ok) return reader.finish(createRequestFailure(checkedKey.reason));
  if (!checkedQuery.ok) return reader.finish(createRequestFailure(checkedQuery.reason));
  let { cursor } = query;
  for (let page = 1; ; page++) {
    const parameters = { ...checkedQuery.parameters, ...(cursor !== undefined && { cursor }) };
    const urlResult = getFeedbackUrl(service, "feedback", parameters, translate);
    if (!urlResult.ok) return reader.finish(createRequestFailure(urlResult.reason));
    const result = yield* callFeedbackService(urlResult.value, service, tools, signal);
    if (!result.ok) return reader.finish(result.failure);
    const feedbackEntryPageResult = readFeedbackPage(result.body, translate);
    if (!feedbackEntryPageResult.ok) return reader.finish(feedbackEntryPageResult.failure);
    const { hasMore, nextCursor } = feedbackEntryPageResult.value;
    const entries = reader.addPage(feedbackEntryPageResult.value, limits.maxEntries);
    yield { kind: "page", entries, ...(hasMore && nextCursor !== undefined && { nextCursor }) };
    if (signal.aborted) return reader.finish(createCancelFailure(translate));
    if (!hasMore) return reader.finish();
    if (nextCursor === undefined) return reader.stopEarly(explainMissingCursor(translate));
    if (!reader.tryAddCursor(nextCursor)) return reader.stopEarly(createLoopMessage(translate));
    if (feedbackEntryPageResult.value.entries.length + feedbackEntryPageResult.value.unreadableCount === 0)
      return reader.stopEarly(createEmptyPageMessage(translate));
    if (reader.isFull(limits.maxEntries))
      return reader.stopEarly(createTooManyEntriesMessage(limits.maxEntries, translate));
    if (page === limits.maxPages) return reader.stopEarly(createTooManyPagesMessage(limits.maxPages, translate));
    cursor = nextCursor;
  }
}

/** The state of one run of `readFeedback`. */
class EntryReader {
  readonly #ids = new Set<string>();
  readonly #cursors = new Set<string>();
  readonly #warnings: string[];
  readonly #translate: Translate;
  #duplicateCount = 0;
  #unreadableCount = 0;
  #incompleteCount = 0;
  #skippedEntryCount = 0;

  constructor(warnings: readonly string[], cursor: string | undefined, translate: Translate) {
    this.#translate = translate;
    this.#warnings = [...warnings];
    if (cursor !== undefined) this.#cursors.add(cursor);
  }

  /** Returns the entries that haven't been received before, up to the limit. */
  addPage({ entries, unreadableCount, skippedCount }: FeedbackEntryBatch, maxEntries: number): FeedbackEntry[] {
    this.#unreadableCount += unreadableCount;
    this.#skippedEntryCount += skippedCount;
    return entries.filter((entry) => {
      if (this.#ids.has(entry.id)) {
        this.#duplicateCount++;
        return false;
      }
      if (this.isFull(maxEntries)) {
        this.#skippedEntryCount++;
        return false;
      }
      this.#ids.add(entry.id);
      if (entry.incomplete.length > 0) this.#incompleteCount++;
      return true;
    });
  }

  isFull(maxEntries: number): boolean {
    return this.#ids.size >= maxEntries;
  }

  /** Stores a cursor. Returns false if the service has already returned it. */
  tryAddCursor(cursor: string): boolean {
    if (this.#cursors.has(cursor)) return false;
    this.#cursors.add(cursor);
    return true;
  }

  /** Ends the run, because the service reports more entries than can be requested. */
  stopEarly(warning: string): FeedbackEnd {
    this.#warnings.push(warning);
    return { kind: "end", isComplete: false, warnings: this.#listWarnings() };
  }

  finish(failure?: FeedbackFailure): FeedbackEnd {
    const isComplete = !failure && this.#skippedEntryCount === 0;
    return { kind: "end", isComplete, warnings: this.#listWarnings(), ...(failure && { failure }) };
  }

  #listWarnings(): string[] {
    const translate = this.#translate;
    const countedWarnings: readonly (readonly [number, string, (count: number) => string])[] = [
      [
        this.#duplicateCount,
        translate("1 entry was received twice and is shown once."),
        (count) => translate("{0} entries were received twice and are shown once.", count),
      ],
      [
        this.#unreadableCount,
        translate("1 entry can't be read and isn't shown."),
        (count) => translate("{0} entries can't be read and aren't shown.", count),
      ],
      [
        this.#incompleteCount,
        translate("1 entry is incomplete."),
        (count) => translate("{0} entries are incomplete.", count),
      ],
      [
        this.#skippedEntryCount,
        translate("1 entry on the last page of results isn't shown."),
        (count) => translate("{0} entries on the last page of results aren't shown.", count),
      ],
    ];
    return [
      ...this.#warnings,
      ...countedWarnings
        .filter(([count]) => count > 0)
        .map(([count, singular, plural]) => (count === 1 ? singular : plural(count))),
    ];
  }
}

const explainMissingCursor = (translate: Translate): string =>
  translate("The service reported more entries but didn't return a cursor to fetch them.");
const createLoopMessage = (translate: Translate): string =>
  translate(
    "The service returned the same cursor twice, so Docwright stopped loading. The entries loaded so far are kept.",
  );
const createEmptyPageMessage = (translate: Translate): string =>
  translate(
    "The service returned no entries but reported that there are more, so Docwright stopped loading. To continue, load more entries from the pagination cursor.",
  );
const createTooManyEntriesMessage = (count: number, translate: Translate): string =>
  translate("Docwright reads at most {0} entries at a time. Choose a shorter period.", count.toLocaleString("en"));
const createTooManyPagesMessage = (count: number, translate: Translate): string =>
  translate("Docwright reads at most {0} pages at a time. Choose a shorter period.", count.toLocaleString("en"));

/** The service's rating totals for one page. */
export interface PageTotals {
  /** The path as the service reports it. */
  readonly path: string;
  readonly up: number;
  readonly down: number;
  /** The number of entries about a code block. */
  readonly code: number;
  readonly total: number;
}

export type TotalsStep = RateLimitedStep | TotalsResult;

export interface TotalsResult {
  readonly kind: "totals";
  /** The totals, with one item per path. Undefined if the service doesn't provide totals or has failed. */
  readonly pages?: readonly PageTotals[];
  /** Whether the service has more pages than it returned. There's no way to request the remaining pages. */
  readonly hasMore: boolean;
  readonly failure?: FeedbackFailure;
}

/**
 * Yields the totals for pages in a period. A 404 response means that the service doesn't provide totals, so it isn't
 * reported as a failure. The last step is always `totals`. Never rejects.
 */
export async function* readPageTotals(
  service: FeedbackService,
  query: Omit<FeedbackQuery, "cursor">,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<TotalsStep, void> {
  const totals = yield* requestTotals(service, query, tools, signal);
  yield totals;
}

async function* requestTotals(
  service: FeedbackService,
  query: Omit<FeedbackQuery, "cursor">,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<RateLimitedStep, TotalsResult> {
  const { translate = formatInEnglish } = tools;
  const checkedKey = checkKey(service.key, {}, translate);
  if (!checkedKey.ok) return toFailure(createRequestFailure(checkedKey.reason));
  const checkedQuery = checkQuery(query);
  if (!checkedQuery.ok) return toFailure(createRequestFailure(checkedQuery.reason));
  const urlResult = getFeedbackUrl(service, "feedback/by-page", checkedQuery.parameters, translate);
  if (!urlResult.ok) return toFailure(createRequestFailure(urlResult.reason));
  const result = yield* callFeedbackService(urlResult.value, service, tools, signal);
  if (!result.ok)
    return result.failure.kind === "not-found" ? { kind: "totals", hasMore: false } : toFailure(result.failure);
  const entries = getOwnMember(result.body, "feedback");
  if (!Array.isArray(entries)) return toFailure(createInvalidListFailure(translate));
  const totalsByPath = new Map<string, PageTotals>();
  for (const each of entries.slice(0, defaultLimits.maxEntries)) {
    const page = parseTotals(each);
    if (page && !totalsByPath.has(page.path)) totalsByPath.set(page.path, page);
  }
  return { kind: "totals", pages: [...totalsByPath.values()], hasMore: getOwnMember(result.body, "hasMore") === true };
}

function parseTotals(value: unknown): PageTotals | undefined {
  const path = getOwnMember(value, "path");
  if (typeof path !== "string" || path.length > 2000) return undefined;
  const count = (name: string): number => {
    const count = getOwnMember(value, name);
    return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
  };
  return {
    path,
    up: count("thumbsUp"),
    down: count("thumbsDown"),
    code: count("code"),
    total: count("total"),
  };
}

function toFailure(failure: FeedbackFailure): TotalsResult {
  return { kind: "totals", hasMore: false, failure };
}
