import type { JoinedPath } from "../protocol/feedback.ts";
import type { FeedbackEntry } from "./feedback-entry.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import type { PageTotals } from "./read-by-page.ts";

/**
 * Everything known of a project's feedback at one moment. A value: who refreshes, joins or triages makes a new one, and
 * each surface (panel, tree, threads, lenses, badges) is a function of it.
 */
export interface FeedbackState {
  /** `https://api.example.com` and the project, for titles; absent while nothing is set up. */
  readonly project?: {
    readonly baseUrl: string;
    readonly projectId: string;
    /** Whether the address of its dashboard is known, so that it can be offered. */
    readonly hasDashboard?: boolean;
  };
  /** Whether a key is kept for it; absent where that is not known. */
  readonly hasKey?: boolean;
  /** Newest first, each once; entries without a time come last. */
  readonly entries: readonly FeedbackEntry[];
  /** By `FeedbackEntry.path`; a path that is not in here has not been joined yet. */
  readonly joined: ReadonlyMap<string, JoinedPath>;
  /** By id of the entry. */
  readonly triage: ReadonlyMap<string, Triage>;
  /** Milliseconds since 1970. What is newer is new to the person. */
  readonly lastVisit?: number;
  readonly freshness: FeedbackFreshness;
  readonly budget: BudgetLeft;
  /** What the service counts, while not all entries are read; absent where it has no totals, or they are not needed. */
  readonly totals?: ServiceTotals;
}

/** Over all time, of the pages with most entries. */
export interface ServiceTotals {
  readonly pages: readonly PageTotals[];
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

export interface FeedbackFreshness {
  readonly kind: "none" | "loading" | "fresh" | "cached" | "partial" | "failed";
  /** When the service was last asked with success, milliseconds since 1970. */
  readonly refreshedAt?: number;
  /** While loading. */
  readonly received?: number;
  /** The service asked to wait: milliseconds since 1970. */
  readonly waitingUntil?: number;
  readonly failure?: FeedbackFailure;
  /** Sentences: “The service said that there is more, but not where.” */
  readonly warnings: readonly string[];
}

/** Requests that the organisation's hour has left, as far as we have counted ours. */
export interface BudgetLeft {
  readonly left: number;
  readonly limit: number;
  /** When the oldest counted request is an hour old; milliseconds since 1970. */
  readonly nextAt?: number;
}

/** What this person, on this machine, has made of an entry. The service is not told: its API cannot change anything. */
export interface Triage {
  readonly mark?: "done" | "later";
  /** A name as typed. */
  readonly assigned?: string;
  readonly note?: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}
