import { createHash } from "node:crypto";
import { maxParsedLength, type SyntaxProblem, tooComplexProblem } from "../../core/page/syntax-problem.ts";
import { isTriviallyValid } from "../../core/page/syntax/trivially-valid.ts";
import { isParsedAsMdx } from "../../core/site/navigation/navigation-pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import { SyntaxCache } from "./mdx-cache.ts";
import type { MdxWorkerReply, MdxWorkerRequest } from "./mdx-worker.ts";
import { addToGroup } from "../../core/text/maps.ts";

/** The CPU time, in milliseconds, that the entire process may use until the thread has started. */
const startMilliseconds = 20_000;
/**
 * For every `lengthUnit` characters, a page's time limit increases by the base limit. Ordinary pages take at most half
 * of their limit.
 */
const lengthUnit = 100_000;
/**
 * The minimum ratio of wall time to CPU time at which a thread is considered delayed. On an idle machine, the two times
 * are about the same.
 */
const minDelayRatio = 1.5;

interface Job {
  readonly milliseconds: number;
  readonly settle: (result: MdxValidationResult) => void;
  problems: readonly SyntaxProblem[];
  /** The time at which the thread could start parsing the page. `Infinity` if the thread wasn't ready. */
  startTime: number;
}

export interface MdxValidationResult {
  readonly problems: readonly SyntaxProblem[];
  /** Whether another attempt would have the same result. False if the page took too long. */
  readonly isFinal: boolean;
  /**
   * Whether the page took too long while other programs were using the CPU, or while other threads in the process may
   * have used the CPU time. If other programs use the CPU, the same work takes more CPU time.
   */
  readonly wasDelayed?: boolean;
}

/**
 * A worker thread that parses one page at a time. If a page takes too much CPU time or memory, only the thread is
 * terminated, and the program keeps running. The result then consists of the problems found so far or, if there are
 * none, a single problem that says that the page is too complex. An idle thread doesn't keep the process alive.
 */
export class MdxWorkerHost {
  readonly #host: WorkerHost<MdxWorkerRequest, MdxWorkerReply>;
  readonly #milliseconds: number;
  #job: Job | undefined;

  /** Creates a host. `milliseconds` is the CPU time limit for a page of ordinary length. Longer pages get more time. */
  constructor(file: string, milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      startMilliseconds,
      onReady: () => {
        if (this.#job) this.#job.startTime = performance.now();
      },
      onReply: ({ kind, problems }) => {
        if (kind === "checked") this.#job?.settle({ problems, isFinal: true });
        else if (this.#job) this.#job.problems = problems;
      },
      onLost: (loss) => this.#handleLoss(loss),
    });
  }

  get isBusy(): boolean {
    return this.#job !== undefined;
  }

  /** Starts the thread so that the first page doesn't have to wait for it. */
  warmUp(): void {
    this.#host.start();
  }

  /** Parses a page. Never rejects. `factor` multiplies the page's time limit. */
  parse(text: string, factor = 1): Promise<MdxValidationResult> {
    const milliseconds = factor * this.#milliseconds * (1 + text.length / lengthUnit);
    const endWork = this.#host.beginWork(milliseconds);
    return new Promise((resolve) => {
      const settle = (result: MdxValidationResult) => {
        endWork();
        this.#job = undefined;
        resolve(result);
      };
      const startTime = this.#host.isReady ? performance.now() : Infinity;
      this.#job = { milliseconds, settle, problems: [], startTime };
      this.#host.post({ text });
    });
  }

  end(): Promise<void> {
    return this.#host.end();
  }

  #handleLoss({ isEstimate = false }: WorkerLoss): void {
    if (!this.#job) return;
    const { milliseconds, settle, problems, startTime: startedAt } = this.#job;
    const wasDelayed = isEstimate || performance.now() - startedAt > minDelayRatio * milliseconds;
    settle({ problems: problems.length > 0 ? problems : [tooComplexProblem], isFinal: false, wasDelayed });
  }
}

export function getMdxWorkerFile(): string {
  return findWorkerFile(__dirname, "mdx-worker");
}

interface CachedResult {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
}

/** An urgent check of a page's current text. */
interface PendingCheck {
  readonly text: string;
  /** Resolves when the result is available or the check is dropped. */
  readonly donePromise: Promise<void>;
  readonly drop: () => void;
}

/** Called with the syntax problems in one page's current text. */
export type SyntaxListener = (path: SitePath, problems: readonly SyntaxProblem[]) => void;

