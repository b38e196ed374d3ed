import type { FeedbackEntry } from "./feedback-entry.ts";
import { foldText } from "./fold-text.ts";

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
