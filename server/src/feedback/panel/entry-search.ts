import { BoundedMap } from "../../core/text/bounded-map.ts";
import { dayLength, type FeedbackEntry, readDay } from "../entries/entry.ts";
import { foldText } from "../entries/listed-page.ts";
import type { FeedbackState } from "../entries/state.ts";
import type { ListQuery } from "../view/panel-protocol.ts";
import { type EntryColumns, entryFlag, ratingNames } from "./entry-columns.ts";

/** Whether a page below these labels of the navigation belongs to a group, or to one in it. */
export function isInGroup(labels: readonly string[], group: readonly string[]): boolean {
  return group.length <= labels.length && group.every((label, i) => labels[i] === label);
}

/** So many filters are kept: typing in the search asks the same one again and again. */
const maxCachedFilters = 8;

/** For a query, 1 for each entry that all its filters but the search let through, else 0. Not to be changed. */
export type EntryFilter = (query: ListQuery) => Uint8Array;

/** The filter of these columns. */
export function entryFilter(columns: EntryColumns): EntryFilter {
  const known = new BoundedMap<string, Uint8Array>(maxCachedFilters);
  return (query) => {
    const { search: _search, sort: _sort, groupBy: _groupBy, folded: _folded, ...filters } = query;
    const key = JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
    const passing = known.get(key) ?? filtered(query, columns);
    known.set(key, passing);
    return passing;
  };
}

function filtered(query: ListQuery, columns: EntryColumns): Uint8Array {
  const { flags, times } = columns;
  const [requested, unwanted] = flagsOf(query);
  const passing = new Uint8Array(flags.length);
  for (let place = 0; place < passing.length; place++) {
    const flag = flags[place] ?? 0;
    passing[place] = (flag & requested) === requested && (flag & unwanted) === 0 ? 1 : 0;
  }
  narrow(passing, columns.sources, oneOf(query.sources, columns.names));
  narrow(passing, columns.statuses, oneOf(query.statuses, columns.names));
  narrow(passing, columns.ratings, oneOf(query.ratings, ratingNames));
  narrow(passing, columns.pages, pagesOf(query, columns.pageList));
  if (query.from !== undefined || query.through !== undefined) {
    const from = query.from === undefined ? -Infinity : (readDay(query.from) ?? Number.NaN);
    const to = query.through === undefined ? Infinity : (readDay(query.through) ?? Number.NaN) + dayLength;
    for (let place = 0; place < passing.length; place++) {
      const time = times[place] ?? Number.NaN;
      if (!(time >= from && time < to)) passing[place] = 0;
    }
  }
  return passing;
}

