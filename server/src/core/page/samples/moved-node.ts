import type { JsonNode } from "../../config/json/json-tree.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** The tree with its ranges moved to where each character stands in the page. */
export function movedNode(node: JsonNode, offsets: readonly number[]): JsonNode {
  const range = moved(node.range, offsets);
  switch (node.kind) {
    case "object":
      return {
        ...node,
        range,
        properties: node.properties.map((property) => ({
          ...property,
          keyRange: moved(property.keyRange, offsets),
          value: property.value && movedNode(property.value, offsets),
        })),
      };
    case "array":
      return { ...node, range, items: node.items.map((item) => movedNode(item, offsets)) };
    default:
      return { ...node, range };
  }
}

function moved({ start, end }: TextRange, offsets: readonly number[]): TextRange {
  const first = offsets[start] ?? 0;
  return { start: first, end: end > start ? (offsets[end - 1] ?? first) + 1 : first };
}
