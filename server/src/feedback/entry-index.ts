import { entryColumns, entryFlag, ratingNames, type EntryColumns } from "./entry-columns.ts";
import { entryTexts, type EntryTexts } from "./entry-texts.ts";
import type { FeedbackState } from "./feedback-state.ts";
import { foldText } from "./fold-text.ts";
import { dayLength, readDay } from "./iso-time.ts";
import { isInGroup } from "./is-in-group.ts";
import { narrows, searchTerms } from "./search-terms.ts";
import type { ListQuery } from "./view/list-query.ts";

/** What is asked of a state's entries, fast: see `bench -- --section feedback`. */
export interface EntryIndex {
  readonly state: FeedbackState;
  readonly columns: EntryColumns;
  readonly texts: EntryTexts;
  /** Places of all entries. */
  readonly places: Int32Array;
  /** Places of entries that a query lets through, in the order of the state. */
  readonly find: (query: ListQuery) => Int32Array;
  /** The place of an entry; undefined when there is none. */
  readonly placeOf: (id: string) => number | undefined;
}

/** The index of a state. Texts that were folded for entries before are not made again. */
export function entryIndex(state: FeedbackState, before?: EntryIndex): EntryIndex {
  const columns = entryColumns(state);
  const texts = before?.state.entries === state.entries ? before.texts : entryTexts(state.entries);
  const notes = notesOf(state);
  let byId: Map<string, number> | undefined;
  const all: { readonly terms: readonly string[]; readonly hits: Int32Array } = {
    terms: [],
    hits: new Int32Array(state.entries.length).map((_, place) => place),
  };
  let last = all;
  const search = (terms: readonly string[]): Int32Array => {
    const from = narrows(last.terms, terms) ? last : all;
    if (from.terms.length === terms.length && narrows(terms, from.terms)) return from.hits;
    const hits = searched(terms, from.hits, columns, texts, notes);
    last = { terms, hits };
    return hits;
  };
  return {
    state,
    columns,
    texts,
    places: all.hits,
    find: (query) => {
      const passes = filterOf(query, columns);
      return search(searchTerms(query.search)).filter(passes);
    },
    placeOf: (id) => {
      byId ??= new Map(state.entries.map((entry, place) => [entry.id, place]));
      return byId.get(id);
    },
  };
}

/** What the person has written about entries, folded. */
function notesOf({ triage }: FeedbackState): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const [id, { note = "", assigned = "" }] of triage)
    if (note !== "" || assigned !== "") notes.set(id, foldText(`${note}\n${assigned}`));
  return notes;
}

function searched(
  terms: readonly string[],
  among: Int32Array,
  { entries, pages, pageList }: EntryColumns,
  texts: EntryTexts,
  notes: ReadonlyMap<string, string>,
): Int32Array {
  let hits = among;
  // Term by term: what the first one leaves over is all that the next one is asked about.
  for (const term of terms) {
    const inPage = pageList.map(({ text }) => text.includes(term));
    hits = hits.filter((place) => {
      if (inPage[pages[place] ?? 0] === true || texts.at(place).includes(term)) return true;
      return notes.size > 0 && (notes.get(entries[place]?.id ?? "")?.includes(term) ?? false);
    });
  }
  return hits;
}

/** Whether the entry at a place is let through by all filters of a query but its search. */
export function filterOf(query: ListQuery, columns: EntryColumns): (place: number) => boolean {
  const { times, ratings, flags, sources, statuses, names, pages, pageList } = columns;
  const [wanted, unwanted] = flagsOf(query);
  const source = oneOf(query.sources, names);
  const status = oneOf(query.statuses, names);
  const rated =
    query.ratings.length > 0 ? ratingNames.map((name) => query.ratings.includes(name)) : undefined;
  const page = pagesOf(query, pageList);
  const from = query.from === undefined ? -Infinity : (readDay(query.from) ?? Number.NaN);
  const to = query.through === undefined ? Infinity : (readDay(query.through) ?? Number.NaN) + dayLength;
  const isDated = query.from !== undefined || query.through !== undefined;
  return (place) => {
    const flag = flags[place] ?? 0;
    if ((flag & wanted) !== wanted || (flag & unwanted) !== 0) return false;
    if (source && source[sources[place] ?? 0] !== true) return false;
    if (status && status[statuses[place] ?? 0] !== true) return false;
    if (rated && rated[ratings[place] ?? 0] !== true) return false;
    if (page && page[pages[place] ?? 0] !== true) return false;
    const time = times[place] ?? Number.NaN;
    return !isDated || (time >= from && time < to);
  };
}

/** Flags that an entry has to have, and those that it must not have. */
function flagsOf({ work, who, onlyNew }: ListQuery): readonly [wanted: number, unwanted: number] {
  const { open, done, later, assigned, isNew, agent } = entryFlag;
  const works = {
    all: [0, 0],
    open: [open, done | later],
    done: [done, 0],
    later: [later, 0],
    assigned: [assigned, 0],
  } as const;
  const whos = { everybody: [0, 0], people: [0, agent], agents: [agent, 0] } as const;
  return [works[work][0] | whos[who][0] | (onlyNew ? isNew : 0), works[work][1] | whos[who][1]];
}

function oneOf(chosen: readonly string[], names: readonly string[]): readonly boolean[] | undefined {
  return chosen.length > 0 ? names.map((name) => chosen.includes(name)) : undefined;
}

function pagesOf(
  { page, group }: ListQuery,
  pageList: EntryColumns["pageList"],
): readonly boolean[] | undefined {
  if (page === undefined && !group) return undefined;
  return pageList.map(
    (each) => (page === undefined || each.page.key === page) && (!group || isInGroup(each.groups, group)),
  );
}
