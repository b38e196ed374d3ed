import { parentPort, workerData } from "node:worker_threads";
import { type Conversion, type ConversionTarget, convertText } from "../../core/spec/convert/convert-swagger.ts";
import { readSpec } from "../../core/spec/read-spec.ts";
import { createMessage, refuse } from "../../core/text/message.ts";
import { findCurrentThreadPath, type WorkerReadyMessage } from "../worker/work-limit.ts";

export interface ConversionRequest {
  readonly path: string;
  readonly text: string;
  readonly target: ConversionTarget;
}

export interface ConversionReply {
  readonly kind: "converted";
  readonly conversion: Conversion;
}

const sendReply = (reply: ConversionReply | WorkerReadyMessage) => parentPort?.postMessage(reply);

/** Converts one file in a worker thread, which can be terminated at any time (convert-spec.ts). */
sendReply({ kind: "ready", threadPath: findCurrentThreadPath() });
sendReply({ kind: "converted", conversion: convertAndCheck(workerData as ConversionRequest) });

/**
 * Checks the conversion by reading the result like any other specification. If the result isn't a supported
 * specification, the conversion is rejected.
 */
function convertAndCheck({ path, text, target }: ConversionRequest): Conversion {
  const conversion = convertText(path, text, target);
  if (!conversion.ok) return conversion;
  const outline = readSpec(path, conversion.text);
  if (!outline?.isSupported)
    return refuse(createMessage("The file is too different from Swagger 2.0 to be converted."));
  const danglingCount = outline.problems.filter((problem) => problem.kind === "dangling-ref" && !problem.isData).length;
  if (danglingCount === 0) return conversion;
  const note = danglingCount === 1 ? "1 reference doesn't resolve." : `${danglingCount} references don't resolve.`;
  return { ...conversion, notes: [...conversion.notes, note] };
}
