import type { Config } from "../../config/config.ts";
import { insertProperty, formatJson, removeMember } from "../../config/json/json-edit.ts";
import {
  findEmptiedProperty,
  findProperty,
  getJsonValue,
  type JsonFile,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  readJson,
  findPropertyAt,
} from "../../config/json/json-tree.ts";
import { themes } from "../../config/settings/appearance-settings.ts";
import { applyEdits, type FileEdit, type TextEdit } from "../../text/text-edit.ts";
import {
  isJsonMap,
  type Json,
  type JsonMap,
  omitUndefined,
  OldSettings,
  type SkippedSetting,
  upgradeNavigation,
} from "./upgrade-navigation.ts";

/** The result of upgrading a mint.json file. */
export interface UpgradedConfig {
  /** The content of docs.json. */
  readonly config: JsonMap;
  /** The settings that weren't converted, and their paths in mint.json. */
  readonly skippedSettings: readonly SkippedSetting[];
}

/** The themes that docs.json supports. mint.json uses different theme names. */
const supportedThemes: ReadonlySet<string> = new Set(themes);

/** The services that docs.json supports. In mint.json, they're under `analytics` and `integrations`. */
const services: ReadonlySet<string> = new Set(
  "adobe amplitude clarity clearbit fathom frontchat ga4 gtm heap hightouch hotjar intercom koala logrocket mixpanel onetrust pirsch plausible posthog segment telemetry cookies transcend".split(
    " ",
  ),
);

/** Maps each service whose value in mint.json is a string to the docs.json key for that string. */
const keysByService: Readonly<Record<string, string>> = { intercom: "appId", frontchat: "snippetId" };

/** The reasons why common settings aren't converted. Each key is a setting in mint.json. */
const skipReasons: Readonly<Record<string, string>> = {
  feedback: "now set in the service's dashboard, not in docs.json",
  isWhiteLabeled: "now set in the service's dashboard, not in docs.json",
};

/**
 * Converts mint.json to the equivalent docs.json. The structure of mint.json follows its published schema
 * (mintlify/docs before January 2025).
 */
export function upgradeConfig(oldJson: JsonMap): UpgradedConfig {
  const oldSettings = new OldSettings(oldJson);
  oldSettings.takeValue("$schema");
  const config = omitUndefined({
    $schema: "https://mintlify.com/docs.json",
    theme: convertTheme(oldSettings),
    name: oldSettings.takeValue("name"),
    description: oldSettings.takeValue("description"),
    colors: omitUndefined({
      primary: oldSettings.takeValue("colors.primary"),
      light: oldSettings.takeValue("colors.light"),
      dark: oldSettings.takeValue("colors.dark"),
    }),
    logo: oldSettings.takeValue("logo"),
    favicon: oldSettings.takeValue("favicon"),
    appearance: omitUndefined({
      default: oldSettings.takeValue("modeToggle.default"),
      strict: oldSettings.takeFlag("modeToggle.isHidden"),
    }),
    background: convertBackground(oldSettings),
    fonts: convertFonts(oldSettings.takeValue("font")),
    styling: omitUndefined({
      codeblocks: convertCodeBlockMode(oldSettings),
      eyebrows: oldSettings.takeValue("eyebrow.display"),
    }),
    navbar: createNavbar(oldSettings),
    navigation: upgradeNavigation(oldSettings),
    footer: createFooter(oldSettings),
    search: omitUndefined({ prompt: oldSettings.takeValue("search.prompt") }),
    seo: omitUndefined({ metatags: oldSettings.takeTextMap("metadata"), indexing: convertIndexing(oldSettings) }),
    api: createApi(oldSettings),
    integrations: createIntegrations(oldSettings),
    banner: oldSettings.takeValue("banner"),
    redirects: oldSettings.takeValue("redirects"),
    errors: oldSettings.takeValue("errors"),
  });
  for (const [key, reason] of Object.entries(skipReasons))
    if (oldSettings.takeValue(key) !== undefined) oldSettings.skip(key, reason);
  oldSettings.skipRemainingSettings();
  return { config: config ?? {}, skippedSettings: oldSettings.skippedSettings };
}

function convertTheme(oldSettings: OldSettings): string {
  const theme = oldSettings.takeValue("theme");
  if (typeof theme === "string" && supportedThemes.has(theme)) return theme;
  if (theme !== undefined) oldSettings.skip("theme", "this theme no longer exists, so the new file uses `mint`");
  return "mint";
}

