import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import { type LineMap, lineMapOf, offsetAt, type Position } from "../../core/text/text-edit.ts";
import type { Palette } from "../terminal/output.ts";
import { type Cell, toCells, toVisibleText, wrapText } from "../terminal/text.ts";
import { type CheckResult, compareText, type ReportedProblem, selectProblems } from "./check-result.ts";

export interface FooterOptions {
  readonly minSeverity: Severity;
  /** The problems with this severity or above. */
  readonly atLevel: readonly ReportedProblem[];
  /** The number of these problems that the report shows. */
  readonly shown: number;
  readonly palette: Palette;
}

/**
 * Yields the summary, for example “3 errors, 12 warnings in docs.json and 4 of 212 pages · 0.9 s”, and what the report
 * omits.
 */
export function* formatReportFooter(result: CheckResult, options: FooterOptions): Generator<string> {
  const { palette, atLevel, shown, minSeverity } = options;
  const time = palette.quiet(` · ${seconds(result.milliseconds)}`);
  const level = severities.slice(0, severities.indexOf(minSeverity) + 1);
  if (shown < atLevel.length)
    yield palette.quiet(`${atLevel.length - shown} more not shown (--max-problems ${shown})`);
  const found = level
    .filter((severity) => result.counts[severity] > 0)
    .map((severity) => palette.severity[severity](countOf(result.counts[severity], severity)));
  yield found.length > 0
    ? `${found.join(", ")} in ${placesOf(atLevel, result)}${time}`
    : `${palette.good("✓")} ${nothingFound(level)} in ${pagesOf(result)}${time}`;
  const fixable = atLevel
    .flatMap((problem) => [problem, ...(problem.others ?? [])])
    .filter((problem) => problem.safeFix()).length;
  if (fixable > 0) yield `${palette.remedy("→")} ${number(fixable)} can be fixed with --fix`;
  if (result.baseline) yield palette.quiet(baselineLine(result.baseline));
  const quiet = severities.filter((severity) => !level.includes(severity) && result.counts[severity] > 0);
  if (quiet.length > 0) {
    const counts = quiet.map((severity) => countOf(result.counts[severity], severity)).join(", ");
    yield palette.quiet(`${counts} not shown; use --min-severity ${quiet.at(-1) ?? "hint"} to show them`);
  }
}

function baselineLine({ known, gone }: NonNullable<CheckResult["baseline"]>): string {
  const words = `${number(known)} in the baseline not shown`;
  return gone === 0
    ? words
    : `${words}; ${number(gone)} no longer found (use --write-baseline to update the baseline)`;
}

function nothingFound(level: readonly Severity[]): string {
  const words = level.map((severity) => nouns[severity][1]);
  return words.length === severities.length ? "No problems" : `No ${words.join(", no ")}`;
}

const nouns: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  information: ["info", "infos"],
  hint: ["hint", "hints"],
};

function countOf(count: number, severity: Severity): string {
  return `${number(count)} ${nouns[severity][count === 1 ? 0 : 1]}`;
}

/** For example, `docs.json and 4 of 212 pages`. */
function placesOf(problems: readonly ReportedProblem[], result: CheckResult): string {
  const files = new Set(problems.map(({ file }) => file));
  const others = [...files].filter((file) => !result.isPage(file));
  const pages = files.size - others.length;
  const [only] = others;
  const otherWords =
    only !== undefined && others.length === 1 ? toVisibleText(only) : `${others.length} other files`;
  if (pages === 0)
    return `${others.length > 1 ? `${others.length} files` : otherWords}, none in ${pagesOf(result)}`;
  const pageWords = `${number(pages)} of ${pagesOf(result)}`;
  if (others.length === 0) return pageWords;
  return others.length === 1 ? `${otherWords} and ${pageWords}` : `${pageWords} and ${otherWords}`;
}

