import type { JoinedPath } from "../../protocol/feedback.ts";
import { type FeedbackEntry, isOpen } from "../entries/entry.ts";
import { normalizeText, toListedPage, getPageKey } from "../entries/listed-page.ts";
import { type FeedbackState, isNew, type Triage } from "../entries/state.ts";
import type { ListedPage, Ratings } from "../view/panel-model.ts";

/**
 * Numeric columns for filtering and sorting, which make it possible to query 100,000 entries in about a millisecond.
 * All columns except `pageList` and `names` are indexed by entry.
 */
export interface EntryColumns {
  readonly entries: readonly FeedbackEntry[];
  /** The time of each entry in milliseconds since 1970, or `NaN` if it's unknown. */
  readonly times: Float64Array;
  /** The rating of each entry: 0 for none, 1 for positive, and 2 for negative. */
  readonly ratings: Uint8Array;
  /** The flags of each entry, as a combination of `entryFlags` values. */
  readonly flags: Uint8Array;
  /** The rank of each entry. Entries with rank 0 are the most urgent. */
  readonly ranks: Uint8Array;
  /** Each entry's source and status, as indexes in `names`. */
  readonly sources: Uint32Array;
  readonly statuses: Uint32Array;
  readonly names: readonly string[];
  /** Each entry's page, as an index in `pageList`. */
  readonly pages: Uint32Array;
  readonly pageList: readonly IndexedPage[];
}

export interface IndexedPage {
  readonly page: ListedPage;
  readonly groups: readonly string[];
  /** The title, URL, and paths of the page, normalized for search. */
  readonly text: string;
  /** The service's totals for the page. Undefined if the service doesn't provide any or hasn't been queried. */
  readonly serviceTotals?: CountedPage;
}

export type CountedPage = Ratings & { readonly total: number };

export const ratingNames = ["none", "up", "down"] as const;
export const entryFlags = {
  open: 1,
  done: 2,
  later: 4,
  assigned: 8,
  isNew: 16,
  agent: 32,
  comment: 64,
} as const;
export const rankCount = 8;

export function createEntryColumns(state: FeedbackState): EntryColumns {
  const { entries, triageById } = state;
  const count = entries.length;
  const times = new Float64Array(count);
  const ratings = new Uint8Array(count);
  const flags = new Uint8Array(count);
  const ranks = new Uint8Array(count);
  const sources = new Uint32Array(count);
  const statuses = new Uint32Array(count);
  const pages = new Uint32Array(count);
  const nameNumbering = createNumbering();
  const pageIndex = indexPages(state.joinsByPath);
  for (let i = 0; i < count; i++) {
    const entry = entries[i];
    if (!entry) continue;
    times[i] = entry.createdAt ?? Number.NaN;
    ratings[i] = entry.helpful === undefined ? 0 : entry.helpful ? 1 : 2;
    const flag = computeFlags(entry, triageById.size > 0 ? triageById.get(entry.id) : undefined, state);
    flags[i] = flag;
    ranks[i] = getRank(entry, flag);
    sources[i] = nameNumbering.getNumber(entry.source);
    statuses[i] = nameNumbering.getNumber(entry.status);
    pages[i] = pageIndex.getNumber(entry.path);
  }
  for (const { path, up, down, total } of state.totals?.pages ?? [])
    pageIndex.addTotals(path, { up, down, unrated: Math.max(0, total - up - down), total });
  return {
    entries,
    times,
    ratings,
    flags,
    ranks,
    sources,
    statuses,
    pages,
    names: nameNumbering.list,
    pageList: pageIndex.list,
  };
}

function computeFlags(entry: FeedbackEntry, triage: Triage | undefined, state: FeedbackState): number {
  return (
    (isOpen(entry) ? entryFlags.open : 0) |
    (triage?.mark === "done" ? entryFlags.done : 0) |
    (triage?.mark === "later" ? entryFlags.later : 0) |
    (triage?.assigned !== undefined ? entryFlags.assigned : 0) |
    (isNew(entry, state) ? entryFlags.isNew : 0) |
    (entry.source === "agent" ? entryFlags.agent : 0) |
    (hasText(entry.comment) ? entryFlags.comment : 0)
  );
}

function hasText(comment: string | undefined): boolean {
  return comment !== undefined && /\S/.test(comment);
}

/**
 * Ranks entries by urgency: negative entries with text or code, then unrated entries with text or code, then other
 * negative entries, then all remaining open entries, and finally snoozed and done entries.
 */
function getRank({ comment, snippet, helpful }: FeedbackEntry, flags: number): number {
  if ((flags & entryFlags.open) === 0 || (flags & entryFlags.done) !== 0) return 7;
  if ((flags & entryFlags.later) !== 0) return 6;
  const hasContent = snippet !== undefined || hasText(comment);
  if (helpful === false) return hasContent ? 0 : 2;
  if (helpful === true) return hasContent ? 3 : 5;
  return hasContent ? 1 : 4;
}

function createNumbering(): {
  readonly list: readonly string[];
  readonly getNumber: (name: string) => number;
} {
  const list: string[] = [];
  const numbersByKey = new Map<string, number>();
  return {
    list,
    getNumber: (name) => {
      let number = numbersByKey.get(name);
      if (number === undefined) {
        number = list.push(name) - 1;
        numbersByKey.set(name, number);
      }
      return number;
    },
  };
}

/**
 * Groups paths by page. Several paths can resolve to the same page, such as `/start` and
 * `https://docs.example.com/start?x`.
 */
function indexPages(joinsByPath: ReadonlyMap<string, JoinedPath>): {
  readonly list: readonly IndexedPage[];
  readonly getNumber: (path: string) => number;
  /** Adds the service's totals for a path. */
  readonly addTotals: (path: string, serviceTotals: CountedPage) => void;
} {
  const list: { page: ListedPage; groups: readonly string[]; text: string; serviceTotals?: CountedPage }[] = [];
  const numbersByPath = new Map<string, number>();
  const numbersByKey = new Map<string, number>();
  const addPath = (path: string): number => {
    const joinedPath = joinsByPath.get(path);
    const key = getPageKey(path, joinedPath);
    const position = numbersByKey.get(key);
    const page = position === undefined ? undefined : list[position];
    if (position !== undefined && page) {
      page.text += ` ${normalizeText(path)}`;
      return position;
    }
    const shownPage = toListedPage(path, joinedPath);
    const isJoined = joinedPath && joinedPath.kind !== "unknown";
    const searchTexts = [shownPage.title, shownPage.operation ?? "", isJoined ? joinedPath.url : "", path];
    const listLength = list.push({
      page: shownPage,
      groups: isJoined ? joinedPath.groups : [],
      text: normalizeText(searchTexts.join(" ")),
    });
    numbersByKey.set(key, listLength - 1);
    return listLength - 1;
  };
  const getNumber = (path: string): number => {
    let number = numbersByPath.get(path);
    if (number === undefined) {
      number = addPath(path);
      numbersByPath.set(path, number);
    }
    return number;
  };
  return {
    list,
    getNumber,
    addTotals: (path, serviceTotals) => {
      const page = list[getNumber(path)];
      if (!page) return;
      const { up = 0, down = 0, unrated: unratedCount = 0, total = 0 } = page.serviceTotals ?? {};
      page.serviceTotals = {
        up: up + serviceTotals.up,
        down: down + serviceTotals.down,
        unrated: unratedCount + serviceTotals.unrated,
        total: total + serviceTotals.total,
      };
    },
  };
}
