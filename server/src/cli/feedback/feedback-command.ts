import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { type FeedbackQuery, type FeedbackService, entrySources, entryStatuses } from "../../feedback/entries/types.ts";
import { checkQuery } from "../../feedback/service/validate.ts";
import {
  createChoiceOption,
  parseChoice,
  CommandError,
  type CommandHost,
  defineCommand,
  type ExitCode,
  createFlagOption,
  createNoSiteError,
  type Option,
  printMessage,
  profileOption,
  getFolderArgument,
  createRepeatableOption,
  resolveFolder,
  createValueOption,
  createNumberOption,
} from "../command.ts";
import { createProgress } from "../terminal/output.ts";
import { lowercaseFirstLetter } from "../terminal/text.ts";
import { type FeedbackQueryInfo, createFeedbackReport, createTotalsReport } from "./feedback-report.ts";
import { findFeedbackRoots, findBranchFiles, getKeyFormat, loadFeedbackSites } from "./feedback-site.ts";
import {
  describeFeedbackEnd,
  describeIncompleteRead,
  createFeedbackTools,
  missingBaseUrlMessage,
  createRequestReporter,
  resolveService,
} from "./read-feedback.ts";
import { printFeedback } from "./report-formats.ts";

const formats = ["table", "json", "csv"] as const;

/** The options for `docwright feedback`. */
export interface FeedbackOptions {
  readonly folder: string;
  /** Whether DIR was specified. If it wasn't, the subfolders of the current directory aren't searched. */
  readonly isFolderSpecified: boolean;
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  readonly query: FeedbackQuery;
  readonly isPageSizeSet: boolean;
  /** The requested pages, files, or folders. If there are none, all pages are included. */
  readonly paths: readonly string[];
  /** The branch to compare with, or `true` for the default branch. */
  readonly branch: string | true | undefined;
  readonly fetchesAllEntries: boolean;
  readonly ignoresBudget: boolean;
  readonly groupsByPage: boolean;
  /** Whether to report terms that occur in several comments. */
  readonly includesThemes: boolean;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
}

const branchOption: Option<string | true | undefined> = {
  placeholder: "BASE",
  isValueOptional: true,
  help: "only feedback on pages changed on this Git branch compared with BASE (default: the default branch)",
  parse: (values) => (values.at(-1) === "" ? true : values.at(-1)),
};

const statusOption: Option<readonly string[] | undefined> = {
  placeholder: "STATUSES",
  help: `only these statuses, separated by commas: ${entryStatuses.join(", ")}`,
  parse: (values, name) =>
    values
      .at(-1)
      ?.split(",")
      .map((status) => parseChoice(name, status.trim(), entryStatuses)),
};

/**
 * The feedback command. The exit code is 0 if all requested entries were read, and 2 if the command failed or couldn't
 * read all of them.
 */
export const feedbackCommand = defineCommand({
  name: "feedback",
  usage: ["[DIR] [options]"],
  description: [
    "Shows reader feedback from your service's analytics, newest first. If DIR (default: current directory) is a site, each entry shows its file. This command doesn't change feedback.",
    "The administrator API key is read only from the environment variable DOCWRIGHT_API_KEY.",
  ],
  options: {
    project: createValueOption("ID", "project ID (default: DOCWRIGHT_PROJECT)"),
    "base-url": createValueOption("URL", "URL of the service (default: DOCWRIGHT_API_URL, or the URL in the profile)"),
    profile: profileOption,
    from: createValueOption("DAY", "first day (UTC), optionally with a time, for example, 2026-06-01"),
    through: createValueOption("DAY", "last day"),
    to: createValueOption("DAY", "day after the last day of the period"),
    source: createChoiceOption("SOURCE", entrySources, undefined, "only feedback from this source"),
    status: statusOption,
    path: createRepeatableOption("PATH", "only feedback on this page, file, or folder"),
    branch: branchOption,
    "page-size": createNumberOption(
      "N",
      { min: 1, max: 100, fallback: undefined },
      "entries per response, from 1 to 100",
    ),
    cursor: createValueOption("CURSOR", "continue where an earlier response left off"),
    all: createFlagOption("fetch all pages of results, not just the first"),
    "beyond-budget": createFlagOption("keep going after the hourly limit of 100 requests is reached"),
    "by-page": createFlagOption("show ratings by page, worst first"),
    themes: createFlagOption("show words that several comments have in common (not available in CSV)"),
    format: createChoiceOption("FORMAT", formats, "table", "output format"),
  },
  notes: ["Readers' email addresses are masked. Press Ctrl+C to stop and show the entries read so far."],
  exitCodes: "0 success, 2 the command failed or couldn't read everything",
  conflicts: [
    ["by-page", "all"],
    ["by-page", "cursor"],
    ["by-page", "themes"],
  ],
  parse: (values, positionals): FeedbackOptions => {
    const { from, to, through, source, status: statuses, cursor, pageSize, all, byPage } = values;
    const query: FeedbackQuery = {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(through !== undefined && { through }),
      ...(source !== undefined && { source }),
      ...(statuses && { statuses }),
      ...(cursor !== undefined && { cursor }),
      ...(pageSize !== undefined ? { pageSize } : (all || byPage) && { pageSize: 100 }),
    };
    const checkedQuery = checkQuery(query);
    if (!checkedQuery.ok) throw new CommandError(lowercaseFirstLetter(checkedQuery.reason));
    return {
      folder: getFolderArgument(positionals),
      isFolderSpecified: positionals.length > 0,
      baseUrl: values.baseUrl,
      project: values.project,
      query,
      isPageSizeSet: pageSize !== undefined,
      paths: values.path,
      branch: values.branch,
      fetchesAllEntries: all,
      ignoresBudget: values.beyondBudget,
      groupsByPage: byPage,
      includesThemes: values.themes,
      format: values.format,
      profile: values.profile,
    };
  },
  prepare: (args, { cwd }) => joinBranchArguments(args, (name) => isFolder(resolve(cwd, name))),
  run: async (options, host) => {
    const folder = resolveFolder(options.folder, host);
    const abortController = new AbortController();
    const abort = () => abortController.abort();
    process.once("SIGINT", abort).once("SIGTERM", abort);
    try {
      return await showFeedback(folder, options, host, abortController.signal);
    } finally {
      process.off("SIGINT", abort).off("SIGTERM", abort);
    }
  },
});

