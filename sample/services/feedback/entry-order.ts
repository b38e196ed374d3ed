import type { SentEntry } from "./sent-entry.ts";

type Placed = Pick<SentEntry, "createdAt" | "id">;

/** The newest first, entries without a time last; of one moment by their ids, so that the order is always the same. */
export function entryOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.createdAt ?? "", b.createdAt ?? ""];
  if (left !== right) return left < right ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}
