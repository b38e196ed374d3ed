import { createHash } from "node:crypto";
import { maxParsedLength, type SyntaxProblem, tooComplex } from "../../core/page/syntax-problem.ts";
import { isTriviallyValid } from "../../core/page/syntax/trivially-valid.ts";
import { hasSyntax } from "../../core/site/navigation/navigation-pages.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import { runTimeSliced } from "../async/time-slicing.ts";
import { SyntaxCache } from "./mdx-cache.ts";
import { MdxWorkerHost, mdxWorkerFile } from "./mdx-worker-host.ts";

interface Verdict {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
}

/** An urgent read of the text that a page has now. */
interface Reading {
  readonly text: string;
  /** Resolves when the page has its verdict, or when the read is dropped. */
  readonly done: Promise<void>;
  readonly drop: () => void;
}

/** What the live site is told: the verdict on one page, for the text that it has now. */
export type SyntaxListener = (path: SitePath, problems: readonly SyntaxProblem[]) => void;

/**
 * The verdicts on the MDX of a site that changes. Pages that somebody looks at are read at once and waited for; all
 * others in the background, one at a time, until the next change.
 */
export class MdxValidator {
  readonly #reader: MdxReader;
  readonly #site: () => Site | undefined;
  readonly #take: SyntaxListener;
  readonly #results = new Map<SitePath, Verdict>();
  readonly #reading = new Map<SitePath, Reading>();
  #sweep: AbortController | undefined;

  constructor(reader: MdxReader, site: () => Site | undefined, take: SyntaxListener) {
    this.#reader = reader;
    this.#site = site;
    this.#take = take;
  }

  /** The verdicts that hold for the texts of this site. */
  heldBy(site: Site): Site["syntax"] {
    return new Map(
      [...this.#results].flatMap(([path, { text, problems }]) =>
        site.references.get(path)?.text === text ? [[path, problems] as const] : [],
      ),
    );
  }

