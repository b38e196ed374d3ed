import type { Conversion } from "../../core/spec/convert/convert-swagger.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import type { ConversionReply, ConversionRequest } from "./convert-worker.ts";

export interface ConversionLimits {
  /** The limit for CPU time in milliseconds. */
  readonly milliseconds?: number;
  readonly worker?: string;
}

/** Converts a Swagger 2.0 file to OpenAPI 3, in a thread with time and memory limits. Never rejects. */
export function convertFile(
  request: ConversionRequest,
  { milliseconds = 30_000, worker = findWorkerFile(__dirname, "convert-worker") }: ConversionLimits = {},
): Promise<Conversion> {
  return new Promise((resolve) => {
    const host = new WorkerHost<never, ConversionReply>(worker, {
      workerData: () => request,
      resourceLimits: { maxOldGenerationSizeMb: 1024, stackSizeMb: 8 },
      onReply: ({ conversion }) => {
        resolve(conversion);
        void host.end();
      },
      onLost: (loss) => resolve({ ok: false, reason: `The conversion ${reasonOf(loss, milliseconds)}.` }),
    });
    host.beginWork(milliseconds);
  });
}

function reasonOf({ kind, error }: WorkerLoss, milliseconds: number): string {
  if (kind === "too-slow") return `took more than ${milliseconds / 1000} seconds`;
  if (kind === "exited" || kind === "ended") return "was canceled";
  return error?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "used too much memory" : "failed";
}
