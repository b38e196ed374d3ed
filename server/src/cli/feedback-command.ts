import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { FeedbackService } from "../feedback/entries/types.ts";
import { filesOfBranch } from "./feedback-branch.ts";
import { feedbackReport, totalsReport, type FeedbackAsked } from "./make-feedback-report.ts";
import { readFeedbackOptions, type FeedbackOptions } from "./feedback-options.ts";
import { noAddress, serviceOf } from "./feedback-service.ts";
import { feedbackRoots, keyShapeOf, loadFeedbackSites } from "./feedback-site.ts";
import { feedbackTools, tellAsking } from "./feedback-tools.ts";
import { printFeedback } from "./print-feedback.ts";
import { progressOn } from "./progress.ts";
import type { CommandHost, ExitCode } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";
import { whyFeedbackEnded } from "./why-feedback-ended.ts";
import { whyNoFolder } from "./why-no-folder.ts";

/** `docwright feedback`: 0 read, 2 could not, or not to the end. */
export async function runFeedbackCommand(args: readonly string[], host: CommandHost): Promise<ExitCode> {
  const parsed = readFeedbackOptions(args, (name) => isFolder(resolve(host.cwd, name)));
  if (!parsed.ok) return failCommand(parsed.reason, host);
  const { options } = parsed;
  if (options.help) {
    const { feedbackHelp } = await import("./feedback-help.ts");
    host.stdout.write(feedbackHelp);
    return 0;
  }
  const folder = resolve(host.cwd, options.folder);
  const noFolder = whyNoFolder(folder, options.folder);
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
        `there is no docs.json in ${visibleText(options.folder)}, so no pages of a branch.`,
        host,
      );
    const files = await filesOfBranch(folder, roots, options.branch);
    if (!files.ok) return failCommand(visibleText(files.reason), host);
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
  const asked: FeedbackAsked = {
    service,
    options,
    tools: feedbackTools(service, { mayExceed: options.beyondBudget, host, progress }),
    means: { signal, tell: tellAsking(host, progress) },
    sites: loading,
    wanted: { paths: options.paths, ...(changed && { changed }) },
  };
  const report = options.byPage ? await totalsReport(asked) : await feedbackReport(asked);
  const sites = await loading;
  progress.clear();
  const { failure } = report;
  // Of nothing nothing is shown: a program is not to take it for an answer.
  const hasSome = report.read > 0;
  if (!failure || hasSome) await printFeedback(report, options.format, host);
  for (const warning of report.warnings) host.stderr.write(`docwright: ${visibleText(warning)}\n`);
  if (!failure) return 0;
  return failCommand(
    whyFeedbackEnded(failure, report, { key: service.key, shape: keyShapeOf(sites, options.profile) }),
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
