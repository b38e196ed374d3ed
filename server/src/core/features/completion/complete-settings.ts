import type { Config } from "../../config/config.ts";
import { toJsonString } from "../../config/json/json-edit.ts";
import type { JsonNode, JsonProperty } from "../../config/json/json-tree.ts";
import { stringChecks } from "../../config/settings/check-value.ts";
import { resolveSchema } from "../../config/settings/config-schema.ts";
import { elementKinds, getLabelKey } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import {
  createSettingDoc,
  getAllowedSettings,
  type AllowedSchemas,
  createInitialValue,
  getValueKind,
  getAllowedValues,
} from "../../config/settings/schema-lookup.ts";
import {
  getEnumValues,
  isRequired,
  type ObjectSchema,
  type Setting,
  type SettingSchema,
} from "../../config/settings/setting-schema.ts";
import { derive } from "../../text/maps.ts";
import { findConfigNode } from "../cursor/json-cursor.ts";
import type { ConfigCaret, Suggestion } from "./completion.ts";

type Path = readonly (string | number)[];

/** Settings in docs.json, starting with those that public sites use most often. */
const keysByFrequency: readonly string[] =
  "$schema theme name colors favicon navigation primary light dark logo navbar footer redirects contextual options group pages tab groups anchor icon href label links socials type integrations description background appearance default api openapi seo metatags styling eyebrows banner content fonts family".split(
    " ",
  );

/** Returns how rarely a setting is used, from 0 (the most common setting) to 1. */
export function getRarity(key: string): number {
  const index = keysByFrequency.indexOf(key);
  return index < 0 ? 1 : index / keysByFrequency.length;
}

/**
 * Returns the share of similar objects in this docs.json that contain the key, from 0 to 1. For example, a group is
 * compared with other groups.
 */
export function computeKeyShare(config: Config, path: Path, key: string): number {
  const keyUsage = countKeyUsage(config).get(getObjectKey(path));
  return keyUsage ? (keyUsage.keyCounts.get(key) ?? 0) / keyUsage.objectCount : 0;
}

interface KeyUsage {
  objectCount: number;
  readonly keyCounts: Map<string, number>;
}

const countKeyUsage = derive((config: Config): ReadonlyMap<string, KeyUsage> => {
  const usageByKey = new Map<string, KeyUsage>();
  const visit = (node: JsonNode, objectKey: string): void => {
    if (node.kind === "array") for (const item of node.items) visit(item, objectKey);
    if (node.kind !== "object") return;
    const keyUsage = usageByKey.get(objectKey) ?? { objectCount: 0, keyCounts: new Map<string, number>() };
    usageByKey.set(objectKey, keyUsage);
    keyUsage.objectCount++;
    for (const { key, value } of node.properties) {
      keyUsage.keyCounts.set(key, (keyUsage.keyCounts.get(key) ?? 0) + 1);
      if (value) visit(value, key);
    }
  };
  if (config.root) visit(config.root, "");
  return usageByKey;
});

/** Returns the last key in the object's path, which identifies similar objects. Array indexes are ignored. */
function getObjectKey(path: Path): string {
  const key = path.findLast((segment) => typeof segment === "string");
  return typeof key === "string" ? key : "";
}

/**
 * Returns how badly an existing value fits a setting, from 0 to 3. The result is close to 0 for an allowed value, about
 * 1 for a value of the right type that can't be checked further, and 2 or more for a value that isn't allowed.
 */
