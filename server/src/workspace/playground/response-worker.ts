import { parentPort, workerData } from "node:worker_threads";
import { checkResponse } from "../../core/request/response/check-response.ts";
import { findCurrentThreadPath, type WorkerReadyMessage } from "../worker/work-limit.ts";
import {
  type ResponseValidationRequest,
  type ResponseValidationReply,
  heartbeatCountIndex,
  heartbeatPatternIndex,
  type PatternProgress,
  listPatterns,
} from "./response-validator.ts";

// This worker validates responses against schemas. Its thread is terminated if a pattern or the complete check takes
// too long.

/** Contains the index of the pattern that is being matched, and a counter, so the host can find slow patterns. */
const heartbeat = new Int32Array((workerData as PatternProgress).progress);

parentPort?.on("message", ({ model, response, slowPatterns }: ResponseValidationRequest) => {
  const indexesByPattern = new Map(listPatterns(model).map((pattern, i) => [pattern, i]));
  const skippedPatterns = new Set(slowPatterns);
  const expressionsByPattern = new Map<string, RegExp | undefined>();
  const matches = (pattern: string, text: string): boolean | undefined => {
    if (skippedPatterns.has(pattern)) return undefined;
    if (!expressionsByPattern.has(pattern)) expressionsByPattern.set(pattern, compilePattern(pattern));
    const expression = expressionsByPattern.get(pattern);
    if (!expression) return undefined;
    Atomics.store(heartbeat, heartbeatPatternIndex, indexesByPattern.get(pattern) ?? -1);
    Atomics.add(heartbeat, heartbeatCountIndex, 1);
    const isMatch = expression.test(text);
    Atomics.add(heartbeat, heartbeatCountIndex, 1);
    return isMatch;
  };
  sendReply({ kind: "checked", check: checkResponse(model, response, { matches }) });
});
sendReply({ kind: "ready", threadPath: findCurrentThreadPath() });

/**
 * The maximum length of a pattern in UTF-16 code units. Longer patterns aren't tried, because V8 uses the stack to
 * compile them.
 */
const maxPatternLength = 5_000;

/**
 * Compiles a pattern. JSON Schema requires Unicode mode, but many authors write patterns that are valid only in the
 * older mode. Therefore, the older mode is tried if Unicode mode fails.
 */
function compilePattern(pattern: string): RegExp | undefined {
  if (pattern.length > maxPatternLength) return undefined;
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  return undefined;
}

function sendReply(reply: ResponseValidationReply | WorkerReadyMessage): void {
  parentPort?.postMessage(reply);
}
