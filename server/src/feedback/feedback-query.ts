/** What a service is asked for. Days are of UTC, as the service counts them. */
export interface FeedbackQuery {
  /** `2026-06-01`, or a day with a time (ISO 8601); from then on. */
  readonly from?: string;
  /** The same; until before then, as the service understands it. */
  readonly to?: string;
  /** `2026-06-30`: that day included. Instead of `to`. */
  readonly through?: string;
  /** `contextual`, `code_snippet`, `agent`, `thumbs_only`. */
  readonly source?: string;
  /** `pending`, `in_progress`, `resolved`, `dismissed`; empty or absent: all. */
  readonly statuses?: readonly string[];
  /** Entries in one answer: a whole number from 1 to 100. */
  readonly pageSize?: number;
  /** Where to go on, as an earlier answer told. */
  readonly cursor?: string;
}

export const knownSources: readonly string[] = ["contextual", "code_snippet", "agent", "thumbs_only"];
export const knownStatuses: readonly string[] = ["pending", "in_progress", "resolved", "dismissed"];
export const largestPage = 100;
