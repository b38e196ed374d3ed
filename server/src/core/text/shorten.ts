import { firstCharacters, lastCharacters } from "./whole-characters.ts";

/** The text, or its beginning when it is longer than a message has room for. */
export function firstPart(text: string, longest: number): string {
  return text.length <= longest ? text : `${firstCharacters(text, longest - 1)}…`;
}

/** The text, or its end when it is longer than a message has room for: of a path the last keys tell most. */
export function lastPart(text: string, longest: number): string {
  return text.length <= longest ? text : `…${lastCharacters(text, longest - 1)}`;
}
