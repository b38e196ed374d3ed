import { severities, type Severity } from "../core/site/settings/site-settings.ts";
import type { CheckResult, ReportedProblem } from "./check-result.ts";
import type { Palette } from "./palette.ts";
import { visibleText } from "./visible-text.ts";

export interface FootOptions {
  readonly minSeverity: Severity;
  /** The problems of this severity or above. */
  readonly atLevel: readonly ReportedProblem[];
  /** How many of them the report has shown. */
  readonly shown: number;
  readonly palette: Palette;
}

/** “3 errors, 12 warnings in docs.json and 4 of 212 pages · 0.9 s”, and what was left out above. */
export function* reportFoot(result: CheckResult, options: FootOptions): Generator<string> {
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
  const fixable = atLevel.filter((problem) => problem.safeFix()).length;
  if (fixable > 0) yield `${palette.remedy("→")} ${number(fixable)} can be fixed with --fix`;
  if (result.baseline) yield palette.quiet(baselineLine(result.baseline));
  const quiet = severities.filter((severity) => !level.includes(severity) && result.counts[severity] > 0);
  if (quiet.length > 0) {
    const counts = quiet.map((severity) => countOf(result.counts[severity], severity)).join(", ");
    yield palette.quiet(`${counts} not shown; --min-severity ${quiet.at(-1) ?? "hint"} shows them`);
  }
}

function baselineLine({ known, gone }: NonNullable<CheckResult["baseline"]>): string {
  const words = `${number(known)} in the baseline not shown`;
  return gone === 0
    ? words
    : `${words}; ${number(gone)} of it found no more (--write-baseline takes them out)`;
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

/** `docs.json and 4 of 212 pages`. */
function placesOf(problems: readonly ReportedProblem[], result: CheckResult): string {
  const files = new Set(problems.map(({ file }) => file));
  const others = [...files].filter((file) => !isPage(file));
  const pages = files.size - others.length;
  const [only] = others;
  const otherWords =
    only !== undefined && others.length === 1 ? visibleText(only) : `${others.length} other files`;
  if (pages === 0)
    return `${others.length > 1 ? `${others.length} files` : otherWords}, none in ${pagesOf(result)}`;
  const pageWords = `${number(pages)} of ${pagesOf(result)}`;
  if (others.length === 0) return pageWords;
  return others.length === 1 ? `${otherWords} and ${pageWords}` : `${pageWords} and ${otherWords}`;
}

function isPage(file: string): boolean {
  return /\.mdx?$/i.test(file);
}

function pagesOf({ sites }: CheckResult): string {
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const where = sites.length > 1 ? ` of ${sites.length} sites` : "";
  return `${number(pages)} ${pages === 1 ? "page" : "pages"}${where}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 100 ? 2 : 1)} s`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
