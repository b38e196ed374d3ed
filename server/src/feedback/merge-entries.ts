import type { FeedbackEntry } from "./feedback-entry.ts";
import type { FeedbackQuery } from "./feedback-query.ts";
import type { BudgetLeft } from "./feedback-state.ts";
import { dayOf } from "./iso-time.ts";

/**
 * Both lists as one, newest first and each entry once; what is new takes the place of what was known. Entries without a
 * time come last.
 */
export function mergeEntries(
  known: readonly FeedbackEntry[],
  news: readonly FeedbackEntry[],
): readonly FeedbackEntry[] {
  const byId = new Map<string, FeedbackEntry>();
  for (const entry of known) byId.set(entry.id, entry);
  for (const entry of news) byId.set(entry.id, entry);
  return [...byId.values()].sort(newestFirst);
}

/** For sorting; entries of one moment keep an order that does not depend on how they came. */
export function newestFirst(a: FeedbackEntry, b: FeedbackEntry): number {
  const difference = (b.createdAt ?? -1) - (a.createdAt ?? -1);
  return difference !== 0 ? difference : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The day (UTC) from which to ask for what is new: that of the newest entry. Undefined when nothing is known. */
export function newestSince(known: readonly FeedbackEntry[], now: number): string | undefined {
  let newest = -1;
  for (const { createdAt = -1 } of known) newest = Math.max(newest, createdAt);
  // An entry of tomorrow, made by a clock that is wrong, must not hide those of today.
  return newest < 0 ? undefined : dayOf(Math.min(newest, now));
}

export interface RefreshPlan {
  /** `full`: also statuses may have changed; a complete answer takes the place of all that was known. */
  readonly kind: "full" | "news";
  readonly query: FeedbackQuery;
}

/** So long a status may be an old one, in milliseconds. */
const fullEvery = 6 * 3_600_000;

/**
 * What to ask when somebody wants to see the present state. `fullAt` is when all was last read to its end. Everything is
 * asked for again when that is long ago and takes no more than half of the requests that are left.
 */
export function planRefresh(
  known: readonly FeedbackEntry[],
  { now, fullAt, budget }: { readonly now: number; readonly fullAt?: number; readonly budget: BudgetLeft },
): RefreshPlan {
  const pageSize = 100;
  const from = newestSince(known, now);
  if (from === undefined || fullAt === undefined) return { kind: "full", query: { pageSize } };
  const requests = Math.ceil(known.length / pageSize) + 1;
  const isDue = now - fullAt >= fullEvery || fullAt > now;
  return isDue && requests <= budget.left / 2
    ? { kind: "full", query: { pageSize } }
    : { kind: "news", query: { from, pageSize } };
}
