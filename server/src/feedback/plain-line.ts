const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** The beginning of a text of strangers as one line, without what could steer a terminal or turn the direction of writing. */
export function plainLine(text: string, most: number): string {
  // What is not shown need not be gone through.
  const line = text
    .slice(0, most * 4)
    .replace(unsafe, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : line;
}
