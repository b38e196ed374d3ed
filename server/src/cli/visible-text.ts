/**
 * The text with everything made visible that could move the cursor, change colours, open links or turn the
 * writing direction on a terminal: escape becomes `␛`, a direction mark `\u{202e}`. Line ends count too.
 */
export function visibleText(text: string): string {
  return text.replace(dangerous, showCharacter);
}

/** Does the same line by line. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visibleText).join("\n");
}

/** Controls, format characters, line separators and halves of surrogate pairs; zero-width joiners only shape letters and emoji. */
const dangerous = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u{${code.toString(16)}}`;
}
