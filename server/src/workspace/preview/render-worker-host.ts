import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { PageView, ViewBlock } from "../../core/preview/view/page-view.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import { computeSourceChange } from "./page-source.ts";
import { type PageDelta, applyPageDelta } from "./page-updates.ts";

export type RenderOutcome =
  | { readonly kind: "rendered"; readonly result: RenderResult }
  /** The text has been replaced by newer text for the same preview. */
  | { readonly kind: "overtaken" }
  /** The page caused the thread to be terminated. A new thread is started for the next page. */
  | { readonly kind: "too-slow" | "too-much-memory" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "ended" };

/** The methods of the thread that a preview needs. */
export type RenderWorker = Pick<RenderWorkerHost, "render" | "forget">;

interface Job {
  readonly previewId: number;
  readonly source: PageSource;
  readonly detail: RenderDetail;
  /** The time of the request on the process's monotonic clock. */
  readonly requestTime: number;
  readonly settle: (outcome: RenderOutcome) => void;
}

export interface RenderWorkerHostOptions {
  /** The CPU time limit for a page of ordinary length, in milliseconds. Longer pages get more time. */
  readonly milliseconds?: number;
  /** The path of the worker file. Omit to use the default. */
  readonly worker?: string;
}

/**
 * The time limit is multiplied by this factor for the first page at each level of detail, because grammars and icons
 * are loaded for that page.
 */
const firstRenderFactor = 4;

/**
 * Times in milliseconds. A detailed rendering blocks all other renderings, so it starts only after `default`
 * milliseconds without quick requests. As a result, neither the next keystroke nor a tab opened in the background has
 * to wait. If there's never such a pause, the detailed rendering starts after `max` milliseconds.
 */
const idleMilliseconds = { default: 400, max: 2000 };

/**
 * The times in milliseconds to wait before rendering a page again after it has caused the thread to be terminated. Each
 * wait is twice as long as the previous one, from `initial` up to `max`.
 */
const retryDelays = { initial: 1000, max: 30_000 };

/**
 * The number of times that the same text may cause the thread to be terminated. After that, rendering isn't tried again
 * until the text changes or the author requests it.
 */
const maxTries = 4;

/** Limits how often a page is rendered if it repeatedly causes the thread to be terminated. */
export class RenderRetryPolicy {
  #lossCount = 0;
  #timer: NodeJS.Timeout | undefined;

  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Whether to try the same text again after the next wait. */
  get canRetry(): boolean {
    return this.#lossCount < maxTries;
  }

  /** Runs the function when the wait is over. */
  startWait(retry: () => void): void {
    clearTimeout(this.#timer);
    const milliseconds = Math.min(retryDelays.max, retryDelays.initial * 2 ** this.#lossCount++);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      retry();
    }, milliseconds);
  }

