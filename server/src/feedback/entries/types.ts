import type { Translate } from "../../core/text/message.ts";
import type { RequestBudget, RequestGate } from "../service/rate-limit.ts";
import type { FeedbackEntry } from "./entry.ts";

/** Whom to ask, and the key that was entered for exactly this origin and project. */
export interface FeedbackService {
  /** `https://api.example.com`, also with a path; http on this machine alone. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly key: string;
}

/** What asking takes from its surroundings; everything behind `budget` has a default. */
export interface FeedbackTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970; only to tell people and to count the hour. */
  readonly now: () => number;
  /** Resolves after that many milliseconds, or as soon as the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly budget: RequestBudget;
  /** One request at a time for each project: one for the whole process unless it is handed in. */
  readonly gate?: RequestGate;
  /** Aborted when a request has taken that long. */
  readonly timeLimit?: (milliseconds: number) => AbortSignal;
  readonly limits?: Partial<FeedbackLimits>;
  /** In which language sentences are: English unless handed in. */
  readonly say?: Translate;
}

export interface FeedbackLimits {
  readonly pages: number;
  readonly entries: number;
  /** Of one answer, unpacked. */
  readonly bytes: number;
  /** Of one request with its answer, in milliseconds. */
  readonly milliseconds: number;
}

export const defaultLimits: FeedbackLimits = {
  pages: 1000,
  entries: 100_000,
  bytes: 10_000_000,
  milliseconds: 20_000,
};

export type FeedbackStep = FeedbackPage | RateLimitedStep | FeedbackEnd;

export interface FeedbackPage {
  readonly kind: "page";
  /** Without those that came on an earlier page. */
  readonly entries: readonly FeedbackEntry[];
  /** Where more is; absent on the last page. */
  readonly nextCursor?: string;
}

/** Nothing is asked before then; whoever reads goes on by itself. */
export interface RateLimitedStep {
  readonly kind: "waiting";
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The service has asked for it, or did not answer as it should. */
  readonly reason: "too-many-requests" | "retry";
}

/** Always the last step, once. */
export interface FeedbackEnd {
  readonly kind: "end";
  /** Whether everything that the query asks for has come. */
  readonly complete: boolean;
  /** Sentences: “3 entries came twice and are shown once.” */
  readonly warnings: readonly string[];
  readonly failure?: FeedbackFailure;
}

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
export const maxPageSize = 100;

/** Why the service gave no (further) answer, in data and in words for the author. Never holds a key, a header or a contact. */
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
  /** When it is worth asking again, milliseconds since 1970: of `budget-spent` and `too-many-requests`. */
  readonly until?: number;
  /** One sentence or two: what happened and what to do. */
  readonly message: string;
  /** For a disclosure: first 200 characters of what was said, control characters taken out. */
  readonly details?: string;
}
