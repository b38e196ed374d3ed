import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { faultyOutline, guessSpec, mayBeSpec } from "../core/spec/guess-spec.ts";
import { mostPulledInLength } from "../core/spec/gather-files.ts";
import type { SpecModels } from "../core/spec/model/operation-model.ts";
import type { SpecReference } from "../core/spec/spec-files.ts";
import type { SpecOutline, SpecProblem } from "../core/spec/spec-outline.ts";
import type { SpecStudy } from "../core/spec/spec-study.ts";
import type { OperationName, StudyWish } from "../core/spec/study-spec.ts";
import type { SitePath } from "../core/text/text-range.ts";
import { readFile, textOf, type SiteFiles } from "./read-frame.ts";
import { sliceMilliseconds } from "./run-in-slices.ts";
import type { ReadSpecs } from "./site-loader.ts";
import type { SentFile, SpecAnswers, SpecQuestion } from "./spec-protocol.ts";
import { SpecThread, specWorkerFile, type Served, type ThreadAnswer } from "./spec-thread.ts";

/** More than a specification may have, so that one that is too large can be named as such. */
const largestRead = 60_000_000;
const mostRemembered = 500;
/** A longer one is shown as soon as its outline is there; its study follows. In UTF-16 units. */
const largestTogether = 4_000_000;

export interface SpecReaderOptions {
  /** How long reading one file may take. */
  readonly milliseconds?: number;
  /** How long a study may take. */
  readonly studyMilliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
}

/** An outline, and the study of it where one was asked for. */
export interface SpecWithStudy {
  readonly outline: SpecOutline;
  readonly study: SpecStudy | undefined;
}

/** What an outline was made of: the hash of each file's text, `undefined` for one that was not there. */
type Origin = ReadonlyMap<SitePath, string | undefined>;

/**
 * Reads specifications in one worker, one at a time, and studies one beside that. Outlines are remembered by path
 * and content. What cannot be read in time or memory has a problem that says so.
 */
