import { quoted } from "../config/edit-config.ts";
import { isRequired, type Setting } from "../config/setting-shape.ts";
import { settingDoc, starterValue } from "../config/settings/setting-doc.ts";
import { settingsAt, valuesAt, type ShapePlace } from "../config/settings/shape-at.ts";
import type { ConfigCaret, Offer } from "./completion.ts";

/** The keys that the object at the caret may have and has not, those it must have first. */
export function offerKeys({ site, cursor }: ConfigCaret, place: ShapePlace): Offer[] {
  const profile = site.profile.name;
  const hasKey = (key: string) => cursor.keys.has(key);
  return [...settingsAt(place, profile)].flatMap(([key, setting]): Offer[] => {
    if (hasKey(key)) return [];
    const value = startOf(setting, profile);
    return [
      {
        kind: "setting",
        label: key,
        about: aboutSetting(setting, profile),
        json: `${quoted(key)}: ${value.json}`,
        caret: quoted(key).length + 2 + value.caret,
        rank: isRequired(setting, profile, hasKey) ? 0 : 1,
      },
    ];
  });
}

/** The values that a setting is limited to. */
export function offerValues({ site }: ConfigCaret, place: ShapePlace): Offer[] {
  return valuesAt(place, site.profile.name).map(({ json, about }, index) => ({
    kind: "value",
    label: json.replace(/^"|"$/g, ""),
    ...(about === undefined ? {} : { detail: about }),
    json,
    rank: index / 1000,
  }));
}

type Profile = ConfigCaret["site"]["profile"]["name"];

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
