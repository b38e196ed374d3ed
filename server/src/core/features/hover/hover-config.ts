import { type JsonNode, type JsonString, getJsonString } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { getAllowedSettings, findAllowedSchemas, type AllowedSchemas } from "../../config/settings/schema-lookup.ts";
import { getNavigation, readPageEntry } from "../../site/settings/navigation.ts";
import type { RemoteCopy, Site } from "../../site/site.ts";
import { getEndpointEntries } from "../../site/specs/operation-references.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { derive } from "../../text/maps.ts";
import { findElementAt, findConfigNode, type JsonLocation, findJsonLocation } from "../cursor/json-cursor.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../text/markdown.ts";
import { findVariableSymbol } from "../references/symbol-at.ts";
import { describeLink, describePage, describeResolution, getTrail } from "./describe-page.ts";
import {
  describeColor,
  describeIcon,
  describeInheritedValues,
  describeOverriddenValue,
  describeSetting,
  describeVariable,
} from "./describe-values.ts";
import type { Hover, HoverContext } from "./hover.ts";

type Path = readonly (string | number)[];

/**
 * Returns the hover for a key or value in docs.json. For a key, shows its description and the value that it overrides.
 * For a value, shows what it refers to. `configPath` is the path of the file's root in docs.json.
 */
export function hoverConfig(context: HoverContext, configPath: Path): Hover | undefined {
  const { site, file, offset } = context;
  const configFile = site.config.files.find(({ path }) => path === file);
  const location = configFile && findJsonLocation(configFile.root, offset);
  if (!location) return undefined;
  const usedVariable = findVariableSymbol(site, configFile, offset, location);
  const variableHover =
    usedVariable?.symbol.kind === "variable" && !usedVariable.isDefinition
      ? describeVariable(context, { name: usedVariable.symbol.name, range: usedVariable.range })
      : undefined;
  if (variableHover) return variableHover;
  const path = [...configPath, ...location.path];
  const markdown = location.property
    ? describeKey(site, path, location.property.key)
    : describeValue(context, path, location);
  const range = location.property ? location.property.keyRange : location.value?.range;
  return markdown === undefined || !range ? undefined : { range, markdown };
}

function describeKey(site: Site, path: Path, key: string): string | undefined {
  const parentSchemas = findAllowedSchemas(site.config.root, path.slice(0, -1));
  const setting = parentSchemas && getAllowedSettings(parentSchemas, site.profile.name).get(key);
  if (!setting) return undefined;
  const element = findElementAt(site.config, path.slice(0, -1));
  return joinParagraphs([
    describeSetting(key, setting, site.profile.name),
    element && describeOverriddenValue(site, element, key),
  ]);
}

function describeValue(context: HoverContext, path: Path, { value }: JsonLocation): string | undefined {
  const { site } = context;
  if (value?.kind !== "string") return undefined;
  const allowedSchemas = findAllowedSchemas(site.config.root, path);
  const element = findElementAt(site.config, path);
  return (
    describeEntry(context, path, value) ??
    describeLabel(site, element, value) ??
    describeNamedTarget(context, path, value.value, allowedSchemas)
  );
}

/** Describes the page or operation that an entry or a group's `root` refers to. */
function describeEntry({ site, getRating }: HoverContext, path: Path, value: JsonString): string | undefined {
  const isEntry = path[0] === "navigation" && typeof path.at(-1) === "number" && path.at(-2) === "pages";
  const isRoot = path[0] === "navigation" && path.at(-1) === "root";
  if (!isEntry && !isRoot) return undefined;
  const endpoint = isEntry ? getEndpointsByNode(getEndpointEntries(site)).get(getNodeKey(value)) : undefined;
  if (endpoint) return describeResolution(endpoint.resolution, getRating);
  const pageEntry = readPageEntry(value.value);
  return pageEntry.kind === "page"
    ? (describePage(site, pageEntry.slug, getRating) ?? describeLink(site, `/${pageEntry.slug}`, undefined, getRating))
    : undefined;
}

/** Identifies a node by its location, because a file can be parsed into several trees. */
const getNodeKey = ({ file, range }: JsonNode) => `${file} ${range.start}`;

const getEndpointsByNode = derive(
  (entries: ReturnType<typeof getEndpointEntries>) =>
    new Map(entries.map((endpoint) => [getNodeKey(endpoint.entry.node), endpoint])),
);

/**
 * Describes an element if the value is its label. Shows its name, location, number of entries, and inherited values.
 * Returns undefined if the value isn't the element's label.
 */
