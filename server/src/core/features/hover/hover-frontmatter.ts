import type { JsonNode } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import {
  describeFieldType,
  type FieldInfo,
  frontmatterFields,
  meaningOf,
  getFieldValues,
} from "../../page/frontmatter-fields.ts";
import type { FrontmatterField, PageReferences } from "../../page/page.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { serverSetting, settingAt } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { endpointsOfPage } from "../../site/specs/operation-references.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { formatInlineCode, paragraphs, escapeMarkdown } from "../markdown.ts";
import { describeLink, describeResolution, type PageRatingProvider } from "./describe-page.ts";
import { describeIcon, describeValues, formatLocation, whereFrom } from "./describe-values.ts";
import type { Hover, HoverPlace } from "./hover.ts";

/**
 * Returns the hover for a frontmatter field, with its description and default, or for its value, with what it refers
 * to.
 */
export function hoverFrontmatter(place: HoverPlace, page: PageReferences): Hover | undefined {
  const { site, offset } = place;
  for (const field of page.frontmatter.fields.values()) {
    const info = frontmatterFields.get(field.key);
    if (!info) continue;
    if (isAt(field.keyRange, offset))
      return { range: field.keyRange, markdown: describeField(site, info, page) };
    if (!isAt(field.valueRange, offset)) continue;
    const markdown = describeFieldValue(place, field, info, page);
    return markdown === undefined ? undefined : { range: field.valueRange, markdown };
  }
  return undefined;
}

function isAt({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

function describeField(site: Site, info: FieldInfo, page: PageReferences): string {
  const profile = site.profile.name;
  return paragraphs([
    `**${formatInlineCode(info.name)}** ${describeFieldType(info.type)}`,
    meaningOf(info, profile),
    info.type.kind === "flag" ? undefined : describeValues(valueList(info, profile)),
    withoutIt(site, info.name, page) ??
      (info.default === undefined ? undefined : `Default: ${info.default}.`),
  ]);
}

function valueList(info: FieldInfo, profile: ProfileName) {
  return (getFieldValues(info, profile) ?? []).map(({ value, meaning }) => ({ value, about: meaning }));
}

function describeFieldValue(
  { site, findIcon, rate }: HoverPlace,
  { value, key }: FrontmatterField,
  info: FieldInfo,
  page: PageReferences,
): string | undefined {
  if (typeof value !== "string") return undefined;
  const outline = site.pages.get(page.path);
  const endpoint = outline && endpointsOfPage(site, outline).find(({ field }) => field === key);
  // Readers rate the page, regardless of where its operation is defined.
  const ofPageToo: PageRatingProvider | undefined =
    rate && ((file, operation) => rate(file, operation) ?? rate(page.path));
  if (endpoint) return describeResolution(endpoint.resolution, ofPageToo);
  const { type } = info;
  if (type.kind === "icon") {
    const style = outline?.fields.get("iconType");
    return describeIcon(site, value, findIcon, { style: typeof style === "string" ? style : undefined });
  }
  if (type.kind === "enum") {
    const meaning = valueList(info, site.profile.name).find((known) => known.value === value)?.about;
    return meaning === undefined ? undefined : `${formatInlineCode(value)}: ${meaning}`;
  }
  return type.kind === "reference" && type.names === "url"
    ? describeLink(site, value, page.path, rate)
    : undefined;
}

/** Settings in docs.json that apply if the page doesn't set the field. */
const siteDefaults: Readonly<Record<string, readonly string[]>> = {
  playground: ["api.playground.display"],
  timestamp: ["metadata.timestamp"],
};

/**
 * Describes the value that applies without the field and its source: `Without it: 3, from Guides › API (docs.json, line
 * 12).`
 */
function withoutIt(site: Site, field: string, page: PageReferences): string | undefined {
  if (field === "boost") return nearestBoost(site, page);
  if (field === "api") {
    const server = serverSetting(site);
    return server && `Paths are appended to ${shown(server.value)} (${formatLocation(site, server.value)}).`;
  }
  const settings = field === "authMethod" ? site.profile.authMethodSettings : (siteDefaults[field] ?? []);
  for (const path of settings) {
    const value = settingAt(site, path);
    if (value)
      return `If omitted: ${shown(value)}, from ${formatInlineCode(path)} (${formatLocation(site, value)}).`;
  }
  return undefined;
}

function nearestBoost(site: Site, page: PageReferences): string | undefined {
  const parent = parentOf(site, page);
  const boost = parent?.boost;
  return boost && `If omitted: ${boost.value}, ${whereFrom(site, parent, boost.from)}.`;
}

function parentOf(site: Site, page: PageReferences): NavElement | undefined {
  const slug = getPageSlug(page.path);
  return pageListings(site.config).find((listing) => listing.slug === slug && !listing.entry.lost)?.entry
    .parent;
}

function shown(node: JsonNode): string {
  if (node.kind === "string") return formatInlineCode(node.value);
  if (node.kind === "number" || node.kind === "boolean") return formatInlineCode(String(node.value));
  if (node.kind === "array")
    return escapeMarkdown(
      node.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])).join(", "),
    );
  return "a value";
}
