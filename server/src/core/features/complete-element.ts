import { quoted } from "../config/json/json-edit.ts";
import { elementKindOf, labelKeyOf } from "../config/settings/navigation.ts";
import { type ShapePlace, starterValue } from "../config/settings/schema-lookup.ts";
import { isRequired, type ObjectShape } from "../config/settings/setting-shape.ts";
import type { ConfigCaret, Offer } from "./completion.ts";

/** A whole object where a list takes objects: `{ "group": "", "pages": [] }` with the caret in the first empty text. */
export function offerElements({ site, path }: ConfigCaret, place: ShapePlace): Offer[] {
  if (typeof path.at(-1) !== "number") return [];
  return place.shapes.flatMap((shape) => {
    if (shape.kind !== "object") return [];
    const members = membersOf(shape, path, site.profile.name);
    const [first] = members;
    if (!first) return [];
    const text = `{ ${members.map(([key, json]) => `${quoted(key)}: ${json}`).join(", ")} }`;
    const at = text.search(/""|\[\]/);
    return [
      {
        kind: "element",
        label: `${first[0]} …`,
        detail: text,
        text,
        ...(at < 0 ? {} : { caret: at + 1 }),
        rank: path.at(-2) === "pages" ? 18 : 0,
      },
    ];
  });
}

/** The name of a navigation element and what it holds; of other objects what they must have. */
function membersOf(
  { settings }: ObjectShape,
  path: ConfigCaret["path"],
  profile: ConfigCaret["site"]["profile"]["name"],
): (readonly [string, string])[] {
  const division = Object.entries(elementKindOf).find(([key]) => key === path.at(-2));
  const label = path[0] === "navigation" && division ? labelKeyOf(division[1]) : undefined;
  if (label !== undefined && settings.has(label)) {
    const isGlobal = path.includes("global");
    const child = isGlobal
      ? "href"
      : label === "group" || label === "anchor" || label === "item"
        ? "pages"
        : "groups";
    return [
      [label, '""'],
      [child, child === "href" ? '""' : "[]"],
    ];
  }
  return [...settings]
    .filter(([, setting]) => isRequired(setting, profile, () => false))
    .map(([key, setting]) => {
      const value = starterValue(setting, profile);
      const json = Array.isArray(value) ? "[]" : typeof value === "object" ? "{}" : JSON.stringify(value);
      return [key, typeof value === "string" ? '""' : json] as const;
    });
}
