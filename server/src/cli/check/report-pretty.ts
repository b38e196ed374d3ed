import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import { type LineMap, createLineMap, getOffset, type Position } from "../../core/text/text-edit.ts";
import type { Palette } from "../terminal/output.ts";
import { type Cell, countColumns, isPlainText, toCells, toVisibleText, wrapProse } from "../terminal/text.ts";
import {
  type CheckResult,
  compareText,
  type ReportedProblem,
  selectProblems,
  timePlaceholder,
} from "./check-result.ts";
import { englishReport, type ReportText, type reportMessages } from "./report-text.ts";

export interface FooterOptions {
  readonly minSeverity: Severity;
  /** The problems with a severity of at least `minSeverity`. */
  readonly problems: readonly ReportedProblem[];
  /** The number of `problems` that the report shows. */
  readonly shownCount: number;
  readonly palette: Palette;
  readonly reportText: ReportText;
}

/**
 * Yields the summary, such as “3 errors, 12 warnings in docs.json and 4 of 212 pages · 0.9 s”, and the number of
 * problems that aren't shown in the report.
 */
export function* formatReportFooter(result: CheckResult, options: FooterOptions): Generator<string> {
  const { palette, reportText, problems: problemsAtLevel, shownCount, minSeverity } = options;
  const time = palette.muted(` · ${timePlaceholder}`);
  const shownSeverities = severities.slice(0, severities.indexOf(minSeverity) + 1);
  if (shownCount < problemsAtLevel.length)
    yield palette.muted(
      reportText.format("notShown", { count: problemsAtLevel.length - shownCount, max: String(shownCount) }),
    );
  const formattedCounts = shownSeverities
    .filter((severity) => result.counts[severity] > 0)
    .map((severity) => palette.severity[severity](formatCount(result.counts[severity], severity, reportText)));
  yield formattedCounts.length > 0
    ? `${formatCountsAndFiles(reportText.joinWithCommas(formattedCounts), problemsAtLevel, result, reportText)}${time}`
    : `${palette.success("✓")} ${reportText.format(noProblemsMessageKeys[minSeverity], { pages: formatPages(result, reportText) })}${time}`;
  const fixableCount = problemsAtLevel
    .flatMap((problem) => [problem, ...(problem.representedProblems ?? [])])
    .filter((problem) => problem.getSafeFix()).length;
  if (fixableCount > 0) yield `${palette.fix("→")} ${reportText.format("fixable", { count: fixableCount })}`;
  if (result.baseline) yield palette.muted(formatBaseline(result.baseline, reportText));
  const hiddenSeverities = severities.filter(
    (severity) => !shownSeverities.includes(severity) && result.counts[severity] > 0,
  );
  if (hiddenSeverities.length > 0) {
    const problemsText = reportText.joinWithCommas(
      hiddenSeverities.map((severity) => formatCount(result.counts[severity], severity, reportText)),
    );
    yield palette.muted(
      reportText.format("quiet", { problems: problemsText, severity: hiddenSeverities.at(-1) ?? "hint" }),
    );
  }
}

function formatBaseline(
  { suppressedCount, unusedCount }: NonNullable<CheckResult["baseline"]>,
  reportText: ReportText,
): string {
  return unusedCount === 0
    ? reportText.format("known", { count: suppressedCount })
    : reportText.format("knownAndGone", { count: suppressedCount, gone: unusedCount });
}

/** The key of the string to print if there are no problems with at least this severity. */
const noProblemsMessageKeys = {
  error: "noErrors",
  warning: "noWarnings",
  information: "noInfos",
  hint: "noProblems",
} as const satisfies Readonly<Record<Severity, keyof typeof reportMessages>>;

const countMessageKeys = {
  error: "errors",
  warning: "warnings",
  information: "infos",
  hint: "hints",
} as const satisfies Readonly<Record<Severity, keyof typeof reportMessages>>;

function formatCount(count: number, severity: Severity, reportText: ReportText): string {
  return reportText.format(countMessageKeys[severity], { count });
}

