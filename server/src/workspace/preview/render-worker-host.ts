import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { PageView, ViewBlock } from "../../core/preview/view/page-view.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import { sourceChange } from "./page-source.ts";
import { type PageDelta, applyPageDelta } from "./page-updates.ts";

export type RenderOutcome =
  | { readonly kind: "rendered"; readonly part: RenderedPart }
  /** A newer text of the same preview has taken its place. */
  | { readonly kind: "overtaken" }
  /** It has cost the thread, which is started again for the next. */
  | { readonly kind: "too-slow" | "too-much-memory" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "ended" };

/** What a preview needs of the thread. */
export type RenderWorker = Pick<RenderWorkerHost, "render" | "forget">;

interface Job {
  readonly preview: number;
  readonly source: PageSource;
  readonly care: RenderDetail;
  /** By the clock of the process. */
  readonly asked: number;
  readonly settle: (outcome: RenderOutcome) => void;
}

export interface RenderWorkerHostOptions {
  /** The processor time for a page of ordinary length; long ones have more. */
  readonly milliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
}

/** The first time that a page is rendered, and that one is rendered with care, grammars and icons are read. */
const firstFactor = 4;

/**
 * What is rendered with care keeps all else waiting: it begins when nothing has been wanted quickly for a while, so that a
 * tab opened behind another, or the next key, need not wait for it. `longest`: for those who never
 * pause. Milliseconds.
 */
const rest = { usual: 400, longest: 2000 };

/** Processor time of the whole process in which the thread has to start. */
const startMilliseconds = 20_000;

/**
 * The thread that renders pages, started when it is needed: one page at a time, of each preview only the newest text.
 * A page that takes too long or too much memory costs the thread, not the program. An idle thread keeps no process alive.
 */
export class RenderWorkerHost {
  readonly #host: WorkerHost<PreviewRequest, PreviewReply>;
  readonly #milliseconds: number;
  /** In the order in which their previews have asked. */
  readonly #waiting = new Map<number, Job>();
  /** What the thread knows of each preview. */
  readonly #known = new Map<number, PageSource>();
  /** What it has told last of each. */
  readonly #reported = new Map<number, RenderedPart>();
  #running: Job | undefined;
  /** What the thread that runs now has done once. */
  readonly #hasRendered = new Set<RenderDetail>();
  /** While the thread starts or renders. */
  #endWork: (() => void) | undefined;
  #lastQuick = -Infinity;
  #resting: NodeJS.Timeout | undefined;
  #version = 0;
  #ended = false;

