import ignore from "ignore";
import type { Config } from "../../config/config.ts";
import {
  type JsonFile,
  type JsonNode,
  readJson,
  stringOf,
  getJsonValue,
} from "../../config/json/json-tree.ts";
import { isQuickPattern } from "../../config/settings/check-value.ts";
import { mintlifySchema, type Profile, type ProfileName, profiles } from "../../config/settings/profile.ts";
import { checkSettingsFile, type SettingFault } from "../../config/validate-config.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { derive } from "../../text/view.ts";

/** `.docwright.json`: what a team shares and CI needs (contracts.md §5). Absent fields are not set. */
export interface SiteSettings {
  readonly profile?: ProfileName;
  /** Rule code or `area/*` → severity. */
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly string[];
  /** Folders below the site's own that are sites of their own, without slashes at their ends. */
  readonly sites: readonly SitePath[];
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: ReadonlyMap<string, Severity | "off">;
  }[];
  readonly basePath?: string;
  readonly siteUrl?: string;
  readonly keyPrefix?: string;
  readonly authentication?: boolean;
  /** The file itself; absent when the site has none. */
  readonly source?: SettingsSource;
}

/** `.docwright.json` as read, with ranges. */
export type SettingsSource = JsonFile;

export const noSettings: SiteSettings = { rules: new Map(), ignore: [], sites: [], overrides: [] };

/** In falling order of weight; what the protocol calls error, warning, information, hint. */
export type Severity = "error" | "warning" | "information" | "hint";

export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

/** The settings in the text of `.docwright.json`; whatever cannot be read there is as if it were not set. */
export function readSettings(text: string | undefined): SiteSettings {
  if (text === undefined) return noSettings;
  const source = readJson(".docwright.json", text);
  const { root } = source;
  if (root?.kind !== "object") return { ...noSettings, source };
  const profile = stringOf(root, "profile");
  const authentication = getJsonValue(root, "authentication");
  return {
    source,
    rules: readRules(getJsonValue(root, "rules")),
    ignore: readStrings(getJsonValue(root, "ignore")),
    sites: readStrings(getJsonValue(root, "sites")).flatMap((folder) => siteFolder(folder) ?? []),
    overrides: items(getJsonValue(root, "overrides")).map((override) => ({
      files: readStrings(getJsonValue(override, "files")),
      rules: readRules(getJsonValue(override, "rules")),
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

/** What is wrong in `.docwright.json`, read once per text. It means the same in every profile. */
export const settingsFileFaults = derive((source: SettingsSource): readonly SettingFault[] =>
  checkSettingsFile(source, profiles.standard),
);

/**
 * Which profile a site is read by (contracts.md §6): what the command line or editor asks for, else
 * `.docwright.json`, else the `$schema` of docs.json, else standard. `auto` leaves out the first.
 */
export function chooseProfile(
  requested: ProfileName | "auto" | undefined,
  settings: SiteSettings,
  config: Config,
): Profile {
  if (requested !== undefined && requested !== "auto") return profiles[requested];
  if (settings.profile) return profiles[settings.profile];
  return stringOf(config.root, "$schema") === mintlifySchema ? profiles.mintlify : profiles.standard;
}

/** Returns whether a list of globs in gitignore syntax matches a file. A glob that takes long to match has no effect; `settings/value-not-allowed` reports it. */
export const isFileAmong = derive((globs: readonly string[]): ((file: string) => boolean) => {
  const quick = globs.filter(isQuickPattern);
  if (quick.length === 0) return () => false;
  const matcher = ignore().add(quick);
  return (file) => file !== "" && matcher.ignores(file);
});
