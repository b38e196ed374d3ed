import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ProfileName, profiles } from "../../core/config/settings/profile.ts";
import { findNearestNames } from "../../core/text/similarity.ts";
import {
  type FeedbackQuery,
  type FeedbackService,
  knownSources,
  knownStatuses,
} from "../../feedback/entries/types.ts";
import { checkQuery } from "../../feedback/service/validate.ts";
import { findFolderProblem } from "../check/check-command.ts";
import type { CommandHost, ExitCode } from "../run-cli.ts";
import { progressOn } from "../terminal/output.ts";
import { toVisibleText } from "../terminal/text.ts";
import { type FeedbackQueryInfo, feedbackReport, totalsReport } from "./feedback-report.ts";
import { feedbackRoots, filesOfBranch, keyShapeOf, loadFeedbackSites } from "./feedback-site.ts";
import { feedbackTools, noAddress, serviceOf, reportRequest, describeFeedbackEnd } from "./read-feedback.ts";
import { printFeedback } from "./report-table.ts";

const formats = ["table", "json", "csv"] as const;

/** Options of `docwright feedback`. */
export interface FeedbackOptions {
  readonly folder: string;
  /** Whether DIR was given. Otherwise, subfolders aren't searched. */
  readonly isFolderNamed: boolean;
  readonly baseUrl: string | undefined;
  readonly project: string | undefined;
  readonly query: FeedbackQuery;
  readonly isSizeAsked: boolean;
  /** Pages, files, or folders. Empty for all. */
  readonly paths: readonly string[];
  /** `true` compares with the default branch. */
  readonly branch: string | true | undefined;
  readonly all: boolean;
  readonly beyondBudget: boolean;
  readonly byPage: boolean;
  readonly format: (typeof formats)[number];
  readonly profile: ProfileName | undefined;
  readonly help: boolean;
}

export type ParsedFeedbackOptions =
  { readonly ok: true; readonly options: FeedbackOptions } | { readonly ok: false; readonly reason: string };

