import { sample } from "openapi-sampler";
import {
  flattenSchema,
  type SchemaSource,
  isNull,
  resolveSchema,
  getSchemaName,
} from "../../spec/model/flatten-schema.ts";
import type { MediaTypeModel } from "../../spec/model/operation-model.ts";
import type { SchemaModel, XmlModel } from "../../spec/model/schema-model.ts";
import { isPlainRecord, getOwnProperty } from "../../text/plain-record.ts";
import { toParameterText } from "../media/encoding.ts";

export interface SampleOptions {
  readonly direction: "request" | "response";
  /** Whether `api.examples.defaults` is `"required"`. */
  readonly onlyRequired: boolean;
  /**
   * Set if the sample is used as an initial value in a form rather than only shown as an example. Such a sample uses
   * the author's initial values (`x-default`).
   */
  readonly isInitialValue?: true;
}

const maxSchemas = 600;
const maxChoices = 20;
const maxHops = 50;
const maxDepth = 7;
const maxLength = 1_000;
const maxItems = 10;
const maxNestedItems = 2;

/**
 * Returns a sample value for readers, or undefined if no value can be generated. The sample is the author's first
 * example or, if there is none, a value that is generated from the schema and uses its examples, defaults, and enum
 * values where possible.
 */
export function buildSampleValue(
  mediaType: Pick<MediaTypeModel, "examples" | "schema">,
  models: SchemaSource,
  options: SampleOptions,
): unknown {
  const firstExample = mediaType.examples.find(({ value }) => value !== undefined);
  if (firstExample) return firstExample.value;
  return mediaType.schema && createSampleOfSchema(mediaType.schema, models, options);
}

export function createSampleOfSchema(
  schema: SchemaModel,
  models: SchemaSource,
  { direction, onlyRequired, isInitialValue }: SampleOptions,
): unknown {
  try {
    return sample(expandSchema(schema, models, isInitialValue === true), {
      skipNonRequired: onlyRequired,
      skipReadOnly: direction === "request",
      skipWriteOnly: direction === "response",
      quiet: true,
    });
  } catch {
    // A contradictory schema doesn't allow any value.
    return undefined;
  }
}

type Json = Record<string, unknown>;

interface PendingSchema {
  readonly schema: SchemaModel;
  readonly target: Json;
  readonly depth: number;
}

/**
 * Expands a schema for the sampler by resolving its references level by level. If the schema is circular or very large,
 * only the levels near the top are expanded.
 */
function expandSchema(schema: SchemaModel, models: SchemaSource, isInitialValue: boolean): Json {
  const root: Json = {};
  const queue: PendingSchema[] = [{ schema, target: root, depth: 0 }];
  for (let i = 0; i < queue.length && i < maxSchemas; i++) {
    const next = queue[i];
    if (next) expandPendingSchema(next, { models, isInitialValue, enqueue: (child) => queue.push(child) });
  }
  return root;
}

interface Expansion {
  readonly models: SchemaSource;
  readonly isInitialValue: boolean;
  readonly enqueue: (child: PendingSchema) => void;
}

function expandPendingSchema(
  { schema, target, depth }: PendingSchema,
  { models, isInitialValue, enqueue }: Expansion,
): void {
  const resolvedModel = resolveTarget(schema, models);
  const preferredValue = isInitialValue ? getPreferredValue(schema, models) : undefined;
  const { types, enum: values, constant, limits } = resolvedModel;
  const schemaJson: Json = {
    type: types.length === 1 ? types[0] : types.length > 1 ? types : undefined,
    format: resolvedModel.format,
    const: constant?.value,
    enum: values,
    default: (schema.default ?? resolvedModel.default)?.value,
    example: preferredValue ?? schema.examples[0] ?? resolvedModel.examples[0],
    ...limitSizes(limits, depth),
    readOnly: schema.readOnly || resolvedModel.readOnly || undefined,
    writeOnly: schema.writeOnly || resolvedModel.writeOnly || undefined,
    required: isInitialValue ? listInitialNames(resolvedModel, models) : resolvedModel.required,
  };
  Object.assign(target, Object.fromEntries(Object.entries(schemaJson).filter(([, value]) => value !== undefined)));
  if (depth >= maxDepth) return;
  const createChild = (model: SchemaModel): Json => {
    const child: Json = {};
    enqueue({ schema: model, target: child, depth: depth + 1 });
    return child;
  };
  const { properties, additionalProperties, items, prefixItems } = resolvedModel;
  if (properties.length > 0)
    target["properties"] = Object.fromEntries(properties.map(({ name, schema: each }) => [name, createChild(each)]));
  if (typeof additionalProperties === "object") target["additionalProperties"] = createChild(additionalProperties);
  if (items) target["items"] = createChild(items);
  if (prefixItems) target["prefixItems"] = prefixItems.map(createChild);
  for (const key of ["allOf", "oneOf", "anyOf"] as const)
    if (resolvedModel[key].length > 0)
      target[key] = moveNullToEnd(resolvedModel[key], key, models)
        .slice(0, maxChoices)
        .map((each) => addDiscriminator(resolvedModel, each, createChild(each)));
}

