import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { SpecEditorResults, SpecEditorRequest } from "../../core/features/spec/spec-queries.ts";
import type { KeyPattern } from "../../core/site/settings/secret-keys.ts";
import type { WholeChannel } from "../../core/spec/model/operation-model.ts";
import type { SpecifiedResponses } from "../../core/spec/model/schema-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SpecReference } from "../../core/spec/spec-tree.ts";
import type { OperationName, AnalysisResult, AnalysisRequest } from "../../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { NodeDiskOptions, TextFindings } from "../files/disk.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";

export interface WorkerRequest {
  readonly request: SpecWorkerRequest;
  /** The folder of the site. */
  readonly siteFolder: string;
  readonly entry: SitePath;
  readonly files: readonly SentFile[];
  readonly isLowPriority: boolean;
  /** The CPU time limit, in milliseconds. */
  readonly milliseconds: number;
  readonly signal?: AbortSignal | undefined;
  readonly diskOptions?: NodeDiskOptions | undefined;
  readonly keyPattern?: KeyPattern | undefined;
  /**
   * Reads the files that the worker requests, one after another. If this function resolves to `undefined`, the request
   * is canceled.
   */
  readonly serve: (paths: readonly SitePath[]) => Promise<ServedFiles | undefined>;
}

export type ServedFiles = readonly (Required<SentFile> | undefined)[];

export type WorkerResponse =
  | { readonly kind: "result"; readonly result: SpecWorkerResults[keyof SpecWorkerResults] }
  | { readonly kind: "too-slow" | "too-much-memory" | "ended" | "failed" | "given-up" };

interface PendingJob {
  readonly request: WorkerRequest;
  readonly itemsByList: Map<ChunkedList, unknown[]>;
  readonly settle: (response: WorkerResponse) => void;
}

/**
 * The host of the worker that reads specifications. The worker is started on first use. If a request takes too much
 * time or memory, only the worker is terminated, and the program keeps running. In that case, no pending request gets a
 * result. An idle worker doesn't keep the process alive.
 */
export class SpecWorkerHost {
  readonly #host: WorkerHost<SpecRequest, SpecReply>;
  readonly #jobsById = new Map<number, PendingJob>();
  #lastId = 0;

  constructor(file: string) {
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24, stackSizeMb: 8 },
      onReply: (reply) => this.#handleMessage(reply),
      onLost: ({ kind }) => {
        // Each call deletes its own entry. Entries can be deleted from a map during iteration.
        for (const { settle } of this.#jobsById.values()) settle({ kind: responseKindsByLoss[kind] });
      },
    });
  }

  get isBusy(): boolean {
    return this.#jobsById.size > 0;
  }

  /** Starts the worker if it isn't running so that the first request doesn't have to wait for it. */
  start(): void {
    // Threads that are started from now on can trigger garbage collection (spec-engine.ts).
    if (!this.#host.isRunning) setFlagsFromString("--expose-gc");
    this.#host.start();
  }

  /** Sends a request to the worker. Never rejects. */
  sendRequest(pendingRequest: WorkerRequest): Promise<WorkerResponse> {
    const {
      request,
      siteFolder,
      entry,
      files,
      isLowPriority,
      milliseconds,
      signal,
      diskOptions,
      keyPattern: secretKeyPattern,
    } = pendingRequest;
    if (signal?.aborted) return Promise.resolve({ kind: "given-up" });
    this.start();
    const endWork = this.#host.beginWork(milliseconds);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const cancel = () => this.#cancel(id);
      const settle = (response: WorkerResponse) => {
        endWork();
        signal?.removeEventListener("abort", cancel);
        this.#jobsById.delete(id);
        resolve(response);
      };
      this.#jobsById.set(id, { request: pendingRequest, itemsByList: new Map(), settle });
      signal?.addEventListener("abort", cancel, { once: true });
      this.#host.post({
        id,
        kind: "request",
        request,
        siteFolder,
        entry,
        files,
        isLowPriority,
        diskOptions,
        keyPattern: secretKeyPattern,
      });
    });
  }

  end(): Promise<void> {
    return this.#host.end();
  }

  #cancel(id: number): void {
    this.#host.post({ id, kind: "cancel" });
    this.#jobsById.get(id)?.settle({ kind: "given-up" });
  }

  #handleMessage(reply: SpecReply): void {
    const job = this.#jobsById.get(reply.id);
    if (!job) return;
    switch (reply.kind) {
      case "files-needed":
        return void this.#serveFiles(reply.id, job, reply.paths);
      case "chunk":
        return void this.#storeChunk(reply.id, job, reply.listName, reply.items);
      case "failed":
        return job.settle({ kind: "failed" });
      case "result":
        return job.settle({ kind: "result", result: joinChunks(reply.result, job.itemsByList) });
    }
  }

  async #serveFiles(id: number, { request: pendingRequest }: PendingJob, paths: readonly SitePath[]): Promise<void> {
    const files = await pendingRequest.serve(paths).catch(() => undefined);
    if (!this.#jobsById.has(id)) return;
    if (files) this.#host.post({ id, kind: "files", files });
    else this.#cancel(id);
  }

  /** Stores a chunk. Other pending work runs before the next chunk is requested. */
  async #storeChunk(
    id: number,
    { itemsByList }: PendingJob,
    listName: ChunkedList,
    items: readonly unknown[],
  ): Promise<void> {
    const receivedItems = itemsByList.get(listName);
    if (receivedItems) receivedItems.push(...items);
    else itemsByList.set(listName, [...items]);
    await setImmediate();
    if (this.#jobsById.has(id)) this.#host.post({ id, kind: "next" });
  }
}

