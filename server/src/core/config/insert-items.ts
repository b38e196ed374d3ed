import type { TextEdit, TextRange } from "../text/text-edit.ts";
import { changeMembers } from "./change-members.ts";
import type { JsonArray, JsonFile } from "./json-tree.ts";
import { writtenArray } from "./written-items.ts";

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
  const members = (writtenArray(file, array) ?? array).items.map(({ range }) => range);
  return changeMembers(file, { range: array.range, members }, { texts, after });
}
