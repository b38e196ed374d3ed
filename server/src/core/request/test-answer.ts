import type { AnswerToCheck } from "./answer-check.ts";
import type { RelayFailure } from "./relay-envelope.ts";

/** What came back for a test, or why nothing did. */
export type TestAnswer =
  | {
      readonly ok: true;
      readonly answer: AnswerToCheck;
      readonly milliseconds: number;
      /** Something of it is not there: a sentence. */
      readonly note?: string;
    }
  | {
      readonly ok: false;
      readonly failure: Pick<RelayFailure, "code" | "message" | "hint">;
      readonly milliseconds: number;
    };
