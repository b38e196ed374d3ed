import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { SpecEditorResults, SpecEditorRequest } from "../../core/features/spec/spec-queries.ts";
import { faultyOutline, guessSpec, mayBeSpec } from "../../core/spec/detect-spec.ts";
import { maxPulledInLength } from "../../core/spec/references.ts";
import type { SpecOutline, SpecProblem } from "../../core/spec/spec-outline.ts";
import type { SpecReference } from "../../core/spec/spec-tree.ts";
import type { OperationName, SpecAnalysis, AnalysisRequest } from "../../core/spec/validity/analyze-spec.ts";
import { BoundedMap } from "../../core/text/bounded-map.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { ReadSpecs } from "../analysis/load-site.ts";
import { sliceMilliseconds } from "../async/time-slicing.ts";
import type { FoundInText, ReadElsewhere } from "../files/disk.ts";
import { readFile, type SiteFiles, readFileText } from "../files/site-files.ts";
import {
  hashOfStamp,
  maxSpecReadSize,
  type OutlineQuestion,
  type SentFile,
  type Served,
  type SpecWorkerResults,
  type SpecWorkerRequest,
  SpecWorkerHost,
  specWorkerFile,
  type WorkerResponse,
  type WorkerRequest,
} from "./spec-worker-host.ts";

/** Why a question came back without an answer. */
export type WorkerLossKind = Exclude<WorkerResponse["kind"], "answer">;

/** The outline of a file that could not be read; undefined when it does not look like a specification. */
export function createLostSpec(
  path: SitePath,
  text: string,
  kind: WorkerLossKind,
  milliseconds: number,
): SpecOutline | undefined {
  const guess = guessSpec(text.slice(0, 100_000), /\.json$/i.test(path));
  const [problem, words] = reasons[kind];
  const sentence = words.replace("N", String(Math.ceil(milliseconds / 1000)));
  return guess && faultyOutline(path, guess, { kind: problem, text: sentence, range: guess.range });
}

const reasons: Readonly<Record<WorkerLossKind, readonly [SpecProblem["kind"], string]>> = {
  "too-slow": ["too-slow", "reading it takes over N seconds"],
  "too-much-memory": ["too-large", "reading it takes too much memory"],
  ended: ["too-slow", "reading it was ended"],
  failed: ["too-slow", "reading it was ended"],
  "given-up": ["too-slow", "reading it was ended"],
};

const maxRemembered = 500;

/** Outlines by what they were read from; an `undefined` one is a file that is no specification. */
export class OutlineCache {
  readonly #outlines = new BoundedMap<string, SpecOutline | undefined>(maxRemembered);
  /** By place the latest key of a text that is known by another name than its hash. */
  readonly #largeKeys = new Map<string, string>();

  has(key: string): boolean {
    return this.#outlines.has(key);
  }

  get(key: string): SpecOutline | undefined {
    return this.#outlines.get(key);
  }

  /** Of large files the latest only: each outline is some megabytes, and there is one for every key struck. */
  set(place: string, key: string, outline: SpecOutline | undefined): void {
    if (!/^[\da-f]/.test(key)) {
      const before = this.#largeKeys.get(place);
      if (before !== undefined) this.#outlines.delete(before);
      this.#largeKeys.set(place, key);
    }
    this.#outlines.set(key, outline);
  }

  clear(): void {
    this.#outlines.clear();
    this.#largeKeys.clear();
  }
}

/** What an outline was made of: the hash of each file's text, `undefined` for one that was not there. */
export type Origin = ReadonlyMap<SitePath, string | undefined>;

/** A longer text in an editor is known by the order it came in: hashing 2 MB would hold up every key. */
const maxHashedLength = 50_000;

const maxNamed = 20;

/** What texts are known by: their hash, or a number while they are written. The same text has the same name as before. */
export class TextNames {
  readonly #latest = new BoundedMap<string, { readonly text: string; readonly name: string }>(maxNamed);
  #count = 0;

  nameOf({ disk, unsaved }: SiteFiles, path: SitePath, text: string): string {
    if (text.length <= maxHashedLength || unsaved?.(path) === undefined) return hashOf(text);
    const place = `${disk.root} ${path}`;
    const latest = this.#latest.get(place);
    if (latest?.text === text) return latest.name;
    const name = `text ${++this.#count}`;
    this.#latest.set(place, { text, name });
    return name;
  }
}

