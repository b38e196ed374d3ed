import type { Config } from "../../config/config.ts";
import { insertProperty, formatJson, removeMember } from "../../config/json/json-edit.ts";
import {
  findProperty,
  getJsonValue,
  type JsonFile,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  readJson,
} from "../../config/json/json-tree.ts";
import { themes } from "../../config/settings/appearance-settings.ts";
import { applyEdits, type FileEdit, type TextEdit } from "../../text/text-edit.ts";
import {
  isJsonMap,
  type Json,
  type JsonMap,
  mapOf,
  OldSettings,
  type SkippedSetting,
  upgradeNavigation,
} from "./upgrade-navigation.ts";

/** The result of upgrading a mint.json file. */
export interface UpgradedConfig {
  /** The content of docs.json. */
  readonly config: JsonMap;
  /** The settings that weren't converted, and their paths in mint.json. */
  readonly skipped: readonly SkippedSetting[];
}

/** The themes that docs.json supports. mint.json uses different theme names. */
const knownThemes: ReadonlySet<string> = new Set(themes);

/** The services that docs.json supports. In mint.json, they're under `analytics` and `integrations`. */
const services: ReadonlySet<string> = new Set(
  "adobe amplitude clarity clearbit fathom frontchat ga4 gtm heap hightouch hotjar intercom koala logrocket mixpanel onetrust pirsch plausible posthog segment telemetry cookies transcend".split(
    " ",
  ),
);

/** Maps each service whose value in mint.json is a string to the docs.json key for that string. */
const keyOfService: Readonly<Record<string, string>> = { intercom: "appId", frontchat: "snippetId" };

/** The reasons why common settings aren't converted. Each key is a setting in mint.json. */
const skipReasons: Readonly<Record<string, string>> = {
  feedback: "now set in the service's dashboard, not in docs.json",
  isWhiteLabeled: "now set in the service's dashboard, not in docs.json",
};

/**
 * Converts mint.json to the equivalent docs.json. The structure of mint.json follows its published schema
 * (mintlify/docs before January 2025).
 */
export function upgradeConfig(mint: JsonMap): UpgradedConfig {
  const old = new OldSettings(mint);
  old.take("$schema");
  const config = mapOf({
    $schema: "https://mintlify.com/docs.json",
    theme: themeOf(old),
    name: old.take("name"),
    description: old.take("description"),
    colors: mapOf({
      primary: old.take("colors.primary"),
      light: old.take("colors.light"),
      dark: old.take("colors.dark"),
    }),
    logo: old.take("logo"),
    favicon: old.take("favicon"),
    appearance: mapOf({
      default: old.take("modeToggle.default"),
      strict: old.takeFlag("modeToggle.isHidden"),
    }),
    background: backgroundOf(old),
    fonts: fontsOf(old.take("font")),
    styling: mapOf({ codeblocks: codeblocksOf(old), eyebrows: old.take("eyebrow.display") }),
    navbar: navbarOf(old),
    navigation: upgradeNavigation(old),
    footer: footerOf(old),
    search: mapOf({ prompt: old.take("search.prompt") }),
    seo: mapOf({ metatags: old.take("metadata"), indexing: indexingOf(old) }),
    api: apiOf(old),
    integrations: integrationsOf(old),
    banner: old.take("banner"),
    redirects: old.take("redirects"),
    errors: old.take("errors"),
  });
  for (const [key, reason] of Object.entries(skipReasons))
    if (old.take(key) !== undefined) old.skip(key, reason);
  old.leaveRest();
  return { config: config ?? {}, skipped: old.skipped };
}

function themeOf(old: OldSettings): string {
  const theme = old.take("theme");
  if (typeof theme === "string" && knownThemes.has(theme)) return theme;
  if (theme !== undefined) old.skip("theme", "this theme no longer exists, so the new file uses `mint`");
  return "mint";
}

function backgroundOf(old: OldSettings): JsonMap | undefined {
  return mapOf({
    image: old.take("backgroundImage"),
    decoration: old.take("background.style"),
    color: old.take("colors.background"),
  });
}