/** Moves alternatives with `type: "null"` to the end, because the sampler uses the first alternative. */
function moveNullToEnd(
  alternatives: readonly SchemaModel[],
  key: "allOf" | "oneOf" | "anyOf",
  models: SchemaSource,
): readonly SchemaModel[] {
  if (key === "allOf" || alternatives.length < 2) return alternatives;
  const nullSchemas = alternatives.filter((each) => isNull(resolveTarget(each, models)));
  return nullSchemas.length === 0
    ? alternatives
    : [...alternatives.filter((each) => !nullSchemas.includes(each)), ...nullSchemas];
}

/**
 * Adds the discriminator's value for an alternative to that alternative so that the sample contains the matching value.
 */
function addDiscriminator({ discriminator, allOf }: SchemaModel, choice: SchemaModel, schema: Json): Json {
  const value = discriminator?.mapping.find(({ schema }) => schema === choice.ref)?.value;
  if (!discriminator || value === undefined || allOf.includes(choice)) return schema;
  const { property } = discriminator;
  const schemaWithConst = { type: "object", properties: { [property]: { type: "string", const: value } }, required: [property] }; // prettier-ignore
  return { type: "object", allOf: [schema, schemaWithConst] };
}

/**
 * Limits the lengths and item counts that a schema requires, because generating such values could otherwise exhaust
 * memory.
 */
function limitSizes(limits: SchemaModel["limits"], depth: number): Json {
  const { minLength, minItems, minimum, exclusiveMinimum } = limits;
  return {
    ...limits,
    // The sampler doesn't support exclusive minimums, so they're replaced with inclusive ones.
    ...(exclusiveMinimum !== undefined && {
      minimum: Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum + 1),
    }),
    ...(minLength !== undefined && { minLength: Math.min(minLength, maxLength) }),
    ...(minItems !== undefined && { minItems: Math.min(minItems, depth < 2 ? maxItems : maxNestedItems) }),
  };
}

function getPreferredValue(schema: SchemaModel, models: SchemaSource): unknown {
  return (
    getOwnProperty(schema.extensions, "x-default") ??
    getOwnProperty(resolveTarget(schema, models).extensions, "x-default")
  );
}

function listInitialNames({ required, properties }: SchemaModel, models: SchemaSource): readonly string[] {
  const propertiesWithDefault = properties.filter(({ schema }) => getPreferredValue(schema, models) !== undefined);
  return [...required, ...propertiesWithDefault.map(({ name }) => name)];
}

function resolveTarget(schema: SchemaModel, { schemas }: SchemaSource): SchemaModel {
  let target = schema;
  for (let remainingHops = maxHops; target.ref !== undefined && remainingHops > 0; remainingHops--) {
    const next = schemas.get(target.ref);
    if (!next) return target;
    target = next;
  }
  return target;
}

/** An XML element to write, with its attributes and content. */
interface Element {
  readonly attributes: string[];
  /** The lines of the element's child nodes, or a single line of text. */
  readonly childLines: string[];
  readonly texts: string[];
}

const maxXmlDepth = 30;

/**
 * Serializes a value as XML, indented by two spaces, according to the XML Objects in its schema (OpenAPI 3.2, “XML
 * Object”, which replaces `attribute` and `wrapped` from 3.0 and 3.1 with node types). The root element has the name of
 * its schema, or `root` if the schema has no name.
 */
export function writeXml(value: unknown, schema: SchemaModel, models: SchemaSource): string {
  const root: Element = { attributes: [], childLines: [], texts: [] };
  const name = (schema.ref === undefined ? undefined : getSchemaName(schema.ref)) ?? "root";
  // An XML document must have exactly one root element, even if an array schema doesn't define its own element.
  const needsRootElement = Array.isArray(value) && getNodeType(schema, value, models) === "none";
  if (needsRootElement)
    addElement(root, { value, schema, models, depth: 0 }, getXml(schema, models)?.name ?? name, undefined);
  else addValue(root, { value, schema, models, depth: 0 }, name);
  return root.childLines.join("\n");
}

