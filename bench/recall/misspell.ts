import type { Random } from "./random.ts";

/** Returns the word with a misspelling: a letter that is doubled, removed, or swapped with the next letter. */
export function misspell(word: string, random: Random): string {
  const at = 1 + random.nextBelow(Math.max(1, word.length - 2));
  const [a, b] = [word[at] ?? "x", word[at + 1] ?? ""];
  const swapped = a === b ? `${a}${a}${a}` : `${b}${a}`;
  return (
    random.pick([
      word.slice(0, at) + a + word.slice(at),
      word.length > 3 ? word.slice(0, at) + word.slice(at + 1) : `${word}x`,
      word.slice(0, at) + swapped + word.slice(at + 2),
    ]) ?? word
  );
}
