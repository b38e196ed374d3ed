import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { getShownPercent } from "../../core/site/navigation/coverage.ts";
import { severities, type Severity } from "../../core/site/settings/site-settings.ts";
import type { TranslatedLanguage } from "../../core/text/page-language.ts";
import type { Translations } from "../../core/text/message.ts";
import { maxTextSize } from "../../workspace/files/disk.ts";
import { createNodeDisk, usesAstro } from "../../workspace/files/node-disk.ts";
import { StoredReport } from "../../workspace/files/stored-report.ts";
import { replaceText, type WriteFailureReason } from "../../workspace/files/write-files.ts";
import {
  createChoiceOption,
  CommandError,
  type CommandHost,
  defineCommand,
  type ExitCode,
  createFlagOption,
  createLanguageOption,
  createNoSiteError,
  type Option,
  type OutputSyntax,
  printMessage,
  profileOption,
  getFolderArgument,
  createRepeatableOption,
  resolveFolder,
  createValueOption,
  createNumberOption,
} from "../command.ts";
import { getTerminalWidth, lowercaseFirstLetter, toVisibleLines, toVisibleText } from "../terminal/text.ts";
import {
  type Baseline,
  formatBaseline,
  type CheckResult,
  combineResult,
  type FixedFile,
  type Notice,
  selectChangedProblems,
  parseBaseline,
  timePlaceholder,
  removeAcceptedProblems,
} from "./check-result.ts";
import type { CoverageReportOptions } from "./coverage.ts";
import { getPathFromCwd } from "./report-ci.ts";
import { ReportText, type reportMessages } from "./report-text.ts";

const formats = ["pretty", "json", "sarif", "junit", "github"] as const;
export type ReportFormat = (typeof formats)[number];

/** The options for `docwright check`. */
export interface CheckOptions {
  readonly folder: string;
  readonly format: ReportFormat;
  readonly profile: ProfileName | undefined;
  /**
   * The lowest severity that is reported. If undefined, the default is `warning` for human-readable formats and `hint`
   * for machine-readable formats.
   */
  readonly minSeverity: Severity | undefined;
  readonly maxProblems: number;
  readonly failOn: "error" | "warning";
  /** Whether to parse each page's MDX, which is by far the slowest part of a check. */
  readonly checksMdxSyntax: boolean;
  /**
   * How fixes are applied. `write` applies all safe fixes. `show` prints the changes without applying them. If
   * undefined, no fixes are applied.
   */
  readonly fix: "write" | "show" | undefined;
  readonly changedSince: string | undefined;
  /** The path of a file with accepted problems, which aren't reported. Relative to the working directory. */
  readonly baseline: string | undefined;
  readonly writeBaseline: string | undefined;
  /** The hosts that specifications can be fetched from, such as `api.example.com`. */
  readonly fetchHosts: readonly string[];
  /** Whether to report where readers find each operation. */
  readonly reportsCoverage: boolean;
  /** The language for problems, fixes, and the report. If undefined, they're in English. */
  readonly lang: TranslatedLanguage | "en" | undefined;
  /** The minimum percentage of operations that must be in the navigation. If undefined, there is no minimum. */
  readonly minCoverage: number | undefined;
}

const percentOption: Option<number | undefined> = {
  placeholder: "N",
  help: "exit with code 1 if the navigation contains less than N percent of the operations",
  parse: (values, name) => {
    const value = values.at(-1);
    if (value === undefined) return undefined;
    const percent = Number(value.replace(/\s*%$/, ""));
    if (!/^\d{1,3}(\.\d+)?\s*%?$/.test(value) || percent > 100)
      throw new CommandError(`${name} must be a number from 0 to 100, not ${value}`);
    return percent;
  },
};

/** Whether the value is a host with an optional port, as it appears in a URL, such as `api.example.com:8443`. */
function isHostAndPort(host: string): boolean {
  return /^[\p{L}\p{N}.-]+(:\d{1,5})?$/u.test(host) && URL.canParse(`https://${host}`);
}

/**
 * The check command. The exit code is 1 if there are problems at or above the `--fail-on` severity or if the coverage
 * is below `--min-coverage`, 2 if the report may be incomplete, and 0 in all other cases.
 */
