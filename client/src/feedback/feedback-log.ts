import type * as vscode from "vscode";
import { redactFeedback } from "../../../server/src/feedback/service/errors.ts";
import type { ApiKeys } from "./api-keys.ts";

/** The way to Docwright's log for all that concerns feedback: keys and addresses of readers never come through. */
export interface FeedbackLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
}

export function feedbackLog(log: Pick<vscode.LogOutputChannel, "info" | "warn">, keys: ApiKeys): FeedbackLog {
  const redacted = (text: string): string =>
    [...keys.seen].reduce((rest, key) => redactFeedback(rest, key), redactFeedback(text, ""));
  return {
    info: (text) => log.info(`Feedback: ${redacted(text)}`),
    warn: (text) => log.warn(`Feedback: ${redacted(text)}`),
  };
}
