import type { Conversion } from "../../core/spec/convert/convert-swagger.ts";
import { createMessage, type LocalizedMessage, refuse } from "../../core/text/message.ts";
import { findWorkerFile, WorkerHost, type WorkerLoss } from "../worker/worker-host.ts";
import type { ConversionReply, ConversionRequest } from "./convert-worker.ts";

export interface ConversionLimits {
  /** The CPU time limit in milliseconds. */
  readonly milliseconds?: number;
  readonly worker?: string;
}

/** Converts a Swagger 2.0 file to OpenAPI 3 in a thread with time and memory limits. Never rejects. */
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
      onLost: (loss) => resolve(refuse(createLossMessage(loss, milliseconds))),
    });
    host.beginWork(milliseconds);
  });
}

function createLossMessage({ kind, error }: WorkerLoss, milliseconds: number): LocalizedMessage {
  if (kind === "too-slow") return createMessage("The conversion took more than {0} seconds.", milliseconds / 1000);
  if (kind === "exited" || kind === "ended") return createMessage("The conversion was canceled.");
  return error?.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? createMessage("The conversion used too much memory.")
    : createMessage("The conversion failed.");
}
