import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import { handleSpecRequest, listNeededFiles } from "../../core/features/spec/spec-queries.ts";
import { buildResponseModel, readChannelModel, buildMessageModel } from "../../core/spec/model/operation-model.ts";
import { type LoadedSpecification, readSpecSteps, readSpecTree } from "../../core/spec/read-spec.ts";
import { listSpecReferences } from "../../core/spec/references.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SpecTree } from "../../core/spec/spec-tree.ts";
import {
  type AnalysisRequest,
  type AnalysisResult,
  analyzeSpecification,
} from "../../core/spec/validity/analyze-spec.ts";
import { BoundedMap } from "../../core/text/maps.ts";
import { createLineMap, type SitePath } from "../../core/text/text-edit.ts";
import type { Disk, DiskLocation, FileText } from "../files/disk.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { findInText } from "../files/secret-scan.ts";
import type * as SpecChecksModule from "./spec-validation.ts";
import {
  getStampHash,
  maxSpecReadSize,
  type ChunkedList,
  chunkedLists,
  type SentFile,
  type SpecReply,
  type SpecRequest,
  type SpecWorkerResults,
} from "./spec-worker-host.ts";

/**
 * The maximum total length of cached text in UTF-16 code units. This is enough for two specifications of the maximum
 * length.
 */
const maxCachedLength = 40_000_000;
const maxTrees = 200;

interface CachedTree {
  readonly text: string;
  readonly tree: SpecTree;
}

/** Caches recently parsed trees by the hash of their text so that the same file isn't parsed again for each request. */
export class SpecTreeCache {
  readonly #trees = new Map<string, CachedTree>();
  /** The key of the latest tree of each file. */
  readonly #keys = new Map<string, string>();
  #length = 0;

  get(path: SitePath, hash: string): CachedTree | undefined {
    const key = getKey(path, hash);
    const cachedTree = this.#trees.get(key);
    if (!cachedTree) return undefined;
    this.#trees.delete(key);
    this.#trees.set(key, cachedTree);
    return cachedTree;
  }

