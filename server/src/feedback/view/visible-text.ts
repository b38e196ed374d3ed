/** A segment of visible text, or the name of an invisible character, such as `U+202E`. */
export interface VisiblePart {
  readonly text: string;
  readonly isHidden: boolean;
}

/**
 * Matches invisible characters that affect visible ones: control characters (except tabs and line feeds), direction
 * marks, zero-width characters (except joiners, which some scripts and emoji need), tags, separators, and lone
 * surrogates.
 */
const hiddenRunPattern =
  /([\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}])\1*/gu;

/** Limits the number of segments to about twice this value. The rest of the text becomes a single segment. */
const maxHiddenParts = 1000;

/**
 * Splits text into segments and replaces each invisible character with its name. Consecutive occurrences of an
 * invisible character are combined into one segment, such as `U+202E ×12`.
 */
export function splitVisibleText(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  const normalizedText = text.replaceAll("\r\n", "\n");
  let lastEnd = 0;
  for (const { 0: hiddenCharacters, 1: character = hiddenCharacters, index } of normalizedText.matchAll(
    hiddenRunPattern,
  )) {
    if (parts.length > 2 * maxHiddenParts) break;
    if (index > lastEnd) parts.push({ text: normalizedText.slice(lastEnd, index), isHidden: false });
    const repeatCount = hiddenCharacters.length / character.length;
    parts.push({
      text: repeatCount > 1 ? `${formatCodePoint(character)} ×${repeatCount}` : formatCodePoint(character),
      isHidden: true,
    });
    lastEnd = index + hiddenCharacters.length;
  }
  if (lastEnd < normalizedText.length)
    parts.push({ text: markInvisibleText(normalizedText.slice(lastEnd)), isHidden: false });
  return parts;
}

/** Returns the text with each invisible character replaced by its name, such as `⟦U+202E⟧`. */
export function markInvisibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(hiddenRunPattern, (hiddenCharacters: string, character: string) => {
    const repeatCount = hiddenCharacters.length / character.length;
    return repeatCount > 1 ? `⟦${formatCodePoint(character)} ×${repeatCount}⟧` : `⟦${formatCodePoint(character)}⟧`;
  });
}

function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
