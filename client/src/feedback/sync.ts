import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import {
  type CachedFeedback,
  maxCacheSize,
  readCache,
  writeCache,
} from "../../../server/src/feedback/entries/cache.ts";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import {
  type FeedbackState,
  mergeEntries,
  planRefresh,
  type RefreshPlan,
} from "../../../server/src/feedback/entries/state.ts";
import type {
  FeedbackEnd,
  FeedbackFailure,
  FeedbackQuery,
  FeedbackTools,
} from "../../../server/src/feedback/entries/types.ts";
import { redactFeedback } from "../../../server/src/feedback/service/errors.ts";
import { readByPage, readFeedback } from "../../../server/src/feedback/service/feedback-client.ts";
import {
  budgetFile,
  budgetName,
  requestBudget,
  type RequestBudget,
  type RequestGate,
} from "../../../server/src/feedback/service/rate-limit.ts";
import type { Translate } from "../../../server/src/protocol/feedback.ts";
import type { ApiKeys } from "./api-key.ts";
import { viewId } from "./feedback-tree.ts";
import type { FeedbackProject } from "./project.ts";
import type { FeedbackStore } from "./store.ts";

export interface RefreshDependencies {
  readonly project: FeedbackProject;
  /** Called for each request, so a changed or removed key takes effect immediately. */
  readonly key: () => Promise<string | undefined>;
  readonly files: FeedbackFiles;
  readonly store: {
    readonly state: FeedbackState;
    readonly change: (change: (state: FeedbackState) => FeedbackState) => void;
  };
  readonly log: FeedbackLog;
  readonly fetch: FeedbackTools["fetch"];
  /** Translates the reasons for failures in the state. */
  readonly say?: Translate;
  readonly now?: () => number;
  readonly gate?: RequestGate;
  /** The folder where requests are counted, if it isn't the user's. */
  readonly countsIn?: string;
}

/** The number of result pages added to the state at once, because each update recomputes all views. */
const pagesAtOnce = 10;

/**
 * A full read with this many responses takes a while and may not finish within the hour. The totals are then more
 * useful than its first entries.
 */
const totalsAfter = 20;

const trialMilliseconds = 30_000;

/**
 * Requests new entries of one project from the service and caches them. Sends one request at a time; callers in the
 * meantime share its result.
 */
export class FeedbackRefresh {
  readonly #parts: RefreshDependencies;
  readonly #now: () => number;
  readonly #budget: RequestBudget;
  #running: { readonly ended: Promise<void>; readonly stop: AbortController } | undefined;
  #isDisposed = false;
  /** When the last full read was completed. */
  #fullAt: number | undefined;
  /** Whether the service has responded that it doesn't provide totals. */
  #hasNoTotals = false;
  /** Where an interrupted full read resumes. */
  #rest: FeedbackQuery | undefined;

