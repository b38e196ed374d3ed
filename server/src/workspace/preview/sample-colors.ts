import type { SiteFacts } from "../../core/preview/source/page-source.ts";
import type { CodeColor, CodeToken } from "../../core/preview/view/page-view.ts";
import { WorkerHost } from "../worker/worker-host.ts";
import { getRenderWorkerFile } from "./render-worker-host.ts";

/** A request to a rendering thread (render-worker.ts) to highlight code. */
export interface ColorRequest {
  readonly kind: "color";
  readonly requestId: number;
  readonly code: string;
  /** The language's name, such as `python`. */
  readonly lang: string;
  readonly themes: SiteFacts["codeThemes"];
}

export interface ColorReply {
  readonly kind: "colored";
  readonly requestId: number;
  /** The highlighted lines. Empty if the language isn't supported. */
  readonly lines: readonly (readonly CodeToken[])[];
  readonly palette: readonly CodeColor[];
}

export type ColoredCode = Pick<ColorReply, "lines" | "palette">;

export function isColorRequest(value: unknown): value is ColorRequest {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "color";
}

const uncoloredCode: ColoredCode = { lines: [], palette: [] };
/** The maximum length of code in UTF-16 code units. Longer code isn't highlighted. */
const maxLength = 100_000;

/**
 * Highlights code samples in open playgrounds. A separate thread is used so that samples don't have to wait for a page
 * that is being rendered. The thread is started for the first sample. It's terminated if it takes too long, or when
 * `end` is called. Highlighting never rejects. If highlighting fails, the code isn't colored.
 */
export class SampleColors {
  readonly #host: WorkerHost<ColorRequest, ColorReply>;
  readonly #milliseconds: number;
  readonly #callbacksByRequest = new Map<number, (coloredCode: ColoredCode) => void>();
  #endWork: (() => void) | undefined;
  #lastRequestId = 0;

  /** Creates a highlighter. `milliseconds` is the CPU time limit for each sample. */
  constructor(file = getRenderWorkerFile(), milliseconds = 5000) {
    this.#milliseconds = milliseconds;
    this.#host = new WorkerHost(file, {
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
      onReply: (reply) => this.#handleMessage(reply),
      onLost: () => {
        this.#endWork = undefined;
        for (const resolve of this.#callbacksByRequest.values()) resolve(uncoloredCode);
        this.#callbacksByRequest.clear();
      },
    });
  }

  colorize(code: string, lang: string, themes: SiteFacts["codeThemes"]): Promise<ColoredCode> {
    if (code.length > maxLength) return Promise.resolve(uncoloredCode);
    this.#endWork ??= this.#host.beginWork(this.#milliseconds);
    const requestId = ++this.#lastRequestId;
    return new Promise((resolve) => {
      this.#callbacksByRequest.set(requestId, resolve);
      this.#host.post({ kind: "color", requestId, code, lang, themes });
    });
  }

  end(): void {
    void this.#host.end();
  }

  #handleMessage({ requestId, lines, palette }: ColorReply): void {
    this.#callbacksByRequest.get(requestId)?.({ lines, palette });
    this.#callbacksByRequest.delete(requestId);
    this.#endWork?.();
    this.#endWork = this.#callbacksByRequest.size > 0 ? this.#host.beginWork(this.#milliseconds) : undefined;
  }
}
