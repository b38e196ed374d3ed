import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { baselineText, readBaseline, withoutKnown, type Baseline } from "./baseline.ts";
import { shownPercent } from "../core/site/navigation/coverage.ts";
import type { CoverageReporting } from "./report-coverage.ts";
import { readCheckOptions, type CheckOptions } from "./check-options.ts";
import type { CheckResult } from "./check-result.ts";
import { columnsFor } from "./columns-for.ts";
import type { CommandHost, ExitCode, OutputSyntax } from "./run-cli.ts";
import { pathFrom } from "./report-path.ts";
import { onlyChanged } from "./select-changed.ts";
import { writeFixes } from "./write-fixes.ts";
import { visibleLines, visibleText } from "./visible-text.ts";

/** `docwright check`: 0 when nothing at the fail level was found, 1 when something was, 2 when it could not run. */
export async function runCheckCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readCheckOptions(args);
  if (!parsed.ok) return refuse(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { checkHelp } = await import("./help.ts");
    host.stdout.write(checkHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const { whyNoFolder } = await import("./why-no-folder.ts");
  const hindrance = whyNoFolder(folder, options.folder);
  if (hindrance !== undefined) return refuse(hindrance, host);
  const changes = await readChanges(folder, options);
  if (!changes.ok) return refuse(changes.reason, host);
  const baseline = readKnown(options, host);
  if (!baseline.ok) return refuse(baseline.reason, host);
  const whole = await check(folder, options, changes.files, host);
  if (whole.sites.length === 0) return refuse(noSite(folder, options.folder), host);
  const concerned = changes.files ? onlyChanged(whole, changes.files) : whole;
  const result = baseline.known ? withoutKnown(concerned, baseline.known) : concerned;
  if (options.writeBaseline !== undefined) return saveBaseline(result, options.writeBaseline, host);
  const refused = options.fix === "write" ? writeFixes(result.fixed) : [];
  await print({ ...result, notices: [...result.notices, ...refused] }, options, host);
  for (const { text } of [...result.notices, ...refused])
    host.stderr.write(`docwright: ${visibleText(text)}\n`);
  if ([...result.notices, ...refused].some(({ incomplete }) => incomplete)) return 2;
  if (options.minCoverage !== undefined && shownPercent(result.coverage().counts) < options.minCoverage)
    return 1;
  const failing = result.counts.error + (options.failOn === "warning" ? result.counts.warning : 0);
  return failing > 0 ? 1 : 0;
}

type Changes =
  | { readonly ok: true; readonly files: ReadonlySet<string> | undefined }
  | { readonly ok: false; readonly reason: string };

/** The files that `--changed-since` means, relative to the folder. */
async function readChanges(folder: string, { changedSince }: CheckOptions): Promise<Changes> {
  if (changedSince === undefined) return { ok: true, files: undefined };
  const { changedFiles } = await import("../workspace/git/revisions.ts");
  const files = await changedFiles(folder, changedSince);
  if (files.ok) return { ok: true, files: files.value };
  return { ok: false, reason: `--changed-since: ${visibleText(files.reason || "git gives no reason.")}` };
}

type Known =
  | { readonly ok: true; readonly known: Baseline | undefined }
  | { readonly ok: false; readonly reason: string };

function readKnown({ baseline }: CheckOptions, host: CommandHost): Known {
  if (baseline === undefined) return { ok: true, known: undefined };
  try {
    const known = readBaseline(readFileSync(resolve(host.cwd, baseline), "utf8"));
    if (known) return { ok: true, known };
    return { ok: false, reason: `${visibleText(baseline)} is no baseline; write it by --write-baseline.` };
  } catch {
    return { ok: false, reason: `the baseline ${visibleText(baseline)} cannot be read.` };
  }
}

function saveBaseline(result: CheckResult, file: string, host: CommandHost): ExitCode {
  try {
    writeFileSync(resolve(host.cwd, file), baselineText(result));
  } catch {
    return refuse(`the baseline ${visibleText(file)} cannot be written.`, host);
  }
  const count = result.problems.length;
  host.stdout.write(`Wrote ${count} ${count === 1 ? "problem" : "problems"} to ${visibleText(file)}\n`);
  return result.notices.some(({ incomplete }) => incomplete) ? 2 : 0;
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

function noSite(folder: string, written: string): string {
  const name = visibleText(written);
  if (existsSync(join(folder, "mint.json")))
    return `the folder ${name} has a mint.json but no docs.json. To create docs.json from it, run \`docwright upgrade ${name} --write\`.`;
  return `there is no docs.json in ${name} or below, so there is no site to check.`;
}

async function check(
  folder: string,
  options: CheckOptions,
  changed: ReadonlySet<string> | undefined,
  host: CommandHost,
): Promise<CheckResult> {
  const { checkFolder } = await import("./check-folder.ts");
  const { progressOn } = await import("./progress.ts");
  const progress = progressOn(host.stderr, () => performance.now());
  try {
    return await checkFolder(folder, options.profile, (text) => progress.show(text), {
      ...options,
      mayFix: options.fix && ((file) => changed?.has(file) ?? true),
    });
  } finally {
    progress.clear();
  }
}

const syntaxes: Readonly<Record<CheckOptions["format"], OutputSyntax>> = {
  pretty: "text",
  json: "json",
  sarif: "json",
  junit: "xml",
  github: "commands",
};

async function print(result: CheckResult, options: CheckOptions, host: CommandHost): Promise<void> {
  if (options.fix === "show") {
    const { unifiedDiff } = await import("./unified-diff.ts");
    for (const { file, before, after } of result.fixed) {
      const diff = unifiedDiff(pathFrom(host.cwd, result.root, file) ?? file, before, after);
      host.stdout.write(host.stdout.isTTY ? visibleLines(diff) : diff);
    }
    host.stderr.write(`${fixedLine(result.fixed, "would be fixed")}\n`);
    return;
  }
  const isPretty = options.format === "pretty";
  if (options.fix) (isPretty ? host.stdout : host.stderr).write(`${fixedLine(result.fixed, "fixed")}\n`);
  writeInPieces(await linesOf(result, options, host), host, syntaxes[options.format]);
}

/** `3 problems fixed in 2 files: docs.json, guides/start.mdx`. */
function fixedLine(fixed: CheckResult["fixed"], what: string): string {
  const count = fixed.reduce((sum, { codes }) => sum + codes.length, 0);
  const names = fixed.slice(0, 5).map(({ file }) => visibleText(file));
  const more = fixed.length > names.length ? `, and ${fixed.length - names.length} more` : "";
  if (count === 0) return `No problem ${what.replace(/^would be /, "can be ")}`;
  return `${count} ${count === 1 ? "problem" : "problems"} ${what} in ${fixed.length} ${fixed.length === 1 ? "file" : "files"}: ${names.join(", ")}${more}`;
}

async function linesOf(
  result: CheckResult,
  options: CheckOptions,
  host: CommandHost,
): Promise<Iterable<string>> {
  const placed = { ...options, cwd: host.cwd };
  switch (options.format) {
    case "json":
      return [(await import("./report-json.ts")).reportJson(result, options)];
    case "sarif":
      return [(await import("./report-sarif.ts")).reportSarif(result, placed)];
    case "junit":
      return [(await import("./report-junit.ts")).reportJunit(result, placed)];
    case "github":
      return (await import("./report-github.ts")).reportGithub(result, placed);
    case "pretty": {
      const { reportPretty } = await import("./report-pretty.ts");
      const { choosePalette } = await import("./palette.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      if (options.coverage) {
        const columns = host.stdout.isTTY ? columnsFor(host) : Number.POSITIVE_INFINITY;
        return coverageLines(result, { ...options, palette, columns });
      }
      return reportPretty(result, { ...options, palette, columns: columnsFor(host) });
    }
  }
}

/** The table, then what a check without it would tell of. */
async function coverageLines(
  result: CheckResult,
  options: CheckOptions & CoverageReporting,
): Promise<string[]> {
  const { reportCoverage } = await import("./report-coverage.ts");
  const lines = [...reportCoverage(result.coverage(), options)];
  const { error, warning } = result.counts;
  const found = [
    error > 0 && `${error} ${error === 1 ? "error" : "errors"}`,
    warning > 0 && `${warning} ${warning === 1 ? "warning" : "warnings"}`,
  ];
  const words = found.filter((part) => part !== false).join(" and ");
  return words === ""
    ? lines
    : [...lines, options.palette.quiet(`The site has ${words}; check without --coverage shows them`)];
}

function writeInPieces(lines: Iterable<string>, host: CommandHost, syntax: OutputSyntax): void {
  let text = "";
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 60_000) continue;
    host.stdout.write(text, syntax);
    text = "";
  }
  host.stdout.write(text, syntax);
}
