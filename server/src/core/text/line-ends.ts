/** Where the line that `offset` is on ends, its line end not included. `limit` counts as an end too. */
export function endOfLine(text: string, offset: number, limit = text.length): number {
  let i = offset;
  while (i < limit) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return i;
    i++;
  }
  return limit;
}

/** Where the next line begins, given the end of a line: behind `\r\n`, `\n` or a lone `\r`. */
export function afterLineEnd(text: string, lineEnd: number): number {
  if (lineEnd >= text.length) return text.length;
  return text.charCodeAt(lineEnd) === 13 && text.charCodeAt(lineEnd + 1) === 10 ? lineEnd + 2 : lineEnd + 1;
}

/** Returns the end of the line before the one that starts at `lineStart`, which isn't the first. */
export function beforeLineEnd(text: string, lineStart: number): number {
  return text.charCodeAt(lineStart - 1) === 10 && text.charCodeAt(lineStart - 2) === 13
    ? lineStart - 2
    : lineStart - 1;
}

/** The first offset from `start` that is neither blank nor tab. */
export function afterBlanks(text: string, start: number, limit: number): number {
  let i = start;
  while (i < limit && isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** `end` moved back over blanks and tabs, not before `start`. */
export function beforeBlanks(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isBlank(text.charCodeAt(i - 1))) i--;
  return i;
}

/** Blank or tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
