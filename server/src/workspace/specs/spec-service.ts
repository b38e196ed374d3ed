import { setImmediate } from "node:timers/promises";
import type { SpecEditorResults, SpecEditorRequest } from "../../core/features/spec/spec-queries.ts";
import { createErrorOutline, guessSpec, mayBeSpec } from "../../core/spec/detect-spec.ts";
import { maxIncludedLength } from "../../core/spec/references.ts";
import type { SpecOutline, SpecReadProblem } from "../../core/spec/spec-outline.ts";
import type { SpecReference } from "../../core/spec/spec-tree.ts";
import type { OperationName, SpecAnalysis, AnalysisRequest } from "../../core/spec/validity/analyze-spec.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { ReadSpecs } from "../analysis/load-site.ts";
import { sliceMilliseconds } from "../async/time-slicing.ts";
import type { TextFindings, BackgroundReader } from "../files/disk.ts";
import { TextIdentifiers } from "../files/file-stamps.ts";
import { readFile, type SiteFiles, getFileText } from "../files/site-files.ts";
import {
  getStampIdentifier,
  maxSpecReadSize,
  type OutlineRequest,
  type SentFile,
  type ServedFiles,
  type SpecWorkerResults,
  type SpecWorkerRequest,
  SpecWorkerHost,
  getSpecWorkerFile,
  type WorkerResponse,
  type WorkerRequest,
} from "./spec-worker-host.ts";

/** The reason why a request didn't get a result. */
export type WorkerLossKind = Exclude<WorkerResponse["kind"], "result">;

/** Returns the outline of a file that couldn't be read, or undefined if the file doesn't look like a specification. */
export function createFailedOutline(
  path: SitePath,
  text: string,
  kind: WorkerLossKind,
  milliseconds: number,
): SpecOutline | undefined {
  const guess = guessSpec(text.slice(0, 100_000), /\.json$/i.test(path));
  return guess && createErrorOutline(path, guess, { ...describeLoss(kind, milliseconds), range: guess.range });
}

function describeLoss(kind: WorkerLossKind, milliseconds: number): Pick<SpecReadProblem, "kind" | "reason"> {
  switch (kind) {
    case "too-slow": {
      const values = { count: Math.ceil(milliseconds / 1000) };
      return { kind: "too-slow", reason: { phrase: "parsing it takes more than {count} seconds", values } };
    }
    case "too-much-memory":
      return { kind: "too-large", reason: "parsing it takes too much memory" };
    case "ended":
    case "failed":
    case "given-up":
      return { kind: "too-slow", reason: "parsing it was canceled" };
  }
}

const maxOutlines = 500;

/** Caches the outline for each content key. If an outline is `undefined`, the file isn't a specification. */
export class OutlineCache {
  readonly #outlines = new BoundedMap<string, SpecOutline | undefined>(maxOutlines);
  /** The latest key for each path whose text isn't identified by its hash. */
  readonly #largeKeysByLocation = new Map<string, string>();

  has(key: string): boolean {
    return this.#outlines.has(key);
  }

  get(key: string): SpecOutline | undefined {
    return this.#outlines.get(key);
  }

  /**
   * Caches an outline. Only the latest outline of a large file is cached, because each of these outlines takes several
   * megabytes, and every keystroke creates a new one.
   */
  set(location: string, key: string, outline: SpecOutline | undefined): void {
    if (!/^[\da-f]/.test(key)) {
      const previousKey = this.#largeKeysByLocation.get(location);
      if (previousKey !== undefined) this.#outlines.delete(previousKey);
      this.#largeKeysByLocation.set(location, key);
    }
    this.#outlines.set(key, outline);
  }

  clear(): void {
    this.#outlines.clear();
    this.#largeKeysByLocation.clear();
  }
}

/** The inputs of an outline: the hash of each file's text, or `undefined` if the file is missing. */
export type OutlineInputs = ReadonlyMap<SitePath, string | undefined>;