function convertBackground(oldSettings: OldSettings): JsonMap | undefined {
  return omitUndefined({
    image: oldSettings.takeValue("backgroundImage"),
    decoration: oldSettings.takeValue("background.style"),
    color: oldSettings.takeValue("colors.background"),
  });
}

/** Converts the fonts. docs.json supports one font for all text, or separate fonts for headings and body text. */
function convertFonts(font: Json | undefined): Json | undefined {
  if (!isJsonMap(font)) return font === undefined ? undefined : { family: font };
  const { headings, body, ...all } = font;
  const baseFont = convertFont(all);
  if (headings === undefined && body === undefined) return baseFont;
  return omitUndefined({ heading: convertFont(headings) ?? baseFont, body: convertFont(body) ?? baseFont });
}

function convertFont(font: Json | undefined): JsonMap | undefined {
  if (!isJsonMap(font)) return font === undefined ? undefined : { family: font };
  const { url, ...rest } = font;
  return omitUndefined({ ...rest, source: url ?? rest["source"] });
}

function convertCodeBlockMode(oldSettings: OldSettings): string | undefined {
  const mode = oldSettings.takeValue("codeBlock.mode");
  if (mode === "dark") return "dark";
  if (mode !== undefined && mode !== "auto")
    oldSettings.skip("codeBlock.mode", "docs.json supports only `system` and `dark`");
  return mode === "auto" ? "system" : undefined;
}

function createNavbar(oldSettings: OldSettings): JsonMap | undefined {
  const links = oldSettings.takeMaps("topbarLinks").map((link, index): JsonMap => {
    const { name, url, type, ...rest } = link;
    oldSettings.skipRemainingSettings(`topbarLinks[${index}]`, rest);
    return createLink(name, url, type === "github" ? "github" : undefined);
  });
  const button = oldSettings.takeValue("topbarCtaButton");
  const { name, url, type, ...rest } = isJsonMap(button) ? button : {};
  oldSettings.skipRemainingSettings("topbarCtaButton", rest);
  const primary = isJsonMap(button) ? createLink(name, url, type === "github" ? "github" : "button") : undefined;
  return omitUndefined({ links: links.length > 0 ? links : undefined, primary });
}

/**
 * Converts a link. A GitHub link doesn't get a label, because the service shows the repository's name automatically.
 */
function createLink(name: Json | undefined, url: Json | undefined, type: string | undefined): JsonMap {
  return omitUndefined({ type, label: type === "github" ? undefined : name, href: url }) ?? {};
}

function createFooter(oldSettings: OldSettings): JsonMap | undefined {
  const socialLinks = [oldSettings.takeValue("footerSocials"), oldSettings.takeValue("footer.socials")].find(
    (value) => value !== undefined,
  );
  const columns = oldSettings
    .takeMaps("footer.links")
    .map((column, index) => createFooterColumn(column, index, oldSettings));
  return omitUndefined({
    socials: createSocials(socialLinks, oldSettings),
    links: columns.length > 0 ? columns : undefined,
  });
}

function createFooterColumn({ title, links, ...rest }: JsonMap, index: number, oldSettings: OldSettings): JsonMap {
  const path = `footer.links[${index}]`;
  oldSettings.skipRemainingSettings(path, rest);
  const items = (Array.isArray(links) ? links : []).flatMap((link, i): JsonMap[] => {
    if (!isJsonMap(link)) {
      oldSettings.skip(`${path}.links[${i}]`, "not an object");
      return [];
    }
    const { label, url, ...others } = link;
    oldSettings.skipRemainingSettings(`${path}.links[${i}]`, others);
    return [omitUndefined({ label, href: url }) ?? {}];
  });
  return omitUndefined({ header: title, items }) ?? {};
}

function createSocials(socialLinks: Json | undefined, oldSettings: OldSettings): JsonMap | undefined {
  const entries = Array.isArray(socialLinks)
    ? socialLinks.flatMap((item, index) => {
        if (isJsonMap(item) && typeof item["type"] === "string" && item["url"] !== undefined)
          return [[item["type"], item["url"]] as const];
        oldSettings.skip(`footerSocials[${index}]`, "no type or URL");
        return [];
      })
    : Object.entries(isJsonMap(socialLinks) ? socialLinks : {});
  return omitUndefined(Object.fromEntries(entries.map(([key, value]) => [key === "twitter" ? "x" : key, value])));
}

