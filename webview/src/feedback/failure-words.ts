import type { PanelFreshness } from "../../../server/src/feedback/view/panel-model.ts";
import type { PanelWord, Say } from "./panel-words.ts";

/** By `FeedbackFailure.kind`. */
const words: Readonly<Record<string, PanelWord>> = {
  "key-refused": "failedKey",
  "not-allowed": "failedNotAllowed",
  "not-found": "failedNotFound",
  "too-many-requests": "failedTooMany",
  "budget-spent": "failedBudget",
  "service-broken": "failedBroken",
  certificate: "failedCertificate",
  redirected: "failedRedirected",
  "not-json": "failedUnreadable",
  "cut-off": "failedUnreadable",
  "too-large": "failedUnreadable",
  "bad-answer": "failedUnreadable",
  refused: "failedRefused",
  "bad-question": "failedRefused",
};

/** What happened, in a few words; the whole reason stands with what can be done about it. */
export function failureWords(say: Say, failure: PanelFreshness["failure"]): string {
  return say(words[failure?.kind ?? ""] ?? "failedSilent");
}
