import { parentPort, workerData } from "node:worker_threads";
import { checkResponse } from "../../core/request/response/check-response.ts";
import { ownThread, type WorkerReady } from "../worker/work-limit.ts";
import {
  type ResponseValidationRequest,
  type ResponseValidationReply,
  beatCount,
  beatPattern,
  type PatternBeat,
  patternsOf,
} from "./response-validator.ts";

/** Holds answers against schemas in a thread of its own, which is ended when a pattern or the whole takes too long. */
const beat = new Int32Array((workerData as PatternBeat).beat);

parentPort?.on("message", ({ model, answer, slow }: ResponseValidationRequest) => {
  const numbers = new Map(patternsOf(model).map((pattern, i) => [pattern, i]));
  const left = new Set(slow);
  const compiled = new Map<string, RegExp | undefined>();
  const matches = (pattern: string, text: string): boolean | undefined => {
    if (left.has(pattern)) return undefined;
    if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
    const expression = compiled.get(pattern);
    if (!expression) return undefined;
    Atomics.store(beat, beatPattern, numbers.get(pattern) ?? -1);
    Atomics.add(beat, beatCount, 1);
    const found = expression.test(text);
    Atomics.add(beat, beatCount, 1);
    return found;
  };
  send({ kind: "checked", check: checkResponse(model, answer, { matches }) });
});
send({ kind: "ready", thread: ownThread() });

/** Longer ones are not tried: V8 compiles them on the stack. */
const maxPatternLength = 5_000;

/** As JSON Schema says, with Unicode; many authors mean the older way. */
function compile(pattern: string): RegExp | undefined {
  if (pattern.length > maxPatternLength) return undefined;
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  return undefined;
}

function send(reply: ResponseValidationReply | WorkerReady): void {
  parentPort?.postMessage(reply);
}
