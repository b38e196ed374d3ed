import type { TextRange } from "../text/text-edit.ts";

/** What is wrong with the JSON itself. */
export type JsonProblemKind =
  | "comment"
  | "trailing-comma"
  | "missing-comma"
  | "missing-colon"
  | "missing-value"
  | "missing-close"
  /** `"index` without an end; it takes the rest of its line. */
  | "unclosed-string"
  /** A closed text with a character or escape that JSON does not allow. */
  | "invalid-string"
  /** `index` or `'index'`, where a text in double quotes is meant. Read as that text. */
  | "unquoted"
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

/** Of a file with more the first are told. */
export const mostJsonProblems = 1000;

/** Faults behind which the reader may take a part of the text for something else than its author. */
const misleading: ReadonlySet<JsonProblemKind> = new Set([
  "missing-comma",
  "missing-colon",
  "missing-value",
  "missing-close",
  "unclosed-string",
  "invalid-string",
  "unquoted",
  "unexpected",
  "text-after-end",
]);

/** Whether what seems to be missing from a file may only have been misread. */
export function isMisread(file: { readonly problems: readonly JsonProblem[] }): boolean {
  return file.problems.some(({ kind }) => misleading.has(kind));
}

/** Why a file is not read at all. */
export type JsonRefusal = "too-large" | "too-deep" | "not-text";
