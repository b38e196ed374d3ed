import { afterBlanks, endOfLine, type TextEdit } from "../../text/text-edit.ts";
import type { SyntaxProblem, SyntaxRepair } from "../syntax-problem.ts";
import type { MdxStop } from "./mdx-parser.ts";

/** A fault as found in the text, before its ways out have been tried. */
export interface Fault extends Omit<SyntaxProblem, "repairs"> {
  /** Ways out, the likeliest first; not all of them need work. */
  readonly candidates: readonly SyntaxRepair[];
  /** Writes text of equal length over the fault, so that the parser gets past it. */
  readonly patches: readonly TextEdit[];
  /** The name of an opening tag that `patches` take away, so that its closing tag is none too many. */
  readonly takenTag?: string;
}

/** Spaces over a stretch of text; line ends stay, so that blocks do not run together. */
export function blankPatch(text: string, start: number, end: number): TextEdit {
  return { range: { start, end }, newText: text.slice(start, end).replace(/[^\r\n]/g, " ") };
}

/** A letter over each character of a place that the parser must take for text. */
export function letterPatch(start: number, end = start + 1): TextEdit {
  return { range: { start, end }, newText: "x".repeat(end - start) };
}

export function insertion(at: number, newText: string): TextEdit {
  return { range: { start: at, end: at }, newText };
}

/** Backslashes before characters that MDX would read. */
export function escapeRepair(offsets: readonly number[], text: string): SyntaxRepair {
  return { kind: "escape", text, edits: offsets.map((at) => insertion(at, "\\")) };
}

/** A line that belongs to a tag or expression in a list or quote, and does not stand as deep as it. */
export function lineFault(text: string, { at }: MdxStop, start: number): Fault {
  const lineStart = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  const from = afterBlanks(text, lineStart, text.length);
  const end = endOfLine(text, from);
  const shown = /^<\/?[\w.:-]*|^\{/.exec(text.slice(start, start + 60))?.[0] ?? text.slice(start, start + 1);
  return {
    fault: "line-outside-block",
    range: { start: from, end: Math.max(end, from) },
    text: shown,
    other: { text: shown, range: { start, end: start + shown.length } },
    candidates: [
      {
        kind: "indent-line",
        text: shown,
        edits: [{ range: { start: lineStart, end: from }, newText: containerIndent(text, start) }],
      },
    ],
    patches:
      text[start] === "<" || text[start] === "{"
        ? [letterPatch(start)]
        : [blankPatch(text, start, start + 1)],
  };
}

/** The blanks that a line needs to stand in the same list item or quote as the text at `offset`. */
function containerIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const marks =
    /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ??
    "";
  return marks.replace(/[^>\t]/g, " ");
}
