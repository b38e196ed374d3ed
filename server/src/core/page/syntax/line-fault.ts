import { afterBlanks, endOfLine } from "../../text/text-edit.ts";
import { blankPatch, letterPatch, type Fault } from "./fault.ts";
import type { MdxStop } from "./read-mdx-tree.ts";

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
