import { getContrastRatio } from "../../config/contrast.ts";
import { defaultIconLibrary, type FindIcon, iconLibraries, isIconName, hasIcon } from "../../config/icons/icons.ts";
import { getJsonValue, type JsonFile, type JsonNode, getJsonString } from "../../config/json/json-tree.ts";
import type { InheritedValue, NavElement, SpecSource } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { createSettingDoc } from "../../config/settings/schema-lookup.ts";
import { isRequired, type Setting } from "../../config/settings/setting-schema.ts";
import { findVariables } from "../../page/page-variables.ts";
import type { PageReferences, PageVariable } from "../../page/page.ts";
import { findSetting } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { createLineMap, getPosition, containsOffset } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { createIconImage } from "../completion/complete-values.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../text/markdown.ts";
import { getTrail } from "./describe-page.ts";
import type { Hover, HoverContext } from "./hover.ts";

/** Describes an icon. By default, the icon is from the site's library. */
export function describeIcon(
  site: Site,
  name: string,
  findIcon: FindIcon,
  { library: ownLibrary, style }: { readonly library?: string | undefined; readonly style?: string | undefined } = {},
): string | undefined {
  if (!isIconName(name)) return undefined;
  const librarySetting = findSetting(site, "icons.library");
  const libraryName = ownLibrary ?? (librarySetting?.kind === "string" ? librarySetting.value : undefined);
  const library = iconLibraries.find((candidate) => candidate === libraryName) ?? defaultIconLibrary;
  const svg = findIcon(library, name.toLowerCase(), style);
  const isInLibrary = hasIcon(library, name);
  if (svg === undefined && !isInLibrary) return undefined;
  return joinParagraphs([
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
  if (getContrastRatio(color, color) === undefined) return undefined;
  const swatch = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="24"><rect width="64" height="24" rx="3" fill="${color}" stroke="#808080"/></svg>`;
  return joinParagraphs([
    createIconImage(swatch, "color"),
    ...(["light", "dark"] as const).map((mode) => describeContrast(site, color, mode)),
  ]);
}

const defaultBackgrounds = { light: "#ffffff", dark: "#0a0a0a" } as const;

function describeContrast(site: Site, color: string, mode: "light" | "dark"): string {
  const backgroundNode = findSetting(site, `background.color.${mode}`);
  const background =
    backgroundNode?.kind === "string" && getContrastRatio(backgroundNode.value, backgroundNode.value) !== undefined
      ? backgroundNode.value
      : defaultBackgrounds[mode];
  const ratio = Math.floor((getContrastRatio(color, background) ?? 1) * 10) / 10;
  const result =
    ratio >= 4.5 ? "enough contrast for text" : ratio >= 3 ? "enough contrast for large text and icons" : "hard to see";
  return `On the ${mode} background ${formatInlineCode(background)}: ${ratio}:1, ${result}`;
}

/** Describes a setting's meaning, allowed values, and default. */
export function describeSetting(key: string, setting: Setting, profile: ProfileName): string {
  const documentation = createSettingDoc(setting, profile);
  const kindsText = documentation.kinds.map((kind) => kindLabels[kind]).join(" or ");
  const isMandatory = isRequired(setting, profile, () => true);
  return joinParagraphs([
    `**${formatInlineCode(key)}** ${kindsText}${isMandatory ? ", required" : ""}`,
    documentation.meaning,
    describeValues(documentation.values),
    documentation.default === undefined ? undefined : `Default: ${documentation.default}.`,
    documentation.theme === undefined
      ? undefined
      : `Applies only to the ${formatInlineCode(documentation.theme)} theme.`,
    documentation.onlyProfile === undefined || documentation.onlyProfile === profile
      ? undefined
      : `Applies only in the ${formatInlineCode(documentation.onlyProfile)} profile.`,
  ]);
}

const kindLabels = {
  string: "text",
  number: "number",
  boolean: "true or false",
  list: "list",
  object: "object",
} as const;

const maxValues = 30;

/** Formats the values for a hover. If any value has a description, the values are formatted as a list. */
export function describeValues(
  values: readonly { readonly value: string; readonly description?: string | undefined }[],
): string | undefined {
  if (values.length === 0) return undefined;
  const shownValues = values.slice(0, maxValues);
  const moreCount = values.length - shownValues.length;
  if (shownValues.some(({ description }) => description !== undefined))
    return shownValues
      .map(
        ({ value, description }) =>
          `- ${formatInlineCode(value)}${description === undefined ? "" : `: ${description}`}`,
      )
      .join("\n");
  return `${shownValues.map(({ value }) => formatInlineCode(value)).join(" · ")}${moreCount > 0 ? ` · and ${moreCount} more` : ""}`;
}

/** The keys that elements inherit. Each function returns the value as text. */
export const inheritedSettings: Readonly<Record<string, (element: NavElement) => InheritedValue<string> | undefined>> =
  {
    openapi: ({ openapi }) => formatInheritedValue(openapi, formatSources),
    asyncapi: ({ asyncapi }) => formatInheritedValue(asyncapi, formatSources),
    directory: ({ directory }) => formatInheritedValue(directory, String),
    boost: ({ boost }) => formatInheritedValue(boost, String),
  };

/**
 * Describes the value that the element would inherit if it didn't set the key, for example, `If omitted: card, from
 * Guides (docs.json, line 12).`
 */
export function describeOverriddenValue(site: Site, element: NavElement, key: string): string | undefined {
  const inheritedValue = element.parent && inheritedSettings[key]?.(element.parent);
  if (!inheritedValue) return undefined;
  return `If omitted: ${formatInlineCode(inheritedValue.value)}, ${describeOrigin(site, element.parent, inheritedValue.sourceNode)}.`;
}

/** Lists the values that an element inherits, one per line. */
export function describeInheritedValues(site: Site, element: NavElement): string | undefined {
  const lines = Object.entries(inheritedSettings).flatMap(([key, getValue]) => {
    const inheritedValue = getValue(element);
    return inheritedValue?.isInherited
      ? [
          `- ${formatInlineCode(key)}: ${formatInlineCode(inheritedValue.value)}, ${describeOrigin(site, element.parent, inheritedValue.sourceNode)}`,
        ]
      : [];
  });
  return lines.length === 0 ? undefined : `Inherited:\n${lines.join("\n")}`;
}

/** Describes where a value is set, for example, `from API › Users (docs.json, line 12)`. */
export function describeOrigin(site: Site, nearestElement: NavElement | undefined, node: JsonNode): string {
  const containingElement = findContainingElement(nearestElement, node);
  const trail = getTrail(containingElement).map(escapeMarkdown).join(" › ");
  return `from ${trail === "" ? "the top of the navigation" : trail} (${formatLocation(site, node)})`;
}

/** Formats a node's location, for example, `docs.json, line 12`. */
export function formatLocation(site: Site, { file, range }: JsonNode): string {
  const configFile = site.config.files.find(({ path }) => path === file);
  return `${escapeMarkdown(file)}, line ${configFile ? getPosition(getLineMap(configFile), range.start).line + 1 : 1}`;
}

const getLineMap = derive(({ text }: JsonFile) => createLineMap(text));

/** Returns the element whose object contains the value: `nearestElement` or one of its ancestors. */
function findContainingElement(nearestElement: NavElement | undefined, value: JsonNode): NavElement | undefined {
  for (let element = nearestElement; element; element = element.parent)
    if (element.node.properties.some((property) => property.value === value)) return element;
  return undefined;
}

function formatInheritedValue<T>(
  inheritedValue: InheritedValue<T> | undefined,
  formatValue: (value: T) => string,
): InheritedValue<string> | undefined {
  return inheritedValue && { ...inheritedValue, value: formatValue(inheritedValue.value) };
}

function formatSources(sources: readonly SpecSource[]): string {
  return sources.map(({ source }) => source).join(", ");
}

/** Returns the hover for a docs.json variable anywhere on a page, including in code blocks and frontmatter. */
export function hoverVariable(hoverContext: HoverContext, page: PageReferences): Hover | undefined {
  const { offset } = hoverContext;
  const variable = findVariables(page).find(({ range }) => containsOffset(range, offset));
  return variable && describeVariable(hoverContext, variable);
}

/** Describes a variable's value. Returns undefined if docs.json doesn't define the variable. */
export function describeVariable({ site }: HoverContext, { name, range }: PageVariable): Hover | undefined {
  const value = getJsonString(getJsonValue(site.config.root, "variables"), name);
  if (value === undefined) return undefined;
  return {
    range,
    markdown: `${formatInlineCode(name)} is ${formatInlineCode(value)}, from ${formatInlineCode("variables")} in docs.json.`,
  };
}
