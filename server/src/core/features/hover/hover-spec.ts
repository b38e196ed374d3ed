import type { ProfileName } from "../../config/settings/profile.ts";
import {
  describeFieldType,
  frontmatterFields,
  meaningOf,
  getFieldValues,
} from "../../page/frontmatter-fields.ts";
import type { Site } from "../../site/site.ts";
import { operationName, slugFromHref } from "../../site/specs/generated-page-plan.ts";
import { placeAt, type SpecLocation } from "../../spec/edit-spec.ts";
import { describeSchemaType, flattenSchema } from "../../spec/model/flatten-schema.ts";
import { schemaModel } from "../../spec/model/operation-model.ts";
import { hasShape } from "../../spec/outline-extensions.ts";
import { specName } from "../../spec/detect-spec.ts";
import {
  followRefs,
  followSpot,
  type RefLoss,
  type RefOrigin,
  resolveRef,
  type Spot,
} from "../../spec/resolve-ref.ts";
import {
  entriesOf,
  isTrue,
  type PlacedNode,
  type SpecFiles,
  type SpecNode,
  textOf,
  valueAt,
} from "../../spec/spec-tree.ts";
import {
  type ExtensionPlace,
  extensionPlace,
  serviceKeys,
  shapeLabels,
  vendorField,
  type VendorField,
} from "../../spec/vendor-extensions.ts";
import { unescapeKey } from "../../text/decode-text.ts";
import { httpMethods } from "../../text/media-types.ts";
import { formatList } from "../../text/phrase.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { formatInlineCode, paragraphs, escapeMarkdown } from "../../text/markdown.ts";
import { describeOperation, describeRating, type PageRatingProvider } from "./describe-page.ts";
import type { Hover } from "./hover.ts";

/**
 * Describes an extension or one of its fields, given its keys (such as `x-mint`, `metadata`, `hidden`) and, optionally,
 * its value. Returns undefined if the meaning is unknown. `where` is the node that contains the extension, if known.
 */
export function describeExtension(
  keys: readonly string[],
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const field = vendorField(keys);
  if (field) return describeField(keys.join("."), field, where, value);
  const [service = "", metadata, name = ""] = keys;
  const isMetadata =
    serviceKeys.some((key) => key === service) && metadata === "metadata" && keys.length === 3;
  return isMetadata ? describeMetadata(service, name, where, value) : undefined;
}

