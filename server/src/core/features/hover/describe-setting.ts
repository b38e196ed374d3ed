import type { ProfileName } from "../../config/settings/profile.ts";
import { isRequired, type Setting } from "../../config/settings/setting-shape.ts";
import { settingDoc } from "../../config/settings/schema-lookup.ts";
import { codeText, paragraphs } from "../markdown.ts";

/** What a setting means, takes and does when it is absent. */
export function describeSetting(key: string, setting: Setting, profile: ProfileName): string {
  const doc = settingDoc(setting, profile);
  const kinds = doc.kinds.map((kind) => kindWords[kind]).join(" or ");
  const isNeeded = isRequired(setting, profile, () => true);
  return paragraphs([
    `**${codeText(key)}** ${kinds}${isNeeded ? ", required" : ""}`,
    doc.meaning,
    describeValues(doc.values),
    doc.default === undefined ? undefined : `Default: ${doc.default}.`,
    doc.theme === undefined ? undefined : `Only the theme ${codeText(doc.theme)} reads it.`,
    doc.onlyIn === undefined || doc.onlyIn === profile
      ? undefined
      : `Read in the profile ${codeText(doc.onlyIn)} only.`,
  ]);
}

const kindWords = {
  string: "text",
  number: "number",
  boolean: "true or false",
  list: "list",
  object: "object",
} as const;

const mostValues = 30;

/** Values with what they do, as a list where that is known of any. */
export function describeValues(
  values: readonly { readonly value: string; readonly about?: string | undefined }[],
): string | undefined {
  if (values.length === 0) return undefined;
  const shown = values.slice(0, mostValues);
  const more = values.length - shown.length;
  if (shown.some(({ about }) => about !== undefined))
    return shown
      .map(({ value, about }) => `- ${codeText(value)}${about === undefined ? "" : ` ${about}`}`)
      .join("\n");
  return `${shown.map(({ value }) => codeText(value)).join(" · ")}${more > 0 ? ` · and ${more} more` : ""}`;
}