/** Converts the fonts. docs.json supports one font for all text, or separate fonts for headings and body text. */
function fontsOf(font: Json | undefined): Json | undefined {
  if (!isJsonMap(font)) return font === undefined ? undefined : { family: font };
  const { headings, body, ...all } = font;
  const base = fontOf(all);
  if (headings === undefined && body === undefined) return base;
  return mapOf({ heading: fontOf(headings) ?? base, body: fontOf(body) ?? base });
}

function fontOf(font: Json | undefined): JsonMap | undefined {
  if (!isJsonMap(font)) return font === undefined ? undefined : { family: font };
  const { url, ...rest } = font;
  return mapOf({ ...rest, source: url ?? rest["source"] });
}

function codeblocksOf(old: OldSettings): string | undefined {
  const mode = old.take("codeBlock.mode");
  if (mode === "dark") return "dark";
  if (mode !== undefined && mode !== "auto")
    old.skip("codeBlock.mode", "docs.json supports only `system` and `dark`");
  return mode === "auto" ? "system" : undefined;
}

function navbarOf(old: OldSettings): JsonMap | undefined {
  const links = old.takeMaps("topbarLinks").map((link, index): JsonMap => {
    const { name, url, type, ...rest } = link;
    old.leaveRest(`topbarLinks[${index}]`, rest);
    return linkOf(name, url, type === "github" ? "github" : undefined);
  });
  const button = old.take("topbarCtaButton");
  const { name, url, type, ...rest } = isJsonMap(button) ? button : {};
  old.leaveRest("topbarCtaButton", rest);
  const primary = isJsonMap(button) ? linkOf(name, url, type === "github" ? "github" : "button") : undefined;
  return mapOf({ links: links.length > 0 ? links : undefined, primary });
}

/**
 * Converts a link. A GitHub link doesn't get a label, because the service shows the repository's name automatically.
 */
function linkOf(name: Json | undefined, url: Json | undefined, type: string | undefined): JsonMap {
  return mapOf({ type, label: type === "github" ? undefined : name, href: url }) ?? {};
}

function footerOf(old: OldSettings): JsonMap | undefined {
  const socials = [old.take("footerSocials"), old.take("footer.socials")].find(
    (value) => value !== undefined,
  );
  const columns = old.takeMaps("footer.links").map((column, index) => footerColumnOf(column, index, old));
  return mapOf({ socials: socialsOf(socials, old), links: columns.length > 0 ? columns : undefined });
}

function footerColumnOf({ title, links, ...rest }: JsonMap, index: number, old: OldSettings): JsonMap {
  const path = `footer.links[${index}]`;
  old.leaveRest(path, rest);
  const items = (Array.isArray(links) ? links : []).flatMap((link, i): JsonMap[] => {
    if (!isJsonMap(link)) {
      old.skip(`${path}.links[${i}]`, "not an object");
      return [];
    }
    const { label, url, ...others } = link;
    old.leaveRest(`${path}.links[${i}]`, others);
    return [mapOf({ label, href: url }) ?? {}];
  });
  return mapOf({ header: title, items }) ?? {};
}

function socialsOf(socials: Json | undefined, old: OldSettings): JsonMap | undefined {
  const entries = Array.isArray(socials)
    ? socials.flatMap((item, index) => {
        if (isJsonMap(item) && typeof item["type"] === "string" && item["url"] !== undefined)
          return [[item["type"], item["url"]] as const];
        old.skip(`footerSocials[${index}]`, "no type or URL");
        return [];
      })
    : Object.entries(isJsonMap(socials) ? socials : {});
  return mapOf(Object.fromEntries(entries.map(([key, value]) => [key === "twitter" ? "x" : key, value])));
}

function indexingOf(old: OldSettings): string | undefined {
  const isAll = old.takeFlag("seo.indexHiddenPages");
  return isAll === undefined ? undefined : isAll ? "all" : "navigable";
}

const displays: Readonly<Record<string, string>> = { show: "interactive", simple: "simple", hide: "none" };