function describeLabel(site: Site, element: NavElement | undefined, value: JsonString): string | undefined {
  if (!element?.label || getNodeKey(element.label) !== getNodeKey(value)) return undefined;
  const { entries } = getNavigation(site.config);
  const entryCount = entries.filter(({ parent }) => isWithin(parent, element)).length;
  return joinParagraphs([
    `**${escapeMarkdown(value.value)}**`,
    getTrail(element.parent).length > 0 ? `In ${getTrail(element.parent).map(escapeMarkdown).join(" › ")}` : undefined,
    `${entryCount} ${entryCount === 1 ? "entry" : "entries"} below`,
    element.isIgnored ? "The service ignores this element. The Problems view shows why." : undefined,
    describeInheritedValues(site, element),
  ]);
}

function isWithin(element: NavElement | undefined, container: NavElement): boolean {
  for (let ancestor = element; ancestor; ancestor = ancestor.parent) if (ancestor === container) return true;
  return false;
}

/**
 * Describes the page, icon, specification, or other target that a value refers to, based on the schema of its setting.
 */
function describeNamedTarget(
  { site, findIcon, getRating }: HoverContext,
  path: Path,
  value: string,
  allowedSchemas: AllowedSchemas | undefined,
): string | undefined {
  for (const candidate of allowedSchemas?.schemas ?? []) {
    if (candidate.kind === "enum") {
      const description = new Map(Object.entries(candidate.descriptions ?? {})).get(value);
      if (description !== undefined) return `${formatInlineCode(value)}: ${description}`;
    }
    if (candidate.kind !== "string") continue;
    if (candidate.referenceKind === "icon") return describeIcon(site, value, findIcon, readIconSettings(site, path));
    if (candidate.referenceKind === "page") return describePage(site, value.replace(/^\/+/, ""), getRating);
    if (candidate.referenceKind === "openapi" || candidate.referenceKind === "asyncapi")
      return describeSpec(site, value);
    if (candidate.check === "color") return describeColor(site, value);
    if (candidate.check === "href" || candidate.check === "footer-href")
      return describeLink(site, value, undefined, getRating);
  }
  return path[0] === "redirects" && path.at(-1) === "destination"
    ? describeLink(site, value, undefined, getRating)
    : undefined;
}

/** Returns the `library` and `style` that are set next to an icon's `name`. */
function readIconSettings(site: Site, path: Path): { library?: string | undefined; style?: string | undefined } {
  if (path.at(-1) !== "name") return {};
  const node = findConfigNode(site.config, path.slice(0, -1));
  return { library: getJsonString(node, "library"), style: getJsonString(node, "style") };
}

function describeSpec(site: Site, source: string): string | undefined {
  const lookup = findNamedSpec(site.specs, source);
  if (lookup.kind === "remote" && isLoading(site, source))
    return "Remote specification. Docwright is checking for a local copy.";
  if (lookup.kind === "remote")
    return "Remote specification. Docwright doesn't fetch it automatically, so it isn't checked. To check against a local copy, run “Fetch Remote Specification…”.";
  const [spec] = lookup.kind === "found" ? lookup.specs : [];
  if (!spec) return undefined;
  const localCopy = site.copies?.get(spec.path);
  const count = spec.operations.length + spec.webhooks.length + spec.channels.length;
  const format = spec.kind === "asyncapi" ? "AsyncAPI" : spec.kind === "swagger" ? "Swagger" : "OpenAPI";
  return joinParagraphs([
    `**${escapeMarkdown(spec.title ?? getSpecName(spec.path))}**`,
    `${format} ${escapeMarkdown(spec.version)}, ${count} ${spec.kind === "asyncapi" ? "channel" : "operation"}${count === 1 ? "" : "s"}`,
    localCopy ? describeCopy(localCopy) : `File: ${formatInlineCode(spec.path)}`,
  ]);
}

/** Whether a local copy of the specification at this URL might still have to be read. */
function isLoading({ loaded, copies }: Site, source: string): boolean {
  return !loaded.specs || [...(copies?.values() ?? [])].some(({ url }) => url === source.trim());
}

/** Describes the age of the local copy of a remote specification. */
function describeCopy({ url, fetchedAt, isStale }: RemoteCopy): string {
  const time = new Date(fetchedAt).toISOString().slice(0, 16).replace("T", " ");
  const age = `Local copy of ${formatInlineCode(url)}, fetched ${time} UTC`;
  return isStale ? `${age}. The copy is stale. To update it, run “Fetch Remote Specification…”.` : age;
}
