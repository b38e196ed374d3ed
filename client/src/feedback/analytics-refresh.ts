import { fetchAnalytics } from "../../../server/src/feedback/service/analytics-client.ts";
import type { SiteAnalytics } from "../../../server/src/feedback/entries/analytics.ts";
import { createTools, type RefreshDependencies } from "./refresh.ts";
import type { FeedbackFiles } from "./sync.ts";

export interface AnalyticsDependencies extends Omit<RefreshDependencies, "files"> {
  readonly files: Pick<FeedbackFiles, "readAnalytics" | "writeAnalytics">;
}

/**
 * The delays in milliseconds before analytics are read again: after a successful read and after a failure.
 */
const refreshDelays = { read: 24 * 3_600_000, failed: 3_600_000 } as const;
/** The number of requests that are reserved for reading feedback. */
const reservedRequestCount = 20;

/**
 * Reads the page views, searches, and questions for a project once a day, after the project's feedback has been read. A
 * failure doesn't affect the feedback, and the last analytics are shown until a request succeeds.
 */
export class AnalyticsRefresh {
  readonly #dependencies: AnalyticsDependencies;
  readonly #now: () => number;
  readonly #abortController = new AbortController();
  #nextTime = 0;

  constructor(dependencies: AnalyticsDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /** Loads the analytics that were saved before the editor was closed. */
  async readCached(): Promise<void> {
    const analytics = await this.#dependencies.files.readAnalytics(this.#dependencies.project);
    if (analytics) this.#storeAnalytics(analytics);
  }

  /** Requests the analytics if they're due or if `isForced` is true. Never rejects. */
  async run({ isForced = false }: { readonly isForced?: boolean } = {}): Promise<void> {
    const { getKey: readKey, store, project, files, log } = this.#dependencies;
    const { freshness, hasKey, analytics: previousAnalytics } = store.state;
    const now = this.#now();
    // The absolute value ensures that setting the clock back doesn't delay the next request for long.
    const age = Math.abs(now - (previousAnalytics?.askedAt ?? 0));
    const isDue = now >= this.#nextTime && age >= refreshDelays.read;
    if (hasKey !== true || freshness.failure || (!isDue && !isForced) || this.#abortController.signal.aborted) return;
    const tools = createTools(this.#dependencies);
    const key = await readKey();
    if (key === undefined || tools.budget.getRemaining().remainingRequests < reservedRequestCount) return;
    const { baseUrl, projectId } = project;
    const { analytics, failure } = await fetchAnalytics(
      { baseUrl, projectId, key },
      tools,
      this.#abortController.signal,
    );
    if (this.#abortController.signal.aborted) return;
    this.#nextTime = now + (failure ? refreshDelays.failed : refreshDelays.read);
    store.change((state) => ({ ...state, budget: tools.budget.getRemaining() }));
    if (failure) return log.warn(`Couldn't read page views, searches, and questions. ${failure.message}`);
    if (!analytics) return;
    this.#storeAnalytics(analytics);
    await files.writeAnalytics(project, analytics);
  }

  /** Removes the analytics from memory. */
  clear(): void {
    this.#nextTime = 0;
    this.#dependencies.store.change(({ analytics: _analytics, ...state }) => state);
  }

  dispose(): void {
    this.#abortController.abort();
  }

  #storeAnalytics(analytics: SiteAnalytics): void {
    if (!this.#abortController.signal.aborted) this.#dependencies.store.change((state) => ({ ...state, analytics }));
  }
}
