import type { Translate } from "../../core/text/message.ts";
import type { RequestBudget, RequestGate } from "../service/rate-limit.ts";
import type { FeedbackEntry } from "./entry.ts";

/** The service to call. The API key was entered for exactly this origin and project. */
export interface FeedbackService {
  /**
   * The base URL, such as `https://api.example.com`, optionally with a path. HTTP is allowed only for a service on this
   * machine.
   */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly key: string;
}

/**
 * The dependencies for requests to the service. The properties after `budget` are optional and have defaults.
 */
export interface FeedbackTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the current time in milliseconds since 1970, which is used only for display and for the hourly limit. */
  readonly now: () => number;
  /** Resolves after this many milliseconds, or as soon as the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly budget: RequestBudget;
  /** The gate that allows one request at a time per project. By default, one gate is shared by the entire process. */
  readonly gate?: RequestGate;
  /** Returns a signal that is aborted when a request has taken this many milliseconds. */
  readonly createTimeLimit?: (milliseconds: number) => AbortSignal;
  readonly limits?: Partial<FeedbackLimits>;
  /** Translates messages. By default, messages are in English. */
  readonly translate?: Translate;
}

export interface FeedbackLimits {
  readonly maxPages: number;
  readonly maxEntries: number;
  /** The maximum size of a response after decompression, in bytes. */
  readonly maxBytes: number;
  /** The maximum time for a request and its response, in milliseconds. */
  readonly maxMilliseconds: number;
}

export const defaultLimits: FeedbackLimits = {
  maxPages: 1000,
  maxEntries: 100_000,
  maxBytes: 10_000_000,
  maxMilliseconds: 20_000,
};

export type FeedbackStep = FeedbackPage | RateLimitedStep | FeedbackEnd;

export interface FeedbackPage {
  readonly kind: "page";
  /** The new entries. Entries that were on an earlier page are omitted. */
  readonly entries: readonly FeedbackEntry[];
  /** The cursor for the next page. Absent on the last page. */
  readonly nextCursor?: string;
}

/** A step that reports a pause. No request is sent before `until`, and then reading resumes automatically. */
export interface RateLimitedStep {
  readonly kind: "waiting";
  /** The end of the wait, in milliseconds since 1970. */
  readonly until: number;
  /** Whether the service rate-limited the request or responded with an error. */
  readonly reason: "too-many-requests" | "retry";
}

/** The last step, which is always emitted exactly once. */
export interface FeedbackEnd {
  readonly kind: "end";
  /** Whether everything that the query requested has been received. */
  readonly isComplete: boolean;
  /** Full sentences, such as “3 entries were received twice and are shown once.” */
  readonly warnings: readonly string[];
  readonly failure?: FeedbackFailure;
}

/** A query to the service. Days are in UTC, as in the service. */
export interface FeedbackQuery {
  /** The start, inclusive: a date such as `2026-06-01`, or a date and time (ISO 8601). */
  readonly from?: string;
  /** The end, in the same format. The service treats it as exclusive. */
  readonly to?: string;
  /** The last day, inclusive, such as `2026-06-30`. Used as an alternative to `to`. */
  readonly through?: string;
  /** The source: `contextual`, `code_snippet`, `agent`, or `thumbs_only`. */
  readonly source?: string;
  /**
   * The requested statuses: `pending`, `in_progress`, `resolved`, or `dismissed`. If empty or absent, all statuses are
   * requested.
   */
  readonly statuses?: readonly string[];
  /** The number of entries per response, an integer from 1 to 100. */
  readonly pageSize?: number;
  /** The cursor from an earlier response. */
  readonly cursor?: string;
}

export const entrySources: readonly string[] = ["contextual", "code_snippet", "agent", "thumbs_only"];
export const entryStatuses: readonly string[] = ["pending", "in_progress", "resolved", "dismissed"];
export const maxPageSize = 100;

/**
 * The reason why a request failed, as data and as a message for the author. It never contains an API key, a header, or
 * contact details.
 */
export interface FeedbackFailure {
  readonly kind:
    | "key-refused"
    | "not-allowed"
    | "not-found"
    | "too-many-requests"
    | "budget-spent"
    | "service-broken"
    | "unreachable"
    | "timeout"
    | "certificate"
    | "redirected"
    | "not-json"
    | "cut-off"
    | "too-large"
    | "bad-answer"
    | "refused"
    | "bad-question"
    | "cancelled";
  readonly status?: number;
  /**
   * The earliest time for a retry, in milliseconds since 1970. Set for `budget-spent` and whenever the service
   * specifies the time.
   */
  readonly until?: number;
  /** One or two sentences that explain what happened and what to do. */
  readonly message: string;
  /** Details to show on request: the first 200 characters of the response, without control characters. */
  readonly details?: string;
}