export const checkCommand = defineCommand({
  name: "check",
  usage: ["[DIR] [options]"],
  description: [
    "Reports problems in the documentation sites in DIR (default: current directory). A site is a folder with a docs.json.",
  ],
  options: {
    format: createChoiceOption("FORMAT", formats, "pretty", "output format"),
    "min-severity": createChoiceOption(
      "LEVEL",
      severities,
      undefined,
      "hide problems less severe than LEVEL",
      "hint for json and sarif, otherwise warning",
    ),
    "max-problems": createNumberOption(
      "N",
      { min: 0, max: 999_999_999, fallback: Number.POSITIVE_INFINITY },
      "show at most N problems (totals still include all problems)",
    ),
    "fail-on": createChoiceOption(
      "LEVEL",
      ["error", "warning"],
      "error",
      "minimum severity that results in exit code 1",
    ),
    fix: createFlagOption("apply all safe fixes, then report the remaining problems"),
    "fix-dry-run": createFlagOption("print the changes that --fix would make, without writing them"),
    "changed-since": createValueOption("REV", "report only problems related to files changed since a Git revision"),
    baseline: createValueOption("FILE", "report only problems that aren't in FILE"),
    "write-baseline": createValueOption("FILE", "write all current problems to FILE"),
    coverage: createFlagOption("report which page shows each operation (pretty and json formats only)"),
    "min-coverage": percentOption,
    fetch: createRepeatableOption(
      "HOST",
      "fetch specifications listed in docs.json from this host (default: fetch nothing)",
      (host) => (isHostAndPort(host) ? undefined : "a host such as api.example.com"),
    ),
    lang: createLanguageOption("language for problems, fixes, and the report", "en"),
    "no-mdx-syntax": createFlagOption("don't check MDX syntax"),
    profile: profileOption,
  },
  notes: ["Colors are used only in a terminal. NO_COLOR and FORCE_COLOR are supported."],
  exitCodes: "0 success, 1 problems found, 2 the command failed",
  // A baseline always covers the entire site, so it can't be combined with these options.
  conflicts: [
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
  ],
  parse: ({ fix, fixDryRun, noMdxSyntax, coverage, fetch, ...values }, positionals): CheckOptions => {
    const reportsCoverage = coverage || values.minCoverage !== undefined;
    if (reportsCoverage && values.format !== "pretty" && values.format !== "json")
      throw new CommandError(`--coverage requires --format pretty or json, not ${values.format}`);
    return {
      ...values,
      folder: getFolderArgument(positionals),
      checksMdxSyntax: !noMdxSyntax,
      fix: fix ? "write" : fixDryRun ? "show" : undefined,
      fetchHosts: fetch.map((host) => new URL(`https://${host}`).host),
      reportsCoverage,
    };
  },
  run: async (options, host) => {
    const startedAt = performance.now();
    const folder = resolveFolder(options.folder, host);
    const translations = await loadTranslations(options.lang);
    const reportText = new ReportText(translations);
    const changedFiles = await readChangedFiles(folder, options, reportText);
    const baseline = readBaselineFile(options, host, reportText);
    const storedReport = await openStoredReport(folder, options, baseline, host);
    const cachedReport = storedReport?.read();
    if (cachedReport && !hasUnsafeCommands(cachedReport.text, options)) {
      const time = formatTime(performance.now() - startedAt, options, reportText);
      host.stdout.write(cachedReport.text.replace(timePlaceholder, time), syntaxByFormat[options.format]);
      for (const notice of cachedReport.notices) printMessage(notice, host);
      return cachedReport.exitCode;
    }
    const findProblems = async (fix: CheckOptions["fix"]): Promise<CheckResult> => {
      const checkOptions = { ...options, fix, translations, openDisk: storedReport?.openDisk };
      const fullResult = await runCheck(folder, checkOptions, changedFiles, host);
      if (fullResult.sites.length === 0) throw createNoSiteError(options.folder, folder);
      const relevantResult = changedFiles ? selectChangedProblems(fullResult, changedFiles) : fullResult;
      return baseline ? removeAcceptedProblems(relevantResult, baseline) : relevantResult;
    };
    const firstResult = await findProblems(options.fix);
    if (options.writeBaseline !== undefined) return saveBaseline(firstResult, options.writeBaseline, host, reportText);
    const { writtenFiles, refusalNotices } =
      options.fix === "write"
        ? writeFixes(firstResult.fixedFiles, reportText)
        : { writtenFiles: firstResult.fixedFiles, refusalNotices: [] };
    // The first result lacks the problems in files that couldn't be fixed, and the problems that these files cause
    // elsewhere.
    const result = combineResult(refusalNotices.length > 0 ? await findProblems(undefined) : firstResult);
    const notices = [...result.notices, ...refusalNotices];
    const printedText = await printReport({ ...result, fixedFiles: writtenFiles, notices }, options, host, reportText);
    for (const notice of notices) printMessage(notice.text, host);
    const exitCode = getExitCode({ ...result, notices }, options);
    if (printedText !== undefined && exitCode !== 2 && result.missingCopies) {
      const report = { text: printedText, notices: notices.map((notice) => notice.text), exitCode };
      storedReport?.save(report, result.missingCopies);
    }
    return exitCode;
  },
});

