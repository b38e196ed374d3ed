import type { Difference } from "../../core/analysis/migration/endpoint-view.ts";
import type { MigrationAssessment } from "../../core/analysis/migration/plan-migration.ts";
import { isPlainRecord, parseJson } from "../../core/text/plain-record.ts";
import { type FileChange, hashFileText } from "../../workspace/files/write-files.ts";
import type { PredictedProblem } from "../../workspace/refactoring/migrate-site.ts";
import { formatUnifiedDiff } from "../terminal/diff.ts";

/** The result of `docwright migrate` for all sites in a folder. */
export interface FolderMigration {
  readonly sites: readonly SiteMigration[];
  /** The changes, with paths relative to the folder. */
  readonly changes: readonly FileChange[];
  /** Sentences about the assumptions that the migration is based on. */
  readonly notices: readonly string[];
}

export interface SiteMigration {
  /**
   * The prefix for the site's file paths, such as `docs/` for the site in `docs`. Empty if the site is the folder
   * itself.
   */
  readonly prefix: string;
  readonly pages: readonly MigrationAssessment[];
  /** Problems that the migration would introduce. */
  readonly newProblems: readonly PredictedProblem[];
}

/**
 * The machine-readable report. If the migration has been applied, `undo` contains the data needed to restore all files.
 */
