import type { Location } from "../text/text-range.ts";
import type { JsonNode, JsonProperty } from "./json-tree.ts";

/** Where a value stands. */
export function locationOf(node: JsonNode): Location {
  return { file: node.file, range: node.range };
}

/** A text or number as a whole, of a list or object only its opening bracket: enough to see what is meant. */
export function headOf(node: JsonNode): Location {
  const { start, end } = node.range;
  return {
    file: node.file,
    range: { start, end: node.kind === "array" || node.kind === "object" ? start + 1 : end },
  };
}

export function keyLocation(property: JsonProperty): Location {
  return { file: property.file, range: property.keyRange };
}

/** The text, or its end when it is longer than a message has room for: of a path the last keys tell most. */
export function lastPart(text: string, longest: number): string {
  return text.length <= longest ? text : `…${text.slice(1 - longest)}`;
}

/** The text, or its beginning when it is longer than a message has room for. */
export function firstPart(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
