import { type Config, readConfig } from "../../server/src/core/config/config.ts";
import { type JsonNode, readJson } from "../../server/src/core/config/json/json-tree.ts";
import { type Navigation, readNavigation } from "../../server/src/core/config/settings/navigation.ts";

/**
 * Files by path. A file is given as a value, or as a string that starts with `text:` followed by the file's text, which
 * can be invalid JSON. Null represents a file that doesn't exist.
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

/**
 * Returns the navigation in a docs.json. `navigation` is its value, and `files` contains the files that it includes.
 */
export function navigationOf(navigation: unknown, files: ConfigFiles = {}): Navigation {
  return readNavigation(configOf({ "docs.json": { navigation }, ...files }).root);
}

/** Returns the tree as a value in which objects are lists of pairs, so their order and unusual keys are preserved. */
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