/** Reads the files that are wanted; what they hold is noted in `seen`. */
export async function serveAll(
  from: SiteFiles,
  paths: readonly SitePath[],
  seen: Map<SitePath, string | undefined>,
  names: TextNames,
): Promise<Served> {
  const files: (Required<SentFile> | undefined)[] = [];
  let length = 0;
  for (const path of paths) {
    await setImmediate();
    const text = readFileText(readFile(from, path, maxPulledInLength));
    length += text?.length ?? 0;
    const isIn = text !== undefined && length <= maxPulledInLength;
    const hash = isIn ? names.nameOf(from, path, text) : undefined;
    seen.set(path, hash);
    files.push(isIn && hash !== undefined ? { path, hash, text } : undefined);
  }
  return files;
}

export function getFileName(from: SiteFiles, path: SitePath, names: TextNames): string | undefined {
  const text = readFileText(readFile(from, path, maxPulledInLength));
  return text === undefined ? undefined : names.nameOf(from, path, text);
}

/** Whether the disk has the very same text. Where it has not, the sizes mostly tell. */
export function isOnDisk({ disk }: SiteFiles, path: SitePath, text: string): boolean {
  if (disk.elsewhere?.sizeOf(path) !== Buffer.byteLength(text)) return false;
  const file = disk.read(path, maxSpecReadSize);
  return file.kind === "text" && file.text === text;
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** An outline, and the study of it where one was asked for. */
export interface SpecWithAnalysis {
  readonly outline: SpecOutline;
  readonly study: SpecAnalysis | undefined;
}

/** What comes of reading a file; nothing is read of one that is no specification. */
export type OutlineReply =
  | {
      readonly kind: "answer";
      readonly read: SpecWithAnalysis | undefined;
      readonly found: FoundInText | undefined;
    }
  | { readonly kind: WorkerLossKind };

export const noSpec: OutlineReply = { kind: "answer", read: undefined, found: undefined };

/** Larger files on the disk are read by the worker. In bytes. */
const maxHereSize = 1_000_000;
/**
 * A longer one is shown as soon as its outline is there, and its study follows: to validate 2 MB takes three times as
 * long as to read them. In UTF-16 units.
 */
const maxTogetherSize = 500_000;

export interface SpecServiceOptions {
  /** How long reading one file may take. */
  readonly milliseconds?: number;
  /** How long a study may take. */
  readonly studyMilliseconds?: number;
  /** The worker's file, when it is not the one that belongs here. */
  readonly worker?: string;
}

/**
 * Reads specifications in one worker, one at a time, and studies one beside that. Outlines are remembered by path
 * and content. What cannot be read in time or memory has a problem that says so.
 */
export class SpecService {
  readonly #milliseconds: number;
  readonly #analysisMilliseconds: number;
  readonly #thread: SpecWorkerHost;
  readonly #remembered = new OutlineCache();
  readonly #names = new TextNames();
  readonly #origins = new WeakMap<SpecOutline, Origin>();
  /** The texts of long files, of which the study follows the outline; not of those that only the worker has read. */
  readonly longTexts = new WeakMap<SpecOutline, string>();
  #last: Promise<unknown> = Promise.resolve();
  #lastAnalysis: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor({
    milliseconds = 15_000,
    studyMilliseconds: analysisMilliseconds = 60_000,
    worker = specWorkerFile(),
  }: SpecServiceOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#analysisMilliseconds = analysisMilliseconds;
    this.#thread = new SpecWorkerHost(worker);
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
  async read(
    from: SiteFiles,
    path: SitePath,
    request?: AnalysisRequest,
  ): Promise<SpecWithAnalysis | undefined> {
    const { elsewhere } = from.disk;
    const isLarge = from.unsaved?.(path) === undefined && (elsewhere?.sizeOf(path) ?? 0) > maxHereSize;
    if (elsewhere && isLarge) return this.#readElsewhere(from, path, elsewhere);
    const text = readFileText(readFile(from, path, maxSpecReadSize));
    if (text === undefined) return undefined;
    return this.#readFromDisk(from, path, text) ?? this.readText(from, path, text, request);
  }

  /** The specification that a text is; files that it pulls in come from the site. Rejects never. */
  async readText(
    from: SiteFiles,
    path: SitePath,
    text: string,
    request?: AnalysisRequest,
  ): Promise<SpecWithAnalysis | undefined> {
    if (this.#ended || !mayBeSpec(path, text)) return undefined;
    const hash = this.#names.nameOf(from, path, text);
    const known = this.#known(from, `${hash} ${path}`);
    if (known && !request) return known.outline && { outline: known.outline, study: undefined };
    const reply = await this.#readOutline(from, path, {
      question: { kind: "outline", wish: text.length > maxTogetherSize ? undefined : request },
      files: [{ path, hash, text }],
    });
    if (reply.kind !== "answer") return this.#withFault(path, text, reply.kind);
    if (reply.read && text.length > maxTogetherSize) this.longTexts.set(reply.read.outline, text);
    return reply.read;
  }

  /** The worker reads the file itself, so that nothing here is held up by its length. */
  async #readElsewhere(
    from: SiteFiles,
    path: SitePath,
    { place, pattern, found }: ReadElsewhere,
  ): Promise<SpecWithAnalysis | undefined> {
    if (this.#ended) return undefined;
    const hash = hashOfStamp(from.disk.stamp(path));
    const known = this.#known(from, `${hash} ${path}`);
    // What was found in the text is not remembered.
    if (known && !found) return known.outline && { outline: known.outline, study: undefined };
    const reply = await this.#readOutline(from, path, {
      question: { kind: "outline" },
      files: [{ path, hash }],
      readAt: place,
      pattern,
    });
    if (reply.kind === "answer") {
      if (reply.found) found?.(path, reply.found);
      return reply.read;
    }
    return this.#withFault(path, readFileText(readFile(from, path, maxSpecReadSize)) ?? "", reply.kind);
  }

  /** What the worker has read of a large file that is opened in an editor as it is on the disk. */
  #readFromDisk(from: SiteFiles, path: SitePath, text: string): SpecWithAnalysis | undefined {
    if (text.length <= maxTogetherSize || from.unsaved?.(path) === undefined) return undefined;
    const outline = this.#known(from, `${hashOfStamp(from.disk.stamp(path))} ${path}`)?.outline;
    if (!outline || !isOnDisk(from, path, text)) return undefined;
    this.longTexts.set(outline, text);
    return { outline, study: undefined };
  }

  /** What an earlier reading of that content came to, as long as the files that it pulls in are still the same. */
  #known(from: SiteFiles, key: string): { readonly outline: SpecOutline | undefined } | undefined {
    if (!this.#remembered.has(key)) return undefined;
    const outline = this.#remembered.get(key);
    return !outline || this.#isPresent(from, outline) ? { outline } : undefined;
  }

  async #readOutline(
    from: SiteFiles,
    path: SitePath,
    requested: Pick<WorkerRequest, "files" | "readAt" | "pattern"> & { readonly question: OutlineQuestion },
  ): Promise<OutlineReply> {
    const origin = new Map<SitePath, string | undefined>();
    for (const file of requested.files) origin.set(file.path, file.hash);
    const turn = this.#last.then(() =>
      this.#request("outline", {
        ...requested,
        site: from.disk.root,
        entry: path,
        serve: (paths) => serveAll(from, paths, origin, this.#names),
      }),
    );
    this.#last = turn;
    const reply = await turn;
    if (this.#ended) return noSpec;
    if (reply.kind !== "answer") return reply;
    const answer = reply.answer as SpecWorkerResults["outline"];
    if (answer?.hash !== undefined) origin.set(path, answer.hash);
    const key = `${origin.get(path) ?? ""} ${path}`;
    const known = this.#remembered.get(key);
    // The same once more keeps its identity, so that what was found out about it holds.
    const same =
      !requested.question.wish && known && answer && this.#isPresent(from, known) ? known : undefined;
    const outline = same ?? answer?.outline;
    this.#remembered.set(`${from.disk.root} ${path}`, key, outline);
    if (!answer || !outline) return noSpec;
    this.#origins.set(outline, origin);
    const analysis = answer.study && { of: outline, ...answer.study };
    return { kind: "answer", read: { outline, study: analysis }, found: answer.found };
  }

  #withFault(path: SitePath, text: string, kind: WorkerLossKind): SpecWithAnalysis | undefined {
    const outline = createLostSpec(path, text, kind, this.#milliseconds);
    return outline && { outline, study: undefined };
  }

  /** The study of an outline that was read here; undefined when its files are no longer those that it was made of. */
  async analyze(
    from: SiteFiles,
    outline: SpecOutline,
    request: AnalysisRequest,
    signal?: AbortSignal,
  ): Promise<SpecAnalysis | undefined> {
    const turn = this.#lastAnalysis.then(() =>
      this.#about(from, outline, { kind: "study", wish: request }, true, signal),
    );
    this.#lastAnalysis = turn;
    const result = (await turn) as SpecWorkerResults["study"];
    return result && { of: outline, ...result };
  }

  /** What is known of one operation, with the schemas that it names. */
  async model(from: SiteFiles, outline: SpecOutline, operation: OperationName) {
    const request = { validity: false, operations: [operation] };
    const result = await this.#about(from, outline, { kind: "study", wish: request }, false);
    return (result as SpecWorkerResults["study"])?.models;
  }

  /** What is known of one channel of AsyncAPI, with the schemas that it names. */
  async channel(from: SiteFiles, outline: SpecOutline, id: string) {
    return (await this.#about(from, outline, { kind: "channel", id }, false)) as SpecWorkerResults["channel"];
  }

  /** What one operation says of its answers, or one channel of its messages; undefined where it is not there. */
  async answers(from: SiteFiles, outline: SpecOutline, of: OperationName | { readonly channel: string }) {
    const requested: SpecWorkerRequest =
      "channel" in of ? { kind: "messages", ...of } : { kind: "answers", operation: of };
    return (await this.#about(from, outline, requested, false)) as SpecWorkerResults["answers" | "messages"];
  }

  /** Every `$ref` of the specification and of the files that it pulls in. */
  async references(from: SiteFiles, outline: SpecOutline): Promise<readonly SpecReference[]> {
    return ((await this.#about(from, outline, { kind: "references" }, false)) ??
      []) as SpecWorkerResults["references"];
  }

  /** What an editor asks of the trees; undefined where the specification is not read or no longer what it was. */
  async ask<About extends keyof SpecEditorResults>(
    from: SiteFiles,
    outline: SpecOutline,
    question: SpecEditorRequest & { readonly about: About },
  ): Promise<SpecEditorResults[About] | undefined> {
    const requested = { kind: "editor", question } as const;
    return (await this.#about(from, outline, requested, false)) as SpecEditorResults[About];
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
    question: SpecWorkerRequest,
    isPatient: boolean,
    signal?: AbortSignal,
  ): Promise<SpecWorkerResults[keyof SpecWorkerResults]> {
    const origin = this.#origins.get(outline);
    if (!origin || this.#ended) return undefined;
    const isReadElsewhere = origin.get(outline.path)?.startsWith(hashOfStamp("")) ?? false;
    const reply = await this.#request(isPatient ? "study" : "outline", {
      question,
      site: from.disk.root,
      entry: outline.path,
      readAt: isReadElsewhere ? from.disk.elsewhere?.place : undefined,
      files: [...origin].flatMap(([path, hash]) => (hash === undefined ? [] : [{ path, hash }])),
      serve: async (paths) => {
        const now = new Map<SitePath, string | undefined>();
        const files = await serveAll(from, paths, now, this.#names);
        return [...now].every(([path, hash]) => origin.get(path) === hash) ? files : undefined;
      },
      signal,
    });
    return reply.kind === "answer" ? reply.answer : undefined;
  }

  /** A reading that was lost together with a study is no worse for it and is tried again. */
  async #request(
    what: "outline" | "study",
    requested: Omit<WorkerRequest, "isPatient" | "milliseconds">,
  ): Promise<WorkerResponse> {
    const isPatient = what === "study";
    const milliseconds = isPatient ? this.#analysisMilliseconds : this.#milliseconds;
    const withOthers = this.#thread.isBusy;
    const reply = await this.#thread.ask({ ...requested, isPatient, milliseconds });
    const isLost = reply.kind === "too-slow" || reply.kind === "too-much-memory" || reply.kind === "ended";
    if (!isLost || !withOthers || isPatient || this.#ended) return reply;
    return this.#thread.ask({ ...requested, isPatient, milliseconds });
  }

  /** Whether the files that an outline pulls in are still what they were. */
  #isPresent(from: SiteFiles, outline: SpecOutline): boolean {
    const origin = this.#origins.get(outline);
    return outline.reads.every((path) => getFileName(from, path, this.#names) === origin?.get(path));
  }
}
