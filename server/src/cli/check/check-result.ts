import { createHash } from "node:crypto";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import { lineMapOf, offsetAt, type Position } from "../../core/text/text-edit.ts";
import type { ReportedCoverage } from "./coverage.ts";

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
  max: number,
): readonly ReportedProblem[] {
  const shown = new Set(severities.slice(0, severities.indexOf(least) + 1));
  return problems.filter(({ severity }) => shown.has(severity)).slice(0, max);
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

/**
 * Only what a change has to do with: problems in changed files, problems that point into one, and those elsewhere
 * whose text names one, as an entry of docs.json or a link whose page is gone.
 */
export function onlyChanged(result: CheckResult, changed: ReadonlySet<string>): CheckResult {
  const names = new Set([...changed].map(nameOf));
  const texts = new Map<string, { text: string; lines: ReturnType<typeof lineMapOf> }>();
  const spokenOf = ({ file, range }: ReportedProblem): string => {
    const known = texts.get(file) ?? { text: result.textOf(file) ?? "", lines: undefined };
    const entry = { text: known.text, lines: known.lines ?? lineMapOf(known.text) };
    texts.set(file, entry);
    return entry.text.slice(offsetAt(entry.lines, range.start), offsetAt(entry.lines, range.end));
  };
  const prefixes = result.sites.map(({ root }) => (root === "." ? "" : `${root}/`));
  const problems = result.problems.filter(
    (problem) =>
      changed.has(problem.file) ||
      // It stands in docs.json, and is about a file that the change took away.
      problem.code === "redirect/missing-for-moved-page" ||
      problem.related.some(({ file }) => changed.has(file)) ||
      namesOne(spokenOf(problem), problem.file, prefixes, names),
  );
  return { ...result, problems, counts: countSeverities(problems) };
}

function namesOne(
  text: string,
  file: string,
  prefixes: readonly string[],
  names: ReadonlySet<string>,
): boolean {
  if (text.length > 500) return false;
  const path = text.replace(/^["'`]|["'`]$/g, "").replace(/[?#].*$/s, "");
  const plain = nameOf(path.replace(/^\.?\//, ""));
  if (plain === "") return false;
  const prefix = prefixes
    .filter((candidate) => file.startsWith(candidate))
    .reduce((best, one) => (one.length > best.length ? one : best), "");
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return names.has(prefix + plain) || names.has(folder + plain);
}

/** A page by its path without `.mdx` and `/index`. */
function nameOf(path: string): string {
  return path
    .replace(/\/$/, "")
    .replace(/\.mdx?$/i, "")
    .replace(/\/index$/, "");
}

/** The problems that a team has chosen to live with, by identity: how many of each. */
export type Baseline = ReadonlyMap<string, number>;

/** One line for each kind of problem in a file, so that a review shows what was added. */
export function baselineText({ problems }: CheckResult): string {
  const entries = new Map<string, { file: string; code: string; id: string; count: number }>();
  for (const problem of problems) {
    const id = fingerprint(problem);
    const known = entries.get(id);
    if (known) known.count++;
    else entries.set(id, { file: problem.file, code: problem.code, id, count: 1 });
  }
  const sorted = [...entries.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.id, b.id),
  );
  const lines = sorted.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "problems": [${lines.length > 0 ? `\n${lines.join(",\n")}\n  ` : ""}]\n}\n`;
}

/** Undefined when the text is no baseline. */
export function readBaseline(text: string): Baseline | undefined {
  const root = parsed(text);
  if (!isRecord(root) || root["version"] !== 1 || !Array.isArray(root["problems"])) return undefined;
  const baseline = new Map<string, number>();
  for (const entry of root["problems"] as readonly unknown[]) {
    if (!isRecord(entry)) return undefined;
    const { id, count } = entry;
    if (typeof id !== "string" || typeof count !== "number" || !Number.isInteger(count) || count < 1)
      return undefined;
    baseline.set(id, (baseline.get(id) ?? 0) + count);
  }
  return baseline;
}

/** The result without what the baseline knows. Of one kind more than it knows, the last are new. */
export function withoutKnown(result: CheckResult, baseline: Baseline): CheckResult {
  const left = new Map(baseline);
  const problems = result.problems.filter((problem) => {
    const id = fingerprint(problem);
    const count = left.get(id) ?? 0;
    if (count > 0) left.set(id, count - 1);
    return count === 0;
  });
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  const known = result.problems.length - problems.length;
  return { ...result, problems, counts: countSeverities(problems), baseline: { known, gone } };
}

/** The identity of a problem, short; nothing of the text can be read from it. */
export function fingerprint({ identity }: ReportedProblem): string {
  return createHash("sha256").update(identity()).digest("hex").slice(0, 16);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