/** Returns the counts and the affected files, such as `3 errors in docs.json and 4 of 212 pages`. */
function formatCountsAndFiles(
  countsText: string,
  problems: readonly ReportedProblem[],
  result: CheckResult,
  reportText: ReportText,
): string {
  const files = new Set(problems.map(({ file }) => file));
  const otherFiles = [...files].filter((file) => !result.isPage(file));
  const affectedPageCount = files.size - otherFiles.length;
  const values = {
    problems: countsText,
    pages: formatPages(result, reportText, affectedPageCount),
    file: toVisibleText(otherFiles[0] ?? ""),
    count: otherFiles.length,
  };
  if (otherFiles.length === 0 && affectedPageCount > 0) return reportText.format("inPages", values);
  if (otherFiles.length === 1) return reportText.format(affectedPageCount === 0 ? "inFile" : "inFileAndPages", values);
  return reportText.format(affectedPageCount === 0 ? "inFiles" : "inPagesAndFiles", values);
}

/** Returns the number of pages, such as `212 pages` or, if only some of the pages have problems, `4 of 212 pages`. */
function formatPages({ sites }: CheckResult, reportText: ReportText, affectedPageCount = 0): string {
  const count = sites.reduce((sum, site) => sum + site.pages, 0);
  const pagesText = reportText.format(affectedPageCount > 0 ? "pagesOf" : "pages", { shown: affectedPageCount, count });
  return sites.length > 1 ? reportText.format("acrossSites", { pages: pagesText, count: sites.length }) : pagesText;
}

/** A source line with a problem, and a line of carets to print below it. */
export interface SourceExcerpt {
  readonly line: string;
  readonly carets: string;
}

/**
 * Returns the first line of the range without its indentation, and carets to print below the range. If the line is
 * longer than `columns`, only the part around the range is shown, with `…` wherever text is omitted. Returns undefined
 * if the line is blank.
 */
export function formatExcerpt(
  lineText: string,
  markedRange: { readonly start: Position; readonly end: Position },
  columns: number,
): SourceExcerpt | undefined {
  if (lineText.trim() === "") return undefined;
  const start = Math.min(markedRange.start.character, lineText.length);
  const end = markedRange.end.line > markedRange.start.line ? lineText.trimEnd().length : markedRange.end.character;
  const indentation = lineText.length - lineText.trimStart().length;
  const lineEnd = lineText.trimEnd().length;
  // If a line contains zero-width characters, which are rare, it may be cut slightly earlier than necessary.
  const maxLength = columns + 20;
  const excerptStart = Math.max(Math.min(indentation, start), start - maxLength);
  const excerpt = lineText.slice(excerptStart, Math.min(start + maxLength, Math.max(end, lineEnd)));
  const isWholeLine = excerptStart <= indentation && excerptStart + excerpt.length >= lineEnd;
  if (isWholeLine && excerpt.length <= columns && isPlainText(excerpt)) {
    const markStart = Math.min(start - excerptStart, excerpt.length);
    const markEnd = Math.min(Math.max(end, start + 1) - excerptStart, excerpt.length);
    return { line: excerpt, carets: " ".repeat(markStart) + "^".repeat(Math.max(1, markEnd - markStart)) };
  }
  const cells = toCells(excerpt);
  const markedSpan = findMarkedSpan(cells, start - excerptStart, Math.max(end, start + 1) - excerptStart);
  const [firstIndex, endIndex] = getVisibleRange(cells, markedSpan, columns, excerptStart > indentation);
  const isStartHidden = firstIndex > 0 || excerptStart > indentation;
  const isEndHidden = endIndex < cells.length || excerptStart + excerpt.length < lineEnd;
  const shownCells = cells.slice(firstIndex, endIndex);
  const widthBefore =
    getWidth(cells.slice(firstIndex, Math.max(firstIndex, markedSpan.startIndex))) + (isStartHidden ? 1 : 0);
  const caretWidth = getWidth(
    cells.slice(Math.max(firstIndex, markedSpan.startIndex), Math.min(endIndex, markedSpan.endIndex)),
  );
  return {
    line: `${isStartHidden ? "…" : ""}${shownCells.map(({ text }) => text).join("")}${isEndHidden ? "…" : ""}`,
    carets: " ".repeat(widthBefore) + "^".repeat(Math.max(1, caretWidth)),
  };
}

interface CellSpan {
  readonly startIndex: number;
  readonly endIndex: number;
}

/**
 * Returns the cells that the range covers. If the range is at the end of the line, returns an empty span after the last
 * cell.
 */
