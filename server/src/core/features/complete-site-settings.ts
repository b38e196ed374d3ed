import { quoted } from "../config/json/json-edit.ts";
import { ruleAreas, ruleSummaries } from "../config/settings/rule-codes.ts";
import { settingsFileShape } from "../config/settings/settings-file-shape.ts";
import { settingsAt, shapeAt, valuesAt, type ShapePlace } from "../config/settings/schema-lookup.ts";
import { settingOffer } from "./complete-setting.ts";
import type { Site } from "../site/site.ts";
import { folderOf } from "../text/site-path.ts";
import { nothing, type CompletionRequest, type Completions, type Offer } from "./completion.ts";
import { jsonCursorAt, type JsonCursor } from "./json-cursor.ts";
import { writeInJson } from "./write-in-json.ts";

/** What may be written at a caret in `.docwright.json`, by the shape that its checks and its schema are made from. */
export function completeSiteSettings({ site, text, offset }: CompletionRequest): Completions {
  const cursor = jsonCursorAt(text, offset);
  const place = cursor && shapeAt(site.settings.source?.root, cursor.path, settingsFileShape);
  if (!cursor || !place) return nothing;
  const offers =
    cursor.expects === "key" ? keysAt(place, cursor) : [...valuesIn(place), ...siteFolders(place, site)];
  return writeInJson(offers, cursor, text);
}

/** None of these settings differs between profiles. */
const profile = "standard";

function keysAt(place: ShapePlace, cursor: JsonCursor): Offer[] {
  const isTable = place.shapes.some((shape) => shape.kind === "record" && shape.keys === "rule");
  if (isTable) return ruleNames(cursor);
  return [...settingsAt(place, profile)]
    .filter(([key]) => !cursor.keys.has(key))
    .map(([key, setting], rank) => settingOffer(key, setting, profile, rank));
}

/** Codes of rules, and whole areas: `link/*`. */
function ruleNames(cursor: JsonCursor): Offer[] {
  return [...ruleAreas, ...ruleSummaries.keys()]
    .filter((name) => !cursor.keys.has(name))
    .map((name) => {
      const detail = ruleSummaries.get(name);
      return {
        kind: "rule",
        label: name,
        ...(detail !== undefined && { detail }),
        text: `${quoted(name)}: ""`,
        caret: quoted(name).length + 3,
        rank: detail === undefined ? 1 : 0,
      };
    });
}

function valuesIn(place: ShapePlace): Offer[] {
  const isOverride = settingsAt(place, profile).has("files");
  return [
    ...valuesAt(place, profile).map(({ json, about }, rank): Offer => ({
      kind: "value",
      label: json.replace(/^"|"$/g, ""),
      ...(about !== undefined && { detail: about }),
      text: json,
      rank,
    })),
    ...(isOverride ? [newOverride] : []),
  ];
}

/** Subfolders with a docs.json that isn't published. */
function siteFolders({ shapes }: ShapePlace, { nestedConfigs }: Site): Offer[] {
  if (!shapes.some((shape) => shape.kind === "string" && shape.names === "site")) return [];
  return [...(nestedConfigs?.keys() ?? [])].map((file, rank) => {
    const folder = folderOf(file);
    return { kind: "value", label: folder, text: quoted(folder), rank };
  });
}

const newOverride: Offer = {
  kind: "element",
  label: "files …",
  text: '{ "files": [""], "rules": {} }',
  caret: 13,
  rank: 0,
};
