import type { TextEdit, TextRange } from "../text/text-edit.ts";
import { changeMembers } from "./change-members.ts";
import type { JsonArray, JsonFile, JsonObject } from "./json-tree.ts";
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

/** Takes a property out of an object with its comma and line. Comments stay. */
export function removeProperty(file: JsonFile, object: JsonObject, key: string): TextEdit[] {
  const own = object.properties.filter(
    (property) => property.file === file.path && object.file === file.path,
  );
  const members = own.map(({ keyRange, value }) => ({
    start: keyRange.start,
    end: value?.range.end ?? keyRange.end,
  }));
  const gone = new Set(own.filter((property) => property.key === key).map(({ keyRange }) => keyRange.start));
  return gone.size === 0 ? [] : changeMembers(file, { range: object.range, members }, { gone });
}
