import type { Config } from "../config/config.ts";
import { type JsonNode, valueOf } from "../config/json/json-tree.ts";
import { type Navigation, readNavigationNode } from "../config/settings/navigation.ts";
import { derive } from "../text/view.ts";

/** The navigation of a configuration; the same as before a change that stands behind it. */
export function navigationOf({ root }: Config): Navigation {
  const node = valueOf(root, "navigation");
  return node ? ofNode(node) : none;
}

const ofNode = derive((node: JsonNode) => readNavigationNode(node));
const none = readNavigationNode(undefined);
