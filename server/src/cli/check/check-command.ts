import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { shownPercent } from "../../core/site/navigation/coverage.ts";
import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import { findNearestNames } from "../../core/text/similarity.ts";
import { maxTextSize } from "../../workspace/files/disk.ts";
import { nodeDisk } from "../../workspace/files/node-disk.ts";
import { replaceText, type WriteRefusal } from "../../workspace/files/write-files.ts";
import type { CommandHost, ExitCode, OutputSyntax } from "../run-cli.ts";
import { layOutColumns, visibleLines, toVisibleText } from "../terminal/text.ts";
import {
  type Baseline,
  baselineText,
  type CheckResult,
  type FixedFile,
  type Notice,
  onlyChanged,
  readBaseline,
  withoutKnown,
} from "./check-result.ts";
import type { CoverageReporting } from "./coverage.ts";
import { pathFrom } from "./report-ci.ts";

const formats = ["pretty", "json", "sarif", "junit", "github"] as const;
export type ReportFormat = (typeof formats)[number];

/** Options of `docwright check`. */
export interface CheckOptions {
  readonly folder: string;
  readonly format: ReportFormat;
  readonly profile: ProfileName | undefined;
  /** If undefined, the format's default: `warning` for people and `hint` for programs. */
  readonly minSeverity: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  /** If false, skips parsing the MDX of each page, by far the slowest part of a check. */
  readonly mdxSyntax: boolean;
  /** `write` applies all safe fixes; `show` prints the changes without applying them. */
  readonly fix: "write" | "show" | undefined;
  readonly changedSince: string | undefined;
  /** A file of accepted problems that aren't reported, relative to the working directory. */
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** Hosts from which specifications may be fetched, for example `api.example.com`. */
  readonly fetch: readonly string[];
  /** Whether to report where readers find each operation. */
  readonly coverage: boolean;
  /** The minimum percentage of operations in the navigation, or undefined for no minimum. */
  readonly minCoverage: number | undefined;
  readonly help: boolean;
}

export type ParsedOptions =
  | { readonly ok: true; readonly options: CheckOptions }
  /** One line that describes what isn't possible and what is. */
  | { readonly ok: false; readonly reason: string };

const optionTypes = {
  format: { type: "string" },
  profile: { type: "string" },
  "min-severity": { type: "string" },
  "max-problems": { type: "string" },
  "fail-on": { type: "string" },
  "no-mdx-syntax": { type: "boolean" },
  fix: { type: "boolean" },
  "fix-dry-run": { type: "boolean" },
  "changed-since": { type: "string" },
  baseline: { type: "string" },
  "write-baseline": { type: "string" },
  fetch: { type: "string" },
  coverage: { type: "boolean" },
  "min-coverage": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright check`. Unrecognized arguments are rejected with a reason, never guessed. */
export function readCheckOptions(args: readonly string[]): ParsedOptions {
  try {
    return { ok: true, options: readOptions(args) };
  } catch (error) {
    if (error instanceof BadOption) return { ok: false, reason: error.message };
    throw error;
  }
}

class BadOption extends Error {}

function readOptions(args: readonly string[]): CheckOptions {
  const { tokens } = parseArgs({
    args: [...args],
    options: optionTypes,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const given = new Map<string, string | undefined>();
  const folders: string[] = [];
  const hosts: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") folders.push(token.value);
    if (token.kind !== "option") continue;
    refuseUnknown(token.name, token.rawName, token.value);
    if (token.name === "fetch") hosts.push(readHost(token.value ?? ""));
    given.set(token.name, token.value);
  }
  if (folders.length > 1)
    throw new BadOption(
      `check takes one folder, and there are ${folders.length}: ${folders.map(toVisibleText).join(", ")}.`,
    );
  refuseTogether(given);
  const format = choose("format", given.get("format"), formats) ?? "pretty";
  if ((given.has("coverage") || given.has("min-coverage")) && format !== "pretty" && format !== "json")
    throw new BadOption(`--coverage is told as pretty or json, not as ${format}.`);
  return {
    folder: folders[0] ?? ".",
    format,
    profile: choose(
      "profile",
      given.get("profile"),
      Object.values(profiles).map(({ name }) => name),
    ),
    minSeverity: choose("min-severity", given.get("min-severity"), severities),
    maxProblems: readCount(given.get("max-problems")),
    failOn: choose("fail-on", given.get("fail-on"), ["error", "warning"] as const) ?? "error",
    mdxSyntax: !given.has("no-mdx-syntax"),
    fix: given.has("fix") ? "write" : given.has("fix-dry-run") ? "show" : undefined,
    changedSince: given.get("changed-since"),
    baseline: given.get("baseline"),
    writeBaseline: given.get("write-baseline"),
    fetch: hosts,
    coverage: given.has("coverage") || given.has("min-coverage"),
    minCoverage: readPercent(given.get("min-coverage")),
    help: given.has("help"),
  };
}

function refuseUnknown(name: string, rawName: string, value: string | undefined): void {
  const type = Object.entries(optionTypes).find(([known]) => known === name)?.[1].type;
  if (type === undefined) {
    const near = findNearestNames(name, Object.keys(optionTypes));
    throw new BadOption(
      `there is no option ${toVisibleText(rawName)}${near ? `; did you mean --${near}?` : '. "docwright check --help" lists them.'}`,
    );
  }
  if (type === "boolean" && value !== undefined) throw new BadOption(`--${name} takes no value.`);
  if (type === "string" && (value === undefined || value === ""))
    throw new BadOption(`--${name} needs a value.`);
}

/** Throws if options contradict each other. A baseline, for example, always covers the complete site. */
function refuseTogether(given: ReadonlyMap<string, string | undefined>): void {
  const pairs = [
    ["fix", "fix-dry-run"],
    ["write-baseline", "baseline"],
    ["write-baseline", "changed-since"],
    ["write-baseline", "fix"],
    ["write-baseline", "fix-dry-run"],
    ["coverage", "fix"],
    ["coverage", "fix-dry-run"],
    ["coverage", "write-baseline"],
    ["min-coverage", "fix"],
    ["min-coverage", "fix-dry-run"],
    ["min-coverage", "write-baseline"],
  ] as const;
  const pair = pairs.find(([one, other]) => given.has(one) && given.has(other));
  if (pair) throw new BadOption(`--${pair[0]} and --${pair[1]} do not go together.`);
}

function choose<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new BadOption(`--${name} cannot be ${toVisibleText(value)}; it is one of ${allowed.join(", ")}.`);
  return found;
}

/** Returns a host as it appears in URLs, with its port unless it's the default. */
function readHost(value: string): string {
  if (!/^[\p{L}\p{N}.-]+(:\d{1,5})?$/u.test(value) || !URL.canParse(`https://${value}`))
    throw new BadOption(`--fetch cannot be ${toVisibleText(value)}; it is a host like api.example.com.`);
  return new URL(`https://${value}`).host;
}

