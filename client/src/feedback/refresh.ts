import { setTimeout as sleep } from "node:timers/promises";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import {
  createClosedQuery,
  continueSweep,
  type RefreshBatch,
  planRefresh,
  type ReadStep,
  type Sweep,
  createSweepStep,
  removeDeletedEntries,
} from "../../../server/src/feedback/entries/refresh-plan.ts";
import {
  type FeedbackFreshness,
  type FeedbackState,
  mergeEntries,
} from "../../../server/src/feedback/entries/state.ts";
import type { FeedbackFailure, FeedbackTools } from "../../../server/src/feedback/entries/types.ts";
import { readPageTotals, readFeedback } from "../../../server/src/feedback/service/feedback-client.ts";
import {
  createBudgetStore,
  getBudgetKey,
  createRequestBudget,
  type RequestBudget,
  type RequestGate,
} from "../../../server/src/feedback/service/rate-limit.ts";
import type { Translate } from "../../../server/src/protocol/feedback.ts";
import type { FeedbackProject } from "./project.ts";
import type { FeedbackFiles, FeedbackLog } from "./sync.ts";

export interface RefreshDependencies {
  readonly project: FeedbackProject;
  /**
   * Returns the API key. This function is called for each request, so a change or removal of the key takes effect
   * immediately.
   */
  readonly getKey: () => Promise<string | undefined>;
  readonly files: Pick<FeedbackFiles, "read" | "write" | "remove">;
  readonly store: {
    readonly state: FeedbackState;
    readonly change: (change: (state: FeedbackState) => FeedbackState) => void;
  };
  readonly log: FeedbackLog;
  readonly fetch: FeedbackTools["fetch"];
  /** Translates the reasons for failures before they're added to the state. */
  readonly translate?: Translate;
  readonly now?: () => number;
  readonly gate?: RequestGate;
  /** The folder for the files that count requests. The default is the user's folder. */
  readonly countFolder?: string;
}

/**
 * The number of result pages that are added to the state at the same time, because each change of the state recomputes
 * all views.
 */
const pageBatchSize = 10;
/**
 * The number of responses after which an unfinished read is saved so that it can be resumed after a restart.
 */
const saveInterval = 20;

/**
 * The minimum number of responses in a full read for which totals are requested. A read of this size takes a while and
 * may not finish within the hour. Until it finishes, the totals are more useful than the first entries.
 */
const minTotalsResponses = 20;

const trialTimeout = 30_000;

/**
 * Requests a project's new entries from the service and caches them. Sends only one request at a time. If entries are
 * requested while a refresh is in progress, the caller gets the result of that refresh.
 */
export class FeedbackRefresh {
  readonly #dependencies: RefreshDependencies;
  readonly #now: () => number;
  readonly #budget: RequestBudget;
  #currentRun: { readonly completion: Promise<void>; readonly abortController: AbortController } | undefined;
  #isDisposed = false;
  /** The time when the last complete read of all entries started, in milliseconds since 1970. */
  #fullReadTime: number | undefined;
  #openReadTime: number | undefined;
  /** The unfinished read of all entries. */
  #sweep: Sweep | undefined;
  /** Whether the service has indicated that it doesn't provide totals. */
  #hasNoTotals = false;

