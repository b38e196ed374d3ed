import { inEnglish, type Say } from "../core/text/message.ts";
import { askOnce, cancelled } from "./ask-once.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import type { FeedbackService, FeedbackTools, WaitingStep } from "./feedback-step.ts";
import { budgetName } from "./request-budget.ts";
import { sharedGate } from "./request-gate.ts";
import { backOff } from "./retry-after.ts";

export type Answer =
  { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly failure: FeedbackFailure };

/** How often the same question is asked again: after 429, and after faults that may pass. */
const mostWaits = 5;
const mostRetries = 3;
const longestRest = 120_000;

/**
 * Asks one question until it is answered or there is no use in asking again: tells each wait, then waits. One request at a
 * time to each project, each counted.
 */
export async function* askService(
  url: string,
  service: FeedbackService,
  tools: FeedbackTools,
  signal: AbortSignal,
): AsyncGenerator<WaitingStep, Answer> {
  const { say = inEnglish } = tools;
  const gate = tools.gate ?? sharedGate;
  const name = budgetName(service);
  let waits = 0;
  let retries = 0;
  for (;;) {
    const leave = await gate.enter(name, signal);
    if (!leave) return failed(cancelled(say));
    let asked;
    try {
      // Somebody else may have been told to wait.
      const rest = gate.restLeft(name, tools.now(), longestRest);
      if (rest > 0) asked = { kind: "rest", after: rest } as const;
      else {
        const counted = tools.budget.take();
        if (!counted.ok) return failed(budgetSpent(counted.until, tools.budget.left().limit, say));
        asked = await askOnce(url, service, tools, signal);
        if (asked.kind === "again" && asked.failure.status === 429)
          gate.rest(name, tools.now() + (asked.after ?? 0));
      }
    } finally {
      leave();
    }
    if (asked.kind === "answered") return { ok: true, body: asked.body };
    if (asked.kind === "failed") return failed(asked.failure);
    let pause;
    if (asked.kind === "rest") pause = asked.after;
    else if (asked.failure.status === 429) {
      pause = asked.after ?? 0;
      if (waits++ === mostWaits) return failed({ ...asked.failure, until: tools.now() + pause });
    } else {
      if (retries === mostRetries) return failed(asked.failure);
      pause = Math.max(asked.after ?? 0, backOff(retries++, tools.random()));
    }
    const reason = asked.kind === "rest" || asked.failure.status === 429 ? "too-many-requests" : "retry";
    yield { kind: "waiting", until: tools.now() + pause, reason };
    await tools.wait(pause, signal);
    if (signal.aborted) return failed(cancelled(say));
  }
}

function budgetSpent(until: number, limit: number, say: Say): FeedbackFailure {
  return {
    kind: "budget-spent",
    until,
    message: say(
      "The {0} requests that the service takes from your organisation in an hour are used up, as far as they were counted here. Go on later, or ask all the same.",
      limit,
    ),
  };
}

function failed(failure: FeedbackFailure): Answer {
  return { ok: false, failure };
}
