import type { TextRange } from "../text/text-range.ts";

/** What is wrong with the JSON itself. */
export type JsonProblemKind =
  | "comment"
  | "trailing-comma"
  | "missing-comma"
  | "missing-colon"
  | "missing-value"
  | "missing-close"
  | "invalid-string"
  | "unexpected"
  | "text-after-end"
  | "duplicate-key";

export interface JsonProblem {
  readonly kind: JsonProblemKind;
  readonly range: TextRange;
  /** For `duplicate-key`: where the key stands first. For `missing-close`: the bracket that is not closed. */
  readonly first?: TextRange;
  /** The key or the text meant, shortened for a message. */
  readonly text?: string;
}

/** Why a file is not read at all. */
export type JsonRefusal = "too-large" | "too-deep" | "not-text";