function findMarkedSpan(cells: readonly Cell[], start: number, end: number): CellSpan {
  const startIndex = cells.findIndex((cell) => cell.end > start);
  if (startIndex < 0) return { startIndex: cells.length, endIndex: cells.length };
  const endIndex = cells.findIndex((cell) => cell.start >= end);
  return { startIndex, endIndex: Math.max(startIndex + 1, endIndex < 0 ? cells.length : endIndex) };
}

/**
 * Returns the index of the first visible cell and the index after the last one. If not all cells fit, the marked cells
 * are shown with some of the surrounding text: a third of the remaining columns before them, and two thirds after them.
 */
function getVisibleRange(
  cells: readonly Cell[],
  markedSpan: CellSpan,
  columns: number,
  isTruncatedBefore: boolean,
): [number, number] {
  const totalWidth = getWidth(cells) + (isTruncatedBefore ? 1 : 0);
  if (totalWidth <= columns) return [0, cells.length];
  const maxWidth = Math.max(8, columns - 2);
  const markedWidth = Math.min(maxWidth, getWidth(cells.slice(markedSpan.startIndex, markedSpan.endIndex)));
  let start = markedSpan.startIndex;
  let widthBefore = Math.floor((maxWidth - markedWidth) / 3);
  const widthAfter = getWidth(cells.slice(markedSpan.endIndex));
  widthBefore = Math.max(widthBefore, maxWidth - markedWidth - widthAfter);
  while (start > 0 && widthBefore >= (cells[start - 1]?.columns ?? 0)) widthBefore -= cells[--start]?.columns ?? 0;
  let end = start;
  let remainingWidth = maxWidth;
  while (end < cells.length && remainingWidth >= (cells[end]?.columns ?? 0))
    remainingWidth -= cells[end++]?.columns ?? 0;
  return [start, end];
}

function getWidth(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.columns, 0);
}

export interface PrettyOptions {
  readonly minSeverity?: Severity | undefined;
  readonly maxProblems: number;
  readonly columns: number;
  readonly palette: Palette;
  /** The report's strings. The default is English. */
  readonly reportText?: ReportText;
}

type SeverityLabels = Readonly<Record<Severity, string>>;

interface LineOptions extends Pick<PrettyOptions, "palette" | "columns"> {
  readonly labels: SeverityLabels;
}

/** Returns the severity labels, padded to the same width. */
function createSeverityLabels(reportText: ReportText): SeverityLabels {
  const labels = severities.map((severity) => [severity, reportText.format(severity)] as const);
  const maxWidth = Math.max(...labels.map(([, label]) => countColumns(label)));
  return Object.fromEntries(
    labels.map(([severity, label]) => [severity, label + " ".repeat(maxWidth - countColumns(label))]),
  ) as Record<Severity, string>;
}

/**
 * Yields the lines of the human-readable report: the problems in each file with source excerpts, a summary line, and a
 * table of rules.
 */
export function* formatPrettyReport(result: CheckResult, options: PrettyOptions): Generator<string> {
  const { palette, minSeverity = "warning", reportText = englishReport } = options;
  const labels = createSeverityLabels(reportText);
  const problemsAtLevel = selectProblems(result.problems, minSeverity, Number.POSITIVE_INFINITY);
  const shownProblems = problemsAtLevel.slice(0, options.maxProblems);
  for (const problems of groupByFile(shownProblems)) yield* formatFile(problems, result, { ...options, labels });
  yield* formatReportFooter(result, {
    minSeverity,
    problems: problemsAtLevel,
    shownCount: shownProblems.length,
    palette,
    reportText,
  });
  yield* formatRuleTable(problemsAtLevel, palette, labels, reportText);
}

/**
 * Yields the number of problems that each rule found. The rules are sorted by severity, most severe first, and then by
 * the number of problems.
 */
function* formatRuleTable(
  problems: readonly ReportedProblem[],
  palette: Palette,
  labels: SeverityLabels,
  reportText: ReportText,
): Generator<string> {
  const rows = countByRule(problems);
  if (rows.length === 0) return;
  const maxWidth = Math.max(...rows.map(({ count }) => reportText.formatNumber(count).length));
  yield "";
  yield palette.muted(reportText.format("byRule"));
  for (const { severity, code, count } of rows) {
    const label = palette.severity[severity](labels[severity]);
    yield `  ${reportText.formatNumber(count).padStart(maxWidth)}  ${label}  ${code}`;
  }
}

