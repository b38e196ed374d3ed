import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type {
  FeedbackEnd,
  FeedbackPage,
  FeedbackQuery,
  FeedbackService,
  FeedbackStep,
  FeedbackTools,
  RateLimitedStep,
} from "../../server/src/feedback/entries/types.ts";
import { readFeedback } from "../../server/src/feedback/service/feedback-client.ts";
import { type BudgetOptions, createRequestBudget, RequestGate } from "../../server/src/feedback/service/rate-limit.ts";
import { fetchDirectly } from "../../server/src/relay/download.ts";

/** A clock that advances only when code waits, so tests don't take as long as the waits. */
export class FakeClock {
  readonly waits: number[] = [];
  now = Date.UTC(2026, 5, 30, 12);

  readonly wait = (milliseconds: number): Promise<void> => {
    this.waits.push(milliseconds);
    this.now += milliseconds;
    return Promise.resolve();
  };
}

export function createFakeTools(
  clock: FakeClock,
  changed: Partial<FeedbackTools & { budgetOf: Partial<BudgetOptions> }> = {},
): FeedbackTools {
  const { budgetOf, ...rest } = changed;
  let retained: readonly number[] = [];
  const store = { read: () => retained, write: (times: readonly number[]) => (retained = times) };
  return {
    fetch: fetchDirectly,
    now: () => clock.now,
    wait: clock.wait,
    random: () => 0.5,
    budget: createRequestBudget({ store, now: () => clock.now, ...budgetOf }),
    gate: new RequestGate(),
    createTimeLimit: () => new AbortController().signal,
    ...rest,
  };
}

export interface FullReading {
  readonly entries: readonly FeedbackEntry[];
  readonly pages: readonly FeedbackPage[];
  readonly waits: readonly RateLimitedStep[];
  readonly end: FeedbackEnd;
  readonly steps: readonly FeedbackStep[];
}

/** Reads all pages of results for a query. */
export async function readAll(
  service: FeedbackService,
  query: FeedbackQuery,
  tools: FeedbackTools,
  signal = new AbortController().signal,
): Promise<FullReading> {
  const steps: FeedbackStep[] = [];
  for await (const step of readFeedback(service, query, tools, signal)) steps.push(step);
  const end = steps.at(-1);
  if (end?.kind !== "end" || steps.filter(({ kind }) => kind === "end").length !== 1)
    throw new Error("The steps don't contain exactly one end, as the last step.");
  const pages = steps.filter((step): step is FeedbackPage => step.kind === "page");
  const waits = steps.filter((step): step is RateLimitedStep => step.kind === "waiting");
  return { entries: pages.flatMap(({ entries }) => entries), pages, waits, end, steps };
}