  constructor({ milliseconds = 3000, worker = renderWorkerFile() }: RenderWorkerHostOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(worker, {
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 },
      startMilliseconds,
      onReady: () => {
        this.#stopWork();
        this.#next();
      },
      onReply: (reply) => this.#handleMessage(reply),
      onLost: (loss) => this.#lose(loss),
    });
  }

  /** Starts the thread, so that the first page need not wait for it. */
  warmUp(): void {
    if (!this.#ended) this.#host.start();
  }

  /** Never rejects. */
  render(preview: number, source: PageSource, care: RenderDetail = "complete"): Promise<RenderOutcome> {
    if (this.#ended) return Promise.resolve({ kind: "ended" });
    this.#waiting.get(preview)?.settle({ kind: "overtaken" });
    return new Promise((settle) => {
      this.#waiting.set(preview, { preview, source, care, asked: performance.now(), settle });
      this.#next();
    });
  }

  /** The preview is closed. */
  forget(preview: number): void {
    this.#waiting.get(preview)?.settle({ kind: "overtaken" });
    this.#waiting.delete(preview);
    this.#reported.delete(preview);
    if (this.#known.delete(preview)) this.#host.post({ kind: "forget", preview });
  }

  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#resting);
    const ended = this.#host.end();
    for (const { settle } of this.#waiting.values()) settle({ kind: "ended" });
    this.#waiting.clear();
    await ended;
  }

  #next(): void {
    if (this.#running || this.#waiting.size === 0 || this.#ended) return;
    if (!this.#host.isReady) {
      this.#endWork ??= this.#host.beginWork(this.#milliseconds);
      return;
    }
    const job = this.#choose();
    if (!job) return;
    const { preview, source, care } = job;
    this.#waiting.delete(preview);
    this.#running = job;
    const isFirst = !this.#known.has(preview) || !this.#hasRendered.has(care);
    this.#endWork = this.#host.beginWork(
      this.#milliseconds * (1 + source.text.length / 100_000) * (isFirst ? firstFactor : 1),
    );
    const changed = sourceChange(this.#known.get(preview), source);
    this.#known.set(preview, source);
    this.#host.post({ kind: "render", preview, version: ++this.#version, changed, care });
  }

  /** What is to be rendered now: quickly first, with care when that has been all for a while. */
  #choose(): Job | undefined {
    clearTimeout(this.#resting);
    const jobs = [...this.#waiting.values()];
    const now = performance.now();
    const quick = jobs.find(({ care }) => care === "quick");
    const careful = jobs.find(({ care }) => care !== "quick");
    if (careful) {
      const latest = careful.asked + rest.longest;
      const isDue = Math.min(this.#lastQuick + rest.usual, latest) <= now;
      if (isDue && (!quick || latest <= now)) return careful;
    }
    if (quick) this.#lastQuick = now;
    if (quick || !careful) return quick;
    const due = Math.min(this.#lastQuick + rest.usual, careful.asked + rest.longest) - now;
    this.#resting = setTimeout(() => this.#next(), due);
    return undefined;
  }

  #settle(outcome: RenderOutcome): void {
    this.#stopWork();
    const job = this.#running;
    this.#running = undefined;
    if (job && outcome.kind === "rendered") this.#hasRendered.add(job.care);
    job?.settle(outcome);
    this.#next();
  }

  #stopWork(): void {
    this.#endWork?.();
    this.#endWork = undefined;
  }

  /** A thread that has not even started takes down all that waits for it: another would do no better. */
  #lose(loss: WorkerLoss): void {
    const outcome = outcomeOf(loss);
    this.#known.clear();
    this.#reported.clear();
    this.#hasRendered.clear();
    if (!loss.wasReady) {
      const jobs = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { settle } of jobs) settle(outcome);
    }
    this.#settle(outcome);
  }

  #handleMessage(reply: PreviewReply): void {
    switch (reply.kind) {
      case "rendered": {
        const { kind: _, preview, ...delta } = reply;
        const full = applyPageDelta(this.#reported.get(preview), delta);
        if (!full) return this.#settle({ kind: "overtaken" });
        const part = { ...full, version: delta.version, wanted: delta.wanted, isRough: delta.isRough };
        this.#reported.set(preview, part);
        return this.#settle({ kind: "rendered", part });
      }
      case "failed":
        this.#known.delete(reply.preview);
        this.#reported.delete(reply.preview);
        return this.#settle({ kind: "failed", reason: reply.reason });
    }
  }
}

function outcomeOf({ kind, error }: WorkerLoss): RenderOutcome {
  switch (kind) {
    case "too-slow":
    case "ended":
      return { kind };
    case "failed":
    case "exited":
      return { kind: "too-much-memory" };
    // A reply that is nested too deeply can't be read here.
    case "unreadable":
      return { kind: "failed", reason: `The reply can't be read: ${error?.message}` };
  }
}

export function renderWorkerFile(): string {
  return findWorkerFile(__dirname, "render-worker");
}

/** What the thread that renders is told. It knows several previews; each message says which. */
export type PreviewRequest =
  | {
      readonly kind: "render";
      readonly preview: number;
      readonly version: number;
      readonly changed: SourceChange;
      readonly care: RenderDetail;
    }
  | { readonly kind: "forget"; readonly preview: number };

/**
 * `quick`: by what is loaded already; `whole`: with what has to be loaded for it, grammars of code among it, as far as it
 * takes no long time: the rest comes when it is asked for again; `complete`: however long it takes.
 */
export type RenderDetail = "quick" | "whole" | "complete";

/** What of a `PageSource` is another than the thread has; of `files` only those that are. */
export type SourceChange = Pick<PageSource, "path"> &
  Partial<Omit<PageSource, "codeTheme" | "endpoint" | "head">> & {
    /** `null` where there is none any more. */
    readonly codeTheme?: PageSource["codeTheme"] | null;
    readonly endpoint?: PageSource["endpoint"] | null;
    readonly head?: PageSource["head"] | null;
    /** Of `files`, those that the page is made of no more. */
    readonly gone?: readonly SitePath[];
  };

export type PreviewReply =
  | ({ readonly kind: "rendered"; readonly preview: number } & RenderDelta)
  /** It failed, which is a mistake of ours. */
  | { readonly kind: "failed"; readonly preview: number; readonly reason: string };

/** A rendered page. */
export interface RenderedPart {
  readonly version: number;
  /** What is kept of a page is the same value for as long as it says the same. */
  readonly page: Omit<PageView, "blocks">;
  /** Each the same value for as long as it is the same block on the same lines. */
  readonly blocks: readonly ViewBlock[];
  /** Files that the page imports and the source did not have. */
  readonly wanted: readonly SitePath[];
  /** It was rendered quickly, and with care it would look better. */
  readonly isRough: boolean;
}

/** The same on its way from the thread: without what the one before has of this preview. */
export type RenderDelta = PageDelta & Omit<RenderedPart, "page" | "blocks">;
