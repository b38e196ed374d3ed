import { setTimeout as pause } from "node:timers/promises";
import { warmUpCompletion } from "../../core/features/completion/warm-up.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { Deferred, runTimeSliced, runUrgently } from "../async/time-slicing.ts";
import type { SiteState } from "./site-state.ts";

/**
 * The delay in milliseconds before files that aren't open are checked after a change, so that these checks don't start
 * while the author types quickly.
 */
const idleMilliseconds = 100;

/** The time in milliseconds during which problems are collected before they're shown together. */
const displayIntervalMilliseconds = 200;

export interface TaskListener {
  /** Called when problems that are visible to an author, or a batch of other problems, have been updated. */
  readonly onProblems: (site: SiteState) => void;
  /** Called when no problems are stale. */
  readonly onIdle: (site: SiteState) => void;
  readonly onFailed: (action: string, error: unknown) => void;
  /**
   * Whether clients request completions and hovers. If they do, the data for their first requests is computed in
   * advance.
   */
  readonly handlesEditorRequests?: boolean;
}

/**
 * Finds problems after each change. Checks docs.json and open files immediately, and other files when changes pause.
 * The work runs in time slices so that requests have priority.
 */
export class TaskScheduler {
  readonly #listener: TaskListener;
  readonly #controllersBySite = new Map<SiteState, AbortController>();
  readonly #idleGates = new Map<SiteState, Deferred>();
  /** Gates for urgent checks. A gate is opened and replaced whenever the urgent checks are done or canceled. */
  readonly #urgentGates = new Map<SiteState, Deferred>();

  readonly #shownTimes = new WeakMap<SiteState, number>();
  /** The scan count of each site when completion was last prepared. */
  readonly #preparedScanCounts = new WeakMap<SiteState, number>();

  constructor(listener: TaskListener) {
    this.#listener = listener;
  }

  /**
   * Checks the site after a change. Changes in the same turn of the event loop are handled together. Work in progress
   * continues if the change doesn't affect it.
   */
  request(site: SiteState): void {
    this.#controllersBySite.get(site)?.abort();
    const abortController = new AbortController();
    this.#controllersBySite.set(site, abortController);
    if (!this.#idleGates.has(site)) this.#idleGates.set(site, new Deferred());
    void this.#runChecks(site, abortController);
  }

  /** Whether every problem in the site is up to date. */
  isIdle(site: SiteState): boolean {
    return !this.#controllersBySite.has(site);
  }

  /** Resolves when every problem in the site is up to date. */
  async waitUntilIdle(site: SiteState): Promise<void> {
    await this.#idleGates.get(site)?.promise;
  }

  /**
   * Prioritizes the checks of the file. Resolves when the file's problems are up to date, or when the file or its site
   * has been removed.
   */
  async waitUntilChecked(site: SiteState, path: SitePath): Promise<void> {
    while (site.problemStore.hasStaleProblems(path)) {
      site.problemStore.prioritize(path);
      const gate = this.#urgentGates.get(site) ?? new Deferred();
      this.#urgentGates.set(site, gate);
      this.request(site);
      await gate.promise;
      if (this.isIdle(site)) return;
    }
  }

  remove(site: SiteState): void {
    this.#controllersBySite.get(site)?.abort();
    this.#endRun(site);
  }

  #endRun(site: SiteState): void {
    this.#controllersBySite.delete(site);
    this.#idleGates.get(site)?.open();
    this.#idleGates.delete(site);
    this.#openUrgentGate(site);
  }

  #openUrgentGate(site: SiteState): void {
    this.#urgentGates.get(site)?.open();
    this.#urgentGates.delete(site);
  }

  async #runChecks(site: SiteState, { signal }: AbortController): Promise<void> {
    try {
      await runUrgently(this.#runSweep(site, true), signal);
      this.#openUrgentGate(site);
      await pause(site.isScanning ? 0 : idleMilliseconds, undefined, { signal });
      await runTimeSliced(this.#runSweep(site, false), signal);
      if (this.#controllersBySite.get(site)?.signal !== signal) return;
      this.#endRun(site);
      this.#listener.onIdle(site);
      site.runIdleTasks();
      this.#warmUpCompletion(site);
    } catch (error) {
      if (signal.aborted) return;
      this.#endRun(site);
      this.#listener.onFailed(`checking ${site.root}`, error);
    }
  }

  /**
   * Prepares completion after a scan so that the first request doesn't have to wait until all derived data has been
   * computed.
   */
  #warmUpCompletion(site: SiteState): void {
    if (this.#listener.handlesEditorRequests !== true) return;
    // If the site is idle between two stages of a scan, it doesn't have any pages yet.
    if (!site.current || site.isScanning || this.#preparedScanCounts.get(site) === site.scanCount) return;
    this.#preparedScanCounts.set(site, site.scanCount);
    runTimeSliced(warmUpCompletion(site.current.site)).catch((error: unknown) =>
      this.#listener.onFailed(`preparing completion in ${site.root}`, error),
    );
  }

  /** Runs a sweep, and shows its results periodically and at the end. */
  *#runSweep(site: SiteState, skipsOtherTasks: boolean): Generator<void, void> {
    for (const _ of site.problemStore.sweep(skipsOtherTasks)) {
      if (performance.now() - (this.#shownTimes.get(site) ?? 0) > displayIntervalMilliseconds) this.#showProblems(site);
      yield;
    }
    this.#showProblems(site);
  }

  #showProblems(site: SiteState): void {
    this.#listener.onProblems(site);
    this.#shownTimes.set(site, performance.now());
  }
}
