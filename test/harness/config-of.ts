import { type Config, readConfig } from "../../server/src/core/config/config.ts";
import { type JsonNode, readJson } from "../../server/src/core/config/json/json-tree.ts";
import { type Navigation, readNavigation } from "../../server/src/core/config/settings/navigation.ts";

/**
 * Files as values or, if a text starts with `text:`, as the text after it, which can be invalid. Null is a file that
 * doesn't exist.
 */
export type ConfigFiles = Readonly<Record<string, unknown>>;

/** Returns the configuration of these files, starting with docs.json. */
export function configOf(files: ConfigFiles): Config {
  const sources = Object.entries(files).map(([path, value]) => {
    if (value === null) return [path, null] as const;
    const isText = typeof value === "string" && value.startsWith("text:");
    return [path, readJson(path, isText ? value.slice(5) : JSON.stringify(value, null, 2))] as const;
  });
  return readConfig("docs.json", new Map(sources));
}

/** Returns the navigation in docs.json, given as a value with the files that it may include. */
export function navigationOf(navigation: unknown, files: ConfigFiles = {}): Navigation {
  return readNavigation(configOf({ "docs.json": { navigation }, ...files }).root);
}

/** Returns the tree as a value, with objects as lists of pairs to show their order and unusual keys. */
export function plainOf(node: JsonNode | undefined): unknown {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case "object":
      return node.properties.map(({ key, value }) => [key, plainOf(value)]);
    case "array":
      return node.items.map(plainOf);
    case "null":
      return null;
    case "string":
    case "number":
    case "boolean":
      return node.value;
  }
}