/** Reads the requested files and records their contents in `servedHashes`. */
export async function serveFiles(
  siteFiles: SiteFiles,
  paths: readonly SitePath[],
  servedHashes: Map<SitePath, string | undefined>,
  identifiers: TextIdentifiers,
): Promise<ServedFiles> {
  const files: (Required<SentFile> | undefined)[] = [];
  let length = 0;
  for (const path of paths) {
    await setImmediate();
    const text = getFileText(readFile(siteFiles, path, maxIncludedLength));
    length += text?.length ?? 0;
    const isIncluded = text !== undefined && length <= maxIncludedLength;
    const hash = isIncluded ? identifiers.getIdentifier(siteFiles, path, text) : undefined;
    servedHashes.set(path, hash);
    files.push(isIncluded && hash !== undefined ? { path, hash, text } : undefined);
  }
  return files;
}

export function getContentIdentifier(
  siteFiles: SiteFiles,
  path: SitePath,
  identifiers: TextIdentifiers,
): string | undefined {
  const text = getFileText(readFile(siteFiles, path, maxIncludedLength));
  return text === undefined ? undefined : identifiers.getIdentifier(siteFiles, path, text);
}

/** Whether the file on disk has exactly this text. The file is read only if its size matches. */
export function isOnDisk({ disk }: SiteFiles, path: SitePath, text: string): boolean {
  if (disk.threadReader?.getSize(path) !== Buffer.byteLength(text)) return false;
  const file = disk.read(path, maxSpecReadSize);
  return file.kind === "text" && file.text === text;
}

/** An outline, along with its analysis if one was requested. */
export interface SpecWithAnalysis {
  readonly outline: SpecOutline;
  readonly analysis: SpecAnalysis | undefined;
}

/** The result of reading a file. `spec` is undefined if the file isn't a specification. */
export type OutlineReply =
  | {
      readonly kind: "result";
      readonly spec: SpecWithAnalysis | undefined;
      readonly findings: TextFindings | undefined;
    }
  | { readonly kind: WorkerLossKind };

export const noSpecReply: OutlineReply = { kind: "result", spec: undefined, findings: undefined };

/**
 * The maximum size in bytes of files that are read in this thread. The worker reads larger files directly from the
 * disk.
 */
const maxInlineSize = 1_000_000;
/**
 * The maximum length, in UTF-16 code units, of a text whose outline and analysis are shown together. For longer text,
 * the outline is shown as soon as it's available, and the analysis is shown later. Validating 2 MB takes three times as
 * long as reading it.
 */
const maxCombinedLength = 500_000;

export interface SpecServiceOptions {
  /** The time limit for reading one file, in milliseconds. */
  readonly milliseconds?: number;
  /** The time limit for an analysis, in milliseconds. */
  readonly analysisMilliseconds?: number;
  /** The path of the worker file. Omit to use the default. */
  readonly worker?: string;
  /** The host of a worker that may already have been started. */
  readonly workerHost?: SpecWorkerHost | undefined;
}

/**
 * Reads specifications in one worker, one at a time. At most one analysis runs at the same time as a read. Outlines are
 * cached by path and content. If a file exceeds the time or memory limit, a problem is reported in the file.
 */
