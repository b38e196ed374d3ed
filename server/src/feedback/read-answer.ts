import { inEnglish, type Say } from "../core/text/message.ts";
import type { FeedbackEntry } from "./feedback-entry.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import { usualLimits } from "./feedback-step.ts";
import { readEntry } from "./read-entry.ts";

/** One answer of the service. */
export interface AnsweredPage {
  readonly entries: readonly FeedbackEntry[];
  /** Elements that are no entries. */
  readonly unreadable: number;
  /** Elements that were not looked at, because there are too many. */
  readonly beyond: number;
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

export type ReadAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: FeedbackFailure };

/** Longer than any that a service would make, and shorter than what servers take in an address. */
const longestCursor = 4096;

/** The body of an answer, read as JSON, as a page of entries. Of a list without end its beginning is read. */
export function readAnswer(body: unknown, say: Say = inEnglish): ReadAnswer<AnsweredPage> {
  const list = member(body, "feedback");
  if (!Array.isArray(list)) return { ok: false, failure: noFeedback(say) };
  const read = list.slice(0, usualLimits.entries).map(readEntry);
  const entries = read.filter((entry): entry is FeedbackEntry => entry !== undefined);
  const cursor = member(body, "nextCursor");
  const nextCursor =
    typeof cursor === "string" && cursor !== "" && cursor.length <= longestCursor ? cursor : undefined;
  const told = member(body, "hasMore");
  return {
    ok: true,
    value: {
      entries,
      unreadable: read.length - entries.length,
      beyond: list.length - read.length,
      // A service that does not say so says it by its cursor.
      hasMore: typeof told === "boolean" ? told : nextCursor !== undefined,
      ...(nextCursor !== undefined && { nextCursor }),
    },
  };
}

export function noFeedback(say: Say): FeedbackFailure {
  return {
    kind: "bad-answer",
    message: say(
      "The service answered with something that is no list of feedback. Check that the address is that of the analytics API.",
    ),
  };
}

/** A member of an object, never of what every object has. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
