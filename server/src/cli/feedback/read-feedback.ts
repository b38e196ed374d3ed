import { profiles } from "../../core/config/settings/profile.ts";
import type { FeedbackEntry } from "../../feedback/entries/entry.ts";
import type {
  FeedbackEnd,
  FeedbackFailure,
  FeedbackQuery,
  FeedbackService,
  FeedbackTools,
  RateLimitedStep,
} from "../../feedback/entries/types.ts";
import { type TotalsResult, readPageTotals, readFeedback } from "../../feedback/service/feedback-client.ts";
import { formatLocalTime } from "../../feedback/service/errors.ts";
import { checkBaseUrl, checkProject, waitFor } from "../../feedback/service/http.ts";
import { createBudgetStore, getBudgetKey, createRequestBudget } from "../../feedback/service/rate-limit.ts";
import { checkKey, type KeyFormat } from "../../feedback/service/validate.ts";
import { fetchDirectly } from "../../relay/download.ts";
import { getUserCacheFolder } from "../../workspace/files/user-cache.ts";
import type { CommandHost } from "../command.ts";
import type { Progress } from "../terminal/output.ts";
import { lowercaseFirstLetter, toVisibleText } from "../terminal/text.ts";
import type { FeedbackOptions } from "./feedback-command.ts";
import type { FeedbackReport, TotalsReport } from "./feedback-report.ts";

export type ServiceResult =
  | { readonly ok: true; readonly service: PartialService }
  /** An error. `reason` is printed after the command's name in the error message. */
  | { readonly ok: false; readonly reason: string };

/** The service. The base URL is optional, because it may come from the site's profile. */
export type PartialService = Omit<FeedbackService, "baseUrl"> & { readonly baseUrl?: string };

/**
 * Returns the service to query, based on options and environment variables, which are all validated before anything is
 * sent. The API key can be set only in an environment variable. A site can't set the key, and there isn't an option for
 * it, because other users could see the option's value in the process list.
 */
export function resolveService(
  { baseUrl, project, profile }: FeedbackOptions,
  environment: Readonly<Record<string, string | undefined>>,
): ServiceResult {
  const createFailure = (reason: string) => ({ ok: false, reason }) as const;
  const key = environment["DOCWRIGHT_API_KEY"] ?? "";
  if (key === "")
    return createFailure(
      "no API key found. Set the environment variable DOCWRIGHT_API_KEY to an administrator API key from the API keys page of your dashboard.",
    );
  const checkedKey = checkKey(key);
  if (!checkedKey.ok) return createFailure(`DOCWRIGHT_API_KEY can't be used. ${checkedKey.reason}`);
  const projectId = project ?? environment["DOCWRIGHT_PROJECT"] ?? "";
  if (projectId === "")
    return createFailure(
      "no project specified. Use --project or the environment variable DOCWRIGHT_PROJECT. You can find the project ID in your dashboard.",
    );
  const checkedProject = checkProject(projectId);
  if (!checkedProject.ok)
    return createFailure(`${toVisibleText(projectId.slice(0, 80))}: ${lowercaseFirstLetter(checkedProject.reason)}`);
  const baseUrlText =
    baseUrl ?? (environment["DOCWRIGHT_API_URL"] || undefined) ?? (profile && profiles[profile].analyticsBaseUrl);
  if (baseUrlText === undefined) return { ok: true, service: { projectId, key } };
  const checkedBaseUrl = checkBaseUrl(baseUrlText);
  if (!checkedBaseUrl.ok) return createFailure(lowercaseFirstLetter(checkedBaseUrl.reason));
  return { ok: true, service: { baseUrl: checkedBaseUrl.value, projectId, key } };
}

export const missingBaseUrlMessage =
  "no feedback service specified. Use --base-url or the environment variable DOCWRIGHT_API_URL, for example, https://api.example.com.";

/**
 * Returns the client's dependencies in this process: the system's network and clock, and a request count that is
 * preserved when the command ends.
 */
export function createFeedbackTools(
  service: FeedbackService,
  {
    mayExceedBudget,
    host,
    progress,
  }: { readonly mayExceedBudget: boolean; readonly host: CommandHost; readonly progress: Progress },
): FeedbackTools {
  return {
    fetch: fetchDirectly,
    now: Date.now,
    random: Math.random,
    wait: async (milliseconds, signal) => {
      for (let remainingTime = milliseconds; remainingTime > 0 && !signal.aborted; remainingTime -= 1000) {
        progress.show(`Waiting for the service: ${Math.ceil(remainingTime / 1000)} s. Press Ctrl+C to stop.`);
        await waitFor(Math.min(1000, remainingTime), signal);
      }
    },
    budget: createRequestBudget({
      store: createBudgetStore(getBudgetKey(service), getUserCacheFolder(host.environment)),
      now: Date.now,
      mayExceedBudget: () => mayExceedBudget,
    }),
  };
}