const placeWords: Readonly<Record<ExtensionPlace, string>> = {
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
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string {
  const { shape, meaning, whenWrong, replacedBy } = field;
  const isWrong = value !== undefined && !hasShape(value, shape);
  const needs = shape === "any" ? "" : `Must be ${shapeLabels[shape]}`;
  return paragraphs([
    `**${formatInlineCode(name)}** ${shapeLabels[shape]}`,
    isWrong
      ? `This value isn't valid: it must be ${shapeLabels[shape]}. ${whenWrong ?? ""}`.trim()
      : addressOf(field, value),
    meaning,
    misplaced(field, where),
    isWrong || whenWrong === undefined || needs === "" ? "" : `${needs}. ${whenWrong}`,
    replacedBy === undefined ? "" : `Deprecated. Use ${formatInlineCode(replacedBy)} instead.`,
  ]);
}

function misplaced(field: VendorField, where: ExtensionPlace | undefined): string {
  if (where === undefined || field.where.includes(where)) return "";
  return `Has no effect here. Use it only ${formatList(
    "disjunction",
    field.where.map((one) => placeWords[one]),
    "en",
  )}.`;
}

/** Describes the page's path if the field sets it. The path is lowercase even if the value contains capital letters. */
function addressOf({ name }: VendorField, value: SpecNode | undefined): string {
  const slug = name === "href" ? slugFromHref(textOf(value)) : undefined;
  return slug === undefined ? "" : `The page is at ${formatInlineCode(`/${slug === "index" ? "" : slug}`)}.`;
}

/** Describes a frontmatter field in an operation's metadata. The field applies to the operation's page. */
function describeMetadata(
  service: string,
  name: string,
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const info = frontmatterFields.get(name);
  const metadata = vendorField([service, "metadata"]);
  if (!info || !metadata || info.unlisted) return undefined;
  const profile: ProfileName = service === "x-mint" ? "mintlify" : "standard";
  const title = `**${formatInlineCode(`${service}.metadata.${name}`)}** ${describeFieldType(info.type)}`;
  if (name === "openapi")
    return paragraphs([
      title,
      "Ignored here. The page always documents the operation that contains this extension.",
    ]);
  const isWrongFlag =
    info.type.kind === "flag" && value?.kind === "scalar" && typeof value.value !== "boolean";
  const text = textOf(value);
  const meant =
    info.type.kind === "enum" && text !== undefined
      ? getFieldValues(info, profile)?.find((one) => one.value === text)?.meaning
      : undefined;
  return paragraphs([
    title,
    isWrongFlag ? `This value isn't valid: it must be ${describeFieldType(info.type)}.` : undefined,
    meant === undefined || text === undefined ? undefined : `${formatInlineCode(text)}: ${meant}`,
    `For the operation's page: ${startLowercase(meaningOf(info, profile))}`,
    misplaced(metadata, where),
  ]);
}

function startLowercase(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

const maxProperties = 20;
const maxSchemas = 200;

/**
 * Describes the target of a `$ref`, including its kind, type, fields, and location. If the `$ref` doesn't resolve,
 * describes the reason.
 */
export function describeReference(files: SpecFiles, reference: string, origin: RefOrigin): string {
  const result = resolveRef(files, reference, origin);
  if (!result.ok) return lossWords[result.reason];
  const { target } = result;
  const end = followRefs(files, target);
  const [name = target.file] = target.id
    .split(/[#/]/)
    .filter((part) => part !== "")
    .slice(-1);
  return paragraphs([
    `**${escapeMarkdown(unescapeKey(name))}**`,
    end.ok
      ? describeTarget(files, target, end.target)
      : lossWords[end.reason === "circle" ? "circle" : "lost-on-the-way"],
    `From ${formatInlineCode(target.id)}`,
  ]);
}

const lossWords: Readonly<Record<RefLoss, string>> = {
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

type Describe = (files: SpecFiles, spot: Spot) => string;

/** The functions that describe nodes. Each key is the name of the map that contains nodes of that kind. */
const kinds: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ["parameters", describeParameter],
  ["headers", describeParameter],
  ["responses", (files, spot) => describeContent("Response", files, spot)],
  ["requestBodies", (files, spot) => describeContent("Request body", files, spot)],
  ["mediaTypes", (files, spot) => describeSchemaOf("Media type", files, spot)],
  ["examples", (_files, { node }) => described("Example", node)],
  [
    "securitySchemes",
    (_files, { node }) =>
      described(joined(["Security", textOf(valueAt(node, "type")), textOf(valueAt(node, "scheme"))]), node),
  ],
  ["links", (_files, { node }) => described("Link", node)],
  ["callbacks", (_files, { node }) => described("Callback", node)],
  ["pathItems", describePath],
  ["paths", describePath],
  ["messages", describeMessage],
  ["channels", (_files, { node }) => described(joined(["Channel", textOf(valueAt(node, "address"))]), node)],
  [
    "operations",
    (_files, { node }) => described(joined(["Operation", textOf(valueAt(node, "action"))]), node),
  ],
  [
    "servers",
    (_files, { node }) =>
      described(joined(["Server", textOf(valueAt(node, "url")) ?? textOf(valueAt(node, "host"))]), node),
  ],
  ["tags", (_files, { node }) => described("Tag", node)],
]);

function describeTarget(files: SpecFiles, target: PlacedNode, spot: Spot): string {
  const keys = target.id.slice(target.id.indexOf("#") + 1).split("/");
  const known = kinds.get(keys.at(-2) ?? "");
  if (known) return known(files, spot);
  if (textOf(valueAt(spot.node, "in")) !== undefined) return describeParameter(files, spot);
  if (valueAt(spot.node, "content")) return describeContent("", files, spot);
  if (methodsOf(spot.node).length > 0) return describePath(files, spot);
  return describeSchema(files, spot);
}

function describeSchema(files: SpecFiles, spot: Spot): string {
  const full = schemaModel(files, spot, maxSchemas);
  const flat = flattenSchema(full, full.schema);
  const type = describeSchemaType(full.schema, full);
  const fields = [...flat.properties.values()];
  const shown = fields.slice(0, maxProperties).map(({ name, required, schema }) => {
    const details = [describeSchemaType(schema, full), required ? "required" : ""].filter(
      (part) => part !== "",
    );
    return `- ${formatInlineCode(name)} ${escapeMarkdown(details.join(", "))}`;
  });
  if (fields.length > shown.length) shown.push(`- and ${fields.length - shown.length} more`);
  const values = flat.enum
    ?.slice(0, maxProperties)
    .map((value) => formatInlineCode(JSON.stringify(value) ?? ""));
  return paragraphs([
    escapeMarkdown(flat.title === undefined || flat.title === "" ? type : `${flat.title}: ${type}`),
    flat.description === undefined ? "" : escapeMarkdown(flat.description),
    values ? `One of ${values.join(", ")}` : "",
    shown.join("\n"),
  ]);
}

function describeParameter(files: SpecFiles, spot: Spot): string {
  const { node } = spot;
  const place = textOf(valueAt(node, "in"));
  const schema = valueAt(node, "schema");
  const words = [
    place === undefined ? "Header" : `${place.charAt(0).toUpperCase()}${place.slice(1)} parameter`,
    schema ? typeOf(files, { ...spot, node: schema }) : "",
    isTrue(valueAt(node, "required")) ? "required" : "",
    isTrue(valueAt(node, "deprecated")) ? "deprecated" : "",
  ];
  const name = textOf(valueAt(node, "name"));
  return paragraphs([name === undefined ? "" : formatInlineCode(name), described(joined(words, ", "), node)]);
}

function describeContent(kind: string, files: SpecFiles, spot: Spot): string {
  const media = [...entriesOf(valueAt(spot.node, "content"))].slice(0, maxProperties);
  return paragraphs([
    described(kind, spot.node),
    media
      .map(({ key, value }) => {
        const schema = valueAt(value, "schema");
        return `- ${formatInlineCode(key)} ${schema ? escapeMarkdown(typeOf(files, { ...spot, node: schema })) : ""}`;
      })
      .join("\n"),
  ]);
}

function describeSchemaOf(kind: string, files: SpecFiles, spot: Spot): string {
  const schema = valueAt(spot.node, "schema");
  return paragraphs([kind, schema ? describeSchema(files, { ...spot, node: schema }) : ""]);
}

function describeMessage(files: SpecFiles, spot: Spot): string {
  const payload = valueAt(spot.node, "payload");
  const target = payload && followSpot(files, { ...spot, node: payload });
  return paragraphs([described("Message", spot.node), target ? describeSchema(files, target) : ""]);
}

function describePath(_files: SpecFiles, { node }: Spot): string {
  return described(joined(["Path", methodsOf(node).join(", ")]), node);
}

function methodsOf(node: SpecNode): readonly string[] {
  return httpMethods.filter((method) => valueAt(node, method.toLowerCase()) !== undefined);
}

function typeOf(files: SpecFiles, spot: Spot): string {
  const full = schemaModel(files, spot, maxSchemas);
  return describeSchemaType(full.schema, full);
}

/** Returns Markdown that consists of the node's kind, title, and description. */
function described(kind: string, node: SpecNode): string {
  const title = textOf(valueAt(node, "title")) ?? textOf(valueAt(node, "summary"));
  const text = textOf(valueAt(node, "description"));
  return paragraphs([
    escapeMarkdown(title === undefined ? kind : joined([kind, title], ": ")),
    text === undefined ? "" : escapeMarkdown(text),
  ]);
}

function joined(parts: readonly (string | undefined)[], by = " "): string {
  return parts.filter((part) => part !== undefined && part !== "").join(by);
}

/**
 * Returns the hover for a `$ref` or a vendor extension at an offset in a specification file, or undefined if there's
 * nothing to show. Runs in the specification worker, because only the worker has the parsed trees.
 */
export function hoverSpec(files: SpecFiles, file: SitePath, offset: number): Hover | undefined {
  const tree = files.treeOf(file);
  const place = tree && placeAt(tree, offset);
  if (!place) return undefined;
  return hoverReference(files, file, place) ?? hoverExtension(files, file, place);
}

function hoverReference(files: SpecFiles, file: SitePath, { entry }: SpecLocation): Hover | undefined {
  const reference = entry?.key === "$ref" ? textOf(entry.value) : undefined;
  if (!entry || reference === undefined) return undefined;
  return { range: entry.value.range, markdown: describeReference(files, reference, { file }) };
}

/**
 * Returns the hover for an extension, one of its fields, or a field in its metadata, including the meaning of the
 * value.
 */
function hoverExtension(files: SpecFiles, file: SitePath, place: SpecLocation): Hover | undefined {
  const { path, entry, isOnKey } = place;
  const start = path.findIndex((key) => key.startsWith("x-"));
  if (!entry || start < 0 || (!isOnKey && entry.value.kind !== "scalar")) return undefined;
  const where = file === files.entry ? extensionPlace(path.slice(0, start)) : undefined;
  const markdown = describeExtension(path.slice(start), where, isOnKey ? undefined : entry.value);
  return markdown === undefined
    ? undefined
    : { range: isOnKey ? entry.keyRange : entry.value.range, markdown };
}

/**
 * Returns a hover with the reader ratings of the operation whose method is at an offset in a specification. Returns
 * undefined if there are no ratings.
 */
export function hoverOperation(
  { specs }: Pick<Site, "specs">,
  file: SitePath,
  offset: number,
  rate: PageRatingProvider,
): Hover | undefined {
  for (const spec of specs.values())
    for (const kind of ["operation", "webhook"] as const)
      for (const operation of kind === "operation" ? spec.operations : spec.webhooks) {
        const { start, end } = operation.range;
        if ((operation.file ?? spec.path) !== file || offset < start || offset > end) continue;
        const rating = rate(spec.path, operationName({ kind, operation }));
        if (describeRating(rating) === undefined) continue;
        return {
          range: operation.range,
          markdown: describeOperation(operation, specName(spec.path), rating),
        };
      }
  return undefined;
}