export class SpecReader {
  readonly #milliseconds: number;
  readonly #studyMilliseconds: number;
  readonly #thread: SpecThread;
  readonly #remembered = new Map<string, SpecOutline | undefined>();
  readonly #origins = new WeakMap<SpecOutline, Origin>();
  #last: Promise<unknown> = Promise.resolve();
  #lastStudy: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor({
    milliseconds = 15_000,
    studyMilliseconds = 60_000,
    worker = specWorkerFile(),
  }: SpecReaderOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#studyMilliseconds = studyMilliseconds;
    this.#thread = new SpecThread(worker);
  }

  /** For the site loader. Texts are read when their turn comes, so that an edit made meanwhile is in. */
  readonly readSpecs: ReadSpecs = async (from, paths, signal) => {
    const outlines: SpecOutline[] = [];
    let yieldAt = performance.now() + sliceMilliseconds;
    for (const path of paths) {
      signal?.throwIfAborted();
      if (performance.now() > yieldAt) {
        await setImmediate();
        yieldAt = performance.now() + sliceMilliseconds;
      }
      const outline = (await this.read(from, path))?.outline;
      if (outline) outlines.push(outline);
    }
    signal?.throwIfAborted();
    return outlines;
  };

  /** The specification at `path` as it is now, with a study of it for `wish`. Undefined when it is none. */
  async read(from: SiteFiles, path: SitePath, wish?: StudyWish): Promise<SpecWithStudy | undefined> {
    const text = textOf(readFile(from, path, largestRead));
    return text === undefined ? undefined : this.readText(from, path, text, wish);
  }

  /** The specification that a text is; files that it pulls in come from the site. Rejects never. */
  async readText(
    from: SiteFiles,
    path: SitePath,
    text: string,
    wish?: StudyWish,
  ): Promise<SpecWithStudy | undefined> {
    if (this.#ended || !mayBeSpec(path, text)) return undefined;
    const hash = hashOf(text);
    const key = `${hash} ${path}`;
    const known = this.#remembered.get(key);
    if (!wish && this.#remembered.has(key) && (!known || this.#isPresent(from, known)))
      return known && { outline: known, study: undefined };
    const origin = new Map<SitePath, string | undefined>([[path, hash]]);
    const turn = this.#last.then(() =>
      this.#ask("outline", {
        question: { kind: "outline", wish: text.length > largestTogether ? undefined : wish },
        entry: path,
        files: [{ path, hash, text }],
        serve: (paths) => serveAll(from, paths, origin),
      }),
    );
    this.#last = turn;
    const reply = await turn;
    if (this.#ended) return undefined;
    if (reply.kind !== "answer") {
      const outline = faulty(path, text, reply.kind, this.#milliseconds);
      return outline && { outline, study: undefined };
    }
    const answer = reply.answer as SpecAnswers["outline"];
    this.#remember(key, answer?.outline);
    if (!answer) return undefined;
    this.#origins.set(answer.outline, origin);
    return { outline: answer.outline, study: answer.study && { of: answer.outline, ...answer.study } };
  }

  /** The study of an outline that was read here; undefined when its files are no longer those that it was made of. */
  async study(
    from: SiteFiles,
    outline: SpecOutline,
    wish: StudyWish,
    signal?: AbortSignal,
  ): Promise<SpecStudy | undefined> {
    const turn = this.#lastStudy.then(() =>
      this.#about(from, outline, { kind: "study", wish }, true, signal),
    );
    this.#lastStudy = turn;
    const result = (await turn) as SpecAnswers["study"];
    return result && { of: outline, ...result };
  }

  /** What is known of one operation, with the schemas that it names. */
  async model(
    from: SiteFiles,
    outline: SpecOutline,
    operation: OperationName,
  ): Promise<SpecModels | undefined> {
    const wish = { validity: false, operations: [operation] };
    const result = await this.#about(from, outline, { kind: "study", wish }, false);
    return (result as SpecAnswers["study"])?.models;
  }

  /** Every `$ref` of the specification and of the files that it pulls in. */
  async references(from: SiteFiles, outline: SpecOutline): Promise<readonly SpecReference[]> {
    const result = await this.#about(from, outline, { kind: "references" }, false);
    return (result as SpecAnswers["references"] | undefined) ?? [];
  }

  /** Ends the worker. What is being read comes back as nothing. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#remembered.clear();
    await this.#thread.end();
  }

  /** A question about an outline, answered from the very texts that it was made of. */
  async #about(
    from: SiteFiles,
    outline: SpecOutline,
    question: SpecQuestion,
    isPatient: boolean,
    signal?: AbortSignal,
  ): Promise<SpecAnswers[keyof SpecAnswers]> {
    const origin = this.#origins.get(outline);
    if (!origin || this.#ended) return undefined;
    const reply = await this.#ask(isPatient ? "study" : "outline", {
      question,
      entry: outline.path,
      files: [...origin].flatMap(([path, hash]) => (hash === undefined ? [] : [{ path, hash }])),
      serve: async (paths) => {
        const now = new Map<SitePath, string | undefined>();
        const files = await serveAll(from, paths, now);
        return [...now].every(([path, hash]) => origin.get(path) === hash) ? files : undefined;
      },
      signal,
    });
    return reply.kind === "answer" ? reply.answer : undefined;
  }

  /** A reading that was lost together with a study is no worse for it and is tried again. */
  async #ask(
    what: "outline" | "study",
    asked: {
      readonly question: SpecQuestion;
      readonly entry: SitePath;
      readonly files: readonly SentFile[];
      readonly serve: (paths: readonly SitePath[]) => Promise<Served | undefined>;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<ThreadAnswer> {
    const isPatient = what === "study";
    const milliseconds = isPatient ? this.#studyMilliseconds : this.#milliseconds;
    const withOthers = this.#thread.isBusy;
    const reply = await this.#thread.ask({ ...asked, isPatient, milliseconds });
    const isLost = reply.kind === "too-slow" || reply.kind === "too-much-memory" || reply.kind === "ended";
    if (!isLost || !withOthers || isPatient || this.#ended) return reply;
    return this.#thread.ask({ ...asked, isPatient, milliseconds });
  }

  /** Whether the files that an outline pulls in are still what they were. */
  #isPresent(from: SiteFiles, outline: SpecOutline): boolean {
    const origin = this.#origins.get(outline);
    return outline.reads.every((path) => hashOfFile(from, path) === origin?.get(path));
  }

  #remember(key: string, outline: SpecOutline | undefined): void {
    this.#remembered.set(key, outline);
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size > mostRemembered && !oldest.done) this.#remembered.delete(oldest.value);
  }
}

/** Reads the files that are wanted; what they hold is noted in `seen`. */
async function serveAll(
  from: SiteFiles,
  paths: readonly SitePath[],
  seen: Map<SitePath, string | undefined>,
): Promise<Served> {
  const files: (Required<SentFile> | undefined)[] = [];
  let length = 0;
  for (const path of paths) {
    await setImmediate();
    const text = textOf(readFile(from, path, mostPulledInLength));
    length += text?.length ?? 0;
    const isIn = text !== undefined && length <= mostPulledInLength;
    seen.set(path, isIn ? hashOf(text) : undefined);
    files.push(isIn ? { path, hash: hashOf(text), text } : undefined);
  }
  return files;
}

function hashOfFile(from: SiteFiles, path: SitePath): string | undefined {
  const text = textOf(readFile(from, path, mostPulledInLength));
  return text === undefined ? undefined : hashOf(text);
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

function faulty(
  path: SitePath,
  text: string,
  kind: Exclude<ThreadAnswer["kind"], "answer">,
  milliseconds: number,
): SpecOutline | undefined {
  const guess = guessSpec(text.slice(0, 100_000), /\.json$/i.test(path));
  const [problem, words] = reasons[kind];
  const sentence = words.replace("N", String(Math.ceil(milliseconds / 1000)));
  return guess && faultyOutline(path, guess, { kind: problem, text: sentence, range: guess.range });
}

const reasons: Readonly<
  Record<Exclude<ThreadAnswer["kind"], "answer">, readonly [SpecProblem["kind"], string]>
> = {
  "too-slow": ["too-slow", "reading it takes over N seconds"],
  "too-much-memory": ["too-large", "reading it takes too much memory"],
  ended: ["too-slow", "reading it was ended"],
  failed: ["too-slow", "reading it was ended"],
  "given-up": ["too-slow", "reading it was ended"],
};