const optionTypes = {
  "base-url": { type: "string" },
  project: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  through: { type: "string" },
  source: { type: "string" },
  status: { type: "string" },
  path: { type: "string", multiple: true },
  branch: { type: "string" },
  "page-size": { type: "string" },
  cursor: { type: "string" },
  all: { type: "boolean" },
  "beyond-budget": { type: "boolean" },
  "by-page": { type: "boolean" },
  format: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the arguments after `docwright feedback`. `isFolder` returns whether an argument after `--branch` is DIR. */
export function readFeedbackOptions(
  args: readonly string[],
  isFolder: (name: string) => boolean,
): ParsedFeedbackOptions {
  let parsed;
  try {
    const options = {
      args: withBranch(args, isFolder),
      options: optionTypes,
      allowPositionals: true,
    } as const;
    parsed = parseArgs(options);
  } catch (error) {
    const text = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return refuse(`${toVisibleText(text)} "docwright feedback --help" lists the options.`);
  }
  const { values, positionals } = parsed;
  const [folder = ".", second] = positionals;
  if (second !== undefined) return refuse(`name one folder, not ${toVisibleText(second)} as well.`);
  const format = formats.find((each) => each === (values.format ?? "table"));
  if (!format)
    return refuse(`--format is one of ${formats.join(", ")}, not ${toVisibleText(values.format ?? "")}.`);
  const { profile, source, cursor } = values;
  if (profile !== undefined && profile !== "standard" && profile !== "mintlify")
    return refuse(`--profile is ${Object.keys(profiles).join(" or ")}, not ${toVisibleText(profile)}.`);
  if (source !== undefined && !knownSources.includes(source))
    return refuse(notOneOf("--source", source, knownSources));
  const statuses = values.status?.split(",").map((status) => status.trim());
  const odd = statuses?.find((status) => !knownStatuses.includes(status));
  if (odd !== undefined) return refuse(notOneOf("--status", odd, knownStatuses));
  const size = values["page-size"];
  if (size !== undefined && !/^([1-9]\d?|100)$/.test(size))
    return refuse(`--page-size is a number from 1 to 100, not ${toVisibleText(size)}.`);
  const [all, byPage] = [values.all === true, values["by-page"] === true];
  if (byPage && (cursor !== undefined || all))
    return refuse("--by-page is one answer of the service, so --all and --cursor do not go with it.");
  const query: FeedbackQuery = {
    ...(values.from !== undefined && { from: values.from }),
    ...(values.to !== undefined && { to: values.to }),
    ...(values.through !== undefined && { through: values.through }),
    ...(source !== undefined && { source }),
    ...(statuses && { statuses }),
    ...(cursor !== undefined && { cursor }),
    ...(size !== undefined ? { pageSize: Number(size) } : (all || byPage) && { pageSize: 100 }),
  };
  const checked = checkQuery(query);
  if (!checked.ok) return refuse(toVisibleText(checked.reason));
  const branch = values.branch;
  return {
    ok: true,
    options: {
      folder,
      isFolderNamed: positionals.length > 0,
      baseUrl: values["base-url"],
      project: values.project,
      query,
      isSizeAsked: size !== undefined,
      paths: values.path ?? [],
      branch: branch === "" ? true : branch,
      all,
      beyondBudget: values["beyond-budget"] === true,
      byPage,
      format,
      profile,
      help: values.help === true,
    },
  };
}

/** `--branch` is valid without a value. An argument after it is then DIR or an option. */
function withBranch(args: readonly string[], isFolder: (name: string) => boolean): string[] {
  return args.flatMap((arg, i): string[] => {
    if (args[i - 1] === "--branch" && isBase(arg, isFolder)) return [];
    if (arg !== "--branch") return [arg];
    const next = args[i + 1];
    return [next !== undefined && isBase(next, isFolder) ? `--branch=${next}` : "--branch="];
  });
}

function isBase(arg: string, isFolder: (name: string) => boolean): boolean {
  return !arg.startsWith("-") && !isFolder(arg);
}

function notOneOf(option: string, written: string, known: readonly string[]): string {
  const near = findNearestNames(written, known);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return `${option} is one of ${known.join(", ")}, not ${toVisibleText(written)}.${hint}`;
}

function refuse(reason: string): ParsedFeedbackOptions {
  return { ok: false, reason };
}

/** Runs `docwright feedback`. Returns 0 if all entries were read, and 2 if reading failed or is incomplete. */
export async function runFeedbackCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readFeedbackOptions(args, (name) => isFolder(resolve(host.cwd, name)));
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    host.stdout.write(feedbackHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const noFolder = findFolderProblem(folder, options.folder);
  if (noFolder !== undefined) return failCommand(noFolder, host);
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    return await showFeedback(folder, options, host, stop.signal);
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

async function showFeedback(
  folder: string,
  options: FeedbackOptions,
  host: CommandHost,
  signal: AbortSignal,
): Promise<ExitCode> {
  const part = serviceOf(options, host.environment);
  if (!part.ok) return failCommand(part.reason, host);
  const roots = await feedbackRoots(folder, options);
  let changed: ReadonlySet<string> | undefined;
  if (options.branch !== undefined) {
    if (roots.length === 0)
      return failCommand(
        `there is no docs.json in ${toVisibleText(options.folder)}, so no pages of a branch.`,
        host,
      );
    const files = await filesOfBranch(folder, roots, options.branch);
    if (!files.ok) return failCommand(toVisibleText(files.reason), host);
    changed = files.value;
  }
  const loading = loadFeedbackSites(folder, roots, options, signal);
  const baseUrl =
    part.service.baseUrl ?? (await loading).map(({ site }) => site.profile.analyticsBaseUrl).find(Boolean);
  if (baseUrl === undefined) {
    await loading;
    return failCommand(noAddress, host);
  }
  const service: FeedbackService = { ...part.service, baseUrl };
  const progress = progressOn(host.stderr, () => performance.now());
  const requested: FeedbackQueryInfo = {
    service,
    options,
    tools: feedbackTools(service, { mayExceed: options.beyondBudget, host, progress }),
    means: { signal, tell: reportRequest(host, progress) },
    sites: loading,
    wanted: { paths: options.paths, ...(changed && { changed }) },
  };
  const report = options.byPage ? await totalsReport(requested) : await feedbackReport(requested);
  const sites = await loading;
  progress.clear();
  const { failure } = report;
  // Prints nothing if no entries were read, so programs don't mistake it for a result.
  const hasSome = report.read > 0;
  if (!failure || hasSome) await printFeedback(report, options.format, host);
  for (const warning of report.warnings) host.stderr.write(`docwright: ${toVisibleText(warning)}\n`);
  if (!failure) return 0;
  return failCommand(
    describeFeedbackEnd(failure, report, { key: service.key, shape: keyShapeOf(sites, options.profile) }),
    host,
  );
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function failCommand(reason: string, host: CommandHost): ExitCode {
  host.stderr.write(`docwright: ${reason}\n`);
  return 2;
}

/** The output of `docwright feedback --help`. */
export const feedbackHelp = `Usage: docwright feedback [DIR] [options]

Shows what readers and agents have said about the pages of your documentation,
newest first, as your service's analytics tell it. When DIR (default: this
folder) is a site, each entry is led to its file. Nothing is changed anywhere.

  DOCWRIGHT_API_KEY              the key of an administrator. It is taken from
                                 this variable of the system and nowhere else
  --project ID                   the project (else DOCWRIGHT_PROJECT)
  --base-url URL                 where the service is (else DOCWRIGHT_API_URL,
                                 else what the profile knows)
  --profile standard|mintlify    as for check

  --from DAY                     from this day on, as 2026-06-01 (UTC); also
                                 with a time
  --through DAY                  up to this day, and with it
  --to DAY                       before this day, as the service counts
  --source contextual|code_snippet|agent|thumbs_only
  --status pending,in_progress,resolved,dismissed
                                 one or several
  --path PATH                    only about this page, file or folder of pages;
                                 may be given several times
  --branch, --branch=BASE        only about pages that this git branch changes;
                                 BASE is what it is compared with (default: the
                                 default branch). Git is asked for nothing else

  --page-size N                  entries in one answer, 1 to 100
  --cursor C                     go on where an earlier answer ended
  --all                          read to the end; without it one answer is read
  --beyond-budget                go on when the 100 requests are used up that
                                 the service takes in an hour
  --by-page                      the ratings of each page, the worst first
  --format table|json|csv        for people (default), or for programs
  --help                         this text

Addresses of readers are masked. Ctrl-C stops; what has been read is shown.
Exit code: 0 done, 2 could not, or not to the end.
`;
