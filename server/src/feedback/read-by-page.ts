import { inEnglish } from "../core/text/message.ts";
import { askService } from "./ask-service.ts";
import { checkKey } from "./check-key.ts";
import { checkQuery } from "./check-query.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import type { FeedbackQuery } from "./feedback-query.ts";
import { usualLimits, type FeedbackService, type FeedbackTools, type WaitingStep } from "./feedback-step.ts";
import { member, noFeedback } from "./read-answer.ts";
import { badQuestion, feedbackUrl } from "./service-url.ts";

/** What readers think of one page, counted by the service. */
export interface PageTotals {
  /** As the service tells it. */
  readonly path: string;
  readonly up: number;
  readonly down: number;
  /** Entries about a code block. */
  readonly code: number;
  readonly total: number;
}

export type ByPageStep = WaitingStep | ByPageTotals;

export interface ByPageTotals {
  readonly kind: "totals";
  /** Each path once. Absent when the service has no totals, or has failed. */
  readonly pages?: readonly PageTotals[];
  /** More than were asked for; the service has no way to ask for them. */
  readonly hasMore: boolean;
  readonly failure?: FeedbackFailure;
}

/**
 * The totals of pages for a period. A service that does not have them answers 404, which is no failure: then there are
 * none. The last step is always `totals`. Never rejects.
 */
export async function* readByPage(
  service: FeedbackService,
  query: Omit<FeedbackQuery, "cursor">,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<ByPageStep, void> {
  const totals = yield* askForTotals(service, query, tools, signal);
  yield totals;
}

async function* askForTotals(
  service: FeedbackService,
  query: Omit<FeedbackQuery, "cursor">,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<WaitingStep, ByPageTotals> {
  const { say = inEnglish } = tools;
  const key = checkKey(service.key, {}, say);
  if (!key.ok) return failed(badQuestion(key.reason));
  const checked = checkQuery(query);
  if (!checked.ok) return failed(badQuestion(checked.reason));
  const url = feedbackUrl(service, "feedback/by-page", checked.parameters, say);
  if (!url.ok) return failed(badQuestion(url.reason));
  const answer = yield* askService(url.value, service, tools, signal);
  if (!answer.ok)
    return answer.failure.kind === "not-found" ? { kind: "totals", hasMore: false } : failed(answer.failure);
  const list = member(answer.body, "feedback");
  if (!Array.isArray(list)) return failed(noFeedback(say));
  const pages = new Map<string, PageTotals>();
  for (const each of list.slice(0, usualLimits.entries)) {
    const page = readTotals(each);
    if (page && !pages.has(page.path)) pages.set(page.path, page);
  }
  return { kind: "totals", pages: [...pages.values()], hasMore: member(answer.body, "hasMore") === true };
}

function readTotals(value: unknown): PageTotals | undefined {
  const path = member(value, "path");
  if (typeof path !== "string" || path.length > 2000) return undefined;
  const count = (name: string): number => {
    const found = member(value, name);
    return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : 0;
  };
  return {
    path,
    up: count("thumbsUp"),
    down: count("thumbsDown"),
    code: count("code"),
    total: count("total"),
  };
}

function failed(failure: FeedbackFailure): ByPageTotals {
  return { kind: "totals", hasMore: false, failure };
}
