import { setTimeout as pause } from "node:timers/promises";
import { warmUpCompletion } from "../../core/features/completion/warm-up.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { Deferred, runTimeSliced } from "../async/time-slicing.ts";
import type { SiteState } from "./site-state.ts";

/** While keys are being struck in docs.json, files that nobody looks at wait. */
const idleMilliseconds = 100;

/** How long found problems wait for others to be shown with them. */
const showMilliseconds = 200;

export interface TaskListener {
  /** Problems that an author looks at, or a slice of the others, have been found anew. */
  readonly onProblems: (site: SiteState) => void;
  /** Nothing is stale any more. */
  readonly onRest: (site: SiteState) => void;
  readonly onFailed: (what: string, error: unknown) => void;
  /** Whether completion and hover are asked for, so that their first answers are made ahead. */
  readonly answersAreAsked?: boolean;
}

/**
 * Looks for problems after each change: docs.json and open files at once, the rest when no further change has come.
 * All of it in slices, so that requests come first.
 */
export class TaskScheduler {
  readonly #listener: TaskListener;
  readonly #runs = new Map<SiteState, AbortController>();
  readonly #gates = new Map<SiteState, Deferred>();
  /** Opened and replaced whenever what is urgent has been looked at, or will not be. */
  readonly #urgentGates = new Map<SiteState, Deferred>();

  readonly #shownAt = new WeakMap<SiteState, number>();
  /** The scan after which answers have been prepared. */
  readonly #preparedFor = new WeakMap<SiteState, number>();

  constructor(listener: TaskListener) {
    this.#listener = listener;
  }

  /** Changes of one turn are worked off together; what has been begun and is not touched by them goes on. */
  request(site: SiteState): void {
    this.#runs.get(site)?.abort();
    const run = new AbortController();
    this.#runs.set(site, run);
    if (!this.#gates.has(site)) this.#gates.set(site, new Deferred());
    void this.#run(site, run);
  }

  /** Whether every problem of the site is up to date. */
  isAtRest(site: SiteState): boolean {
    return !this.#runs.has(site);
  }

  /** Resolves when every problem of the site is up to date. */
  async whenAtRest(site: SiteState): Promise<void> {
    await this.#gates.get(site)?.opened;
  }

  /** Resolves when the problems of the file are up to date, which is hurried; or when they will not be. */
  async whenChecked(site: SiteState, path: SitePath): Promise<void> {
    while (site.problems.isStaleIn(path)) {
      site.problems.prioritize(path);
      const gate = this.#urgentGates.get(site) ?? new Deferred();
      this.#urgentGates.set(site, gate);
      this.request(site);
      await gate.opened;
      if (this.isAtRest(site)) return;
    }
  }

  forget(site: SiteState): void {
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
      await runTimeSliced(this.#shown(site, true), signal);
      this.#openUrgent(site);
      await pause(site.isScanning ? 0 : idleMilliseconds, undefined, { signal });
      await runTimeSliced(this.#shown(site, false), signal);
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

  /** After a scan everything is new, and whoever asks first would wait for all that is derived of it. */
  #warmUpCompletion(site: SiteState): void {
    if (this.#listener.answersAreAsked !== true) return;
    // At rest between two stages of a scan there are no pages yet.
    if (!site.current || site.isScanning || this.#preparedFor.get(site) === site.scans) return;
    this.#preparedFor.set(site, site.scans);
    runTimeSliced(warmUpCompletion(site.current.site)).catch((error: unknown) =>
      this.#listener.onFailed(`preparing answers in ${site.root}`, error),
    );
  }

  /** A sweep that shows what it finds: now and then, and at its end. */
  *#shown(site: SiteState, urgentOnly: boolean): Generator<void, void> {
    for (const _ of site.problems.sweep(urgentOnly)) {
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