  constructor(parts: RefreshDependencies) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#budget = requestBudget({
      store: budgetFile(budgetName(parts.project), parts.countsIn),
      now: this.#now,
    });
  }

  /** Loads what was cached before the editor was closed. */
  async readKept(): Promise<void> {
    const retained = await this.#parts.files.read(this.#parts.project);
    if (this.#isDisposed) return;
    this.#fullAt = retained?.fullAt;
    this.#parts.store.change((state) => ({
      ...state,
      entries: retained?.entries ?? [],
      budget: this.#budget.left(),
      freshness: {
        kind: retained ? "cached" : "none",
        ...(retained?.refreshedAt !== undefined && { refreshedAt: retained.refreshedAt }),
        warnings: [],
      },
    }));
  }

  /** Resolves when the service has responded, the request has failed, or it's no longer needed. Never rejects. */
  run(): Promise<void> {
    if (this.#isDisposed) return Promise.resolve();
    if (this.#running) return this.#running.ended;
    const stop = new AbortController();
    const ended = this.#request(stop.signal)
      .catch((error: unknown) => this.#parts.log.warn(`Request failed: ${String(error)}`))
      .finally(() => (this.#running = undefined));
    this.#running = { ended, stop };
    return ended;
  }

  /** Cancels the current request. Entries that were already received remain. */
  cancel(): void {
    this.#running?.stop.abort();
  }

  /** Requests one entry with another key. Resolves to the failure, or undefined if it succeeds. */
  async tryKey(key: string): Promise<FeedbackFailure | undefined> {
    const { baseUrl, projectId } = this.#parts.project;
    const steps = readFeedback(
      { baseUrl, projectId, key },
      { pageSize: 1 },
      this.#tools(),
      AbortSignal.timeout(trialMilliseconds),
    );
    for await (const step of steps) {
      if (step.kind === "page") return undefined;
      if (step.kind === "end") return step.failure;
    }
    return undefined;
  }

  /** Deletes the received entries, in memory and on disk. */
  async forget(): Promise<void> {
    this.cancel();
    await this.#running?.ended;
    await this.#parts.files.remove(this.#parts.project);
    this.#fullAt = undefined;
    this.#rest = undefined;
    this.#change(({ totals: _totals, ...state }) => ({
      ...state,
      entries: [],
      freshness: { kind: "none", warnings: [] },
    }));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  async #request(signal: AbortSignal): Promise<void> {
    const { project, store, log } = this.#parts;
    const key = await this.#parts.key();
    this.#change((state) => ({ ...state, hasKey: key !== undefined }));
    if (key === undefined) return;
    const plan = this.#plan();
    const { refreshedAt: before } = store.state.freshness;
    const since = before === undefined ? {} : { refreshedAt: before };
    this.#change((state) => ({
      ...state,
      freshness: { kind: "loading", received: 0, ...since, warnings: [] },
    }));
    const all: FeedbackEntry[] = [];
    let shown = 0;
    let pages = 0;
    let cursor = plan.query.cursor;
    let end: FeedbackEnd | undefined;
    const { baseUrl, projectId } = project;
    for await (const step of readFeedback({ baseUrl, projectId, key }, plan.query, this.#tools(), signal)) {
      if (step.kind === "end") end = step;
      if (step.kind === "waiting")
        this.#change((state) => ({
          ...state,
          budget: this.#budget.left(),
          freshness: { ...state.freshness, waitingUntil: step.until },
        }));
      if (step.kind !== "page") continue;
      all.push(...step.entries);
      cursor = step.nextCursor;
      if (++pages === totalsAfter && plan.kind === "full" && step.nextCursor !== undefined)
        await this.#requestTotals(key, signal);
      const isDue = pages % pagesAtOnce === 0;
      const delta = isDue ? all.slice(shown) : [];
      if (isDue) shown = all.length;
      this.#change((state) => ({
        ...state,
        ...(delta.length > 0 && { entries: mergeEntries(state.entries, delta) }),
        budget: this.#budget.left(),
        freshness: { kind: "loading", received: all.length, ...since, warnings: [] },
      }));
    }
    const { complete, failure, warnings } = end ?? { complete: false, warnings: [] };
    // A read that resumed in the middle hasn't received everything again.
    const isAll = complete && plan.kind === "full" && plan.query.cursor === undefined;
    if (plan.kind === "full") this.#rest = restOf(plan.query, cursor, complete, failure);
    const requestedAt = this.#now();
    if (complete && plan.kind === "full") {
      this.#fullAt = requestedAt;
      // All entries are now available locally.
      this.#change(({ totals: _totals, ...state }) => state);
    }
    this.#change((state) => ({
      ...state,
      entries: mergeEntries(isAll ? [] : state.entries, all),
      budget: this.#budget.left(),
      freshness: {
        kind: kindOf(complete, all.length > 0, state.entries.length > 0, failure),
        ...(all.length > 0 || complete ? { refreshedAt: requestedAt } : since),
        ...(failure && failure.kind !== "cancelled" && { failure }),
        warnings,
      },
    }));
    log.info(
      `${all.length} entries in ${pages} responses${complete ? "" : ", incomplete"}. ${[
        ...warnings,
        ...(failure ? [`${failure.kind}: ${failure.message}`] : []),
      ].join(" ")}`,
    );
    if (all.length > 0 || complete) await this.#keep();
  }

  /** Requests the service's totals by page once. Failures and missing totals aren't reported. */
  async #requestTotals(key: string, signal: AbortSignal): Promise<void> {
    if (this.#hasNoTotals) return;
    const { baseUrl, projectId } = this.#parts.project;
    const steps = readByPage({ baseUrl, projectId, key }, { pageSize: 100 }, this.#tools(), signal);
    for await (const step of steps) {
      if (step.kind !== "totals") continue;
      const { pages, failure } = step;
      this.#hasNoTotals = !pages && !failure;
      if (pages) this.#change((state) => ({ ...state, totals: { pages, askedAt: this.#now() } }));
    }
  }

  #plan(): RefreshPlan {
    if (this.#rest) return { kind: "full", query: this.#rest };
    const budget = this.#budget.left();
    return planRefresh(this.#parts.store.state.entries, {
      now: this.#now(),
      budget,
      ...(this.#fullAt !== undefined && { fullAt: this.#fullAt }),
    });
  }

  async #keep(): Promise<void> {
    const { files, project, store, log } = this.#parts;
    const { entries, freshness } = store.state;
    const isRetained =
      this.#isDisposed ||
      (await files.write(project, {
        baseUrl: project.baseUrl,
        projectId: project.projectId,
        entries,
        ...(freshness.refreshedAt !== undefined && { refreshedAt: freshness.refreshedAt }),
        ...(this.#fullAt !== undefined && { fullAt: this.#fullAt }),
      }));
    if (!isRetained) log.warn("Couldn't save the fetched feedback to disk. It's fetched again next time.");
  }

  #tools(): FeedbackTools {
    return {
      fetch: this.#parts.fetch,
      now: this.#now,
      wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
      random: Math.random,
      budget: this.#budget,
      ...(this.#parts.gate && { gate: this.#parts.gate }),
      ...(this.#parts.say && { say: this.#parts.say }),
    };
  }

  /** Another project may be shown by now. */
  #change(change: (state: FeedbackState) => FeedbackState): void {
    if (!this.#isDisposed) this.#parts.store.change(change);
  }
}

/** Returns the query to resume an incomplete full read, or undefined if it can't be resumed. */
function restOf(
  query: FeedbackQuery,
  cursor: string | undefined,
  complete: boolean,
  failure: FeedbackFailure | undefined,
): FeedbackQuery | undefined {
  // If the service didn't understand the query, it wouldn't understand it the next time either.
  if (complete || cursor === undefined || !failure || failure.kind === "bad-question") return undefined;
  return failure.status === 400 ? undefined : { ...query, cursor };
}

function kindOf(
  complete: boolean,
  hasCome: boolean,
  wasKnown: boolean,
  failure: FeedbackFailure | undefined,
): FeedbackState["freshness"]["kind"] {
  if (complete) return "fresh";
  if (hasCome) return "partial";
  if (failure?.kind === "cancelled") return wasKnown ? "cached" : "none";
  return failure ? "failed" : "partial";
}

/** Cached data of projects in the extension's own folder: entries without contacts, and when requests were sent. */
export class FeedbackFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns undefined if there's no valid cache. */
  async read(project: FeedbackProject): Promise<CachedFeedback | undefined> {
    const file = this.#file(project);
    try {
      // Limits the size in bytes before reading. `readCache` limits the length of the text.
      if ((await stat(file)).size > maxCacheSize * 2) return undefined;
      return readCache(await readFile(file, "utf8"), project);
    } catch {
      return undefined;
    }
  }

  /**
   * Writes the file atomically, so another window never reads an incomplete one. Returns false if it can't be written.
   */
  async write(project: FeedbackProject, cached: CachedFeedback): Promise<boolean> {
    const file = this.#file(project);
    const beside = `${file}.${process.pid}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(beside, writeCache(cached), { mode: 0o600 });
      await rename(beside, file);
      return true;
    } catch {
      await rm(beside, { force: true }).catch(() => undefined);
      return false;
    }
  }

  async remove(project: FeedbackProject): Promise<void> {
    await rm(this.#file(project), { force: true });
  }

  #file({ baseUrl, projectId }: FeedbackProject): string {
    const name = createHash("sha256").update(`${baseUrl}\n${projectId}`).digest("hex").slice(0, 32);
    return path.join(this.#folder, `${name}-entries.json`);
  }
}

/** The log for everything about feedback. It never contains API keys or readers' email addresses. */
export interface FeedbackLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
}

export function feedbackLog(log: Pick<vscode.LogOutputChannel, "info" | "warn">, keys: ApiKeys): FeedbackLog {
  const redacted = (text: string): string =>
    [...keys.seen].reduce((rest, key) => redactFeedback(rest, key), redactFeedback(text, ""));
  return {
    info: (text) => log.info(`Feedback: ${redacted(text)}`),
    warn: (text) => log.warn(`Feedback: ${redacted(text)}`),
  };
}

/** Milliseconds before progress is shown. Most requests are faster. */
const patience = 1500;

/** Shows in the view that feedback is being requested. If it takes long, shows its progress and a way to cancel it. */
export async function showProgress(
  running: Promise<void>,
  store: FeedbackStore,
  cancel: () => void,
): Promise<void> {
  void vscode.window.withProgress({ location: { viewId } }, () => running);
  const timer = setTimeout(() => showMore(running, store, cancel), patience);
  await running;
  clearTimeout(timer);
}

function showMore(running: Promise<void>, store: FeedbackStore, cancel: () => void): void {
  void vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: vscode.l10n.t("Fetching reader feedback"),
    },
    async (progress, token) => {
      const report = (): void => {
        const { received = 0, waitingUntil } = store.state.freshness;
        const seconds = Math.ceil(((waitingUntil ?? 0) - Date.now()) / 1000);
        const entries = vscode.l10n.t("{0} entries", received);
        progress.report({
          message:
            seconds > 0 ? vscode.l10n.t("{0}; rate-limited, resuming in {1} s", entries, seconds) : entries,
        });
      };
      const timer = setInterval(report, 1000);
      const subscription = token.onCancellationRequested(cancel);
      report();
      await running;
      clearInterval(timer);
      subscription.dispose();
    },
  );
}
