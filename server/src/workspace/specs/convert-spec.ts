import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Conversion } from "../../core/spec/convert/convert-swagger.ts";
import { limitWork } from "../worker/work-limit.ts";
import type { ConversionReply, ConversionRequest } from "./convert-worker.ts";

export interface ConversionLimits {
  /** Processor time. */
  readonly milliseconds?: number;
  readonly worker?: string;
}

/** A Swagger 2.0 file as OpenAPI 3, made in a thread with limits of time and memory. Never rejects. */
export function convertFile(
  request: ConversionRequest,
  { milliseconds = 30_000, worker: file = workerFile() }: ConversionLimits = {},
): Promise<Conversion> {
  return new Promise((resolve) => {
    const worker = new Worker(file, {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: 1024, stackSizeMb: 8 },
      execArgv: file.endsWith(".ts") ? ["--require", "tsx/cjs"] : [],
      stdin: false,
    });
    const watch = (thread?: string) =>
      limitWork({
        worker,
        thread,
        milliseconds,
        onSpent: () =>
          settle({ ok: false, reason: `Converting it takes over ${milliseconds / 1000} seconds.` }),
      });
    let stopWatch = watch();
    const settle = (conversion: Conversion) => {
      stopWatch();
      resolve(conversion);
      void worker.terminate();
    };
    worker.on("message", (reply: ConversionReply) => {
      if (reply.kind === "converted") return settle(reply.conversion);
      stopWatch();
      stopWatch = watch(reply.thread);
    });
    worker.on("error", (error: Error & { readonly code?: unknown }) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle({
        ok: false,
        reason: isMemory ? "Converting it takes too much memory." : "Converting it failed.",
      });
    });
    worker.on("messageerror", () => settle({ ok: false, reason: "Converting it failed." }));
    worker.on("exit", () => settle({ ok: false, reason: "Converting it was ended." }));
  });
}

function workerFile(): string {
  const bundled = join(__dirname, "convert-worker.js");
  return existsSync(bundled) ? bundled : join(__dirname, "convert-worker.ts");
}