function getExitCode({ notices, counts, getCoverage }: CheckResult, { minCoverage, failOn }: CheckOptions): ExitCode {
  if (notices.some(({ isReportIncomplete }) => isReportIncomplete)) return 2;
  if (minCoverage !== undefined && getShownPercent(getCoverage().counts) < minCoverage) return 1;
  const failureCount = counts.error + (failOn === "warning" ? counts.warning : 0);
  return failureCount > 0 ? 1 : 0;
}

/**
 * Returns the stored report for these options, which may not exist yet. Returns undefined if the report can't be stored
 * because it depends on Git or the network, because files are written, or because this program isn't a build.
 */
async function openStoredReport(
  folder: string,
  options: CheckOptions,
  baseline: Baseline | undefined,
  host: CommandHost,
): Promise<StoredReport | undefined> {
  const { program, cwd, stdout, environment } = host;
  const { fix, changedSince, writeBaseline, fetchHosts } = options;
  const isBuilt = program !== undefined && existsSync(join(program, "engine"));
  if (!isBuilt || (fix ?? changedSince ?? writeBaseline ?? fetchHosts[0]) !== undefined) return undefined;
  const { choosePalette, colors } = await import("../terminal/output.ts");
  const isTerminal = stdout.isTTY ?? false;
  const hasColors = choosePalette(isTerminal, environment) === colors;
  const outputOptions = [cwd, hasColors, isTerminal, getTerminalWidth(host)];
  const inputs = [options, [...(baseline ?? [])], outputOptions, usesAstro(folder)];
  return new StoredReport(program, folder, inputs, environment);
}

/**
 * Whether a CI service would interpret a line of the stored report as a command that isn't from `formatGithubReport`.
 * `createLogOutput` escapes the commands in the other formats, except for JSON, which doesn't contain any.
 */
function hasUnsafeCommands(report: string, { format }: CheckOptions): boolean {
  if (format === "github") return /^(?!::(?:error|warning|notice) file=)./m.test(report);
  return syntaxByFormat[format] === "json" && /^[^\S\n]*::/m.test(report);
}

async function loadTranslations(lang: CheckOptions["lang"]): Promise<Translations | undefined> {
  if (lang === undefined) return undefined;
  const { readTranslations } = await import("../../workspace/files/bundled-assets.ts");
  return readTranslations(join(__dirname, "translations"), lang);
}

const refusalMessageKeys = {
  "changed-meanwhile": "changedMeanwhile",
  "outside-site": "outsideSite",
  "not-writable": "notWritable",
} as const satisfies Readonly<Record<WriteFailureReason, keyof typeof reportMessages>>;

/**
 * Writes the files with their safe fixes. If any of the files has changed since the check, no files are written,
 * because fixes in one file may depend on fixes in another. Returns the files that were written, and a notice for each
 * file that couldn't be written.
 */
function writeFixes(
  files: readonly FixedFile[],
  reportText: ReportText,
): { readonly writtenFiles: readonly FixedFile[]; readonly refusalNotices: readonly Notice[] } {
  const changedFile = files.find(({ root, path, originalText }) => {
    const currentFile = createNodeDisk(root).read(path, maxTextSize);
    return currentFile.kind === "text" && currentFile.text !== originalText;
  });
  if (changedFile) {
    const notice = {
      text: reportText.format("changedBeforeFix", { file: changedFile.file }),
      isReportIncomplete: true,
    };
    return { writtenFiles: [], refusalNotices: [notice] };
  }
  const refusalNotices: Notice[] = [];
  const writtenFiles = files.filter(({ file, root, path, originalText, fixedText }) => {
    const refusal = replaceText(root, path, originalText, fixedText);
    if (refusal)
      refusalNotices.push({ text: reportText.format(refusalMessageKeys[refusal], { file }), isReportIncomplete: true });
    return refusal === undefined;
  });
  return { writtenFiles, refusalNotices };
}

