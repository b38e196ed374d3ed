import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { writeFiles } from "../../workspace/files/write-files.ts";
import { keepsChanging } from "../../workspace/refactoring/plan-on-disk.ts";
import { findFolderProblem } from "../check/check-command.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { visibleLines, toVisibleText } from "../terminal/text.ts";
import { formatRefusal, undoMigration } from "./migrate-site.ts";
import { type FolderMigration, migrationLines, readUndo, reportOf } from "./migration-report.ts";

/** Options of `docwright migrate`. */
export interface MigrateOptions {
  readonly folder: string;
  readonly write: boolean;
  /** Globs with .gitignore syntax for files relative to the folder. Empty for all pages. */
  readonly pages: readonly string[];
  readonly report: string | undefined;
  readonly format: "pretty" | "json";
  readonly profile: ProfileName | undefined;
  readonly acceptMore: boolean;
  /** The report of a migration to undo. */
  readonly undo: string | undefined;
  readonly help: boolean;
}

export type ParsedMigrateOptions =
  { readonly ok: true; readonly options: MigrateOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  write: { type: "boolean" },
  page: { type: "string", multiple: true },
  report: { type: "string" },
  format: { type: "string" },
  profile: { type: "string" },
  "accept-more": { type: "boolean" },
  undo: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright migrate`. Unrecognized arguments are rejected with a reason, never guessed. */
export function readMigrateOptions(args: readonly string[]): ParsedMigrateOptions {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright migrate --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${toVisibleText(second)} as well.`);
  const { format = "pretty", profile } = values;
  if (format !== "pretty" && format !== "json")
    return refuse(`--format is pretty or json, not ${toVisibleText(format)}.`);
  const isKnown = profile === undefined || profile === "standard" || profile === "mintlify";
  if (!isKnown)
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  const { undo, write = false, page: pages = [], "accept-more": acceptMore = false } = values;
  if (undo !== undefined && (write || pages.length > 0 || acceptMore))
    return refuse("--undo puts back a whole migration; it takes no other option but --format.");
  return {
    ok: true,
    options: {
      folder, write, pages, report: values.report, format, profile, acceptMore, undo, help: values.help ?? false,
    },
  }; // prettier-ignore
}

function refuse(reason: string): ParsedMigrateOptions {
  return { ok: false, reason };
}

/**
 * Runs `docwright migrate`. Returns 0 if the migration succeeds, 1 if the site would have new problems (nothing is
 * written then), and 2 if the command failed.
 */
export async function runMigrateCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readMigrateOptions(args);
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { migrateHelp } = await import("../help.ts");
    host.stdout.write(migrateHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = findFolderProblem(folder, options.folder);
  if (hindrance !== undefined) return failCommand(hindrance, host);
  if (options.undo !== undefined) return undo(folder, options, options.undo, host);
  const reportFile = options.report ?? (options.write ? "docwright-migration.json" : undefined);
  const place = reportFile === undefined ? undefined : resolve(host.cwd, reportFile);
  if (place !== undefined && mayBeNeeded(place, options.write))
    return failCommand(
      `${toVisibleText(reportFile ?? "")} is there already and may be what puts an earlier migration back; name another file by --report.`,
      host,
    );
  const migration = await plan(folder, options, host);
  if (!migration) return failCommand(`nothing was written: ${keepsChanging}.`, host);
  if (migration.sites.length === 0)
    return failCommand(
      `there is no docs.json in ${toVisibleText(options.folder)} or below, so there is no site to migrate.`,
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
      // A migration that didn't happen can't be undone.
      if (place !== undefined) rmSync(place, { force: true });
      return failCommand(`nothing was written: ${formatRefusal(refusal)}.`, host);
    }
  }
  print(migration, willWrite, reportFile, options, host);
  for (const notice of migration.notices) host.stderr.write(`docwright: ${toVisibleText(notice)}\n`);
  return hasNew ? 1 : 0;
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

/** A report for reading only can be overwritten, but one that can undo a migration can't. */
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
  const { migrateFolder } = await import("./migrate-site.ts");
  const { progressOn } = await import("../terminal/output.ts");
  const progress = progressOn(host.stderr, () => performance.now());
  try {
    return await migrateFolder(folder, { ...options, tell: (text) => progress.show(text) });
  } finally {
    progress.clear();
  }
}

/** Writes the report before anything else, so the migration can be undone whatever happens next. */
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
    return `nothing was written: the report ${toVisibleText(place)} cannot be written.`;
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
    return failCommand(`the report ${toVisibleText(report)} cannot be read.`, host);
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