/**
 * Joins `--branch` with its value. The value can also be the next argument, unless that argument is DIR or an option.
 */
function joinBranchArguments(args: readonly string[], isDirectory: (name: string) => boolean): string[] {
  const isBaseBranch = (arg: string) => !arg.startsWith("-") && !isDirectory(arg);
  return args.flatMap((arg, i): string[] => {
    if (args[i - 1] === "--branch" && isBaseBranch(arg)) return [];
    const nextArg = args[i + 1];
    return arg === "--branch" && nextArg !== undefined && isBaseBranch(nextArg) ? [`--branch=${nextArg}`] : [arg];
  });
}

async function showFeedback(
  folder: string,
  options: FeedbackOptions,
  host: CommandHost,
  signal: AbortSignal,
): Promise<ExitCode> {
  const serviceResult = resolveService(options, host.environment);
  if (!serviceResult.ok) throw new CommandError(serviceResult.reason);
  const roots = await findFeedbackRoots(folder, options);
  let changedFiles: ReadonlySet<string> | undefined;
  if (options.branch !== undefined) {
    if (roots.length === 0) throw createNoSiteError(options.folder, folder);
    changedFiles = await findBranchFiles(folder, roots, options.branch);
  }
  const sitesPromise = loadFeedbackSites(folder, roots, options, signal);
  const baseUrl =
    serviceResult.service.baseUrl ??
    (await sitesPromise).map(({ site }) => site.profile.analyticsBaseUrl).find(Boolean);
  if (baseUrl === undefined) {
    await sitesPromise;
    throw new CommandError(missingBaseUrlMessage);
  }
  const service: FeedbackService = { ...serviceResult.service, baseUrl };
  const progress = createProgress(host.stderr, () => performance.now());
  const queryInfo: FeedbackQueryInfo = {
    service,
    options,
    tools: createFeedbackTools(service, { mayExceedBudget: options.ignoresBudget, host, progress }),
    requestOptions: { signal, onRequest: createRequestReporter(host, progress) },
    sites: sitesPromise,
    requestedPages: { paths: options.paths, ...(changedFiles && { changedFiles }) },
  };
  const report = options.groupsByPage ? await createTotalsReport(queryInfo) : await createFeedbackReport(queryInfo);
  const sites = await sitesPromise;
  progress.clear();
  const { failure } = report;
  // If no entries were read, nothing is printed, because programs could mistake the output for a result.
  const hasEntries = report.receivedCount > 0;
  if (!failure || hasEntries) printFeedback(report, options.format, host);
  for (const warning of report.warnings) printMessage(lowercaseFirstLetter(warning), host);
  if (!failure) {
    if (options.fetchesAllEntries && "entries" in report && !report.isComplete)
      throw new CommandError(describeIncompleteRead(report));
    return 0;
  }
  throw new CommandError(
    describeFeedbackEnd(failure, report, { key: service.key, keyFormat: getKeyFormat(sites, options.profile) }),
  );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
