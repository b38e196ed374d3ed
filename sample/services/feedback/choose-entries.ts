import type { Failed } from "./failure.ts";
import { readMoment } from "./read-moment.ts";
import { sentStatuses, type SentEntry } from "./sent-entry.ts";

/** The criteria by which a request selects entries. */
export interface EntryChoice {
  readonly takes: (entry: SentEntry) => boolean;
  /** The filters as text. The text is the same for equal filters. */
  readonly question: string;
}

/** Reads the filters that both operations support. If some of them are invalid, returns the reason for each. */
export function chooseEntries(parameters: Readonly<Record<string, unknown>>): EntryChoice | Failed {
  const faults: string[] = [];
  const bound = (name: string): number | undefined => {
    const text = parameters[name];
    if (typeof text !== "string") return undefined;
    const time = readMoment(text);
    if (time === undefined) faults.push(`${name} must be a day like 2026-06-01 or a moment of ISO 8601`);
    return time;
  };
  const from = bound("dateFrom");
  const to = bound("dateTo");
  const { source } = parameters;
  const statuses = listOf(parameters["status"]);
  for (const status of statuses ?? [])
    if (!sentStatuses.some((known) => known === status))
      faults.push(`status knows ${sentStatuses.join(", ")}, not “${status}”`);
  if (faults.length > 0) return { faults };
  return {
    takes: (entry) => {
      if (source !== undefined && entry.source !== source) return false;
      if (statuses && !statuses.includes(entry.status)) return false;
      if (from === undefined && to === undefined) return true;
      const time = entry.createdAt === null ? NaN : Date.parse(entry.createdAt);
      return (from === undefined || time >= from) && (to === undefined || time < to);
    },
    question: JSON.stringify([from ?? null, to ?? null, source ?? null, statuses?.toSorted() ?? null]),
  };
}

function listOf(text: unknown): readonly string[] | undefined {
  if (typeof text !== "string") return undefined;
  return text.split(",").map((part) => part.trim());
}
