import { createHash } from "node:crypto";
import { looksSound } from "../core/page/syntax/trivially-valid.ts";
import { longestParsed, tooComplex, type SyntaxProblem } from "../core/page/syntax-problem.ts";
import { PageThread, pageWorkerFile } from "./page-thread.ts";
import { SyntaxCache } from "./syntax-cache.ts";

export interface SyntaxReaderOptions {
  readonly threads?: number;
  /** The processor time that a page of ordinary length may take. */
  readonly milliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
  /** Verdicts of earlier runs; none where nothing is to be remembered. */
  readonly cache?: SyntaxCache;
}

/** A page that took too long on a busy machine is read once more, after all others, and may take so many times as long. */
const retryFactor = 3;

interface Job {
  readonly text: string;
  readonly key: string;
  readonly resolve: (problems: readonly SyntaxProblem[] | undefined) => void;
  readonly signal: AbortSignal | undefined;
  readonly isUrgent: boolean;
  readonly factor: number;
}

/**
 * The verdict on the MDX of pages: at once where it is certain without parsing or known from before, else from a thread
 * that can be ended. Pages that somebody waits for go first, and one thread is always left for them.
 */
export class SyntaxReader {
  readonly #threads: readonly PageThread[];
  readonly #cache: SyntaxCache;
  readonly #urgent: Job[] = [];
  readonly #later: Job[] = [];
  #laterRunning = 0;
  #ended = false;

  constructor({
    threads = 2,
    milliseconds = 1500,
    worker = pageWorkerFile(),
    cache,
  }: SyntaxReaderOptions = {}) {
    this.#threads = Array.from({ length: threads }, () => new PageThread(worker, milliseconds));
    this.#cache = cache ?? new SyntaxCache(undefined, "");
  }

  /** The verdict where it needs no parsing. */
  known(text: string): readonly SyntaxProblem[] | undefined {
    if (text.length > longestParsed) return [tooComplex];
    return looksSound(text) ? [] : this.#cache.get(keyOf(text), text.length);
  }

  /**
   * The verdict. Undefined if the reader has ended, or if the signal is aborted before the page's turn or before its
   * second attempt; never rejects.
   */
  async read(
    text: string,
    { urgent = false, signal }: { readonly urgent?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<readonly SyntaxProblem[] | undefined> {
    const known = this.known(text);
    if (known !== undefined || this.#ended) return known;
    return new Promise((resolve) => {
      const job: Job = { text, key: keyOf(text), resolve, signal, isUrgent: urgent, factor: 1 };
      (urgent ? this.#urgent : this.#later).push(job);
      this.#next();
    });
  }

  /** Starts threads, all of them or so many, so that the first pages need not wait for them. */
  warmUp(threads = this.#threads.length): void {
    for (const thread of this.#threads.slice(0, threads)) thread.warmUp();
  }

  /** Keeps what has been found for later runs. */
  save(): void {
    this.#cache.save();
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const job of [...this.#urgent.splice(0), ...this.#later.splice(0)]) job.resolve(undefined);
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #next(): void {
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const job = this.#takeNext(this.#urgent) ?? this.#nextLater();
      if (!job) return;
      void this.#run(thread, job);
    }
  }

  /** Of pages that nobody waits for, one at a time, and never in the last thread. */
  #nextLater(): Job | undefined {
    if (this.#laterRunning >= Math.max(1, this.#threads.length - 1)) return undefined;
    return this.#takeNext(this.#later);
  }

  /** Takes the first job that is still wanted and whose text hasn't been parsed while it waited. */
  #takeNext(jobs: Job[]): Job | undefined {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const known = job.signal?.aborted ? undefined : this.#cache.get(job.key, job.text.length);
      if (!job.signal?.aborted && !known) return job;
      job.resolve(known);
    }
    return undefined;
  }

  async #run(thread: PageThread, job: Job): Promise<void> {
    if (!job.isUrgent) this.#laterRunning++;
    const { problems, isFinal, wasHeldUp = false } = await thread.parse(job.text, job.factor);
    if (!job.isUrgent) this.#laterRunning--;
    if (isFinal) this.#cache.set(job.key, problems);
    if (wasHeldUp && job.factor === 1 && !this.#ended)
      (job.isUrgent ? this.#urgent : this.#later).push({ ...job, factor: retryFactor });
    else job.resolve(problems);
    if (!this.#ended) this.#next();
  }
}

function keyOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
