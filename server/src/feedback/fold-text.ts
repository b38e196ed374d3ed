/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ς: "σ",
};

/**
 * A text as it is searched: lower case, without accents and characters that cannot be seen, each run of spaces one space.
 * What is equal by it is found.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const isPlain = !/[^\0-\x7f]/.test(lower);
  const folded = isPlain
    ? lower
    : lower
        .normalize("NFKD")
        .replace(/[\p{M}\p{Cf}]+/gu, "")
        .replace(/[ßæœøđðþłħıς]/g, (letter) => letters[letter] ?? letter);
  // Decomposition has made plain spaces of all others.
  return / {2}|[\0-\x1f\u1680\u2028\u2029]/.test(folded) ? folded.replace(/[\s\0-\x1f]+/g, " ") : folded;
}
