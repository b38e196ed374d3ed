import { BoundedMap } from "../../core/text/maps.ts";
import { dayLength, type FeedbackEntry, parseDay } from "../entries/entry.ts";
import { normalizeText } from "../entries/listed-page.ts";
import type { FeedbackState } from "../entries/state.ts";
import type { ListQuery } from "../view/from-panel.ts";
import { type EntryColumns, entryFlags, ratingNames } from "./entry-columns.ts";

/** Whether a page with these navigation labels is in a group or one of its subgroups. */
export function isInGroup(labels: readonly string[], group: readonly string[]): boolean {
  return group.length <= labels.length && group.every((label, i) => labels[i] === label);
}

/** The maximum number of cached filters. While the user types in the search field, the same filter is used again. */
const maxCachedFilters = 8;

/**
 * A function that returns an array with 1 for each entry that matches all filters except the search and the theme, and
 * 0 for all others. Callers must not modify the result.
 */
export type EntryFilter = (query: ListQuery) => Uint8Array;

export function createEntryFilter(columns: EntryColumns): EntryFilter {
  const cache = new BoundedMap<string, Uint8Array>(maxCachedFilters);
  return (query) => {
    const { search: _search, theme: _theme, sort: _sort, groupBy: _groupBy, folded: _folded, ...filters } = query; // prettier-ignore
    const key = JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
    const mask = cache.get(key) ?? filterEntries(query, columns);
    cache.set(key, mask);
    return mask;
  };
}

function filterEntries(query: ListQuery, columns: EntryColumns): Uint8Array {
  const { flags, times } = columns;
  const [requiredFlags, excludedFlags] = getFilterFlags(query);
  const mask = new Uint8Array(flags.length);
  for (let position = 0; position < mask.length; position++) {
    const flag = flags[position] ?? 0;
    mask[position] = (flag & requiredFlags) === requiredFlags && (flag & excludedFlags) === 0 ? 1 : 0;
  }
  applyColumnFilter(mask, columns.sources, createMask(query.sources, columns.names));
  applyColumnFilter(mask, columns.statuses, createMask(query.statuses, columns.names));
  applyColumnFilter(mask, columns.ratings, createMask(query.ratings, ratingNames));
  applyColumnFilter(mask, columns.pages, createPageMask(query, columns.pageList));
  if (query.from !== undefined || query.through !== undefined) {
    const startTime = query.from === undefined ? -Infinity : (parseDay(query.from) ?? Number.NaN);
    const endTime = query.through === undefined ? Infinity : (parseDay(query.through) ?? Number.NaN) + dayLength;
    for (let position = 0; position < mask.length; position++) {
      const time = times[position] ?? Number.NaN;
      if (!(time >= startTime && time < endTime)) mask[position] = 0;
    }
  }
  return mask;
}

/** Excludes entries whose value in a column isn't one of the requested values. */
function applyColumnFilter(
  mask: Uint8Array,
  column: Uint8Array | Uint32Array,
  requestedMask: readonly boolean[] | undefined,
): void {
  if (!requestedMask) return;
  const allowedValues = Uint8Array.from(requestedMask, Number);
  for (let position = 0; position < mask.length; position++)
    mask[position] = (mask[position] ?? 0) & (allowedValues[column[position] ?? 0] ?? 0);
}

/** Returns the flags that an entry must have and the flags that it must not have. */
function getFilterFlags({ work, who, onlyNew, onlyComments }: ListQuery): readonly [wanted: number, unwanted: number] {
  const { open, done, later, assigned, isNew, agent, comment } = entryFlags;
  const workFlags = {
    all: [0, 0],
    open: [open, done | later],
    done: [done, 0],
    later: [later, 0],
    assigned: [assigned, 0],
  } as const;
  const readerFlags = { everybody: [0, 0], people: [0, agent], agents: [agent, 0] } as const;
  const requiredFlags = (onlyNew ? isNew : 0) | (onlyComments ? comment : 0);
  return [workFlags[work][0] | readerFlags[who][0] | requiredFlags, workFlags[work][1] | readerFlags[who][1]];
}

function createMask(selectedNames: readonly string[], names: readonly string[]): readonly boolean[] | undefined {
  return selectedNames.length > 0 ? names.map((name) => selectedNames.includes(name)) : undefined;
}

function createPageMask(
  { page, group }: ListQuery,
  pageList: EntryColumns["pageList"],
): readonly boolean[] | undefined {
  if (page === undefined && !group) return undefined;
  return pageList.map(
    (each) => (page === undefined || each.page.key === page) && (!group || isInGroup(each.groups, group)),
  );
}

const maxTerms = 20;

/**
 * Returns the words and quoted phrases that an entry must contain, normalized for search. A phrase without a closing
 * quote extends to the end: `rate "not fou` becomes `rate` and `not fou`.
 */
export function parseSearchTerms(search: string): readonly string[] {
  const searchText = search.replace(/[“”„«»]/g, '"');
  const normalizedTerms = [...searchText.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([word, phrase]) => normalizeText(phrase ?? word).trim())
    .filter((term) => term !== "");
  return [...new Set(normalizedTerms)].slice(0, maxTerms);
}