  constructor(dependencies: RefreshDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
    this.#budget = createRequestBudget({
      store: createBudgetStore(getBudgetKey(dependencies.project), dependencies.countFolder),
      now: this.#now,
    });
  }

  /** Whether all entries have been read once and, if so, whether another read of all entries is in progress. */
  get progress(): "first" | "unfinished" | "done" {
    if (this.#fullReadTime === undefined) return "first";
    return this.#sweep ? "unfinished" : "done";
  }

  /** Loads the entries that were cached before the editor was closed. */
  async readCached(): Promise<void> {
    const feedback = await this.#dependencies.files.read(this.#dependencies.project);
    if (this.#isDisposed) return;
    this.#fullReadTime = feedback?.fullAt;
    this.#openReadTime = feedback?.openAt;
    this.#sweep = feedback?.sweep;
    this.#dependencies.store.change((state) => ({
      ...state,
      entries: feedback?.entries ?? [],
      budget: this.#budget.getRemaining(),
      freshness: {
        kind: feedback ? "cached" : "none",
        ...(feedback?.refreshedAt !== undefined && { refreshedAt: feedback.refreshedAt }),
        ...this.#getCoverage(),
        warnings: [],
      },
    }));
  }

  /**
   * Resolves when the service has responded, or when the request has failed or is no longer needed. On request, reads
   * all entries again. Never rejects.
   */
  run({ readsAll = false }: { readonly readsAll?: boolean } = {}): Promise<void> {
    if (this.#isDisposed) return Promise.resolve();
    if (this.#currentRun)
      return readsAll ? this.#currentRun.completion.then(() => this.run({ readsAll })) : this.#currentRun.completion;
    const abortController = new AbortController();
    const completion = this.#request(readsAll, abortController.signal)
      .catch((error: unknown) => this.#dependencies.log.warn(`Request failed: ${String(error)}`))
      .finally(() => (this.#currentRun = undefined));
    this.#currentRun = { completion, abortController };
    return completion;
  }

  /** Cancels the current request. Entries that have already been received are preserved. */
  cancel(): void {
    this.#currentRun?.abortController.abort();
  }

  /**
   * Requests one entry with a different key. Resolves to undefined if the request succeeds, or to the failure
   * otherwise.
   */
  async tryKey(key: string): Promise<FeedbackFailure | undefined> {
    const { baseUrl, projectId } = this.#dependencies.project;
    const steps = readFeedback(
      { baseUrl, projectId, key },
      { pageSize: 1 },
      this.#createTools(),
      AbortSignal.timeout(trialTimeout),
    );
    for await (const step of steps) {
      if (step.kind === "page") return undefined;
      if (step.kind === "end") return step.failure;
    }
    return undefined;
  }

  /** Deletes the received entries from memory and from disk. */
  async clear(): Promise<void> {
    this.cancel();
    await this.#currentRun?.completion;
    await this.#dependencies.files.remove(this.#dependencies.project);
    this.#fullReadTime = this.#openReadTime = this.#sweep = undefined;
    this.#changeState(({ totals: _totals, ...state }) => ({
      ...state,
      entries: [],
      freshness: { kind: "none", warnings: [] },
    }));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  async #request(requestsAll: boolean, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#dependencies;
    const key = await this.#dependencies.getKey();
    this.#changeState((state) => ({ ...state, hasKey: key !== undefined }));
    if (key === undefined) return;
    if (requestsAll) this.#sweep = undefined;
    const steps = planRefresh(store.state.entries, {
      now: this.#now(),
      budget: this.#budget.getRemaining(),
      isAllRequested: requestsAll,
      ...this.#getPositions(),
    });
    const { refreshedAt: previousTime } = store.state.freshness;
    const previousRefresh = previousTime === undefined ? {} : { refreshedAt: previousTime };
    const refreshRun: RefreshRun = {
      key,
      signal,
      previousRefresh,
      receivedCount: 0,
      pageCount: 0,
      warnings: [],
      isComplete: true,
    };
    this.#setLoading(refreshRun);
    for (const step of steps) {
      const startedAt = this.#now();
      const stepResult = await this.#readStep(step, refreshRun);
      this.#applyStep(step, stepResult, startedAt);
      if (stepResult.isComplete && step.kind === "open") await this.#rereadClosedEntries(step, stepResult, refreshRun);
      if (stepResult.status === 400 && step.query.cursor !== undefined && this.#sweep?.to !== undefined) {
        delete refreshRun.failure;
        refreshRun.isComplete = true;
        steps.push(createSweepStep(this.#sweep, step.maxPages));
      }
      if (refreshRun.failure || signal.aborted) break;
    }
    const { receivedCount, pageCount, warnings, failure, isComplete } = refreshRun;
    const finishedAt = this.#now();
    this.#changeState((state) => ({
      ...state,
      budget: this.#budget.getRemaining(),
      freshness: {
        kind: getFreshnessKind(isComplete, receivedCount > 0, state.entries.length > 0, failure),
        ...(receivedCount > 0 || isComplete ? { refreshedAt: finishedAt } : previousRefresh),
        ...(failure && failure.kind !== "cancelled" && { failure }),
        ...this.#getCoverage(),
        warnings,
      },
    }));
    log.info(
      `${receivedCount} entries in ${pageCount} responses${isComplete ? "" : ", incomplete"}. ${[
        ...warnings,
        ...(failure ? [`${failure.kind}: ${failure.message}`] : []),
      ].join(" ")}`,
    );
    if (receivedCount > 0 || isComplete) await this.#save();
  }

  /** Reads the pages of results for one step. If this takes a long time, shows and saves entries as they arrive. */
  async #readStep({ kind, query, maxPages }: ReadStep, refreshRun: RefreshRun): Promise<StepResult> {
    const { baseUrl, projectId } = this.#dependencies.project;
    const { key, signal } = refreshRun;
    const isFirstRead = kind === "sweep" && this.#fullReadTime === undefined;
    const sweep = this.#sweep ?? { startedAt: this.#now() };
    const entries: FeedbackEntry[] = [];
    let [shownCount, pageCount] = [0, 0];
    let nextCursor: string | undefined;
    for await (const step of readFeedback({ baseUrl, projectId, key }, query, this.#createTools(), signal)) {
      if (step.kind === "waiting")
        this.#changeState((state) => ({
          ...state,
          budget: this.#budget.getRemaining(),
          freshness: { ...state.freshness, waitingUntil: step.until },
        }));
      if (step.kind === "end") {
        const { isComplete, failure, warnings } = step;
        refreshRun.warnings = [...new Set([...refreshRun.warnings, ...warnings])];
        if (failure) refreshRun.failure = failure;
        refreshRun.isComplete &&= isComplete;
        return { entries, isComplete, hasEnded: !failure, ...getCursor(nextCursor), ...getStatus(failure) };
      }
      if (step.kind !== "page") continue;
      entries.push(...step.entries);
      ({ nextCursor } = step);
      pageCount++;
      refreshRun.pageCount++;
      refreshRun.receivedCount += step.entries.length;
      const hasManyCachedEntries =
        pageCount === 1 && this.#dependencies.store.state.entries.length >= minTotalsResponses * 100;
      if (isFirstRead && nextCursor !== undefined && (hasManyCachedEntries || pageCount === minTotalsResponses))
        await this.#requestTotals(key, signal);
      if (pageCount % pageBatchSize === 0) {
        const newEntries = entries.slice(shownCount);
        shownCount = entries.length;
        this.#changeState((state) => ({ ...state, entries: mergeEntries(state.entries, newEntries) }));
      }
      if (isFirstRead && pageCount % saveInterval === 0) {
        this.#sweep = continueSweep(sweep, { ...createBatch({ entries, isComplete: false, hasEnded: false }), ...getCursor(nextCursor) }); // prettier-ignore
        await this.#save();
      }
      this.#setLoading(refreshRun);
      if (pageCount >= maxPages && nextCursor !== undefined) break;
    }
    return { entries, isComplete: false, hasEnded: false, ...getCursor(nextCursor) };
  }

  /** Adds the entries that were read in a step to the state, and updates the position of the unfinished read. */
  #applyStep({ kind, query }: ReadStep, result: StepResult, startedAt: number): void {
    const { entries } = result;
    let storedEntries = this.#dependencies.store.state.entries;
    if (kind === "sweep") {
      const sweep = this.#sweep ?? { startedAt };
      const batch = createBatch(result);
      const coversAll = result.isComplete && query.cursor === undefined && query.to === undefined;
      storedEntries = coversAll ? [] : removeDeletedEntries(storedEntries, sweep, batch);
      this.#sweep = continueSweep(sweep, batch);
      const isFinished = result.isComplete || (result.hasEnded && !this.#sweep);
      if (isFinished) this.#fullReadTime = sweep.startedAt;
      // All entries are now available locally.
      if (result.isComplete) this.#changeState(({ totals: _totals, ...state }) => state);
    } else if (kind === "open") {
      if (result.isComplete) this.#openReadTime = startedAt;
    } else if (!result.isComplete) {
      // There may be unread entries between the newest entries and those that are already cached, so everything is read
      // again.
      this.#sweep = { startedAt };
    }
    this.#changeState((state) => ({ ...state, entries: mergeEntries(storedEntries, entries) }));
  }

  /** Rereads the entries that are no longer open, because only the service has their new status. */
  async #rereadClosedEntries({ maxPages }: ReadStep, { entries }: StepResult, refreshRun: RefreshRun): Promise<void> {
    const query = createClosedQuery(this.#dependencies.store.state.entries, entries);
    if (!query || refreshRun.signal.aborted) return;
    const isComplete = refreshRun.isComplete;
    const rereadResult = await this.#readStep({ kind: "open", query, maxPages }, refreshRun);
    // The sweep will read the remaining entries.
    refreshRun.isComplete = isComplete && !refreshRun.failure;
    this.#changeState((state) => ({ ...state, entries: mergeEntries(state.entries, rereadResult.entries) }));
  }

  #setLoading({ receivedCount, previousRefresh }: RefreshRun): void {
    this.#changeState((state) => ({
      ...state,
      budget: this.#budget.getRemaining(),
      freshness: { kind: "loading", receivedCount, ...previousRefresh, ...this.#getCoverage(), warnings: [] },
    }));
  }

  /**
   * Returns the time at which the statuses of all entries were last read. Until all entries have been read once,
   * returns the start of the period for which entries have been loaded.
   */
  #getCoverage(): Pick<FeedbackFreshness, "loadedSince" | "statusesAt"> {
    if (this.#fullReadTime !== undefined) return { statusesAt: this.#fullReadTime };
    const loadedSince = this.#sweep?.before;
    return loadedSince === undefined ? {} : { loadedSince };
  }

  #getPositions(): { readonly fullAt?: number; readonly openAt?: number; readonly sweep?: Sweep } {
    return {
      ...(this.#fullReadTime !== undefined && { fullAt: this.#fullReadTime }),
      ...(this.#openReadTime !== undefined && { openAt: this.#openReadTime }),
      ...(this.#sweep && { sweep: this.#sweep }),
    };
  }

  /** Requests the service's totals by page, at most once. Ignores failures and missing totals. */
  async #requestTotals(key: string, signal: AbortSignal): Promise<void> {
    if (this.#hasNoTotals || this.#dependencies.store.state.totals) return;
    const { baseUrl, projectId } = this.#dependencies.project;
    const steps = readPageTotals({ baseUrl, projectId, key }, { pageSize: 100 }, this.#createTools(), signal);
    for await (const step of steps) {
      if (step.kind !== "totals") continue;
      const { pages, failure } = step;
      this.#hasNoTotals = !pages && !failure;
      if (pages) this.#changeState((state) => ({ ...state, totals: { pages, askedAt: this.#now() } }));
    }
  }

  async #save(): Promise<void> {
    const { files, project, store, log } = this.#dependencies;
    const { entries, freshness } = store.state;
    const isRetained =
      this.#isDisposed ||
      (await files.write(project, {
        baseUrl: project.baseUrl,
        projectId: project.projectId,
        entries,
        ...(freshness.refreshedAt !== undefined && { refreshedAt: freshness.refreshedAt }),
        ...this.#getPositions(),
      }));
    if (!isRetained) log.warn("Couldn't save the fetched feedback to disk. It's fetched again next time.");
  }

  #createTools(): FeedbackTools {
    return createTools(this.#dependencies, this.#budget);
  }

  /** Changes the state, unless a different project is shown now. */
  #changeState(change: (state: FeedbackState) => FeedbackState): void {
    if (!this.#isDisposed) this.#dependencies.store.change(change);
  }
}

/** Returns the dependencies of requests, including the request budget, which all windows share. */
export function createTools(
  {
    fetch,
    now = Date.now,
    gate,
    translate,
    project,
    countFolder,
  }: Omit<RefreshDependencies, "files" | "log" | "store">,
  budget: RequestBudget = createRequestBudget({
    store: createBudgetStore(getBudgetKey(project), countFolder),
    now,
  }),
): FeedbackTools {
  return {
    fetch,
    now,
    wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    random: Math.random,
    budget,
    ...(gate && { gate }),
    ...(translate && { translate }),
  };
}

/** A refresh in progress, along with the results of its steps. */
interface RefreshRun {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly previousRefresh: Pick<FeedbackFreshness, "refreshedAt">;
  receivedCount: number;
  pageCount: number;
  warnings: readonly string[];
  failure?: FeedbackFailure;
  /**
   * Whether each step has received all of its entries. If a read of all entries isn't finished, the next refresh can
   * continue it.
   */
  isComplete: boolean;
}

interface StepResult {
  readonly entries: readonly FeedbackEntry[];
  readonly isComplete: boolean;
  /** Whether there are no more entries that can be read, even if the service indicates that there are. */
  readonly hasEnded: boolean;
  readonly nextCursor?: string;
  readonly status?: number;
  readonly hasFailed?: boolean;
}

function getCursor(nextCursor: string | undefined): Pick<StepResult, "nextCursor"> {
  return nextCursor === undefined ? {} : { nextCursor };
}

function getStatus(failure: FeedbackFailure | undefined): Pick<StepResult, "status" | "hasFailed"> {
  if (!failure) return {};
  return { hasFailed: true, ...(failure.status !== undefined && { status: failure.status }) };
}

function createBatch({
  entries,
  isComplete,
  hasEnded,
  nextCursor,
  status,
  hasFailed = false,
}: StepResult): RefreshBatch {
  return {
    entries,
    isComplete,
    hasFailed,
    // The cursor is dropped if there's no next page.
    ...(hasEnded ? {} : getCursor(nextCursor)),
    ...(status !== undefined && { status }),
  };
}

function getFreshnessKind(
  isComplete: boolean,
  hasEntries: boolean,
  hadEntries: boolean,
  failure: FeedbackFailure | undefined,
): FeedbackState["freshness"]["kind"] {
  if (isComplete) return "fresh";
  if (hasEntries) return "partial";
  if (failure?.kind === "cancelled") return hadEntries ? "cached" : "none";
  return failure ? "failed" : "partial";
}
