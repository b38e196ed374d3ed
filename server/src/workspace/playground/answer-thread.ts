import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { AnswerCheck, AnswerToCheck } from "../../core/request/response/verdict.ts";
import type { AnswerModel } from "../../core/spec/model/schema-model.ts";
import { limitWork } from "../work-limit.ts";
import {
  beatCount,
  beatPattern,
  patternsOf,
  type AnswerQuestion,
  type AnswerReply,
  type PatternBeat,
} from "./answer-protocol.ts";

export interface AnswerLimits {
  /** For a whole check. Milliseconds of processor time, like the others. */
  readonly whole?: number;
  /** For one text and one pattern. */
  readonly pattern?: number;
  /** For the thread to start. */
  readonly start?: number;
  /** The thread's file, when it is not the one that belongs here. */
  readonly file?: string;
}

interface Running {
  readonly worker: Worker;
  readonly beat: Int32Array;
  /** As `ownThread` names it there, once it has started. */
  thread?: string | undefined;
  /** Takes what the thread says; undefined: it has ended. */
  heard: (reply: AnswerReply | undefined) => void;
  readonly ready: Promise<boolean>;
}

type Ended = "checked" | "whole" | "pattern" | "lost";

/**
 * The thread that holds answers against schemas, started with the first. A pattern that takes too long costs the
 * thread, not the check: it begins anew without that pattern. An idle thread keeps no process alive.
 */
export class AnswerThread {
  readonly #limits: Required<AnswerLimits>;
  #running: Running | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor({ whole = 2_000, pattern = 100, start = 20_000, file = workerFile() }: AnswerLimits = {}) {
    this.#limits = { whole, pattern, start, file };
  }

  /** Never rejects; what cannot be told in time is `unknown`. */
  check(model: AnswerModel, answer: AnswerToCheck): Promise<AnswerCheck> {
    const turn = this.#last.then(() => this.#check(model, answer));
    this.#last = turn;
    return turn;
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    const { worker } = this.#running ?? {};
    this.#running = undefined;
    await worker?.terminate();
  }

  async #check(model: AnswerModel, answer: AnswerToCheck): Promise<AnswerCheck> {
    const patterns = patternsOf(model);
    const slow: string[] = [];
    let left = this.#limits.whole;
    while (left > 0 && !this.#hasEnded) {
      const running = (this.#running ??= this.#start());
      if (!(await running.ready)) {
        this.#lose(running);
        return unknown("The check could not be started.");
      }
      const { ended, check } = await this.#ask(running, { model, answer, slow }, left);
      if (check) return check;
      const pattern = patterns[Atomics.load(running.beat, beatPattern)];
      this.#lose(running);
      if (ended === "lost") return unknown("The check took too much memory.");
      if (ended !== "pattern" || pattern === undefined) break;
      slow.push(pattern);
      left -= this.#limits.pattern;
    }
    return unknown(`Holding the answer against its schema takes over ${this.#limits.whole / 1000} seconds.`);
  }

  #ask(
    running: Running,
    question: AnswerQuestion,
    milliseconds: number,
  ): Promise<{ readonly ended: Ended; readonly check?: AnswerCheck }> {
    const { worker, beat, thread } = running;
    return new Promise((resolve) => {
      const settle = (ended: Ended, check?: AnswerCheck) => {
        stopWatch();
        stopPatternWatch();
        clearInterval(timer);
        running.heard = () => undefined;
        worker.unref();
        resolve(check ? { ended, check } : { ended });
      };
      const stopWatch = limitWork({ worker, thread, milliseconds, onSpent: () => settle("whole") });
      let stopPatternWatch = (): void => undefined;
      let seen = Atomics.load(beat, beatCount);
      const timer = setInterval(() => {
        const count = Atomics.load(beat, beatCount);
        if (count === seen) return;
        seen = count;
        stopPatternWatch();
        if (count % 2 !== 0)
          stopPatternWatch = limitWork({
            worker,
            thread,
            milliseconds: this.#limits.pattern,
            onSpent: () => settle("pattern"),
          });
      }, this.#limits.pattern / 5);
      running.heard = (reply) => {
        if (!reply) settle("lost");
        else if (reply.kind === "checked") settle("checked", reply.check);
      };
      worker.ref();
      worker.postMessage(question);
    });
  }

  #start(): Running {
    const { file, start } = this.#limits;
    const shared: PatternBeat = { beat: new SharedArrayBuffer(8) };
    const worker = new Worker(file, {
      workerData: shared,
      resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 },
      execArgv: file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    const { promise: ready, resolve } = withResolve<boolean>();
    const stopWatch = limitWork({ worker, milliseconds: start, onSpent: () => resolve(false) });
    const running: Running = {
      worker,
      beat: new Int32Array(shared.beat),
      heard: (reply) => {
        if (reply?.kind === "ready") running.thread = reply.thread;
        resolve(reply?.kind === "ready");
      },
      ready: ready.finally(stopWatch),
    };
    worker.on("message", (reply: AnswerReply) => running.heard(reply));
    const lose = () => {
      this.#lose(running);
      running.heard(undefined);
    };
    worker.on("error", lose);
    worker.on("messageerror", lose);
    worker.on("exit", lose);
    return running;
  }

  #lose(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    void running.worker.terminate();
  }
}

function withResolve<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}

function unknown(reason: string): AnswerCheck {
  return { verdict: "unknown", reason, mismatches: [] };
}

function workerFile(): string {
  const bundled = join(__dirname, "answer-worker.js");
  return existsSync(bundled) ? bundled : join(__dirname, "answer-worker.ts");
}
