import { setTimeout as pause } from "node:timers/promises";
import { warmUpCompletion } from "../../core/features/completion/warm-up.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { Deferred, runTimeSliced } from "../async/time-slicing.ts";
import type { SiteState } from "./site-state.ts";

/**
 * The delay in milliseconds before files that aren't open are checked while the author types in docs.json.
 */
const idleMilliseconds = 100;

/** The time in milliseconds during which problems are collected before they're shown together. */
const showMilliseconds = 200;

export interface TaskListener {
  /** Called when problems that are visible to an author, or a batch of other problems, have been updated. */
  readonly onProblems: (site: SiteState) => void;
  /** Called when no problems are stale. */
  readonly onRest: (site: SiteState) => void;
  readonly onFailed: (what: string, error: unknown) => void;
  /**
   * Whether clients request completions and hovers. If they do, the data for their first requests is computed in
   * advance.
   */
  readonly answersAreAsked?: boolean;
}

/**
 * Finds problems after each change. Checks docs.json and open files immediately, and other files when changes pause.
 * The work runs in time slices so that requests have priority.
 */
export class TaskScheduler {
  readonly #listener: TaskListener;
  readonly #runs = new Map<SiteState, AbortController>();
  readonly #gates = new Map<SiteState, Deferred>();
  /** Gates for urgent checks. A gate is opened and replaced whenever the urgent checks are done or canceled. */
  readonly #urgentGates = new Map<SiteState, Deferred>();

  readonly #shownAt = new WeakMap<SiteState, number>();
  /** The number of the scan after which completion was last prepared, by site. */
  readonly #preparedFor = new WeakMap<SiteState, number>();

  constructor(listener: TaskListener) {
    this.#listener = listener;
  }

  /**
   * Checks the site after a change. Changes in the same turn of the event loop are handled together. Work in progress
   * continues if the change doesn't affect it.
   */
  request(site: SiteState): void {
    this.#runs.get(site)?.abort();
    const run = new AbortController();
    this.#runs.set(site, run);
    if (!this.#gates.has(site)) this.#gates.set(site, new Deferred());
    void this.#run(site, run);
  }

  /** Whether every problem in the site is up to date. */
  isIdle(site: SiteState): boolean {
    return !this.#runs.has(site);
  }

  /** Resolves when every problem in the site is up to date. */
  async waitUntilIdle(site: SiteState): Promise<void> {
    await this.#gates.get(site)?.opened;
  }

  /**
   * Prioritizes the checks of the file. Resolves when the file's problems are up to date, or when the file or its site
   * has been removed.
   */
  async waitUntilChecked(site: SiteState, path: SitePath): Promise<void> {
    while (site.problems.hasStaleProblems(path)) {
      site.problems.prioritize(path);
      const gate = this.#urgentGates.get(site) ?? new Deferred();
      this.#urgentGates.set(site, gate);
      this.request(site);
      await gate.opened;
      if (this.isIdle(site)) return;
    }
  }

  remove(site: SiteState): void {
    this.#runs.get(site)?.abort();
    this.#end(site);
  }

  #end(site: SiteState): void {
    this.#runs.delete(site);
    this.#gates.get(site)?.open();
    this.#gates.delete(site);
    this.#openUrgent(site);
  }

  #openUrgent(site: SiteState): void {
    this.#urgentGates.get(site)?.open();
    this.#urgentGates.delete(site);
  }

  async #run(site: SiteState, { signal }: AbortController): Promise<void> {
    try {
      await runTimeSliced(this.#checkShownFiles(site, true), signal);
      this.#openUrgent(site);
      await pause(site.isScanning ? 0 : idleMilliseconds, undefined, { signal });
      await runTimeSliced(this.#checkShownFiles(site, false), signal);
      if (this.#runs.get(site)?.signal !== signal) return;
      this.#end(site);
      this.#listener.onRest(site);
      site.runIdleTasks();
      this.#warmUpCompletion(site);
    } catch (error) {
      if (signal.aborted) return;
      this.#end(site);
      this.#listener.onFailed(`checking ${site.root}`, error);
    }
  }

  /**
   * Prepares completion after a scan so that the first request doesn't have to wait until all derived data has been
   * computed.
   */
  #warmUpCompletion(site: SiteState): void {
    if (this.#listener.answersAreAsked !== true) return;
    // If the site is idle between two stages of a scan, it doesn't have any pages yet.
    if (!site.current || site.isScanning || this.#preparedFor.get(site) === site.scanCount) return;
    this.#preparedFor.set(site, site.scanCount);
    runTimeSliced(warmUpCompletion(site.current.site)).catch((error: unknown) =>
      this.#listener.onFailed(`preparing completion in ${site.root}`, error),
    );
  }

  /** Runs a sweep, and shows its results periodically and at the end. */
  *#checkShownFiles(site: SiteState, isUrgentOnly: boolean): Generator<void, void> {
    for (const _ of site.problems.sweep(isUrgentOnly)) {
      if (performance.now() - (this.#shownAt.get(site) ?? 0) > showMilliseconds) this.#show(site);
      yield;
    }
    this.#show(site);
  }

  #show(site: SiteState): void {
    this.#listener.onProblems(site);
    this.#shownAt.set(site, performance.now());
  }
}
