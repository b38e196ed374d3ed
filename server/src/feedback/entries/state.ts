import type { JoinedPath, RatedPage } from "../../protocol/feedback.ts";
import type { PageTotals } from "../service/feedback-client.ts";
import { dayOf, type FeedbackEntry, isOpen } from "./entry.ts";
import type { FeedbackFailure, FeedbackQuery } from "./types.ts";

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

/**
 * Both lists as one, newest first and each entry once; what is new takes the place of what was known. Entries without a
 * time come last.
 */
export function mergeEntries(
  known: readonly FeedbackEntry[],
  delta: readonly FeedbackEntry[],
): readonly FeedbackEntry[] {
  const byId = new Map<string, FeedbackEntry>();
  for (const entry of known) byId.set(entry.id, entry);
  for (const entry of delta) byId.set(entry.id, entry);
  return [...byId.values()].sort(newestFirst);
}

/** For sorting; entries of one moment keep an order that does not depend on how they came. */
export function newestFirst(a: FeedbackEntry, b: FeedbackEntry): number {
  const difference = (b.createdAt ?? -1) - (a.createdAt ?? -1);
  return difference !== 0 ? difference : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The day (UTC) from which to ask for what is new: that of the newest entry. Undefined when nothing is known. */
export function newestSince(known: readonly FeedbackEntry[], now: number): string | undefined {
  let newest = -1;
  for (const { createdAt = -1 } of known) newest = Math.max(newest, createdAt);
  // An entry of tomorrow, made by a clock that is wrong, must not hide those of today.
  return newest < 0 ? undefined : dayOf(Math.min(newest, now));
}

export interface RefreshPlan {
  /** `full`: also statuses may have changed; a complete answer takes the place of all that was known. */
  readonly kind: "full" | "news";
  readonly query: FeedbackQuery;
}

/** So long a status may be an old one, in milliseconds. */
const fullEvery = 6 * 3_600_000;

/**
 * What to ask when somebody wants to see the present state. `fullAt` is when all was last read to its end. Everything is
 * asked for again when that is long ago and takes no more than half of the requests that are left.
 */
export function planRefresh(
  known: readonly FeedbackEntry[],
  { now, fullAt, budget }: { readonly now: number; readonly fullAt?: number; readonly budget: BudgetLeft },
): RefreshPlan {
  const pageSize = 100;
  const from = newestSince(known, now);
  if (from === undefined || fullAt === undefined) return { kind: "full", query: { pageSize } };
  const requests = Math.ceil(known.length / pageSize) + 1;
  const isDue = now - fullAt >= fullEvery || fullAt > now;
  return isDue && requests <= budget.left / 2
    ? { kind: "full", query: { pageSize } }
    : { kind: "news", query: { from, pageSize } };
}

/** What readers think of a page, or of an operation that a page is made of. */
export interface RatedFile extends RatedPage {
  /** `/guides/start` */
  readonly url: string;
  readonly title: string;
  readonly groups: readonly string[];
  /** Entries of people without a rating. */
  readonly unrated: number;
  /** Entries of agents, whose ratings are in `up` and `down` as well. */
  readonly agents: number;
  /** Open entries since the last visit. */
  readonly news: number;
}

/** One for each page that entries are joined to, in the order of their newest entry; several where a file has several addresses. */
export function ratingsByFile(state: FeedbackState): readonly RatedFile[] {
  const found = new Map<string, { -readonly [Key in keyof RatedFile]: RatedFile[Key] }>();
  for (const entry of state.entries) {
    const page = state.joined.get(entry.path);
    if (!page || page.kind === "unknown") continue;
    const operation = page.kind === "operation" ? page.operation : undefined;
    const key = `${page.uri}\n${operation ?? ""}\n${page.url}`;
    let rated = found.get(key);
    if (!rated) {
      rated = {
        uri: page.uri,
        url: page.url,
        title: page.title,
        groups: page.groups,
        ...(operation !== undefined && { operation }),
        up: 0,
        down: 0,
        open: 0,
        unrated: 0,
        agents: 0,
        news: 0,
      };
      found.set(key, rated);
    }
    if (entry.helpful === true) rated.up++;
    else if (entry.helpful === false) rated.down++;
    else if (entry.source !== "agent") rated.unrated++;
    if (entry.source === "agent") rated.agents++;
    if (!needsAttention(entry, state)) continue;
    rated.open++;
    if (isNew(entry, state)) rated.news++;
  }
  return [...found.values()];
}

/** Whether an entry is an open comment: it has words, and neither the service nor the person has put it away. */
export function needsAttention(entry: FeedbackEntry, state: Pick<FeedbackState, "triage">): boolean {
  return hasWords(entry) && isWaiting(entry, state);
}

/** Whether an entry is shown in the text: an open comment, or code that somebody has pointed at without words. */
export function standsInText(entry: FeedbackEntry, state: Pick<FeedbackState, "triage">): boolean {
  return (hasWords(entry) || entry.snippet !== undefined) && isWaiting(entry, state);
}

function hasWords({ comment = "" }: FeedbackEntry): boolean {
  return comment.trim() !== "";
}

function isWaiting(entry: FeedbackEntry, { triage }: Pick<FeedbackState, "triage">): boolean {
  return isOpen(entry) && triage.get(entry.id)?.mark !== "done";
}

/** Whether an entry has come since the person looked last; on a first visit none has. */
export function isNew(
  { createdAt }: FeedbackEntry,
  { lastVisit }: Pick<FeedbackState, "lastVisit">,
): boolean {
  return createdAt !== undefined && lastVisit !== undefined && createdAt > lastVisit;
}