/**
 * Returns a function that shows the progress of requests on one line of the terminal. If the output isn't a terminal,
 * the function prints only long waits.
 */
export function createRequestReporter({ stderr }: CommandHost, progress: Progress): RequestReporter {
  return (step) => {
    if (step.kind === "read") return progress.show(`Fetching feedback: ${step.entries} entries. Press Ctrl+C to stop.`);
    const seconds = Math.ceil((step.until - Date.now()) / 1000);
    if (stderr.isTTY || seconds < 2) return;
    const cause =
      step.reason === "retry" ? "Unexpected response from the service" : "The service is rate-limiting requests";
    stderr.write(`${cause}: retrying in ${seconds} s.\n`);
  };
}

export interface EntriesResult extends Omit<FeedbackEnd, "kind"> {
  readonly entries: readonly FeedbackEntry[];
  /** The cursor for reading the next entries or, if reading failed, for resuming. */
  readonly nextCursor?: string;
}

/** Called with the progress of requests. */
export type RequestReporter = (step: RateLimitedStep | { readonly kind: "read"; readonly entries: number }) => void;

/** Reads the entries in the first response or, if `fetchesAllEntries` is true, in all responses. */
export async function readEntries(
  service: FeedbackService,
  { query, fetchesAllEntries }: { readonly query: FeedbackQuery; readonly fetchesAllEntries: boolean },
  tools: FeedbackTools,
  { signal, onRequest }: { readonly signal: AbortSignal; readonly onRequest: RequestReporter },
): Promise<EntriesResult> {
  const entries: FeedbackEntry[] = [];
  let { cursor } = query;
  for await (const step of readFeedback(service, query, tools, signal)) {
    if (step.kind === "waiting") onRequest(step);
    if (step.kind === "end") {
      const { isComplete, warnings, failure } = step;
      return {
        entries,
        isComplete,
        warnings,
        ...(failure && { failure }),
        ...(!isComplete && cursor !== undefined && { nextCursor: cursor }),
      };
    }
    if (step.kind !== "page") continue;
    for (const entry of step.entries) entries.push(entry);
    onRequest({ kind: "read", entries: entries.length });
    cursor = step.nextCursor;
    if (!fetchesAllEntries && cursor !== undefined) break;
  }
  return { entries, isComplete: false, warnings: [], ...(cursor !== undefined && { nextCursor: cursor }) };
}

/** Reads the totals for pages from the service. */
export async function readTotals(
  service: FeedbackService,
  query: FeedbackQuery,
  tools: FeedbackTools,
  { signal, onRequest }: { readonly signal: AbortSignal; readonly onRequest: RequestReporter },
): Promise<TotalsResult> {
  let result: TotalsResult = { kind: "totals", hasMore: false };
  for await (const step of readPageTotals(service, query, tools, signal)) {
    if (step.kind === "waiting") onRequest(step);
    else result = step;
  }
  return result;
}

/**
 * Returns the text of an error message without the command's name. The text explains what happened and how to continue,
 * and includes the service's message.
 */
export function describeFeedbackEnd(
  failure: FeedbackFailure,
  report: FeedbackReport | TotalsReport,
  { key, keyFormat }: { readonly key: string; readonly keyFormat: KeyFormat },
): string {
  const { details } = failure;
  const parts = [lowercaseFirstLetter(formatFailure(failure, report.now))];
  if (details !== undefined) parts.push(`Details: ${details.replace(/[.…]?$/, ".")}`);
  const checkedKey = checkKey(key, keyFormat);
  if (
    (failure.kind === "key-refused" || failure.kind === "not-allowed") &&
    checkedKey.ok &&
    checkedKey.hint !== undefined
  )
    parts.push(checkedKey.hint);
  if ("entries" in report && report.receivedCount > 0) parts.push(formatProgress(report));
  return toVisibleText(parts.join(" "));
}

/**
 * Returns the error message for `--all` if not all entries could be read even though the service didn't fail.
 */
export function describeIncompleteRead(report: FeedbackReport): string {
  return toVisibleText(`couldn't read all entries. ${formatProgress(report)}`);
}

function formatProgress({ receivedCount, nextCursor }: FeedbackReport): string {
  const countText = `Fetched ${receivedCount === 1 ? "1 entry" : `${receivedCount} entries`}`;
  return nextCursor === undefined ? `${countText}.` : `${countText}; continue with --cursor ${nextCursor}.`;
}

function formatFailure({ kind, message, until }: FeedbackFailure, now: number): string {
  if (kind === "cancelled") return "stopped.";
  if (kind !== "budget-spent" || until === undefined) return message;
  return `your organization has used up its hourly request limit, as far as Docwright can tell. Try again at ${formatLocalTime(until, now)}, or continue now with --beyond-budget.`;
}
