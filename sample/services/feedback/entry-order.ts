import type { SentEntry } from "./sent-entry.ts";

type Placed = Pick<SentEntry, "createdAt" | "id">;

/**
 * Sorts the newest entry first, and entries without a time last. Entries with the same time are sorted by ID, so the
 * order is always the same.
 */
export function entryOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.createdAt ?? "", b.createdAt ?? ""];
  if (left !== right) return left < right ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
