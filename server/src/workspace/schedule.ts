import { setTimeout as pause } from "node:timers/promises";
import { Gate } from "./gate.ts";
import type { LiveSite } from "./live-site.ts";
import { runInSlices } from "./run-in-slices.ts";

/** While keys are being struck in docs.json, files that nobody looks at wait. */
const idleMilliseconds = 100;

export interface ScheduleListener {
  /** Problems that an author looks at, or a slice of the others, have been found anew. */
  readonly onProblems: (site: LiveSite) => void;
  /** Nothing is stale any more. */
  readonly onRest: (site: LiveSite) => void;
  readonly onFailed: (what: string, error: unknown) => void;
}

/**
 * Looks for problems after each change: docs.json and open files at once, the rest in slices when no further
 * change has come. The latest change wins: what was under way for a site is given up.
 */
export class Schedule {
  readonly #listener: ScheduleListener;
  readonly #runs = new Map<LiveSite, AbortController>();
  readonly #gates = new Map<LiveSite, Gate>();

  constructor(listener: ScheduleListener) {
    this.#listener = listener;
  }

  /** Changes of one turn are worked off together. */
  request(site: LiveSite): void {
    this.#runs.get(site)?.abort();
    const run = new AbortController();
    this.#runs.set(site, run);
    if (!this.#gates.has(site)) this.#gates.set(site, new Gate());
    queueMicrotask(() => void this.#run(site, run));
  }

  /** Whether every problem of the site is up to date. */
  isAtRest(site: LiveSite): boolean {
    return !this.#runs.has(site);
  }

  /** Resolves when every problem of the site is up to date. */
  async whenAtRest(site: LiveSite): Promise<void> {
    await this.#gates.get(site)?.opened;
  }

  forget(site: LiveSite): void {
    this.#runs.get(site)?.abort();
    this.#end(site);
  }

  #end(site: LiveSite): void {
    this.#runs.delete(site);
    this.#gates.get(site)?.open();
    this.#gates.delete(site);
  }

  async #run(site: LiveSite, { signal }: AbortController): Promise<void> {
    try {
      if (signal.aborted) return;
      for (const _ of site.problems.sweep(true)) if (signal.aborted) return;
      this.#listener.onProblems(site);
      await pause(site.isScanning ? 0 : idleMilliseconds, undefined, { signal });
      await runInSlices(this.#rest(site), signal);
      if (this.#runs.get(site)?.signal !== signal) return;
      this.#end(site);
      this.#listener.onRest(site);
      site.rest();
    } catch (error) {
      if (signal.aborted) return;
      this.#end(site);
      this.#listener.onFailed(`checking ${site.root}`, error);
    }
  }

  *#rest(site: LiveSite): Generator<void, void> {
    let shownAt = performance.now();
    for (const _ of site.problems.sweep(false)) {
      if (performance.now() - shownAt > 200) {
        this.#listener.onProblems(site);
        shownAt = performance.now();
      }
      yield;
    }
    this.#listener.onProblems(site);
  }
}
