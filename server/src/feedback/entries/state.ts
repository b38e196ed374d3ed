import type { JoinedPath } from "../../protocol/feedback.ts";
import type { PageTotals } from "../service/feedback-client.ts";
import type { SiteAnalytics } from "./analytics.ts";
import { type FeedbackEntry, isOpen } from "./entry.ts";
import type { FeedbackFailure } from "./types.ts";

/**
 * An immutable snapshot of a project's feedback. Each refresh, path resolution, or triage change creates a new
 * snapshot, and each part of the UI (panel, tree, threads, lenses, badges) is a function of it.
 */
export interface FeedbackState {
  /**
   * The base URL, such as `https://api.example.com`, and the project ID. Both are used in titles. Absent until feedback
   * is set up.
   */
  readonly project?: {
    readonly baseUrl: string;
    readonly projectId: string;
    /** Whether the URL of the dashboard is available. If it is, the UI can offer a command to open the dashboard. */
    readonly hasDashboard?: boolean;
  };
  /** Whether an API key is stored for the project. Absent if this is unknown. */
  readonly hasKey?: boolean;
  /** The entries, without duplicates. The newest come first, and entries without a time come last. */
  readonly entries: readonly FeedbackEntry[];
  /** Maps each `FeedbackEntry.path` to its page. Paths that haven't been resolved yet are missing. */
  readonly joinsByPath: ReadonlyMap<string, JoinedPath>;
  /** Maps entry IDs to local triage. */
  readonly triageById: ReadonlyMap<string, Triage>;
  /** Maps entry IDs to the commits that resolved the entries. */
  readonly commitsById?: ReadonlyMap<string, ResolvingCommit>;
  /** The time of the last visit, in milliseconds since 1970. Entries after this time are shown as new. */
  readonly lastVisit?: number;
  readonly freshness: FeedbackFreshness;
  readonly budget: RemainingBudget;
  /**
   * The service's totals, which are used until all entries have been read. Absent if the service doesn't provide totals
   * or if they aren't needed.
   */
  readonly totals?: ServiceTotals;
  /** Page views, searches, and questions. Absent if they haven't been loaded or the service doesn't provide any. */
  readonly analytics?: SiteAnalytics;
}

/** A commit whose message lists the entries that it resolves. */
export interface ResolvingCommit {
  readonly hash: string;
  readonly subject: string;
  /** The time of the commit, in milliseconds since 1970. */
  readonly time: number;
}

/** All-time totals for the pages that have the most entries. */
export interface ServiceTotals {
  readonly pages: readonly PageTotals[];
  /** The time of the request, in milliseconds since 1970. */
  readonly askedAt: number;
}

export interface FeedbackFreshness {
  readonly kind: "none" | "loading" | "fresh" | "cached" | "partial" | "failed";
  /** The time of the last successful request, in milliseconds since 1970. */
  readonly refreshedAt?: number;
  /** The number of entries received so far, while loading. */
  readonly receivedCount?: number;
  /** The time when the service will accept requests again after rate limiting, in milliseconds since 1970. */
  readonly waitingUntil?: number;
  readonly failure?: FeedbackFailure;
  /**
   * The start of the period that has been read so far, in milliseconds since 1970. Set while the first read isn't
   * finished.
   */
  readonly loadedSince?: number;
  /**
   * The time when the oldest status was read, in milliseconds since 1970. Absent until all entries have been read once.
   */
  readonly statusesAt?: number;
  /** Full sentences, such as “The service reported more entries but didn't return a cursor to fetch them.” */
  readonly warnings: readonly string[];
}

/** The number of requests left in the organization's hourly limit. Only Docwright's own requests are counted. */
export interface RemainingBudget {
  readonly remainingRequests: number;
  readonly limit: number;
  /** The time when the oldest counted request will be an hour old, in milliseconds since 1970. */
  readonly nextAt?: number;
}

/** The local triage for an entry, which isn't sent to the service because the service's API is read-only. */
export interface Triage {
  readonly mark?: "done" | "later";
  /** The name of the assignee, as the user typed it. */
  readonly assigned?: string;
  readonly note?: string;
  /** The time of the last change, in milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * Merges both lists and removes duplicates. If a stored entry and a new entry have the same ID, the new entry replaces
 * the stored one. The newest entries come first, and entries without a time come last.
 */
export function mergeEntries(
  storedEntries: readonly FeedbackEntry[],
  newEntries: readonly FeedbackEntry[],
): readonly FeedbackEntry[] {
  const entriesById = new Map<string, FeedbackEntry>();
  for (const entry of storedEntries) entriesById.set(entry.id, entry);
  for (const entry of newEntries) entriesById.set(entry.id, entry);
  return [...entriesById.values()].sort(compareByNewest);
}

/**
 * Compares entries for sorting. Entries with the same time are always in the same order, regardless of when they were
 * received.
 */
export function compareByNewest(a: FeedbackEntry, b: FeedbackEntry): number {
  const difference = (b.createdAt ?? -1) - (a.createdAt ?? -1);
  return difference !== 0 ? difference : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Whether an entry is an open comment: it contains text and is open both in the service and in local triage. */
export function needsAttention(entry: FeedbackEntry, state: Pick<FeedbackState, "triageById">): boolean {
  return hasText(entry) && isPending(entry, state);
}

/**
 * Whether an entry is shown in the editor. This is the case for open comments, and for open feedback on a code block
 * even if it doesn't have a comment.
 */
export function isShownInEditor(entry: FeedbackEntry, state: Pick<FeedbackState, "triageById">): boolean {
  return (hasText(entry) || entry.snippet !== undefined) && isPending(entry, state);
}

function hasText({ comment = "" }: FeedbackEntry): boolean {
  return comment.trim() !== "";
}

function isPending(entry: FeedbackEntry, { triageById }: Pick<FeedbackState, "triageById">): boolean {
  return isOpen(entry) && triageById.get(entry.id)?.mark !== "done";
}

/** Whether an entry arrived after the user's last visit. During the first visit, no entry counts as new. */
export function isNew({ createdAt }: FeedbackEntry, { lastVisit }: Pick<FeedbackState, "lastVisit">): boolean {
  return createdAt !== undefined && lastVisit !== undefined && createdAt > lastVisit;
}
