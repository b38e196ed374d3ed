import { countTests, type ReportedPlace, type TestReport } from "./test-report.ts";

/** The results as one object for programs. Places are zero-based, as in `check --format json`. */
export function reportTestsJson(report: TestReport): string {
  const place = ({ file, position }: ReportedPlace) => ({ file, ...position });
  const { servers, isReplay, milliseconds, tests } = report;
  return JSON.stringify({
    version: 1,
    servers,
    isReplay,
    milliseconds: isReplay ? 0 : Math.round(milliseconds),
    counts: countTests(report),
    tests: tests.map(({ id, label, at, outcome, status, milliseconds: own, note, failures }) => ({
      id,
      label,
      at: place(at),
      outcome,
      ...(status !== undefined && { status }),
      ...(outcome !== "skipped" && { milliseconds: Math.round(own) }),
      ...(note !== undefined && { note }),
      failures: failures.map(({ pointer, text, remedy, at: failedAt }) => ({
        ...(pointer !== undefined && { pointer }),
        text,
        remedy,
        ...(failedAt && { at: place(failedAt) }),
      })),
    })),
  });
}
