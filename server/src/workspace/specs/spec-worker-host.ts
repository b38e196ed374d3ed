import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { SpecEditorResults, SpecEditorRequest } from "../../core/features/spec/spec-queries.ts";
import type { KeyPattern } from "../../core/site/settings/secret-keys.ts";
import type { WholeChannel } from "../../core/spec/model/operation-model.ts";
import type { AnswerModel } from "../../core/spec/model/schema-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SpecReference } from "../../core/spec/spec-tree.ts";
import type {
  OperationName,
  AnalysisResult,
  AnalysisRequest,
} from "../../core/spec/validity/analyze-spec.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { DiskLocation, FoundInText } from "../files/disk.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";

export interface WorkerRequest {
  readonly question: SpecWorkerRequest;
  /** The folder of the site. */
  readonly site: string;
  readonly entry: SitePath;
  readonly files: readonly SentFile[];
  readonly isPatient: boolean;
  /** Processor time. */
  readonly milliseconds: number;
  readonly signal?: AbortSignal | undefined;
  readonly readAt?: DiskLocation | undefined;
  readonly pattern?: KeyPattern | undefined;
  /** The files that the worker wants, one after the other; `undefined` gives the question up. */
  readonly serve: (paths: readonly SitePath[]) => Promise<Served | undefined>;
}

export type Served = readonly (Required<SentFile> | undefined)[];

export type WorkerResponse =
  | { readonly kind: "answer"; readonly answer: SpecWorkerResults[keyof SpecWorkerResults] }
  | { readonly kind: "too-slow" | "too-much-memory" | "ended" | "failed" | "given-up" };

interface Waiting {
  readonly asked: WorkerRequest;
  readonly pieces: Map<PiecedList, unknown[]>;
  readonly settle: (answer: WorkerResponse) => void;
}

/**
 * The worker that reads specifications, started when it is needed. A question that takes too long or too much memory
 * costs the worker, not the program; all that it was asked then comes back without an answer. An idle worker keeps
 * no process alive.
 */
export class SpecWorkerHost {
  readonly #host: WorkerHost<SpecRequest, SpecReply>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(file: string) {
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24, stackSizeMb: 8 },
      onReply: (reply) => this.#handleMessage(reply),
      onLost: ({ kind }) => {
        // Each takes itself off the map, which a map that is being walked allows.
        for (const { settle } of this.#waiting.values()) settle({ kind: answerOfLoss[kind] });
      },
    });
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Never rejects. */
  ask(requested: WorkerRequest): Promise<WorkerResponse> {
    const { question, site, entry, files, isPatient, milliseconds, signal, readAt, pattern } = requested;
    if (signal?.aborted) return Promise.resolve({ kind: "given-up" });
    // Threads that are started from now on may ask for it (spec-engine.ts).
    if (!this.#host.isRunning) setFlagsFromString("--expose-gc");
    const endWork = this.#host.beginWork(milliseconds);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const giveUp = () => this.#giveUp(id);
      const settle = (answer: WorkerResponse) => {
        endWork();
        signal?.removeEventListener("abort", giveUp);
        this.#waiting.delete(id);
        resolve(answer);
      };
      this.#waiting.set(id, { asked: requested, pieces: new Map(), settle });
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#host.post({ id, kind: "ask", question, site, entry, files, isPatient, readAt, pattern });
    });
  }

  end(): Promise<void> {
    return this.#host.end();
  }

  #giveUp(id: number): void {
    this.#host.post({ id, kind: "cancel" });
    this.#waiting.get(id)?.settle({ kind: "given-up" });
  }

  #handleMessage(reply: SpecReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    switch (reply.kind) {
      case "wanted":
        return void this.#serve(reply.id, waiting, reply.paths);
      case "piece":
        return void this.#keep(reply.id, waiting, reply.list, reply.items);
      case "failed":
        return waiting.settle({ kind: "failed" });
      case "answer":
        return waiting.settle({ kind: "answer", answer: getFull(reply.answer, waiting.pieces) });
    }
  }

  async #serve(id: number, { asked: requested }: Waiting, paths: readonly SitePath[]): Promise<void> {
    const files = await requested.serve(paths).catch(() => undefined);
    if (!this.#waiting.has(id)) return;
    if (files) this.#host.post({ id, kind: "files", files });
    else this.#giveUp(id);
  }

  /** Whatever waits comes first, then the next piece. */
  async #keep(id: number, { pieces }: Waiting, list: PiecedList, items: readonly unknown[]): Promise<void> {
    const known = pieces.get(list);
    if (known) known.push(...items);
    else pieces.set(list, [...items]);
    await setImmediate();
    if (this.#waiting.has(id)) this.#host.post({ id, kind: "next" });
  }
}

const answerOfLoss = {
  "too-slow": "too-slow",
  failed: "too-much-memory",
  unreadable: "too-much-memory",
  exited: "ended",
  ended: "ended",
} as const satisfies Record<WorkerLoss["kind"], WorkerResponse["kind"]>;

