import type { JsonArray, JsonFile, JsonNode } from "../../config/json/json-tree.ts";
import type { DivisionKey, NavNode } from "../../config/settings/navigation.ts";
import { writtenArray, writtenItem } from "../../config/json/change-members.ts";
import type { Site } from "../../site/site.ts";

/** Where an entry or element is written in its list: of what a `$ref` pulls in, the object with the `$ref`. */
export interface WrittenPlace {
  readonly file: JsonFile;
  /** As its file writes it: the same for all that stand in it. */
  readonly array: JsonArray;
  readonly item: JsonNode;
  /** Under which the list stands: `tabs`. */
  readonly key: DivisionKey;
}

/** Undefined for what stands in no list that can be written. */
export function writtenPlace({ config }: Site, { node, parent }: NavNode): WrittenPlace | undefined {
  const child = parent?.childKeys.find(({ array }) => array?.items.includes(node));
  const list = child?.array;
  const file = list && config.files.find(({ path }) => path === list.file);
  const array = file && writtenArray(file, list);
  const item = array && writtenItem(array.items, node);
  return item && { file, array, item, key: child.key };
}
