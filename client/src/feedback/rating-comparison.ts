import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";

const day = 86_400_000;
export const daysAround = 30;

export interface Ratings {
  readonly up: number;
  readonly down: number;
}

/** Ratings of a page in the 30 days before a time and in up to 30 days after it. */
export interface RatingsAround {
  readonly before: Ratings;
  readonly after: Ratings;
  /** Full days since then, at most 30. */
  readonly daysAfter: number;
}

/**
 * Counts the ratings before and after `at`. `at` and `now` are in milliseconds since 1970. Entries without a time are
 * ignored.
 */
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
