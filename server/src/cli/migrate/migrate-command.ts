import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { writeFiles } from "../../workspace/files/write-files.ts";
import { changingFilesReason } from "../../workspace/refactoring/move-site.ts";
import {
  createChoiceOption,
  CommandError,
  type CommandHost,
  defineCommand,
  type ExitCode,
  createFlagOption,
  createNoSiteError,
  printMessage,
  profileOption,
  getFolderArgument,
  createRepeatableOption,
  resolveFolder,
  createValueOption,
} from "../command.ts";
import { toVisibleLines } from "../terminal/text.ts";
import { formatRefusal, undoMigration } from "./migrate-site.ts";
import { type FolderMigration, formatMigration, parseUndoFiles, createReport } from "./migration-report.ts";

/** The options for `docwright migrate`. */
export interface MigrateOptions {
  readonly folder: string;
  readonly write: boolean;
  /**
   * Globs that select files relative to the folder, in .gitignore syntax. If there are none, all pages are included.
   */
  readonly pageGlobs: readonly string[];
  readonly report: string | undefined;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly acceptMore: boolean;
  /** The path of the report on the migration to undo. */
  readonly undo: string | undefined;
}

/** The migrate command. If the migration would introduce new problems, the exit code is 1, and no files are written. */
export const migrateCommand = defineCommand({
  name: "migrate",
  usage: ["[DIR] [options]"],
  description: [
    "Shows which MDX endpoint pages in DIR (default: current directory) can be replaced by pages that the service generates from the specification, and lists every edit: navigation, specification extensions, redirects, links, and deleted pages.",
  ],
  options: {
    write: createFlagOption("apply the edits, unless they would cause new problems on the site"),
    page: createRepeatableOption("GLOB", "migrate only these pages"),
    "accept-more": createFlagOption(
      "also migrate pages that contain less detail than the specification; readers will see the additional details",
    ),
    report: createValueOption(
      "FILE",
      "write a JSON report that --undo can use after --write (default with --write: docwright-migration.json)",
    ),
    undo: createValueOption("REPORT", "restore the files that a migration changed"),
    format: createChoiceOption("FORMAT", ["pretty", "json"], "pretty", "output format"),
    profile: profileOption,
  },
  exitCodes: "0 success, 1 the site would have new problems, 2 the command failed",
  conflicts: [
    ["undo", "write"],
    ["undo", "page"],
    ["undo", "accept-more"],
  ],
  parse: ({ page: pages, ...values }, positionals): MigrateOptions => ({
    ...values,
    pageGlobs: pages,
    folder: getFolderArgument(positionals),
  }),
  run: async (options, host) => {
    const folder = resolveFolder(options.folder, host);
    return options.undo === undefined
      ? runMigration(folder, options, host)
      : undoReportedMigration(folder, options, options.undo, host);
  },
});

async function runMigration(folder: string, options: MigrateOptions, host: CommandHost): Promise<ExitCode> {
  const reportFile = options.report ?? (options.write ? "docwright-migration.json" : undefined);
  const reportPath = reportFile === undefined ? undefined : resolve(host.cwd, reportFile);
  if (reportPath !== undefined && isReportNeeded(reportPath, options.write))
    throw new CommandError(
      `${reportFile} already exists and may be needed to undo an earlier migration; use --report to choose another file`,
    );
  const migration = await planMigration(folder, options, host);
  if (!migration) throw new CommandError(`no files changed: ${changingFilesReason}`);
  if (migration.sites.length === 0) throw createNoSiteError(options.folder, folder);
  const hasNewProblems = migration.sites.some(({ newProblems }) => newProblems.length > 0);
  const willWrite = options.write && !hasNewProblems && migration.changes.length > 0;
  if (reportPath !== undefined && (willWrite || !options.write)) writeReport(reportPath, migration, willWrite);
  if (willWrite) {
    const refusal = writeFiles(folder, migration.changes);
    if (refusal) {
      // The report is deleted because the migration wasn't performed, so it can't be undone.
      if (reportPath !== undefined) rmSync(reportPath, { force: true });
      throw new CommandError(`no files changed: ${formatRefusal(refusal)}`);
    }
  }
  printMigration(migration, willWrite, reportFile, options, host);
  for (const notice of migration.notices) printMessage(notice, host);
  return hasNewProblems ? 1 : 0;
}

/**
 * Whether an existing report may still be needed. If the migration writes files, no report is overwritten. If it
 * doesn't, a report is overwritten unless it can be used to undo a migration.
 */
function isReportNeeded(path: string, willWrite: boolean): boolean {
  if (!existsSync(path)) return false;
  if (willWrite) return true;
  try {
    return parseUndoFiles(readFileSync(path, "utf8")) !== undefined;
  } catch {
    return true;
  }
}

async function planMigration(
  folder: string,
  options: MigrateOptions,
  host: CommandHost,
): Promise<FolderMigration | undefined> {
  const { planFolderMigration: migrateFolder } = await import("./migrate-site.ts");
  const { createProgress } = await import("../terminal/output.ts");
  const progress = createProgress(host.stderr, () => performance.now());
  try {
    return await migrateFolder(folder, { ...options, showProgress: (text) => progress.show(text) });
  } finally {
    progress.clear();
  }
}

/** Writes the report before anything else so that the migration can be undone even if a later step fails. */
function writeReport(path: string, migration: FolderMigration, wereFilesWritten: boolean): void {
  try {
    writeFileSync(path, `${JSON.stringify(createReport(migration, wereFilesWritten), null, 2)}\n`);
  } catch {
    throw new CommandError(`no files changed: can't write the report ${path}`);
  }
}

function printMigration(
  migration: FolderMigration,
  wereFilesWritten: boolean,
  reportFile: string | undefined,
  options: MigrateOptions,
  host: CommandHost,
): void {
  if (options.format === "json") {
    const { undo: _, ...report } = createReport(migration, wereFilesWritten);
    host.stdout.write(`${JSON.stringify(report)}\n`, "json");
    return;
  }
  for (const line of formatMigration(migration, {
    areFilesWritten: wereFilesWritten,
    reportFile,
    writesFiles: options.write,
  }))
    host.stdout.write(`${host.stdout.isTTY ? toVisibleLines(line) : line}\n`);
}

function undoReportedMigration(
  folder: string,
  { format }: MigrateOptions,
  reportFile: string,
  host: CommandHost,
): ExitCode {
  let text: string;
  try {
    text = readFileSync(resolve(host.cwd, reportFile), "utf8");
  } catch {
    throw new CommandError(`can't read the report ${reportFile}`);
  }
  const outcome = undoMigration(folder, text);
  if (!outcome.ok) throw new CommandError(outcome.reason);
  host.stdout.write(
    format === "json"
      ? `${JSON.stringify({ version: 1, command: "migrate --undo", files: outcome.files })}\n`
      : `Restored ${outcome.files.length} ${outcome.files.length === 1 ? "file" : "files"}.\n`,
    format === "json" ? "json" : "text",
  );
  return 0;
}