function getFull(
  answer: SpecWorkerResults[keyof SpecWorkerResults],
  pieces: ReadonlyMap<PiecedList, readonly unknown[]>,
): SpecWorkerResults[keyof SpecWorkerResults] {
  if (pieces.size === 0 || !answer || !("outline" in answer)) return answer;
  return { ...answer, outline: { ...answer.outline, ...Object.fromEntries(pieces) } };
}

export function specWorkerFile(): string {
  return findWorkerFile(__dirname, "spec-worker");
}

/** What the specification worker is asked. Each kind has its answer in `SpecWorkerResults`. */
export type SpecWorkerRequest =
  /** With `wish` the study comes with the outline, so that what both say changes at once. */
  | OutlineQuestion
  | { readonly kind: "study"; readonly wish: AnalysisRequest }
  /** Every `$ref` of the specification's files. */
  | { readonly kind: "references" }
  /** One channel of AsyncAPI by its key, with the schemas that it names. */
  | { readonly kind: "channel"; readonly id: string }
  /** What one operation says of its answers. */
  | { readonly kind: "answers"; readonly operation: OperationName }
  /** What one channel of AsyncAPI says of its messages. */
  | { readonly kind: "messages"; readonly channel: string }
  /** What an editor asks of the trees. */
  | { readonly kind: "editor"; readonly question: SpecEditorRequest };

export interface OutlineQuestion {
  readonly kind: "outline";
  readonly wish?: AnalysisRequest | undefined;
}

export interface SpecWorkerResults {
  /** Undefined when the file is no specification. */
  readonly outline:
    | {
        readonly outline: SpecOutline;
        readonly study: AnalysisResult | undefined;
        /** What was read by the worker itself: what its text is known by, and what was found in it. */
        readonly found: FoundInText | undefined;
        readonly hash: string | undefined;
      }
    | undefined;
  /** Undefined when the file is no specification that can be read. */
  readonly study: AnalysisResult | undefined;
  readonly references: readonly SpecReference[];
  readonly channel: WholeChannel | undefined;
  /** Undefined where the specification has no such operation. */
  readonly answers: AnswerModel | undefined;
  /** Undefined where the specification has no such channel. */
  readonly messages: AnswerModel | undefined;
  readonly editor: SpecEditorResults[keyof SpecEditorResults];
}

/** A file by what it holds; the text may be missing where the worker most likely has it. */
export interface SentFile {
  readonly path: SitePath;
  readonly hash: string;
  readonly text?: string;
}

/** More than a specification may have, so that one that is too large can be named as such. In bytes. */
export const maxSpecReadSize = 60_000_000;

/** What a file that was not read here is known by. */
export function hashOfStamp(stamp: string | undefined): string {
  return `stamp ${stamp ?? ""}`;
}

/** To the worker. Each message is about the request of that number. */
export type SpecRequest =
  | {
      readonly id: number;
      readonly kind: "ask";
      readonly question: SpecWorkerRequest;
      /** The folder of the site: two sites may have files of one name. */
      readonly site: string;
      readonly entry: SitePath;
      /** What is known of the files that it will need; the worker asks for others. */
      readonly files: readonly SentFile[];
      /** Waits while a request that is not has something to do. */
      readonly isPatient: boolean;
      /** Where the worker reads the specification itself; its hash is then what its stamp makes of it. */
      readonly readAt?: DiskLocation | undefined;
      /** What it looks for in that text. */
      readonly pattern?: KeyPattern | undefined;
    }
  /** The files that were wanted, `undefined` for one that may not be read, in the same order. */
  | {
      readonly id: number;
      readonly kind: "files";
      readonly files: readonly (Required<SentFile> | undefined)[];
    }
  /** The last piece has been taken. */
  | { readonly id: number; readonly kind: "next" }
  /** Nobody waits for the answer any more. */
  | { readonly id: number; readonly kind: "cancel" };

/** From the worker. */
export type SpecReply =
  | { readonly id: number; readonly kind: "wanted"; readonly paths: readonly SitePath[] }
  /** A part of a list that is too long to be sent at once; the next follows when this one has been taken. */
  | {
      readonly id: number;
      readonly kind: "piece";
      readonly list: PiecedList;
      readonly items: readonly unknown[];
    }
  /** The last: lists that came in pieces are empty in it. */
  | {
      readonly id: number;
      readonly kind: "answer";
      readonly answer: SpecWorkerResults[keyof SpecWorkerResults];
    }
  /** The worker's own mistake. */
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };

/** Lists of an outline that may be long, with how many items are taken in a few milliseconds. */
export const piecedLists = {
  operations: 200,
  webhooks: 200,
  schemas: 2_000,
  channels: 500,
  tags: 1_000,
  extensionFaults: 1_000,
  problems: 1_000,
} as const satisfies Partial<Record<keyof SpecOutline, number>>;

export type PiecedList = keyof typeof piecedLists;
