import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";

const day = 86_400_000;
export const daysAround = 30;

export interface Ratings {
  readonly up: number;
  readonly down: number;
}

/** Ratings of a page in the 30 days before a moment and in those after it, as far as they have passed. */
export interface RatingsAround {
  readonly before: Ratings;
  readonly after: Ratings;
  /** Whole days since the moment, at most 30. */
  readonly daysAfter: number;
}

/** `at` and `now` in milliseconds since 1970. Entries without a time count on neither side. */
export function ratingsAround(entries: readonly FeedbackEntry[], at: number, now: number): RatingsAround {
  const within = (from: number, to: number): Ratings => {
    const rated = entries.filter(({ createdAt = Number.NaN }) => createdAt >= from && createdAt < to);
    return {
      up: rated.filter(({ helpful }) => helpful === true).length,
      down: rated.filter(({ helpful }) => helpful === false).length,
    };
  };
  return {
    before: within(at - daysAround * day, at),
    after: within(at, Math.min(now + 1, at + daysAround * day)),
    daysAfter: Math.max(0, Math.min(daysAround, Math.floor((now - at) / day))),
  };
}
