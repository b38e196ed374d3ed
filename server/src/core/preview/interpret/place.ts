import type { SitePath, TextRange } from "../../text/text-edit.ts";

/** A piece of a file that was parsed by itself: a block of the page, a snippet, a component file. */
export interface Place {
  readonly file: SitePath;
  /** What is added to an offset in the piece to get the one in the file. */
  readonly offset: number;
  /**
   * Of a file that was changed before it was parsed (TypeScript without its types), so that only lines are true: the
   * text as written.
   */
  readonly original?: string;
}

/** What issues and elements say about where something is written. */
export interface Span {
  /** In the file. */
  readonly range: TextRange;
  /** First and last line of the piece, from 0; -1 where nobody knows. */
  readonly lines: readonly [number, number];
}

/** Where a node stands; parsers tell offsets in `start` and `end` and lines from 1 in `loc`. */
export function spanOf(node: object, place: Place): Span {
  const { start, end, loc, position } = node as {
    readonly start?: number;
    readonly end?: number;
    readonly loc?: Lines | null;
    readonly position?: Lines;
  };
  const lined = loc ?? position;
  const lines = [(lined?.start.line ?? 0) - 1, (lined?.end.line ?? 0) - 1] as const;
  if (place.original !== undefined) return { range: rangeOfLines(place.original, lines), lines };
  const from = start ?? lined?.start.offset ?? 0;
  const to = end ?? lined?.end.offset ?? from;
  return { range: { start: from + place.offset, end: to + place.offset }, lines };
}

interface Lines {
  readonly start: { readonly line: number; readonly offset?: number };
  readonly end: { readonly line: number; readonly offset?: number };
}

/** The lines without the blanks around them. */
function rangeOfLines(text: string, [first, last]: readonly [number, number]): TextRange {
  let start = 0;
  for (let line = 0; line < first; line++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  let end = start;
  for (let line = first; line <= last; line++) {
    const next = text.indexOf("\n", line === first ? start : end + 1);
    end = next < 0 ? text.length : next;
  }
  const written = text.slice(start, end);
  const blanks = written.length - written.trimStart().length;
  return { start: start + blanks, end: start + Math.max(blanks, written.trimEnd().length) };
}
