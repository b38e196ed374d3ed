import ignore from "ignore";
import type { Config } from "../../config/config.ts";
import type { IconLibrary } from "../../config/icons/icon-names.ts";
import { defaultIconLibrary, iconLibraries } from "../../config/icons/icons.ts";
import { getJsonValue, type JsonFile, type JsonNode, readJson, getJsonString } from "../../config/json/json-tree.ts";
import { isQuickPattern, type SettingProblem, type SettingsResult } from "../../config/settings/check-value.ts";
import { mintlifySchema, type Profile, type ProfileName, profiles } from "../../config/settings/profile.ts";
import { validateSettings, validateSettingsFile } from "../../config/validate-config.ts";
import { derive } from "../../text/maps.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { type Site, createSiteView } from "../site.ts";

/**
 * The contents of `.docwright.json`: settings that a team shares and that also apply in CI. Lists and maps are empty if
 * they aren't set. Other properties are undefined.
 */
export interface SiteSettings {
  readonly profile?: ProfileName;
  /** Severities by rule code, such as `nav/page-not-found`, or by `area/*`. */
  readonly rules: ReadonlyMap<string, Severity | "off">;
  readonly ignore: readonly string[];
  /** Folders inside the site that are separate sites, without trailing slashes. */
  readonly sites: readonly SitePath[];
  readonly overrides: readonly {
    readonly files: readonly string[];
    readonly rules: ReadonlyMap<string, Severity | "off">;
  }[];
  readonly basePath?: string;
  readonly siteUrl?: string;
  readonly keyPrefix?: string;
  readonly authentication?: boolean;
  /** Whether the site is built with Astro, which provides its own components, icons, packages, and settings. */
  readonly isAstro?: true;
  /** The parsed settings file. Undefined if the site doesn't have one. */
  readonly source?: SettingsSource;
}

/** A parsed `.docwright.json` file, including the ranges of its values. */
export type SettingsSource = JsonFile;

export const noSettings: SiteSettings = { rules: new Map(), ignore: [], sites: [], overrides: [] };

/** The LSP severities, from most to least severe: error, warning, information, and hint. */
export type Severity = "error" | "warning" | "information" | "hint";

export const severities: readonly Severity[] = ["error", "warning", "information", "hint"];

/** Parses the settings in `.docwright.json`. Invalid values are treated as not set. */
export function readSettings(text: string | undefined): SiteSettings {
  if (text === undefined) return noSettings;
  const source = readJson(".docwright.json", text);
  const { root } = source;
  if (root?.kind !== "object") return { ...noSettings, source };
  const profile = getJsonString(root, "profile");
  const authentication = getJsonValue(root, "authentication");
  return {
    source,
    rules: readRules(getJsonValue(root, "rules")),
    ignore: readStrings(getJsonValue(root, "ignore")),
    sites: readStrings(getJsonValue(root, "sites")).flatMap((folder) => resolveSiteFolder(folder) ?? []),
    overrides: getArrayItems(getJsonValue(root, "overrides")).map((override) => ({
      files: readStrings(getJsonValue(override, "files")),
      rules: readRules(getJsonValue(override, "rules")),
    })),
    ...(profile === "standard" || profile === "mintlify" ? { profile } : {}),
    ...toOptionalProperty("basePath", getJsonString(root, "basePath")),
    ...toOptionalProperty("siteUrl", getJsonString(root, "siteUrl")),
    ...toOptionalProperty("keyPrefix", getJsonString(root, "keyPrefix")),
    ...(authentication?.kind === "boolean" ? { authentication: authentication.value } : {}),
  };
}

/** The rules about names that the service doesn't provide. */
const serviceNameRules = [
  "config/unknown-setting",
  "frontmatter/unknown-icon",
  "mdx/package-import",
  "mdx/unknown-component",
  "nav/unknown-icon",
] as const;

/** Turns off the rules that don't apply to a site that is built with Astro, unless the settings mention them. */
export function applyAstro(settings: SiteSettings): SiteSettings {
  const disabledRules = serviceNameRules.map((code) => [code, "off"] as const);
  return { ...settings, rules: new Map([...disabledRules, ...settings.rules]), isAstro: true };
}

/** Returns the folder that an entry in `sites` refers to, or undefined if the folder isn't in the site. */
export function resolveSiteFolder(rawPath: string): SitePath | undefined {
  const result = resolveSitePath(rawPath);
  return result.ok && result.path !== "" ? result.path : undefined;
}

