import type { ReportedCoverage } from "./coverage-result.ts";
import type { ProfileName } from "../core/config/settings/profile.ts";
import { severities, type Severity } from "../core/site/settings/site-settings.ts";
import type { Position } from "../core/text/text-edit.ts";

/** What `docwright check` found in all sites below a folder. */
export interface CheckResult {
  /** The folder as an absolute path. */
  readonly root: string;
  readonly sites: readonly CheckedSite[];
  readonly milliseconds: number;
  /** Of everything found, whatever is shown. */
  readonly counts: SeverityCounts;
  /** By file, then position. */
  readonly problems: readonly ReportedProblem[];
  /** The text that ranges in `file` speak of; undefined when the file cannot be read. */
  readonly textOf: (file: string) => string | undefined;
  /** Files whose text is another after safe fixes; empty unless fixes were asked for. */
  readonly fixed: readonly FixedFile[];
  /** How many problems a baseline took out, and how many of its own are found no more. Absent without one. */
  readonly baseline?: { readonly known: number; readonly gone: number };
  readonly notices: readonly Notice[];
  /** Where readers find each operation; worked out only when asked. */
  readonly coverage: () => ReportedCoverage;
}

export interface FixedFile {
  readonly file: string;
  /** Absolute, of its site, and the path there. */
  readonly root: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Codes of the problems put right, one for each. */
  readonly codes: readonly string[];
}

/** Something that no rule speaks of: a folder that may not be read, a rule that failed. */
export interface Notice {
  readonly text: string;
  /** Whether problems may be missing because of it, so that a clean report would not be true. */
  readonly incomplete: boolean;
}

export interface CheckedSite {
  /** POSIX, relative to the folder checked; `.` for the folder itself. */
  readonly root: string;
  readonly profile: ProfileName;
  readonly pages: number;
  readonly specs: number;
  readonly operations: number;
}

export interface ReportedProblem {
  /** POSIX, relative to the folder checked: `docs/guides/start.mdx`. */
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
  /** How many more places have this problem and aren't listed. */
  readonly unlisted?: number;
  /** Titles of the quick fixes, worked out only for problems that are shown. */
  readonly fixTitles: () => readonly string[];
  /** The fix that `--fix` makes; worked out only when asked. */
  readonly safeFix: () => ReportedFix | undefined;
  /** The same for the same problem when lines have moved: of the rule, the file and the text it speaks of. Worked out only when asked. */
  readonly identity: () => string;
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
  problems: readonly Pick<ReportedProblem, "severity" | "unlisted">[],
): SeverityCounts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity, unlisted = 0 } of problems) counts[severity] += 1 + unlisted;
  return counts;
}

/** The problems that weigh at least `least`, the first `most` of them. */
export function selectProblems(
  problems: readonly ReportedProblem[],
  least: Severity,
  most: number,
): readonly ReportedProblem[] {
  const shown = new Set(severities.slice(0, severities.indexOf(least) + 1));
  return problems.filter(({ severity }) => shown.has(severity)).slice(0, most);
}

/** By file in code unit order, then place, then weight and code, so that a report is the same on every machine. */
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