/** Takes away entries whose number in a column is not among those that are wanted. */
function narrow(
  passing: Uint8Array,
  column: Uint8Array | Uint32Array,
  requested: readonly boolean[] | undefined,
): void {
  if (!requested) return;
  const isRequested = Uint8Array.from(requested, Number);
  for (let place = 0; place < passing.length; place++)
    passing[place] = (passing[place] ?? 0) & (isRequested[column[place] ?? 0] ?? 0);
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

const maxTerms = 20;

/**
 * What has to be in an entry for it to be found: words, and phrases that stand in quotation marks, folded. A phrase that
 * is still being typed reaches to the end: `rate "not fou` is `rate` and `not fou`.
 */
export function searchTerms(search: string): readonly string[] {
  const plain = search.replace(/[“”„«»]/g, '"');
  const found = [...plain.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([word, phrase]) => foldText(phrase ?? word).trim())
    .filter((term) => term !== "");
  return [...new Set(found)].slice(0, maxTerms);
}

/** Whether everything that is found by `terms` is also found by `before`. */
export function narrows(before: readonly string[], terms: readonly string[]): boolean {
  return before.every((old) => terms.some((term) => term.includes(old)));
}

/** So many answers are kept, so that what is typed and taken back is there at once. */
const maxCachedSearches = 32;

/** 1 for each entry in which all terms are found, else 0; undefined without a term, when all are. Not to be changed. */
export type EntrySearch = (terms: readonly string[]) => Uint8Array | undefined;

/** The search in the texts, pages and notes of entries. Terms that narrow the ones before look at what those found alone. */
export function entrySearch(state: FeedbackState, columns: EntryColumns, texts: EntryTexts): EntrySearch {
  const known = new BoundedMap<string, Uint8Array>(maxCachedSearches);
  const notes = notesOf(state);
  let last: { readonly terms: readonly string[]; readonly hits: Uint8Array } | undefined;
  const find = (terms: readonly string[]): Uint8Array => {
    const from = last && narrows(last.terms, terms) ? last : undefined;
    // What was found already has the terms that have not changed.
    const fresh = from ? terms.filter((term) => !from.terms.includes(term)) : terms;
    let among = from?.hits;
    for (const term of fresh) among = withTerm(term, among, columns, texts, notes);
    return among ?? new Uint8Array(columns.entries.length);
  };
  return (terms) => {
    if (terms.length === 0) return undefined;
    const key = terms.toSorted().join("\n");
    const hits = known.get(key) ?? find(terms);
    known.set(key, hits);
    last = { terms, hits };
    return hits;
  };
}

/** What the person has written about entries, folded, by their places. */
function notesOf({ triage, entries }: FeedbackState): ReadonlyMap<number, string> {
  const byId = new Map<string, string>();
  for (const [id, { note = "", assigned = "" }] of triage)
    if (note !== "" || assigned !== "") byId.set(id, foldText(`${note}\n${assigned}`));
  const notes = new Map<number, string>();
  if (byId.size === 0) return notes;
  for (const [place, { id }] of entries.entries()) {
    const note = byId.get(id);
    if (note !== undefined) notes.set(place, note);
  }
  return notes;
}

function withTerm(
  term: string,
  among: Uint8Array | undefined,
  { entries, pages, pageList }: EntryColumns,
  texts: EntryTexts,
  notes: ReadonlyMap<number, string>,
): Uint8Array {
  const hits = new Uint8Array(entries.length);
  const inPage = Uint8Array.from(pageList, ({ text }) => (text.includes(term) ? 1 : 0));
  for (let place = 0; place < hits.length; place++) {
    if (among?.[place] === 0) continue;
    if (inPage[pages[place] ?? 0] === 1 || texts.at(place).includes(term)) hits[place] = 1;
  }
  for (const [place, note] of notes) if (among?.[place] !== 0 && note.includes(term)) hits[place] = 1;
  return hits;
}

/** Of a comment or code only so much is searched. UTF-16 units. */
const searched = 65_536;

/** What entries say, folded, each made once: when it is first searched, or before in the time that is left over. */
export interface EntryTexts {
  readonly at: (place: number) => string;
  /** Makes what is missing, for so many milliseconds at most; false when everything is made. */
  readonly prepare: (milliseconds: number, now: () => number) => boolean;
}

/** Entries that were there before are known by their identity, so a refresh makes the texts of new ones alone. */
const known = new WeakMap<FeedbackEntry, string>();

/** The texts of these entries, by their places. */
export function entryTexts(entries: readonly FeedbackEntry[]): EntryTexts {
  const texts: (string | undefined)[] = [];
  const at = (place: number): string => {
    const made = texts[place];
    if (made !== undefined) return made;
    const entry = entries[place];
    const text = entry ? (known.get(entry) ?? textOf(entry)) : "";
    if (entry) known.set(entry, text);
    texts[place] = text;
    return text;
  };
  let next = 0;
  return {
    at,
    prepare: (milliseconds, now) => {
      const end = now() + milliseconds;
      for (; next < entries.length; next++) {
        if (next % 64 === 0 && now() > end) return true;
        at(next);
      }
      return false;
    },
  };
}

function textOf({ comment = "", snippet }: FeedbackEntry): string {
  const code = snippet ? `\n${snippet.filename ?? ""}\n${snippet.code.slice(0, searched)}` : "";
  return foldText(comment.slice(0, searched) + code);
}
