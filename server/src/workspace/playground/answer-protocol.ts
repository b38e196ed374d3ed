import type { AnswerCheck, AnswerToCheck } from "../../core/request/response/verdict.ts";
import type { AnswerModel } from "../../core/spec/model/schema-model.ts";

/** To the thread that holds answers against schemas, one after the other. */
export interface AnswerQuestion {
  readonly model: AnswerModel;
  readonly answer: AnswerToCheck;
  /** Patterns that took too long before and are not tried again. */
  readonly slow: readonly string[];
}

/** From it: once when it has started, then for each question. */
export type AnswerReply =
  | { readonly kind: "ready"; readonly thread: string | undefined }
  | { readonly kind: "checked"; readonly check: AnswerCheck };

/** Memory that both threads see: how often a pattern was begun or ended, so odd while one is tried, and which it is. */
export interface PatternBeat {
  readonly beat: SharedArrayBuffer;
}
export const beatCount = 0;
export const beatPattern = 1;

/** The patterns of a model, always in the same order. */
export function patternsOf({ schemas }: AnswerModel): readonly string[] {
  const patterns = new Set<string>();
  for (const { pattern, patternProperties = [] } of schemas) {
    if (pattern !== undefined) patterns.add(pattern);
    for (const [name] of patternProperties) patterns.add(name);
  }
  return [...patterns];
}
