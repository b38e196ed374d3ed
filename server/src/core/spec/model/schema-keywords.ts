import { createMessage } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { followSpot, refOf, type RefOrigin, resolveRef, type Spot } from "../resolve-ref.ts";
import {
  entriesOf,
  isTrue,
  itemsOf,
  type SpecFiles,
  type SpecNode,
  textOf,
  getNodeTexts,
  valueAt,
} from "../spec-tree.ts";
import { spotInside } from "./model-reader.ts";
import {
  type CheckedSchema,
  exampleValue,
  type NamedSchema,
  type SchemaIndex,
  type SchemaLimits,
  type XmlModel,
} from "./schema-model.ts";

const xmlNodeTypes = ["element", "attribute", "text", "cdata", "none"] as const;

export function readXml(xml: SpecNode): XmlModel {
  const [name, namespace, prefix, nodeType] = ["name", "namespace", "prefix", "nodeType"].map((key) =>
    textOf(valueAt(xml, key)),
  );
  const node =
    xmlNodeTypes.find((each) => each === nodeType) ??
    (isTrue(valueAt(xml, "attribute"))
      ? "attribute"
      : isTrue(valueAt(xml, "wrapped"))
        ? "element"
        : undefined);
  return {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(prefix !== undefined && { prefix }),
    ...(node && { node }),
  };
}

type KeywordReader = (draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer) => void;

const schemaKeywords = [
  "additionalProperties", "unevaluatedProperties", "propertyNames", "contains", "unevaluatedItems", "not", "if", "then",
  "else",
] as const; // prettier-ignore
const schemaListKeywords = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const schemaMapKeywords = ["properties", "patternProperties", "dependentSchemas"] as const;
const numbers = [
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
    (draft, value, spot, gatherer) => {
      if (isSchema(value)) draft[key] = gatherer.inside(spot, value);
    },
  ]),
  ...schemaListKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value, spot, gatherer) => {
      if (value.kind === "list") draft[key] = schemasOf(value, spot, gatherer);
    },
  ]),
  ...schemaMapKeywords.map((key): [string, KeywordReader] => [
    key,
    (draft, value, spot, gatherer) => {
      if (value.kind === "map") draft[key] = namedSchemas(value, spot, gatherer);
    },
  ]),
  ...numbers.map((key): [string, KeywordReader] => [
    key,
    (draft, value) => {
      if (value.kind === "scalar" && typeof value.value === "number" && Number.isFinite(value.value))
        draft.numbers = { ...draft.numbers, [key]: value.value };
    },
  ]),
  [
    "type",
    (draft, value) => {
      const one = textOf(value);
      if (one !== undefined || value.kind === "list")
        draft.types = one === undefined ? getNodeTexts(value) : [one];
    },
  ],
  [
    "items",
    (draft, value, spot, gatherer) => {
      // In drafts before 2020-12, a list has the same meaning as `prefixItems`.
      if (value.kind === "list") draft.prefixItems = schemasOf(value, spot, gatherer);
      else if (isSchema(value)) draft.items = gatherer.inside(spot, value);
    },
  ],
  [
    "enum",
    (draft, value) => {
      const list = exampleValue(value);
      if (Array.isArray(list)) draft.enum = list as readonly unknown[];
      else if (value.kind === "list")
        draft.unverifiable = createMessage("The `enum` list is too long to check.");
    },
  ],
  [
    "const",
    (draft, value) => {
      const constant = exampleValue(value);
      if (constant === undefined)
        draft.unverifiable = createMessage("The `const` value is too large to check.");
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
  ["required", readRequired],
  [
    "dependentRequired",
    (draft, value) => {
      draft.dependentRequired = [...entriesOf(value)].map(({ key, value: needs }) => [
        key,
        getNodeTexts(needs),
      ]);
    },
  ],
  ["discriminator", readDiscriminator],
]);

function isSchema(node: SpecNode): boolean {
  return node.kind === "map" || (node.kind === "scalar" && typeof node.value === "boolean");
}

function schemasOf(list: SpecNode, spot: Spot, gatherer: SchemaGatherer): readonly SchemaIndex[] {
  return itemsOf(list)
    .filter(isSchema)
    .map((node) => gatherer.inside(spot, node));
}