interface XmlInput {
  readonly value: unknown;
  readonly schema: SchemaModel | undefined;
  readonly models: SchemaSource;
  readonly depth: number;
}

/**
 * Adds a value to the parent element as an attribute, as text, or as an element, depending on the value's node type. If
 * the node type is `none`, adds only the value's members or text.
 */
function addValue(parent: Element, input: XmlInput, inferredName: string): void {
  const { value, schema, models } = input;
  const xml = schema && getXml(schema, models);
  const name = xml?.name ?? inferredName;
  switch (getNodeType(schema, value, models)) {
    case "attribute":
      if (value !== null && value !== undefined)
        parent.attributes.push(`${qualifyName(name, xml)}="${escapeXml(toText(value))}"`);
      return;
    case "text":
      parent.texts.push(escapeXml(toText(value)));
      return;
    case "cdata":
      parent.texts.push(`<![CDATA[${toText(value).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`);
      return;
    case "none":
      addContent(parent, input, inferredName);
      return;
    case "element":
      addElement(parent, input, name, xml);
  }
}

function addElement(parent: Element, input: XmlInput, name: string, xml: XmlModel | undefined): void {
  const element: Element = { attributes: [], childLines: [], texts: [] };
  if (xml?.namespace !== undefined)
    element.attributes.push(
      `xmlns${xml.prefix === undefined ? "" : `:${toTagName(xml.prefix)}`}="${escapeXml(xml.namespace)}"`,
    );
  if (input.value === null)
    element.attributes.push('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"', 'xsi:nil="true"');
  else addContent(element, { ...input, depth: input.depth + 1 }, name);
  const tag = qualifyName(name, xml);
  const tagContent = [tag, ...element.attributes].join(" ");
  const text = element.texts.join("");
  if (element.childLines.length === 0)
    parent.childLines.push(text === "" ? `<${tagContent}/>` : `<${tagContent}>${text}</${tag}>`);
  else
    parent.childLines.push(
      `<${tagContent}>`,
      ...[...(text === "" ? [] : [text]), ...element.childLines].map((line) => `  ${line}`),
      `</${tag}>`,
    );
}

/** Adds a value's members or text to an element that already exists. */
function addContent(parent: Element, { value, schema, models, depth }: XmlInput, name: string): void {
  if (depth > maxXmlDepth) return;
  const fullSchema = schema && flattenSchema(models, schema);
  if (Array.isArray(value))
    for (const [index, each] of value.entries())
      addValue(
        parent,
        { value: each, schema: fullSchema?.prefixItems[index] ?? fullSchema?.items, models, depth },
        name,
      );
  else if (isPlainRecord(value))
    for (const [key, each] of Object.entries(value))
      addValue(parent, { value: each, schema: fullSchema?.properties.get(key)?.schema, models, depth }, key);
  else {
    const text = escapeXml(toText(value));
    if (text !== "") parent.texts.push(text);
  }
}

/** Returns a schema's XML Object. Keywords next to a reference take precedence over those in the referenced schema. */
function getXml(schema: SchemaModel, models: SchemaSource): XmlModel | undefined {
  return schema.xml ?? resolveSchema(models, schema)?.xml;
}

function getNodeType(schema: SchemaModel | undefined, value: unknown, models: SchemaSource) {
  return (schema && getXml(schema, models)?.node) ?? (Array.isArray(value) ? "none" : "element");
}

function qualifyName(name: string, xml: XmlModel | undefined): string {
  return xml?.prefix === undefined ? toTagName(name) : `${toTagName(xml.prefix)}:${toTagName(name)}`;
}

/** Returns a valid tag name for a name in JSON. JSON names can contain characters that XML names can't. */
function toTagName(name: string): string {
  const tagName = name.replace(/[^\p{L}\p{N}_.\-:]/gu, "_");
  return /^[\p{L}_]/u.test(tagName) ? tagName : `_${tagName}`;
}

function toText(value: unknown): string {
  return toParameterText(value) ?? "";
}

/** Escapes text for XML, and removes characters that XML doesn't allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/**
 * Returns an XML document with a sample value from `createSampleOfSchema`, or undefined if no value can be generated.
 */
export function createSampleXml(schema: SchemaModel, models: SchemaSource, options: SampleOptions): string | undefined {
  const value = createSampleOfSchema(schema, models, options);
  return value === undefined ? undefined : `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(value, schema, models)}`;
}
