import type { JsonNode, JsonProperty } from "../config/json/json-tree.ts";

/** What stands at an offset of a JSON file. */
export interface JsonPlace {
  /** Keys and positions from the file's root to the value, or to the value of the key. */
  readonly path: readonly (string | number)[];
  /** The property whose key stands there; absent when it is a value. */
  readonly property: JsonProperty | undefined;
  /** The value there; absent behind a key without one. */
  readonly value: JsonNode | undefined;
}

/** The key or the innermost value at an offset; undefined between them. */
export function jsonPlaceAt(root: JsonNode | undefined, offset: number): JsonPlace | undefined {
  let node = root;
  const path: (string | number)[] = [];
  for (;;) {
    if (!node || offset < node.range.start || offset > node.range.end) return undefined;
    if (node.kind === "array") {
      const index: number = node.items.findIndex(({ range }) => range.start <= offset && offset <= range.end);
      if (index < 0) return undefined;
      path.push(index);
      node = node.items[index];
    } else if (node.kind === "object") {
      const property: JsonProperty | undefined = node.properties.find(
        ({ keyRange, value }) => keyRange.start <= offset && offset <= (value?.range ?? keyRange).end,
      );
      if (!property) return undefined;
      path.push(property.key);
      if (offset <= property.keyRange.end) return { path, property, value: property.value };
      node = property.value;
    } else return { path, property: undefined, value: node };
  }
}
