import type { SpecPlace } from "../../core/spec/model/operation-model.ts";

export type TestOutcome =
  | {
      readonly kind: "passed";
      readonly status: number;
      readonly milliseconds: number;
      /** What could not be told, as a sentence. */
      readonly note?: string;
    }
  | {
      readonly kind: "failed";
      /** Absent where there was no answer. */
      readonly status?: number;
      readonly milliseconds: number;
      /** At least one. */
      readonly failures: readonly TestFailure[];
    }
  | { readonly kind: "skipped"; readonly reason: string };

export interface TestFailure {
  /** JSON Pointer into the answer's body; absent where the failure is about the answer as a whole. */
  readonly pointer?: string;
  /** What is wrong: a sentence, or with `pointer` what follows the value's name. */
  readonly text: string;
  /** Where the specification says so. */
  readonly at?: SpecPlace;
  /** What to do. */
  readonly remedy: string;
}