function pagesOf({ sites }: CheckResult): string {
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const where = sites.length > 1 ? ` across ${sites.length} sites` : "";
  return `${number(pages)} ${pages === 1 ? "page" : "pages"}${where}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 100 ? 2 : 1)} s`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** The line with a problem, and a line of carets to print below it. */
export interface SourceExcerpt {
  readonly line: string;
  readonly carets: string;
}

/**
 * Returns the first line of the range without its indentation, with carets under exactly the range. A line longer than
 * `columns` is cut around the range, with `…` where text is omitted. Returns undefined if the line is blank.
 */
export function excerptOf(
  lineText: string,
  span: { readonly start: Position; readonly end: Position },
  columns: number,
): SourceExcerpt | undefined {
  if (lineText.trim() === "") return undefined;
  const start = Math.min(span.start.character, lineText.length);
  const end = span.end.line > span.start.line ? lineText.trimEnd().length : span.end.character;
  const indentation = lineText.length - lineText.trimStart().length;
  // Zero-width characters are rare. A line that contains some may be cut slightly earlier than necessary.
  const reach = columns + 20;
  const from = Math.max(Math.min(indentation, start), start - reach);
  const cut = lineText.slice(from, Math.min(start + reach, Math.max(end, lineText.trimEnd().length)));
  const cells = toCells(cut);
  const marked = markedCells(cells, start - from, Math.max(end, start + 1) - from);
  const [first, last] = windowAround(cells, marked, columns, from > indentation);
  const hiddenBefore = first > 0 || from > indentation;
  const hiddenAfter = last < cells.length || from + cut.length < lineText.trimEnd().length;
  const shown = cells.slice(first, last);
  const before = widthOf(cells.slice(first, Math.max(first, marked.from))) + (hiddenBefore ? 1 : 0);
  const under = widthOf(cells.slice(Math.max(first, marked.from), Math.min(last, marked.to)));
  return {
    line: `${hiddenBefore ? "…" : ""}${shown.map(({ text }) => text).join("")}${hiddenAfter ? "…" : ""}`,
    carets: " ".repeat(before) + "^".repeat(Math.max(1, under)),
  };
}

interface CellSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the cells that the range touches, or an empty span after the last cell if the range is at the end of the
 * line.
 */
function markedCells(cells: readonly Cell[], start: number, end: number): CellSpan {
  const from = cells.findIndex((cell) => cell.end > start);
  if (from < 0) return { from: cells.length, to: cells.length };
  const to = cells.findIndex((cell) => cell.start >= end);
  return { from, to: Math.max(from + 1, to < 0 ? cells.length : to) };
}

/**
 * Returns the cells that fit: all of them, or the range with a third of the spare columns before it and the rest after
 * it.
 */
function windowAround(
  cells: readonly Cell[],
  marked: CellSpan,
  columns: number,
  cutBefore: boolean,
): [number, number] {
  const all = widthOf(cells) + (cutBefore ? 1 : 0);
  if (all <= columns) return [0, cells.length];
  const room = Math.max(8, columns - 2);
  const span = Math.min(room, widthOf(cells.slice(marked.from, marked.to)));
  let first = marked.from;
  let before = Math.floor((room - span) / 3);
  const behind = widthOf(cells.slice(marked.to));
  before = Math.max(before, room - span - behind);
  while (first > 0 && before >= (cells[first - 1]?.columns ?? 0)) before -= cells[--first]?.columns ?? 0;
  let last = first;
  let spare = room;
  while (last < cells.length && spare >= (cells[last]?.columns ?? 0)) spare -= cells[last++]?.columns ?? 0;
  return [first, last];
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.columns, 0);
}

export interface PrettyOptions {
  readonly minSeverity?: Severity | undefined;
  readonly maxProblems: number;
  readonly columns: number;
  readonly palette: Palette;
}

const severityWords: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "info",
  hint: "hint",
};
const widestSeverity = 7;

/** Yields the lines of the report for people: the problems of each file with source excerpts, a summary line, and the rules. */
export function* reportPretty(result: CheckResult, options: PrettyOptions): Generator<string> {
  const minSeverity = options.minSeverity ?? "warning";
  const atLevel = selectProblems(result.problems, minSeverity, Number.POSITIVE_INFINITY);
  const shown = atLevel.slice(0, options.maxProblems);
  for (const problems of groupByFile(shown)) yield* fileLines(problems, result, options);
  yield* formatReportFooter(result, { minSeverity, atLevel, shown: shown.length, palette: options.palette });
  yield* ruleTable(atLevel, options.palette);
}

