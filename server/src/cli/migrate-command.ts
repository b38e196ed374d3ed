import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { keepsChanging } from "../workspace/refactoring/plan-on-disk.ts";
import { writeFiles } from "../workspace/files/write-files.ts";
import { migrationLines } from "./migration-lines.ts";
import { readMigrateOptions, type MigrateOptions } from "./migrate-options.ts";
import { readUndo, reportOf, type FolderMigration } from "./migration-report.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { refusalWords, undoMigration } from "./undo-migration.ts";
import { visibleLines, visibleText } from "./visible-text.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/**
 * `docwright migrate`: 0 when it could be done, 1 when the site would have problems that it has not now (nothing is
 * written then), 2 when it could not run.
 */
export async function runMigrateCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readMigrateOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { migrateHelp } = await import("./help.ts");
    host.stdout.write(migrateHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  if (options.undo !== undefined) return undo(folder, options, options.undo, host);
  const reportFile = options.report ?? (options.write ? "docwright-migration.json" : undefined);
  const place = reportFile === undefined ? undefined : resolve(host.cwd, reportFile);
  if (place !== undefined && mayBeNeeded(place, options.write))
    return failCommand(
      `${visibleText(reportFile ?? "")} is there already and may be what puts an earlier migration back; name another file by --report.`,
      host,
    );
  const migration = await plan(folder, options, host);
  if (!migration) return failCommand(`nothing was written: ${keepsChanging}.`, host);
  if (migration.sites.length === 0)
    return failCommand(
      `there is no docs.json in ${visibleText(options.folder)} or below, so there is no site to migrate.`,
      host,
    );
  const hasNew = migration.sites.some(({ newProblems }) => newProblems.length > 0);
  const willWrite = options.write && !hasNew && migration.changes.length > 0;
  if (willWrite || (place !== undefined && !options.write)) {
    const failure = writeReport(place, migration, willWrite);
    if (failure !== undefined) return failCommand(failure, host);
  }
  if (willWrite) {
    const refusal = writeFiles(folder, migration.changes);
    if (refusal) {
      // Of a migration that did not happen there is nothing to put back.
      if (place !== undefined) rmSync(place, { force: true });
      return failCommand(`nothing was written: ${refusalWords(refusal)}.`, host);
    }
  }
  print(migration, willWrite, reportFile, options, host);
  for (const notice of migration.notices) host.stderr.write(`docwright: ${visibleText(notice)}\n`);
  return hasNew ? 1 : 0;
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

/** A report that is only read may be written anew; one by which a migration can be undone never. */
function mayBeNeeded(place: string, willWrite: boolean): boolean {
  if (!existsSync(place)) return false;
  if (willWrite) return true;
  try {
    return readUndo(readFileSync(place, "utf8")) !== undefined;
  } catch {
    return true;
  }
}

async function plan(
  folder: string,
  options: MigrateOptions,
  host: CommandHost,
): Promise<FolderMigration | undefined> {
  const { migrateFolder } = await import("./migrate-folder.ts");
  const { progressOn } = await import("./progress.ts");
  const progress = progressOn(host.stderr, () => performance.now());
  try {
    return await migrateFolder(folder, { ...options, tell: (text) => progress.show(text) });
  } finally {
    progress.clear();
  }
}

/** Written before anything else, so that whatever happens next can be put back. */
function writeReport(
  place: string | undefined,
  migration: FolderMigration,
  written: boolean,
): string | undefined {
  if (place === undefined) return undefined;
  try {
    writeFileSync(place, `${JSON.stringify(reportOf(migration, written), null, 2)}\n`);
    return undefined;
  } catch {
    return `nothing was written: the report ${visibleText(place)} cannot be written.`;
  }
}

function print(
  migration: FolderMigration,
  written: boolean,
  reportFile: string | undefined,
  options: MigrateOptions,
  host: CommandHost,
): void {
  if (options.format === "json") {
    const { undo: _, ...report } = reportOf(migration, written);
    host.stdout.write(`${JSON.stringify(report)}\n`, "json");
    return;
  }
  for (const line of migrationLines(migration, { written, reportFile, asked: options.write }))
    host.stdout.write(`${host.stdout.isTTY ? visibleLines(line) : line}\n`);
}

function undo(folder: string, { format }: MigrateOptions, report: string, host: CommandHost): ExitCode {
  let text: string;
  try {
    text = readFileSync(resolve(host.cwd, report), "utf8");
  } catch {
    return failCommand(`the report ${visibleText(report)} cannot be read.`, host);
  }
  const outcome = undoMigration(folder, text);
  if (!outcome.ok) return failCommand(outcome.reason, host);
  host.stdout.write(
    format === "json"
      ? `${JSON.stringify({ version: 1, command: "migrate --undo", files: outcome.files })}\n`
      : `${outcome.files.length} files are as they were before the migration.\n`,
    format === "json" ? "json" : "text",
  );
  return 0;
}