function apiOf(old: OldSettings): JsonMap | undefined {
  const mode = old.takeText("api.playground.mode");
  const display = mode === undefined ? undefined : displays[mode];
  if (mode !== undefined && display === undefined)
    old.skip("api.playground.mode", `docs.json doesn't support \`${mode}\``);
  const isHidden = old.takeFlag("api.hidePlayground");
  const withoutProxy = old.takeFlag("api.playground.disableProxy");
  const expanded = old.takeText("api.paramFields.expanded") ?? old.takeText("api.params.expanded");
  const showsOptional = old.takeFlag("api.request.example.showOptionalParams");
  return mapOf({
    openapi: old.take("openapi"),
    asyncapi: old.take("asyncapi"),
    mdx: mapOf({
      server: old.take("api.baseUrl"),
      auth: mapOf({ method: old.take("api.auth.method"), name: old.take("api.auth.name") }),
    }),
    playground: mapOf({
      display: isHidden === true ? "none" : display,
      proxy: withoutProxy === undefined ? undefined : !withoutProxy,
    }),
    params: mapOf({ expanded: expanded === undefined ? undefined : expanded === "all" ? "all" : "closed" }),
    examples: mapOf({
      languages: old.take("api.request.example.languages"),
      defaults: showsOptional === undefined ? undefined : showsOptional ? "all" : "required",
    }),
  });
}

function integrationsOf(old: OldSettings): JsonMap | undefined {
  const found: JsonMap = {};
  for (const settingName of ["analytics", "integrations"]) {
    const value = old.take(settingName);
    for (const [service, setting] of Object.entries(isJsonMap(value) ? value : {})) {
      const key = keyOfService[service];
      if (!services.has(service))
        old.skip(`${settingName}.${service}`, "docs.json doesn't support this service");
      else found[service] = typeof setting === "string" && key !== undefined ? { [key]: setting } : setting;
    }
  }
  return mapOf(found);
}

/** The maximum length of a file in UTF-16 code units. The limit is the same as for docs.json. */
const maxSize = 10_000_000;

