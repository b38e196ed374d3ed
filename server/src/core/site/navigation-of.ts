import type { Config } from "../config/config.ts";
import { valueOf, type JsonNode } from "../config/json-tree.ts";
import type { Navigation } from "../config/navigation.ts";
import { readNavigationNode } from "../config/read-navigation.ts";
import { derive } from "../text/view.ts";

/** The navigation of a configuration; the same as before a change that stands behind it. */
export function navigationOf({ root }: Config): Navigation {
  const node = valueOf(root, "navigation");
  return node ? ofNode(node) : none;
}

const ofNode = derive((node: JsonNode) => readNavigationNode(node));
const none = readNavigationNode(undefined);
