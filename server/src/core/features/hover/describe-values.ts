import { contrastRatio } from "../../config/contrast.ts";
import {
  defaultIconLibrary,
  type FindIcon,
  iconLibraries,
  isIconName,
  isKnownIcon,
} from "../../config/icons/icons.ts";
import { getJsonValue, type JsonFile, type JsonNode, stringOf } from "../../config/json/json-tree.ts";
import type { Inherited, NavElement, SpecSource } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { settingDoc } from "../../config/settings/schema-lookup.ts";
import { isRequired, type Setting } from "../../config/settings/setting-shape.ts";
import { findVariables } from "../../page/page-variables.ts";
import type { PageReferences, PageVariable } from "../../page/page.ts";
import { settingAt } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { lineMapOf, positionAt, containsOffset } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { createIconImage } from "../completion/complete-values.ts";
import { escapeMarkdown, formatInlineCode, paragraphs } from "../../text/markdown.ts";
import { trailOf } from "./describe-page.ts";
import type { Hover, HoverPlace } from "./hover.ts";

/** Describes an icon. By default, the icon is from the site's library. */
export function describeIcon(
  site: Site,
  name: string,
  findIcon: FindIcon,
  {
    library: ownLibrary,
    style,
  }: { readonly library?: string | undefined; readonly style?: string | undefined } = {},
): string | undefined {
  if (!isIconName(name)) return undefined;
  const chosen = settingAt(site, "icons.library");
  const requested = ownLibrary ?? (chosen?.kind === "string" ? chosen.value : undefined);
  const library = iconLibraries.find((known) => known === requested) ?? defaultIconLibrary;
  const svg = findIcon(library, name.toLowerCase(), style);
  const isKnown = isKnownIcon(library, name);
  if (svg === undefined && !isKnown) return undefined;
  return paragraphs([
    svg === undefined ? undefined : createIconImage(svg, name),
    `${formatInlineCode(name)} from ${libraryNames[library]}${svg === undefined ? ". The icon isn't free, so it isn't shown here." : ""}`,
  ]);
}

const libraryNames = { fontawesome: "Font Awesome", lucide: "Lucide", tabler: "Tabler" } as const;

/**
 * Describes a color with a swatch, and its contrast against the site's backgrounds. Returns undefined if the text isn't
 * a color.
 */
