import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { tooComplex, type SyntaxProblem } from "../core/page/syntax-problem.ts";
import type { PageAnswer, PageRequest } from "./page-worker.ts";

/** How long the thread itself may take to start, on a machine that is busy. */
const startMilliseconds = 20_000;

export interface PageVerdict {
  readonly problems: readonly SyntaxProblem[];
  /** False when the page took too long: on another day, or another machine, it may not. */
  readonly isFinal: boolean;
}

/**
 * One thread that parses one page at a time. A page that takes too long or too much memory costs the thread, not the
 * program, and comes back as too complex. An idle thread keeps no process alive.
 */
export class PageThread {
  readonly #file: string;
  readonly #milliseconds: number;
  #worker: Worker | undefined;
  #isReady = false;
  #isBusy = false;

  /** `milliseconds` is the time for a page of ordinary length; long ones have more. */
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

  /** Never rejects. */
  parse(text: string): Promise<PageVerdict> {
    this.#isBusy = true;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const settle = (verdict: PageVerdict) => {
        clearTimeout(timer);
        worker.removeAllListeners("message").removeAllListeners("error").removeAllListeners("exit");
        worker.on("error", ignoreLateError);
        worker.unref();
        this.#isBusy = false;
        resolve(verdict);
      };
      const giveUp = () => {
        if (this.#worker === worker) this.#worker = undefined;
        settle({ problems: [tooComplex], isFinal: false });
        void worker.terminate();
      };
      const request: PageRequest = { text };
      const send = () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, this.#milliseconds * (1 + text.length / 100_000));
        worker.postMessage(request);
      };
      let timer = setTimeout(giveUp, startMilliseconds);
      worker.ref();
      worker.on("message", ({ problems }: PageAnswer) => {
        if (problems) return settle({ problems, isFinal: true });
        this.#isReady = true;
        send();
      });
      worker.on("error", giveUp);
      worker.on("exit", giveUp);
      if (this.#isReady) send();
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
    this.#isReady = false;
    worker.on("error", ignoreLateError);
    worker.on("message", () => {
      this.#isReady = true;
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
  const bundled = join(__dirname, "page-worker.js");
  return existsSync(bundled) ? bundled : join(__dirname, "page-worker.ts");
}
