import { isBlank } from "../text/text-edit.ts";

/** A quote, or a list item or footnote, whose lines are indented by `indent` columns. */
type Container = { readonly kind: "quote" } | { readonly kind: "indented"; readonly indent: number };

/** Where a line's own text begins, behind the marks of what is open. */
export interface LineStart {
  readonly at: number;
  readonly column: number;
  /** How many of the open containers the line belongs to. */
  readonly depth: number;
}

const deepest = 100;
const listMark = /(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/my;
const footnote = /\[\^(?:[^[\]\\\s]|\\.){1,999}\]:/y;
const rule = /([-*_])[ \t]*(?:\1[ \t]*){2,}$/my;

/** Quotes, list items and footnotes that are open around a place, with the rules of Markdown without indented code. */
export class OpenContainers {
  readonly #text: string;
  readonly #open: Container[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** How far the line at `start` goes on with what is open. */
  continue(start: number, lineEnd: number): LineStart {
    let at = start;
    let column = 0;
    let depth = 0;
    let blanks = this.#open.length > 0 ? this.#afterBlanks(at, column, lineEnd) : { at, column };
    for (const container of this.#open) {
      if (blanks.at < at) blanks = this.#afterBlanks(at, column, lineEnd);
      if (container.kind === "quote") {
        if (this.#text[blanks.at] !== ">" || blanks.at >= lineEnd) break;
        at = blanks.at + 1;
        column = blanks.column + 1;
        if (at < lineEnd && isBlank(this.#text.charCodeAt(at))) {
          // A tab behind the mark counts as one blank and what is left of it.
          column++;
          at++;
        }
      } else if (blanks.at < lineEnd) {
        if (blanks.column - column < container.indent) break;
        const inside = this.#afterColumns(at, column, container.indent);
        at = inside.at;
        column = inside.column;
      }
      depth++;
    }
    return { at, column, depth };
  }

  /** Closes what the line no longer belongs to. */
  leave(depth: number): void {
    this.#open.length = Math.min(this.#open.length, depth);
  }

  /** Opens the quotes and items that begin on the line; gives the place of its first character behind them. */
  enter(from: LineStart, lineEnd: number): number {
    let { at, column } = from;
    for (;;) {
      const blanks = this.#afterBlanks(at, column, lineEnd);
      const end = this.#open.length < deepest ? this.afterMark(blanks.at, lineEnd) : undefined;
      if (end === undefined) return blanks.at;
      if (this.#text[blanks.at] === ">") {
        this.#open.push({ kind: "quote" });
        at = end;
        column = blanks.column + 1;
        if (at < lineEnd && isBlank(this.#text.charCodeAt(at))) {
          at++;
          column++;
        }
        continue;
      }
      const isNote = this.#text[blanks.at] === "[";
      const markColumn = blanks.column + end - blanks.at;
      const content = this.#afterBlanks(end, markColumn, lineEnd);
      const width = (content.at === lineEnd ? markColumn + 1 : content.column) - column;
      this.#open.push({ kind: "indented", indent: isNote ? 4 : width });
      at = content.at;
      column = content.column;
    }
  }

  /** Behind the mark of a quote, item or footnote at `at`. */
  afterMark(at: number, lineEnd: number): number | undefined {
    if (at >= lineEnd) return undefined;
    const char = this.#text[at] ?? "";
    if (char === ">") return at + 1;
    if (char === "[") return match(footnote, this.#text, at);
    if (isRule(this.#text, at)) return undefined;
    return "-*+0123456789".includes(char) ? match(listMark, this.#text, at) : undefined;
  }

  /** Whether the item at `at` may begin within a paragraph of the same container: it holds text and counts from 1. */
  mayInterrupt(at: number, lineEnd: number): boolean {
    const char = this.#text[at] ?? "";
    if (char === ">" || char === "[") return true;
    const end = this.afterMark(at, lineEnd);
    if (end === undefined || this.#afterBlanks(end, 0, lineEnd).at === lineEnd) return false;
    return "-*+".includes(char) || /^1[.)]$/.test(this.#text.slice(at, end));
  }

  #afterBlanks(from: number, column: number, lineEnd: number): { at: number; column: number } {
    let at = from;
    let width = column;
    for (; at < lineEnd; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 32) width++;
      else if (code === 9) width += 4 - (width % 4);
      else break;
    }
    return { at, column: width };
  }

  #afterColumns(from: number, column: number, count: number): { at: number; column: number } {
    let at = from;
    let width = column;
    while (width < column + count) {
      width += this.#text.charCodeAt(at) === 9 ? 4 - (width % 4) : 1;
      at++;
    }
    return { at, column: width };
  }
}

/** `---`, `* * *` and the like. */
export function isRule(text: string, at: number): boolean {
  if (!"-*_".includes(text[at] ?? " ")) return false;
  rule.lastIndex = at;
  return rule.test(text);
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
