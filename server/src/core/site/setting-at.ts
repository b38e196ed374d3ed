import { valueOf, type JsonNode } from "../config/json/json-tree.ts";
import type { Site } from "./site.ts";

/** The value of a setting by its dotted path: `api.mdx.server`. */
export function settingAt(site: Pick<Site, "config">, path: string): JsonNode | undefined {
  return path.split(".").reduce((node, key) => valueOf(node, key), site.config.root);
}

/** The setting that gives relative `api` paths their server, by the profile's names for it. */
export function serverSetting(site: Site): { readonly path: string; readonly value: JsonNode } | undefined {
  for (const path of site.profile.serverSettings) {
    const value = settingAt(site, path);
    if (value && !isEmpty(value)) return { path, value };
  }
  return undefined;
}

/** How the playground shows where a page does not say: `interactive` unless the site says otherwise. */
export function playgroundDisplay(site: Site): string {
  const display = settingAt(site, "api.playground.display");
  return display?.kind === "string" ? display.value : "interactive";
}

function isEmpty(node: JsonNode): boolean {
  if (node.kind === "string") return node.value.trim() === "";
  return node.kind === "null" || (node.kind === "array" && node.items.length === 0);
}
