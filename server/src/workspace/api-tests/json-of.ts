import type { JsonNode } from "../../core/config/json/json-tree.ts";

/** The text of JSON that was read from a sample. */
export function jsonOf(node: JsonNode): string {
  return JSON.stringify(plain(node));
}

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(
        node.properties.flatMap(({ key, value }) => (value ? [[key, plain(value)]] : [])),
      );
    case "array":
      return node.items.map(plain);
    case "null":
      return null;
    default:
      return node.value;
  }
}
