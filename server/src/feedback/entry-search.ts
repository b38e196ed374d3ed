import { BoundedMap } from "../core/text/bounded-map.ts";
import type { EntryColumns } from "./entry-columns.ts";
import type { EntryTexts } from "./entry-texts.ts";
import type { FeedbackState } from "./feedback-state.ts";
import { foldText } from "./fold-text.ts";
import { narrows } from "./search-terms.ts";

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