const responseKindsByLoss = {
  "too-slow": "too-slow",
  failed: "too-much-memory",
  unreadable: "too-much-memory",
  exited: "ended",
  ended: "ended",
} as const satisfies Record<WorkerLoss["kind"], WorkerResponse["kind"]>;

function joinChunks(
  result: SpecWorkerResults[keyof SpecWorkerResults],
  itemsByList: ReadonlyMap<ChunkedList, readonly unknown[]>,
): SpecWorkerResults[keyof SpecWorkerResults] {
  if (itemsByList.size === 0 || !result || !("outline" in result)) return result;
  return { ...result, outline: { ...result.outline, ...Object.fromEntries(itemsByList) } };
}

export function getSpecWorkerFile(): string {
  return findWorkerFile(__dirname, "spec-worker");
}

/** Requests to the specification worker. The result of each kind is in `SpecWorkerResults`. */
export type SpecWorkerRequest =
  /**
   * A request for the outline. If `request` is set, the analysis is sent with the outline so that both change at the
   * same time.
   */
  | OutlineRequest
  | { readonly kind: "analysis"; readonly request: AnalysisRequest }
  /** A request for every `$ref` in the specification's files. */
  | { readonly kind: "references" }
  /** A request for one AsyncAPI channel by its key, along with the schemas that it references. */
  | { readonly kind: "channel"; readonly id: string }
  /** A request for the response definitions of one operation. */
  | { readonly kind: "answers"; readonly operation: OperationName }
  /** A request for the message definitions of one AsyncAPI channel. */
  | { readonly kind: "messages"; readonly channel: string }
  /** A request for data for an editor feature. */
  | { readonly kind: "editor"; readonly request: SpecEditorRequest };

export interface OutlineRequest {
  readonly kind: "outline";
  readonly request?: AnalysisRequest | undefined;
}

export interface SpecWorkerResults {
  /** The outline and its analysis. Undefined if the file isn't a specification. */
  readonly outline:
    | {
        readonly outline: SpecOutline;
        readonly analysis: AnalysisResult | undefined;
        /**
         * The keys and media names found in the text, along with the text's hash. Set only for files that the worker
         * has read directly.
         */
        readonly findings: TextFindings | undefined;
        readonly hash: string | undefined;
      }
    | undefined;
  /** The analysis. Undefined if the file isn't a readable specification. */
  readonly analysis: AnalysisResult | undefined;
  readonly references: readonly SpecReference[];
  readonly channel: WholeChannel | undefined;
  /** The response definitions. Undefined if the specification doesn't contain the operation. */
  readonly answers: SpecifiedResponses | undefined;
  /** The message definitions. Undefined if the specification doesn't contain the channel. */
  readonly messages: SpecifiedResponses | undefined;
  readonly editor: SpecEditorResults[keyof SpecEditorResults];
}

/** A file and its content. The text may be omitted if the worker most likely has it. */
export interface SentFile {
  readonly path: SitePath;
  readonly hash: string;
  readonly text?: string;
}

/**
 * The maximum size in bytes. It's larger than the limit for specifications so that a specification that is too large
 * can be reported as such.
 */
export const maxSpecReadSize = 60_000_000;

/** Returns the identifier of a file that wasn't read in this thread. */
export function getStampIdentifier(stamp: string | undefined): string {
  return `stamp ${stamp ?? ""}`;
}

/** Messages to the worker. Each message refers to the request with the given ID. */
export type SpecRequest =
  | {
      readonly id: number;
      readonly kind: "request";
      readonly request: SpecWorkerRequest;
      /** The folder of the site, because two sites may have files with the same name. */
      readonly siteFolder: string;
      readonly entry: SitePath;
      /** Information about the files that the worker certainly needs. The worker requests all other files. */
      readonly files: readonly SentFile[];
      /** Whether the request has low priority and waits while other requests have work to do. */
      readonly isLowPriority: boolean;
      /**
       * The location from which the worker reads the specification directly. The specification's hash is then derived
       * from its stamp.
       */
      readonly diskOptions?: NodeDiskOptions | undefined;
      /** The pattern of API keys to look for in the text that the worker reads directly. */
      readonly keyPattern?: KeyPattern | undefined;
    }
  /**
   * The requested files, in the order in which they were requested. `undefined` represents a file that can't be read.
   */
  | {
      readonly id: number;
      readonly kind: "files";
      readonly files: readonly (Required<SentFile> | undefined)[];
    }
  /** A confirmation that the last chunk has been received. */
  | { readonly id: number; readonly kind: "next" }
  /** A notification that the result is no longer needed. */
  | { readonly id: number; readonly kind: "cancel" };

/** Messages from the worker. */
export type SpecReply =
  | { readonly id: number; readonly kind: "files-needed"; readonly paths: readonly SitePath[] }
  /**
   * A chunk of a list that is too long to send in one message. The next chunk is sent after this chunk has been
   * received.
   */
  | {
      readonly id: number;
      readonly kind: "chunk";
      readonly listName: ChunkedList;
      readonly items: readonly unknown[];
    }
  /** The result. Lists that were sent in chunks are empty here. */
  | {
      readonly id: number;
      readonly kind: "result";
      readonly result: SpecWorkerResults[keyof SpecWorkerResults];
    }
  /** A failure caused by a bug in the worker. */
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };

/**
 * An outline's lists that may be long. Each value is the number of items that can be received in a few milliseconds.
 */
export const chunkedLists = {
  operations: 200,
  webhooks: 200,
  schemas: 2_000,
  channels: 500,
  tags: 1_000,
  extensionProblems: 1_000,
  problems: 1_000,
} as const satisfies Partial<Record<keyof SpecOutline, number>>;

export type ChunkedList = keyof typeof chunkedLists;