/**
 * Provides the MDX syntax problems in a site that changes. Open pages are checked immediately, and requests wait for
 * their results. All other pages are checked in the background, one at a time, until the next change.
 */
export class MdxValidator {
  readonly #reader: MdxReader;
  readonly #getSite: () => Site | undefined;
  readonly #onProblems: SyntaxListener;
  readonly #resultsByPath = new Map<SitePath, CachedResult>();
  readonly #pendingChecksByPath = new Map<SitePath, PendingCheck>();
  #sweepController: AbortController | undefined;

  constructor(reader: MdxReader, getSite: () => Site | undefined, reportProblems: SyntaxListener) {
    this.#reader = reader;
    this.#getSite = getSite;
    this.#onProblems = reportProblems;
  }

  /** Returns the results that apply to the current text of each page on this site. */
  getCurrentResults(site: Site): Site["syntaxProblems"] {
    return new Map(
      [...this.#resultsByPath].flatMap(([path, { text, problems }]) =>
        site.references.get(path)?.text === text ? [[path, problems] as const] : [],
      ),
    );
  }

  /** Checks a page that is open or has just changed. The result may already be available when this method returns. */
  refresh(path: SitePath): void {
    const text = this.#getText(path);
    if (text !== undefined && this.#pendingChecksByPath.get(path)?.text === text) return;
    this.#dropCheck(path);
    if (text === undefined) return;
    const cachedResult = this.#resultsByPath.get(path);
    // If the page took too long, another attempt may be faster.
    const isUpToDate = cachedResult?.text === text && !cachedResult.problems.some(({ kind }) => kind === "too-complex");
    const cachedProblems = isUpToDate ? cachedResult.problems : this.#reader.getCached(text);
    if (cachedProblems) return this.#setResult(path, text, cachedProblems);
    this.#pendingChecksByPath.set(path, this.#startCheck(path, text));
  }

  /**
   * Checks these pages and all pages whose check is in progress. The text of any of these pages may have changed, or
   * the page may no longer be in the site.
   */
  refreshAll(openPaths: Iterable<SitePath>): void {
    for (const path of new Set([...this.#pendingChecksByPath.keys(), ...openPaths])) this.refresh(path);
  }

  /**
   * Prepares for changes to these open files. If one of them is a page, starts a thread in advance, because the page's
   * syntax must be checked at the next keystroke.
   */
  prepareThread(openPaths: Iterable<SitePath>): void {
    for (const path of openPaths) if (this.#getText(path) !== undefined) return this.#reader.warmUp(1);
  }

  /** Whether the page's result is still pending. */
  isPending(path: SitePath): boolean {
    return this.#pendingChecksByPath.has(path);
  }

  /** Whether all open pages have their results. */
  get isCurrent(): boolean {
    return this.#pendingChecksByPath.size === 0;
  }

  /** Resolves when every open page has its result. */
  async waitUntilCurrent(): Promise<void> {
    while (this.#pendingChecksByPath.size > 0)
      await Promise.all([...this.#pendingChecksByPath.values()].map(({ donePromise }) => donePromise));
  }

  /** Resolves when the page's result applies to its current text. */
  async waitUntilRead(path: SitePath): Promise<void> {
    for (
      let pendingCheck = this.#pendingChecksByPath.get(path);
      pendingCheck;
      pendingCheck = this.#pendingChecksByPath.get(path)
    )
      await pendingCheck.donePromise;
  }

  /** Checks all pages that don't have a result, unless a check is already in progress. */
  async sweep(): Promise<void> {
    if (this.#sweepController) return;
    const sweepController = new AbortController();
    this.#sweepController = sweepController;
    const { signal } = sweepController;
    try {
      const unreadPages = await runTimeSliced(this.#listUnreadPages(), signal);
      for (const [path, text] of unreadPages) {
        if (signal.aborted) return;
        const problems = await this.#reader.read(text, { signal });
        if (problems && this.#getText(path) === text) this.#setResult(path, text, problems);
      }
      if (unreadPages.length > 0) this.#reader.save();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.#sweepController === sweepController) this.#sweepController = undefined;
    }
  }

  /** Pauses the check of pages that aren't open. Call this method when something has changed. */
  pause(): void {
    this.#sweepController?.abort();
    this.#sweepController = undefined;
  }

  /** Drops every check. Call this method when the site is removed. */
  end(): void {
    this.pause();
    for (const path of this.#pendingChecksByPath.keys()) this.#dropCheck(path);
  }

  #startCheck(path: SitePath, text: string): PendingCheck {
    const controller = new AbortController();
    const { signal } = controller;
    const abortPromise = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const readPromise = this.#reader.read(text, { isUrgent: true, signal }).then((problems) => {
      const currentCheck = this.#pendingChecksByPath.get(path);
      // The page may have changed back to this text since the check was dropped. In that case, a result still applies.
      if (currentCheck?.text !== text || (!problems && currentCheck !== pendingCheck)) return;
      this.#dropCheck(path);
      if (problems && this.#getText(path) === text) this.#setResult(path, text, problems);
    });
    const pendingCheck: PendingCheck = {
      text,
      donePromise: Promise.race([readPromise, abortPromise]),
      drop: () => controller.abort(),
    };
    return pendingCheck;
  }

  /**
   * Stops waiting for the check of text that the page no longer has. If the check is in progress, it continues so that
   * its result is cached.
   */
  #dropCheck(path: SitePath): void {
    const pendingCheck = this.#pendingChecksByPath.get(path);
    this.#pendingChecksByPath.delete(path);
    pendingCheck?.drop();
  }

  /** Applies cached results and returns the remaining pages. Processes one page per step. */
  *#listUnreadPages(): Generator<void, (readonly [SitePath, string])[]> {
    const unreadPages: (readonly [SitePath, string])[] = [];
    const site = this.#getSite();
    for (const path of this.#resultsByPath.keys()) if (!site?.references.has(path)) this.#resultsByPath.delete(path);
    for (const [path, { text }] of site?.references ?? []) {
      if (this.#resultsByPath.get(path)?.text === text || this.#pendingChecksByPath.has(path)) continue;
      if (!site || !isParsedAsMdx(site, path)) continue;
      const cachedProblems = this.#reader.getCached(text);
      if (!cachedProblems) unreadPages.push([path, text]);
      else if (this.#getText(path) === text) this.#setResult(path, text, cachedProblems);
      yield;
    }
    return unreadPages;
  }

  #getText(path: SitePath): string | undefined {
    const site = this.#getSite();
    return site && isParsedAsMdx(site, path) ? site.references.get(path)?.text : undefined;
  }

  #setResult(path: SitePath, text: string, problems: readonly SyntaxProblem[]): void {
    this.#resultsByPath.set(path, { text, problems });
    this.#onProblems(path, problems);
  }
}

export interface MdxReaderOptions {
  readonly threadCount?: number;
  /** The CPU time limit, in milliseconds, for a page of ordinary length. */
  readonly milliseconds?: number;
  /** The path of the worker file. Omit to use the default. */
  readonly worker?: string;
  /** Results from earlier runs. Undefined if results aren't cached. */
  readonly cache?: SyntaxCache;
}

/**
 * The factor by which a page's time limit is multiplied for a second attempt. Pages that took too long on a busy
 * machine are checked again after all other pages.
 */
const retryFactor = 3;

interface QueuedJob {
  readonly text: string;
  readonly key: string;
  readonly resolve: (problems: readonly SyntaxProblem[] | undefined) => void;
  readonly signal: AbortSignal | undefined;
  readonly isUrgent: boolean;
  readonly factor: number;
}

/**
 * Checks the MDX syntax of pages. If the result is cached or the page doesn't need to be parsed, the result is
 * available immediately. If the page has to be parsed, this happens in a worker thread that can be terminated. Pages
 * that a request is waiting for take priority, and one thread is always reserved for them.
 */
export class MdxReader {
  readonly #workerHosts: readonly MdxWorkerHost[];
  readonly #cache: SyntaxCache;
  readonly #urgentJobs: QueuedJob[] = [];
  readonly #backgroundJobs: QueuedJob[] = [];
  #runningBackgroundJobCount = 0;
  #hasEnded = false;
  #isFinal = true;

  constructor({ threadCount = 2, milliseconds = 1500, worker = getMdxWorkerFile(), cache }: MdxReaderOptions = {}) {
    this.#workerHosts = Array.from({ length: threadCount }, () => new MdxWorkerHost(worker, milliseconds));
    this.#cache = cache ?? new SyntaxCache(undefined, "");
  }

  /** Whether all results so far are final. False if a page took too long. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** Returns the result if it's available without parsing, or undefined if it isn't. */
  getCached(text: string): readonly SyntaxProblem[] | undefined {
    if (text.length > maxParsedLength) return [tooComplexProblem];
    return isTriviallyValid(text) ? [] : this.#cache.get(getKey(text), text.length);
  }

  /**
   * Returns the result. Returns undefined if the reader has ended, or if the signal is aborted before the first or
   * second attempt to parse the page. Never rejects.
   */
  async read(
    text: string,
    { isUrgent = false, signal }: { readonly isUrgent?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<readonly SyntaxProblem[] | undefined> {
    const cachedProblems = this.getCached(text);
    if (cachedProblems !== undefined || this.#hasEnded) return cachedProblems;
    return new Promise((resolve) => {
      const job: QueuedJob = { text, key: getKey(text), resolve, signal, isUrgent, factor: 1 };
      (isUrgent ? this.#urgentJobs : this.#backgroundJobs).push(job);
      this.#startNext();
    });
  }

  /**
   * Starts the given number of threads (all of them by default) so that the first pages don't have to wait.
   */
  warmUp(threadCount = this.#workerHosts.length): void {
    for (const workerHost of this.#workerHosts.slice(0, threadCount)) workerHost.warmUp();
  }

  /** Saves the results for later runs. */
  save(): void {
    this.#cache.save();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const job of [...this.#urgentJobs.splice(0), ...this.#backgroundJobs.splice(0)]) job.resolve(undefined);
    await Promise.all(this.#workerHosts.map((workerHost) => workerHost.end()));
  }

  #startNext(): void {
    for (const workerHost of this.#workerHosts) {
      if (workerHost.isBusy) continue;
      const job = this.#takeNextJob(this.#urgentJobs) ?? this.#takeBackgroundJob();
      if (!job) return;
      void this.#runJob(workerHost, job);
    }
  }

  /**
   * Returns the next page that no request is waiting for, or undefined if none of these pages can be checked now. If
   * there are several threads, one of them is reserved for pages that a request is waiting for.
   */
  #takeBackgroundJob(): QueuedJob | undefined {
    if (this.#runningBackgroundJobCount >= Math.max(1, this.#workerHosts.length - 1)) return undefined;
    return this.#takeNextJob(this.#backgroundJobs);
  }

  /**
   * Removes and returns the first job that is still needed and whose text hasn't been parsed since the job was queued.
   */
  #takeNextJob(jobs: QueuedJob[]): QueuedJob | undefined {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const cachedProblems = job.signal?.aborted ? undefined : this.#cache.get(job.key, job.text.length);
      if (!job.signal?.aborted && !cachedProblems) return job;
      job.resolve(cachedProblems);
    }
    return undefined;
  }

  async #runJob(workerHost: MdxWorkerHost, job: QueuedJob): Promise<void> {
    if (!job.isUrgent) this.#runningBackgroundJobCount++;
    const { problems, isFinal, wasDelayed = false } = await workerHost.parse(job.text, job.factor);
    if (!job.isUrgent) this.#runningBackgroundJobCount--;
    if (isFinal) this.#cache.set(job.key, problems);
    if (wasDelayed && job.factor === 1 && !this.#hasEnded)
      (job.isUrgent ? this.#urgentJobs : this.#backgroundJobs).push({ ...job, factor: retryFactor });
    else {
      this.#isFinal &&= isFinal;
      job.resolve(problems);
    }
    if (!this.#hasEnded) this.#startNext();
  }
}

function getKey(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}

/**
 * Returns the MDX syntax problems in every page on a site. Calls `report` with the number of pages checked so far and
 * the total number of pages.
 */
export async function readSyntax(
  site: Site,
  reader: Pick<MdxReader, "getCached" | "read">,
  report: (doneCount: number, total: number) => void,
): Promise<ReadonlyMap<SitePath, readonly SyntaxProblem[]>> {
  const parsedPages = [...site.references].filter(([path]) => isParsedAsMdx(site, path));
  // In sites with versions, many pages have the same text.
  const pathsByText = new Map<string, SitePath[]>();
  for (const [path, { text }] of parsedPages) addToGroup(pathsByText, text, path);
  const problemsByPath = new Map<SitePath, readonly SyntaxProblem[]>();
  let doneCount = 0;
  const pendingReads: Promise<void>[] = [];
  const readPages = function* () {
    for (const [text, pagePaths] of pathsByText) {
      const storeProblems = (problems: readonly SyntaxProblem[] | undefined) => {
        for (const path of pagePaths) problemsByPath.set(path, problems ?? []);
        doneCount += pagePaths.length;
        report(doneCount, parsedPages.length);
      };
      const cachedProblems = reader.getCached(text);
      if (cachedProblems) storeProblems(cachedProblems);
      else pendingReads.push(reader.read(text, { isUrgent: true }).then(storeProblems));
      yield;
    }
  };
  await runTimeSliced(readPages());
  await Promise.all(pendingReads);
  return new Map(parsedPages.map(([path]) => [path, problemsByPath.get(path) ?? []]));
}
