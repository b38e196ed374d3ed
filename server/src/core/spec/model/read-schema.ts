import { toJsonValue } from "../example-values.ts";
import { getRef, type RefLocation, type NodeLocation } from "../resolve-ref.ts";
import {
  getEntries,
  getEntry,
  isTrue,
  getItems,
  type SpecNode,
  getNodeText,
  getStringItems,
  getValue,
} from "../spec-tree.ts";
import { type ModelReader, getInnerLocation } from "./model-reader.ts";
import { limitReaders, readXml } from "./schema-keywords.ts";
import {
  createEmptySchema,
  toExampleValue,
  type PropertyModel,
  type SchemaId,
  type SchemaLimits,
  type SchemaModel,
  type SchemaType,
} from "./schema-model.ts";

const maxValues = 500;

/** If the schema has a discriminator, reads its property and its mapping from values to schemas. */
export function readDiscriminator(draft: SchemaDraft, reader: ModelReader, location: NodeLocation): void {
  const property = getNodeText(getValue(location.node, "propertyName"));
  if (property === undefined) return;
  const mapping: { value: string; schema: SchemaId }[] = [];
  for (const { key, value } of getEntries(getValue(location.node, "mapping"))) {
    if (mapping.length >= maxValues) break;
    const target = getNodeText(value);
    const reference = target === undefined ? "lost" : reader.enqueueReference(...toReference(reader, target, location));
    if (typeof reference === "object") mapping.push({ value: key, schema: reference.ref });
  }
  draft.discriminator = { property, mapping };
}

/** For each alternative that doesn't have an explicit mapping, adds a mapping from the alternative's own name. */
export function addImplicitMappings(draft: SchemaDraft): void {
  const { discriminator, oneOf, anyOf } = draft;
  if (!discriminator) return;
  const mappedIds = new Set(discriminator.mapping.map(({ schema }) => schema));
  const implicitMappings = [...oneOf, ...anyOf].flatMap(({ ref }) =>
    ref === undefined || mappedIds.has(ref) ? [] : [{ value: ref.slice(ref.lastIndexOf("/") + 1), schema: ref }],
  );
  draft.discriminator = {
    ...discriminator,
    mapping: [...discriminator.mapping, ...implicitMappings].slice(0, maxValues),
  };
}

/**
 * Returns the target of a mapping as a reference, along with the location where the reference is resolved. A plain name
 * refers to the schema with that name in the specification's own file, if there is one.
 */
function toReference(reader: ModelReader, target: string, location: NodeLocation): [string, RefLocation] {
  const { entry } = reader.files;
  const schemas = getValue(getValue(reader.root?.node, "components"), "schemas");
  return /^[\w.-]+$/.test(target) && getEntry(schemas, target)
    ? [`#/components/schemas/${target}`, { file: entry }]
    : [target, location];
}

/** A schema that is being read. */
export type SchemaDraft = {
  -readonly [Key in keyof SchemaModel]: SchemaModel[Key];
};

/** The maximum nesting depth of inline objects. Deeper objects aren't useful to readers. */
const maxDepth = 60;

/**
 * Reads the schema at a location. References are preserved, and each target is read later, only once. If `mode` is
 * `inside`, a value that a YAML alias repeats elsewhere also becomes a reference. If `mode` is `named`, the value
 * itself is read.
 */
export function readSchema(
  reader: ModelReader,
  location: NodeLocation,
  mode: "named" | "inside",
  depth = 0,
): SchemaModel {
  const { file, node } = location;
  const at = { file, range: node.range };
  const draft: SchemaDraft = createEmptySchema(at);
  if (node.kind !== "map") {
    // The schema `false` doesn't match any value.
    if (node.kind === "scalar" && node.value === false) draft.not = createEmptySchema(at);
    return draft;
  }
  if (depth > maxDepth || !reader.spendBudget()) return markAsTruncated(reader, draft);
  if (mode === "inside" && reader.isShared(location)) {
    const id = `${location.file}#@${node.range.start}`;
    if (!reader.enqueue(id, location)) return markAsTruncated(reader, draft);
    draft.ref = id;
    return draft;
  }
  const reference = getRef(node) ?? getNodeText(getValue(node, "$dynamicRef"));
  if (reference !== undefined) {
    const result = reader.enqueueReference(reference, location);
    if (result === "lost") draft.unresolvedRef = reference;
    else if (result === "cut") markAsTruncated(reader, draft);
    else draft.ref = result.ref;
    if (reader.ignoresRefSiblings || node.entries.length === 1) return draft;
  }
  for (const { key, value } of node.entries) {
    const read = keyReaders.get(key);
    if (read) read(draft, value, { reader, location, depth: depth + 1 });
    else if (key.startsWith("x-")) draft.extensions = { ...draft.extensions, [key]: toJsonValue(value) };
  }
  return finishSchema(draft, node);
}