  /** Parses the text unless its tree is cached. */
  put(site: string, path: SitePath, hash: string, text: string): CachedTree {
    const knownCachedTree = this.get(path, hash);
    if (knownCachedTree) return knownCachedTree;
    const cachedTree = { text, tree: readSpecTree(path, text) };
    // The previous version of a file is rarely requested again.
    const key = `${site} ${path}`;
    const before = this.#keys.get(key);
    if (before !== undefined) this.#drop(before);
    this.#keys.set(key, getKey(path, hash));
    this.#trees.set(getKey(path, hash), cachedTree);
    this.#length += text.length;
    for (const [key, oldest] of this.#trees) {
      if (oldest === cachedTree || (this.#length <= maxCachedLength && this.#trees.size <= maxTrees)) break;
      this.#drop(key);
    }
    return cachedTree;
  }

  #drop(key: string): void {
    this.#length -= this.#trees.get(key)?.text.length ?? 0;
    this.#trees.delete(key);
  }

  /** Discards data derived from the trees but not the trees themselves. */
  release(): void {
    for (const { tree } of this.#trees.values()) tree.release?.();
  }
}

/** Returns the key for a cached tree. The same text results in different trees when it's parsed as JSON and as YAML. */
function getKey(path: SitePath, hash: string): string {
  return `${/\.json$/i.test(path) ? "json" : "yaml"} ${hash}`;
}

type AskRequest = Extract<SpecRequest, { kind: "ask" }>;

/** The state of a request in progress. */
interface Job {
  readonly ask: AskRequest;
  readonly hashes: Map<SitePath, string>;
  readonly texts: Map<SitePath, string>;
  isCanceled: boolean;
  resume: ((files: readonly (Required<SentFile> | undefined)[]) => void) | undefined;
}

interface LatestOutline {
  readonly read: LoadedSpecification;
  readonly hashes: ReadonlyMap<SitePath, string>;
}
const maxLatest = 4;

const canceledError = new Error("cancelled");
const sliceMilliseconds = 10;
const restMilliseconds = 3_000;

/**
 * The implementation of the specification worker. While requests wait for files, other requests are handled. A
 * low-priority request (`isPatient`) pauses between its steps while another request has work to do.
 */
export class SpecEngine {
  readonly #send: (reply: SpecReply) => void;
  readonly #treeCache = new SpecTreeCache();
  readonly #jobs = new Map<number, Job>();
  #rest: NodeJS.Timeout | undefined;
  /**
   * The last results, by site and path. Results are cached because a request for an outline is usually followed by a
   * request for an analysis.
   */
  readonly #latestOutlines = new BoundedMap<string, LatestOutline>(maxLatest);

  constructor(send: (reply: SpecReply) => void) {
    this.#send = send;
  }

  handleMessage(request: SpecRequest): void {
    if (request.kind === "ask") return void this.#run(request);
    const job = this.#jobs.get(request.id);
    if (!job) return;
    if (request.kind === "cancel") job.isCanceled = true;
    job.resume?.(request.kind === "files" ? request.files : []);
  }

  async #run(ask: AskRequest): Promise<void> {
    const job: Job = {
      ask,
      hashes: new Map(ask.files.map(({ path, hash }) => [path, hash])),
      texts: new Map(ask.files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]]))),
      isCanceled: false,
      resume: undefined,
    };
    this.#jobs.set(ask.id, job);
    try {
      const result = await this.#execute(job);
      this.#send({ id: ask.id, kind: "answer", result });
    } catch (error) {
      if (error !== canceledError)
        this.#send({ id: ask.id, kind: "failed", reason: error instanceof Error ? error.message : "" });
    } finally {
      this.#jobs.delete(ask.id);
      this.#scheduleRelease();
    }
  }

  /** Releases temporary memory when there have been no requests for a while. */
  #scheduleRelease(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#jobs.size > 0) return;
      this.#treeCache.release();
      globalThis.gc?.();
    }, restMilliseconds);
    this.#rest.unref();
  }

  async #execute(job: Job): Promise<SpecWorkerResults[keyof SpecWorkerResults]> {
    const { request } = job.ask;
    const specification = await this.#read(job);
    switch (request.kind) {
      case "outline": {
        if (!specification) return undefined;
        const analysis = request.request && (await this.#analyze(job, specification, request.request));
        const { entry, pattern } = job.ask;
        const text = job.texts.get(entry);
        return {
          outline: await this.#sendInPieces(job, addLines(specification.outline, job.ask.readAt && text)),
          analysis,
          found: pattern && text !== undefined ? findInText(entry, text, pattern) : undefined,
          hash: job.hashes.get(entry),
        };
      }
      case "analysis":
        return specification && this.#analyze(job, specification, request.request);
      case "references":
        return specification ? listSpecReferences(specification.files, specification.outline.includedFiles) : [];
      case "channel":
        return specification && readChannelModel(specification.files, request.id);
      case "answers":
        return specification && buildResponseModel(specification.files, request.operation);
      case "messages":
        return specification && buildMessageModel(specification.files, request.channel);
      case "editor": {
        if (!specification) return undefined;
        await this.#fetch(job, listNeededFiles(request.request, specification.outline));
        return handleSpecRequest(specification.files, specification.outline, request.request, (path) =>
          job.texts.get(path),
        );
      }
    }
  }

  async #read(job: Job): Promise<LoadedSpecification | undefined> {
    const { site, entry } = job.ask;
    const latestOutline = this.#latestOutlines.get(`${site} ${entry}`);
    if (latestOutline && job.ask.request.kind !== "outline" && hasSameHashes(latestOutline.hashes, job.hashes))
      return latestOutline.read;
    const text = await this.#readText(job, entry);
    if (text === undefined) return undefined;
    const steps = readSpecSteps(entry, text, (path, fileText) => this.#getTree(job, path, fileText));
    let step = steps.next();
    while (!step.done) {
      await this.#fetch(job, step.value);
      step = steps.next(
        step.value.map((path) => {
          const jobText = job.texts.get(path);
          return jobText === undefined ? undefined : this.#getTree(job, path, jobText);
        }),
      );
    }
    if (step.value) this.#latestOutlines.set(`${site} ${entry}`, { read: step.value, hashes: new Map(job.hashes) });
    return step.value;
  }

  async #analyze(
    job: Job,
    { files, outline }: LoadedSpecification,
    requestedItem: AnalysisRequest,
  ): Promise<AnalysisResult> {
    const checks = requestedItem.validity ? loadChecks() : undefined;
    // Loading the checks takes as long as the longest step, so pending messages are handled first.
    if (checks) await this.#waitForMessages(job);
    const checkInput = checks && { checks, text: await this.#readText(job, outline.path) };
    const steps = analyzeSpecification(files, outline, requestedItem, checkInput);
    let yieldAt = performance.now() + sliceMilliseconds;
    for (;;) {
      const step = steps.next();
      if (step.done) {
        const { problems } = step.value;
        const isValid = problems?.every(({ isTolerated, isServiceOnly }) => isTolerated || isServiceOnly);
        if (!checks || !problems || !isValid) return step.value;
        return {
          ...step.value,
          problems: [...problems, ...(await checks.validateWithValidator(files, outline, checks))],
        };
      }
      if (performance.now() < yieldAt) continue;
      do await this.#waitForMessages(job);
      while (job.ask.isPatient && this.#hasUrgent());
      yieldAt = performance.now() + sliceMilliseconds;
    }
  }

  #hasUrgent(): boolean {
    return [...this.#jobs.values()].some(({ ask, resume }) => !ask.isPatient && !resume);
  }

  /** Waits until pending messages have been handled. */
  async #waitForMessages(job: Job): Promise<void> {
    await setImmediate();
    if (job.isCanceled) throw canceledError;
  }

  #getTree(job: Job, path: SitePath, text: string): SpecTree {
    return this.#treeCache.put(job.ask.site, path, job.hashes.get(path) ?? "", text).tree;
  }

  async #readText(job: Job, path: SitePath): Promise<string | undefined> {
    await this.#fetch(job, [path]);
    return job.texts.get(path);
  }

  /** Gets the text of each of these files, either from the cache or from the requester. */
  async #fetch(job: Job, paths: readonly SitePath[]): Promise<void> {
    const missingFiles: SitePath[] = [];
    for (const path of paths) {
      if (job.texts.has(path)) continue;
      const hash = job.hashes.get(path);
      const cachedTree = hash === undefined ? undefined : this.#treeCache.get(path, hash);
      if (cachedTree) job.texts.set(path, cachedTree.text);
      else if (job.ask.readAt && path === job.ask.entry) readFromDisk(job, job.ask.readAt);
      else missingFiles.push(path);
    }
    if (missingFiles.length === 0) return;
    for (const file of await this.#reply(job, { id: job.ask.id, kind: "wanted", paths: missingFiles })) {
      if (!file) continue;
      job.hashes.set(file.path, file.hash);
      job.texts.set(file.path, file.text);
    }
  }

  /** Sends the outline's long lists in chunks, and returns the outline without them. */
  async #sendInPieces(job: Job, outline: SpecOutline): Promise<SpecOutline> {
    let rest = outline;
    for (const [name, size] of Object.entries(chunkedLists)) {
      const list = name as ChunkedList;
      const items: readonly unknown[] = outline[list];
      if (items.length <= size) continue;
      for (let i = 0; i < items.length; i += size)
        await this.#reply(job, {
          id: job.ask.id,
          kind: "piece",
          list,
          items: items.slice(i, i + size),
        });
      rest = { ...rest, [list]: [] };
    }
    return rest;
  }

  async #reply(job: Job, reply: SpecReply): Promise<readonly (Required<SentFile> | undefined)[]> {
    const receivedFiles = new Promise<readonly (Required<SentFile> | undefined)[]>((resolve) => {
      job.resume = resolve;
    });
    this.#send(reply);
    const files = await receivedFiles;
    job.resume = undefined;
    if (job.isCanceled) throw canceledError;
    return files;
  }
}

