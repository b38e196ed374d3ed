import { createMessage } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { followLocation, getRef, type RefLocation, resolveRef, type NodeLocation } from "../resolve-ref.ts";
import {
  getEntries,
  isTrue,
  getItems,
  type SpecFiles,
  type SpecNode,
  getNodeText,
  getStringItems,
  getValue,
} from "../spec-tree.ts";
import { getInnerLocation } from "./model-reader.ts";
import {
  type CheckedSchema,
  toExampleValue,
  type NamedSchema,
  type SchemaIndex,
  type SchemaLimits,
  type XmlModel,
} from "./schema-model.ts";

const xmlNodeTypes = ["element", "attribute", "text", "cdata", "none"] as const;

export function readXml(xml: SpecNode): XmlModel {
  const [name, namespace, prefix, nodeType] = ["name", "namespace", "prefix", "nodeType"].map((key) =>
    getNodeText(getValue(xml, key)),
  );
  const node =
    xmlNodeTypes.find((each) => each === nodeType) ??
    (isTrue(getValue(xml, "attribute")) ? "attribute" : isTrue(getValue(xml, "wrapped")) ? "element" : undefined);
  return {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(prefix !== undefined && { prefix }),
    ...(node && { node }),
  };
}

type KeywordReader = (draft: CheckedDraft, value: SpecNode, location: NodeLocation, collector: SchemaCollector) => void;

const schemaKeywords = [
  "additionalProperties", "unevaluatedProperties", "propertyNames", "contains", "unevaluatedItems", "not", "if", "then",
  "else",
] as const; // prettier-ignore
const schemaListKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const schemaMapKeywords = ["properties", "patternProperties", "dependentSchemas"] as const;
const numericKeywords = [
  "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
  "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
] as const; // prettier-ignore

/**
 * Maps each keyword to the function that reads it. Invalid values are ignored, because the specification check reports
 * them.
 */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ...schemaKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value, location, collector) => {
      if (isSchema(value)) draft[key] = collector.addInnerSchema(location, value);
    },
  ]),
  ...schemaListKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value, location, collector) => {
      if (value.kind === "list") draft[key] = listSchemas(value, location, collector);
    },
  ]),
  ...schemaMapKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value, location, collector) => {
      if (value.kind === "map") draft[key] = listNamedSchemas(value, location, collector);
    },
  ]),
  ...numericKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value) => {
      if (value.kind === "scalar" && typeof value.value === "number" && Number.isFinite(value.value))
        draft.numbers = { ...draft.numbers, [key]: value.value };
    },
  ]),
  [
    "type",
    (draft, value) => {
      const text = getNodeText(value);
      if (text !== undefined || value.kind === "list")
        draft.types = text === undefined ? getStringItems(value) : [text];
    },
  ],
  [
    "items",
    (draft, value, location, collector) => {
      // In drafts before 2020-12, a list has the same meaning as `prefixItems`.
      if (value.kind === "list") draft.prefixItems = listSchemas(value, location, collector);
      else if (isSchema(value)) draft.items = collector.addInnerSchema(location, value);
    },
  ],
  [
    "enum",
    (draft, value) => {
      const values = toExampleValue(value);
      if (Array.isArray(values)) draft.enum = values as readonly unknown[];
      else if (value.kind === "list") draft.unverifiableReason = createMessage("The `enum` list is too long to check.");
    },
  ],
  [
    "const",
    (draft, value) => {
      const constant = toExampleValue(value);
      if (constant === undefined) draft.unverifiableReason = createMessage("The `const` value is too large to check.");
      else draft.constant = { value: constant };
    },
  ],
  ["xml", (draft, value) => void (draft.xml = readXml(value))],
  ["format", (draft, value) => setText(draft, "format", value)],
  ["pattern", (draft, value) => setText(draft, "pattern", value)],
  [
    "uniqueItems",
    (draft, value) => {
      if (isTrue(value)) draft.uniqueItems = true;
    },
  ],
  [
    "writeOnly",
    (draft, value) => {
      if (isTrue(value)) draft.writeOnly = true;
    },
  ],
  ["required", readRequiredNames],
  [
    "dependentRequired",
    (draft, value) => {
      draft.dependentRequired = [...getEntries(value)].map(({ key, value: dependencies }) => [
        key,
        getStringItems(dependencies),
      ]);
    },
  ],
  ["discriminator", readDiscriminator],
]);

function isSchema(node: SpecNode): boolean {
  return node.kind === "map" || (node.kind === "scalar" && typeof node.value === "boolean");
}

function listSchemas(list: SpecNode, location: NodeLocation, collector: SchemaCollector): readonly SchemaIndex[] {
  return getItems(list)
    .filter(isSchema)
    .map((node) => collector.addInnerSchema(location, node));
}

