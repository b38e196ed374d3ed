import type { FindIcon } from "../../config/icons/icons.ts";
import type { JsonNode } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { getAllowedSettings, findAllowedSchemas } from "../../config/settings/schema-lookup.ts";
import { ruleSummaries, settingsFileSchema } from "../../config/settings/settings-file-schema.ts";
import type { Component, ComponentProp } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import {
  describeFieldType,
  type FieldInfo,
  frontmatterFields,
  getFieldValues,
  getMeaning,
} from "../../page/frontmatter-fields.ts";
import { listImports } from "../../page/imports.ts";
import type { FrontmatterField, PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { getFileLinks } from "../../site/links/links.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { type ImportTarget, indexImportsByName, resolveImport } from "../../site/pages/imports.ts";
import { getPageSlug } from "../../site/pages/pages.ts";
import { findServerSetting, findSetting, type SettingsSource } from "../../site/settings/site-settings.ts";
import type { Site } from "../../site/site.ts";
import { getPageEndpoints } from "../../site/specs/operation-references.ts";
import { formatList } from "../../text/phrase.ts";
import { removePageExtension } from "../../text/site-path.ts";
import { type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import type { DelegatedFeatures } from "../completion/completion.ts";
import { findJsonLocation, getConfigPathByFile } from "../cursor/json-cursor.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../text/markdown.ts";
import { describeLink, describePage, describeResolution, type PageRatingProvider } from "./describe-page.ts";
import {
  describeColor,
  describeIcon,
  describeSetting,
  describeValues,
  formatLocation,
  hoverVariable,
  describeOrigin,
} from "./describe-values.ts";
import { hoverConfig } from "./hover-config.ts";

/** Returns the hover for a component, prop, link, or import in a page's body. */
function hoverBody(context: HoverContext, page: PageReferences): Hover | undefined {
  return hoverTag(context, page) ?? hoverLink(context, page) ?? hoverImport(context, page);
}

function hoverTag(context: HoverContext, page: PageReferences): Hover | undefined {
  const { offset, site } = context;
  const isDelegated = context.delegatedFeatures?.has("component-hover") === true;
  for (const tag of page.tags) {
    if (tag.range.start > offset) break;
    if (containsOffset(tag.nameRange, offset) || (tag.closingTagRange && containsOffset(tag.closingTagRange, offset))) {
      if (isDelegated) return undefined;
      return createHover(
        containsOffset(tag.nameRange, offset) ? tag.nameRange : tag.closingTagRange,
        describeTag(site, page, tag.name),
      );
    }
    if (!containsOffset(tag.range, offset)) continue;
    const attribute = tag.attributes.find(
      ({ nameRange, value }) => nameRange.start <= offset && offset <= (value?.fullRange ?? nameRange).end,
    );
    if (attribute) return hoverAttribute(context, page, tag, attribute);
  }
  return undefined;
}

function hoverAttribute(
  { site, offset, findIcon, getRating, delegatedFeatures }: HoverContext,
  page: PageReferences,
  tag: PageTag,
  { name, nameRange, value }: PageAttribute,
): Hover | undefined {
  const prop = components.get(tag.name)?.props.get(name);
  if (containsOffset(nameRange, offset))
    return delegatedFeatures?.has("component-hover") ? undefined : createHover(nameRange, prop && describeProp(prop));
  if (value?.kind !== "text") return undefined;
  switch (prop?.names) {
    case "icon": {
      const style = tag.attributes.find((other) => other.name === "iconType")?.value?.text;
      return createHover(value.range, describeIcon(site, value.text, findIcon, { style }));
    }
    case "color":
      return createHover(value.range, describeColor(site, value.text));
    case "url":
    case "image":
      return createHover(value.range, describeLink(site, value.text, page.path, getRating));
    default:
      return undefined;
  }
}

/** Describes a built-in component, or one that the page imports or defines. */
function describeTag(site: Site, page: PageReferences, name: string): string | undefined {
  const importByName = indexImportsByName(page);
  const rootName = name.split(".")[0] ?? name;
  if (importByName.has(rootName)) return describeLocalName(site, page, rootName);
  const component = components.get(name);
  return component && !component.isUnlisted ? describeComponent(component) : undefined;
}

const maxProps = 20;

/** Describes a component's purpose and its props. Required props come first. */
function describeComponent({ name, meaning, props, parents, replacedBy }: Component): string {
  const shownProps = [...props.values()].filter(
    ({ isUnlisted, deprecated }) => !isUnlisted && deprecated === undefined,
  );
  shownProps.sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return joinParagraphs([
    `**${formatInlineCode(`<${name}>`)}**`,
    meaning,
    describeReplacement(replacedBy),
    parents
      ? `Use inside ${formatList(
          "disjunction",
          parents.map((parent) => formatInlineCode(`<${parent}>`)),
          "en",
        )}.`
      : undefined,
    shownProps
      .slice(0, maxProps)
      .map((prop) => `- ${formatInlineCode(prop.name)}${prop.required ? ", required" : ""}: ${prop.meaning}`)
      .join("\n"),
  ]);
}

function describeReplacement(replacedBy: string | undefined): string | undefined {
  if (replacedBy === undefined) return undefined;
  if (replacedBy === "import") return "Deprecated. Import the file instead.";
  return `Deprecated. Use ${formatInlineCode(`<${replacedBy}>`)} instead.`;
}

/** Describes a prop's meaning and type. */
export function describeProp(prop: ComponentProp): string {
  const { name, type, meaning, required, values, default: defaultText, deprecated } = prop;
  return joinParagraphs([
    `**${formatInlineCode(name)}** ${typeLabels[type]}${required ? ", required" : ""}`,
    meaning,
    values && describeValues(values.map((value) => ({ value }))),
    defaultText === undefined ? undefined : `Default: ${defaultText}.`,
    deprecated === undefined ? undefined : `Deprecated. Use ${formatInlineCode(deprecated)} instead.`,
  ]);
}

const typeLabels: Readonly<Record<ComponentProp["type"], string>> = {
  text: "text",
  markdown: "Markdown text",
  number: "number",
  flag: "true or false",
  enum: "one of the values below",
  icon: "icon",
  list: "list",
  map: "object",
  element: "element",
  any: "any value",
};

/** Describes a name that the page imports or exports. */
function describeLocalName(site: Site, page: PageReferences, name: string): string | undefined {
  const pageImport = indexImportsByName(page).get(name);
  if (!pageImport) {
    const pageExport = page.exports.find((candidate) => candidate.name === name);
    return (
      pageExport &&
      joinParagraphs([`**${formatInlineCode(`<${name}>`)}**`, "Defined on this page.", formatProps(pageExport.props)])
    );
  }
  const target = resolveImport(site, pageImport.source, page.path);
  if (target.kind !== "module") return `From ${formatInlineCode(pageImport.source)}`;
  const exportName = pageImport.names.find(({ localName }) => localName === name)?.importedName ?? "default";
  const moduleExport = target.exports.find((candidate) => candidate.name === exportName);
  return joinParagraphs([
    `**${formatInlineCode(`<${name}>`)}**`,
    `From ${formatInlineCode(target.path)}`,
    formatProps(moduleExport?.props),
    exportName === "default" && target.isPage ? describeTitle(site, target) : undefined,
  ]);
}

function formatProps(props: readonly string[] | undefined): string | undefined {
  return props && props.length > 0 ? `Props: ${props.map(formatInlineCode).join(", ")}` : undefined;
}

function describeTitle(site: Site, { path }: Extract<ImportTarget, { kind: "module" }>): string | undefined {
  const heading = site.pages.get(path)?.headings[0]?.text;
  return heading === undefined ? undefined : `First heading: ${formatInlineCode(heading)}`;
}

function hoverLink(
  { site, offset, getRating }: HoverContext,
  { path, links }: Pick<PageReferences, "path" | "links">,
): Hover | undefined {
  const link = links.find(({ range }) => containsOffset(range, offset));
  return link && createHover(link.range, describeLink(site, link.target, path, getRating));
}

function hoverImport({ site, offset, getRating }: HoverContext, page: PageReferences): Hover | undefined {
  const pageImport = listImports(page).find(({ range }) => containsOffset(range, offset));
  if (!pageImport) return undefined;
  const target = resolveImport(site, pageImport.source, page.path);
  if (target.kind !== "module") return undefined;
  const names = target.exports.map(({ name }) => formatInlineCode(name));
  return createHover(
    pageImport.range,
    joinParagraphs([
      `File: ${formatInlineCode(target.path)}`,
      names.length === 0 ? undefined : `Exports ${names.slice(0, maxProps).join(", ")}`,
      target.isPage ? describePage(site, removePageExtension(target.path), getRating) : undefined,
    ]),
  );
}

function createHover(range: TextRange | undefined, markdown: string | undefined): Hover | undefined {
  return range && markdown !== undefined && markdown !== "" ? { range, markdown } : undefined;
}

/**
 * Returns the hover for a field or value in frontmatter. For a field, shows its description and default. For a value,
 * shows what it refers to.
 */
function hoverFrontmatter(context: HoverContext, page: PageReferences): Hover | undefined {
  const { site, offset } = context;
  for (const field of page.frontmatter.fields.values()) {
    const info = frontmatterFields.get(field.key);
    if (!info) continue;
    if (containsOffset(field.keyRange, offset))
      return { range: field.keyRange, markdown: describeField(site, info, page) };
    if (!containsOffset(field.valueRange, offset)) continue;
    const markdown = describeFieldValue(context, field, info, page);
    return markdown === undefined ? undefined : { range: field.valueRange, markdown };
  }
  return undefined;
}

function describeField(site: Site, info: FieldInfo, page: PageReferences): string {
  const profile = site.profile.name;
  return joinParagraphs([
    `**${formatInlineCode(info.name)}** ${describeFieldType(info.type)}`,
    getMeaning(info, profile),
    info.type.kind === "flag" ? undefined : describeValues(listValues(info, profile)),
    describeFallback(site, info.name, page) ?? (info.default === undefined ? undefined : `Default: ${info.default}.`),
  ]);
}

function listValues(info: FieldInfo, profile: ProfileName) {
  return (getFieldValues(info, profile) ?? []).map(({ value, meaning }) => ({ value, description: meaning }));
}

function describeFieldValue(
  { site, findIcon, getRating }: HoverContext,
  { value, key }: FrontmatterField,
  info: FieldInfo,
  page: PageReferences,
): string | undefined {
  if (typeof value !== "string") return undefined;
  const outline = site.pages.get(page.path);
  const endpoint = outline && getPageEndpoints(site, outline).find(({ field }) => field === key);
  // If the operation doesn't have a rating, shows the page's rating.
  const getRatingWithPage: PageRatingProvider | undefined =
    getRating && ((file, operation) => getRating(file, operation) ?? getRating(page.path));
  if (endpoint) return describeResolution(endpoint.resolution, getRatingWithPage);
  const { type } = info;
  if (type.kind === "icon") {
    const style = outline?.fields.get("iconType");
    return describeIcon(site, value, findIcon, { style: typeof style === "string" ? style : undefined });
  }
  if (type.kind === "enum") {
    const meaning = listValues(info, site.profile.name).find((candidate) => candidate.value === value)?.description;
    return meaning === undefined ? undefined : `${formatInlineCode(value)}: ${meaning}`;
  }
  return type.kind === "reference" && type.names === "url"
    ? describeLink(site, value, page.path, getRating)
    : undefined;
}

/** The docs.json settings that apply if the page doesn't set the field. */
const siteDefaults: Readonly<Record<string, readonly string[]>> = {
  playground: ["api.playground.display"],
  timestamp: ["metadata.timestamp"],
};

/**
 * Describes the value that applies if the page doesn't set the field, and where it comes from, for example, `If
 * omitted: 3, from Guides › API (docs.json, line 12).`
 */
function describeFallback(site: Site, field: string, page: PageReferences): string | undefined {
  if (field === "boost") return describeNearestBoost(site, page);
  if (field === "api") {
    const server = findServerSetting(site);
    return server && `Paths are appended to ${formatNode(server.value)} (${formatLocation(site, server.value)}).`;
  }
  const settings = field === "authMethod" ? site.profile.authMethodSettings : (siteDefaults[field] ?? []);
  for (const path of settings) {
    const value = findSetting(site, path);
    if (value)
      return `If omitted: ${formatNode(value)}, from ${formatInlineCode(path)} (${formatLocation(site, value)}).`;
  }
  return undefined;
}

function describeNearestBoost(site: Site, page: PageReferences): string | undefined {
  const parent = findParent(site, page);
  const boost = parent?.boost;
  return boost && `If omitted: ${boost.value}, ${describeOrigin(site, parent, boost.sourceNode)}.`;
}

function findParent(site: Site, page: PageReferences): NavElement | undefined {
  const slug = getPageSlug(page.path);
  return getPageListings(site.config).find((listedPage) => listedPage.slug === slug && !listedPage.entry.isIgnored)
    ?.entry.parent;
}

function formatNode(node: JsonNode): string {
  if (node.kind === "string") return formatInlineCode(node.value);
  if (node.kind === "number" || node.kind === "boolean") return formatInlineCode(String(node.value));
  if (node.kind === "array")
    return escapeMarkdown(node.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])).join(", "));
  return "a value";
}

