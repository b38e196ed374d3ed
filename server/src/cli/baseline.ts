import { createHash } from "node:crypto";
import { compareText, countSeverities, type CheckResult, type ReportedProblem } from "./check-result.ts";

/** The problems that a team has chosen to live with, by identity: how many of each. */
export type Baseline = ReadonlyMap<string, number>;

/** One line for each kind of problem in a file, so that a review shows what was added. */
export function baselineText({ problems }: CheckResult): string {
  const entries = new Map<string, { file: string; code: string; id: string; count: number }>();
  for (const problem of problems) {
    const id = fingerprint(problem);
    const known = entries.get(id);
    if (known) known.count++;
    else entries.set(id, { file: problem.file, code: problem.code, id, count: 1 });
  }
  const sorted = [...entries.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.id, b.id),
  );
  const lines = sorted.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "problems": [${lines.length > 0 ? `\n${lines.join(",\n")}\n  ` : ""}]\n}\n`;
}

/** Undefined when the text is no baseline. */
export function readBaseline(text: string): Baseline | undefined {
  const root = parsed(text);
  if (!isRecord(root) || root["version"] !== 1 || !Array.isArray(root["problems"])) return undefined;
  const baseline = new Map<string, number>();
  for (const entry of root["problems"] as readonly unknown[]) {
    if (!isRecord(entry)) return undefined;
    const { id, count } = entry;
    if (typeof id !== "string" || typeof count !== "number" || !Number.isInteger(count) || count < 1)
      return undefined;
    baseline.set(id, (baseline.get(id) ?? 0) + count);
  }
  return baseline;
}

/** The result without what the baseline knows. Of one kind more than it knows, the last are new. */
export function withoutKnown(result: CheckResult, baseline: Baseline): CheckResult {
  const left = new Map(baseline);
  const problems = result.problems.filter((problem) => {
    const id = fingerprint(problem);
    const count = left.get(id) ?? 0;
    if (count > 0) left.set(id, count - 1);
    return count === 0;
  });
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  const known = result.problems.length - problems.length;
  return { ...result, problems, counts: countSeverities(problems), baseline: { known, gone } };
}

/** The identity of a problem, short; nothing of the text can be read from it. */
export function fingerprint({ identity }: ReportedProblem): string {
  return createHash("sha256").update(identity()).digest("hex").slice(0, 16);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
