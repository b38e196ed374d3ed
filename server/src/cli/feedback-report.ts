import type { FeedbackEntry } from "../feedback/entries/entry.ts";
import type { FeedbackFailure } from "../feedback/entries/types.ts";
import type { BudgetLeft } from "../feedback/entries/state.ts";
import type { PageTotals } from "../feedback/service/feedback-client.ts";
import type { FeedbackPlace } from "./feedback-site.ts";

/** What is told of the asking, whatever was asked. */
export interface AskedReport {
  readonly baseUrl: string;
  readonly projectId: string;
  /** Whether there is a site that paths can be led to. */
  readonly hasSite: boolean;
  readonly warnings: readonly string[];
  readonly failure?: FeedbackFailure;
  readonly budget: BudgetLeft;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What `docwright feedback` has found. */
export interface FeedbackReport extends AskedReport {
  readonly entries: readonly ReportedEntry[];
  /** How many came before pages were chosen. */
  readonly read: number;
  /** Where more is. */
  readonly nextCursor?: string;
  /** Whether everything that was asked for has come. */
  readonly complete: boolean;
}

export interface ReportedEntry {
  readonly entry: FeedbackEntry;
  readonly place?: FeedbackPlace;
}

/** What `--by-page` has found, the worst page first. */
export interface TotalsReport extends AskedReport {
  readonly pages: readonly ReportedTotals[];
  /** How many came before pages were chosen. */
  readonly read: number;
  readonly hasMore: boolean;
  /** How many pages people are shown. */
  readonly most: number;
  /** The service has no totals: these were counted from so many entries. */
  readonly countedFrom?: number;
}

export interface ReportedTotals {
  readonly totals: PageTotals;
  readonly place?: FeedbackPlace;
}
