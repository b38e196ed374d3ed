import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type SyntaxProblem, tooComplex } from "../../core/page/syntax-problem.ts";
import { limitWork } from "../worker/work-limit.ts";
import type { PageAnswer, PageRequest } from "./mdx-worker.ts";

/** Processor time of the whole process in which the thread has to start. */
const startMilliseconds = 20_000;
/** A page may take this many times the base limit for each 100,000 characters. Ordinary pages take half of it at most. */
const lengthUnit = 100_000;
/** On an idle machine, as much time passes as the thread uses. */
const heldUpFactor = 1.5;

export interface PageVerdict {
  readonly problems: readonly SyntaxProblem[];
  /** False if the page took too long, so that another attempt may find more. */
  readonly isFinal: boolean;
  /**
   * Whether it took too long while other programs held the processor up, which makes the same work take more of it, or
   * while other threads may have used the time.
   */
  readonly wasHeldUp?: boolean;
}

/**
 * One thread that parses one page at a time. A page that takes too much processor time or memory costs the thread, not
 * the program: what has been found in it by then is its verdict, or else that it is too complex. An idle thread keeps no
 * process alive.
 */
export class PageThread {
  readonly #file: string;
  readonly #milliseconds: number;
  #worker: Worker | undefined;
  /** The worker that is ready, with its name for the system. */
  #ready: { readonly thread: string | undefined } | undefined;
  #isBusy = false;

  /** `milliseconds` is the processor time for a page of ordinary length; long ones have more. */
  constructor(file: string, milliseconds: number) {
    this.#file = file;
    this.#milliseconds = milliseconds;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Starts the thread, so that the first page need not wait for it. */
  warmUp(): void {
    this.#worker ??= this.#start();
  }

  /** Never rejects. `factor` is how many times the usual limit the page may take. */
  parse(text: string, factor = 1): Promise<PageVerdict> {
    this.#isBusy = true;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const milliseconds = factor * this.#milliseconds * (1 + text.length / lengthUnit);
      let found: readonly SyntaxProblem[] = [];
      let sentAt = Infinity;
      const settle = (verdict: PageVerdict) => {
        stopWatch();
        for (const event of ["message", "messageerror", "error", "exit"]) worker.removeAllListeners(event);
        worker.on("error", ignoreLateError);
        worker.unref();
        this.#isBusy = false;
        resolve(verdict);
      };
      const giveUp = (isEstimate = false) => {
        if (this.#worker === worker) this.#worker = undefined;
        const wasHeldUp = isEstimate || performance.now() - sentAt > heldUpFactor * milliseconds;
        settle({ problems: found.length > 0 ? found : [tooComplex], isFinal: false, wasHeldUp });
        void worker.terminate();
      };
      const send = (thread: string | undefined) => {
        stopWatch();
        sentAt = performance.now();
        stopWatch = limitWork({ worker, thread, milliseconds, onSpent: giveUp });
        const request: PageRequest = { text };
        worker.postMessage(request);
      };
      let stopWatch = limitWork({ milliseconds: startMilliseconds, onSpent: () => giveUp() });
      worker.ref();
      worker.on("message", (answer: PageAnswer) => {
        if (answer.kind === "checked") return settle({ problems: answer.problems, isFinal: true });
        if (answer.kind === "found") found = answer.problems;
        else send((this.#ready = answer).thread);
      });
      worker.on("error", () => giveUp());
      worker.on("messageerror", () => giveUp());
      worker.on("exit", () => giveUp());
      if (this.#ready) send(this.#ready.thread);
    });
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      execArgv: this.#file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    this.#ready = undefined;
    worker.on("error", ignoreLateError);
    worker.on("message", (answer: PageAnswer) => {
      if (answer.kind === "ready") this.#ready = answer;
    });
    worker.unref();
    return worker;
  }
}

/** A thread that fails between two pages has nobody waiting; the next page starts another. */
function ignoreLateError(): void {
  return undefined;
}

/** Beside the bundle, or beside this file when nothing is bundled. */
export function pageWorkerFile(): string {
  const bundled = join(__dirname, "mdx-worker.js");
  return existsSync(bundled) ? bundled : join(__dirname, "mdx-worker.ts");
}