/** Returns the hover for a setting or rule in `.docwright.json`. */
function hoverSettingsFile({ offset, site }: HoverContext, { root }: SettingsSource): Hover | undefined {
  const { path, property } = findJsonLocation(root, offset) ?? {};
  if (!path || !property) return undefined;
  const { key, keyRange } = property;
  const summary = path.at(-2) === "rules" ? ruleSummaries.get(key) : undefined;
  if (summary !== undefined)
    return { range: keyRange, markdown: joinParagraphs([`**${formatInlineCode(key)}**`, summary]) };
  const parentSchemas = findAllowedSchemas(root, path.slice(0, -1), settingsFileSchema);
  const setting = parentSchemas && getAllowedSettings(parentSchemas, site.profile.name).get(key);
  return setting && { range: keyRange, markdown: describeSetting(key, setting, site.profile.name) };
}

/** The hover at a position in a file. */
export interface Hover {
  readonly range: TextRange;
  /** The hover's text in Markdown. Text from the site is escaped. */
  readonly markdown: string;
}

/** The input for a hover request. The caller provides icons through `findIcon`. */
export interface HoverContext {
  readonly site: Site;
  readonly file: SitePath;
  readonly offset: number;
  readonly findIcon: FindIcon;
  /** Returns reader ratings. Undefined if ratings aren't available. */
  readonly getRating?: PageRatingProvider | undefined;
  /** The features that other editor extensions provide. */
  readonly delegatedFeatures?: DelegatedFeatures;
}

/**
 * Returns the hover at an offset in docs.json, an included file, `.docwright.json`, a page, or a code file. In a code
 * file, only links have a hover. Returns undefined if there's nothing to show.
 */
export function getHover(context: HoverContext): Hover | undefined {
  const { site, file, offset } = context;
  const configPath = getConfigPathByFile(site.config).get(file);
  if (configPath) return hoverConfig(context, configPath);
  const { source } = site.settings;
  if (source?.path === file) return hoverSettingsFile(context, source);
  const script = site.scriptReferences.get(file);
  if (script) return getFileLinks(site, file).length > 0 ? hoverLink(context, script) : undefined;
  const page = site.references.get(file);
  if (!page) return undefined;
  const { range } = page.frontmatter;
  const variableHover = hoverVariable(context, page);
  if (variableHover) return variableHover;
  return range && offset <= range.end ? hoverFrontmatter(context, page) : hoverBody(context, page);
}