function readPercent(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const percent = Number(value.replace(/\s*%$/, ""));
  if (!/^\d{1,3}(\.\d+)?\s*%?$/.test(value) || percent > 100)
    throw new BadOption(`--min-coverage cannot be ${toVisibleText(value)}; it is a number from 0 to 100.`);
  return percent;
}

function readCount(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(value))
    throw new BadOption(`--max-problems cannot be ${toVisibleText(value)}; it is a whole number from 0.`);
  return Number(value);
}

const reasons: Readonly<Record<WriteRefusal, string>> = {
  "changed-meanwhile": "it was changed by someone else meanwhile; run the command again",
  "outside-site": "it lies outside the site",
  "not-writable": "it may not be written",
};

/**
 * Writes the files with their safe fixes. If a file has changed since the check, writes nothing, because fixes in other
 * files may depend on it. Returns a notice for each file that couldn't be written.
 */
export function writeFixes(fixed: readonly FixedFile[]): Notice[] {
  const changed = fixed.find(({ root, path, before }) => {
    const present = nodeDisk(root).read(path, maxTextSize);
    return present.kind === "text" && present.text !== before;
  });
  if (changed)
    return [
      { text: `no file was fixed: ${changed.file} has changed; run the command again.`, incomplete: true },
    ];
  return fixed.flatMap(({ file, root, path, before, after }) => {
    const refusal = replaceText(root, path, before, after);
    return refusal ? [{ text: `${file} was not fixed: ${reasons[refusal]}.`, incomplete: true }] : [];
  });
}

/**
 * Runs `docwright check`. Returns 0 if no problems at the `--fail-on` severity were found, 1 if some were, and 2 if the
 * command failed.
 */
