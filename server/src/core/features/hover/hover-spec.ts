import type { ProfileName } from "../../config/settings/profile.ts";
import { describeFieldType, frontmatterFields, getMeaning, getFieldValues } from "../../page/frontmatter-fields.ts";
import type { Site } from "../../site/site.ts";
import { getOperationName, toSlug } from "../../site/specs/generated-page-plan.ts";
import { findLocation, type SpecLocation } from "../../spec/edit-spec.ts";
import { describeSchemaType, flattenSchema } from "../../spec/model/flatten-schema.ts";
import { readSchemaModel } from "../../spec/model/operation-model.ts";
import { hasFieldType } from "../../spec/outline-extensions.ts";
import { getSpecName } from "../../spec/detect-spec.ts";
import {
  followRefs,
  followLocation,
  type RefFailure,
  type RefLocation,
  resolveRef,
  type NodeLocation,
} from "../../spec/resolve-ref.ts";
import {
  getEntries,
  isTrue,
  type LocatedNode,
  type SpecFiles,
  type SpecNode,
  getNodeText,
  getValue,
} from "../../spec/spec-tree.ts";
import {
  type ExtensionParent,
  getExtensionParent,
  serviceKeys,
  fieldTypeLabels,
  findVendorField,
  type VendorField,
} from "../../spec/vendor-extensions.ts";
import { unescapeKey } from "../../text/decode-text.ts";
import { httpMethods } from "../../text/media-types.ts";
import { formatList } from "../../text/phrase.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { formatInlineCode, joinParagraphs, escapeMarkdown } from "../../text/markdown.ts";
import { describeOperation, describeRating, type PageRatingProvider } from "./describe-page.ts";
import type { Hover } from "./hover.ts";

/**
 * Describes an extension or one of its fields, given its keys (such as `x-mint`, `metadata`, `hidden`) and, optionally,
 * its value. Returns undefined if the extension isn't recognized. `extensionParent` is the kind of node that contains
 * the extension. It's undefined if the kind can't be determined.
 */
export function describeExtension(
  keys: readonly string[],
  extensionParent: ExtensionParent | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const field = findVendorField(keys);
  if (field) return describeField(keys.join("."), field, extensionParent, value);
  const [service = "", metadata, name = ""] = keys;
  const isMetadata = serviceKeys.some((key) => key === service) && metadata === "metadata" && keys.length === 3;
  return isMetadata ? describeMetadata(service, name, extensionParent, value) : undefined;
}

const locationLabels: Readonly<Record<ExtensionParent, string>> = {
  root: "at the root of the file",
  tag: "on tags",
  path: "on paths",
  operation: "on operations",
  schema: "on schemas",
  "security-scheme": "on security schemes",
};

function describeField(
  name: string,
  field: VendorField,
  extensionParent: ExtensionParent | undefined,
  value: SpecNode | undefined,
): string {
  const { fieldType, meaning, wrongTypeEffect, replacedBy } = field;
  const isInvalid = value !== undefined && !hasFieldType(value, fieldType);
  const requirement = fieldType === "any" ? "" : `Must be ${fieldTypeLabels[fieldType]}`;
  return joinParagraphs([
    `**${formatInlineCode(name)}** ${fieldTypeLabels[fieldType]}`,
    isInvalid
      ? `This value isn't valid: it must be ${fieldTypeLabels[fieldType]}. ${wrongTypeEffect ?? ""}`.trim()
      : describeSlug(field, value),
    meaning,
    describeMisplacement(field, extensionParent),
    isInvalid || wrongTypeEffect === undefined || requirement === "" ? "" : `${requirement}. ${wrongTypeEffect}`,
    replacedBy === undefined ? "" : `Deprecated. Use ${formatInlineCode(replacedBy)} instead.`,
  ]);
}

function describeMisplacement(field: VendorField, extensionParent: ExtensionParent | undefined): string {
  if (extensionParent === undefined || field.locations.includes(extensionParent)) return "";
  return `Has no effect here. Use it only ${formatList(
    "disjunction",
    field.locations.map((location) => locationLabels[location]),
    "en",
  )}.`;
}

