import { quoted } from "../config/json/json-edit.ts";
import type { JsonNode, JsonProperty } from "../config/json/json-tree.ts";
import { settingDoc, settingsAt, type ShapePlace, starterValue, valuesAt } from "../config/settings/schema-lookup.ts";
import { isRequired, type Setting } from "../config/settings/setting-shape.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { nodeAt } from "./config-place.ts";
import { misfit, rarity, shareOf } from "./likely-settings.ts";

/**
 * The keys that the object at the caret may have and has not: those it must have first, then those that its like in
 * this docs.json have. Before a value that is there, those that take it.
 */
export function offerKeys(caret: ConfigCaret, place: ShapePlace): Offer[] {
  const { site, cursor, path } = caret;
  const profile = site.profile.name;
  const hasKey = (key: string) => cursor.keys.has(key);
  const value = cursor.hasColon ? valueBehind(caret) : undefined;
  return [...settingsAt(place, profile)].flatMap(([key, setting], index): Offer[] => {
    if (hasKey(key)) return [];
    const must = isRequired(setting, profile, hasKey);
    const likely = (must ? -1 : 0) - shareOf(site.config, path, key) + rarity(key) / 2 + index / 10_000;
    const rank = likely + (value ? 3 * misfit(setting.shape, value, profile) : 0);
    return [settingOffer(key, setting, profile, rank)];
  });
}

/** A key with its meaning and an empty value to fill in. */
export function settingOffer(key: string, setting: Setting, profile: Profile, rank: number): Offer {
  const start = startOf(setting, profile);
  return {
    kind: "setting",
    label: key,
    about: aboutSetting(setting, profile),
    text: `${quoted(key)}: ${start.json}`,
    caret: quoted(key).length + 2 + start.caret,
    rank,
  };
}

/** The values that a setting is limited to. */
export function offerValues({ site, path }: ConfigCaret, place: ShapePlace): Offer[] {
  const taken = siblingValues(site.config.root && nodeAt(site.config, path.slice(0, -1)), path.at(-1));
  return valuesAt(place, site.profile.name).map(({ json, about }, index) => ({
    kind: "value",
    label: json.replace(/^"|"$/g, ""),
    ...(about === undefined ? {} : { detail: about }),
    text: json,
    rank: index / 1000 + (taken.has(json) ? 1 : 0),
  }));
}

type Profile = ConfigCaret["site"]["profile"]["name"];

/** Values that a list has already, as JSON; a second one is seldom wanted. */
function siblingValues(list: JsonNode | undefined, index: string | number | undefined): ReadonlySet<string> {
  if (list?.kind !== "array") return new Set();
  return new Set(
    list.items.flatMap((item, i) => (item.kind === "string" && i !== index ? [quoted(item.value)] : [])),
  );
}

/** The value of the key that is being written. */
function valueBehind({ site, file, cursor, path }: ConfigCaret): JsonNode | undefined {
  const object = nodeAt(site.config, path);
  const isHere = (property: JsonProperty) =>
    property.file === file && property.keyRange.start === cursor.replace.start;
  return object?.kind === "object" ? object.properties.find(isHere)?.value : undefined;
}

/** An empty value of the right kind with the caret inside, so that the next thing typed is the value. */
function startOf(setting: Setting, profile: Profile): { readonly json: string; readonly caret: number } {
  const value = starterValue(setting, profile);
  if (typeof value === "string") return { json: '""', caret: 1 };
  if (Array.isArray(value)) return { json: "[]", caret: 1 };
  if (typeof value === "object") return { json: "{}", caret: 1 };
  const json = String(value);
  return { json, caret: json.length };
}

function aboutSetting(setting: Setting, profile: Profile): string {
  const doc = settingDoc(setting, profile);
  return [
    doc.meaning,
    doc.values.length > 0 ? doc.values.map(({ value }) => `\`${value}\``).join(" · ") : "",
    doc.default === undefined ? "" : `Default: ${doc.default}.`,
    doc.theme === undefined ? "" : `Only the theme \`${doc.theme}\` reads it.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
