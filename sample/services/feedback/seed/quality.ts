import { randomOf } from "./random.ts";
import type { RatedPage } from "./rated-pages.ts";

/** The number of days after which a page is revised. */
const cycle = 150;

/**
 * Returns the share of readers that a page helps on a day (counted from 1970). The share falls as the product changes,
 * and rises when the page is revised, which happens at a different time for each page.
 */
export function shareHelped({ path, helps }: RatedPage, day: number): number {
  const phase = Math.floor(randomOf(`cycle ${path}`).next() * cycle);
  const age = (((day + phase) % cycle) + cycle) % cycle;
  return Math.min(0.97, Math.max(0.08, helps + 0.1 - 0.24 * (age / cycle)));
}

/**
 * Returns the number of entries on a day. It's lower on weekends, and higher in the weeks after the release that
 * happens each quarter.
 */
export function entriesExpected(day: number): number {
  // January 1, 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  const week = weekday === 0 || weekday === 6 ? 0.42 : weekday === 1 || weekday === 2 ? 1.25 : 1.1;
  const sinceRelease = (day + 21) % 91;
  const release = 1 + 0.5 * Math.exp(-sinceRelease / 9);
  return 21 * week * release * (1 + 0.12 * Math.sin(day / 58));
}
