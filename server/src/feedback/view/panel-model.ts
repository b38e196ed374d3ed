import type { Rating } from "./panel-protocol.ts";

/** A row in the list: either an entry or the heading of a group. */
export type ListedRow = ListedEntry | ListedGroup;

export interface ListedEntry {
  readonly kind: "entry";
  readonly id: string;
  readonly page: ListedPage;
  /**
   * The first line of the comment or, if there's no comment, of the code, up to 160 characters. Empty if the entry has
   * neither.
   */
  readonly line: string;
  /** Whether `line` is code. */
  readonly isCode: boolean;
  readonly rating: Rating;
  /** The time in milliseconds since 1970. Undefined if it's unknown. */
  readonly time?: number;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly hasNote: boolean;
}

export interface ListedPage {
  /**
   * The key for the page in a `ListQuery`. The key is the page's URL on the site or, if the URL is unknown, `?`
   * followed by the path that the service reports.
   */
  readonly key: string;
  /** The page's title, or the path if the page's file wasn't found. */
  readonly title: string;
  /** The operation, such as `GET /users`. Set only if the page is generated from a specification. */
  readonly operation?: string;
  /** Whether the page's file on the site was found. */
  readonly isJoined: boolean;
}

export interface ListedGroup {
  readonly kind: "group";
  readonly key: string;
  /** The title of a page, or the service's name for a status or source. */
  readonly label: string;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly isFolded: boolean;
  /** The service's all-time total for the page. Undefined unless it's greater than the number of loaded entries. */
  readonly serviceTotal?: number;
}

/** Consecutive rows in a list. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly ListedRow[];
}

/** The maximum number of rows that the page requests at the same time. */
export const maxRows = 200;

/** All data for the panel except the entries themselves. */
export interface PanelData {
  /** The project. Absent until feedback is set up. */
  readonly project?: {
    readonly baseUrl: string;
    readonly projectId: string;
    readonly hasDashboard?: boolean;
  };
  /** Whether an API key is stored. False only if the extension has determined that none is stored. */
  readonly hasKey: boolean;
  readonly freshness: PanelFreshness;
  readonly budget: { readonly remainingRequests: number; readonly limit: number; readonly nextAt?: number };
  /** The number of loaded entries. */
  readonly entryCount: number;
  /** The number of entries since the last visit. */
  readonly newEntryCount: number;
  /** The number of entries with a comment. */
  readonly commentCount: number;
  /** The analytics. Absent if they haven't been loaded or the service doesn't provide any. */
  readonly analytics?: PanelAnalytics;
  /** All sources, most frequent first. `statuses` contains all statuses in the same order. */
  readonly sources: readonly CountedName[];
  readonly statuses: readonly CountedName[];
}

/** The number of days that `PanelAnalytics` covers, including the day when the analytics were read. */
export const analyticsDays = 30;

/**
 * Page views, searches, and questions to the assistant during the last `analyticsDays` days. A part that hasn't been
 * read is absent.
 */
export interface PanelAnalytics {
  /** The time of the request, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly views?: PageViews;
  readonly searches?: {
    readonly total: number;
    /** The most frequent searches. `clicked` is the share of searches after which readers clicked a result. */
    readonly terms: readonly { readonly text: string; readonly count: number; readonly clicked: number }[];
  };
  readonly questions?: {
    readonly count: number;
    readonly unanswered: number;
    /** Whether the service has more questions than the ones listed. */
    readonly hasMore: boolean;
    /** The latest questions. Questions without an answer come first. */
    readonly latest: readonly { readonly text: string; readonly isAnswered: boolean }[];
  };
  /** The parts of the analytics that the API key doesn't have access to. */
  readonly denied: readonly ("views" | "searches" | "questions")[];
}

/** Views by people and views by AI bots during the last `analyticsDays` days. */
export interface PageViews {
  readonly human: number;
  readonly ai: number;
}

export interface CountedName {
  readonly name: string;
  readonly count: number;
}

export interface PanelFreshness {
  readonly kind: "none" | "loading" | "fresh" | "cached" | "partial" | "failed";
  readonly refreshedAt?: number;
  readonly receivedCount?: number;
  readonly waitingUntil?: number;
  /**
   * The start of the period that has been read so far, in milliseconds since 1970. Set while the first read isn't
   * finished.
   */
  readonly loadedSince?: number;
  /** The time when the oldest status was read, in milliseconds since 1970. */
  readonly statusesAt?: number;
  readonly failure?: {
    readonly kind: string;
    readonly status?: number;
    /** The earliest time for a retry, in milliseconds since 1970. If it's set, loading is paused, not canceled. */
    readonly until?: number;
    readonly message: string;
    readonly details?: string;
  };
  readonly warnings: readonly string[];
}