function markAsTruncated(reader: ModelReader, draft: SchemaDraft): SchemaDraft {
  reader.markAsTruncated();
  draft.isTruncated = true;
  return draft;
}

/** Combines keys whose meanings depend on each other. */
function finishSchema(draft: SchemaDraft, node: SpecNode): SchemaModel {
  if (draft.required.length > 0) {
    const required = new Set(draft.required);
    draft.properties = draft.properties.map((property) =>
      required.has(property.name) ? { ...property, required: true } : property,
    );
  }
  if (draft.types.length === 0 && draft.enum?.includes(null)) draft.nullable = true;
  if (draft.constant?.value === null) draft.nullable = true;
  if (isTrue(getValue(node, "nullable")) && hasNoOtherConstraints(draft)) draft.nullable = false;
  addImplicitMappings(draft);
  if (isTrue(getValue(node, "exclusiveMinimum")))
    draft.limits = moveExclusiveLimit(draft.limits, "minimum", "exclusiveMinimum");
  if (isTrue(getValue(node, "exclusiveMaximum")))
    draft.limits = moveExclusiveLimit(draft.limits, "maximum", "exclusiveMaximum");
  return draft;
}

/**
 * Whether the schema has no other constraints. In OpenAPI 3.0, `nullable` extends other constraints to allow `null`.
 * Without other constraints, `nullable` has no effect, because `null` is already allowed.
 */
function hasNoOtherConstraints({ types, enum: values, allOf, oneOf, anyOf, ref }: SchemaDraft): boolean {
  return types.length + allOf.length + oneOf.length + anyOf.length === 0 && !values && ref === undefined;
}

/** Moves a limit to the key for exclusive limits, because OpenAPI 3.0 uses a separate boolean for them. */
function moveExclusiveLimit(
  limits: SchemaLimits,
  inclusiveKey: "minimum" | "maximum",
  exclusiveKey: "exclusiveMinimum" | "exclusiveMaximum",
): SchemaLimits {
  const { [inclusiveKey]: value, ...otherLimits } = limits;
  return value === undefined ? otherLimits : { ...otherLimits, [exclusiveKey]: value };
}

interface Context {
  readonly reader: ModelReader;
  readonly location: NodeLocation;
  readonly depth: number;
}
type KeyReader = (draft: SchemaDraft, value: SpecNode, context: Context) => void;

