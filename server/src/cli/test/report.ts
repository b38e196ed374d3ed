import type { SourceLocation } from "../../core/spec/model/operation-model.ts";
import { type LineMap, createLineMap, type Position, getPosition, type SitePath } from "../../core/text/text-edit.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";
import type { TestedResult } from "../../workspace/api-tests/run-tests.ts";
import { readFile, getFileText } from "../../workspace/files/site-files.ts";
import { maxSpecReadSize } from "../../workspace/specs/spec-worker-host.ts";
import type { Palette } from "../terminal/output.ts";
import { countColumns, escapeXml, toVisibleText, wrapText } from "../terminal/text.ts";
import type { LoadedTestSite } from "./test-site.ts";
import { groupBy } from "../../core/text/maps.ts";

/** The result of a test as shown in reports, including the locations of the example and the failures. */
export interface ReportedTest {
  readonly id: string;
  readonly label: string;
  readonly method: string;
  /** The location of the example. */
  readonly location: ReportedLocation;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** The reason why the request wasn't sent, or a note about parts that couldn't be checked. */
  readonly note: string | undefined;
  readonly failures: readonly ReportedFailure[];
}

export interface ReportedLocation {
  /** The path, relative to the tested folder. */
  readonly file: SitePath;
  readonly position: Position;
}

export interface ReportedFailure {
  readonly pointer: string | undefined;
  readonly text: string;
  readonly fix: string;
  readonly location: ReportedLocation | undefined;
}