function listNamedSchemas(map: SpecNode, location: NodeLocation, collector: SchemaCollector): readonly NamedSchema[] {
  return [...getEntries(map)].flatMap(({ key, value }): NamedSchema[] =>
    isSchema(value) ? [[key, collector.addInnerSchema(location, value)]] : [],
  );
}

function setText(draft: CheckedDraft, key: "format" | "pattern", value: SpecNode): void {
  const text = getNodeText(value);
  if (text !== undefined) draft[key] = text;
}

/** Reads the required properties. Excludes `writeOnly` properties, because OpenAPI requires them only in requests. */
function readRequiredNames(
  draft: CheckedDraft,
  value: SpecNode,
  location: NodeLocation,
  collector: SchemaCollector,
): void {
  const properties = getValue(location.node, "properties");
  draft.required = [...new Set(getStringItems(value))].filter((name) => {
    const property = getValue(properties, name);
    return !property || !collector.isWriteOnly(getInnerLocation(location, property));
  });
}

const maxValues = 500;

/**
 * Reads the discriminator's values and the schemas that they select. Explicit mappings come first, followed by the
 * other schemas, which are selected by their own names.
 */
function readDiscriminator(
  draft: CheckedDraft,
  value: SpecNode,
  location: NodeLocation,
  collector: SchemaCollector,
): void {
  const property = getNodeText(getValue(value, "propertyName"));
  if (property === undefined) return;
  const mapping: NamedSchema[] = [];
  for (const { key, value: target } of [...getEntries(getValue(value, "mapping"))].slice(0, maxValues)) {
    const text = getNodeText(target);
    const mappedIndex = text === undefined ? undefined : findMappedSchema(text, location, collector);
    if (mappedIndex !== undefined) mapping.push([key, mappedIndex]);
  }
  const branches = [...getItems(getValue(location.node, "oneOf")), ...getItems(getValue(location.node, "anyOf"))];
  for (const branch of branches.slice(0, maxValues)) {
    const reference = getNodeText(getValue(branch, "$ref"));
    const schemaIndex = reference === undefined ? undefined : collector.addReferencedSchema(reference, location);
    const isMapped = mapping.some(([, schema]) => schema === schemaIndex);
    if (reference !== undefined && schemaIndex !== undefined && !isMapped)
      mapping.push([reference.slice(reference.lastIndexOf("/") + 1), schemaIndex]);
  }
  draft.discriminator = { property, mapping };
}

/**
 * Returns the schema that a mapping selects. A plain name refers to the schema with that name in the specification's
 * own file, if there is one.
 */
function findMappedSchema(target: string, location: NodeLocation, collector: SchemaCollector): SchemaIndex | undefined {
  const component = /^[\w.-]+$/.test(target)
    ? collector.addReferencedSchema(`#/components/schemas/${target}`, { file: collector.files.entry })
    : undefined;
  return component ?? collector.addReferencedSchema(target, location);
}

/** The maximum number of schemas. No operation uses this many schemas, even in the largest known specifications. */
const maxSchemas = 30_000;

/** A schema that is being read. */
export type CheckedDraft = { -readonly [Key in keyof CheckedSchema]: CheckedSchema[Key] };

/**
 * Collects schemas and all schemas that they refer to, without duplicates. A schema always has the same index, even if
 * it's found several times through references or YAML aliases.
 */
export class SchemaCollector {
  readonly files: SpecFiles;
  /** Whether the keys next to a `$ref` are ignored, as in OpenAPI 3.0. */
  readonly #ignoresRefSiblings: boolean;
  readonly #schemas: CheckedSchema[] = [];
  readonly #indexesByNode = new Map<SpecNode, SchemaIndex>();
  readonly #queue: NodeLocation[] = [];

  constructor(files: SpecFiles, ignoresRefSiblings: boolean) {
    this.files = files;
    this.#ignoresRefSiblings = ignoresRefSiblings;
  }

  /**
   * Returns the index of the schema at this location. If the schema has no index yet, assigns the next index and reads
   * the schema later.
   */
  addSchema(location: NodeLocation): SchemaIndex {
    const existingIndex = this.#indexesByNode.get(location.node);
    if (existingIndex !== undefined) return existingIndex;
    const index = this.#indexesByNode.size;
    this.#indexesByNode.set(location.node, index);
    this.#queue.push(location);
    return index;
  }

  /** Returns the index of a schema inside another schema. */
  addInnerSchema(location: NodeLocation, node: SpecNode): SchemaIndex {
    return this.addSchema(getInnerLocation(location, node));
  }

