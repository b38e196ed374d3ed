import type { CommandHost } from "../command.ts";

/**
 * Makes visible all characters that could move a terminal's cursor, change colors, open links, or change the text
 * direction. For example, Escape becomes `␛`, and a direction mark becomes `\u{202e}`. Line endings are also made
 * visible.
 */
export function toVisibleText(text: string): string {
  return isPlainText(text) ? text : text.replace(unsafePattern, escapeCharacter);
}

/** Applies `toVisibleText` to each line of the text. */
export function toVisibleLines(text: string): string {
  return text.split("\n").map(toVisibleText).join("\n");
}

/**
 * Matches control characters, format characters, line separators, and lone surrogates. Zero-width joiners don't match,
 * because they affect only the shape of letters and emoji.
 */
const unsafePattern = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u{${code.toString(16)}}`;
}

/** A grapheme, and the number of columns that it takes up on a terminal. */
export interface Cell {
  readonly text: string;
  readonly columns: number;
  /** The offsets of the grapheme in the original text. */
  readonly start: number;
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;

/** Splits text into graphemes. The segmenter is created on demand, because that takes 10 ms. */
function segmentText(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/**
 * Whether each character is printable ASCII and therefore takes up one column. This is the case for nearly all text,
 * which can then be processed faster.
 */
export function isPlainText(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const tabStop = 4;
/**
 * The maximum number of code units that are shown for one character. A letter can have any number of combining marks.
 */
const maxCharacterLength = 24;

/**
 * Returns the text as terminal cells. Tabs are expanded, and control characters are made visible. Emoji and East Asian
 * letters take up two columns.
 */
export function toCells(text: string): Cell[] {
  if (isPlainText(text))
    return Array.from(text, (character, index) => ({ text: character, columns: 1, start: index, end: index + 1 }));
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmentText(text)) {
    const cell = formatSegment(segment, column);
    const columns = countColumns(cell);
    cells.push({ text: cell, columns, start: index, end: index + segment.length });
    column += columns;
  }
  return cells;
}

/** Returns the number of columns that the text takes up. The text must not contain control characters. */
export function countColumns(text: string): number {
  if (isPlainText(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmentText(text)) columns += isWideCharacter(segment) ? 2 : countNarrowColumns(segment);
  return columns;
}

function formatSegment(segment: string, column: number): string {
  if (segment === "\t") return " ".repeat(tabStop - (column % tabStop));
  const visibleText = toVisibleText(segment);
  return visibleText.length > maxCharacterLength
    ? visibleText.slice(0, maxCharacterLength).replace(/[\ud800-\udbff]$/, "")
    : visibleText;
}

function countNarrowColumns(segment: string): number {
  return /^[\p{Mn}\p{Me}\p{Cf}]*$/u.test(segment) ? 0 : 1;
}

/**
 * Whether the segment is an emoji with emoji presentation or a character that takes up two columns, as most East Asian
 * characters do (East Asian Wide in Unicode).
 */
function isWideCharacter(segment: string): boolean {
  return (
    /\p{Emoji_Presentation}|\ufe0f/u.test(segment) ||
    (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30a0-\u30ff\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u.test(
      segment,
    ) &&
      !/^[\uff61-\uffdc]/u.test(segment))
  );
}

/**
 * Fits the text into this many columns. Text that is too long is truncated with an ellipsis. Text that is too short is
 * padded with spaces as specified by `fill`.
 */
export function fitToColumns(text: string, columns: number, fill: "end" | "start" | "none" = "none"): string {
  // Long text is cut before it's split into cells, because only its start can be visible.
  const cells = toCells(text.slice(0, columns * 30));
  const shownCells: string[] = [];
  let width = 0;
  const fullWidth = cells.reduce((sum, cell) => sum + cell.columns, 0);
  const maxColumns = fullWidth > columns ? columns - 1 : columns;
  for (const cell of cells) {
    if (width + cell.columns > maxColumns) break;
    shownCells.push(cell.text);
    width += cell.columns;
  }
  const line = shownCells.join("") + (fullWidth > columns ? "…" : "");
  const padding = " ".repeat(Math.max(0, columns - width - (fullWidth > columns ? 1 : 0)));
  return fill === "none" ? line : fill === "end" ? line + padding : padding + line;
}

/**
 * Wraps the words to lines of at most `columns`. A longer word is put on its own line and isn't broken, so it can be
 * copied.
 */
export function wrapText(words: readonly string[], columns: number): string[][] {
  const lines: string[][] = [];
  let width = 0;
  for (const word of words) {
    const lastLine = lines.at(-1);
    const wordWidth = countColumns(word);
    if (lastLine && width + 1 + wordWidth <= columns) {
      lastLine.push(word);
      width += 1 + wordWidth;
    } else {
      lines.push([word]);
      width = wordWidth;
    }
  }
  return lines;
}

/**
 * Matches the parts of text between which a line can break. Each Chinese or Japanese character is a part, together with
 * the punctuation that must stay next to it. Other words and code aren't broken, so paths can be copied.
 */
const nonBreakingPattern =
  /[（「『]*(?:[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|(?:`[^`]*`|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])+)[、。，；：？！）」』ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*/gu;

/**
 * Wraps text to lines of at most `columns`. Chinese and Japanese text can break between any two characters. Any other
 * word that is longer than a line is put on its own line and isn't broken.
 */
export function wrapProse(text: string, columns: number): string[] {
  const lines: string[] = [];
  let width = 0;
  for (const word of text.split(" ")) {
    let separator = " ";
    for (const part of (isPlainText(word) ? null : word.match(nonBreakingPattern)) ?? [word]) {
      const lastLine = lines.at(-1);
      const partWidth = countColumns(part);
      if (lastLine !== undefined && width + separator.length + partWidth <= columns) {
        lines[lines.length - 1] = lastLine + separator + part;
        width += separator.length + partWidth;
      } else {
        lines.push(part);
        width = partWidth;
      }
      separator = "";
    }
  }
  return lines;
}

/**
 * Returns the width of the terminal or, if there's no terminal, the value of COLUMNS. The default is 80. The result is
 * at least 40, and at most 120, because longer lines are hard to read.
 */
export function getTerminalWidth({ stdout, environment }: CommandHost): number {
  const reportedWidth = stdout.isTTY ? stdout.columns : Number(environment["COLUMNS"] ?? 80);
  return Math.max(40, Math.min(120, reportedWidth === undefined || Number.isNaN(reportedWidth) ? 80 : reportedWidth));
}

/**
 * Changes the first letter of a sentence to lowercase so that the sentence can follow `docwright: `. Names such as
 * Docwright, Git, and API don't change.
 */
export function lowercaseFirstLetter(sentence: string): string {
  return /^(?!(?:Docwright|Git)\b)[A-Z][a-z']*[ ,:]/.test(sentence)
    ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
}

const xmlEntities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/**
 * Escapes text for XML. Control characters other than tabs and line endings, lone surrogates, and U+FFFE aren't allowed
 * in XML 1.0, so they're shown as numbers.
 */
export function escapeXml(text: string): string {
  return text
    .replace(
      /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/[&<>"']/g, (character) => xmlEntities.get(character) ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
