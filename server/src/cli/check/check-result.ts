import { createHash } from "node:crypto";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { combineProblems, type ProblemGroup } from "../../core/rules/engine/problem-groups.ts";
import type { Cause, Problem } from "../../core/rules/rule.ts";
import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import { createLineMap, getOffset, type Position } from "../../core/text/text-edit.ts";
import type { ReportedCoverage } from "./coverage.ts";

/** The result of `docwright check` for all sites in a folder. */
export interface CheckResult {
  /** The absolute path of the folder. */
  readonly root: string;
  readonly sites: readonly CheckedSite[];
  readonly milliseconds: number;
  /**
   * The file names of the local copies of remote specifications that didn't exist. Undefined if another check of the
   * same files could have another result, because a time limit was reached or because local copies were used.
   */
  readonly missingCopies: readonly string[] | undefined;
  /** The number of problems by severity, including problems that aren't shown. */
  readonly counts: SeverityCounts;
  /** The problems, sorted by file and then by position. */
  readonly problems: readonly ReportedProblem[];
  /** Returns the text that ranges in `file` refer to, or undefined if the file can't be read. */
  readonly getText: (file: string) => string | undefined;
  /** The files whose text changes if safe fixes are applied. Empty unless fixes were requested. */
  readonly fixedFiles: readonly FixedFile[];
  /**
   * The number of problems that the baseline suppresses, and the number of its entries that no longer apply. Undefined
   * if there is no baseline.
   */
  readonly baseline?: { readonly suppressedCount: number; readonly unusedCount: number };
  readonly notices: readonly Notice[];
  /** Returns where readers find each operation. Computed on demand. */
  readonly getCoverage: () => ReportedCoverage;
  /** Whether a reported file is a page with its own URL. */
  readonly isPage: (file: string) => boolean;
}

/**
 * The character that a report contains where its duration is shown. The text of a site never contains it, because
 * reports make control characters visible or escape them.
 */
export const timePlaceholder = "\0";

export interface FixedFile {
  readonly file: string;
  /** The absolute path of the site that contains the file. */
  readonly root: string;
  readonly path: string;
  readonly originalText: string;
  readonly fixedText: string;
  /** The code of each fixed problem. */
  readonly codes: readonly string[];
}

/** A message that doesn't come from a rule, for example, about a folder that can't be read or a rule that failed. */
export interface Notice {
  readonly text: string;
  /**
   * Whether the report may be missing problems for the reason given in this notice. If true, a report without problems
   * doesn't mean that the site has none.
   */
  readonly isReportIncomplete: boolean;
}

export interface CheckedSite {
  /** The path of the site relative to the checked folder (POSIX), or `.` for the folder itself. */
  readonly root: string;
  readonly profile: ProfileName;
  readonly pages: number;
  readonly specs: number;
  readonly operations: number;
}

export interface ReportedProblem {
  /** The path of the file relative to the checked folder (POSIX), such as `docs/guides/start.mdx`. */
  readonly file: string;
  readonly range: ReportedRange;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly related: readonly {
    readonly file: string;
    readonly range: ReportedRange;
    readonly message: string;
  }[];
  /** The number of additional problems of the same kind that aren't listed. */
  readonly omittedCount?: number | undefined;
  /** The cause that this problem shares with other problems. Its `key` is unique across all sites. */
  readonly cause?: Cause | undefined;
  /** The original problem, from which fixes are computed. */
  readonly problem: Problem;
  /** The other problems that this problem represents in the report because they share its cause. */
  readonly representedProblems?: readonly ReportedProblem[];
  /**
   * Returns the problem to report for a group of problems that have the same cause and include this problem.
   */
  readonly combine: (group: ProblemGroup<ReportedProblem>) => ReportedProblem;
  /** Returns the titles of the quick fixes. This function is called only for problems that are shown. */
  readonly listFixTitles: () => readonly string[];
  /** Returns the fix that `--fix` applies. Computed on demand. */
  readonly getSafeFix: () => ReportedFix | undefined;
  /**
   * Returns a key that identifies the problem even if lines move. The key is derived on demand from the rule, the file,
   * and the text at the range.
   */
  readonly getIdentity: () => string;
}

export interface ReportedFix {
  readonly title: string;
  readonly edits: readonly {
    readonly file: string;
    readonly range: ReportedRange;
    readonly newText: string;
  }[];
}

export interface ReportedRange {
  readonly start: Position;
  readonly end: Position;
}

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Counts all problems, including those that aren't listed. */
export function countSeverities(
  problems: readonly Pick<ReportedProblem, "severity" | "omittedCount">[],
): SeverityCounts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity, omittedCount = 0 } of problems) counts[severity] += 1 + omittedCount;
  return counts;
}

/** Returns the first `max` problems with a severity of at least `minSeverity`. */
export function selectProblems(
  problems: readonly ReportedProblem[],
  minSeverity: Severity,
  max: number,
): readonly ReportedProblem[] {
  const shownSeverities = new Set(severities.slice(0, severities.indexOf(minSeverity) + 1));
  return problems.filter(({ severity }) => shownSeverities.has(severity)).slice(0, max);
}

/**
 * Compares problems by file (in code unit order), position, severity, and code, so reports are the same on every
 * machine.
 */