  /** Resets the waits after a success. */
  reset(): void {
    this.#lossCount = 0;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** The CPU time, in milliseconds, that the entire process may use until the thread has started. */
const startMilliseconds = 20_000;

/**
 * The thread that renders pages, which is started on first use. The thread renders one page at a time, and only the
 * newest text for each preview. If a page takes too much time or memory, only the thread is terminated, and the program
 * keeps running. An idle thread doesn't keep the process alive.
 */
export class RenderWorkerHost {
  readonly #host: WorkerHost<PreviewRequest, PreviewReply>;
  readonly #milliseconds: number;
  /** The waiting jobs, in the order in which their previews requested them. */
  readonly #jobsByPreview = new Map<number, Job>();
  /** The source that the thread has for each preview. */
  readonly #sourcesByPreview = new Map<number, PageSource>();
  /** The last result received for each preview. */
  readonly #resultsByPreview = new Map<number, RenderResult>();
  #runningJob: Job | undefined;
  /** The levels of detail that the current thread has already rendered. */
  readonly #renderedDetails = new Set<RenderDetail>();
  /** Ends the measured work. Set while the thread is starting or rendering. */
  #endWork: (() => void) | undefined;
  #lastQuickTime = -Infinity;
  #idleTimer: NodeJS.Timeout | undefined;
  #version = 0;
  #hasEnded = false;

  constructor({ milliseconds = 3000, worker = getRenderWorkerFile() }: RenderWorkerHostOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(worker, {
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 },
      startMilliseconds,
      onReady: () => {
        this.#stopWork();
        this.#startNext();
      },
      onReply: (reply) => this.#handleMessage(reply),
      onLost: (loss) => this.#handleLoss(loss),
    });
  }

  /** Starts the thread so that the first page doesn't have to wait for it. */
  warmUp(): void {
    if (!this.#hasEnded) this.#host.start();
  }

  /** Renders a page. Never rejects. */
  render(previewId: number, source: PageSource, detail: RenderDetail = "complete"): Promise<RenderOutcome> {
    if (this.#hasEnded) return Promise.resolve({ kind: "ended" });
    this.#jobsByPreview.get(previewId)?.settle({ kind: "overtaken" });
    return new Promise((settle) => {
      this.#jobsByPreview.set(previewId, {
        previewId,
        source,
        detail,
        requestTime: performance.now(),
        settle,
      });
      this.#startNext();
    });
  }

  /** Removes a closed preview. */
  forget(previewId: number): void {
    this.#jobsByPreview.get(previewId)?.settle({ kind: "overtaken" });
    this.#jobsByPreview.delete(previewId);
    this.#resultsByPreview.delete(previewId);
    if (this.#sourcesByPreview.delete(previewId)) this.#host.post({ kind: "forget", previewId });
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#idleTimer);
    const endPromise = this.#host.end();
    for (const { settle } of this.#jobsByPreview.values()) settle({ kind: "ended" });
    this.#jobsByPreview.clear();
    await endPromise;
  }

  #startNext(): void {
    if (this.#runningJob || this.#jobsByPreview.size === 0 || this.#hasEnded) return;
    if (!this.#host.isReady) {
      this.#endWork ??= this.#host.beginWork(this.#milliseconds);
      return;
    }
    const job = this.#chooseJob();
    if (!job) return;
    const { previewId, source, detail } = job;
    this.#jobsByPreview.delete(previewId);
    this.#runningJob = job;
    const isFirst = !this.#sourcesByPreview.has(previewId) || !this.#renderedDetails.has(detail);
    this.#endWork = this.#host.beginWork(
      this.#milliseconds * (1 + source.text.length / 100_000) * (isFirst ? firstRenderFactor : 1),
    );
    const change = computeSourceChange(this.#sourcesByPreview.get(previewId), source);
    this.#sourcesByPreview.set(previewId, source);
    this.#host.post({ kind: "render", previewId, version: ++this.#version, sourceChange: change, detail });
  }

  /** Returns the next job. Quick jobs come first. Detailed jobs run only after a pause. */
  #chooseJob(): Job | undefined {
    clearTimeout(this.#idleTimer);
    const jobs = [...this.#jobsByPreview.values()];
    const now = performance.now();
    const quickJob = jobs.find(({ detail }) => detail === "quick");
    const detailedJob = jobs.find(({ detail }) => detail !== "quick");
    if (detailedJob) {
      const latestStart = detailedJob.requestTime + idleMilliseconds.max;
      const isDue = Math.min(this.#lastQuickTime + idleMilliseconds.default, latestStart) <= now;
      if (isDue && (!quickJob || latestStart <= now)) return detailedJob;
    }
    if (quickJob) this.#lastQuickTime = now;
    if (quickJob || !detailedJob) return quickJob;
    const delay =
      Math.min(this.#lastQuickTime + idleMilliseconds.default, detailedJob.requestTime + idleMilliseconds.max) - now;
    this.#idleTimer = setTimeout(() => this.#startNext(), delay);
    return undefined;
  }

  #settleJob(outcome: RenderOutcome): void {
    this.#stopWork();
    const job = this.#runningJob;
    this.#runningJob = undefined;
    if (job && outcome.kind === "rendered") this.#renderedDetails.add(job.detail);
    job?.settle(outcome);
    this.#startNext();
  }

  #stopWork(): void {
    this.#endWork?.();
    this.#endWork = undefined;
  }

  /**
   * Handles the loss of the thread. If the thread couldn't even start, all waiting jobs fail, because another thread
   * wouldn't start either.
   */
  #handleLoss(loss: WorkerLoss): void {
    const outcome = toOutcome(loss);
    this.#sourcesByPreview.clear();
    this.#resultsByPreview.clear();
    this.#renderedDetails.clear();
    if (!loss.wasReady) {
      const jobs = [...this.#jobsByPreview.values()];
      this.#jobsByPreview.clear();
      for (const { settle } of jobs) settle(outcome);
    }
    this.#settleJob(outcome);
  }

  #handleMessage(reply: PreviewReply): void {
    switch (reply.kind) {
      case "rendered": {
        const { kind: _, previewId, ...delta } = reply;
        const page = applyPageDelta(this.#resultsByPreview.get(previewId), delta);
        if (!page) return this.#settleJob({ kind: "overtaken" });
        const result = {
          ...page,
          version: delta.version,
          requestedPaths: delta.requestedPaths,
          isPreliminary: delta.isPreliminary,
        };
        this.#resultsByPreview.set(previewId, result);
        return this.#settleJob({ kind: "rendered", result });
      }
      case "failed":
        this.#sourcesByPreview.delete(reply.previewId);
        this.#resultsByPreview.delete(reply.previewId);
        return this.#settleJob({ kind: "failed", reason: reply.reason });
    }
  }
}

function toOutcome({ kind, error }: WorkerLoss): RenderOutcome {
  switch (kind) {
    case "too-slow":
    case "ended":
      return { kind };
    case "failed":
    case "exited":
      return { kind: "too-much-memory" };
    // A deeply nested reply may be impossible to deserialize.
    case "unreadable":
      return { kind: "failed", reason: `The reply can't be read: ${error?.message}` };
  }
}

export function getRenderWorkerFile(): string {
  return findWorkerFile(__dirname, "render-worker");
}

/** Requests to the rendering thread. The thread handles several previews, so each message contains the preview's ID. */
export type PreviewRequest =
  | {
      readonly kind: "render";
      readonly previewId: number;
      readonly version: number;
      readonly sourceChange: SourceChange;
      readonly detail: RenderDetail;
    }
  | { readonly kind: "forget"; readonly previewId: number };

/**
 * The level of detail. `quick` uses only resources that are already loaded. `whole` also loads resources that the page
 * needs, such as grammars, but has a time limit, so another request may be needed to complete the page. `complete`
 * takes as long as necessary.
 */
export type RenderDetail = "quick" | "whole" | "complete";

/** The parts of a `PageSource` that differ from the thread's version. `files` contains only the changed files. */
export type SourceChange = Pick<PageSource, "path"> &
  Partial<Omit<PageSource, "codeTheme" | "endpoint" | "head">> & {
    /** The editor's theme, or `null` if no theme is set. */
    readonly codeTheme?: PageSource["codeTheme"] | null;
    readonly endpoint?: PageSource["endpoint"] | null;
    readonly head?: PageSource["head"] | null;
    /** Files in the previous source's `files` that no longer belong to the page. */
    readonly removedPaths?: readonly SitePath[];
  };

export type PreviewReply =
  | ({ readonly kind: "rendered"; readonly previewId: number } & RenderDelta)
  /** The rendering failed because of a bug in Docwright. */
  | { readonly kind: "failed"; readonly previewId: number; readonly reason: string };

export interface RenderResult {
  readonly version: number;
  /** The page without its blocks. Unchanged parts are the same objects as before. */
  readonly page: Omit<PageView, "blocks">;
  /** The page's blocks. Each block remains the same object as long as its content and lines don't change. */
  readonly blocks: readonly ViewBlock[];
  /** Files that the page imports but that are missing from the source. */
  readonly requestedPaths: readonly SitePath[];
  /** Whether the page was rendered quickly. If it was, a detailed rendering would improve it. */
  readonly isPreliminary: boolean;
}

/** A `RenderResult` as sent by the thread, without the data that the recipient already has. */
export type RenderDelta = PageDelta & Omit<RenderResult, "page" | "blocks">;