function readRules(node: JsonNode | undefined): ReadonlyMap<string, Severity | "off"> {
  const severitiesByRule = new Map<string, Severity | "off">();
  if (node?.kind !== "object") return severitiesByRule;
  for (const { key, value } of node.properties) {
    if (value?.kind !== "string") continue;
    const severity = [...severities, "off" as const].find((candidate) => candidate === value.value);
    if (severity) severitiesByRule.set(key, severity);
  }
  return severitiesByRule;
}

function getArrayItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

function readStrings(node: JsonNode | undefined): readonly string[] {
  return getArrayItems(node).flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

function toOptionalProperty<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, string>>);
}

/**
 * The problems in `.docwright.json`. The problems are cached for each text, because they don't depend on the profile.
 */
export const listSettingsFileProblems = derive((source: SettingsSource): readonly SettingProblem[] =>
  validateSettingsFile(source, profiles.standard),
);

/**
 * Returns a site's profile. A profile requested on the command line or in the editor takes precedence, unless it's
 * `auto`. Next comes the profile that `.docwright.json` sets, followed by the profile for the `$schema` in docs.json.
 * The default is `standard`.
 */
export function chooseProfile(
  profileSetting: ProfileName | "auto" | undefined,
  settings: SiteSettings,
  config: Config,
): Profile {
  if (profileSetting !== undefined && profileSetting !== "auto") return profiles[profileSetting];
  if (settings.profile) return profiles[settings.profile];
  return getJsonString(config.root, "$schema") === mintlifySchema ? profiles.mintlify : profiles.standard;
}

/**
 * Returns a function that checks whether a list of globs in gitignore syntax matches a file. Slow globs are ignored,
 * and `settings/value-not-allowed` reports them.
 */
export const createGlobMatcher = derive((globs: readonly string[]): ((file: string) => boolean) => {
  const matchableGlobs = globs.filter(isQuickPattern);
  if (matchableGlobs.length === 0) return () => false;
  const matcher = ignore().add(matchableGlobs);
  return (file) => file !== "" && matcher.ignores(file);
});

/**
 * Returns the severity that `.docwright.json` sets for a rule in a file, or undefined if it doesn't set any. A rule's
 * code takes precedence over its area.
 */
export function getChosenSeverity(code: string, file: SitePath, settings: SiteSettings): Severity | "off" | undefined {
  const areaPattern = `${code.slice(0, code.indexOf("/"))}/*`;
  const ruleTables = [
    ...settings.overrides
      .filter((override) => createGlobMatcher(override.files)(file))
      .map(({ rules }) => rules)
      .reverse(),
    settings.rules,
  ];
  for (const ruleTable of ruleTables) {
    const severity = ruleTable.get(code) ?? ruleTable.get(areaPattern);
    if (severity) return severity;
  }
  return undefined;
}

/** Returns the value of a setting, given its dotted path, such as `api.mdx.server`. */
export function findSetting(site: Pick<Site, "config">, path: string): JsonNode | undefined {
  return path.split(".").reduce((node, key) => getJsonValue(node, key), site.config.root);
}

/**
 * Returns the setting for the server that relative `api` paths refer to. `path` is the path of the setting in this
 * profile.
 */
export function findServerSetting(site: Site): { readonly path: string; readonly value: JsonNode } | undefined {
  for (const path of site.profile.serverSettings) {
    const value = findSetting(site, path);
    if (value && !isEmpty(value)) return { path, value };
  }
  return undefined;
}

/** Returns the playground's default display mode, or `interactive` if the site doesn't set one. */
export function getPlaygroundDisplay(site: Pick<Site, "config">): string {
  const display = findSetting(site, "api.playground.display");
  return display?.kind === "string" ? display.value : "interactive";
}

function isEmpty(node: JsonNode): boolean {
  if (node.kind === "string") return node.value.trim() === "";
  return node.kind === "null" || (node.kind === "array" && node.items.length === 0);
}

/**
 * Returns the problems, file references, and icons in a site's docs.json settings. Cached for each docs.json and
 * profile.
 */
export const getSettingsResult = createSiteView(["profile", "config"], ({ config, profile }): SettingsResult =>
  validateSettings(config, profile),
);

export function getSettingProblems<Kind extends SettingProblem["kind"]>(
  site: Pick<Site, "config" | "profile">,
  kind: Kind,
): Extract<SettingProblem, { kind: Kind }>[] {
  return getSettingsResult(site).problems.filter(
    (problem): problem is Extract<SettingProblem, { kind: Kind }> => problem.kind === kind,
  );
}

/** Returns the icon library that the site uses. */
export function getSiteIconLibrary({ config }: Pick<Site, "config">): IconLibrary {
  return toIconLibrary(getJsonString(getJsonValue(config.root, "icons"), "library")) ?? defaultIconLibrary;
}

export function toIconLibrary(text: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === text);
}
