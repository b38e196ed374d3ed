import type { SpecMap, SpecTree } from "./spec-node.ts";
import type { SpecInsertion } from "./spec-outline.ts";
import type { TextRange } from "../text/text-edit.ts";

/**
 * Where an object of a specification takes a further key. `key` is the key that holds the object. Undefined where the
 * place cannot be told from the text around it: behind an anchor, beside a comment, in a faulty file.
 */
export function insertionOf(tree: SpecTree, map: SpecMap, key: TextRange): SpecInsertion | undefined {
  const text = tree.table?.text;
  const { start, end } = map.range;
  // What stands before its key is an anchor's, used here by another name.
  if (text === undefined || start < key.end) return undefined;
  const outer = indentationAt(text, key.start);
  if (text[start] !== "{") {
    const lineStart = lineStartOf(text, start);
    const inner = text.slice(lineStart, start);
    if (/[^ ]/.test(inner) || lineStart <= key.start || /["'&!*[]/.test(text.charAt(start))) return undefined;
    return { offset: start, style: "block", isEmpty: false, ...layout(text, lineStart, inner, outer) };
  }
  let first = start + 1;
  while (first < end && /\s/.test(text.charAt(first))) first++;
  const next = text.charAt(first);
  if (next === "}") return { offset: start + 1, style: "flow", before: "", step: "", isEmpty: true };
  if (next === "#") return undefined;
  const lineStart = lineStartOf(text, first);
  if (lineStart <= start) return { offset: first, style: "flow", before: "", step: "", isEmpty: false };
  const inner = text.slice(lineStart, first);
  return { offset: first, style: "flow", isEmpty: false, ...layout(text, lineStart, inner, outer) };
}

function layout(
  text: string,
  lineStart: number,
  inner: string,
  outer: string,
): Pick<SpecInsertion, "before" | "step"> {
  const eol = text.charAt(lineStart - 2) === "\r" ? "\r\n" : "\n";
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : "";
  return { before: eol + inner, step: step === "" ? "  " : step };
}

/** A file may be one line, which must not be gone back over for each of its operations. */
const longestLine = 1_000;

function lineStartOf(text: string, offset: number): number {
  const from = Math.max(0, offset - longestLine);
  return from + text.slice(from, offset).lastIndexOf("\n") + 1;
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? "";
}
