import { BoundedMap } from "../../core/text/maps.ts";
import { toComparablePath, type ViewedPage } from "../entries/analytics.ts";
import { maskContact } from "../entries/entry.ts";
import { toListedPage } from "../entries/listed-page.ts";
import { ratingWindowDays, compareRatingPeriods } from "../entries/ratings.ts";
import type { FeedbackState } from "../entries/state.ts";
import { foldComment, TermFinder } from "../themes/comment-terms.ts";
import { ThemeSearch } from "../themes/comment-themes.ts";
import type { ListQuery } from "../view/from-panel.ts";
import {
  type PageViews,
  initialTextLength,
  type ShownEntry,
  type ShownPage,
  type TruncatedTextView,
} from "../view/panel-model.ts";
import { type EntryColumns, createEntryColumns, entryFlags, ratingNames } from "./entry-columns.ts";
import {
  createEntryFilter,
  type EntryFilter,
  createEntrySearch,
  type EntryTextIndex,
  createEntryTextIndex,
  parseSearchTerms,
} from "./entry-search.ts";

/** The themes of the comments in a state. */
interface EntryThemes {
  /**
   * Returns an array that contains 1 for each entry whose comment contains this term and 0 for all others. Callers must
   * not modify the result.
   */
  readonly getHits: (key: string) => Uint8Array;
  /** Starts a search for the themes of the entries at these indexes. */
  readonly search: (positions: Int32Array) => ThemeSearch;
}

/** The number of terms whose matches are cached. */
const maxCachedTerms = 8;
const downRating = ratingNames.indexOf("down");

function createThemes({ entries, flags, ratings }: EntryColumns, texts: EntryTextIndex): EntryThemes {
  const cache = new BoundedMap<string, Uint8Array>(maxCachedTerms);
  const hasComment = (position: number): boolean => ((flags[position] ?? 0) & entryFlags.comment) !== 0;
  const getComment = (position: number): string => entries[position]?.comment ?? "";
  /**
   * Returns the normalized comment. For an entry with a code snippet, `texts` can't be used, because it includes the
   * code.
   */
  const getFoldedText = (position: number): string =>
    entries[position]?.snippet ? foldComment(getComment(position)) : texts.getText(position);
  const getHits = (key: string): Uint8Array => {
    const finder = new TermFinder([key]);
    return Uint8Array.from(entries, (_, position) => (hasComment(position) ? finder.find(getFoldedText(position)) : 0));
  };
  return {
    getHits: (key) => {
      const hits = cache.get(key) ?? getHits(key);
      cache.set(key, hits);
      return hits;
    },
    search: (positions) =>
      new ThemeSearch({
        positions: positions.filter(hasComment),
        getComment,
        isNegative: (position) => ratings[position] === downRating,
        getFoldedText,
      }),
  };
}

/** Answers queries about a state's entries quickly. `bench -- --section feedback` measures their speed. */
export interface EntryIndex {
  readonly state: FeedbackState;
  readonly columns: EntryColumns;
  readonly texts: EntryTextIndex;
  readonly filter: EntryFilter;
  /** Returns the indexes of matching entries, in the same order as in the state. */
  readonly find: (query: ListQuery) => Int32Array;
  readonly themes: EntryThemes;
  /** Returns the views of the page with one of these paths or URLs, or undefined if the views are unknown. */
  readonly getViews: (...paths: readonly string[]) => PageViews | undefined;
  /** Returns the index of the entry with this ID, or undefined if the entry doesn't exist. */
  readonly getPosition: (id: string) => number | undefined;
}

/** Creates an index of a state. Reuses the normalized text of each entry that is in the earlier index. */
export function createEntryIndex(state: FeedbackState, previousIndex?: EntryIndex): EntryIndex {
  const columns = createEntryColumns(state);
  const texts =
    previousIndex?.state.entries === state.entries ? previousIndex.texts : createEntryTextIndex(state.entries);
  const filter = createEntryFilter(columns);
  const entrySearch = createEntrySearch(state, columns, texts);
  const themes = createThemes(columns, texts);
  let viewsByPath: ReadonlyMap<string, PageViews> | undefined;
  let indexesById: Map<string, number> | undefined;
  return {
    state,
    columns,
    texts,
    filter,
    find: (query) =>
      listPositions(
        filter(query),
        entrySearch(parseSearchTerms(query.search)),
        query.theme === undefined ? undefined : themes.getHits(query.theme),
      ),
    themes,
    getViews: (...paths) => {
      viewsByPath ??= groupViewsByPath(state.analytics?.views?.pages ?? []);
      for (const path of paths) {
        const pageViews = viewsByPath.get(toComparablePath(path));
        if (pageViews) return pageViews;
      }
      return undefined;
    },
    getPosition: (id) => {
      indexesById ??= new Map(state.entries.map((entry, position) => [entry.id, position]));
      return indexesById.get(id);
    },
  };
}

