import { columnsOf } from "./text-cells.ts";

/** The words in lines of at most `columns`; a word that is longer has a line of its own and is not broken, so that it can be copied. */
export function wrapWords(words: readonly string[], columns: number): string[][] {
  const lines: string[][] = [];
  let width = 0;
  for (const word of words) {
    const last = lines.at(-1);
    const wordWidth = columnsOf(word);
    if (last && width + 1 + wordWidth <= columns) {
      last.push(word);
      width += 1 + wordWidth;
    } else {
      lines.push([word]);
      width = wordWidth;
    }
  }
  return lines;
}
