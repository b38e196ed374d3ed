import { type Config, readConfig } from "../../server/src/core/config/config.ts";
import { type JsonNode, readJson } from "../../server/src/core/config/json/json-tree.ts";
import { type Navigation, readNavigation } from "../../server/src/core/config/settings/navigation.ts";

/** Files as values or, for faulty ones, as text behind `text:`; null is a file that was looked for in vain. */
export type ConfigFiles = Readonly<Record<string, unknown>>;

/** The configuration that these files make, docs.json first. */
export function configOf(files: ConfigFiles): Config {
  const sources = Object.entries(files).map(([path, value]) => {
    if (value === null) return [path, null] as const;
    const isText = typeof value === "string" && value.startsWith("text:");
    return [path, readJson(path, isText ? value.slice(5) : JSON.stringify(value, null, 2))] as const;
  });
  return readConfig("docs.json", new Map(sources));
}

/** The navigation of docs.json, given as a value, with files that it may pull in. */
export function navigationOf(navigation: unknown, files: ConfigFiles = {}): Navigation {
  return readNavigation(configOf({ "docs.json": { navigation }, ...files }).root);
}

/** The tree as a value, objects as lists of pairs so that order and odd keys show. */
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
