/** Zero-based line and UTF-16 character, as in the language server protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Where each line of a text begins. Line ends are `\n`, `\r\n` and a lone `\r`, as the protocol counts them. */
export interface LineMap {
  readonly lineStarts: ArrayLike<number>;
  readonly length: number;
}

/** Reads the text once; kept by whoever asks for many positions of one text. */
export function lineMapOf(text: string): LineMap {
  const lineStarts = [0];
  if (!text.includes("\r")) {
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lineStarts.push(end + 1);
    return { lineStarts, length: text.length };
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) lineStarts.push(i + 1);
  }
  return { lineStarts, length: text.length };
}

/** The position of `offset`; offsets outside the text are moved to its nearest end. */
export function positionAt(map: LineMap, offset: number): Position {
  const clamped = Math.max(0, Math.min(offset, map.length));
  let low = 0;
  let high = map.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((map.lineStarts[middle] ?? 0) <= clamped) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: clamped - (map.lineStarts[low] ?? 0) };
}

/** The offset of `position`; a line past the end gives the end, a character past its line the start of the next line. */
export function offsetAt(map: LineMap, position: Position): number {
  const start = map.lineStarts[position.line];
  if (start === undefined) return position.line < 0 ? 0 : map.length;
  const next = map.lineStarts[position.line + 1] ?? map.length;
  return Math.max(start, Math.min(start + position.character, next));
}
