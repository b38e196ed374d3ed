import type { AttackCounts } from "../../test/harness/attack.ts";

/** To a process that runs test files: run this one, then say so. */
export interface RunFile {
  readonly file: string;
  /** What a test may take at least, whatever it says. Milliseconds. */
  readonly leastTimeout: number;
}

/** From it. What has begun and not ended is to blame when the process ends or hangs. */
export type Message =
  | { readonly kind: "ready" }
  /** `milliseconds`: how long it may take by its own word; 0 for no limit. */
  | { readonly kind: "begin"; readonly title: string; readonly milliseconds: number }
  /** Milliseconds from its begin, and those of the processor. */
  | {
      readonly kind: "passed";
      readonly title: string;
      readonly milliseconds: number;
      readonly processor: number;
    }
  | { readonly kind: "skipped" }
  | { readonly kind: "failed"; readonly title: string; readonly reason: string }
  /** The attacks that the file has tried. */
  | { readonly kind: "done"; readonly attacks: AttackCounts };
