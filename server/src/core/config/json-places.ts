import type { SiteLocation } from "../text/text-edit.ts";
import type { JsonNode, JsonProperty } from "./json-tree.ts";

/** Where a value stands, a text with its quotes. */
export function placeOf(node: JsonNode): SiteLocation {
  return { file: node.file, range: node.range };
}

/** A text or number as a whole, of a list or object only its opening bracket: enough to see what is meant. */
export function headPlace(node: JsonNode): SiteLocation {
  const { start, end } = node.range;
  return {
    file: node.file,
    range: { start, end: node.kind === "array" || node.kind === "object" ? start + 1 : end },
  };
}

/** Where a property's key stands, with its quotes. */
export function keyPlace(property: JsonProperty): SiteLocation {
  return { file: property.file, range: property.keyRange };
}
