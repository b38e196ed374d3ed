import { skipSpacesAndTabs, getLineEnd, type TextEdit, getLineStart } from "../../text/text-edit.ts";
import type { SyntaxProblem, SyntaxFix } from "../syntax-problem.ts";
import type { MdxStop } from "./mdx-parser.ts";

/** An error in the text whose fixes haven't been verified yet. */
export interface UnverifiedProblem extends Omit<SyntaxProblem, "fixes"> {
  /** Possible fixes, starting with the most likely one. Some of them might not resolve the error. */
  readonly candidates: readonly SyntaxFix[];
  /** Edits that mask the error with text of the same length so that the parser can continue. */
  readonly patches: readonly TextEdit[];
  /** The name of an opening tag that the edits in `patches` remove. Its closing tag isn't reported. */
  readonly ignoredTag?: string;
  /** The error to report instead if none of the candidates resolves this one. */
  readonly alternative?: UnverifiedProblem;
}

/** Returns an edit that replaces text with spaces. Line breaks are preserved so that blocks stay separate. */
export function createBlankPatch(text: string, start: number, end: number): TextEdit {
  return { range: { start, end }, newText: text.slice(start, end).replace(/[^\r\n]/g, " ") };
}

/** Returns an edit that replaces each character with a letter so that the parser reads the range as text. */
export function createLetterPatch(start: number, end = start + 1): TextEdit {
  return { range: { start, end }, newText: "x".repeat(end - start) };
}

export function createInsertion(offset: number, newText: string): TextEdit {
  return { range: { start: offset, end: offset }, newText };
}

/** Returns a fix that inserts a backslash before each of these characters, which have a special meaning in MDX. */
export function createEscapeFix(offsets: readonly number[], text: string): SyntaxFix {
  return { kind: "escape", text, edits: offsets.map((offset) => createInsertion(offset, "\\")) };
}

/** Returns the error for a line in a list or quote that continues a tag or expression but isn't indented far enough. */
export function createLineProblem(text: string, { offset }: MdxStop, start: number): UnverifiedProblem {
  const lineStart = getLineStart(text, offset);
  const textStart = skipSpacesAndTabs(text, lineStart, text.length);
  const end = getLineEnd(text, textStart);
  const excerpt = /^<\/?[\w.:-]*|^\{/.exec(text.slice(start, start + 60))?.[0] ?? text.slice(start, start + 1);
  return {
    kind: "line-outside-block",
    range: { start: textStart, end: Math.max(end, textStart) },
    text: excerpt,
    other: { text: excerpt, range: { start, end: start + excerpt.length } },
    candidates: [
      {
        kind: "indent-line",
        text: excerpt,
        edits: [{ range: { start: lineStart, end: textStart }, newText: getContainerIndent(text, start) }],
      },
    ],
    patches:
      text[start] === "<" || text[start] === "{"
        ? [createLetterPatch(start)]
        : [createBlankPatch(text, start, start + 1)],
  };
}

/**
 * Returns the indentation and quote marks that a line needs to be in the same list item or quote as the text at
 * `offset`.
 */
function getContainerIndent(text: string, offset: number): string {
  const lineStart = getLineStart(text, offset);
  const prefix =
    /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
  return prefix.replace(/[^>\t]/g, " ");
}

export function detectEol(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/**
 * Returns the offset after the `>` that ends the tag at `offset`, or undefined if another tag or a blank line comes
 * first.
 */
export function findTagEnd(text: string, offset: number): number | undefined {
  const end = findOpenTagEnd(text, offset);
  return text[end] === ">" ? end + 1 : undefined;
}

/**
 * Returns the offset of the `>` that ends the tag at `offset`. If there's no `>`, returns the offset of the next tag or
 * blank line, or the end of the text.
 */
export function findOpenTagEnd(text: string, offset: number): number {
  for (let i = offset; i < text.length; i++) {
    const char = text[i];
    if (char === "<" || (char === ">" && text[i - 1] !== "=")) return i;
    if (char === "\n" && /^[ \t]*\r?$/.test(text.slice(i + 1, getLineEnd(text, i + 1)))) return i;
  }
  return text.length;
}