export interface MigrationReport {
  readonly version: 1;
  readonly command: "migrate";
  readonly written: boolean;
  readonly counts: { readonly "loss-free": number; readonly extension: number; readonly keep: number };
  readonly pages: readonly ReportedPage[];
  readonly newProblems: readonly {
    readonly file: string;
    readonly range: PredictedProblem["range"];
    readonly severity: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly files: readonly { readonly file: string; readonly change: "edit" | "create" | "delete" }[];
  readonly undo?: readonly UndoFile[];
}

interface ReportedPage {
  readonly file: string;
  readonly operation: string | null;
  readonly specification: string | null;
  readonly verdict: MigrationAssessment["outcome"];
  readonly reasons: readonly string[];
  readonly differences: readonly Difference[];
  readonly address: string;
  readonly newAddress: string | null;
  readonly extension: unknown;
}

/** The original content of a file. The file is restored only if the hash of its current content is `afterHash`. */
export interface UndoFile {
  readonly file: string;
  /** The complete original text, or null if the file didn't exist. */
  readonly before: string | null;
  readonly beforeHash: string | null;
  /** The SHA-256 hash of the new text, or null if the migration removed the file. */
  readonly afterHash: string | null;
}

export function createReport({ sites, changes }: FolderMigration, wereFilesWritten: boolean): MigrationReport {
  const pages = sites.flatMap(({ prefix, pages: assessments }) =>
    assessments.map((page) => toReportedPage(prefix, page)),
  );
  const count = (result: MigrationAssessment["outcome"]) => pages.filter((page) => page.verdict === result).length;
  return {
    version: 1,
    command: "migrate",
    written: wereFilesWritten,
    counts: { "loss-free": count("loss-free"), extension: count("extension"), keep: count("keep") },
    pages,
    newProblems: sites.flatMap(({ newProblems }) =>
      newProblems.map(({ file, range, severity, code, message }) => ({
        file,
        range,
        severity,
        code,
        message,
      })),
    ),
    files: changes.map(({ path, oldText, newText }) => ({
      file: path,
      change: oldText === undefined ? "create" : newText === undefined ? "delete" : "edit",
    })),
    ...(wereFilesWritten && {
      undo: changes.map(({ path, oldText, newText }) => ({
        file: path,
        before: oldText ?? null,
        beforeHash: oldText === undefined ? null : hashFileText(oldText),
        afterHash: newText === undefined ? null : hashFileText(newText),
      })),
    }),
  };
}

function toReportedPage(prefix: string, page: MigrationAssessment): ReportedPage {
  const { file, operation, spec, outcome: result, reasons, differences, slug, newSlug, extension } = page;
  return {
    file: prefix + file,
    operation: operation ?? null,
    specification: spec === undefined ? null : prefix + spec,
    verdict: result,
    reasons,
    differences,
    address: `/${slug}`,
    newAddress: newSlug === undefined ? null : `/${newSlug}`,
    extension: extension ?? null,
  };
}

/** Returns the undo data in a report, or undefined if the text isn't a report for a migration that has been applied. */
export function parseUndoFiles(text: string): readonly UndoFile[] | undefined {
  const report = parseJson(text.replace(/^\ufeff/, ""));
  if (!isPlainRecord(report) || report["command"] !== "migrate" || report["version"] !== 1) return undefined;
  const undoFiles: unknown = report["undo"];
  return Array.isArray(undoFiles) && undoFiles.every(isUndoFile) ? undoFiles : undefined;
}

function isUndoFile(value: unknown): value is UndoFile {
  if (!isPlainRecord(value) || typeof value["file"] !== "string") return false;
  const { before, beforeHash } = value;
  const matchesHash = typeof before === "string" ? hashFileText(before) === beforeHash : before === null;
  return matchesHash && (value["afterHash"] === null || typeof value["afterHash"] === "string");
}

export interface ReportOptions {
  readonly areFilesWritten: boolean;
  /** Whether `--write` was specified. */
  readonly writesFiles: boolean;
  readonly reportFile: string | undefined;
}

/**
 * Yields the lines of the human-readable output: a result for each page with its reasons, the edits as a diff, and a
 * summary.
 */
export function* formatMigration(
  { sites, changes }: FolderMigration,
  { areFilesWritten: isWritten, writesFiles: isWriteRequested, reportFile }: ReportOptions,
): Generator<string> {
  for (const site of sites) yield* formatSite(site);
  if (!isWritten)
    for (const { path, oldText, newText } of changes)
      if (newText === undefined) yield `deleted: ${path}`;
      else yield formatUnifiedDiff(path, oldText ?? "", newText).trimEnd();
  const pages = sites.flatMap((site) => site.pages);
  const count = (result: MigrationAssessment["outcome"]) => pages.filter((page) => page.outcome === result).length;
  yield "";
  yield `${pages.length} ${pages.length === 1 ? "page describes" : "pages describe"} an endpoint: ${count("loss-free")} lossless, ${count("extension")} with a specification extension, ${count("keep")} not migrated`;
  const newProblems = sites.flatMap(({ newProblems }) => newProblems);
  if (changes.length > 0)
    yield newProblems.length === 0
      ? "After the migration: no new problems"
      : `After the migration, the site would have ${newProblems.length} new ${newProblems.length === 1 ? "problem" : "problems"}:`;
  for (const { file, range, severity, code, message } of newProblems)
    yield `  ${file}:${range.start.line + 1}: ${severity}: ${message} (${code})`;
  if (isWritten) yield `Migration complete. To undo it, run "docwright migrate --undo ${reportFile ?? ""}".`;
  else if (changes.length === 0) yield "Nothing to migrate";
  else yield isWriteRequested ? "No files changed." : "No files changed. Use --write to apply these changes.";
}

function* formatSite({ prefix, pages }: SiteMigration): Generator<string> {
  for (const page of pages) {
    const { file, operation, outcome: result, slug, newSlug } = page;
    yield `${prefix}${file}  ${operation ?? page.rawReference}`;
    const urlNote = newSlug === undefined ? "" : newSlug === slug ? "; same URL" : `; new URL: /${newSlug}`;
    if (result === "loss-free") yield `  lossless${urlNote}`;
    if (result === "extension") yield `  requires a specification extension that ${formatSubjects(page)}${urlNote}`;
    for (const reason of page.reasons) yield `  not migrated: ${reason}`;
  }
}

const maxSubjects = 4;

function formatSubjects({ differences, extension }: MigrationAssessment): string {
  const subjects = differences.map(({ subject }) => subject);
  const shownSubjects = subjects.slice(0, maxSubjects);
  const moreNote = subjects.length > shownSubjects.length ? `, and ${subjects.length - shownSubjects.length} more` : "";
  return shownSubjects.length > 0
    ? `preserves ${shownSubjects.join(", ")}${moreNote}`
    : `preserves ${Object.keys(extension ?? {}).join(", ")}`;
}
