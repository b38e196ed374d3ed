import { visibleText } from "./visible-text.ts";

/** One thing that the eye sees as a character, with the columns it takes on a terminal. */
export interface Cell {
  readonly text: string;
  readonly columns: number;
  /** Offsets in the text the cells were made from. */
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter();
const plainText = /^[\x20-\x7e]*$/;
const tabStop = 4;
/** A letter may carry marks without end; more than this many code units of one character are not shown. */
const longestCharacter = 24;

/** The text as terminal cells: tabs widened, controls made visible, emoji and East Asian letters two columns wide. */
export function cellsOf(text: string): Cell[] {
  if (plainText.test(text))
    return Array.from(text, (character, at) => ({ text: character, columns: 1, start: at, end: at + 1 }));
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const shown = showSegment(segment, column);
    const columns = columnsOf(shown);
    cells.push({ text: shown, columns, start: index, end: index + segment.length });
    column += columns;
  }
  return cells;
}

/** How many columns the text takes; it must hold no controls. */
export function columnsOf(text: string): number {
  if (plainText.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += isWide(segment) ? 2 : narrowColumns(segment);
  return columns;
}

function showSegment(segment: string, column: number): string {
  if (segment === "\t") return " ".repeat(tabStop - (column % tabStop));
  const visible = visibleText(segment);
  return visible.length > longestCharacter
    ? visible.slice(0, longestCharacter).replace(/[\ud800-\udbff]$/, "")
    : visible;
}

function narrowColumns(segment: string): number {
  return /^[\p{Mn}\p{Me}\p{Cf}]*$/u.test(segment) ? 0 : 1;
}

/** Emoji shown as pictures, and the scripts whose letters are drawn in a square (Unicode's East Asian Wide). */
function isWide(segment: string): boolean {
  return (
    /\p{Emoji_Presentation}|\ufe0f/u.test(segment) ||
    (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u.test(
      segment,
    ) &&
      !/^[\uff61-\uffdc]/u.test(segment))
  );
}
