import { readJson, stringOf, valueOf, type JsonNode } from "../config/json/json-tree.ts";
import { resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { severities, type Severity } from "./severity.ts";
import { noSettings, type SiteSettings } from "./site-settings.ts";

/** The settings in the text of `.docwright.json`; whatever cannot be read there is as if it were not set. */
export function readSettings(text: string | undefined): SiteSettings {
  if (text === undefined) return noSettings;
  const source = readJson(".docwright.json", text);
  const { root } = source;
  if (root?.kind !== "object") return { ...noSettings, source };
  const profile = stringOf(root, "profile");
  const authentication = valueOf(root, "authentication");
  return {
    source,
    rules: readRules(valueOf(root, "rules")),
    ignore: readStrings(valueOf(root, "ignore")),
    sites: readStrings(valueOf(root, "sites")).flatMap((folder) => siteFolder(folder) ?? []),
    overrides: items(valueOf(root, "overrides")).map((override) => ({
      files: readStrings(valueOf(override, "files")),
      rules: readRules(valueOf(override, "rules")),
    })),
    ...(profile === "standard" || profile === "mintlify" ? { profile } : {}),
    ...optional("basePath", stringOf(root, "basePath")),
    ...optional("siteUrl", stringOf(root, "siteUrl")),
    ...optional("keyPrefix", stringOf(root, "keyPrefix")),
    ...(authentication?.kind === "boolean" ? { authentication: authentication.value } : {}),
  };
}

/** Returns the folder that an entry of `sites` names, or undefined if it isn't below the site's own. */
export function siteFolder(written: string): SitePath | undefined {
  const resolved = resolveSitePath(written);
  return resolved.ok && resolved.path !== "" ? resolved.path : undefined;
}

function readRules(node: JsonNode | undefined): ReadonlyMap<string, Severity | "off"> {
  const rules = new Map<string, Severity | "off">();
  if (node?.kind !== "object") return rules;
  for (const { key, value } of node.properties) {
    if (value?.kind !== "string") continue;
    const severity = [...severities, "off" as const].find((candidate) => candidate === value.value);
    if (severity) rules.set(key, severity);
  }
  return rules;
}

function items(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

function readStrings(node: JsonNode | undefined): readonly string[] {
  return items(node).flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

function optional<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, string>>);
}