/** Yields how many problems each rule found, most harmful first: by severity, then by count. */
function* ruleTable(problems: readonly ReportedProblem[], palette: Palette): Generator<string> {
  const rows = countByRule(problems);
  if (rows.length === 0) return;
  const widest = Math.max(...rows.map(({ count }) => number(count).length));
  yield "";
  yield palette.quiet("Problems by rule, most harmful first:");
  for (const { severity, code, count } of rows) {
    const word = palette.severity[severity](severityWords[severity].padEnd(widestSeverity));
    yield `  ${number(count).padStart(widest)}  ${word}  ${code}`;
  }
}

interface RuleCount {
  readonly severity: Severity;
  readonly code: string;
  readonly count: number;
}

function countByRule(problems: readonly ReportedProblem[]): RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { severity, code, unlisted = 0 } of problems) {
    const key = `${severity} ${code}`;
    counts.set(key, { severity, code, count: (counts.get(key)?.count ?? 0) + 1 + unlisted });
  }
  return [...counts.values()].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.count - a.count ||
      compareText(a.code, b.code),
  );
}

function groupByFile(problems: readonly ReportedProblem[]): ReportedProblem[][] {
  const groups: ReportedProblem[][] = [];
  for (const problem of problems) {
    const last = groups.at(-1);
    if (last?.[0]?.file === problem.file) last.push(problem);
    else groups.push([problem]);
  }
  return groups;
}

function* fileLines(
  problems: readonly ReportedProblem[],
  result: CheckResult,
  options: PrettyOptions,
): Generator<string> {
  const file = problems[0]?.file ?? "";
  const text = result.textOf(file) ?? "";
  const lines = lineMapOf(text);
  const widestPlace = Math.max(...problems.map((problem) => placeOf(problem).length));
  yield options.palette.path(toVisibleText(file));
  for (const problem of problems) yield* problemLines(problem, { text, lines, widestPlace }, options);
}

/** The file of a problem, and the width of its position column. */
interface FileContext {
  readonly text: string;
  readonly lines: LineMap;
  readonly widestPlace: number;
}

function* problemLines(
  problem: ReportedProblem,
  { text, lines, widestPlace }: FileContext,
  { palette, columns }: PrettyOptions,
): Generator<string> {
  const place = placeOf(problem).padStart(widestPlace);
  const severity = severityWords[problem.severity].padEnd(widestSeverity);
  const indent = " ".repeat(place.length + widestSeverity + 6);
  const room = Math.max(20, columns - indent.length);
  const [first, ...rest] = wrapText([...toVisibleText(problem.message).split(" "), problem.code], room).map(
    (words) => paintCode(words, problem.code, palette),
  );
  yield `  ${palette.quiet(place)}  ${palette.severity[problem.severity](severity)}  ${first ?? ""}`;
  for (const line of rest) yield indent + line;
  const excerpt = excerptOf(lineText(text, lines, problem.range.start.line), problem.range, room - 2);
  if (excerpt) {
    yield `${indent}${palette.quiet("│")} ${excerpt.line}`;
    yield `${indent}${palette.quiet("│")} ${palette.severity[problem.severity](excerpt.carets).trimEnd()}`;
  }
  const [remedy] = problem.fixTitles();
  if (remedy !== undefined) {
    const [head, ...more] = wrapText(toVisibleText(remedy).split(" "), room - 2);
    yield `${indent}${palette.remedy("→")} ${(head ?? []).join(" ")}`;
    for (const words of more) yield `${indent}  ${words.join(" ")}`;
  }
  yield "";
}

/** Formats the start position as editors show it: line and column, starting at 1. */
function placeOf({ range }: ReportedProblem): string {
  return `${range.start.line + 1}:${range.start.character + 1}`;
}

function paintCode(words: readonly string[], code: string, palette: Palette): string {
  const isEnd = words.at(-1) === code;
  if (!isEnd) return words.join(" ");
  return [...words.slice(0, -1), palette.quiet(code)].join(" ");
}

function lineText(text: string, lines: LineMap, line: number): string {
  const start = offsetAt(lines, { line, character: 0 });
  let end = offsetAt(lines, { line, character: Number.MAX_SAFE_INTEGER });
  // A regular expression would scan the complete line, which may be the complete file, for each of its problems.
  while (end > start && /[\r\n]/.test(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}