/** Parses a mint.json file, or returns undefined if the text isn't a JSON object. */
export function oldSettingsIn(text: string): JsonMap | undefined {
  if (text.length > maxSize) return undefined;
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a new docs.json. */
export function upgradedText(config: JsonMap): string {
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Settings in mint.json that docs.json doesn't contain. */
export interface MigratedSettings {
  /** The edit that adds the settings to the end of docs.json in its existing style. */
  readonly edit: FileEdit;
  readonly keys: readonly string[];
}

/**
 * Returns the edit that adds the missing top-level settings to docs.json, or undefined if docs.json already contains
 * all of them or can't be edited.
 */
export function migrateSettings(
  { root, files, entry }: Config,
  upgraded: JsonMap,
): MigratedSettings | undefined {
  const file = files.find(({ path }) => path === entry);
  if (root?.kind !== "object" || !file) return undefined;
  const keys = Object.keys(upgraded).filter(
    (key) => key !== "$schema" && getJsonValue(root, key) === undefined,
  );
  let { text } = file;
  for (const key of keys) {
    const upgradedFile = readJson(entry, text);
    if (upgradedFile.root?.kind !== "object") return undefined;
    const edits = insertProperty(
      upgradedFile,
      upgradedFile.root,
      key,
      formatJson(upgradedFile, upgraded[key]),
    );
    if (edits.length === 0) return undefined;
    text = applyEdits(text, edits);
  }
  return keys.length === 0
    ? undefined
    : { edit: { kind: "edit", file: entry, edits: [oneEdit(file.text, text)] }, keys };
}

/** Returns the single edit that changes the first text to the second. */
function oneEdit(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let suffix = 0;
  while (suffix < shorter - start && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++;
  return {
    range: { start, end: before.length - suffix },
    newText: after.slice(start, after.length - suffix),
  };
}

/** The reason why docs.json has no replacement for a setting in mint.json. */
export type MissingReplacement = "dashboard" | "none";

/** The settings in mint.json that are always lost. The settings in `skipReasons` are in the service's dashboard. */
const withoutReplacement: ReadonlySet<string> = new Set(["layout", "rounded", "sidebar", "topbar"]);

/** Returns the reason for a top-level setting in mint.json that has no replacement. Undefined for any other setting. */
export function findMissingReplacement(key: string): MissingReplacement | undefined {
  if (Object.hasOwn(skipReasons, key)) return "dashboard";
  return withoutReplacement.has(key) ? "none" : undefined;
}

/** The docs.json setting that replaces a setting in mint.json. */
export interface MovedSetting {
  /** The setting that now contains the value, such as `appearance` for `modeToggle`. */
  readonly target: string;
  /** The settings to add to docs.json. */
  readonly addedSettings: JsonMap;
  /**
   * Whether the added navigation replaces the existing one, because it contains the same groups in tabs, for example.
   */
  readonly replacesNavigation?: true;
}

/** The settings that every upgraded file contains. */
const defaults = upgradeConfig({}).config;

/**
 * Returns the replacement for the setting at a path in docs.json, such as `["api", "baseUrl"]`. Returns undefined if no
 * replacement exists or it can't represent the entire value. If the key also exists elsewhere in docs.json, only those
 * paths are possible replacements.
 */
export function findMovedSetting(
  file: JsonFile,
  path: readonly string[],
  alternatives: readonly string[] = [],
): MovedSetting | undefined {
  const property = propertyAt(file, path);
  if (!property || property.value?.file !== file.path) return undefined;
  const oldSettings = oldSettingsIn(
    `{${file.text.slice(property.keyRange.start, property.value.range.end)}}`,
  );
  const [key = "", ...inner] = path;
  if (!oldSettings) return undefined;
  if (inner.length === 0 && isNavigationKey(key)) return findMovedNavigation(file, key, oldSettings);
  const old = path.slice(0, -1).reduceRight<JsonMap>((map, parent) => ({ [parent]: map }), oldSettings);
  const { config, skipped: left } = upgradeConfig(old);
  const [only, ...others] = Object.entries(config).filter(([name, value]) => !isSame(defaults[name], value));
  if (!only || others.length > 0 || left.length > 0) return undefined;
  const added = { [only[0]]: only[1] };
  const target =
    alternatives.length > 0
      ? alternatives.find((candidate) => valueAt(added, candidate.split(".")) !== undefined)
      : inner.length > 0
        ? pathOfOnlyValue(added)
        : only[0];
  return target === undefined || target === path.join(".") ? undefined : { target, addedSettings: added };
}

type NavigationKey = "anchors" | "tabs" | "versions";

function isNavigationKey(key: string): key is NavigationKey {
  return key === "anchors" || key === "tabs" || key === "versions";
}

/**
 * Returns the navigation that replaces one of the lists that mint.json has next to its navigation. Links are added to
 * any navigation. Otherwise, the navigation must consist of only groups and pages.
 */
function findMovedNavigation(
  file: JsonFile,
  key: NavigationKey,
  oldSettings: JsonMap,
): MovedSetting | undefined {
  const groups = groupsIn(file);
  // mint.json shows a group without a version in all versions, but a page should be in only one.
  if (key === "versions" && !groups?.every((group) => isJsonMap(group) && group["version"] !== undefined))
    return undefined;
  const navigation = groups ?? [];
  const { config, skipped: left } = upgradeConfig({ ...oldSettings, navigation });
  const upgraded = config["navigation"];
  if (left.length > 0 || !isJsonMap(upgraded)) return undefined;
  const { global, ...rest } = upgraded;
  const isOnlyLinks =
    global !== undefined && isSame(upgradeConfig({ navigation }).config["navigation"], rest);
  const areExternal = (Array.isArray(oldSettings[key]) ? oldSettings[key] : []).every((item) => {
    const url = isJsonMap(item) ? item["url"] : undefined;
    return typeof url === "string" && /^[a-z]+:/i.test(url);
  });
  if (isOnlyLinks && (groups || areExternal))
    return { target: "navigation.global.anchors", addedSettings: { navigation: { global } } };
  const target = ["tabs", "anchors", "versions", "languages"].find((name) => rest[name] !== undefined);
  if (!groups || target === undefined) return undefined;
  return {
    target: `navigation.${target}`,
    addedSettings: { navigation: upgraded },
    replacesNavigation: true,
  };
}

/** Returns the groups and pages in the navigation, or undefined if it contains anything else. */
function groupsIn(file: JsonFile): Json[] | undefined {
  const navigation = getJsonValue(file.root, "navigation");
  if (navigation?.kind !== "object" || navigation.properties.length !== 1) return undefined;
  const list = getJsonValue(navigation, "groups") ?? getJsonValue(navigation, "pages");
  if (list?.kind !== "array" || list.file !== file.path) return undefined;
  const value = jsonAt(file, list);
  return Array.isArray(value) && !JSON.stringify(value).includes('"$ref"') ? value : undefined;
}

function jsonAt(file: JsonFile, { range }: JsonNode): Json | undefined {
  return oldSettingsIn(`{"value":${file.text.slice(range.start, range.end)}}`)?.["value"];
}

function propertyAt({ root }: JsonFile, path: readonly string[]): JsonProperty | undefined {
  const object = path.slice(0, -1).reduce<JsonNode | undefined>(getJsonValue, root);
  return object?.kind === "object" ? findProperty(object, path.at(-1) ?? "") : undefined;
}

function valueAt(map: JsonMap, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isJsonMap(value) ? value[key] : undefined), map);
}

function pathOfOnlyValue(map: JsonMap): string {
  const [[key, value] = ["", null], ...others] = Object.entries(map);
  const hasSingleKey = isJsonMap(value) && Object.keys(value).length === 1 && others.length === 0;
  return hasSingleKey ? `${key}.${pathOfOnlyValue(value)}` : key;
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the edits that replace the setting. If the file already contains different values for any of the new keys,
 * returns an empty list, because the author must decide which value to keep.
 */
export function moveSetting(file: JsonFile, path: readonly string[], moved: MovedSetting): TextEdit[] {
  const property = propertyAt(file, path);
  if (file.root?.kind !== "object" || !property) return [];
  const after = path.length === 1 ? keyBefore(file.root, property) : undefined;
  const removed = applyEdits(file.text, removeMember(file, property.keyRange));
  const added = moved.replacesNavigation
    ? withNavigation(file.path, removed, moved.addedSettings)
    : withSettings(file.path, removed, [], moved.addedSettings, after);
  return added === undefined || added === removed ? [] : [oneEdit(file.text, added)];
}

function withNavigation(path: string, text: string, added: JsonMap): string | undefined {
  const file = readJson(path, text);
  const property = propertyAt(file, ["navigation"]);
  if (file.root?.kind !== "object" || !property) return undefined;
  const after = keyBefore(file.root, property);
  const removed = applyEdits(text, removeMember(file, property.keyRange));
  return withSettings(path, removed, [], added, after);
}

/** Adds settings to the object at a path. Returns undefined if it already contains different values for them. */
function withSettings(
  path: string,
  text: string,
  at: readonly string[],
  added: JsonMap,
  after?: string,
): string | undefined {
  // Each insertion shifts the offsets for the next one, so the text is parsed again each time.
  let updatedText: string | undefined = text;
  for (const [key, value] of Object.entries(added)) {
    const file = readJson(path, updatedText);
    const object = at.reduce<JsonNode | undefined>(getJsonValue, file.root);
    if (object?.kind !== "object" || findProperty(object, "$ref")) return undefined;
    const existing = findProperty(object, key)?.value;
    if (!findProperty(object, key)) updatedText = insertSetting(file, object, key, value, after);
    else if (existing?.kind === "object" && isJsonMap(value))
      updatedText = withSettings(path, updatedText, [...at, key], value);
    else if (!existing || !isSame(jsonAt(file, existing), value)) return undefined;
    if (updatedText === undefined) return undefined;
  }
  return updatedText;
}

function insertSetting(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: Json,
  after?: string,
): string | undefined {
  const edits = insertProperty(file, object, key, formatJson(file, value), after);
  return edits.length === 0 ? undefined : applyEdits(file.text, edits);
}

function keyBefore({ properties }: JsonObject, property: JsonProperty): string | undefined {
  return properties[properties.indexOf(property) - 1]?.key;
}
