import type { TextRange } from "./text-range.ts";

/** Whether the offset is between the two UTF-16 units of a character, such as an emoji. */
function isInCharacter(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** Returns the range of the character at an offset; empty at the end of the text. */
export function characterAt(text: string, offset: number): TextRange {
  return wholeCharacters(text, { start: offset, end: Math.min(offset + 1, text.length) });
}

/** Returns the range with the characters whole that it starts or ends in. */
export function wholeCharacters(text: string, { start, end }: TextRange): TextRange {
  return {
    start: isInCharacter(text, start) ? start - 1 : start,
    end: isInCharacter(text, end) ? end + 1 : end,
  };
}

/** Returns at most `length` UTF-16 units from the start of the text, without half a character. */
export function firstCharacters(text: string, length: number): string {
  return text.slice(0, isInCharacter(text, length) ? length - 1 : length);
}

/** Returns at most `length` UTF-16 units from the end of the text, without half a character. */
export function lastCharacters(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  return text.slice(isInCharacter(text, start) ? start + 1 : start);
}
