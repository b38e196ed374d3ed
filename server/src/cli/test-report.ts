import type { Position, SitePath } from "../core/text/text-edit.ts";

/** A result with the places of everything in it, as reports name them. */
export interface ReportedTest {
  readonly id: string;
  readonly label: string;
  readonly method: string;
  /** Where the example stands. */
  readonly at: ReportedPlace;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** Why it was not sent, or what could not be told. */
  readonly note: string | undefined;
  readonly failures: readonly ReportedFailure[];
}

export interface ReportedPlace {
  /** Relative to the folder that is tested. */
  readonly file: SitePath;
  readonly position: Position;
}

export interface ReportedFailure {
  readonly pointer: string | undefined;
  readonly text: string;
  readonly remedy: string;
  readonly at: ReportedPlace | undefined;
}

export interface TestReport {
  /** Where requests were sent, as the person named it. */
  readonly servers: readonly string[];
  readonly isReplay: boolean;
  readonly tests: readonly ReportedTest[];
  readonly milliseconds: number;
}

export type TestCounts = Readonly<Record<ReportedTest["outcome"], number>>;

export function countTests({ tests }: TestReport): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of tests) counts[outcome]++;
  return counts;
}