export class SpecService {
  readonly #milliseconds: number;
  readonly #analysisMilliseconds: number;
  readonly #workerHost: SpecWorkerHost;
  readonly #outlineCache = new OutlineCache();
  readonly #textIdentifiers = new TextIdentifiers();
  readonly #inputsByOutline = new WeakMap<SpecOutline, OutlineInputs>();
  /**
   * The text of each long file whose analysis follows the outline, keyed by outline. Text that only the worker has read
   * isn't included.
   */
  readonly longTextsByOutline = new WeakMap<SpecOutline, string>();
  #isFinal = true;
  #lastJob: Promise<unknown> = Promise.resolve();
  #lastAnalysis: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor({
    milliseconds = 15_000,
    analysisMilliseconds = 60_000,
    worker = getSpecWorkerFile(),
    workerHost = new SpecWorkerHost(worker),
  }: SpecServiceOptions = {}) {
    this.#milliseconds = milliseconds;
    this.#analysisMilliseconds = analysisMilliseconds;
    this.#workerHost = workerHost;
  }

  /**
   * Reads specifications for the site loader. Each text is read only when it's needed, so it includes the latest edits.
   */
  readonly readSpecs: ReadSpecs = async (siteFiles, paths, signal) => {
    const outlines: SpecOutline[] = [];
    let nextYieldTime = performance.now() + sliceMilliseconds;
    for (const path of paths) {
      signal?.throwIfAborted();
      if (performance.now() > nextYieldTime) {
        await setImmediate();
        nextYieldTime = performance.now() + sliceMilliseconds;
      }
      const outline = (await this.read(siteFiles, path))?.outline;
      if (outline) outlines.push(outline);
    }
    signal?.throwIfAborted();
    return outlines;
  };

  /**
   * Reads the current specification at `path`, along with an analysis for `request`. Returns undefined if the file
   * isn't a specification.
   */
  async read(siteFiles: SiteFiles, path: SitePath, request?: AnalysisRequest): Promise<SpecWithAnalysis | undefined> {
    const { threadReader } = siteFiles.disk;
    const isLarge =
      siteFiles.readUnsavedText?.(path) === undefined && (threadReader?.getSize(path) ?? 0) > maxInlineSize;
    if (threadReader && isLarge) return this.#readInWorker(siteFiles, path, threadReader);
    const text = getFileText(readFile(siteFiles, path, maxSpecReadSize));
    if (text === undefined) return undefined;
    return this.#readFromDisk(siteFiles, path, text) ?? this.readText(siteFiles, path, text, request);
  }

  /** Reads a specification from text. Included files come from the site. Never rejects. */
  async readText(
    siteFiles: SiteFiles,
    path: SitePath,
    text: string,
    request?: AnalysisRequest,
  ): Promise<SpecWithAnalysis | undefined> {
    if (this.#hasEnded || !mayBeSpec(path, text)) return undefined;
    const hash = this.#textIdentifiers.getIdentifier(siteFiles, path, text);
    const cachedSpec = this.#getCachedOutline(siteFiles, `${hash} ${path}`);
    if (cachedSpec && !request) return cachedSpec.outline && { outline: cachedSpec.outline, analysis: undefined };
    const reply = await this.#readOutline(siteFiles, path, {
      request: { kind: "outline", request: text.length > maxCombinedLength ? undefined : request },
      files: [{ path, hash, text }],
    });
    if (reply.kind !== "result") return this.#createFailedResult(path, text, reply.kind);
    if (reply.spec && text.length > maxCombinedLength) this.longTextsByOutline.set(reply.spec.outline, text);
    return reply.spec;
  }

  /** Has the worker read the file directly so that a large file doesn't block this thread. */
  async #readInWorker(
    siteFiles: SiteFiles,
    path: SitePath,
    { diskOptions, keyPattern: secretKeyPattern, onFound }: BackgroundReader,
  ): Promise<SpecWithAnalysis | undefined> {
    if (this.#hasEnded) return undefined;
    const hash = getStampIdentifier(siteFiles.disk.getStamp(path));
    const cachedSpec = this.#getCachedOutline(siteFiles, `${hash} ${path}`);
    // The cache doesn't contain the keys and media names in the text.
    if (cachedSpec && !onFound) return cachedSpec.outline && { outline: cachedSpec.outline, analysis: undefined };
    const reply = await this.#readOutline(siteFiles, path, {
      request: { kind: "outline" },
      files: [{ path, hash }],
      diskOptions,
      keyPattern: secretKeyPattern,
    });
    if (reply.kind === "result") {
      if (reply.findings) onFound?.(path, reply.findings);
      return reply.spec;
    }
    return this.#createFailedResult(path, getFileText(readFile(siteFiles, path, maxSpecReadSize)) ?? "", reply.kind);
  }

  /**
   * Returns the worker's result for a large file that has just been opened in an editor with the same content as on
   * disk.
   */
  #readFromDisk(siteFiles: SiteFiles, path: SitePath, text: string): SpecWithAnalysis | undefined {
    if (text.length <= maxCombinedLength || siteFiles.readUnsavedText?.(path) === undefined) return undefined;
    const outline = this.#getCachedOutline(
      siteFiles,
      `${getStampIdentifier(siteFiles.disk.getStamp(path))} ${path}`,
    )?.outline;
    if (!outline || !isOnDisk(siteFiles, path, text)) return undefined;
    this.longTextsByOutline.set(outline, text);
    return { outline, analysis: undefined };
  }

  /** Returns the cached outline for this content, provided that the included files haven't changed. */
  #getCachedOutline(siteFiles: SiteFiles, key: string): { readonly outline: SpecOutline | undefined } | undefined {
    if (!this.#outlineCache.has(key)) return undefined;
    const outline = this.#outlineCache.get(key);
    return !outline || this.#areFilesUnchanged(siteFiles, outline) ? { outline } : undefined;
  }

  async #readOutline(
    siteFiles: SiteFiles,
    path: SitePath,
    pendingRequest: Pick<WorkerRequest, "files" | "diskOptions" | "keyPattern"> & {
      readonly request: OutlineRequest;
    },
  ): Promise<OutlineReply> {
    const hashesByPath = new Map<SitePath, string | undefined>();
    for (const file of pendingRequest.files) hashesByPath.set(file.path, file.hash);
    const jobPromise = this.#lastJob.then(() =>
      this.#request("outline", {
        ...pendingRequest,
        siteFolder: siteFiles.disk.root,
        entry: path,
        serve: (paths) => serveFiles(siteFiles, paths, hashesByPath, this.#textIdentifiers),
      }),
    );
    this.#lastJob = jobPromise;
    const reply = await jobPromise;
    if (this.#hasEnded) return noSpecReply;
    if (reply.kind !== "result") return reply;
    const outlineResult = reply.result as SpecWorkerResults["outline"];
    if (outlineResult?.hash !== undefined) hashesByPath.set(path, outlineResult.hash);
    const key = `${hashesByPath.get(path) ?? ""} ${path}`;
    const cachedSpec = this.#outlineCache.get(key);
    // If the outline hasn't changed, it remains the same object, so data derived from it remains valid.
    const unchangedOutline =
      !pendingRequest.request.request && cachedSpec && outlineResult && this.#areFilesUnchanged(siteFiles, cachedSpec)
        ? cachedSpec
        : undefined;
    const outline = unchangedOutline ?? outlineResult?.outline;
    this.#outlineCache.set(`${siteFiles.disk.root} ${path}`, key, outline);
    if (!outlineResult || !outline) return noSpecReply;
    this.#inputsByOutline.set(outline, hashesByPath);
    const analysis = outlineResult.analysis && { outline, ...outlineResult.analysis };
    return { kind: "result", spec: { outline, analysis }, findings: outlineResult.findings };
  }

  #createFailedResult(path: SitePath, text: string, kind: WorkerLossKind): SpecWithAnalysis | undefined {
    const outline = createFailedOutline(path, text, kind, this.#milliseconds);
    return outline && { outline, analysis: undefined };
  }

  /**
   * Returns the analysis of an outline that was read by this service. Returns undefined if any of the outline's files
   * has changed since then.
   */
  async analyze(
    siteFiles: SiteFiles,
    outline: SpecOutline,
    request: AnalysisRequest,
    signal?: AbortSignal,
  ): Promise<SpecAnalysis | undefined> {
    const analysisPromise = this.#lastAnalysis.then(() =>
      this.#sendRequest(siteFiles, outline, { kind: "analysis", request }, true, signal),
    );
    this.#lastAnalysis = analysisPromise;
    const result = (await analysisPromise) as SpecWorkerResults["analysis"];
    return result && { outline, ...result };
  }

  /** Returns the model of one operation, along with the schemas that it references. */
  async readModel(siteFiles: SiteFiles, outline: SpecOutline, operation: OperationName) {
    const request = { checksValidity: false, operations: [operation] };
    const result = await this.#sendRequest(siteFiles, outline, { kind: "analysis", request }, false);
    return (result as SpecWorkerResults["analysis"])?.models;
  }

  /** Returns the model of one AsyncAPI channel, along with the schemas that it references. */
  async readChannel(siteFiles: SiteFiles, outline: SpecOutline, id: string) {
    return (await this.#sendRequest(
      siteFiles,
      outline,
      { kind: "channel", id },
      false,
    )) as SpecWorkerResults["channel"];
  }

  /**
   * Returns the response definitions of one operation or the message definitions of one channel, or undefined if the
   * operation or channel doesn't exist.
   */
  async readResponses(
    siteFiles: SiteFiles,
    outline: SpecOutline,
    target: OperationName | { readonly channel: string },
  ) {
    const pendingRequest: SpecWorkerRequest =
      "channel" in target ? { kind: "messages", ...target } : { kind: "answers", operation: target };
    return (await this.#sendRequest(siteFiles, outline, pendingRequest, false)) as SpecWorkerResults[
      | "answers"
      | "messages"];
  }

  /** Returns every `$ref` in the specification and in the files that it includes. */
  async readReferences(siteFiles: SiteFiles, outline: SpecOutline): Promise<readonly SpecReference[]> {
    return ((await this.#sendRequest(siteFiles, outline, { kind: "references" }, false)) ??
      []) as SpecWorkerResults["references"];
  }

  /** Returns data for an editor feature, or undefined if the specification hasn't been read or has changed. */
  async requestEditorData<About extends keyof SpecEditorResults>(
    siteFiles: SiteFiles,
    outline: SpecOutline,
    request: SpecEditorRequest & { readonly about: About },
  ): Promise<SpecEditorResults[About] | undefined> {
    const workerRequest = { kind: "editor", request } as const;
    return (await this.#sendRequest(siteFiles, outline, workerRequest, false)) as SpecEditorResults[About];
  }

  /** Whether all requests so far got their results. False if one of them took too long or too much memory. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** Ends the worker. Reads in progress don't return a result. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#outlineCache.clear();
    await this.#workerHost.end();
  }

  /**
   * Sends a request about an outline. The worker uses exactly the texts from which the outline was created.
   */
  async #sendRequest(
    siteFiles: SiteFiles,
    outline: SpecOutline,
    request: SpecWorkerRequest,
    isLowPriority: boolean,
    signal?: AbortSignal,
  ): Promise<SpecWorkerResults[keyof SpecWorkerResults]> {
    const inputs = this.#inputsByOutline.get(outline);
    if (!inputs || this.#hasEnded) return undefined;
    const wasReadInWorker = inputs.get(outline.path)?.startsWith(getStampIdentifier("")) ?? false;
    const reply = await this.#request(isLowPriority ? "analysis" : "outline", {
      request,
      siteFolder: siteFiles.disk.root,
      entry: outline.path,
      diskOptions: wasReadInWorker ? siteFiles.disk.threadReader?.diskOptions : undefined,
      files: [...inputs].flatMap(([path, hash]) => (hash === undefined ? [] : [{ path, hash }])),
      serve: async (paths) => {
        const newHashes = new Map<SitePath, string | undefined>();
        const files = await serveFiles(siteFiles, paths, newHashes, this.#textIdentifiers);
        return [...newHashes].every(([path, hash]) => inputs.get(path) === hash) ? files : undefined;
      },
      signal,
    });
    return reply.kind === "result" ? reply.result : undefined;
  }

  /**
   * Sends a request to the worker. If both a read and an analysis were lost with the worker, the analysis may have been
   * the cause, so the read is tried again.
   */
  async #request(
    workKind: "outline" | "analysis",
    pendingRequest: Omit<WorkerRequest, "isLowPriority" | "milliseconds">,
  ): Promise<WorkerResponse> {
    const isLowPriority = workKind === "analysis";
    const milliseconds = isLowPriority ? this.#analysisMilliseconds : this.#milliseconds;
    const wasWorkerBusy = this.#workerHost.isBusy;
    const reply = await this.#workerHost.sendRequest({ ...pendingRequest, isLowPriority, milliseconds });
    this.#isFinal &&= reply.kind === "result";
    const wasStopped = reply.kind === "too-slow" || reply.kind === "too-much-memory" || reply.kind === "ended";
    if (!wasStopped || !wasWorkerBusy || isLowPriority || this.#hasEnded) return reply;
    return this.#workerHost.sendRequest({ ...pendingRequest, isLowPriority, milliseconds });
  }

  /** Whether the files that an outline includes are unchanged. */
  #areFilesUnchanged(siteFiles: SiteFiles, outline: SpecOutline): boolean {
    const inputs = this.#inputsByOutline.get(outline);
    return outline.includedFiles.every(
      (path) => getContentIdentifier(siteFiles, path, this.#textIdentifiers) === inputs?.get(path),
    );
  }
}