/** A term that is used in several comments. */
export interface CommentTheme {
  /** One or two words, normalized and in the singular. */
  readonly key: string;
  /** The most common spelling of the term in the comments. */
  readonly label: string;
  /**
   * The number of entries whose comments contain the term. `down` is the number of these entries with a negative
   * rating.
   */
  readonly count: number;
  readonly down: number;
}

/**
 * The minimum number of entries in a theme. At least two of their comments must be different from each other.
 */
export const minThemeEntries = 3;

/** Ratings over time and by page, filtered by period, authors, and page or group. */
export interface PanelOverview {
  readonly unit: "day" | "week" | "month" | "year";
  /** Consecutive buckets, at most 130. */
  readonly buckets: readonly TrendBucket[];
  readonly people: Ratings;
  readonly agents: Ratings;
  /**
   * The change in the share of positive ratings, in percentage points, compared with the same number of days before.
   * Undefined if the query has no start or if either period has no ratings.
   */
  readonly change?: number;
  /** The number of entries without a valid time, which aren't in any bucket. */
  readonly undatedCount: number;
  /** The pages that need work according to `needsWork`, at most 8. The worst page comes first. */
  readonly worstPages: readonly RatedItem[];
  /** Ratings by navigation group, at most 50. The worst group comes first. */
  readonly groups: readonly RatedGroup[];
  /**
   * The time when the all-time totals in `worstPages` and `groups` were requested from the service, in milliseconds
   * since 1970. Absent if the entries were counted locally.
   */
  readonly countedAt?: number;
}

/** Counts of positive and negative ratings. Entries without a rating count as neither. */
export interface Ratings {
  readonly up: number;
  readonly down: number;
  readonly unrated: number;
}

export interface TrendBucket extends Ratings {
  /** The start of the bucket in UTC, in milliseconds since 1970. */
  readonly from: number;
  /** The number of entries from agents. */
  readonly agents: number;
}

export interface RatedItem extends Ratings {
  readonly page: ListedPage;
  /** The views. Absent if they're unknown. */
  readonly views?: PageViews;
}

export interface RatedGroup extends Ratings {
  /** The navigation labels, such as `["Guides", "Basics"]`. */
  readonly labels: readonly string[];
}

/** The details of an entry that the panel shows. */
export interface ShownEntry {
  readonly id: string;
  readonly page: ShownPage;
  readonly comment?: TruncatedTextView;
  readonly snippet?: {
    readonly code: TruncatedTextView;
    readonly filename?: string;
    readonly lang?: string;
  };
  readonly rating: Rating;
  readonly time?: number;
  /** The original value of the time. Set only if the value isn't a valid time. */
  readonly timeText?: string;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  /** The masked email address, such as `a…@example.com`. The page requests the full address with `reveal`. */
  readonly maskedContact?: string;
  /** Whether the reader left contact details that weren't saved on disk. */
  readonly isContactNotKept?: boolean;
  readonly triage: ShownTriage;
  readonly resolvedBy?: ShownCommit;
  /** The names of fields that were missing or had the wrong type. */
  readonly incomplete: readonly string[];
}

export interface ShownPage extends ListedPage {
  /** The views. Absent if they're unknown. */
  readonly views?: PageViews;
  /** The path as the service reports it. */
  readonly path: string;
  /** The URL on the site, such as `/guides/start`. */
  readonly url?: string;
  readonly by?: "address" | "redirect" | "rename" | "version" | "language";
  readonly groups: readonly string[];
  /** A sentence that explains why the page's file wasn't found. */
  readonly reason?: string;
}

/** The commit that resolved an entry, and the ratings of its page before and after the commit. */
export interface ShownCommit {
  /** The first seven characters of the hash. */
  readonly hash: string;
  readonly subject: string;
  readonly time: number;
  /**
   * The number of days before the commit that the ratings cover. `daysAfter` is the number of days after the commit,
   * which is smaller if fewer days have passed.
   */
  readonly days: number;
  readonly daysAfter: number;
  readonly ratingsBefore: Pick<Ratings, "up" | "down">;
  readonly ratingsAfter: Pick<Ratings, "up" | "down">;
}

/** The entire text or, if the text is long, only its start. */
export interface TruncatedTextView {
  readonly text: string;
  /** The length of the full text in UTF-16 code units. */
  readonly length: number;
}

export interface ShownTriage {
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly note?: string;
}

/** The maximum length of a text before the user expands it, in UTF-16 code units. */
export const initialTextLength = 65_536;