export function compareProblems(a: ReportedProblem, b: ReportedProblem): number {
  return (
    compareText(a.file, b.file) ||
    comparePositions(a.range.start, b.range.start) ||
    comparePositions(a.range.end, b.range.end) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

/**
 * Returns the result, limited to the problems that are related to a change: problems in changed files, problems with
 * related locations in changed files, and problems whose text refers to a changed file, such as a navigation entry or a
 * link whose page was deleted.
 */
export function selectChangedProblems(result: CheckResult, changedFiles: ReadonlySet<string>): CheckResult {
  const changedPaths = new Set([...changedFiles].map(removePageSuffix));
  const contentByFile = new Map<string, { text: string; lines: ReturnType<typeof createLineMap> }>();
  const getReportedText = ({ file, range }: ReportedProblem): string => {
    const content = contentByFile.get(file) ?? { text: result.getText(file) ?? "", lines: undefined };
    const entry = { text: content.text, lines: content.lines ?? createLineMap(content.text) };
    contentByFile.set(file, entry);
    return entry.text.slice(getOffset(entry.lines, range.start), getOffset(entry.lines, range.end));
  };
  const sitePrefixes = result.sites.map(({ root }) => (root === "." ? "" : `${root}/`));
  const problems = result.problems.filter(
    (problem) =>
      changedFiles.has(problem.file) ||
      // This problem is reported in `docs.json`, but its subject is a file that the change removed.
      problem.code === "redirect/missing-for-moved-page" ||
      problem.related.some(({ file }) => changedFiles.has(file)) ||
      mentionsAnyFile(getReportedText(problem), problem.file, sitePrefixes, changedPaths),
  );
  return { ...result, problems, counts: countSeverities(problems) };
}

function mentionsAnyFile(
  text: string,
  file: string,
  sitePrefixes: readonly string[],
  changedPaths: ReadonlySet<string>,
): boolean {
  if (text.length > 500) return false;
  const path = text.replace(/^["'`]|["'`]$/g, "").replace(/[?#].*$/s, "");
  const mentionedPath = removePageSuffix(path.replace(/^\.?\//, ""));
  if (mentionedPath === "") return false;
  const sitePrefix = sitePrefixes
    .filter((candidate) => file.startsWith(candidate))
    .reduce((bestPrefix, one) => (one.length > bestPrefix.length ? one : bestPrefix), "");
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return changedPaths.has(sitePrefix + mentionedPath) || changedPaths.has(folder + mentionedPath);
}

/** Returns the path of a page without `.mdx` and `/index`. */
function removePageSuffix(path: string): string {
  return path
    .replace(/\/$/, "")
    .replace(/\.mdx?$/i, "")
    .replace(/\/index$/, "");
}

/** Returns the result with one problem for each cause. The counts include only these problems. */
export function combineResult(result: CheckResult): CheckResult {
  const problems = combineProblems(result.problems, (group) => group.representative.combine(group));
  return { ...result, problems, counts: countSeverities(problems) };
}

/** The problems that a team has accepted. Maps the identity of each problem to its number of occurrences. */
export type Baseline = ReadonlyMap<string, number>;

/**
 * Returns the text of a baseline. Each kind of problem in a file has its own line so that reviewers can see which
 * problems were added.
 */
export function formatBaseline({ problems }: CheckResult): string {
  const entriesById = new Map<string, { file: string; code: string; id: string; count: number }>();
  for (const problem of problems) {
    const id = getFingerprint(problem);
    const existingEntry = entriesById.get(id);
    if (existingEntry) existingEntry.count++;
    else entriesById.set(id, { file: problem.file, code: problem.code, id, count: 1 });
  }
  const sortedEntries = [...entriesById.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.id, b.id),
  );
  const lines = sortedEntries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "problems": [${lines.length > 0 ? `\n${lines.join(",\n")}\n  ` : ""}]\n}\n`;
}

/** Reads a baseline. Returns undefined if the text isn't a baseline. */
export function parseBaseline(text: string): Baseline | undefined {
  const root = parseJson(text);
  if (!isPlainRecord(root) || root["version"] !== 1 || !Array.isArray(root["problems"])) return undefined;
  const countsById = new Map<string, number>();
  for (const entry of root["problems"] as readonly unknown[]) {
    if (!isPlainRecord(entry)) return undefined;
    const { id, count } = entry;
    if (typeof id !== "string" || typeof count !== "number" || !Number.isInteger(count) || count < 1) return undefined;
    countsById.set(id, (countsById.get(id) ?? 0) + count);
  }
  return countsById;
}

/**
 * Returns the result without the problems in the baseline. If a file has more problems of one kind than the baseline
 * allows, the last ones are considered new.
 */
export function removeAcceptedProblems(result: CheckResult, baseline: Baseline): CheckResult {
  const remainingCountsById = new Map(baseline);
  const problems = result.problems.filter((problem) => {
    const id = getFingerprint(problem);
    const count = remainingCountsById.get(id) ?? 0;
    if (count > 0) remainingCountsById.set(id, count - 1);
    return count === 0;
  });
  const unusedCount = [...remainingCountsById.values()].reduce((sum, count) => sum + count, 0);
  const suppressedCount = result.problems.length - problems.length;
  return {
    ...result,
    problems,
    counts: countSeverities(problems),
    baseline: { suppressedCount, unusedCount },
  };
}

/** Returns a short hash of the problem's identity, so baselines and reports don't reveal any text. */
export function getFingerprint({ getIdentity }: ReportedProblem): string {
  return createHash("sha256").update(getIdentity()).digest("hex").slice(0, 16);
}