/**
 * Returns the paths of the files selected by `--changed-since`, relative to the folder. Returns undefined if the option
 * isn't specified.
 */
async function readChangedFiles(
  folder: string,
  { changedSince }: CheckOptions,
  reportText: ReportText,
): Promise<ReadonlySet<string> | undefined> {
  if (changedSince === undefined) return undefined;
  const { listChangedFiles } = await import("../../workspace/git/revisions.ts");
  const listResult = await listChangedFiles(folder, changedSince);
  if (!listResult.ok) {
    const reason = reportText.formatMessage(listResult.reason);
    // In languages other than English, text after a colon preserves its capitalization.
    throw new CommandError(`--changed-since: ${reportText.isEnglish ? lowercaseFirstLetter(reason) : reason}`);
  }
  return listResult.value;
}

function readBaselineFile(
  { baseline }: CheckOptions,
  { cwd }: CommandHost,
  reportText: ReportText,
): Baseline | undefined {
  if (baseline === undefined) return undefined;
  let baselineText;
  try {
    baselineText = readFileSync(resolve(cwd, baseline), "utf8");
  } catch {
    throw new CommandError(reportText.format("baselineUnreadable", { file: baseline }));
  }
  const parsedBaseline = parseBaseline(baselineText);
  if (!parsedBaseline) throw new CommandError(reportText.format("baselineInvalid", { file: baseline }));
  return parsedBaseline;
}

function saveBaseline(result: CheckResult, file: string, host: CommandHost, reportText: ReportText): ExitCode {
  try {
    writeFileSync(resolve(host.cwd, file), formatBaseline(result));
  } catch {
    throw new CommandError(reportText.format("baselineUnwritable", { file }));
  }
  const problemsText = reportText.format("problems", { count: result.problems.length });
  host.stdout.write(`${reportText.format("baselineWritten", { problems: problemsText, file: toVisibleText(file) })}\n`);
  return result.notices.some(({ isReportIncomplete }) => isReportIncomplete) ? 2 : 0;
}

async function runCheck(
  folder: string,
  options: CheckOptions & { readonly translations: Translations | undefined },
  changedFiles: ReadonlySet<string> | undefined,
  host: CommandHost,
): Promise<CheckResult> {
  const { checkFolder } = await import("./check-site.ts");
  const { createProgress } = await import("../terminal/output.ts");
  const progress = createProgress(host.stderr, () => performance.now());
  try {
    return await checkFolder(folder, options.profile, (text) => progress.show(text), {
      ...options,
      mayFix: options.fix && ((file) => changedFiles?.has(file) ?? true),
    });
  } finally {
    progress.clear();
  }
}

const syntaxByFormat: Readonly<Record<CheckOptions["format"], OutputSyntax>> = {
  pretty: "text",
  json: "json",
  sarif: "json",
  junit: "xml",
  github: "commands",
};

/**
 * Prints the report. Returns its text with `timePlaceholder`, or undefined if the text is too long to be stored or is
 * only a part of the output.
 */
async function printReport(
  result: CheckResult,
  options: CheckOptions,
  host: CommandHost,
  reportText: ReportText,
): Promise<string | undefined> {
  if (options.fix === "show") {
    const { formatUnifiedDiff } = await import("../terminal/diff.ts");
    for (const { file, originalText, fixedText } of result.fixedFiles) {
      const diff = formatUnifiedDiff(getPathFromCwd(host.cwd, result.root, file) ?? file, originalText, fixedText);
      host.stdout.write(host.stdout.isTTY ? toVisibleLines(diff) : diff);
    }
    host.stderr.write(`${formatFixedLine(result.fixedFiles, reportText, true)}\n`);
    return undefined;
  }
  const isPretty = options.format === "pretty";
  if (options.fix)
    (isPretty ? host.stdout : host.stderr).write(`${formatFixedLine(result.fixedFiles, reportText, false)}\n`);
  const time = formatTime(result.milliseconds, options, reportText);
  const lines = await formatReportLines(result, options, host, reportText);
  const storedLines: string[] = [];
  let length = 0;
  function* recordLines(): Generator<string> {
    for (const line of lines) {
      length += line.length + 1;
      if (length <= maxStoredLength) storedLines.push(`${line}\n`);
      yield line;
    }
  }
  writeInChunks(recordLines(), time, options, host);
  return length <= maxStoredLength ? storedLines.join("") : undefined;
}

