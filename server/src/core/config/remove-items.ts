import type { TextEdit } from "../text/text-edit.ts";
import type { TextRange } from "../text/text-range.ts";
import { changeMembers } from "./change-members.ts";
import type { JsonArray, JsonFile } from "./json-tree.ts";
import { writtenArray } from "./written-items.ts";

/** Takes items out of an array with their commas and lines; `gone` says by its range whether one goes. Comments stay. */
export function removeItems(
  file: JsonFile,
  array: JsonArray,
  gone: (range: TextRange) => boolean,
): TextEdit[] {
  const members = (writtenArray(file, array) ?? array).items.map(({ range }) => range);
  const starts = new Set(members.filter(gone).map(({ start }) => start));
  return starts.size === 0 ? [] : changeMembers(file, { range: array.range, members }, { gone: starts });
}