export interface TestReport {
  /** The base URLs that requests were sent to, as specified by the user. */
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

/** Returns the results for a site in the language of the report, with offsets converted to lines. */
export function locateResults(
  { prefix, siteFiles }: LoadedTestSite,
  results: readonly TestedResult[],
  formatMessage: FormatMessage,
): readonly ReportedTest[] {
  const lineMapsByPath = new Map<string, LineMap>();
  const getLineMap = (file: string): LineMap => {
    const lineMap =
      lineMapsByPath.get(file) ?? createLineMap(getFileText(readFile(siteFiles, file, maxSpecReadSize)) ?? "");
    lineMapsByPath.set(file, lineMap);
    return lineMap;
  };
  const toReportedLocation = ({ file, range }: SourceLocation): ReportedLocation => ({
    file: prefix + file,
    position: getPosition(getLineMap(file), range.start),
  });
  return results.map(({ test, outcome }): ReportedTest => {
    const { id, label, operation, location } = test;
    const commonFields = {
      id: prefix + id,
      label,
      method: operation.method,
      location: toReportedLocation(location),
      outcome: outcome.kind,
    };
    if (outcome.kind === "skipped")
      return { ...commonFields, status: undefined, milliseconds: 0, note: formatMessage(outcome.reason), failures: [] };
    const { status, milliseconds } = outcome;
    if (outcome.kind === "passed")
      return { ...commonFields, status, milliseconds, note: outcome.note && formatMessage(outcome.note), failures: [] };
    const failures = outcome.failures.map(({ pointer, text, fix: remedy, location: failurePosition }) => ({
      pointer,
      text: formatMessage(text),
      fix: formatMessage(remedy),
      location: failurePosition && toReportedLocation(failurePosition),
    }));
    return { ...commonFields, status, milliseconds, note: undefined, failures };
  });
}

/** Returns the text of a message in the language of the report. */
export type FormatMessage = (message: LocalizedMessage) => string;

interface PrintOptions {
  readonly palette: Palette;
  readonly columns: number;
  readonly formatMessage: FormatMessage;
}

/** Yields the lines of the human-readable results. */
export function* formatTests(report: TestReport, options: PrintOptions): Generator<string> {
  const { palette } = options;
  const tests = report.tests.filter(({ outcome }) => outcome !== "skipped");
  let file: string | undefined;
  let previousFailuresKey = "";
  for (const test of tests) {
    if (test.location.file !== file) {
      if (file !== undefined) yield "";
      file = test.location.file;
      yield palette.path(toVisibleText(file));
    }
    yield formatTestLine(test, options);
    if (test.note !== undefined) yield* indentLines(test.note, 6, options, palette.muted);
    const failuresKey = JSON.stringify(test.failures.map(({ text, location }) => [text, location?.file]));
    // If several requests fail because an API can't be reached, the reason is shown only once.
    const isRepeated =
      failuresKey === previousFailuresKey && test.failures.every(({ location }) => location === undefined);
    if (isRepeated && test.failures.length > 0)
      yield* indentLines(options.formatMessage(createMessage("same as above")), 6, options, palette.muted);
    else for (const failure of test.failures) yield* formatFailure(failure, options);
    if (test.failures.length > 0) previousFailuresKey = failuresKey;
  }
  if (tests.length > 0) yield "";
  yield* formatSkippedTests(report, options);
  yield formatFooter(report, options);
}

/** Returns the line for one request, such as `✓ GET /users/{id} 200 12 ms`. */
function formatTestLine(test: ReportedTest, { palette, columns }: PrintOptions): string {
  const { label, method, outcome, status, milliseconds } = test;
  const symbol = outcome === "passed" ? palette.success("✓") : palette.severity.error("✗");
  const labelWithoutMethod = toVisibleText(label.slice(method.length + 1));
  const lineSuffix =
    test.location.file.endsWith(".mdx") || test.location.file.endsWith(".md")
      ? `:${test.location.position.line + 1}`
      : "";
  const prefix = `${toVisibleText(method).padEnd(6)} ${labelWithoutMethod}`;
  const statusAndDuration = `${status ?? "   "} ${milliseconds === 0 ? "" : `${Math.max(1, Math.round(milliseconds))} ms`.padStart(8)}`;
  const gapWidth = columns - 4 - countColumns(prefix) - countColumns(lineSuffix) - countColumns(statusAndDuration) - 1;
  return `  ${symbol} ${prefix} ${palette.muted(lineSuffix)}${" ".repeat(Math.max(1, gapWidth))}${palette.muted(statusAndDuration)}`.trimEnd();
}

function* formatFailure(
  { pointer, text, location, fix: remedy }: ReportedFailure,
  options: PrintOptions,
): Generator<string> {
  const { palette } = options;
  const subject =
    pointer === undefined
      ? ""
      : pointer === ""
        ? `${options.formatMessage(createMessage("The response"))} `
        : `${pointer} `;
  yield* indentLines(toSentence(subject + text), 6, options, (line) => line);
  const positionText =
    location && `${toVisibleText(location.file)}:${location.position.line + 1}:${location.position.character + 1}`;
  if (positionText !== undefined) yield `      ${palette.muted(positionText)}`;
  yield* indentLines(`→ ${remedy}`, 6, options, palette.fix);
}

function toSentence(text: string): string {
  return /[.!?”"。]$/.test(text) ? text : `${text}.`;
}

/**
 * Yields the reasons why requests weren't sent. Each reason appears only once, followed by all requests that it applies
 * to.
 */
function* formatSkippedTests({ tests }: TestReport, options: PrintOptions): Generator<string> {
  const { palette, formatMessage } = options;
  const testNamesByReason = new Map<string, string[]>();
  for (const { outcome, note = "", label, location } of tests) {
    if (outcome !== "skipped") continue;
    const testName = /\.mdx?$/.test(location.file)
      ? `${label} (${location.file}:${location.position.line + 1})`
      : label;
    testNamesByReason.set(note, [...(testNamesByReason.get(note) ?? []), testName]);
  }
  if (testNamesByReason.size === 0) return;
  yield palette.path(formatMessage(createMessage("Not sent")));
  for (const [reason, testNames] of testNamesByReason) {
    yield* indentLines(reason, 2, options, (line) => line);
    const shownNames = testNames.slice(0, 12);
    const hiddenCount = testNames.length - shownNames.length;
    const lastIndex = shownNames.length - 1;
    const words = shownNames.map(
      (testName, i) => toVisibleText(testName) + (i < lastIndex || hiddenCount > 0 ? "," : ""),
    );
    if (hiddenCount > 0) words.push(formatMessage(createMessage("and {0} more", hiddenCount)));
    yield* wrapLines(words, 4, options, palette.muted);
  }
  yield "";
}

function formatFooter(report: TestReport, { palette, formatMessage }: PrintOptions): string {
  const { passed, failed, skipped } = countTests(report);
  const words = [
    palette.success(formatMessage(createMessage("{0} passed", passed))),
    (failed > 0 ? palette.severity.error : String)(formatMessage(createMessage("{0} failed", failed))),
    ...(skipped > 0 ? [formatMessage(createMessage("{0} not sent", skipped))] : []),
  ];
  const duration = report.isReplay
    ? createMessage("from a recording")
    : createMessage("{0} s", Math.round(report.milliseconds / 100) / 10);
  return words.join(", ") + palette.muted(` · ${formatMessage(duration)}`);
}

function* wrapLines(
  words: readonly string[],
  indent: number,
  { columns }: PrintOptions,
  paint: (line: string) => string,
): Generator<string> {
  for (const line of wrapText(words, columns - indent)) yield " ".repeat(indent) + paint(line.join(" "));
}

function* indentLines(
  text: string,
  indent: number,
  options: PrintOptions,
  paint: (line: string) => string,
): Generator<string> {
  yield* wrapLines(toVisibleText(text).split(" "), indent, options, paint);
}

/**
 * Returns the results as one object for JSON output. Positions are zero-based, as in the output of
 * `check --format json`.
 */
export function formatTestsJson(report: TestReport): string {
  const toPositionJson = ({ file, position }: ReportedLocation) => ({ file, ...position });
  const { servers, isReplay, milliseconds, tests } = report;
  return JSON.stringify({
    version: 1,
    servers,
    isReplay,
    milliseconds: isReplay ? 0 : Math.round(milliseconds),
    counts: countTests(report),
    tests: tests.map(({ id, label, location, outcome, status, milliseconds: testDuration, note, failures }) => ({
      id,
      label,
      at: toPositionJson(location),
      outcome,
      ...(status !== undefined && { status }),
      ...(outcome !== "skipped" && { milliseconds: Math.round(testDuration) }),
      ...(note !== undefined && { note }),
      failures: failures.map(({ pointer, text, fix: remedy, location: failurePosition }) => ({
        ...(pointer !== undefined && { pointer }),
        text,
        remedy,
        ...(failurePosition && { at: toPositionJson(failurePosition) }),
      })),
    })),
  });
}

/** Returns the results as JUnit XML, with one suite for each file and one case for each request. */
export function formatTestsJunit(report: TestReport): string {
  const testsByFile = groupBy(report.tests, (test) => test.location.file);
  const { failed, skipped } = countTests(report);
  const seconds = ((report.isReplay ? 0 : report.milliseconds) / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docwright test" tests="${report.tests.length}" failures="${failed}" skipped="${skipped}" errors="0" time="${seconds}">`,
    ...[...testsByFile].map(([file, tests]) => formatSuite(file, tests)),
    "</testsuites>",
  ].join("\n");
}

function formatSuite(file: string, tests: readonly ReportedTest[]): string {
  const count = (outcome: string) => tests.filter((test) => test.outcome === outcome).length;
  const name = escapeXml(file);
  const casesText = tests.map((test) => formatTestcase(name, test)).join("\n");
  return `  <testsuite name="${name}" tests="${tests.length}" failures="${count("failed")}" skipped="${count("skipped")}" errors="0">\n${casesText}\n  </testsuite>`;
}

function formatTestcase(file: string, { id, location, outcome, milliseconds, note, failures }: ReportedTest): string {
  const openTag = `    <testcase name="${escapeXml(id)}" classname="${file}" file="${file}" line="${location.position.line + 1}" time="${(milliseconds / 1000).toFixed(3)}"`;
  const noteText = escapeXml(note ?? "");
  if (outcome === "skipped") return `${openTag}>\n      <skipped message="${noteText}"/>\n    </testcase>`;
  if (outcome === "passed")
    return note === undefined
      ? `${openTag}/>`
      : `${openTag}>\n      <system-out>${noteText}</system-out>\n    </testcase>`;
  const lines = failures.map(({ pointer = "", text, location: failurePosition, fix: remedy }) => {
    const positionSuffix = failurePosition ? ` (${failurePosition.file}:${failurePosition.position.line + 1})` : "";
    return `${pointer} ${text}${positionSuffix}. ${remedy}`.trim();
  });
  const [firstLine = ""] = lines;
  const body = escapeXml(lines.join("\n"));
  return `${openTag}>\n      <failure message="${escapeXml(firstLine)}">${body}</failure>\n    </testcase>`;
}
