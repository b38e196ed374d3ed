import { dayLength, toDay, type FeedbackEntry, parseDay } from "./entry.ts";

interface RatingCounts {
  readonly up: number;
  readonly down: number;
}

/** The quantile of the normal distribution for a confidence level of 95%. */
const z = 1.96;
const attentionThreshold = { share: 0.15, down: 2 } as const;

/**
 * Returns the minimum share of negative ratings for a page, from 0 to 1, which is the lower bound of the Wilson score
 * interval with 95% confidence. The more ratings a page has, the closer this bound is to the true share. For example,
 * 40 negative ratings out of 50 rank above 2 out of 2, and 2 out of 2 rank above 10 out of 40.
 */
export function computeMinNegativeShare({ up, down }: RatingCounts): number {
  if (down === 0) return 0;
  const count = up + down;
  const share = down / count;
  const errorMargin = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * count)) / count);
  return (share + (z * z) / (2 * count) - errorMargin) / (1 + (z * z) / count);
}

/**
 * Whether a page needs work. This is the case if it has at least two negative ratings and, with 95% confidence, more
 * than 15% of its ratings are negative.
 */
export function needsWork(ratings: RatingCounts): boolean {
  return ratings.down >= attentionThreshold.down && computeMinNegativeShare(ratings) >= attentionThreshold.share;
}

/** Compares pages for sorting. Pages that need the most work come first. */
export function compareByNegativeShare(a: RatingCounts, b: RatingCounts): number {
  return computeMinNegativeShare(b) - computeMinNegativeShare(a) || b.down - a.down;
}

const millisecondsPerDay = 86_400_000;
export const ratingWindowDays = 30;

export interface Ratings {
  readonly up: number;
  readonly down: number;
}

/** The ratings for a page in the 30 days before a time and in up to 30 days after it. */
export interface RatingComparison {
  readonly ratingsBefore: Ratings;
  readonly ratingsAfter: Ratings;
  /** The number of full days that `after` covers, at most 30. */
  readonly daysAfter: number;
}

/**
 * Counts the ratings before and after `time`. Both `time` and `now` are in milliseconds since 1970. Entries without a
 * time are ignored.
 */
export function compareRatingPeriods(entries: readonly FeedbackEntry[], time: number, now: number): RatingComparison {
  const countRatings = (startTime: number, endTime: number): Ratings => {
    const ratedEntries = entries.filter(({ createdAt = Number.NaN }) => createdAt >= startTime && createdAt < endTime);
    return {
      up: ratedEntries.filter(({ helpful }) => helpful === true).length,
      down: ratedEntries.filter(({ helpful }) => helpful === false).length,
    };
  };
  return {
    ratingsBefore: countRatings(time - ratingWindowDays * millisecondsPerDay, time),
    ratingsAfter: countRatings(time, Math.min(now + 1, time + ratingWindowDays * millisecondsPerDay)),
    daysAfter: Math.max(0, Math.min(ratingWindowDays, Math.floor((now - time) / millisecondsPerDay))),
  };
}

/** A period of days in UTC. The bounds are dates, such as `2026-06-01`, and both are inclusive. */
export interface DayPeriod {
  readonly from: string;
  readonly through: string;
  readonly days: number;
}

/**
 * Returns the period of the same length that ends before another period begins. If `through` is undefined, the other
 * period ends today. Returns undefined if the bounds aren't days or are in the wrong order.
 */
export function getPeriodBefore(firstDay: string, through: string | undefined, now: number): DayPeriod | undefined {
  const startDay = parseDay(firstDay);
  const lastDay = parseDay(through ?? toDay(now));
  if (startDay === undefined || lastDay === undefined) return undefined;
  const length = lastDay + dayLength - startDay;
  // Years before 0 are written in a different format.
  if (length <= 0 || startDay - length < 0) return undefined;
  return { from: toDay(startDay - length), through: toDay(startDay - dayLength), days: length / dayLength };
}

/**
 * Returns the change in the share of positive ratings, in percentage points, or undefined if either period has no
 * ratings.
 */
export function computeShareChange(previousRatings: Ratings, currentRatings: Ratings): number | undefined {
  const [count, previousCount] = [currentRatings.up + currentRatings.down, previousRatings.up + previousRatings.down];
  return count === 0 || previousCount === 0
    ? undefined
    : Math.round(100 * (currentRatings.up / count - previousRatings.up / previousCount));
}