/** The maximum length of a report that is stored, in UTF-16 code units. */
const maxStoredLength = 4_000_000;

function formatTime(milliseconds: number, { format }: CheckOptions, reportText: ReportText): string {
  if (format === "json") return String(Math.round(milliseconds));
  return format === "junit" ? (milliseconds / 1000).toFixed(3) : reportText.formatSeconds(milliseconds);
}

/**
 * Returns the line that summarizes the applied fixes, such as `3 problems fixed in 2 files: docs.json,
 * guides/start.mdx`.
 */
function formatFixedLine(files: CheckResult["fixedFiles"], reportText: ReportText, isDryRun: boolean): string {
  const count = files.reduce((sum, { codes }) => sum + codes.length, 0);
  if (count === 0) return reportText.format(isDryRun ? "nothingFixedDry" : "nothingFixed");
  const shownFiles = files.slice(0, 5).map(({ file }) => toVisibleText(file));
  const namesText = reportText.joinWithCommas(shownFiles);
  const hiddenCount = files.length - shownFiles.length;
  return reportText.format(isDryRun ? "fixedDry" : "fixed", {
    problems: reportText.format("problems", { count }),
    files: reportText.format("files", { count: files.length }),
    names: hiddenCount > 0 ? reportText.format("andMore", { names: namesText, count: hiddenCount }) : namesText,
  });
}

async function formatReportLines(
  result: CheckResult,
  options: CheckOptions,
  host: CommandHost,
  reportText: ReportText,
): Promise<Iterable<string>> {
  const siteOptions = { ...options, cwd: host.cwd };
  switch (options.format) {
    case "json":
      return [(await import("./report-json.ts")).formatJsonReport(result, options)];
    case "sarif":
      return [
        (await import("./report-json.ts")).formatSarifReport(result, { ...siteOptions, language: reportText.language }),
      ];
    case "junit":
      return [(await import("./report-ci.ts")).formatJunitReport(result, siteOptions)];
    case "github":
      return (await import("./report-ci.ts")).formatGithubReport(result, siteOptions);
    case "pretty": {
      const { formatPrettyReport: reportPretty } = await import("./report-pretty.ts");
      const { choosePalette } = await import("../terminal/output.ts");
      const palette = choosePalette(host.stdout.isTTY ?? false, host.environment);
      if (options.reportsCoverage) {
        const columns = host.stdout.isTTY ? getTerminalWidth(host) : Number.POSITIVE_INFINITY;
        return formatCoverage(result, { ...options, palette, columns, reportText });
      }
      return reportPretty(result, { ...options, palette, columns: getTerminalWidth(host), reportText });
    }
  }
}

/**
 * Returns the lines of the coverage table, followed by the number of problems that would be reported without
 * `--coverage`.
 */
async function formatCoverage(
  result: CheckResult,
  options: CheckOptions & Required<CoverageReportOptions>,
): Promise<string[]> {
  const { formatCoverageReport: reportCoverage } = await import("./coverage.ts");
  const lines = [...reportCoverage(result.getCoverage(), options)];
  const { palette, reportText } = options;
  const { error, warning } = result.counts;
  const countLabels = [
    ...(error > 0 ? [reportText.format("errors", { count: error })] : []),
    ...(warning > 0 ? [reportText.format("warnings", { count: warning })] : []),
  ];
  return countLabels.length === 0
    ? lines
    : [...lines, palette.muted(reportText.format("hasProblems", { problems: reportText.joinWithAnd(countLabels) }))];
}

/** Prints the lines, with `time` instead of `timePlaceholder`. */
function writeInChunks(lines: Iterable<string>, time: string, { format }: CheckOptions, host: CommandHost): void {
  const syntax = syntaxByFormat[format];
  let text = "";
  for (const line of lines) {
    text += `${line.replace(timePlaceholder, time)}\n`;
    if (text.length < 60_000) continue;
    host.stdout.write(text, syntax);
    text = "";
  }
  host.stdout.write(text, syntax);
}
