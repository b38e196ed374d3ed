/**
 * The text in one line for the terminal in which the editor shows what came of tests: no character of it is an order to
 * move the cursor, to write to the clipboard or to open a link, whoever wrote it.
 */
export function terminalText(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "·");
}
