import { type SyntaxProblem, tooComplex } from "../../core/page/syntax-problem.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import type { MdxWorkerReply, MdxWorkerRequest } from "./mdx-worker.ts";

/** CPU time of the complete process in which the thread has to start, in milliseconds. */
const startMilliseconds = 20_000;
/**
 * For each 100,000 characters, the limit of a page grows by the base limit. Ordinary pages take at most half of the
 * limit.
 */
const lengthUnit = 100_000;
/** On an idle machine, as much wall time passes as the thread uses CPU time. */
const heldUpFactor = 1.5;

interface Job {
  readonly milliseconds: number;
  readonly settle: (result: MdxValidationResult) => void;
  found: readonly SyntaxProblem[];
  /** When the thread could start. */
  startedAt: number;
}

export interface MdxValidationResult {
  readonly problems: readonly SyntaxProblem[];
  /** False if the page took too long, so another attempt may find more. */
  readonly isFinal: boolean;
  /**
   * Whether it took too long while other programs used the CPU, which makes the same work take more CPU time, or while
   * other threads may have used the time.
   */
  readonly wasHeldUp?: boolean;
}

/**
 * A worker thread that parses one page at a time. A page that takes too much CPU time or memory terminates the thread,
 * not the program. Its result is then the problems found so far, or else that it's too complex. An idle thread doesn't
 * keep the process alive.
 */
export class MdxWorkerHost {
  readonly #host: WorkerHost<MdxWorkerRequest, MdxWorkerReply>;
  readonly #milliseconds: number;
  #job: Job | undefined;

  /** `milliseconds` is the CPU time for a page of ordinary length; longer pages get more. */
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

  /** Starts the thread, so the first page doesn't have to wait for it. */
  warmUp(): void {
    this.#host.start();
  }

  /** Parses a page. Never rejects. `factor` multiplies the page's usual time limit. */
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
