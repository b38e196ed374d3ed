import type { Severity } from "../core/site/settings/site-settings.ts";
import { lineMapOf, offsetAt, type LineMap } from "../core/text/text-edit.ts";
import { selectProblems, type CheckResult, type ReportedProblem } from "./check-result.ts";
import type { Palette } from "./palette.ts";
import { reportFoot } from "./report-foot.ts";
import { excerptOf } from "./source-excerpt.ts";
import { visibleText } from "./visible-text.ts";
import { wrapWords } from "./wrap-words.ts";

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

/** The report for people, line by line: problems by file with the source they speak of, and a line that sums up. */
export function* reportPretty(result: CheckResult, options: PrettyOptions): Generator<string> {
  const minSeverity = options.minSeverity ?? "warning";
  const atLevel = selectProblems(result.problems, minSeverity, Number.POSITIVE_INFINITY);
  const shown = atLevel.slice(0, options.maxProblems);
  for (const problems of groupByFile(shown)) yield* fileLines(problems, result, options);
  yield* reportFoot(result, { minSeverity, atLevel, shown: shown.length, palette: options.palette });
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
  yield options.palette.path(visibleText(file));
  for (const problem of problems) yield* problemLines(problem, { text, lines, widestPlace }, options);
}

/** The file of the problem, and how wide its column of positions is. */
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
  const [first, ...rest] = wrapWords([...visibleText(problem.message).split(" "), problem.code], room).map(
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
    const [head, ...more] = wrapWords(visibleText(remedy).split(" "), room - 2);
    yield `${indent}${palette.remedy("→")} ${(head ?? []).join(" ")}`;
    for (const words of more) yield `${indent}  ${words.join(" ")}`;
  }
  yield "";
}

/** As editors count for people: line and column from 1. */
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
  // A regular expression would look at the whole line, which may be the whole file, for each problem in it.
  while (end > start && /[\r\n]/.test(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}
