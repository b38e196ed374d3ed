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
import type { Disk, NodeDiskOptions, FileText } from "../files/disk.ts";
import { createNodeDisk } from "../files/node-disk.ts";
import { scanText } from "../files/secret-scan.ts";
import type * as SpecChecksModule from "./spec-validation.ts";
import {
  getStampIdentifier,
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
  readonly #treesByKey = new Map<string, CachedTree>();
  /** The key of the latest tree of each file. */
  readonly #latestKeysByFile = new Map<string, string>();
  #totalTextLength = 0;

  get(path: SitePath, hash: string): CachedTree | undefined {
    const key = getKey(path, hash);
    const cachedTree = this.#treesByKey.get(key);
    if (!cachedTree) return undefined;
    this.#treesByKey.delete(key);
    this.#treesByKey.set(key, cachedTree);
    return cachedTree;
  }

  /** Parses the text unless its tree is cached. */
  put(siteFolder: string, path: SitePath, hash: string, text: string): CachedTree {
    const existingTree = this.get(path, hash);
    if (existingTree) return existingTree;
    const cachedTree = { text, tree: readSpecTree(path, text) };
    // The previous version of a file is rarely requested again.
    const key = `${siteFolder} ${path}`;
    const previousKey = this.#latestKeysByFile.get(key);
    if (previousKey !== undefined) this.#dropTree(previousKey);
    this.#latestKeysByFile.set(key, getKey(path, hash));
    this.#treesByKey.set(getKey(path, hash), cachedTree);
    this.#totalTextLength += text.length;
    for (const [key, oldestTree] of this.#treesByKey) {
      if (oldestTree === cachedTree || (this.#totalTextLength <= maxCachedLength && this.#treesByKey.size <= maxTrees))
        break;
      this.#dropTree(key);
    }
    return cachedTree;
  }

  #dropTree(key: string): void {
    this.#totalTextLength -= this.#treesByKey.get(key)?.text.length ?? 0;
    this.#treesByKey.delete(key);
  }

  /** Discards data derived from the trees but not the trees themselves. */
  release(): void {
    for (const { tree } of this.#treesByKey.values()) tree.release?.();
  }
}

/** Returns the key for a cached tree. The same text results in different trees when it's parsed as JSON and as YAML. */
function getKey(path: SitePath, hash: string): string {
  return `${/\.json$/i.test(path) ? "json" : "yaml"} ${hash}`;
}

type RequestMessage = Extract<SpecRequest, { kind: "request" }>;

/** The state of a request in progress. */
interface Job {
  readonly message: RequestMessage;
  readonly hashesByPath: Map<SitePath, string>;
  readonly textsByPath: Map<SitePath, string>;
  isCanceled: boolean;
  resume: ((files: readonly (Required<SentFile> | undefined)[]) => void) | undefined;
}

interface LatestOutline {
  readonly specification: LoadedSpecification;
  readonly hashesByPath: ReadonlyMap<SitePath, string>;
}
const maxLatestOutlines = 4;

const canceledError = new Error("cancelled");
const sliceMilliseconds = 10;
const idleMilliseconds = 3_000;

/**
 * The implementation of the specification worker. While requests wait for files, other requests are handled. A
 * low-priority request (`isLowPriority`) pauses between its steps while another request has work to do.
 */
export class SpecEngine {
  readonly #send: (reply: SpecReply) => void;
  readonly #treeCache = new SpecTreeCache();
  readonly #jobsById = new Map<number, Job>();
  #releaseTimer: NodeJS.Timeout | undefined;
  /**
   * The last results, by site and path. Results are cached because a request for an outline is usually followed by a
   * request for an analysis.
   */
  readonly #latestOutlines = new BoundedMap<string, LatestOutline>(maxLatestOutlines);

  constructor(sendReply: (reply: SpecReply) => void) {
    this.#send = sendReply;
  }

  handleMessage(request: SpecRequest): void {
    if (request.kind === "request") return void this.#run(request);
    const job = this.#jobsById.get(request.id);
    if (!job) return;
    if (request.kind === "cancel") job.isCanceled = true;
    job.resume?.(request.kind === "files" ? request.files : []);
  }

  async #run(message: RequestMessage): Promise<void> {
    const job: Job = {
      message,
      hashesByPath: new Map(message.files.map(({ path, hash }) => [path, hash])),
      textsByPath: new Map(message.files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]]))),
      isCanceled: false,
      resume: undefined,
    };
    this.#jobsById.set(message.id, job);
    try {
      const result = await this.#executeJob(job);
      this.#send({ id: message.id, kind: "result", result });
    } catch (error) {
      if (error !== canceledError)
        this.#send({ id: message.id, kind: "failed", reason: error instanceof Error ? error.message : "" });
    } finally {
      this.#jobsById.delete(message.id);
      this.#scheduleRelease();
    }
  }

  /** Releases temporary memory when there have been no requests for a while. */
  #scheduleRelease(): void {
    clearTimeout(this.#releaseTimer);
    this.#releaseTimer = setTimeout(() => {
      if (this.#jobsById.size > 0) return;
      this.#treeCache.release();
      globalThis.gc?.();
    }, idleMilliseconds);
    this.#releaseTimer.unref();
  }

  async #executeJob(job: Job): Promise<SpecWorkerResults[keyof SpecWorkerResults]> {
    const { request } = job.message;
    const specification = await this.#readSpec(job);
    switch (request.kind) {
      case "outline": {
        if (!specification) return undefined;
        const analysis = request.request && (await this.#analyze(job, specification, request.request));
        const { entry, keyPattern: secretKeyPattern } = job.message;
        const text = job.textsByPath.get(entry);
        return {
          outline: await this.#sendInChunks(job, addLines(specification.outline, job.message.diskOptions && text)),
          analysis,
          findings: secretKeyPattern && text !== undefined ? scanText(entry, text, secretKeyPattern) : undefined,
          hash: job.hashesByPath.get(entry),
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
        await this.#fetchTexts(job, listNeededFiles(request.request, specification.outline));
        return handleSpecRequest(specification.files, specification.outline, request.request, (path) =>
          job.textsByPath.get(path),
        );
      }
    }
  }

  async #readSpec(job: Job): Promise<LoadedSpecification | undefined> {
    const { siteFolder, entry } = job.message;
    const latestOutline = this.#latestOutlines.get(`${siteFolder} ${entry}`);
    if (
      latestOutline &&
      job.message.request.kind !== "outline" &&
      hasSameHashes(latestOutline.hashesByPath, job.hashesByPath)
    )
      return latestOutline.specification;
    const text = await this.#readText(job, entry);
    if (text === undefined) return undefined;
    const steps = readSpecSteps(entry, text, (path, fileText) => this.#getTree(job, path, fileText));
    let step = steps.next();
    while (!step.done) {
      await this.#fetchTexts(job, step.value);
      step = steps.next(
        step.value.map((path) => {
          const jobText = job.textsByPath.get(path);
          return jobText === undefined ? undefined : this.#getTree(job, path, jobText);
        }),
      );
    }
    if (step.value)
      this.#latestOutlines.set(`${siteFolder} ${entry}`, {
        specification: step.value,
        hashesByPath: new Map(job.hashesByPath),
      });
    return step.value;
  }

  async #analyze(job: Job, { files, outline }: LoadedSpecification, request: AnalysisRequest): Promise<AnalysisResult> {
    const checks = request.checksValidity ? loadChecks() : undefined;
    // Loading the checks takes as long as the longest step, so pending messages are handled first.
    if (checks) await this.#waitForMessages(job);
    const checkInput = checks && { checks, text: await this.#readText(job, outline.path) };
    const steps = analyzeSpecification(files, outline, request, checkInput);
    let nextYieldTime = performance.now() + sliceMilliseconds;
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
      if (performance.now() < nextYieldTime) continue;
      do await this.#waitForMessages(job);
      while (job.message.isLowPriority && this.#hasUrgentJob());
      nextYieldTime = performance.now() + sliceMilliseconds;
    }
  }

  #hasUrgentJob(): boolean {
    return [...this.#jobsById.values()].some(({ message, resume }) => !message.isLowPriority && !resume);
  }

  /** Waits until pending messages have been handled. */
  async #waitForMessages(job: Job): Promise<void> {
    await setImmediate();
    if (job.isCanceled) throw canceledError;
  }

  #getTree(job: Job, path: SitePath, text: string): SpecTree {
    return this.#treeCache.put(job.message.siteFolder, path, job.hashesByPath.get(path) ?? "", text).tree;
  }

  async #readText(job: Job, path: SitePath): Promise<string | undefined> {
    await this.#fetchTexts(job, [path]);
    return job.textsByPath.get(path);
  }

  /** Gets the text of each of these files, either from the cache or from the requester. */
  async #fetchTexts(job: Job, paths: readonly SitePath[]): Promise<void> {
    const missingFiles: SitePath[] = [];
    for (const path of paths) {
      if (job.textsByPath.has(path)) continue;
      const hash = job.hashesByPath.get(path);
      const cachedTree = hash === undefined ? undefined : this.#treeCache.get(path, hash);
      if (cachedTree) job.textsByPath.set(path, cachedTree.text);
      else if (job.message.diskOptions && path === job.message.entry) readFromDisk(job, job.message.diskOptions);
      else missingFiles.push(path);
    }
    if (missingFiles.length === 0) return;
    for (const file of await this.#sendAndWait(job, {
      id: job.message.id,
      kind: "files-needed",
      paths: missingFiles,
    })) {
      if (!file) continue;
      job.hashesByPath.set(file.path, file.hash);
      job.textsByPath.set(file.path, file.text);
    }
  }

  /** Sends the outline's long lists in chunks, and returns the outline without them. */
  async #sendInChunks(job: Job, outline: SpecOutline): Promise<SpecOutline> {
    let remainingOutline = outline;
    for (const [name, size] of Object.entries(chunkedLists)) {
      const listName = name as ChunkedList;
      const items: readonly unknown[] = outline[listName];
      if (items.length <= size) continue;
      for (let i = 0; i < items.length; i += size)
        await this.#sendAndWait(job, {
          id: job.message.id,
          kind: "chunk",
          listName,
          items: items.slice(i, i + size),
        });
      remainingOutline = { ...remainingOutline, [listName]: [] };
    }
    return remainingOutline;
  }

  async #sendAndWait(job: Job, reply: SpecReply): Promise<readonly (Required<SentFile> | undefined)[]> {
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
function readFromDisk({ message, hashesByPath, textsByPath }: Job, diskOptions: NodeDiskOptions): void {
  const disk = createNodeDisk(diskOptions.root, diskOptions.limit);
  const { file, stamp } = readWithStamp(disk, message.entry);
  const hash = getStampIdentifier(stamp);
  if (file.kind !== "text" || (message.request.kind !== "outline" && hash !== hashesByPath.get(message.entry))) return;
  hashesByPath.set(message.entry, hash);
  textsByPath.set(message.entry, file.text);
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
