import { BoundedMap } from "../../core/text/bounded-map.ts";
import { foldComment, TermFinder } from "../themes/comment-terms.ts";
import { ThemeSearch } from "../themes/comment-themes.ts";
import { type EntryColumns, entryFlag, ratingNames } from "./entry-columns.ts";
import type { EntryTexts } from "./entry-search.ts";

/** Themes of the comments of a state. */
export interface EntryThemes {
  /**
   * Returns 1 for each entry whose comment contains this term, and 0 for the others. Must not be modified.
   */
  readonly hits: (key: string) => Uint8Array;
  /** Starts finding the themes of these entries. */
  readonly search: (places: Int32Array) => ThemeSearch;
}

/** The number of terms whose matches are cached. */
const maxCachedTerms = 8;
const down = ratingNames.indexOf("down");

export function entryThemes({ entries, flags, ratings }: EntryColumns, texts: EntryTexts): EntryThemes {
  const known = new BoundedMap<string, Uint8Array>(maxCachedTerms);
  const hasComment = (place: number): boolean => ((flags[place] ?? 0) & entryFlag.comment) !== 0;
  const comment = (place: number): string => entries[place]?.comment ?? "";
  /** The text for search also contains the code. */
  const folded = (place: number): string =>
    entries[place]?.snippet ? foldComment(comment(place)) : texts.at(place);
  const hits = (key: string): Uint8Array => {
    const finder = new TermFinder([key]);
    return Uint8Array.from(entries, (_, place) => (hasComment(place) ? finder.find(folded(place)) : 0));
  };
  return {
    hits: (key) => {
      const found = known.get(key) ?? hits(key);
      known.set(key, found);
      return found;
    },
    search: (places) =>
      new ThemeSearch({
        places: places.filter(hasComment),
        comment,
        isNegative: (place) => ratings[place] === down,
        folded,
      }),
  };
}
