import { afterBlanks, afterLineEnd, endOfLine, type TextRange } from "../text/text-edit.ts";

/** A text that was cut: its parts, and what the next reading of nearly the same text takes over. */
export interface PageSplit {
  readonly parts: readonly TextRange[];
  readonly text: string;
  readonly bodyStart: number;
  /** Stretches that hold together, in the order of their starts. */
  readonly spans: readonly TextRange[];
  readonly gaps: readonly Gap[];
  readonly stops: readonly Stop[];
  /** Characters that were looked at twice. */
  readonly spent: number;
}

/** Blank lines in front of a line that may begin a part. */
export interface Gap {
  /** The end of the line in front of the blank lines. */
  readonly at: number;
  /** Where the next part begins. */
  readonly next: number;
}

/** A gap at which no tag is open: nothing behind it reaches back. */
export interface Stop {
  /** The start of a line. */
  readonly at: number;
  readonly inList: boolean;
  /** How many there are up to here. */
  readonly spans: number;
  readonly gaps: number;
  readonly spent: number;
  /** Behind the last character that was looked at since the stop before; infinite where that is the end of the text. */
  readonly seen: number;
}

/** What stands between gaps that lie in no span. */
export function partsBetween(
  text: string,
  bodyStart: number,
  { spans, gaps }: Pick<PageSplit, "spans" | "gaps">,
): TextRange[] {
  const parts: TextRange[] = [];
  let start = afterBlankLines(text, bodyStart);
  let span = 0;
  let covered = bodyStart;
  for (const gap of gaps) {
    for (let next = spans[span]; next && next.start < gap.at; next = spans[++span])
      covered = Math.max(covered, next.end);
    if (gap.at < covered) continue;
    if (hasText(text, start, gap.at)) parts.push({ start, end: gap.at });
    start = gap.next;
  }
  if (hasText(text, start, text.length)) parts.push({ start, end: text.length });
  return parts;
}

function afterBlankLines(text: string, from: number): number {
  let line = from;
  for (let end = endOfLine(text, line); end < text.length; end = endOfLine(text, line)) {
    if (afterBlanks(text, line, end) < end) break;
    line = afterLineEnd(text, end);
  }
  return line;
}

/** Most parts begin with a letter or a mark. */
function hasText(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  return end > start && ((first > 32 && first < 128) || text.slice(start, end).trim() !== "");
}