function namedSchemas(map: SpecNode, spot: Spot, gatherer: SchemaGatherer): readonly NamedSchema[] {
  return [...entriesOf(map)].flatMap(({ key, value }): NamedSchema[] =>
    isSchema(value) ? [[key, gatherer.inside(spot, value)]] : [],
  );
}

function setText(draft: CheckedDraft, key: "format" | "pattern", value: SpecNode): void {
  const text = textOf(value);
  if (text !== undefined) draft[key] = text;
}

/** Reads the required properties. Excludes `writeOnly` properties, because OpenAPI requires them only in requests. */
function readRequired(draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer): void {
  const properties = valueAt(spot.node, "properties");
  draft.required = [...new Set(getNodeTexts(value))].filter((name) => {
    const property = valueAt(properties, name);
    return !property || !gatherer.isWriteOnly(spotInside(spot, property));
  });
}

const maxValues = 500;

/**
 * Reads the discriminator's values and the schemas that they select. Explicit mappings come first, followed by the
 * other schemas, which are selected by their own names.
 */
function readDiscriminator(draft: CheckedDraft, value: SpecNode, spot: Spot, gatherer: SchemaGatherer): void {
  const property = textOf(valueAt(value, "propertyName"));
  if (property === undefined) return;
  const mapping: NamedSchema[] = [];
  for (const { key, value: target } of [...entriesOf(valueAt(value, "mapping"))].slice(0, maxValues)) {
    const text = textOf(target);
    const chosen = text === undefined ? undefined : chosenBy(text, spot, gatherer);
    if (chosen !== undefined) mapping.push([key, chosen]);
  }
  const branches = [...itemsOf(valueAt(spot.node, "oneOf")), ...itemsOf(valueAt(spot.node, "anyOf"))];
  for (const branch of branches.slice(0, maxValues)) {
    const reference = textOf(valueAt(branch, "$ref"));
    const chosen = reference === undefined ? undefined : gatherer.indexOfReference(reference, spot);
    const isMapped = mapping.some(([, schema]) => schema === chosen);
    if (reference !== undefined && chosen !== undefined && !isMapped)
      mapping.push([reference.slice(reference.lastIndexOf("/") + 1), chosen]);
  }
  draft.discriminator = { property, mapping };
}

/**
 * Returns the schema that a mapping selects. A plain name refers to the schema with that name in the specification's
 * own file, if there is one.
 */
function chosenBy(target: string, spot: Spot, gatherer: SchemaGatherer): SchemaIndex | undefined {
  const own = /^[\w.-]+$/.test(target)
    ? gatherer.indexOfReference(`#/components/schemas/${target}`, { file: gatherer.files.entry })
    : undefined;
  return own ?? gatherer.indexOfReference(target, spot);
}

/** The maximum number of schemas. No operation uses this many schemas, even in the largest known specifications. */
const maxSchemas = 30_000;

/** A schema that is being read. */
export type CheckedDraft = { -readonly [Key in keyof CheckedSchema]: CheckedSchema[Key] };

/**
 * Collects schemas and all schemas that they refer to, without duplicates. A schema always has the same index, even if
 * it's found several times through references or YAML aliases.
 */
export class SchemaGatherer {
  readonly files: SpecFiles;
  /** Whether the keys next to a `$ref` are ignored, as in OpenAPI 3.0. */
  readonly #refStandsAlone: boolean;
  readonly #schemas: CheckedSchema[] = [];
  readonly #known = new Map<SpecNode, SchemaIndex>();
  readonly #waiting: Spot[] = [];

  constructor(files: SpecFiles, refStandsAlone: boolean) {
    this.files = files;
    this.#refStandsAlone = refStandsAlone;
  }

  /**
   * Returns the index of the schema at this location. If the schema has no index yet, assigns the next index and reads
   * the schema later.
   */
  indexOf(spot: Spot): SchemaIndex {
    const known = this.#known.get(spot.node);
    if (known !== undefined) return known;
    const index = this.#known.size;
    this.#known.set(spot.node, index);
    this.#waiting.push(spot);
    return index;
  }

