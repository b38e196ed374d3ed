import {
  countCoverage,
  getCoverage,
  type OperationCoverage,
  getShownPercent,
} from "../../core/site/navigation/coverage.ts";
import type { Site } from "../../core/site/site.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { Palette } from "../terminal/output.ts";
import { toCells, countColumns, toVisibleText } from "../terminal/text.ts";
import type { ReportedRange } from "./check-result.ts";
import { englishReport, type ReportText } from "./report-text.ts";
import { groupBy } from "../../core/text/maps.ts";

/** The coverage of one operation, as reported by `--coverage`. */
export interface ReportedOperation {
  /** The POSIX path of the specification, relative to the checked folder. */
  readonly file: string;
  readonly range: ReportedRange;
  readonly method: string;
  readonly path: string;
  readonly webhook: boolean;
  readonly operationId: string | null;
  readonly state: OperationCoverage["state"];
  readonly example: boolean;
  readonly deprecated: boolean;
  readonly pages: readonly {
    /** The URL path, such as `/api-reference/users/list`. */
    readonly url: string;
    readonly file: string | null;
    readonly navigation: boolean;
    readonly language: string | null;
    readonly version: string | null;
  }[];
}

export interface ReportedCoverage {
  readonly operations: readonly ReportedOperation[];
  readonly counts: ReturnType<typeof countCoverage>;
}

/** Returns the coverage of one site. `prefix` is the site's path relative to the checked folder. */
export function createCoverage(
  site: Site,
  prefix: string,
  toLocation: (location: { readonly file: SitePath; readonly range: OperationCoverage["operation"]["range"] }) => {
    readonly file: string;
    readonly range: ReportedRange;
  },
): ReportedCoverage {
  const coverages = getCoverage(site);
  return {
    operations: coverages.map(({ spec, operation, isWebhook, locations, state, hasExample, deprecated }) => ({
      ...toLocation({ file: operation.file ?? spec.path, range: operation.range }),
      method: operation.method,
      path: operation.path,
      webhook: isWebhook,
      operationId: operation.operationId ?? null,
      state,
      example: hasExample,
      deprecated,
      pages: locations.map(({ slug, file, isInNavigation, language, version }) => ({
        url: `/${slug}`,
        file: file === undefined ? null : prefix + file,
        navigation: isInNavigation,
        language: language ?? null,
        version: version ?? null,
      })),
    })),
    counts: countCoverage(coverages),
  };
}

/** Combines the coverage of several sites. */
export function combineCoverage(coverages: readonly ReportedCoverage[]): ReportedCoverage {
  const sum = (key: keyof ReportedCoverage["counts"]) =>
    coverages.reduce((total, { counts }) => total + counts[key], 0);
  return {
    operations: coverages.flatMap(({ operations }) => operations),
    counts: {
      eligibleCount: sum("eligibleCount"),
      shownCount: sum("shownCount"),
      exampleCount: sum("exampleCount"),
      hiddenCount: sum("hiddenCount"),
    },
  };
}

export interface CoverageReportOptions {
  readonly palette: Palette;
  /** The width of the terminal in columns, or `Infinity` if the output is read by programs. */
  readonly columns: number;
  readonly minCoverage: number | undefined;
  /** The report's strings. The default is English. */
  readonly reportText?: ReportText;
}

/**
 * Yields the table for `check --coverage`, which lists each operation along with the page where readers find it, and
 * ends with a summary.
 */
export function* formatCoverageReport(
  { operations, counts }: ReportedCoverage,
  { palette, columns, minCoverage, reportText = englishReport }: CoverageReportOptions,
): Generator<string> {
  if (operations.length === 0) {
    yield reportText.format("noOperations");
    return;
  }
  for (const [file, operationsInFile] of groupByFile(operations)) {
    yield palette.path(toVisibleText(file));
    const methodWidth = Math.max(...operationsInFile.map((operation) => operation.method.length));
    const pathWidth = Math.min(
      Math.max(...operationsInFile.map((operation) => countColumns(toVisibleText(operation.path)))),
      Math.floor(columns * 0.4),
    );
    for (const operation of operationsInFile)
      yield formatLine(operation, { methodWidth, pathWidth, palette, columns, reportText });
    yield "";
  }
  const percent = getShownPercent(counts);
  const isBelowMinimum = minCoverage !== undefined && percent < minCoverage;
  const symbol = isBelowMinimum
    ? palette.severity.error("✗")
    : counts.shownCount === counts.eligibleCount
      ? palette.success("✓")
      : "·";
  const coverageCounts = { shown: counts.shownCount, total: counts.eligibleCount, percent };
  yield `${symbol} ${isBelowMinimum ? reportText.format("coveredTooFew", { ...coverageCounts, min: minCoverage }) : reportText.format("covered", coverageCounts)}`;
  const exampleCounts = { shown: counts.exampleCount, total: counts.eligibleCount, count: counts.hiddenCount };
  yield palette.muted(
    reportText.format(counts.hiddenCount > 0 ? "withExampleAndHidden" : "withExample", exampleCounts),
  );
}

