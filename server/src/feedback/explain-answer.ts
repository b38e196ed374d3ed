import { inEnglish, type Say } from "../core/text/message.ts";
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
  /** In English unless handed in. */
  readonly say?: Say;
}

/** Why a status is no answer, in words for the author. */
export function explainAnswer({ status, text, projectId, key, say = inEnglish }: Refusal): FeedbackFailure {
  const said = plainLine(redactFeedback(wordsIn(text), key), 200);
  const details = said === "" ? {} : { details: said };
  return { ...kindOf(status, plainLine(redactFeedback(projectId, key), 80), say), status, ...details };
}

function kindOf(status: number, project: string, say: Say): Pick<FeedbackFailure, "kind" | "message"> {
  switch (status) {
    case 401:
      return {
        kind: "key-refused",
        message: say(
          "The service refuses the key (401). Set another one: an administrator makes it on the API keys page of the dashboard.",
        ),
      };
    case 403:
      return {
        kind: "not-allowed",
        message: say(
          "The key may not read the feedback of the project {0} (403). Check the ID of the project, and that the key is one of its administrators.",
          project,
        ),
      };
    case 404:
      return {
        kind: "not-found",
        message: say(
          "The service knows no project {0} (404). Check its ID and the address of the service.",
          project,
        ),
      };
    case 429:
      return {
        kind: "too-many-requests",
        message: say(
          "The service has had too many requests from your organisation (429) and still asks to wait. Try again later.",
        ),
      };
    case 400:
    case 422:
      return { kind: "refused", message: say("The service did not understand the question ({0}).", status) };
    default:
      return status >= 500
        ? {
            kind: "service-broken",
            message: say("The service has a fault of its own ({0}). Try again later.", status),
          }
        : { kind: "refused", message: say("The service refuses the question ({0}).", status) };
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