  /** Returns the index of a schema inside another schema. */
  inside(spot: Spot, node: SpecNode): SchemaIndex {
    return this.indexOf(spotInside(spot, node));
  }

  /** Returns the index of the schema that a reference points to, or undefined if the reference can't be resolved. */
  indexOfReference(reference: string, origin: RefOrigin): SchemaIndex | undefined {
    const result = resolveRef(this.files, reference, origin);
    return result.ok ? this.indexOf(result.target) : undefined;
  }

  /** Whether the value is `writeOnly` after references have been resolved. */
  isWriteOnly(spot: Spot): boolean {
    return isTrue(valueAt(followSpot(this.files, spot)?.node, "writeOnly"));
  }

  /** Returns all schemas in the order of their indexes. */
  gathered(): readonly CheckedSchema[] {
    // Reading a schema may add other schemas to the list during the iteration.
    for (const spot of this.#waiting)
      this.#schemas.push(this.#schemas.length < maxSchemas ? this.#read(spot) : uncheckedSchema(spot));
    this.#waiting.length = 0;
    return this.#schemas;
  }

  #read(spot: Spot): CheckedSchema {
    const { file, node } = spot;
    const marks: Record<string, TextRange> = {};
    const draft: CheckedDraft = { at: { file, range: node.range }, marks, numbers: {} };
    if (node.kind !== "map") {
      if (node.kind === "scalar" && node.value === false) draft.never = true;
      return draft;
    }
    const own = refOf(node);
    const dynamic = own === undefined ? textOf(valueAt(node, "$dynamicRef")) : undefined;
    const reference = own ?? dynamic;
    if (reference !== undefined) this.#gatherReference(reference, dynamic !== undefined, draft, spot);
    const onlyRef = this.#refStandsAlone && reference !== undefined;
    for (const { key, keyRange, value } of entriesOf(node)) {
      if (!key.startsWith("$") && onlyRef) continue;
      const read = keywordReaders.get(key);
      if (!read) continue;
      marks[key] = keyRange;
      read(draft, value, spot, this);
    }
    if (this.#refStandsAlone && !onlyRef) convertNullableAndLimits(draft, node);
    return draft;
  }

  #gatherReference(reference: string, isDynamic: boolean, draft: CheckedDraft, spot: Spot): void {
    const result = resolveRef(this.files, reference, spot);
    const words = reference.slice(0, 200);
    if (!result.ok) draft.unverifiable = createMessage("The reference `{0}` can't be resolved.", words);
    // If several anchors have this name, the one that applies depends on the path through which the schema was reached.
    else if (isDynamic && valueAt(result.target.node, "$dynamicAnchor"))
      draft.unverifiable = createMessage("The `$dynamicRef` reference `{0}` can't be resolved here.", words);
    else draft.ref = this.indexOf(result.target);
  }
}

/** Converts keywords whose meaning differs in OpenAPI 3.0, where `nullable` only extends `type`. */
function convertNullableAndLimits(draft: CheckedDraft, node: SpecNode): void {
  if (draft.types && isTrue(valueAt(node, "nullable"))) draft.types = [...draft.types, "null"];
  const numbers: Record<string, number> = { ...draft.numbers };
  for (const [limit, exclusive] of exclusiveLimits) {
    const value = numbers[limit];
    if (value === undefined || !isTrue(valueAt(node, exclusive))) continue;
    delete numbers[limit];
    numbers[exclusive] = value;
  }
  draft.numbers = numbers;
}

const exclusiveLimits = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function uncheckedSchema({ file, node }: Spot): CheckedSchema {
  const unverifiable = createMessage(
    "This part of the specification has too many schemas to check them all.",
  );
  return { at: { file, range: node.range }, marks: {}, numbers: {}, unverifiable };
}

interface HasLimits {
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
export const limitReaders: readonly [string, (draft: HasLimits, value: SpecNode) => void][] = [
  ...numberKeywords.map((key): [string, (draft: HasLimits, value: SpecNode) => void] => [
    key,
    (draft, node) => {
      if (node.kind === "scalar" && typeof node.value === "number")
        draft.limits = { ...draft.limits, [key]: node.value };
    },
  ]),
  [
    "pattern",
    (draft, node) => {
      const pattern = textOf(node);
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
