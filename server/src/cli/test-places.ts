import type { SpecPlace } from "../core/spec/model/operation-model.ts";
import { lineMapOf, positionAt, type LineMap } from "../core/text/text-edit.ts";
import type { TestedResult } from "../workspace/api-tests/run-tests.ts";
import { readFile, textOf } from "../workspace/files/site-files.ts";
import { largestSpecRead } from "../workspace/specs/spec-worker-host.ts";
import type { ReportedPlace, ReportedTest } from "./test-report.ts";
import type { LoadedForTests } from "./test-sites.ts";

/** Results of a site with lines in place of offsets. */
export function placedResults(
  { prefix, from }: LoadedForTests,
  results: readonly TestedResult[],
): readonly ReportedTest[] {
  const maps = new Map<string, LineMap>();
  const mapOf = (file: string): LineMap => {
    const map = maps.get(file) ?? lineMapOf(textOf(readFile(from, file, largestSpecRead)) ?? "");
    maps.set(file, map);
    return map;
  };
  const place = ({ file, range }: SpecPlace): ReportedPlace => ({
    file: prefix + file,
    position: positionAt(mapOf(file), range.start),
  });
  return results.map(({ test, outcome }): ReportedTest => {
    const { id, label, operation, at } = test;
    const common = { id: prefix + id, label, method: operation.method, at: place(at), outcome: outcome.kind };
    if (outcome.kind === "skipped")
      return { ...common, status: undefined, milliseconds: 0, note: outcome.reason, failures: [] };
    const { status, milliseconds } = outcome;
    if (outcome.kind === "passed")
      return { ...common, status, milliseconds, note: outcome.note, failures: [] };
    const failures = outcome.failures.map(({ pointer, text, remedy, at: failedAt }) => ({
      pointer,
      text,
      remedy,
      at: failedAt && place(failedAt),
    }));
    return { ...common, status, milliseconds, note: undefined, failures };
  });
}
