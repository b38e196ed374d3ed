import type { Config } from "../../config/config.ts";
import { insertProperty, jsonText, removeMember } from "../../config/json/json-edit.ts";
import {
  findProperty,
  getJsonValue,
  type JsonFile,
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
  readonly left: readonly SkippedSetting[];
}

/** The themes that docs.json supports. mint.json uses different theme names. */
const known: ReadonlySet<string> = new Set(themes);

/** The services that docs.json supports. In mint.json, they're under `analytics` and `integrations`. */
const services: ReadonlySet<string> = new Set(
  "adobe amplitude clarity clearbit fathom frontchat ga4 gtm heap hightouch hotjar intercom koala logrocket mixpanel onetrust pirsch plausible posthog segment telemetry cookies transcend".split(
    " ",
  ),
);

/** Maps each service whose value in mint.json is a string to the docs.json key for that string. */
const keyOfService: Readonly<Record<string, string>> = { intercom: "appId", frontchat: "snippetId" };

/** The reasons why common settings aren't converted. Each key is a setting in mint.json. */
const whyLeft: Readonly<Record<string, string>> = {
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
    appearance: mapOf({ default: old.take("modeToggle.default"), strict: old.flag("modeToggle.isHidden") }),
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
  for (const [key, reason] of Object.entries(whyLeft))
    if (old.take(key) !== undefined) old.leave(key, reason);
  old.leaveRest();
  return { config: config ?? {}, left: old.left };
}

function themeOf(old: OldSettings): string {
  const theme = old.take("theme");
  if (typeof theme === "string" && known.has(theme)) return theme;
  if (theme !== undefined) old.leave("theme", "this theme no longer exists, so the new file uses `mint`");
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
    old.leave("codeBlock.mode", "docs.json supports only `system` and `dark`");
  return mode === "auto" ? "system" : undefined;
}

function navbarOf(old: OldSettings): JsonMap | undefined {
  const links = old.maps("topbarLinks").map((link, index): JsonMap => {
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
  const columns = old.maps("footer.links").map((column, index) => footerColumnOf(column, index, old));
  return mapOf({ socials: socialsOf(socials, old), links: columns.length > 0 ? columns : undefined });
}

function footerColumnOf({ title, links, ...rest }: JsonMap, index: number, old: OldSettings): JsonMap {
  const path = `footer.links[${index}]`;
  old.leaveRest(path, rest);
  const items = (Array.isArray(links) ? links : []).flatMap((link, i): JsonMap[] => {
    if (!isJsonMap(link)) {
      old.leave(`${path}.links[${i}]`, "not an object");
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
        old.leave(`footerSocials[${index}]`, "no type or URL");
        return [];
      })
    : Object.entries(isJsonMap(socials) ? socials : {});
  return mapOf(Object.fromEntries(entries.map(([key, value]) => [key === "twitter" ? "x" : key, value])));
}

function indexingOf(old: OldSettings): string | undefined {
  const isAll = old.flag("seo.indexHiddenPages");
  return isAll === undefined ? undefined : isAll ? "all" : "navigable";
}

const displays: Readonly<Record<string, string>> = { show: "interactive", simple: "simple", hide: "none" };

function apiOf(old: OldSettings): JsonMap | undefined {
  const mode = old.text("api.playground.mode");
  const display = mode === undefined ? undefined : displays[mode];
  if (mode !== undefined && display === undefined)
    old.leave("api.playground.mode", `docs.json doesn't support \`${mode}\``);
  const isHidden = old.flag("api.hidePlayground");
  const withoutProxy = old.flag("api.playground.disableProxy");
  const expanded = old.text("api.paramFields.expanded") ?? old.text("api.params.expanded");
  const optional = old.flag("api.request.example.showOptionalParams");
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
      defaults: optional === undefined ? undefined : optional ? "all" : "required",
    }),
  });
}

function integrationsOf(old: OldSettings): JsonMap | undefined {
  const found: JsonMap = {};
  for (const place of ["analytics", "integrations"]) {
    const value = old.take(place);
    for (const [service, setting] of Object.entries(isJsonMap(value) ? value : {})) {
      const key = keyOfService[service];
      if (!services.has(service)) old.leave(`${place}.${service}`, "docs.json doesn't support this service");
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
    const now = readJson(entry, text);
    if (now.root?.kind !== "object") return undefined;
    const edits = insertProperty(now, now.root, key, jsonText(now, upgraded[key]));
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
  let behind = 0;
  while (behind < shorter - start && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return {
    range: { start, end: before.length - behind },
    newText: after.slice(start, after.length - behind),
  };
}

/** The docs.json setting that replaces a top-level setting in mint.json. */
export interface MovedSetting {
  /** The top-level setting that now contains the value, such as `appearance` for `modeToggle`. */
  readonly target: string;
  readonly value: Json;
}

/** The settings that every upgraded file contains. */
const defaults = upgradeConfig({}).config;

/**
 * Returns the replacement for a top-level property, or undefined if no replacement exists or it can't represent the
 * entire value.
 */
export function findMovedSetting(file: JsonFile, property: JsonProperty): MovedSetting | undefined {
  const { key, value } = property;
  if (value?.file !== file.path) return undefined;
  const old = oldSettingsIn(`{${file.text.slice(property.keyRange.start, value.range.end)}}`);
  if (!old) return undefined;
  const { config, left } = upgradeConfig(old);
  const [only, ...others] = Object.entries(config).filter(
    ([name, own]) => JSON.stringify(defaults[name]) !== JSON.stringify(own),
  );
  if (!only || others.length > 0 || left.length > 0 || only[0] === key) return undefined;
  return { target: only[0], value: only[1] };
}

/**
 * Returns the edits that replace the setting. If the file already contains any of the new keys, returns an empty list,
 * because the author must decide which value to keep.
 */
export function moveSetting(
  file: JsonFile,
  property: JsonProperty,
  { target, value }: MovedSetting,
): TextEdit[] {
  const { root } = file;
  if (root?.kind !== "object") return [];
  const removed = applyEdits(file.text, removeMember(file, property.keyRange));
  const added = withSetting(file.path, removed, target, value, keyBefore(root, property));
  return added === undefined ? [] : [oneEdit(file.text, added)];
}

function withSetting(
  path: string,
  text: string,
  key: string,
  value: Json,
  after: string | undefined,
): string | undefined {
  const file = readJson(path, text);
  if (file.root?.kind !== "object") return undefined;
  if (!findProperty(file.root, key)) return inserted(file, file.root, key, value, after);
  // Each insertion shifts the offsets for the next one, so the text is parsed again each time.
  let done: string | undefined = text;
  for (const [name, own] of isJsonMap(value) ? Object.entries(value) : []) {
    const now = readJson(path, done);
    const object = getJsonValue(now.root, key);
    if (object?.kind !== "object" || findProperty(object, name)) return undefined;
    done = inserted(now, object, name, own);
    if (done === undefined) return undefined;
  }
  return done === text ? undefined : done;
}

function inserted(
  file: JsonFile,
  object: JsonObject,
  key: string,
  value: Json,
  after?: string,
): string | undefined {
  const edits = insertProperty(file, object, key, jsonText(file, value), after);
  return edits.length === 0 ? undefined : applyEdits(file.text, edits);
}

function keyBefore({ properties }: JsonObject, property: JsonProperty): string | undefined {
  return properties[properties.indexOf(property) - 1]?.key;
}