function convertIndexing(oldSettings: OldSettings): string | undefined {
  const indexesHiddenPages = oldSettings.takeFlag("seo.indexHiddenPages");
  return indexesHiddenPages === undefined ? undefined : indexesHiddenPages ? "all" : "navigable";
}

const displayModes: Readonly<Record<string, string>> = { show: "interactive", simple: "simple", hide: "none" };

function createApi(oldSettings: OldSettings): JsonMap | undefined {
  const mode = oldSettings.takeText("api.playground.mode");
  const display = mode === undefined ? undefined : displayModes[mode];
  if (mode !== undefined && display === undefined)
    oldSettings.skip("api.playground.mode", `docs.json doesn't support \`${mode}\``);
  const isHidden = oldSettings.takeFlag("api.hidePlayground");
  const isProxyDisabled = oldSettings.takeFlag("api.playground.disableProxy");
  const expansion = oldSettings.takeText("api.paramFields.expanded") ?? oldSettings.takeText("api.params.expanded");
  const showsOptional = oldSettings.takeFlag("api.request.example.showOptionalParams");
  return omitUndefined({
    openapi: oldSettings.takeValue("openapi"),
    asyncapi: oldSettings.takeValue("asyncapi"),
    mdx: omitUndefined({
      server: oldSettings.takeValue("api.baseUrl"),
      auth: omitUndefined({
        method: oldSettings.takeValue("api.auth.method"),
        name: oldSettings.takeValue("api.auth.name"),
      }),
    }),
    playground: omitUndefined({
      display: isHidden === true ? "none" : display,
      proxy: isProxyDisabled === undefined ? undefined : !isProxyDisabled,
    }),
    params: omitUndefined({
      expanded: expansion === undefined ? undefined : expansion === "all" ? "all" : "closed",
    }),
    examples: omitUndefined({
      languages: oldSettings.takeValue("api.request.example.languages"),
      defaults: showsOptional === undefined ? undefined : showsOptional ? "all" : "required",
    }),
  });
}

function createIntegrations(oldSettings: OldSettings): JsonMap | undefined {
  const integrations: JsonMap = {};
  for (const settingName of ["analytics", "integrations"]) {
    const value = oldSettings.takeValue(settingName);
    for (const [service, setting] of Object.entries(isJsonMap(value) ? value : {})) {
      const key = keysByService[service];
      if (!services.has(service))
        oldSettings.skip(`${settingName}.${service}`, "docs.json doesn't support this service");
      else integrations[service] = typeof setting === "string" && key !== undefined ? { [key]: setting } : setting;
    }
  }
  return omitUndefined(integrations);
}

/** The maximum length of a file in UTF-16 code units. The limit is the same as for docs.json. */
const maxSize = 10_000_000;

