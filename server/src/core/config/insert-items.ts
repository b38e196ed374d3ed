import { layoutOf } from "./edit-config.ts";
import type { JsonArray, JsonFile } from "./json-tree.ts";
import type { TextEdit } from "../text/text-edit.ts";
import type { TextRange } from "../text/text-range.ts";

/**
 * Writes JSON texts (first column 0, as `textOf` gives them) as items of an array, behind the item `after`, or before all
 * others. In the style of the array: one line stays one line.
 */
export function insertItems(
  file: JsonFile,
  array: JsonArray,
  texts: readonly string[],
  after: TextRange | undefined,
): TextEdit[] {
  if (texts.length === 0) return [];
  const { eol, step } = layoutOf(file.text);
  const [first] = array.items;
  if (!first) {
    const outer = indentationAt(file.text, array.range.start);
    const lines = texts.map((text) => `${eol}${outer}${step}${indented(text, eol, outer + step)}`);
    const range = { start: array.range.start + 1, end: array.range.end - 1 };
    return [{ range, newText: `${lines.join(",")}${eol}${outer}` }];
  }
  const isOneLine = !file.text.slice(array.range.start, first.range.start).includes("\n");
  const indentation = indentationAt(file.text, first.range.start);
  const written = texts.map((text) => (isOneLine ? oneLine(text) : indented(text, eol, indentation)));
  const between = isOneLine ? ", " : `,${eol}${indentation}`;
  if (after) {
    const at = { start: after.end, end: after.end };
    return [{ range: at, newText: written.map((text) => between + text).join("") }];
  }
  const at = { start: first.range.start, end: first.range.start };
  return [{ range: at, newText: written.map((text) => text + between).join("") }];
}

function indented(text: string, eol: string, indentation: string): string {
  return text.replaceAll(eol, eol + indentation);
}

/** A JSON string holds no line end. */
function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