export function getTypePenalty(schema: SettingSchema, node: JsonNode, profile: ProfileName): number {
  const concreteSchema = resolveSchema(schema);
  switch (concreteSchema.kind) {
    case "choice": {
      const kind = getValueKind(node);
      const branch = kind === undefined ? undefined : concreteSchema.branches[kind];
      return branch ? getTypePenalty(branch, node, profile) : 3;
    }
    case "forms":
      return Math.min(
        getTypePenalty(concreteSchema.defaultSchema, node, profile),
        ...concreteSchema.forms.map((form) => getTypePenalty(form.schema, node, profile)),
      );
    case "object":
      return node.kind === "object" ? computeUnknownKeyPenalty(node, concreteSchema.settings) : 3;
    case "list": {
      if (node.kind !== "array") return 3;
      const [firstItem] = node.items;
      return firstItem ? getTypePenalty(concreteSchema.items, firstItem, profile) : 0.5;
    }
    case "record":
      return node.kind === "object" ? 1 : 3;
    case "enum":
      if (node.kind !== "string") return 3;
      return getEnumValues(concreteSchema, profile).includes(node.value) ? 0 : concreteSchema.isOpen ? 1 : 2.5;
    case "string":
      if (node.kind !== "string") return 3;
      if (!concreteSchema.check)
        return isPathOrUrl(node.value) && !concreteSchema.fileKind && !concreteSchema.referenceKind ? 1.2 : 0.8;
      return stringChecks[concreteSchema.check].passes(node.value) ? 0.2 : 2;
    case "boolean":
    case "number":
      return node.kind === concreteSchema.kind ? 0.2 : 3;
  }
}

/**
 * Returns how badly an object fits this position: 0.2 if all of its keys are settings at this position, up to 2.2 if
 * none of them is, and 0.5 if the object is empty.
 */
function computeUnknownKeyPenalty(node: JsonNode & { kind: "object" }, settings: ReadonlyMap<string, Setting>): number {
  const { properties } = node;
  if (properties.length === 0) return 0.5;
  const unknownCount = properties.filter(({ key }) => !settings.has(key) || settings.get(key)?.isMisplaced).length;
  return 0.2 + (2 * unknownCount) / properties.length;
}

function isPathOrUrl(text: string): boolean {
  return /^(\/|https?:)/.test(text);
}

/**
 * Suggests the keys that the object at the caret doesn't contain. Required keys come first, followed by keys that
 * similar objects in this docs.json contain. If the key already has a value, keys that accept the value rank higher.
 */
export function completeKeys(caret: ConfigCaret, allowedSchemas: AllowedSchemas): Suggestion[] {
  const { site, cursor, path } = caret;
  const profile = site.profile.name;
  const hasKey = (key: string) => cursor.keys.has(key);
  const value = cursor.hasColon ? findFollowingValue(caret) : undefined;
  return [...getAllowedSettings(allowedSchemas, profile)].flatMap(([key, setting], index): Suggestion[] => {
    if (hasKey(key)) return [];
    const isMandatory = isRequired(setting, profile, hasKey);
    const baseRank =
      (isMandatory ? -1 : 0) - computeKeyShare(site.config, path, key) + getRarity(key) / 2 + index / 10_000;
    const rank = baseRank + (value ? 3 * getTypePenalty(setting.schema, value, profile) : 0);
    return [suggestSetting(key, setting, profile, rank)];
  });
}

/** Returns a suggestion that inserts a key with an initial value and shows the setting's description. */
export function suggestSetting(key: string, setting: Setting, profile: Profile, rank: number): Suggestion {
  const initialValue = getInitialValue(setting, profile);
  return {
    kind: "setting",
    label: key,
    description: describeSetting(setting, profile),
    text: `${toJsonString(key)}: ${initialValue.json}`,
    caret: toJsonString(key).length + 2 + initialValue.caret,
    rank,
  };
}

/** Suggests a setting's allowed values. */
export function completeValues({ site, path }: ConfigCaret, allowedSchemas: AllowedSchemas): Suggestion[] {
  const usedValues = getSiblingValues(site.config.root && findConfigNode(site.config, path.slice(0, -1)), path.at(-1));
  return getAllowedValues(allowedSchemas, site.profile.name).map(({ json, description }, index) => ({
    kind: "value",
    label: json.replace(/^"|"$/g, ""),
    ...(description === undefined ? {} : { detail: description }),
    text: json,
    rank: index / 1000 + (usedValues.has(json) ? 1 : 0),
  }));
}

type Profile = ConfigCaret["site"]["profile"]["name"];

/**
 * Returns the values that a list already contains, as JSON text. Suggestions with these values rank lower, because
 * authors rarely need duplicates.
 */
