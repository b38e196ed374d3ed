import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { getThreadEnvironment } from "../files/user-cache.ts";
import { limitWork, type WorkerReadyMessage } from "./work-limit.ts";

/** The reason why a host lost its thread. */
export interface WorkerLoss {
  /**
   * The kind of loss. `failed` means that the thread ran out of memory or threw an error that it didn't catch.
   * `unreadable` means that the thread's reply can't be read.
   */
  readonly kind: "too-slow" | "failed" | "unreadable" | "exited" | "ended";
  /** Whether the thread had already started. */
  readonly wasReady: boolean;
  /** The error of a thread that failed or whose reply can't be read. */
  readonly error?: Error & { readonly code?: unknown };
  /** Whether the CPU time was only estimated (see `WorkLimit.onLimitReached`). */
  readonly isEstimate?: boolean;
}

export interface WorkerHostOptions<Reply> {
  readonly resourceLimits: ResourceLimits;
  /** Returns the data for a thread. Called for each thread that is started. */
  readonly workerData?: () => unknown;
  /**
   * The CPU time, in milliseconds, that the entire process may use until the thread has started. If this is undefined,
   * only the limits for the thread's work apply.
   */
  readonly startMilliseconds?: number;
  readonly onReady?: () => void;
  readonly onReply: (reply: Reply) => void;
  /** Called at most once for each thread, when all its work has ended. The next use starts another thread. */
  readonly onLost: (loss: WorkerLoss) => void;
}

interface WorkPeriod {
  readonly milliseconds: number;
  readonly onLimitReached: ((isEstimate: boolean) => void) | undefined;
  stopLimit: () => void;
}

/**
 * The host of a thread that is started on first use. If the thread is lost, the next use starts another one. If the
 * thread's work takes too much CPU time or memory, only the thread is terminated, and the program keeps running. An
 * idle thread doesn't keep the process alive.
 */
export class WorkerHost<Request, Reply> {
  readonly #file: string;
  readonly #options: WorkerHostOptions<Reply>;
  readonly #workPeriods = new Set<WorkPeriod>();
  #worker: Worker | undefined;
  /** The first message of the current thread. */
  #readyMessage: WorkerReadyMessage | undefined;

  constructor(file: string, options: WorkerHostOptions<Reply>) {
    this.#file = file;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  get isReady(): boolean {
    return this.#readyMessage !== undefined;
  }

  /** Starts the thread if it isn't running so that the first request doesn't have to wait for it. */
  start(): void {
    this.#worker ??= this.#start();
  }

  /**
   * Begins work that may use this much CPU time, in milliseconds. The measurement restarts once the thread has started.
   * Returns a function that ends the work. If the time is used up, calls `onLimitReached` or, if there's no callback,
   * terminates the thread.
   */
  beginWork(milliseconds: number, onLimitReached?: (isEstimate: boolean) => void): () => void {
    const worker = (this.#worker ??= this.#start());
    const period: WorkPeriod = { milliseconds, onLimitReached, stopLimit: () => undefined };
    this.#workPeriods.add(period);
    this.#limitWork(worker, period);
    worker.ref();
    return () => {
      period.stopLimit();
      if (this.#workPeriods.delete(period) && this.#workPeriods.size === 0) this.#worker?.unref();
    };
  }

  /** Sends a request to the thread. Has no effect if no thread is running. */
  post(request: Request): void {
    this.#worker?.postMessage(request);
  }

  /** Ends the thread. This is handled in the same way as the loss of the thread, so the next use starts another one. */
  async end(): Promise<void> {
    if (this.#worker) await this.#handleLoss(this.#worker, { kind: "ended" });
  }

  #start(): Worker {
    const { resourceLimits, workerData, onReady, onReply } = this.#options;
    const worker = new Worker(this.#file, {
      workerData: workerData?.(),
      resourceLimits,
      env: getThreadEnvironment(),
      execArgv: this.#file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    worker.unref();
    worker.on("message", (reply: Reply | WorkerReadyMessage) => {
      if (this.#worker !== worker) return;
      if (!isReady(reply)) return onReply(reply);
      this.#readyMessage = reply;
      for (const period of this.#workPeriods) this.#limitWork(worker, period);
      onReady?.();
    });
    worker.on("error", (error: Error) => void this.#handleLoss(worker, { kind: "failed", error }));
    worker.on("messageerror", (error: Error) => void this.#handleLoss(worker, { kind: "unreadable", error }));
    worker.on("exit", () => void this.#handleLoss(worker, { kind: "exited" }));
    return worker;
  }

  #limitWork(worker: Worker, period: WorkPeriod): void {
    const { startMilliseconds } = this.#options;
    const { milliseconds, onLimitReached: onSpent } = period;
    period.stopLimit();
    period.stopLimit =
      this.#readyMessage || startMilliseconds === undefined
        ? limitWork({
            worker,
            threadPath: this.#readyMessage?.threadPath,
            milliseconds,
            onLimitReached:
              onSpent ?? ((isEstimate) => void this.#handleLoss(worker, { kind: "too-slow", isEstimate })),
          })
        : limitWork({
            milliseconds: startMilliseconds,
            onLimitReached: () => void this.#handleLoss(worker, { kind: "too-slow" }),
          });
  }

  async #handleLoss(worker: Worker, loss: Omit<WorkerLoss, "wasReady">): Promise<void> {
    if (this.#worker !== worker) return;
    const wasReady = this.isReady;
    this.#worker = undefined;
    this.#readyMessage = undefined;
    for (const { stopLimit } of this.#workPeriods) stopLimit();
    this.#workPeriods.clear();
    const endPromise = worker.terminate();
    this.#options.onLost({ ...loss, wasReady });
    await endPromise;
  }
}

function isReady(reply: unknown): reply is WorkerReadyMessage {
  return typeof reply === "object" && reply !== null && "kind" in reply && reply.kind === "ready";
}

/**
 * Returns the path of a worker's file, which is next to the bundle or, if the code isn't bundled, next to its source in
 * `folder`. Throws an error if the file is missing, as `require` does. Without this error, a worker that can't start
 * would look like a page or specification that takes too long.
 */
export function findWorkerFile(folder: string, name: string): string {
  const file = [`${name}.js`, `${name}.ts`].map((each) => join(folder, each)).find((each) => existsSync(each));
  if (file === undefined)
    throw Object.assign(new Error(`The worker file ${name}.js doesn't exist`), { code: "MODULE_NOT_FOUND" });
  return file;
}
