import type { EntrySource } from "../feedback-store.ts";
import type { SentEntry } from "../sent-entry.ts";
import { entriesOfDay, type DatedEntry } from "./entries-of-day.ts";
import { randomOf } from "./random.ts";
import { statusOfAge } from "./status-of-age.ts";

const dayLong = 86_400_000;
const days = 180;

/**
 * Returns a function for the feedback from the sample site's readers in the 180 days before a time. The result is
 * always the same for the same time. A minute later, only new entries and status changes are different, because the
 * entries of a day depend only on that day.
 */
export function seededEntries(): EntrySource {
  const known = new Map<number, readonly DatedEntry[]>();
  let last: { readonly until: number; readonly entries: readonly SentEntry[] } | undefined;
  return (now) => {
    const minute = Math.floor(now / 60_000);
    if (last?.until === minute) return last.entries;
    const today = Math.floor(now / dayLong);
    const entries: SentEntry[] = [];
    for (let day = today - days + 1; day <= today; day++) {
      const ofDay = known.get(day) ?? entriesOfDay(day);
      known.set(day, ofDay);
      for (const { at, entry } of ofDay) if (at <= now) entries.push(seenAt(now, at, entry));
    }
    last = { until: minute, entries };
    return entries;
  };
}

function seenAt(now: number, at: number, entry: SentEntry): SentEntry {
  const status = statusOfAge(now - at, entry.comment !== null, randomOf(`status ${entry.id}`));
  return { ...entry, status };
}
