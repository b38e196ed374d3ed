/** Characters that the parser may pass over while it looks for the ends of code and formulas: less than a second's work. */
const maxPassed = 8_000_000;

/**
 * Whether a text has so many backticks or dollars without a counterpart that the parser takes very long. For each run of
 * them, it reads on to the end of the paragraph for a run of the same length. This counts how much that is.
 */
export function isTooCostly(text: string): boolean {
  let passed = 0;
  for (const mark of ["`", "$"])
    for (let at = text.indexOf(mark); at >= 0 && passed <= maxPassed;) {
      const end = endOfParagraph(text, at);
      const last = new Map<number, number>();
      let runs = 0;
      for (let start = at; start >= 0 && start < end; start = text.indexOf(mark, start)) {
        const from = start;
        while (text[start] === mark) start++;
        last.set(start - from, from);
        runs++;
      }
      // Of each length, only the last run has no counterpart. A few long paragraphs with few lengths are ordinary.
      if (runs > 1) for (const from of last.values()) passed += end - from;
      at = text.indexOf(mark, end);
    }
  return passed > maxPassed;
}

/** A carriage return alone ends a line too, but the one of a CRLF isn't a second line end. */
const blankLine = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

function endOfParagraph(text: string, at: number): number {
  blankLine.lastIndex = at;
  return blankLine.exec(text)?.index ?? text.length;
}
