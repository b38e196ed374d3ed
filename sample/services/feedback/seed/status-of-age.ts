import type { SentStatus } from "../sent-entry.ts";
import type { Random } from "./random.ts";

const dayLong = 86_400_000;

/**
 * Returns the status of an entry of this age, which is in milliseconds. The history is the same for the same random
 * generator.
 */
export function statusOfAge(age: number, hasWords: boolean, random: Random): SentStatus {
  const days = age / dayLong;
  // Ratings without a comment are dismissed together much later.
  if (!hasWords) return days > 75 + 30 * random.next() ? "dismissed" : "pending";
  const looked = 2 + 24 * random.next();
  const decided = looked + 1 + 30 * random.next();
  const isLeft = random.chance(0.14);
  const isDone = random.chance(0.78);
  if (isLeft || days < looked) return "pending";
  if (days < decided) return "in_progress";
  return isDone ? "resolved" : "dismissed";
}
