import type { SentEntry } from "./sent-entry.ts";

export interface PageTotals {
  readonly path: string;
  readonly thumbsUp: number;
  readonly thumbsDown: number;
  readonly code: number;
  readonly total: number;
}

/**
 * Returns one row for each path as it was reported, sorted by the number of entries. Only contextual entries contain
 * ratings.
 */
export function totalsByPage(entries: Iterable<SentEntry>): readonly PageTotals[] {
  const rows = new Map<string, PageTotals>();
  for (const entry of entries) {
    const row = rows.get(entry.path) ?? { path: entry.path, thumbsUp: 0, thumbsDown: 0, code: 0, total: 0 };
    const isRating = entry.source === "contextual";
    rows.set(entry.path, {
      path: entry.path,
      thumbsUp: row.thumbsUp + (isRating && entry.helpful ? 1 : 0),
      thumbsDown: row.thumbsDown + (isRating && !entry.helpful ? 1 : 0),
      code: row.code + (entry.source === "code_snippet" ? 1 : 0),
      total: row.total + 1,
    });
  }
  return [...rows.values()].toSorted((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
}