function getSiblingValues(list: JsonNode | undefined, index: string | number | undefined): ReadonlySet<string> {
  if (list?.kind !== "array") return new Set();
  return new Set(
    list.items.flatMap((item, i) => (item.kind === "string" && i !== index ? [toJsonString(item.value)] : [])),
  );
}

/** Returns the existing value of the key that's being typed, or undefined if the key has none. */
function findFollowingValue({ site, file, cursor, path }: ConfigCaret): JsonNode | undefined {
  const object = findConfigNode(site.config, path);
  const isAtCursor = (property: JsonProperty) =>
    property.file === file && property.keyRange.start === cursor.replace.start;
  return object?.kind === "object" ? object.properties.find(isAtCursor)?.value : undefined;
}

/**
 * Returns an initial value of the setting's type, as JSON text, and the caret position in it. Strings, lists, and
 * objects are empty.
 */
function getInitialValue(setting: Setting, profile: Profile): { readonly json: string; readonly caret: number } {
  const value = createInitialValue(setting, profile);
  if (typeof value === "string") return { json: '""', caret: 1 };
  if (Array.isArray(value)) return { json: "[]", caret: 1 };
  if (typeof value === "object") return { json: "{}", caret: 1 };
  const json = String(value);
  return { json, caret: json.length };
}

function describeSetting(setting: Setting, profile: Profile): string {
  const documentation = createSettingDoc(setting, profile);
  return [
    documentation.meaning,
    documentation.values.length > 0 ? documentation.values.map(({ value }) => `\`${value}\``).join(" · ") : "",
    documentation.default === undefined ? "" : `Default: ${documentation.default}.`,
    documentation.theme === undefined ? "" : `Applies only to the \`${documentation.theme}\` theme.`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/**
 * Suggests an object for a list of objects, such as `{ "group": "", "pages": [] }`, with the caret in the first empty
 * string.
 */
export function completeElements({ site, path }: ConfigCaret, allowedSchemas: AllowedSchemas): Suggestion[] {
  if (typeof path.at(-1) !== "number") return [];
  return allowedSchemas.schemas.flatMap((schema) => {
    if (schema.kind !== "object") return [];
    const members = getMembers(schema, path, site.profile.name);
    const [firstMember] = members;
    if (!firstMember) return [];
    const text = `{ ${members.map(([key, json]) => `${toJsonString(key)}: ${json}`).join(", ")} }`;
    const index = text.search(/""|\[\]/);
    return [
      {
        kind: "element",
        label: `${firstMember[0]} …`,
        detail: text,
        text,
        ...(index < 0 ? {} : { caret: index + 1 }),
        rank: path.at(-2) === "pages" ? 18 : 0,
      },
    ];
  });
}

/**
 * Returns the members of a new object, as keys and JSON values: a navigation element's name and children, or the
 * required keys of any other object.
 */
function getMembers(
  { settings }: ObjectSchema,
  path: ConfigCaret["path"],
  profile: ConfigCaret["site"]["profile"]["name"],
): (readonly [string, string])[] {
  const elementKindEntry = Object.entries(elementKinds).find(([key]) => key === path.at(-2));
  const labelKey = path[0] === "navigation" && elementKindEntry ? getLabelKey(elementKindEntry[1]) : undefined;
  if (labelKey !== undefined && settings.has(labelKey)) {
    const isGlobal = path.includes("global");
    const childKey = isGlobal
      ? "href"
      : labelKey === "group" || labelKey === "anchor" || labelKey === "item"
        ? "pages"
        : "groups";
    return [
      [labelKey, '""'],
      [childKey, childKey === "href" ? '""' : "[]"],
    ];
  }
  return [...settings]
    .filter(([, setting]) => isRequired(setting, profile, () => false))
    .map(([key, setting]) => {
      const value = createInitialValue(setting, profile);
      const json = Array.isArray(value) ? "[]" : typeof value === "object" ? "{}" : JSON.stringify(value);
      return [key, typeof value === "string" ? '""' : json] as const;
    });
}
