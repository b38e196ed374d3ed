import type { SentEntry } from "./sent-entry.ts";

type Placed = Pick<SentEntry, "createdAt" | "id">;

/**
 * Compares two entries to sort the newest one first. Entries without a time come last. Entries with the same time are
 * sorted by ID, so that the order is always the same.
 */
export function entryOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.createdAt ?? "", b.createdAt ?? ""];
  if (left !== right) return left < right ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