/** Whether every match of `terms` is also a match of `previousTerms`. */
export function isNarrower(previousTerms: readonly string[], terms: readonly string[]): boolean {
  return previousTerms.every((previousTerm) => terms.some((term) => term.includes(previousTerm)));
}

/**
 * The maximum number of cached results. Results are cached so that earlier results appear immediately when the user
 * deletes typed text.
 */
const maxCachedSearches = 32;

/**
 * A function that returns an array with 1 for each entry that contains all terms and 0 for all others. If there are no
 * terms, the function returns undefined, because all entries match. Callers must not modify the result.
 */
export type EntrySearch = (terms: readonly string[]) => Uint8Array | undefined;

/**
 * Creates a search of the entries' text, pages, and notes. If the terms narrow an earlier search, only the matches of
 * that search are searched.
 */
export function createEntrySearch(state: FeedbackState, columns: EntryColumns, texts: EntryTextIndex): EntrySearch {
  const cache = new BoundedMap<string, Uint8Array>(maxCachedSearches);
  const notesByPosition = indexNotesByEntry(state);
  let lastSearch: { readonly terms: readonly string[]; readonly hits: Uint8Array } | undefined;
  const find = (terms: readonly string[]): Uint8Array => {
    const baseSearch = lastSearch && isNarrower(lastSearch.terms, terms) ? lastSearch : undefined;
    // The earlier matches already contain the unchanged terms, so only the new terms need to be searched for.
    const newTerms = baseSearch ? terms.filter((term) => !baseSearch.terms.includes(term)) : terms;
    let candidates = baseSearch?.hits;
    for (const term of newTerms) candidates = findTerm(term, candidates, columns, texts, notesByPosition);
    return candidates ?? new Uint8Array(columns.entries.length);
  };
  return (terms) => {
    if (terms.length === 0) return undefined;
    const key = terms.toSorted().join("\n");
    const hits = cache.get(key) ?? find(terms);
    cache.set(key, hits);
    lastSearch = { terms, hits };
    return hits;
  };
}

/** Returns the user's notes, normalized for search, by entry index. */
function indexNotesByEntry({ triageById, entries }: FeedbackState): ReadonlyMap<number, string> {
  const notesById = new Map<string, string>();
  for (const [id, { note = "", assigned = "" }] of triageById)
    if (note !== "" || assigned !== "") notesById.set(id, normalizeText(`${note}\n${assigned}`));
  const notesByPosition = new Map<number, string>();
  if (notesById.size === 0) return notesByPosition;
  for (const [position, { id }] of entries.entries()) {
    const note = notesById.get(id);
    if (note !== undefined) notesByPosition.set(position, note);
  }
  return notesByPosition;
}

function findTerm(
  term: string,
  candidates: Uint8Array | undefined,
  { entries, pages, pageList }: EntryColumns,
  texts: EntryTextIndex,
  notesByPosition: ReadonlyMap<number, string>,
): Uint8Array {
  const hits = new Uint8Array(entries.length);
  const pagesWithTerm = Uint8Array.from(pageList, ({ text }) => (text.includes(term) ? 1 : 0));
  for (let position = 0; position < hits.length; position++) {
    if (candidates?.[position] === 0) continue;
    if (pagesWithTerm[pages[position] ?? 0] === 1 || texts.getText(position).includes(term)) hits[position] = 1;
  }
  for (const [position, note] of notesByPosition)
    if (candidates?.[position] !== 0 && note.includes(term)) hits[position] = 1;
  return hits;
}

/** The maximum length of a comment or code that is searched, in UTF-16 code units. */
const maxSearchedLength = 65_536;

/**
 * The normalized text of each entry. Each text is normalized only once, either during idle time or on the first search.
 */
export interface EntryTextIndex {
  readonly getText: (position: number) => string;
  /**
   * Normalizes the text of more entries for at most this many milliseconds. Returns false once every entry's text is
   * available.
   */
  readonly prepare: (milliseconds: number, now: () => number) => boolean;
}

/**
 * The normalized text of each entry, cached by object identity, so only new entries have to be normalized after a
 * refresh.
 */
const textCache = new WeakMap<FeedbackEntry, string>();

/** Returns the normalized text of each of these entries, by index. */
export function createEntryTextIndex(entries: readonly FeedbackEntry[]): EntryTextIndex {
  const texts: (string | undefined)[] = [];
  const getText = (position: number): string => {
    const entryText = texts[position];
    if (entryText !== undefined) return entryText;
    const entry = entries[position];
    const text = entry ? (textCache.get(entry) ?? getEntryText(entry)) : "";
    if (entry) textCache.set(entry, text);
    texts[position] = text;
    return text;
  };
  let nextIndex = 0;
  return {
    getText,
    prepare: (milliseconds, now) => {
      const end = now() + milliseconds;
      for (; nextIndex < entries.length; nextIndex++) {
        if (nextIndex % 64 === 0 && now() > end) return true;
        getText(nextIndex);
      }
      return false;
    },
  };
}

function getEntryText({ comment = "", snippet }: FeedbackEntry): string {
  const code = snippet ? `\n${snippet.filename ?? ""}\n${snippet.code.slice(0, maxSearchedLength)}` : "";
  return normalizeText(comment.slice(0, maxSearchedLength) + code);
}
