import { type SyntaxProblem, tooComplex } from "../../core/page/syntax-problem.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import type { MdxWorkerReply, MdxWorkerRequest } from "./mdx-worker.ts";

/** Processor time of the whole process in which the thread has to start. */
const startMilliseconds = 20_000;
/** A page may take this many times the base limit for each 100,000 characters. Ordinary pages take half of it at most. */
const lengthUnit = 100_000;
/** On an idle machine, as much time passes as the thread uses. */
const heldUpFactor = 1.5;

interface Job {
  readonly milliseconds: number;
  readonly settle: (result: MdxValidationResult) => void;
  found: readonly SyntaxProblem[];
  /** When the thread could begin. */
  startedAt: number;
}

export interface MdxValidationResult {
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
export class MdxWorkerHost {
  readonly #host: WorkerHost<MdxWorkerRequest, MdxWorkerReply>;
  readonly #milliseconds: number;
  #job: Job | undefined;

  /** `milliseconds` is the processor time for a page of ordinary length; long ones have more. */
  constructor(file: string, milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
      startMilliseconds,
      onReady: () => {
        if (this.#job) this.#job.startedAt = performance.now();
      },
      onReply: ({ kind, problems }) => {
        if (kind === "checked") this.#job?.settle({ problems, isFinal: true });
        else if (this.#job) this.#job.found = problems;
      },
      onLost: (loss) => this.#giveUp(loss),
    });
  }

  get isBusy(): boolean {
    return this.#job !== undefined;
  }

  /** Starts the thread, so that the first page need not wait for it. */
  warmUp(): void {
    this.#host.start();
  }

  /** Never rejects. `factor` is how many times the usual limit the page may take. */
  parse(text: string, factor = 1): Promise<MdxValidationResult> {
    const milliseconds = factor * this.#milliseconds * (1 + text.length / lengthUnit);
    const endWork = this.#host.beginWork(milliseconds);
    return new Promise((resolve) => {
      const settle = (result: MdxValidationResult) => {
        endWork();
        this.#job = undefined;
        resolve(result);
      };
      const startedAt = this.#host.isReady ? performance.now() : Infinity;
      this.#job = { milliseconds, settle, found: [], startedAt };
      this.#host.post({ text });
    });
  }

  end(): Promise<void> {
    return this.#host.end();
  }

  #giveUp({ isEstimate = false }: WorkerLoss): void {
    if (!this.#job) return;
    const { milliseconds, settle, found, startedAt } = this.#job;
    const wasHeldUp = isEstimate || performance.now() - startedAt > heldUpFactor * milliseconds;
    settle({ problems: found.length > 0 ? found : [tooComplex], isFinal: false, wasHeldUp });
  }
}

export function mdxWorkerFile(): string {
  return findWorkerFile(__dirname, "mdx-worker");
}