interface RuleCount {
  readonly severity: Severity;
  readonly code: string;
  readonly count: number;
}

function countByRule(problems: readonly ReportedProblem[]): RuleCount[] {
  const countsByKey = new Map<string, RuleCount>();
  for (const { severity, code, omittedCount = 0 } of problems) {
    const key = `${severity} ${code}`;
    countsByKey.set(key, { severity, code, count: (countsByKey.get(key)?.count ?? 0) + 1 + omittedCount });
  }
  return [...countsByKey.values()].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.count - a.count ||
      compareText(a.code, b.code),
  );
}

function groupByFile(problems: readonly ReportedProblem[]): ReportedProblem[][] {
  const groups: ReportedProblem[][] = [];
  for (const problem of problems) {
    const lastGroup = groups.at(-1);
    if (lastGroup?.[0]?.file === problem.file) lastGroup.push(problem);
    else groups.push([problem]);
  }
  return groups;
}

function* formatFile(
  problems: readonly ReportedProblem[],
  result: CheckResult,
  options: LineOptions,
): Generator<string> {
  const file = problems[0]?.file ?? "";
  const text = result.getText(file) ?? "";
  const lines = createLineMap(text);
  const maxPositionWidth = problems.reduce(
    (maxWidth, problem) => Math.max(maxWidth, formatPosition(problem).length),
    0,
  );
  yield options.palette.path(toVisibleText(file));
  for (const problem of problems) yield* formatProblem(problem, { text, lines, maxPositionWidth }, options);
}

/** The text of a file with problems, and the width of the widest position in it. */
interface FileContext {
  readonly text: string;
  readonly lines: LineMap;
  readonly maxPositionWidth: number;
}

function formatProblem(
  problem: ReportedProblem,
  { text, lines, maxPositionWidth }: FileContext,
  { palette, columns, labels }: LineOptions,
): string[] {
  const position = formatPosition(problem).padStart(maxPositionWidth);
  const severity = labels[problem.severity];
  const indent = " ".repeat(position.length + countColumns(severity) + 6);
  const maxWidth = Math.max(20, columns - indent.length);
  const [firstLine, ...continuationLines] = wrapProse(
    `${toVisibleText(problem.message)} ${problem.code}`,
    maxWidth,
  ).map((line, index, { length }) => (index === length - 1 ? paintCode(line, problem.code, palette) : line));
  const shownLines = [
    `  ${palette.muted(position)}  ${palette.severity[problem.severity](severity)}  ${firstLine ?? ""}`,
    ...continuationLines.map((line) => indent + line),
  ];
  const excerpt = formatExcerpt(getLineText(text, lines, problem.range.start.line), problem.range, maxWidth - 2);
  if (excerpt) {
    shownLines.push(
      `${indent}${palette.muted("│")} ${excerpt.line}`,
      `${indent}${palette.muted("│")} ${palette.severity[problem.severity](excerpt.carets).trimEnd()}`,
    );
  }
  const [fixTitle] = problem.listFixTitles();
  if (fixTitle !== undefined) {
    const [firstTitleLine, ...otherTitleLines] = wrapProse(toVisibleText(fixTitle), maxWidth - 2);
    shownLines.push(
      `${indent}${palette.fix("→")} ${firstTitleLine ?? ""}`,
      ...otherTitleLines.map((line) => `${indent}  ${line}`),
    );
  }
  return [...shownLines, ""];
}

/** Formats the start position as editors do, with a line and column that both start at 1. */
function formatPosition({ range }: ReportedProblem): string {
  return `${range.start.line + 1}:${range.start.character + 1}`;
}

/** Dims the rule's code at the end of the last line. */
function paintCode(line: string, code: string, palette: Palette): string {
  return line.slice(0, -code.length) + palette.muted(code);
}

function getLineText(text: string, lines: LineMap, line: number): string {
  const lineStart = getOffset(lines, { line, character: 0 });
  let end = getOffset(lines, { line, character: Number.MAX_SAFE_INTEGER });
  // A loop is used because a regular expression would scan the entire line for each of its problems, and a line can be
  // as long as the file.
  while (end > lineStart && /[\r\n]/.test(text[end - 1] ?? "")) end--;
  return text.slice(lineStart, end);
}
