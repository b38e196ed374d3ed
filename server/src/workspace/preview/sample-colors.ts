import { Worker } from "node:worker_threads";
import type { SiteFacts } from "../../core/preview/source/page-source.ts";
import type { CodeColour, CodePiece } from "../../core/preview/view/page-view.ts";
import { limitWork } from "../worker/work-limit.ts";
import { previewWorkerFile } from "./render-worker-host.ts";

/** Code that is to be coloured, in a thread that renders previews (render-worker.ts). */
export interface ColourRequest {
  readonly kind: "colour";
  readonly ask: number;
  readonly code: string;
  /** `python` */
  readonly lang: string;
  readonly themes: SiteFacts["codeThemes"];
}

export interface ColourReply {
  readonly kind: "coloured";
  readonly ask: number;
  /** Empty where the language is not known. */
  readonly lines: readonly (readonly CodePiece[])[];
  readonly palette: readonly CodeColour[];
}

export type Coloured = Pick<ColourReply, "lines" | "palette">;

export function isColourRequest(value: unknown): value is ColourRequest {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "colour";
}

const plain: Coloured = { lines: [], palette: [] };
/** Longer code stays plain. UTF-16 units. */
const longest = 100_000;

/**
 * Colours for samples of code of open playgrounds: a thread of its own, so that a page being rendered is not waited for.
 * Started with the first sample, ended when it takes too long or with `end`. Never rejects: code may stay plain.
 */
export class SampleColours {
  readonly #file: string;
  readonly #milliseconds: number;
  readonly #waiting = new Map<number, (coloured: Coloured) => void>();
  #worker: Worker | undefined;
  #thread: string | undefined;
  #stopWatch: (() => void) | undefined;
  #ask = 0;

  /** `milliseconds` is the processor time until the next sample is colored. */
  constructor(file = previewWorkerFile(), milliseconds = 5000) {
    this.#file = file;
    this.#milliseconds = milliseconds;
  }

  colour(code: string, lang: string, themes: SiteFacts["codeThemes"]): Promise<Coloured> {
    if (code.length > longest) return Promise.resolve(plain);
    const worker = (this.#worker ??= this.#start());
    const ask = ++this.#ask;
    return new Promise((resolve) => {
      this.#waiting.set(ask, resolve);
      this.#stopWatch ??= this.#watch(worker);
      const request: ColourRequest = { kind: "colour", ask, code, lang, themes };
      worker.postMessage(request);
    });
  }

  end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#stopWatch?.();
    this.#stopWatch = undefined;
    this.#thread = undefined;
    for (const resolve of this.#waiting.values()) resolve(plain);
    this.#waiting.clear();
    void worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
      execArgv: this.#file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    worker.unref();
    const lose = () => {
      if (this.#worker === worker) this.end();
    };
    worker.on("message", (reply: ColourReply | { readonly kind: "ready"; readonly thread?: string }) => {
      if (this.#worker !== worker) return;
      if (reply.kind === "ready") this.#thread = reply.thread;
      else this.#take(reply);
      this.#stopWatch?.();
      this.#stopWatch = this.#waiting.size > 0 ? this.#watch(worker) : undefined;
    });
    worker.on("error", lose);
    worker.on("messageerror", lose);
    worker.on("exit", lose);
    return worker;
  }

  #take({ ask, lines, palette }: ColourReply): void {
    this.#waiting.get(ask)?.({ lines, palette });
    this.#waiting.delete(ask);
  }

  #watch(worker: Worker): () => void {
    const milliseconds = this.#milliseconds;
    return limitWork({ worker, thread: this.#thread, milliseconds, onSpent: () => this.end() });
  }
}