  /** Returns the index of the schema that a reference points to, or undefined if the reference can't be resolved. */
  addReferencedSchema(reference: string, origin: RefLocation): SchemaIndex | undefined {
    const result = resolveRef(this.files, reference, origin);
    return result.ok ? this.addSchema(result.target) : undefined;
  }

  /** Whether the value is `writeOnly` after references have been resolved. */
  isWriteOnly(location: NodeLocation): boolean {
    return isTrue(getValue(followLocation(this.files, location)?.node, "writeOnly"));
  }

  /** Returns all schemas in the order of their indexes. */
  getSchemas(): readonly CheckedSchema[] {
    // Reading a schema may add other schemas to the list during the iteration.
    for (const location of this.#queue)
      this.#schemas.push(this.#schemas.length < maxSchemas ? this.#read(location) : createUncheckedSchema(location));
    this.#queue.length = 0;
    return this.#schemas;
  }

  #read(location: NodeLocation): CheckedSchema {
    const { file, node } = location;
    const keywordLocations: Record<string, TextRange> = {};
    const draft: CheckedDraft = { location: { file, range: node.range }, keywordLocations, numbers: {} };
    if (node.kind !== "map") {
      if (node.kind === "scalar" && node.value === false) draft.isFalseSchema = true;
      return draft;
    }
    const plainRef = getRef(node);
    const dynamicRef = plainRef === undefined ? getNodeText(getValue(node, "$dynamicRef")) : undefined;
    const reference = plainRef ?? dynamicRef;
    if (reference !== undefined) this.#addReference(reference, dynamicRef !== undefined, draft, location);
    const isOnlyRef = this.#ignoresRefSiblings && reference !== undefined;
    for (const { key, keyRange, value } of getEntries(node)) {
      if (!key.startsWith("$") && isOnlyRef) continue;
      const read = keywordReaders.get(key);
      if (!read) continue;
      keywordLocations[key] = keyRange;
      read(draft, value, location, this);
    }
    if (this.#ignoresRefSiblings && !isOnlyRef) convertNullableAndLimits(draft, node);
    return draft;
  }

  #addReference(reference: string, isDynamic: boolean, draft: CheckedDraft, location: NodeLocation): void {
    const result = resolveRef(this.files, reference, location);
    const excerpt = reference.slice(0, 200);
    if (!result.ok) draft.unverifiableReason = createMessage("The reference `{0}` can't be resolved.", excerpt);
    // If several anchors have this name, the one that applies depends on the path through which the schema was reached.
    else if (isDynamic && getValue(result.target.node, "$dynamicAnchor"))
      draft.unverifiableReason = createMessage("The `$dynamicRef` reference `{0}` can't be resolved here.", excerpt);
    else draft.ref = this.addSchema(result.target);
  }
}

/** Converts keywords whose meaning differs in OpenAPI 3.0, where `nullable` only extends `type`. */
function convertNullableAndLimits(draft: CheckedDraft, node: SpecNode): void {
  if (draft.types && isTrue(getValue(node, "nullable"))) draft.types = [...draft.types, "null"];
  const numbers: Record<string, number> = { ...draft.numbers };
  for (const [inclusiveKey, exclusiveKey] of exclusiveLimits) {
    const value = numbers[inclusiveKey];
    if (value === undefined || !isTrue(getValue(node, exclusiveKey))) continue;
    delete numbers[inclusiveKey];
    numbers[exclusiveKey] = value;
  }
  draft.numbers = numbers;
}

const exclusiveLimits = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function createUncheckedSchema({ file, node }: NodeLocation): CheckedSchema {
  const unverifiableReason = createMessage("This part of the specification has too many schemas to check them all.");
  return { location: { file, range: node.range }, keywordLocations: {}, numbers: {}, unverifiableReason };
}

interface LimitsHolder {
  limits: SchemaLimits;
}

const numberKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

/** The keywords that limit a value, and the functions that read them. */
export const limitReaders: readonly [string, (draft: LimitsHolder, value: SpecNode) => void][] = [
  ...numberKeywords.map((key): [string, (draft: LimitsHolder, value: SpecNode) => void] => [
    key,
    (draft, node) => {
      if (node.kind === "scalar" && typeof node.value === "number")
        draft.limits = { ...draft.limits, [key]: node.value };
    },
  ]),
  [
    "pattern",
    (draft, node) => {
      const pattern = getNodeText(node);
      if (pattern !== undefined) draft.limits = { ...draft.limits, pattern };
    },
  ],
  [
    "uniqueItems",
    (draft, node) => {
      if (isTrue(node)) draft.limits = { ...draft.limits, uniqueItems: true };
    },
  ],
];
