import type { CommandHost } from "../run-cli.ts";

/**
 * The text with everything made visible that could move the cursor, change colours, open links or turn the
 * writing direction on a terminal: escape becomes `␛`, a direction mark `\u{202e}`. Line ends count too.
 */
export function toVisibleText(text: string): string {
  return text.replace(dangerous, showCharacter);
}

/** Does the same line by line. */
export function visibleLines(text: string): string {
  return text.split("\n").map(toVisibleText).join("\n");
}

/** Controls, format characters, line separators and halves of surrogate pairs; zero-width joiners only shape letters and emoji. */
const dangerous = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u{${code.toString(16)}}`;
}

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
const maxCharacterLength = 24;

/** The text as terminal cells: tabs widened, controls made visible, emoji and East Asian letters two columns wide. */
export function toCells(text: string): Cell[] {
  if (plainText.test(text))
    return Array.from(text, (character, at) => ({ text: character, columns: 1, start: at, end: at + 1 }));
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const shown = showSegment(segment, column);
    const columns = countColumns(shown);
    cells.push({ text: shown, columns, start: index, end: index + segment.length });
    column += columns;
  }
  return cells;
}

/** How many columns the text takes; it must hold no controls. */
export function countColumns(text: string): number {
  if (plainText.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += isWide(segment) ? 2 : narrowColumns(segment);
  return columns;
}

function showSegment(segment: string, column: number): string {
  if (segment === "\t") return " ".repeat(tabStop - (column % tabStop));
  const visible = toVisibleText(segment);
  return visible.length > maxCharacterLength
    ? visible.slice(0, maxCharacterLength).replace(/[\ud800-\udbff]$/, "")
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

/** The text as it is shown in so many columns: cut with an ellipsis, filled up with spaces where `fill` says so. */
export function fitCells(text: string, columns: number, fill: "end" | "start" | "none" = "none"): string {
  // What is not shown need not be gone through: no character of ours takes less than a unit.
  const cells = toCells(text.slice(0, columns * 30));
  const shown: string[] = [];
  let width = 0;
  const full = cells.reduce((sum, cell) => sum + cell.columns, 0);
  const room = full > columns ? columns - 1 : columns;
  for (const cell of cells) {
    if (width + cell.columns > room) break;
    shown.push(cell.text);
    width += cell.columns;
  }
  const line = shown.join("") + (full > columns ? "…" : "");
  const padding = " ".repeat(Math.max(0, columns - width - (full > columns ? 1 : 0)));
  return fill === "none" ? line : fill === "end" ? line + padding : padding + line;
}

/** The words in lines of at most `columns`; a word that is longer has a line of its own and is not broken, so that it can be copied. */
export function wrapText(words: readonly string[], columns: number): string[][] {
  const lines: string[][] = [];
  let width = 0;
  for (const word of words) {
    const last = lines.at(-1);
    const wordWidth = countColumns(word);
    if (last && width + 1 + wordWidth <= columns) {
      last.push(word);
      width += 1 + wordWidth;
    } else {
      lines.push([word]);
      width = wordWidth;
    }
  }
  return lines;
}

/** The terminal's width; longer lines than 120 columns read badly. Without a terminal, what COLUMNS says or 80. */
export function layOutColumns({ stdout, environment }: CommandHost): number {
  const reported = stdout.isTTY ? stdout.columns : Number(environment["COLUMNS"] ?? 80);
  return Math.max(40, Math.min(120, reported === undefined || Number.isNaN(reported) ? 80 : reported));
}
