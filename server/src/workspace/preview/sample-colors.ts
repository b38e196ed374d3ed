import type { SiteFacts } from "../../core/preview/source/page-source.ts";
import type { CodeColour, CodePiece } from "../../core/preview/view/page-view.ts";
import { WorkerHost } from "../worker/worker-host.ts";
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
  readonly #host: WorkerHost<ColourRequest, ColourReply>;
  readonly #milliseconds: number;
  readonly #waiting = new Map<number, (coloured: Coloured) => void>();
  #endWork: (() => void) | undefined;
  #ask = 0;

  /** `milliseconds` is the processor time until the next sample is colored. */
  constructor(file = previewWorkerFile(), milliseconds = 5000) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
      onReply: (reply) => this.#take(reply),
      onLost: () => {
        this.#endWork = undefined;
        for (const resolve of this.#waiting.values()) resolve(plain);
        this.#waiting.clear();
      },
    });
  }

  colour(code: string, lang: string, themes: SiteFacts["codeThemes"]): Promise<Coloured> {
    if (code.length > longest) return Promise.resolve(plain);
    this.#endWork ??= this.#host.beginWork(this.#milliseconds);
    const ask = ++this.#ask;
    return new Promise((resolve) => {
      this.#waiting.set(ask, resolve);
      this.#host.post({ kind: "colour", ask, code, lang, themes });
    });
  }

  end(): void {
    void this.#host.end();
  }

  #take({ ask, lines, palette }: ColourReply): void {
    this.#waiting.get(ask)?.({ lines, palette });
    this.#waiting.delete(ask);
    this.#endWork?.();
    this.#endWork = this.#waiting.size > 0 ? this.#host.beginWork(this.#milliseconds) : undefined;
  }
}