export async function runCheckCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readCheckOptions(args);
  if (!parsed.ok) return refuse(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { checkHelp } = await import("../help.ts");
    host.stdout.write(checkHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const hindrance = findFolderProblem(folder, options.folder);
  if (hindrance !== undefined) return refuse(hindrance, host);
  const changes = await readChanges(folder, options);
  if (!changes.ok) return refuse(changes.reason, host);
  const baseline = readKnown(options, host);
  if (!baseline.ok) return refuse(baseline.reason, host);
  const full = await check(folder, options, changes.files, host);
  if (full.sites.length === 0) return refuse(noSite(folder, options.folder), host);
  const concerned = changes.files ? onlyChanged(full, changes.files) : full;
  const result = baseline.known ? withoutKnown(concerned, baseline.known) : concerned;
  if (options.writeBaseline !== undefined) return saveBaseline(result, options.writeBaseline, host);
  const refused = options.fix === "write" ? writeFixes(result.fixed) : [];
  await print({ ...result, notices: [...result.notices, ...refused] }, options, host);
  for (const { text } of [...result.notices, ...refused])
    host.stderr.write(`docwright: ${toVisibleText(text)}\n`);
  if ([...result.notices, ...refused].some(({ incomplete }) => incomplete)) return 2;
  if (options.minCoverage !== undefined && shownPercent(result.coverage().counts) < options.minCoverage)
    return 1;
  const failing = result.counts.error + (options.failOn === "warning" ? result.counts.warning : 0);
  return failing > 0 ? 1 : 0;
}

type Changes =
  | { readonly ok: true; readonly files: ReadonlySet<string> | undefined }
  | { readonly ok: false; readonly reason: string };

/** Returns the files selected by `--changed-since`, relative to the folder. */
async function readChanges(folder: string, { changedSince }: CheckOptions): Promise<Changes> {
  if (changedSince === undefined) return { ok: true, files: undefined };
  const { changedFiles } = await import("../../workspace/git/revisions.ts");
  const files = await changedFiles(folder, changedSince);
  if (files.ok) return { ok: true, files: files.value };
  return { ok: false, reason: `--changed-since: ${toVisibleText(files.reason || "git gives no reason.")}` };
}

type Known =
  | { readonly ok: true; readonly known: Baseline | undefined }
  | { readonly ok: false; readonly reason: string };

function readKnown({ baseline }: CheckOptions, host: CommandHost): Known {
  if (baseline === undefined) return { ok: true, known: undefined };
  try {
    const known = readBaseline(readFileSync(resolve(host.cwd, baseline), "utf8"));
    if (known) return { ok: true, known };
    return { ok: false, reason: `${toVisibleText(baseline)} is no baseline; write it by --write-baseline.` };
  } catch {
    return { ok: false, reason: `the baseline ${toVisibleText(baseline)} cannot be read.` };
  }
}

function saveBaseline(result: CheckResult, file: string, host: CommandHost): ExitCode {
  try {
    writeFileSync(resolve(host.cwd, file), baselineText(result));
  } catch {
    return refuse(`the baseline ${toVisibleText(file)} cannot be written.`, host);
  }
  const count = result.problems.length;
  host.stdout.write(`Wrote ${count} ${count === 1 ? "problem" : "problems"} to ${toVisibleText(file)}\n`);
  return result.notices.some(({ incomplete }) => incomplete) ? 2 : 0;
}

function refuse(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

function noSite(folder: string, written: string): string {
  const name = toVisibleText(written);
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
  const { checkFolder } = await import("./check-site.ts");
  const { progressOn } = await import("../terminal/output.ts");
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
    const { unifiedDiff } = await import("../terminal/diff.ts");
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
  const names = fixed.slice(0, 5).map(({ file }) => toVisibleText(file));
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
      return [(await import("./report-ci.ts")).reportJunit(result, placed)];
    case "github":
      return (await import("./report-ci.ts")).reportGithub(result, placed);
    case "pretty": {
      const { reportPretty } = await import("./report-pretty.ts");
      const { choosePalette } = await import("../terminal/output.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      if (options.coverage) {
        const columns = host.stdout.isTTY ? layOutColumns(host) : Number.POSITIVE_INFINITY;
        return coverageLines(result, { ...options, palette, columns });
      }
      return reportPretty(result, { ...options, palette, columns: layOutColumns(host) });
    }
  }
}

/** Yields the coverage table, then the problems that a check without `--coverage` reports. */
async function coverageLines(
  result: CheckResult,
  options: CheckOptions & CoverageReporting,
): Promise<string[]> {
  const { reportCoverage } = await import("./coverage.ts");
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

/** Returns why a folder can't be checked, as the end of a line, or undefined if it can. */
export function findFolderProblem(folder: string, written: string): string | undefined {
  try {
    readdirSync(folder);
    return undefined;
  } catch (error) {
    const name = toVisibleText(written);
    switch (error instanceof Error && "code" in error ? error.code : undefined) {
      case "ENOENT":
        return `there is no folder ${name}.`;
      case "ENOTDIR":
        return `${name} is a file; name the folder that holds docs.json.`;
      case "EACCES":
      case "EPERM":
        return `the folder ${name} may not be read by this user.`;
      default:
        return `the folder ${name} cannot be read.`;
    }
  }
}