/** Describes the page's path if the field sets it. The path is lowercase even if the value contains capital letters. */
function describeSlug({ name }: VendorField, value: SpecNode | undefined): string {
  const slug = name === "href" ? toSlug(getNodeText(value)) : undefined;
  return slug === undefined ? "" : `The page is at ${formatInlineCode(`/${slug === "index" ? "" : slug}`)}.`;
}

/** Describes a frontmatter field in an operation's metadata. The field applies to the operation's page. */
function describeMetadata(
  service: string,
  name: string,
  extensionParent: ExtensionParent | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const info = frontmatterFields.get(name);
  const metadata = findVendorField([service, "metadata"]);
  if (!info || !metadata || info.isUnlisted) return undefined;
  const profile: ProfileName = service === "x-mint" ? "mintlify" : "standard";
  const title = `**${formatInlineCode(`${service}.metadata.${name}`)}** ${describeFieldType(info.type)}`;
  if (name === "openapi")
    return joinParagraphs([
      title,
      "Ignored here. The page always documents the operation that contains this extension.",
    ]);
  const isInvalidFlag = info.type.kind === "flag" && value?.kind === "scalar" && typeof value.value !== "boolean";
  const text = getNodeText(value);
  const meaning =
    info.type.kind === "enum" && text !== undefined
      ? getFieldValues(info, profile)?.find((candidate) => candidate.value === text)?.meaning
      : undefined;
  return joinParagraphs([
    title,
    isInvalidFlag ? `This value isn't valid: it must be ${describeFieldType(info.type)}.` : undefined,
    meaning === undefined || text === undefined ? undefined : `${formatInlineCode(text)}: ${meaning}`,
    `For the operation's page: ${lowercaseFirstLetter(getMeaning(info, profile))}`,
    describeMisplacement(metadata, extensionParent),
  ]);
}