/** Maps each path to its views. The views of paths that differ only in a trailing slash or a query are added up. */
function groupViewsByPath(pages: readonly ViewedPage[]): ReadonlyMap<string, PageViews> {
  const viewsByPath = new Map<string, PageViews>();
  for (const { path, human, ai } of pages) {
    const key = toComparablePath(path);
    const views = viewsByPath.get(key) ?? { human: 0, ai: 0 };
    viewsByPath.set(key, { human: views.human + human, ai: views.ai + ai });
  }
  return viewsByPath;
}

/** Returns the indexes where all arrays contain 1. */
function listPositions(mask: Uint8Array, hits: Uint8Array | undefined, themeMask: Uint8Array | undefined): Int32Array {
  const positions = new Int32Array(mask.length);
  let count = 0;
  for (let position = 0; position < mask.length; position++)
    if (mask[position] === 1 && hits?.[position] !== 0 && themeMask?.[position] !== 0) positions[count++] = position;
  // The result is copied, because a view of the longer buffer would keep all of the buffer in memory.
  return positions.slice(0, count);
}

/**
 * Returns the details of an entry with its contact details masked, or undefined if the ID is unknown. If
 * `includesFullText` is set, the comment and code aren't truncated.
 */
export function toShownEntry(
  id: string,
  includesFullText: boolean,
  index: EntryIndex,
  now: number,
): ShownEntry | undefined {
  const { state, columns } = index;
  const position = index.getPosition(id) ?? -1;
  const entry = state.entries[position];
  if (!entry) return undefined;
  const { comment, snippet, createdAt, createdAtText, contact, source, status, incomplete } = entry;
  const { mark, assigned, note } = state.triageById.get(id) ?? {};
  const limit = includesFullText ? Infinity : initialTextLength;
  return {
    id,
    page: toShownPage(entry.path, index),
    ...(comment !== undefined && comment !== "" && { comment: truncateText(comment, limit) }),
    ...(snippet && { snippet: { ...snippet, code: truncateText(snippet.code, limit) } }),
    rating: ratingNames[columns.ratings[position] ?? 0] ?? "none",
    ...(createdAt !== undefined && { time: createdAt }),
    ...(createdAtText !== undefined && { timeText: createdAtText }),
    source,
    status,
    incomplete,
    isNew: ((columns.flags[position] ?? 0) & entryFlags.isNew) !== 0,
    ...(contact !== undefined && contact !== "" && { maskedContact: maskContact(contact) }),
    ...(entry.isContactNotKept === true && { isContactNotKept: true }),
    ...getResolvingCommit(id, position, index, now),
    triage: {
      ...(mark && { mark }),
      ...(assigned !== undefined && { assigned }),
      ...(note !== undefined && { note }),
    },
  };
}

function getResolvingCommit(
  id: string,
  position: number,
  { state, columns }: EntryIndex,
  now: number,
): Pick<ShownEntry, "resolvedBy"> {
  const commit = state.commitsById?.get(id);
  if (!commit) return {};
  const { hash, subject, time } = commit;
  const pageEntries = state.entries.filter((_, other) => columns.pages[other] === columns.pages[position]);
  const ratingComparison = compareRatingPeriods(pageEntries, time, now);
  return { resolvedBy: { hash: hash.slice(0, 7), subject, time, days: ratingWindowDays, ...ratingComparison } };
}

function toShownPage(path: string, { state: { joinsByPath }, getViews }: EntryIndex): ShownPage {
  const joinedPath = joinsByPath.get(path);
  const pageViews = getViews(path, ...(joinedPath && joinedPath.kind !== "unknown" ? [joinedPath.url] : []));
  const page = { ...toListedPage(path, joinedPath), ...(pageViews && { views: pageViews }) };
  if (!joinedPath) return { ...page, path, groups: [] };
  return joinedPath.kind === "unknown"
    ? { ...page, path, groups: [], reason: joinedPath.reason }
    : { ...page, path, url: joinedPath.url, by: joinedPath.by, groups: joinedPath.groups };
}

/** Truncates text without splitting a surrogate pair. */
function truncateText(text: string, limit: number): TruncatedTextView {
  if (text.length <= limit) return { text, length: text.length };
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return { text: text.slice(0, isPair ? limit - 1 : limit), length: text.length };
}
