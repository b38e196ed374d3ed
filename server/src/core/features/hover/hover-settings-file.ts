import { ruleSummaries } from "../../config/settings/rule-codes.ts";
import { settingsFileShape } from "../../config/settings/settings-file-shape.ts";
import { settingsAt, shapeAt } from "../../config/settings/schema-lookup.ts";
import type { SettingsSource } from "../../site/settings/site-settings.ts";
import { jsonPlaceAt } from "../json-path-at.ts";
import { codeText, paragraphs } from "../markdown.ts";
import { describeSetting } from "./describe-setting.ts";
import type { Hover, HoverPlace } from "./hover.ts";

/** A setting of `.docwright.json`, or a rule that it names. */
export function hoverSettingsFile({ offset, site }: HoverPlace, { root }: SettingsSource): Hover | undefined {
  const { path, property } = jsonPlaceAt(root, offset) ?? {};
  if (!path || !property) return undefined;
  const { key, keyRange: range } = property;
  const summary = path.at(-2) === "rules" ? ruleSummaries.get(key) : undefined;
  if (summary !== undefined) return { range, markdown: paragraphs([`**${codeText(key)}**`, summary]) };
  const owner = shapeAt(root, path.slice(0, -1), settingsFileShape);
  const setting = owner && settingsAt(owner, site.profile.name).get(key);
  return setting && { range, markdown: describeSetting(key, setting, site.profile.name) };
}