function groupByFile(operations: readonly ReportedOperation[]): ReadonlyMap<string, readonly ReportedOperation[]> {
  const operationsByFile = groupBy(operations, (operation) => operation.file);
  return operationsByFile;
}

interface OperationLineOptions extends Required<Omit<CoverageReportOptions, "minCoverage">> {
  /** The widths of the method column and the path column. */
  readonly methodWidth: number;
  readonly pathWidth: number;
}

function formatLine(
  operation: ReportedOperation,
  { methodWidth, pathWidth, palette, columns, reportText }: OperationLineOptions,
): string {
  const pathText = truncateStart(toVisibleText(operation.path), pathWidth);
  const prefix = `${operation.method.padEnd(methodWidth)}  ${pathText}${" ".repeat(pathWidth - countColumns(pathText))}`;
  const exampleNote = formatExampleNote(operation, reportText);
  const maxColumns = Math.max(10, columns - 4 - countColumns(prefix) - countColumns(exampleNote) - 4);
  const pageText = truncateStart(formatPageLocations(operation, reportText), maxColumns);
  return `  ${getSymbol(operation, palette)} ${prefix}  ${palette.muted(exampleNote)}  ${getPaint(operation, palette)(pageText)}`;
}

/** Truncates a long path at its start, because its end is more informative. */
function truncateStart(text: string, maxColumns: number): string {
  if (countColumns(text) <= maxColumns) return text;
  let truncatedText = "";
  for (const cell of toCells(text).reverse()) {
    if (countColumns(truncatedText) + cell.columns > maxColumns - 1) break;
    truncatedText = cell.text + truncatedText;
  }
  return `…${truncatedText}`;
}

/**
 * Returns a note if the operation has no example and isn't hidden or excluded. Otherwise, returns spaces of the same
 * width.
 */
function formatExampleNote({ example, state }: ReportedOperation, reportText: ReportText): string {
  const note = reportText.format("noExample");
  const isExpected = state !== "hidden" && state !== "excluded";
  return !example && isExpected ? note : " ".repeat(countColumns(note));
}

function getSymbol({ state }: ReportedOperation, palette: Palette): string {
  if (state === "shown") return palette.success("✓");
  if (state === "missing" || state === "faulty") return palette.severity.error("✗");
  return state === "page-only" || state === "ambiguous" ? palette.severity.warning("!") : palette.muted("-");
}

function getPaint({ state }: ReportedOperation, palette: Palette): (text: string) => string {
  return state === "hidden" || state === "excluded" ? palette.muted : (text) => text;
}

/** Returns text that describes where readers find the operation, or why they can't find it. */
function formatPageLocations({ state, pages, deprecated }: ReportedOperation, reportText: ReportText): string {
  if (state === "hidden") return reportText.format("markedHidden");
  if (state === "excluded") return reportText.format("markedExcluded");
  if (state === "faulty") return reportText.format("faulty");
  if (state === "missing") return reportText.format(deprecated ? "missingDeprecated" : "missing");
  const [firstPage, ...otherPages] = pages.filter(({ navigation }) => navigation || state !== "shown");
  const url = toVisibleText(firstPage?.url ?? "");
  const tags = [
    ...new Set(pages.flatMap(({ language, version }) => [version, language].filter((tag) => tag !== null))),
  ];
  const urlWithCount = otherPages.length > 0 ? reportText.format("otherPages", { url, count: otherPages.length }) : url;
  const urlText = tags.length > 0 ? `${urlWithCount} (${tags.map(toVisibleText).join(", ")})` : urlWithCount;
  if (state === "page-only") return reportText.format("notInNavigation", { url: urlText });
  return state === "ambiguous" ? reportText.format("ambiguous", { url: urlText }) : urlText;
}
