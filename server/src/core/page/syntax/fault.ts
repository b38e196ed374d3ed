import type { TextEdit } from "../../text/text-edit.ts";
import type { SyntaxProblem, SyntaxRepair } from "../syntax-problem.ts";

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
