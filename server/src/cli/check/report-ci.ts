import { isAbsolute, join, relative, sep } from "node:path";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import { escapeXml, toVisibleText } from "../terminal/text.ts";
import { type CheckResult, type ReportedProblem, selectProblems, timePlaceholder } from "./check-result.ts";
import { addToGroup } from "../../core/text/maps.ts";

/**
 * Returns the path of a reported file as CI tools expect it: a POSIX path relative to the working directory, which is
 * the root of the repository in CI. Returns undefined if the file is outside that directory.
 */
export function getPathFromCwd(cwd: string, root: string, file: string): string | undefined {
  const path = relative(cwd, join(root, file));
  return isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`) ? undefined : path.split(sep).join("/");
}

interface JunitOptions {
  readonly minSeverity?: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  readonly cwd: string;
}

/**
 * Returns the report as JUnit XML, with one suite for each file that has problems and one case for each problem. A case
 * fails if its problem causes exit code 1. Any other case passes and contains its problem as output. If there are no
 * problems, the report contains one case that passes.
 */
export function formatJunitReport(result: CheckResult, options: JunitOptions): string {
  const shownProblems = selectProblems(result.problems, options.minSeverity ?? "warning", options.maxProblems);
  const problemsByFile = new Map<string, ReportedProblem[]>();
  for (const problem of shownProblems) {
    const filePath = getPathFromCwd(options.cwd, result.root, problem.file) ?? problem.file;
    addToGroup(problemsByFile, filePath, problem);
  }
  const isFailure = ({ severity }: ReportedProblem) =>
    severity === "error" || (severity === "warning" && options.failOn === "warning");
  const suites = [...problemsByFile].map(([file, problems]) => formatSuite(file, problems, isFailure));
  if (suites.length === 0)
    suites.push(
      '  <testsuite name="docwright" tests="1" failures="0" errors="0">\n    <testcase name="no problems" classname="docwright"/>\n  </testsuite>',
    );
  const testCount = Math.max(1, shownProblems.length);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docwright" tests="${testCount}" failures="${shownProblems.filter(isFailure).length}" errors="0" time="${timePlaceholder}">`,
    ...suites,
    "</testsuites>",
  ].join("\n");
}

function formatSuite(
  file: string,
  problems: readonly ReportedProblem[],
  isFailure: (problem: ReportedProblem) => boolean,
): string {
  const cases = problems.map((problem) => {
    const { range, code, message, severity } = problem;
    const { line, character } = range.start;
    const position = `${line + 1}:${character + 1}`;
    const text = escapeXml(`${file}:${position} ${severity}: ${message} (${code})`);
    const openTag = `    <testcase name="${escapeXml(`${code} at ${position}`)}" classname="${escapeXml(file)}" file="${escapeXml(file)}" line="${line + 1}">`;
    const body = isFailure(problem)
      ? `      <failure type="${escapeXml(code)}" message="${escapeXml(message)}">${text}</failure>`
      : `      <system-out>${text}</system-out>`;
    return `${openTag}\n${body}\n    </testcase>`;
  });
  const failureCount = problems.filter(isFailure).length;
  return `  <testsuite name="${escapeXml(file)}" tests="${problems.length}" failures="${failureCount}" errors="0">\n${cases.join("\n")}\n  </testsuite>`;
}

const commandBySeverity: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/**
 * Yields the report as GitHub Actions workflow commands, one per line. GitHub shows each command next to the line that
 * it's about.
 */
export function* formatGithubReport(
  result: CheckResult,
  options: {
    readonly minSeverity?: Severity | undefined;
    readonly maxProblems: number;
    readonly cwd: string;
  },
): Generator<string> {
  const problems = selectProblems(result.problems, options.minSeverity ?? "warning", options.maxProblems);
  for (const { file, range, severity, code, message } of problems) {
    const { start, end } = range;
    const properties = {
      file: getPathFromCwd(options.cwd, result.root, file) ?? file,
      line: start.line + 1,
      endLine: end.line + 1,
      // GitHub uses columns only if the range starts and ends on the same line.
      ...(start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}),
      title: code,
    };
    const formattedProperties = Object.entries(properties).map(
      ([name, value]) => `${name}=${escapeProperty(String(value))}`,
    );
    yield `::${commandBySeverity[severity]} ${formattedProperties.join(",")}::${escapeMessage(message)}`;
  }
}

/**
 * Escapes line endings, which would start a new command. Makes other control characters visible, because they could
 * control a terminal.
 */
function escapeMessage(text: string): string {
  return toVisibleText(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
