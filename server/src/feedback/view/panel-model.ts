import type { Rating } from "./panel-protocol.ts";

/** A line of the list: an entry, or the heading of the entries below it. */
export type ListedRow = ListedEntry | ListedGroup;

export interface ListedEntry {
  readonly kind: "entry";
  readonly id: string;
  readonly page: ListedPage;
  /** The first line of the comment, else of the code, at most 160 characters; empty where there is neither. */
  readonly line: string;
  /** Whether `line` is code. */
  readonly isCode: boolean;
  readonly rating: Rating;
  /** Milliseconds since 1970; absent when it cannot be read. */
  readonly at?: number;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly hasNote: boolean;
}

export interface ListedPage {
  /** Names it in a `ListQuery`: its address in the site, else `?` and the path as the service tells it. */
  readonly key: string;
  /** Its title; the path where no file of the site is known for it. */
  readonly title: string;
  /** `GET /users`, where the page is made of a specification. */
  readonly operation?: string;
  /** Whether a file of the site is known for it. */
  readonly isJoined: boolean;
}

export interface ListedGroup {
  readonly kind: "group";
  readonly key: string;
  /** The title of a page; the status or source as the service names it. */
  readonly label: string;
  readonly count: number;
  readonly up: number;
  readonly down: number;
  readonly isFolded: boolean;
  /** All entries of a page by the count of the service, over all time; absent where no more than these are known of. */
  readonly ofAll?: number;
}

/** Rows of a list from one place on. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly ListedRow[];
}

/** More than this the page never asks for at once. */
export const maxRows = 200;

/** What is known apart from the entries themselves. */
export interface PanelFacts {
  /** Absent while nothing is set up. */
  readonly project?: {
    readonly baseUrl: string;
    readonly projectId: string;
    readonly hasDashboard?: boolean;
  };
  /** False when the extension knows that there is no key. */
  readonly hasKey: boolean;
  readonly freshness: PanelFreshness;
  readonly budget: { readonly left: number; readonly limit: number; readonly nextAt?: number };
  /** All entries that are known. */
  readonly total: number;
  /** New since the last visit. */
  readonly news: number;
  /** Sources and statuses that there are, most first. */
  readonly sources: readonly CountedName[];
  readonly statuses: readonly CountedName[];
}

export interface CountedName {
  readonly name: string;
  readonly count: number;
}

export interface PanelFreshness {
  readonly kind: "none" | "loading" | "fresh" | "cached" | "partial" | "failed";
  readonly refreshedAt?: number;
  readonly received?: number;
  readonly waitingUntil?: number;
  readonly failure?: {
    readonly kind: string;
    readonly status?: number;
    readonly message: string;
    readonly details?: string;
  };
  readonly warnings: readonly string[];
}

/** What readers think over time and by page, of the entries of a period, of who is asked for, and of a page or group. */
export interface PanelOverview {
  readonly unit: "day" | "week" | "month" | "year";
  /** From the first to the last without a gap, at most 130. */
  readonly buckets: readonly TrendBucket[];
  readonly people: Ratings;
  readonly agents: Ratings;
  /** Entries without a time that can be read: they are in no bucket. */
  readonly undated: number;
  /** Worst first, at most 8; pages without a negative rating are none. */
  readonly worst: readonly RatedItem[];
  /** By labels of the navigation, worst first, at most 50. */
  readonly groups: readonly RatedGroup[];
  /** When the service counted what stands in `worst` and `groups`, over all time; absent where entries were counted here. */
  readonly countedAt?: number;
}

/** Entries without a rating are neither up nor down. */
export interface Ratings {
  readonly up: number;
  readonly down: number;
  readonly unrated: number;
}

export interface TrendBucket extends Ratings {
  /** Its first moment, in UTC; milliseconds since 1970. */
  readonly from: number;
  /** How many of all are of agents. */
  readonly agents: number;
}

export interface RatedItem extends Ratings {
  readonly page: ListedPage;
}

export interface RatedGroup extends Ratings {
  /** `["Guides", "Basics"]` */
  readonly labels: readonly string[];
}

/** An entry in full, as the panel shows it. */
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
  readonly at?: number;
  /** What was sent in place of a time that can be read. */
  readonly atText?: string;
  readonly source: string;
  readonly status: string;
  readonly isNew: boolean;
  /** `a…@example.com`; the address itself is asked for by `reveal`. */
  readonly maskedContact?: string;
  readonly triage: ShownTriage;
  /** Names of fields that were missing or of another type. */
  readonly incomplete: readonly string[];
}

export interface ShownPage extends ListedPage {
  /** As the service tells it. */
  readonly path: string;
  /** `/guides/start` */
  readonly url?: string;
  readonly by?: "address" | "redirect" | "rename" | "version" | "language";
  readonly groups: readonly string[];
  /** Why no file of the site is known: a sentence. */
  readonly reason?: string;
}

/** A text, or its beginning. */
export interface TruncatedTextView {
  readonly text: string;
  /** UTF-16 units of the whole. */
  readonly length: number;
}

export interface ShownTriage {
  readonly mark?: "done" | "later";
  readonly assigned?: string;
  readonly note?: string;
}

/** What the person changes of their triage; null takes it away, what is absent stays. */
export interface TriageChange {
  readonly mark?: "done" | "later" | null;
  readonly assigned?: string | null;
  readonly note?: string | null;
}

/** So much of a text is shown before the person asks for all of it. UTF-16 units. */
export const shownAtFirst = 65_536;
