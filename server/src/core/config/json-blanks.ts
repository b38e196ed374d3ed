/** What stands between the values of a JSON file: blanks, line ends, comments and commas. */

/** Where the blanks in front of the offset begin; they end at a line end. */
export function blankStart(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at;
}

/** Behind the blanks at the offset. */
export function blankEnd(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

export function isLineEnd(text: string, offset: number): boolean {
  return text[offset] === "\n" || (text[offset] === "\r" && text[offset + 1] === "\n");
}

/** Behind the line end in front of the offset, or behind a byte order mark. */
export function lineStartOf(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
}

/** Where the first comma of this part stands that is in no comment. */
export function commaIn(text: string, start: number, end: number): number | undefined {
  for (let at = start; at < end; at++) {
    const behind = commentEnd(text, at);
    if (behind !== undefined) at = behind - 1;
    else if (text[at] === ",") return at;
  }
  return undefined;
}

/** Behind the comments that follow on the same line, where nothing else does; else the offset itself. */
export function withTrailingComments(text: string, offset: number): number {
  let last = offset;
  for (let at = blankEnd(text, offset); !isLineEnd(text, at);) {
    const behind = commentEnd(text, at);
    if (behind === undefined) return offset;
    last = behind;
    at = blankEnd(text, behind);
  }
  return last;
}

/** Behind the comment that begins there; a line end is no part of it. */
function commentEnd(text: string, start: number): number | undefined {
  if (text.startsWith("/*", start)) {
    const end = text.indexOf("*/", start + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (!text.startsWith("//", start)) return undefined;
  const end = text.slice(start).search(/\r?\n/);
  return end < 0 ? text.length : start + end;
}