export function describeColor(site: Site, color: string): string | undefined {
  if (contrastRatio(color, color) === undefined) return undefined;
  const swatch = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="24"><rect width="64" height="24" rx="3" fill="${color}" stroke="#808080"/></svg>`;
  return paragraphs([
    createIconImage(swatch, "color"),
    ...(["light", "dark"] as const).map((mode) => contrastLine(site, color, mode)),
  ]);
}

const defaultBackgrounds = { light: "#ffffff", dark: "#0a0a0a" } as const;

function contrastLine(site: Site, color: string, mode: "light" | "dark"): string {
  const set = settingAt(site, `background.color.${mode}`);
  const background =
    set?.kind === "string" && contrastRatio(set.value, set.value) !== undefined
      ? set.value
      : defaultBackgrounds[mode];
  const ratio = Math.floor((contrastRatio(color, background) ?? 1) * 10) / 10;
  const result =
    ratio >= 4.5
      ? "enough contrast for text"
      : ratio >= 3
        ? "enough contrast for large text and icons"
        : "hard to see";
  return `On the ${mode} background ${formatInlineCode(background)}: ${ratio}:1, ${result}`;
}

/** Describes a setting's meaning, allowed values, and default. */
export function describeSetting(key: string, setting: Setting, profile: ProfileName): string {
  const doc = settingDoc(setting, profile);
  const kinds = doc.kinds.map((kind) => kindWords[kind]).join(" or ");
  const isNeeded = isRequired(setting, profile, () => true);
  return paragraphs([
    `**${formatInlineCode(key)}** ${kinds}${isNeeded ? ", required" : ""}`,
    doc.meaning,
    describeValues(doc.values),
    doc.default === undefined ? undefined : `Default: ${doc.default}.`,
    doc.theme === undefined ? undefined : `Applies only to the ${formatInlineCode(doc.theme)} theme.`,
    doc.onlyIn === undefined || doc.onlyIn === profile
      ? undefined
      : `Applies only in the ${formatInlineCode(doc.onlyIn)} profile.`,
  ]);
}

const kindWords = {
  string: "text",
  number: "number",
  boolean: "true or false",
  list: "list",
  object: "object",
} as const;

const maxValues = 30;

/** Formats the values for a hover. If any value has a description, the values are formatted as a list. */
export function describeValues(
  values: readonly { readonly value: string; readonly about?: string | undefined }[],
): string | undefined {
  if (values.length === 0) return undefined;
  const shown = values.slice(0, maxValues);
  const more = values.length - shown.length;
  if (shown.some(({ about }) => about !== undefined))
    return shown
      .map(({ value, about }) => `- ${formatInlineCode(value)}${about === undefined ? "" : `: ${about}`}`)
      .join("\n");
  return `${shown.map(({ value }) => formatInlineCode(value)).join(" · ")}${more > 0 ? ` · and ${more} more` : ""}`;
}

/** The keys that elements inherit. Each function returns the value as text. */
export const passedDown: Readonly<Record<string, (element: NavElement) => Inherited<string> | undefined>> = {
  openapi: ({ openapi }) => asText(openapi, sourcesText),
  asyncapi: ({ asyncapi }) => asText(asyncapi, sourcesText),
  directory: ({ directory }) => asText(directory, String),
  boost: ({ boost }) => asText(boost, String),
};

/**
 * Describes the value that the element would inherit if it didn't set the key, for example, `If omitted: card, from
 * Guides (docs.json, line 12).`
 */
export function describeOverridden(site: Site, element: NavElement, key: string): string | undefined {
  const above = element.parent && passedDown[key]?.(element.parent);
  if (!above) return undefined;
  return `If omitted: ${formatInlineCode(above.value)}, ${whereFrom(site, element.parent, above.from)}.`;
}

/** Lists the values that an element inherits, one per line. */
export function describeInherited(site: Site, element: NavElement): string | undefined {
  const lines = Object.entries(passedDown).flatMap(([key, valueOf]) => {
    const found = valueOf(element);
    return found?.inherited
      ? [
          `- ${formatInlineCode(key)}: ${formatInlineCode(found.value)}, ${whereFrom(site, element.parent, found.from)}`,
        ]
      : [];
  });
  return lines.length === 0 ? undefined : `Inherited:\n${lines.join("\n")}`;
}

/** Describes where a value is set, for example, `from API › Users (docs.json, line 12)`. */
export function whereFrom(site: Site, nearest: NavElement | undefined, node: JsonNode): string {
  const owner = ownerOf(nearest, node);
  const trail = trailOf(owner).map(escapeMarkdown).join(" › ");
  return `from ${trail === "" ? "the top of the navigation" : trail} (${formatLocation(site, node)})`;
}

/** Formats a node's location, for example, `docs.json, line 12`. */
export function formatLocation(site: Site, { file, range }: JsonNode): string {
  const json = site.config.files.find(({ path }) => path === file);
  return `${escapeMarkdown(file)}, line ${json ? positionAt(linesOf(json), range.start).line + 1 : 1}`;
}

const linesOf = derive(({ text }: JsonFile) => lineMapOf(text));

/** Returns the element whose object contains the value: `nearest` or one of its ancestors. */
function ownerOf(nearest: NavElement | undefined, value: JsonNode): NavElement | undefined {
  for (let element = nearest; element; element = element.parent)
    if (element.node.properties.some((property) => property.value === value)) return element;
  return undefined;
}

function asText<T>(
  found: Inherited<T> | undefined,
  write: (value: T) => string,
): Inherited<string> | undefined {
  return found && { ...found, value: write(found.value) };
}

function sourcesText(sources: readonly SpecSource[]): string {
  return sources.map(({ source }) => source).join(", ");
}

/** Returns the hover for a docs.json variable anywhere on a page, including in code blocks and frontmatter. */
export function hoverVariable(place: HoverPlace, page: PageReferences): Hover | undefined {
  const { offset } = place;
  const variable = findVariables(page).find(({ range }) => containsOffset(range, offset));
  return variable && describeVariable(place, variable);
}

/** Describes a variable's value. Returns undefined if docs.json doesn't define the variable. */
export function describeVariable({ site }: HoverPlace, { name, range }: PageVariable): Hover | undefined {
  const value = stringOf(getJsonValue(site.config.root, "variables"), name);
  if (value === undefined) return undefined;
  return {
    range,
    markdown: `${formatInlineCode(name)} is ${formatInlineCode(value)}, from ${formatInlineCode("variables")} in docs.json.`,
  };
}
