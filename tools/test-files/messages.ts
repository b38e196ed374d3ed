import type { AttackCounts } from "../../test/harness/attack.ts";

/** A message that makes a process run a test file and report the results. */
export interface RunFile {
  readonly file: string;
  /** The minimum timeout of a test in milliseconds, even if the test sets a lower one. */
  readonly leastTimeout: number;
}

/** A value of `RunFile.file` that makes the process end what its files share, instead of running a file. */
export const afterLastFile = "After the last file";

/** A message from the process. If the process ends or hangs, the cause is the test that has started but not ended. */
export type Message =
  | { readonly kind: "ready" }
  /** `milliseconds`: the test's timeout, or 0 for no limit. */
  | { readonly kind: "begin"; readonly title: string; readonly milliseconds: number }
  /** The elapsed time and the processor time, in milliseconds. */
  | {
      readonly kind: "passed";
      readonly title: string;
      readonly milliseconds: number;
      readonly processor: number;
    }
  | { readonly kind: "skipped" }
  | { readonly kind: "failed"; readonly title: string; readonly reason: string }
  /**
   * The number of attacks that the file has attempted, by kind, and the processor time of the tests and their hooks in
   * milliseconds.
   */
  | { readonly kind: "done"; readonly attacks: AttackCounts; readonly processor: number };
