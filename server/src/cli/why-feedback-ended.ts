import type { FeedbackFailure } from "../feedback/entries/types.ts";
import { checkKey, type KeyShape } from "../feedback/service/validate.ts";
import type { FeedbackReport, TotalsReport } from "./feedback-report.ts";
import { visibleText } from "./visible-text.ts";

/** What happened, what the service said of it, and how to go on: the end of one line. */
export function whyFeedbackEnded(
  failure: FeedbackFailure,
  report: FeedbackReport | TotalsReport,
  { key, shape }: { readonly key: string; readonly shape: KeyShape },
): string {
  const { details } = failure;
  const words = [messageOf(failure)];
  if (details !== undefined) words.push(`Details: ${details.replace(/[.…]?$/, ".")}`);
  const checked = checkKey(key, shape);
  if (
    (failure.kind === "key-refused" || failure.kind === "not-allowed") &&
    checked.ok &&
    checked.hint !== undefined
  )
    words.push(checked.hint);
  if ("entries" in report && report.read > 0 && report.nextCursor !== undefined) {
    const came = report.read === 1 ? "1 entry has" : `${report.read} entries have`;
    words.push(`${came} come; --cursor ${report.nextCursor} goes on.`);
  }
  return visibleText(words.join(" "));
}

function messageOf({ kind, message, until }: FeedbackFailure): string {
  if (kind === "cancelled") return "stopped.";
  if (kind !== "budget-spent" || until === undefined) return message;
  const time = new Date(until).toTimeString().slice(0, 5);
  return `the requests that the service takes from your organisation in an hour are used up, as far as they were counted here. Go on at ${time}, or at once with --beyond-budget.`;
}