function lowercaseFirstLetter(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

const maxProperties = 20;
const maxSchemas = 200;

/**
 * Describes the target of a `$ref`, including its kind, type, fields, and location. If the `$ref` doesn't resolve,
 * describes the reason.
 */
export function describeReference(files: SpecFiles, reference: string, origin: RefLocation): string {
  const refResult = resolveRef(files, reference, origin);
  if (!refResult.ok) return refFailureMessages[refResult.reason];
  const { target } = refResult;
  const resolution = followRefs(files, target);
  const [name = target.file] = target.id
    .split(/[#/]/)
    .filter((segment) => segment !== "")
    .slice(-1);
  return joinParagraphs([
    `**${escapeMarkdown(unescapeKey(name))}**`,
    resolution.ok
      ? describeTarget(files, target, resolution.target)
      : refFailureMessages[resolution.reason === "circle" ? "circle" : "lost-on-the-way"],
    `From ${formatInlineCode(target.id)}`,
  ]);
}

const refFailureMessages: Readonly<Record<RefFailure, string>> = {
  "no-node": "Doesn't exist in the file.",
  "no-file": "The file isn't in the site, or it can't be read.",
  "lost-on-the-way": "Leads to another reference that doesn't resolve.",
  circle: "Circular reference, so it doesn't resolve to anything.",
  external: "Outside the site. Docwright doesn't fetch external references.",
  "outside-site": "Outside the site, so it isn't read.",
  "not-a-path": "Not a valid file path.",
  "not-json-or-yaml": "The file is neither JSON nor YAML.",
  "own-address": "Relative to a base URL that's set inside this file.",
};

type Describer = (files: SpecFiles, locatedNode: NodeLocation) => string;

/** The functions that describe nodes. Each key is the name of the map that contains nodes of that kind. */
const describersByKey: ReadonlyMap<string, Describer> = new Map<string, Describer>([
  ["parameters", describeParameter],
  ["headers", describeParameter],
  ["responses", (files, locatedNode) => describeContent("Response", files, locatedNode)],
  ["requestBodies", (files, locatedNode) => describeContent("Request body", files, locatedNode)],
  ["mediaTypes", (files, locatedNode) => describeNodeSchema("Media type", files, locatedNode)],
  ["examples", (_files, { node }) => describeNode("Example", node)],
  [
    "securitySchemes",
    (_files, { node }) =>
      describeNode(
        joinParts(["Security", getNodeText(getValue(node, "type")), getNodeText(getValue(node, "scheme"))]),
        node,
      ),
  ],
  ["links", (_files, { node }) => describeNode("Link", node)],
  ["callbacks", (_files, { node }) => describeNode("Callback", node)],
  ["pathItems", describePath],
  ["paths", describePath],
  ["messages", describeMessage],
  [
    "channels",
    (_files, { node }) => describeNode(joinParts(["Channel", getNodeText(getValue(node, "address"))]), node),
  ],
  [
    "operations",
    (_files, { node }) => describeNode(joinParts(["Operation", getNodeText(getValue(node, "action"))]), node),
  ],
  [
    "servers",
    (_files, { node }) =>
      describeNode(
        joinParts(["Server", getNodeText(getValue(node, "url")) ?? getNodeText(getValue(node, "host"))]),
        node,
      ),
  ],
  ["tags", (_files, { node }) => describeNode("Tag", node)],
]);

function describeTarget(files: SpecFiles, target: LocatedNode, locatedNode: NodeLocation): string {
  const keys = target.id.slice(target.id.indexOf("#") + 1).split("/");
  const describer = describersByKey.get(keys.at(-2) ?? "");
  if (describer) return describer(files, locatedNode);
  if (getNodeText(getValue(locatedNode.node, "in")) !== undefined) return describeParameter(files, locatedNode);
  if (getValue(locatedNode.node, "content")) return describeContent("", files, locatedNode);
  if (getMethods(locatedNode.node).length > 0) return describePath(files, locatedNode);
  return describeSchema(files, locatedNode);
}

function describeSchema(files: SpecFiles, locatedNode: NodeLocation): string {
  const schemaModel = readSchemaModel(files, locatedNode, maxSchemas);
  const flatSchema = flattenSchema(schemaModel, schemaModel.schema);
  const type = describeSchemaType(schemaModel.schema, schemaModel);
  const fields = [...flatSchema.properties.values()];
  const propertyLines = fields.slice(0, maxProperties).map(({ name, required, schema }) => {
    const details = [describeSchemaType(schema, schemaModel), required ? "required" : ""].filter((part) => part !== "");
    return `- ${formatInlineCode(name)} ${escapeMarkdown(details.join(", "))}`;
  });
  if (fields.length > propertyLines.length) propertyLines.push(`- and ${fields.length - propertyLines.length} more`);
  const values = flatSchema.enum?.slice(0, maxProperties).map((value) => formatInlineCode(JSON.stringify(value) ?? ""));
  return joinParagraphs([
    escapeMarkdown(flatSchema.title === undefined || flatSchema.title === "" ? type : `${flatSchema.title}: ${type}`),
    flatSchema.description === undefined ? "" : escapeMarkdown(flatSchema.description),
    values ? `One of ${values.join(", ")}` : "",
    propertyLines.join("\n"),
  ]);
}

function describeParameter(files: SpecFiles, locatedNode: NodeLocation): string {
  const { node } = locatedNode;
  const location = getNodeText(getValue(node, "in"));
  const schema = getValue(node, "schema");
  const parts = [
    location === undefined ? "Header" : `${location.charAt(0).toUpperCase()}${location.slice(1)} parameter`,
    schema ? describeType(files, { ...locatedNode, node: schema }) : "",
    isTrue(getValue(node, "required")) ? "required" : "",
    isTrue(getValue(node, "deprecated")) ? "deprecated" : "",
  ];
  const name = getNodeText(getValue(node, "name"));
  return joinParagraphs([name === undefined ? "" : formatInlineCode(name), describeNode(joinParts(parts, ", "), node)]);
}

function describeContent(kind: string, files: SpecFiles, locatedNode: NodeLocation): string {
  const mediaTypeEntries = [...getEntries(getValue(locatedNode.node, "content"))].slice(0, maxProperties);
  return joinParagraphs([
    describeNode(kind, locatedNode.node),
    mediaTypeEntries
      .map(({ key, value }) => {
        const schema = getValue(value, "schema");
        return `- ${formatInlineCode(key)} ${schema ? escapeMarkdown(describeType(files, { ...locatedNode, node: schema })) : ""}`;
      })
      .join("\n"),
  ]);
}

function describeNodeSchema(kind: string, files: SpecFiles, locatedNode: NodeLocation): string {
  const schema = getValue(locatedNode.node, "schema");
  return joinParagraphs([kind, schema ? describeSchema(files, { ...locatedNode, node: schema }) : ""]);
}

function describeMessage(files: SpecFiles, locatedNode: NodeLocation): string {
  const payload = getValue(locatedNode.node, "payload");
  const target = payload && followLocation(files, { ...locatedNode, node: payload });
  return joinParagraphs([describeNode("Message", locatedNode.node), target ? describeSchema(files, target) : ""]);
}

function describePath(_files: SpecFiles, { node }: NodeLocation): string {
  return describeNode(joinParts(["Path", getMethods(node).join(", ")]), node);
}

function getMethods(node: SpecNode): readonly string[] {
  return httpMethods.filter((method) => getValue(node, method.toLowerCase()) !== undefined);
}

function describeType(files: SpecFiles, locatedNode: NodeLocation): string {
  const schemaModel = readSchemaModel(files, locatedNode, maxSchemas);
  return describeSchemaType(schemaModel.schema, schemaModel);
}

/** Returns Markdown that consists of the node's kind, title, and description. */
function describeNode(kind: string, node: SpecNode): string {
  const title = getNodeText(getValue(node, "title")) ?? getNodeText(getValue(node, "summary"));
  const text = getNodeText(getValue(node, "description"));
  return joinParagraphs([
    escapeMarkdown(title === undefined ? kind : joinParts([kind, title], ": ")),
    text === undefined ? "" : escapeMarkdown(text),
  ]);
}

function joinParts(parts: readonly (string | undefined)[], separator = " "): string {
  return parts.filter((part) => part !== undefined && part !== "").join(separator);
}

/**
 * Returns the hover for a `$ref` or a vendor extension at an offset in a specification file, or undefined if there's
 * nothing to show. Runs in the specification worker, because only the worker has the parsed trees.
 */
export function hoverSpec(files: SpecFiles, file: SitePath, offset: number): Hover | undefined {
  const tree = files.getTree(file);
  const specLocation = tree && findLocation(tree, offset);
  if (!specLocation) return undefined;
  return hoverReference(files, file, specLocation) ?? hoverExtension(files, file, specLocation);
}

function hoverReference(files: SpecFiles, file: SitePath, { entry }: SpecLocation): Hover | undefined {
  const reference = entry?.key === "$ref" ? getNodeText(entry.value) : undefined;
  if (!entry || reference === undefined) return undefined;
  return { range: entry.value.range, markdown: describeReference(files, reference, { file }) };
}

/**
 * Returns the hover for an extension, one of its fields, or a field in its metadata, including the meaning of the
 * value.
 */
function hoverExtension(files: SpecFiles, file: SitePath, specLocation: SpecLocation): Hover | undefined {
  const { path, entry, isOnKey } = specLocation;
  const extensionIndex = path.findIndex((key) => key.startsWith("x-"));
  if (!entry || extensionIndex < 0 || (!isOnKey && entry.value.kind !== "scalar")) return undefined;
  const extensionParent = file === files.entry ? getExtensionParent(path.slice(0, extensionIndex)) : undefined;
  const markdown = describeExtension(path.slice(extensionIndex), extensionParent, isOnKey ? undefined : entry.value);
  return markdown === undefined ? undefined : { range: isOnKey ? entry.keyRange : entry.value.range, markdown };
}

/**
 * Returns a hover with the reader ratings of the operation whose method is at an offset in a specification. Returns
 * undefined if there are no ratings.
 */
export function hoverOperation(
  { specs }: Pick<Site, "specs">,
  file: SitePath,
  offset: number,
  getRating: PageRatingProvider,
): Hover | undefined {
  for (const spec of specs.values())
    for (const kind of ["operation", "webhook"] as const)
      for (const operation of kind === "operation" ? spec.operations : spec.webhooks) {
        const { start, end } = operation.range;
        if ((operation.file ?? spec.path) !== file || offset < start || offset > end) continue;
        const rating = getRating(spec.path, getOperationName({ kind, operation }));
        if (describeRating(rating) === undefined) continue;
        return {
          range: operation.range,
          markdown: describeOperation(operation, getSpecName(spec.path), rating),
        };
      }
  return undefined;
}