/** Parses a mint.json file, or returns undefined if the text isn't a JSON object. */
export function parseOldSettings(text: string): JsonMap | undefined {
  if (text.length > maxSize) return undefined;
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a new docs.json. */
export function formatConfig(config: JsonMap): string {
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
export function planSettingsMigration({ root, files, entry }: Config, settings: JsonMap): MigratedSettings | undefined {
  const file = files.find(({ path }) => path === entry);
  if (root?.kind !== "object" || !file) return undefined;
  const keys = Object.keys(settings).filter((key) => key !== "$schema" && getJsonValue(root, key) === undefined);
  let { text } = file;
  for (const key of keys) {
    const parsedFile = readJson(entry, text);
    if (parsedFile.root?.kind !== "object") return undefined;
    const edits = insertProperty(parsedFile, parsedFile.root, key, formatJson(parsedFile, settings[key]));
    if (edits.length === 0) return undefined;
    text = applyEdits(text, edits);
  }
  return keys.length === 0
    ? undefined
    : { edit: { kind: "edit", file: entry, edits: [createSingleEdit(file.text, text)] }, keys };
}

/** Returns the single edit that changes the first text to the second. */
export function createSingleEdit(oldText: string, newText: string): TextEdit {
  const minLength = Math.min(oldText.length, newText.length);
  let start = 0;
  while (start < minLength && oldText[start] === newText[start]) start++;
  let suffixLength = 0;
  while (suffixLength < minLength - start && oldText.at(-1 - suffixLength) === newText.at(-1 - suffixLength))
    suffixLength++;
  return {
    range: { start, end: oldText.length - suffixLength },
    newText: newText.slice(start, newText.length - suffixLength),
  };
}

/** The reason why docs.json has no replacement for a setting in mint.json. */
export type NoReplacementReason = "dashboard" | "none";

/** The settings in mint.json that are always lost. The settings in `skipReasons` are in the service's dashboard. */
const unreplacedSettings: ReadonlySet<string> = new Set(["layout", "rounded", "sidebar", "topbar"]);

/** Returns the reason for a top-level setting in mint.json that has no replacement. Undefined for any other setting. */
export function findNoReplacementReason(key: string): NoReplacementReason | undefined {
  if (Object.hasOwn(skipReasons, key)) return "dashboard";
  return unreplacedSettings.has(key) ? "none" : undefined;
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
const baseConfig = upgradeConfig({}).config;

/**
 * Returns the replacement for the setting at a path in docs.json, such as `["api", "baseUrl"]`. Returns undefined if no
 * replacement exists or it can't represent the entire value, except for a button's style. If the key also exists
 * elsewhere in docs.json, only those paths are possible replacements.
 */
export function findMovedSetting(
  file: JsonFile,
  path: readonly string[],
  alternativePaths: readonly string[] = [],
): MovedSetting | undefined {
  const property = findPropertyAt(file, path);
  if (!property || property.value?.file !== file.path) return undefined;
  const oldSettings = parseOldSettings(`{${file.text.slice(property.keyRange.start, property.value.range.end)}}`);
  const [key = "", ...innerPath] = path;
  if (!oldSettings) return undefined;
  if (innerPath.length === 0 && isNavigationKey(key)) return findMovedNavigation(file, key, oldSettings);
  const oldMap = path.slice(0, -1).reduceRight<JsonMap>((map, parent) => ({ [parent]: map }), oldSettings);
  const { config, skippedSettings } = upgradeConfig(oldMap);
  const [onlyEntry, ...otherEntries] = Object.entries(config).filter(
    ([name, value]) => !isSameJson(baseConfig[name], value),
  );
  const lostSettings = skippedSettings.filter((omission) => !/^topbarCtaButton\.(?:style|arrow)$/.test(omission.path));
  if (!onlyEntry || otherEntries.length > 0 || lostSettings.length > 0) return undefined;
  const addedSettings = Object.fromEntries([onlyEntry]);
  const target =
    alternativePaths.length > 0
      ? alternativePaths.find((candidate) => getValueAt(addedSettings, candidate.split(".")) !== undefined)
      : innerPath.length > 0
        ? getPathOfOnlyValue(addedSettings)
        : onlyEntry[0];
  return target === undefined || target === path.join(".") ? undefined : { target, addedSettings };
}

type NavigationKey = "anchors" | "tabs" | "versions";

function isNavigationKey(key: string): key is NavigationKey {
  return key === "anchors" || key === "tabs" || key === "versions";
}

/**
 * Returns the navigation that replaces one of the lists that mint.json has next to its navigation. Links are added to
 * any navigation. Otherwise, the navigation must consist of only groups and pages.
 */
function findMovedNavigation(file: JsonFile, key: NavigationKey, oldSettings: JsonMap): MovedSetting | undefined {
  const groups = getGroups(file);
  // mint.json shows a group without a version in all versions, but a page should be in only one.
  if (key === "versions" && !groups?.every((group) => isJsonMap(group) && group["version"] !== undefined))
    return undefined;
  const navigation = groups ?? [];
  const { config, skippedSettings } = upgradeConfig({ ...oldSettings, navigation });
  const newNavigation = config["navigation"];
  if (skippedSettings.length > 0 || !isJsonMap(newNavigation)) return undefined;
  const { global, ...rest } = newNavigation;
  const addsOnlyLinks = global !== undefined && isSameJson(upgradeConfig({ navigation }).config["navigation"], rest);
  const areExternalLinks = (Array.isArray(oldSettings[key]) ? oldSettings[key] : []).every((item) => {
    const url = isJsonMap(item) ? item["url"] : undefined;
    return typeof url === "string" && /^[a-z]+:/i.test(url);
  });
  if (addsOnlyLinks && (groups || areExternalLinks))
    return { target: "navigation.global.anchors", addedSettings: { navigation: { global } } };
  const target = ["tabs", "anchors", "versions", "languages"].find((name) => rest[name] !== undefined);
  if (!groups || target === undefined) return undefined;
  return {
    target: `navigation.${target}`,
    addedSettings: { navigation: newNavigation },
    replacesNavigation: true,
  };
}

/** Returns the groups and pages in the navigation, or undefined if it contains anything else. */
function getGroups(file: JsonFile): Json[] | undefined {
  const navigation = getJsonValue(file.root, "navigation");
  if (navigation?.kind !== "object" || navigation.properties.length !== 1) return undefined;
  const listNode = getJsonValue(navigation, "groups") ?? getJsonValue(navigation, "pages");
  if (listNode?.kind !== "array" || listNode.file !== file.path) return undefined;
  const value = parseJsonNode(file, listNode);
  return Array.isArray(value) && !JSON.stringify(value).includes('"$ref"') ? value : undefined;
}

function parseJsonNode(file: JsonFile, { range }: JsonNode): Json | undefined {
  return parseOldSettings(`{"value":${file.text.slice(range.start, range.end)}}`)?.["value"];
}

function getValueAt(map: JsonMap, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isJsonMap(value) ? value[key] : undefined), map);
}

function getPathOfOnlyValue(map: JsonMap): string {
  const [[key, value] = ["", null], ...otherEntries] = Object.entries(map);
  const hasSingleKey = isJsonMap(value) && Object.keys(value).length === 1 && otherEntries.length === 0;
  return hasSingleKey ? `${key}.${getPathOfOnlyValue(value)}` : key;
}

function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the edits that replace the setting. If the file already contains different values for any of the new keys,
 * returns an empty list, because the author must decide which value to keep.
 */
export function createMoveEdits(file: JsonFile, path: readonly string[], movedSetting: MovedSetting): TextEdit[] {
  const property = findPropertyAt(file, path);
  if (file.root?.kind !== "object" || !property) return [];
  const previousKey = path.length === 1 ? findKeyBefore(file.root, property) : undefined;
  const removedProperty =
    path[0] !== undefined && path[0] in movedSetting.addedSettings ? property : findEmptiedProperty(file, path);
  const textWithoutSetting = applyEdits(file.text, removeMember(file, (removedProperty ?? property).keyRange));
  const editedText = movedSetting.replacesNavigation
    ? addNavigation(file.path, textWithoutSetting, movedSetting.addedSettings)
    : addSettings(file.path, textWithoutSetting, [], movedSetting.addedSettings, previousKey);
  return editedText === undefined || editedText === textWithoutSetting ? [] : [createSingleEdit(file.text, editedText)];
}

function addNavigation(path: string, text: string, addedSettings: JsonMap): string | undefined {
  const file = readJson(path, text);
  const property = findPropertyAt(file, ["navigation"]);
  if (file.root?.kind !== "object" || !property) return undefined;
  const previousKey = findKeyBefore(file.root, property);
  const textWithoutSetting = applyEdits(text, removeMember(file, property.keyRange));
  return addSettings(path, textWithoutSetting, [], addedSettings, previousKey);
}

/** Adds settings to the object at a path. Returns undefined if it already contains different values for them. */
function addSettings(
  path: string,
  text: string,
  parentPath: readonly string[],
  addedSettings: JsonMap,
  previousKey?: string,
): string | undefined {
  // Each insertion shifts the offsets for the next one, so the text is parsed again each time.
  let updatedText: string | undefined = text;
  for (const [key, value] of Object.entries(addedSettings)) {
    const file = readJson(path, updatedText);
    const object = parentPath.reduce<JsonNode | undefined>(getJsonValue, file.root);
    if (object?.kind !== "object" || findProperty(object, "$ref")) return undefined;
    const existingValue = findProperty(object, key)?.value;
    if (!findProperty(object, key)) updatedText = insertSetting(file, object, key, value, previousKey);
    else if (existingValue?.kind === "object" && isJsonMap(value))
      updatedText = addSettings(path, updatedText, [...parentPath, key], value);
    else if (!existingValue || !isSameJson(parseJsonNode(file, existingValue), value)) return undefined;
    if (updatedText === undefined) return undefined;
  }
  return updatedText;
}

function insertSetting(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: Json,
  previousKey?: string,
): string | undefined {
  const edits = insertProperty(file, object, key, formatJson(file, value), previousKey);
  return edits.length === 0 ? undefined : applyEdits(file.text, edits);
}

function findKeyBefore({ properties }: JsonObject, property: JsonProperty): string | undefined {
  return properties[properties.indexOf(property) - 1]?.key;
}
