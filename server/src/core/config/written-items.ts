import { nodeAt } from "./edit-config.ts";
import type { JsonArray, JsonFile, JsonNode } from "./json-tree.ts";

/** An array with `$ref`s followed as its file writes it, the same value for each place that pulls it in. */
export function writtenArray(file: JsonFile, array: JsonArray): JsonArray | undefined {
  const own = array.file === file.path ? nodeAt(file.root, array.range) : undefined;
  return own?.kind === "array" ? own : undefined;
}

/** The written item from which this one of the array with `$ref`s followed comes: where a `$ref` brings it, its object. */
export function writtenItem(items: readonly JsonNode[], node: JsonNode): JsonNode | undefined {
  const by = node.kind === "object" ? node.pulledInBy : undefined;
  return items.find(({ file, range }) =>
    by
      ? by.file === file && range.start < by.range.start && by.range.end < range.end
      : node.file === file && node.range.start === range.start,
  );
}
