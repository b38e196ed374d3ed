import type { TextRange } from "../../text/text-edit.ts";

/** A name by which something of a site can be looked for. */
export interface NamedPlace {
  readonly kind: "page" | "heading" | "component" | "operation";
  readonly name: string;
  /** Where it belongs, as shown beside it: `guides/start`. */
  readonly container: string;
  /** Absent where only the file is known. */
  readonly range?: TextRange;
  /** Said apart from the name by those who look for it: a page's path, an operation's id. */
  readonly otherName?: string;
}

/** Names with what makes it quick to pass over most of them: which letters are in them, at all. */
export interface NameIndex {
  readonly places: readonly NamedPlace[];
  /** The letters of name and other name, as `lettersOf` tells them. */
  readonly letters: Int32Array;
  /** Name and other name of each in lower case, one behind the other; empty where there is none. */
  readonly lower: readonly string[];
}

export function indexNames(places: readonly NamedPlace[]): NameIndex {
  const letters = places.map(({ name, otherName = "" }) => lettersOf(name) | lettersOf(otherName));
  const lower = places.flatMap(({ name, otherName = "" }) => [name.toLowerCase(), otherName.toLowerCase()]);
  return { places, letters: Int32Array.from(letters), lower };
}

/**
 * A bit for each letter of the Latin alphabet that is in the text, whatever its case, some for digits and one for all that is no
 * ASCII; a text can hold all characters of another only when it has all of its bits.
 */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const lower = code | 32;
    if (lower >= 97 && lower <= 122) bits |= 1 << (lower - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << (26 + (code & 3));
    // A letter of another script may have a Latin one for its other case.
    else if (code === 0x130 || code === 0x131 || code === 0x17f || code === 0x212a) bits = -1;
    else if (code > 127) bits |= 1 << 30;
  }
  return bits;
}
