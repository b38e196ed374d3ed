import type { FeedbackFailure } from "./feedback-failure.ts";
import { plainLine } from "./plain-line.ts";
import { member } from "./read-answer.ts";
import { redactFeedback } from "./redact-feedback.ts";

export interface Refusal {
  readonly status: number;
  /** The beginning of its body. */
  readonly text: string;
  readonly projectId: string;
  readonly key: string;
}

/** Why a status is no answer, in words for the author. */
export function explainAnswer({ status, text, projectId, key }: Refusal): FeedbackFailure {
  const said = plainLine(redactFeedback(wordsIn(text), key), 200);
  const details = said === "" ? {} : { details: said };
  return { ...kindOf(status, plainLine(redactFeedback(projectId, key), 80)), status, ...details };
}

function kindOf(status: number, project: string): Pick<FeedbackFailure, "kind" | "message"> {
  switch (status) {
    case 401:
      return {
        kind: "key-refused",
        message:
          "The service refuses the key (401). Set another one: an administrator makes it on the API keys page of the dashboard.",
      };
    case 403:
      return {
        kind: "not-allowed",
        message: `The key may not read the feedback of the project ${project} (403). Check the ID of the project, and that the key is one of its administrators.`,
      };
    case 404:
      return {
        kind: "not-found",
        message: `The service knows no project ${project} (404). Check its ID and the address of the service.`,
      };
    case 429:
      return {
        kind: "too-many-requests",
        message:
          "The service has had too many requests from your organisation (429) and still asks to wait. Try again later.",
      };
    case 400:
    case 422:
      return { kind: "refused", message: `The service did not understand the question (${status}).` };
    default:
      return status >= 500
        ? {
            kind: "service-broken",
            message: `The service has a fault of its own (${status}). Try again later.`,
          }
        : { kind: "refused", message: `The service refuses the question (${status}).` };
  }
}

/** `{ "error": "…", "details": [{ "message": "…" }] }`, else the text as it is. */
function wordsIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const details = member(body, "details");
    const messages = Array.isArray(details) ? details.map((each) => member(each, "message")) : [];
    const words = [member(body, "error"), ...messages].filter((each) => typeof each === "string");
    if (words.length > 0) return words.join(" ");
  } catch {
    // It is said in another way.
  }
  return text;
}