/** Adds line offsets to the outline so that a requester that hasn't read the text can show positions. */
function addLines(outline: SpecOutline, text: string | undefined): SpecOutline {
  if (text === undefined) return outline;
  const { lineStarts, length } = createLineMap(text);
  return { ...outline, lines: { lineStarts: Uint32Array.from(lineStarts), length } };
}

/**
 * Loads the checks, which are in a separate file in the bundle. This function uses `require`, because `import` takes
 * three times as long.
 */
function loadChecks(): typeof SpecChecksModule {
  const file = __filename.endsWith(".ts") ? "./spec-validation.ts" : "./spec-validation.js";
  return createRequire(__filename)(file) as typeof SpecChecksModule;
}

/**
 * Reads the specification directly from the disk. If the request is about older text, newer text isn't a valid result.
 */
function readFromDisk({ ask, hashes, texts }: Job, key: DiskLocation): void {
  const disk = createNodeDisk(key.root, key.limit);
  const { file, stamp } = readWithStamp(disk, ask.entry);
  const hash = getStampHash(stamp);
  if (file.kind !== "text" || (ask.request.kind !== "outline" && hash !== hashes.get(ask.entry))) return;
  hashes.set(ask.entry, hash);
  texts.set(ask.entry, file.text);
}

/**
 * Reads a file's text together with its stamp. If the file changes while it's being read, reads the file again, up to
 * three times.
 */
function readWithStamp(disk: Disk, path: SitePath): { readonly file: FileText; readonly stamp: string | undefined } {
  for (let attempt = 0; ; attempt++) {
    const stamp = disk.getStamp(path);
    const file = disk.read(path, maxSpecReadSize);
    if (attempt === 3 || disk.getStamp(path) === stamp) return { file, stamp };
  }
}

function hasSameHashes(a: ReadonlyMap<SitePath, string>, b: ReadonlyMap<SitePath, string>): boolean {
  return a.size === b.size && [...a].every(([path, hash]) => b.get(path) === hash);
}
