import { maskContact } from "../entries/entry.ts";
import { listedPage } from "../entries/listed-page.ts";
import { daysAround, ratingsAround } from "../entries/ratings.ts";
import {
  type TruncatedTextView,
  shownAtFirst,
  type ShownEntry,
  type ShownPage,
} from "../view/panel-model.ts";
import { entryFlag, ratingNames } from "./entry-columns.ts";
import type { EntryIndex } from "./entry-index.ts";

/**
 * Returns the details of an entry with its contact masked, or undefined if the ID is unknown. With `full`, its texts
 * aren't truncated.
 */
export function shownEntry(
  id: string,
  full: boolean,
  index: EntryIndex,
  now: number,
): ShownEntry | undefined {
  const { state, columns } = index;
  const place = index.placeOf(id) ?? -1;
  const entry = state.entries[place];
  if (!entry) return undefined;
  const { comment, snippet, createdAt, createdAtText, contact, source, status, incomplete } = entry;
  const { mark, assigned, note } = state.triage.get(id) ?? {};
  const limit = full ? Infinity : shownAtFirst;
  return {
    id,
    page: shownPage(entry.path, index),
    ...(comment !== undefined && comment !== "" && { comment: cut(comment, limit) }),
    ...(snippet && { snippet: { ...snippet, code: cut(snippet.code, limit) } }),
    rating: ratingNames[columns.ratings[place] ?? 0] ?? "none",
    ...(createdAt !== undefined && { at: createdAt }),
    ...(createdAtText !== undefined && { atText: createdAtText }),
    source,
    status,
    incomplete,
    isNew: ((columns.flags[place] ?? 0) & entryFlag.isNew) !== 0,
    ...(contact !== undefined && contact !== "" && { maskedContact: maskContact(contact) }),
    ...(entry.isContactNotKept === true && { isContactNotKept: true }),
    ...resolvedBy(id, place, index, now),
    triage: {
      ...(mark && { mark }),
      ...(assigned !== undefined && { assigned }),
      ...(note !== undefined && { note }),
    },
  };
}

function resolvedBy(
  id: string,
  place: number,
  { state, columns }: EntryIndex,
  now: number,
): Pick<ShownEntry, "resolvedBy"> {
  const commit = state.resolvedBy?.get(id);
  if (!commit) return {};
  const { hash, subject, at } = commit;
  const ofPage = state.entries.filter((_, other) => columns.pages[other] === columns.pages[place]);
  const around = ratingsAround(ofPage, at, now);
  return { resolvedBy: { hash: hash.slice(0, 7), subject, at, days: daysAround, ...around } };
}

function shownPage(path: string, { state: { joined }, viewsOf }: EntryIndex): ShownPage {
  const found = joined.get(path);
  const views = viewsOf(path, ...(found && found.kind !== "unknown" ? [found.url] : []));
  const page = { ...listedPage(path, found), ...(views && { views }) };
  if (!found) return { ...page, path, groups: [] };
  return found.kind === "unknown"
    ? { ...page, path, groups: [], reason: found.reason }
    : { ...page, path, url: found.url, by: found.by, groups: found.groups };
}

/** Truncates text without splitting a character. */
function cut(text: string, limit: number): TruncatedTextView {
  if (text.length <= limit) return { text, length: text.length };
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return { text: text.slice(0, isPair ? limit - 1 : limit), length: text.length };
}
