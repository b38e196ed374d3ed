import type { TextRange } from "../text/text-edit.ts";

/**
 * Where a part of a value stands in the file, given where the value stands with its quotes. A value with escapes or
 * of several lines has no part that can be told, so all of it is meant.
 */
export function partRange(value: string, written: TextRange, part: TextRange): TextRange {
  const length = written.end - written.start;
  const quotes = length === value.length ? 0 : length === value.length + 2 ? 1 : undefined;
  if (quotes === undefined) return written;
  const offset = written.start + quotes;
  return { start: offset + part.start, end: offset + part.end };
}