  /** Reads a page that is open or has just changed; the verdict may be there before this returns. */
  refresh(path: SitePath): void {
    const text = this.#textOf(path);
    if (text !== undefined && this.#reading.get(path)?.text === text) return;
    this.#drop(path);
    if (text === undefined) return;
    const before = this.#results.get(path);
    // A page that took too long may not do so another time.
    const isKnown = before?.text === text && !before.problems.some(({ fault }) => fault === "too-complex");
    const known = isKnown ? before.problems : this.#reader.known(text);
    if (known) return this.#keep(path, text, known);
    this.#reading.set(path, this.#read(path, text));
  }

  /** Looks at these pages, and again at those being read: their texts may have changed, or the site no longer has them. */
  refreshAll(open: Iterable<SitePath>): void {
    for (const path of new Set([...this.#reading.keys(), ...open])) this.refresh(path);
  }

  /** These are looked at. Where one is a page the next key asks for its verdict, which need not wait for a thread to start. */
  expect(open: Iterable<SitePath>): void {
    for (const path of open) if (this.#textOf(path) !== undefined) return this.#reader.warmUp(1);
  }

  /** Whether the verdict on the page is still to come. */
  isReading(path: SitePath): boolean {
    return this.#reading.has(path);
  }

  /** Whether no page that somebody looks at waits for its verdict. */
  get isCurrent(): boolean {
    return this.#reading.size === 0;
  }

  /** Resolves when every page that somebody looks at has its verdict. */
  async whenCurrent(): Promise<void> {
    while (this.#reading.size > 0) await Promise.all([...this.#reading.values()].map(({ done }) => done));
  }

  /** Resolves when the page's verdict holds for its present text. */
  async whenRead(path: SitePath): Promise<void> {
    for (let reading = this.#reading.get(path); reading; reading = this.#reading.get(path))
      await reading.done;
  }

  /** Reads all pages without a verdict, unless that is being done. */
  async sweep(): Promise<void> {
    if (this.#sweep) return;
    const sweep = new AbortController();
    this.#sweep = sweep;
    const { signal } = sweep;
    try {
      const left = await runTimeSliced(this.#unread(), signal);
      for (const [path, text] of left) {
        if (signal.aborted) return;
        const problems = await this.#reader.read(text, { signal });
        if (problems && this.#textOf(path) === text) this.#keep(path, text, problems);
      }
      if (left.length > 0) this.#reader.save();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.#sweep === sweep) this.#sweep = undefined;
    }
  }

  /** Something has changed: what nobody looks at waits. */
  pause(): void {
    this.#sweep?.abort();
    this.#sweep = undefined;
  }

  /** Drops every read, because the site is removed. */
  end(): void {
    this.pause();
    for (const path of this.#reading.keys()) this.#drop(path);
  }

  #read(path: SitePath, text: string): Reading {
    const controller = new AbortController();
    const { signal } = controller;
    const dropped = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const read = this.#reader.read(text, { urgent: true, signal }).then((problems) => {
      const current = this.#reading.get(path);
      // The page may have this text again: then the verdict of the dropped read applies too, if it has one.
      if (current?.text !== text || (!problems && current !== reading)) return;
      this.#drop(path);
      if (problems && this.#textOf(path) === text) this.#keep(path, text, problems);
    });
    const reading: Reading = { text, done: Promise.race([read, dropped]), drop: () => controller.abort() };
    return reading;
  }

  /** Ends the wait for a text that the page no longer has. A read that has begun continues, so that its verdict is cached. */
  #drop(path: SitePath): void {
    const reading = this.#reading.get(path);
    this.#reading.delete(path);
    reading?.drop();
  }

  /** Takes in what is known without parsing; gives the rest. A step is one page. */
  *#unread(): Generator<void, (readonly [SitePath, string])[]> {
    const left: (readonly [SitePath, string])[] = [];
    const site = this.#site();
    for (const path of this.#results.keys()) if (!site?.references.has(path)) this.#results.delete(path);
    for (const [path, { text }] of site?.references ?? []) {
      if (this.#results.get(path)?.text === text || this.#reading.has(path)) continue;
      if (!site || !hasSyntax(site, path)) continue;
      const known = this.#reader.known(text);
      if (!known) left.push([path, text]);
      else if (this.#textOf(path) === text) this.#keep(path, text, known);
      yield;
    }
    return left;
  }

  #textOf(path: SitePath): string | undefined {
    const site = this.#site();
    return site && hasSyntax(site, path) ? site.references.get(path)?.text : undefined;
  }

  #keep(path: SitePath, text: string, problems: readonly SyntaxProblem[]): void {
    this.#results.set(path, { text, problems });
    this.#take(path, problems);
  }
}

export interface MdxReaderOptions {
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
export class MdxReader {
  readonly #threads: readonly MdxWorkerHost[];
  readonly #cache: SyntaxCache;
  readonly #urgent: Job[] = [];
  readonly #later: Job[] = [];
  #laterRunning = 0;
  #ended = false;

  constructor({ threads = 2, milliseconds = 1500, worker = mdxWorkerFile(), cache }: MdxReaderOptions = {}) {
    this.#threads = Array.from({ length: threads }, () => new MdxWorkerHost(worker, milliseconds));
    this.#cache = cache ?? new SyntaxCache(undefined, "");
  }

  /** The verdict where it needs no parsing. */
  known(text: string): readonly SyntaxProblem[] | undefined {
    if (text.length > maxParsedLength) return [tooComplex];
    return isTriviallyValid(text) ? [] : this.#cache.get(keyOf(text), text.length);
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
      const job = this.#startNext(this.#urgent) ?? this.#nextLater();
      if (!job) return;
      void this.#run(thread, job);
    }
  }

  /** Of pages that nobody waits for, one at a time, and never in the last thread. */
  #nextLater(): Job | undefined {
    if (this.#laterRunning >= Math.max(1, this.#threads.length - 1)) return undefined;
    return this.#startNext(this.#later);
  }

  /** Takes the first job that is still wanted and whose text hasn't been parsed while it waited. */
  #startNext(jobs: Job[]): Job | undefined {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const known = job.signal?.aborted ? undefined : this.#cache.get(job.key, job.text.length);
      if (!job.signal?.aborted && !known) return job;
      job.resolve(known);
    }
    return undefined;
  }

  async #run(thread: MdxWorkerHost, job: Job): Promise<void> {
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

/** The verdict on the MDX of every page of a site. `tell` hears how many have been read, of how many. */
export async function readSyntax(
  site: Site,
  reader: MdxReader,
  report: (done: number, total: number) => void,
): Promise<ReadonlyMap<SitePath, readonly SyntaxProblem[]>> {
  const texts = [...site.references].filter(([path]) => hasSyntax(site, path));
  const found = new Map<SitePath, readonly SyntaxProblem[]>();
  let done = 0;
  const reading: Promise<void>[] = [];
  const work = function* () {
    for (const [path, { text }] of texts) {
      const take = (problems: readonly SyntaxProblem[] | undefined) => {
        found.set(path, problems ?? []);
        report(++done, texts.length);
      };
      const known = reader.known(text);
      if (known) take(known);
      else reading.push(reader.read(text, { urgent: true }).then(take));
      yield;
    }
  };
  await runTimeSliced(work());
  await Promise.all(reading);
  return new Map(texts.map(([path]) => [path, found.get(path) ?? []]));
}