const keyReaders: ReadonlyMap<string, KeyReader> = new Map<string, KeyReader>([
  ["title", createTextReader("title")],
  ["description", createTextReader("description")],
  ["format", createTextReader("format")],
  ["contentMediaType", createTextReader("contentMediaType")],
  ["contentEncoding", createTextReader("contentEncoding")],
  ["deprecated", createFlagReader("deprecated")],
  ["readOnly", createFlagReader("readOnly")],
  ["writeOnly", createFlagReader("writeOnly")],
  ["type", readType],
  ["nullable", (draft, value) => void (draft.nullable ||= isTrue(value))],
  ["enum", (draft, value) => void (draft.enum = getItems(value).map(toJsonValue))],
  ["const", (draft, value) => void (draft.constant = { value: toJsonValue(value) })],
  ["default", (draft, value) => void (draft.default = { value: toJsonValue(value) })],
  ["example", (draft, value) => addExamples(draft, [value])],
  ["examples", (draft, value) => addExamples(draft, getItems(value))],
  ["required", (draft, value) => void (draft.required = getStringItems(value))],
  ["properties", readProperties],
  ["patternProperties", readPatternProperties],
  ["additionalProperties", readAdditionalProperties],
  ["unevaluatedProperties", (draft, value, context) => {
    if (draft.additionalProperties === undefined) readAdditionalProperties(draft, value, context);
  }],
  ["items", readItems],
  ["prefixItems", (draft, value, context) => void (draft.prefixItems = readList(value, context))],
  ["allOf", (draft, value, context) => void (draft.allOf = readList(value, context))],
  ["oneOf", (draft, value, context) => void (draft.oneOf = readList(value, context))],
  ["anyOf", (draft, value, context) => void (draft.anyOf = readList(value, context))],
  ["not", (draft, value, context) => void (draft.not = readInnerSchema(value, context))],
  ["discriminator", (draft, value, { reader, location }) => readDiscriminator(draft, reader, getInnerLocation(location, value))],
  ...["if", "dependentSchemas", "dependentRequired", "dependencies", "contains", "propertyNames"].map(
    (key): [string, KeyReader] => [key, (draft) => void (draft.isConditional = true)],
  ),
  ["xml", (draft, value) => void (draft.xml = readXml(value))],
  ...limitReaders,
]); // prettier-ignore

function createTextReader(
  field: "title" | "description" | "format" | "contentMediaType" | "contentEncoding",
): KeyReader {
  return (draft, value) => {
    const text = getNodeText(value);
    if (text !== undefined) draft[field] = text;
  };
}

function createFlagReader(field: "deprecated" | "readOnly" | "writeOnly"): KeyReader {
  return (draft, value) => void (draft[field] = isTrue(value));
}

const typeNames: ReadonlySet<string> = new Set<SchemaType>([
  "string", "number", "integer", "boolean", "object", "array", "null",
]); // prettier-ignore

function isType(name: string): name is SchemaType {
  return typeNames.has(name);
}

function readType(draft: SchemaDraft, value: SpecNode): void {
  const typeName = getNodeText(value);
  const types = (typeName === undefined ? getStringItems(value) : [typeName]).filter(isType);
  draft.types = [...new Set(types)].filter((type) => type !== "null");
  draft.nullable ||= types.includes("null");
}

function addExamples(draft: SchemaDraft, nodes: readonly SpecNode[]): void {
  const values = nodes.map(toExampleValue).filter((value) => value !== undefined);
  draft.examples = [...draft.examples, ...values];
}

function readProperties(draft: SchemaDraft, value: SpecNode, { reader, location, depth }: Context): void {
  const properties: PropertyModel[] = [];
  for (const { key, keyRange, value: schema } of getEntries(value))
    properties.push({
      name: key,
      location: { file: location.file, range: keyRange },
      required: false,
      schema: readSchema(reader, getInnerLocation(location, schema), "inside", depth),
    });
  draft.properties = properties;
}

function readPatternProperties(draft: SchemaDraft, value: SpecNode, context: Context): void {
  draft.patternProperties = [...getEntries(value)].map(({ key, value: schema }) => ({
    pattern: key,
    schema: readInnerSchema(schema, context),
  }));
}

function readAdditionalProperties(draft: SchemaDraft, value: SpecNode, context: Context): void {
  draft.additionalProperties =
    value.kind === "scalar" && typeof value.value === "boolean" ? value.value : readInnerSchema(value, context);
}

/** Reads the schemas of items. In older drafts, a list of schemas has the same meaning as `prefixItems`. */
function readItems(draft: SchemaDraft, value: SpecNode, context: Context): void {
  if (value.kind === "list") draft.prefixItems = readList(value, context);
  else if (value.kind === "map") draft.items = readInnerSchema(value, context);
}

function readList(value: SpecNode, context: Context): readonly SchemaModel[] {
  return getItems(value).map((item) => readInnerSchema(item, context));
}

function readInnerSchema(value: SpecNode, { reader, location, depth }: Context): SchemaModel {
  return readSchema(reader, getInnerLocation(location, value), "inside", depth);
}
