import type { Severity } from "../core/site/settings/site-settings.ts";
import { selectProblems, type CheckResult, type ReportedProblem } from "./check-result.ts";
import { escapeXml } from "./escape-xml.ts";
import { pathFrom } from "./report-path.ts";

interface JunitOptions {
  readonly minSeverity?: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  readonly cwd: string;
}

/**
 * The report as JUnit XML: a suite for each file with problems, a case for each problem, failed where it makes the
 * exit code 1 and with a note where it does not. A site without problems is one case that passes.
 */
export function reportJunit(result: CheckResult, options: JunitOptions): string {
  const shown = selectProblems(result.problems, options.minSeverity ?? "warning", options.maxProblems);
  const files = new Map<string, ReportedProblem[]>();
  for (const problem of shown) {
    const name = pathFrom(options.cwd, result.root, problem.file) ?? problem.file;
    const group = files.get(name);
    if (group) group.push(problem);
    else files.set(name, [problem]);
  }
  const isFailure = ({ severity }: ReportedProblem) =>
    severity === "error" || (severity === "warning" && options.failOn === "warning");
  const suites = [...files].map(([file, problems]) => suite(file, problems, isFailure));
  if (suites.length === 0)
    suites.push(
      '  <testsuite name="docwright" tests="1" failures="0" errors="0">\n    <testcase name="no problems" classname="docwright"/>\n  </testsuite>',
    );
  const tests = Math.max(1, shown.length);
  const time = (result.milliseconds / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docwright" tests="${tests}" failures="${shown.filter(isFailure).length}" errors="0" time="${time}">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function suite(
  file: string,
  problems: readonly ReportedProblem[],
  isFailure: (problem: ReportedProblem) => boolean,
): string {
  const cases = problems.map((problem) => {
    const { range, code, message, severity } = problem;
    const { line, character } = range.start;
    const place = `${line + 1}:${character + 1}`;
    const text = escapeXml(`${file}:${place} ${severity}: ${message} (${code})`);
    const open = `    <testcase name="${escapeXml(`${code} at ${place}`)}" classname="${escapeXml(file)}" file="${escapeXml(file)}" line="${line + 1}">`;
    const body = isFailure(problem)
      ? `      <failure type="${escapeXml(code)}" message="${escapeXml(message)}">${text}</failure>`
      : `      <system-out>${text}</system-out>`;
    return `${open}\n${body}\n    </testcase>`;
  });
  const failures = problems.filter(isFailure).length;
  return `  <testsuite name="${escapeXml(file)}" tests="${problems.length}" failures="${failures}" errors="0">\n${cases.join("\n")}\n  </testsuite>`;
}
