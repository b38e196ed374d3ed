import type { LocalizedMessage } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { toJsonValue } from "../example-values.ts";
import { getEntries, type SpecNode } from "../spec-tree.ts";
import type { SourceLocation } from "./operation-model.ts";

/**
 * The location of a schema that other schemas refer to, such as `openapi.yaml#/components/schemas/User`. If the schema
 * is referenced through a YAML or JSON Schema anchor instead of a JSON Pointer, the ID contains the schema's offset in
 * the text: `openapi.yaml#@1024`.
 */
export type SchemaId = string;

/**
 * A schema in OpenAPI 3.0, 3.1, or 3.2 in a common form. Equivalent keywords are represented in the same way:
 * `nullable` and the type `null`, as well as the two forms of exclusive limits and of examples. Schemas aren't merged:
 * `allOf` remains `allOf` (`flattenSchema` returns an object's combined properties).
 */
export interface SchemaModel {
  readonly location: SourceLocation;
  /**
   * The ID in `SpecModels.schemas` of the schema that this one refers to. Other fields, such as a description, come
   * from keys next to the reference. Every cycle of schemas includes such an ID.
   */
  readonly ref?: SchemaId;
  /** The reference as written. Set if the reference can't be resolved or its target must not be read. */
  readonly unresolvedRef?: string;
  /** Set if the schema's content was omitted because it's too large or too deeply nested. */
  readonly isTruncated?: true;
  /**
   * Set if the allowed values also depend on keywords that this model doesn't represent, such as `if`,
   * `dependentSchemas`, or `contains`.
   */
  readonly isConditional?: true;
  readonly title?: string;
  readonly description?: string;
  /** The types except `null`. Empty if the schema specifies no type. */
  readonly types: readonly SchemaType[];
  readonly nullable: boolean;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  /** The constant, which can be `null`. Undefined if the schema doesn't define a constant. */
  readonly constant?: { readonly value: unknown };
  readonly default?: { readonly value: unknown };
  readonly examples: readonly unknown[];
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly properties: readonly PropertyModel[];
  readonly required: readonly string[];
  /**
   * The schema of additional properties. `false` means that no additional properties are allowed. The value can also
   * come from `unevaluatedProperties`. Undefined if the schema contains neither keyword.
   */
  readonly additionalProperties?: SchemaModel | boolean;
  readonly patternProperties?: readonly { readonly pattern: string; readonly schema: SchemaModel }[];
  readonly items?: SchemaModel;
  readonly prefixItems?: readonly SchemaModel[];
  readonly allOf: readonly SchemaModel[];
  readonly oneOf: readonly SchemaModel[];
  readonly anyOf: readonly SchemaModel[];
  readonly not?: SchemaModel;
  readonly discriminator?: {
    readonly property: string;
    /** The values of the property that select a schema, and the IDs of these schemas. */
    readonly mapping: readonly { readonly value: string; readonly schema: SchemaId }[];
  };
  readonly limits: SchemaLimits;
  /** The representation of a value in XML. Undefined if the schema doesn't specify one. */
  readonly xml?: XmlModel;
  /** The `x-` keys, as plain values. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

export type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export interface PropertyModel {
  readonly name: string;
  /** The location of the property's key in the file. */
  readonly location: SourceLocation;
  readonly required: boolean;
  readonly schema: SchemaModel;
}

/** An XML Object. `wrapped` and `attribute` in OpenAPI 3.0 and 3.1 are converted to the node types in 3.2. */
export interface XmlModel {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  /** The node type. If it's undefined, the node is an element, except that a list doesn't have its own element. */
  readonly node?: "element" | "attribute" | "text" | "cdata" | "none";
}

export interface SchemaLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** A schema's index in the `schemas` of `SpecifiedResponses`. */
export type SchemaIndex = number;

/**
 * A schema for validation. Contains every JSON Schema 2020-12 keyword that affects validity. Nested schemas are
 * represented by their indexes, so the schema is plain data without cycles. Keywords that OpenAPI 3.0 defines
 * differently (`nullable`, boolean exclusive limits) are converted to 2020-12.
 */
export interface CheckedSchema {
  readonly location: SourceLocation;
  /** Maps each keyword to its range in the file that `at` specifies. */
  readonly keywordLocations: Readonly<Record<string, TextRange>>;
  /** Set for the schema `false`, which no value matches. */
  readonly isFalseSchema?: true;
  /** The reason why values can't be validated, as a sentence. */
  readonly unverifiableReason?: LocalizedMessage;
  readonly ref?: SchemaIndex;
  /** The allowed types, including `null`. */
  readonly types?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly constant?: { readonly value: unknown };
  readonly format?: string;
  readonly pattern?: string;
  /** Numeric values by keyword, such as `minimum`, `maxLength`, `multipleOf`, and `minContains`. */
  readonly numbers: Readonly<Record<string, number>>;
  readonly uniqueItems?: true;
  /** The required properties except those that are `writeOnly`, because responses omit `writeOnly` properties. */
  readonly required?: readonly string[];
  readonly dependentRequired?: readonly (readonly [name: string, needs: readonly string[]])[];
  readonly properties?: readonly NamedSchema[];
  readonly patternProperties?: readonly NamedSchema[];
  readonly dependentSchemas?: readonly NamedSchema[];
  readonly prefixItems?: readonly SchemaIndex[];
  readonly allOf?: readonly SchemaIndex[];
  readonly anyOf?: readonly SchemaIndex[];
  readonly oneOf?: readonly SchemaIndex[];
  readonly additionalProperties?: SchemaIndex;
  readonly unevaluatedProperties?: SchemaIndex;
  readonly propertyNames?: SchemaIndex;
  readonly items?: SchemaIndex;
  readonly contains?: SchemaIndex;
  readonly unevaluatedItems?: SchemaIndex;
  readonly not?: SchemaIndex;
  readonly if?: SchemaIndex;
  readonly then?: SchemaIndex;
  readonly else?: SchemaIndex;
  /** The discriminator, which selects one of the schemas in `oneOf` or `anyOf`. */
  readonly discriminator?: { readonly property: string; readonly mapping: readonly NamedSchema[] };
  readonly writeOnly?: true;
  /** The representation of values in XML. It doesn't affect whether values are valid. */
  readonly xml?: XmlModel;
}

export type NamedSchema = readonly [name: string, schema: SchemaIndex];

/** The specified responses of an operation and every schema that they refer to, as plain data. */
export interface SpecifiedResponses {
  /** The responses in file order. */
  readonly responses: readonly SpecifiedResponse[];
  readonly schemas: readonly CheckedSchema[];
}

export interface SpecifiedResponse {
  /** The status as written, such as `200`, `4XX`, or `default`. */
  readonly status: string;
  readonly location: SourceLocation;
  /** The content by media type. Empty for a response without a body. */
  readonly content: readonly SpecifiedMediaType[];
}

export interface SpecifiedMediaType {
  /** The media type as written, such as `application/json` or `image/*`. */
  readonly type: string;
  readonly location: SourceLocation;
  readonly schema: SchemaIndex | undefined;
  /** The schema of each item in a stream (OpenAPI 3.2). */
  readonly itemSchema: SchemaIndex | undefined;
  /**
   * Whether the specification defines how forms are encoded. `encoding` also applies to responses in OpenAPI 3.2, but
   * “SHALL only apply to requestBody objects” in earlier versions.
   */
  readonly hasFormEncoding?: true;
  /**
   * The encodings of a form's properties as plain values, keyed by property. Undefined if the specification doesn't
   * contain any.
   */
  readonly encoding?: Readonly<Record<string, unknown>>;
}

/** A complete description of a value. Combines the parts of `allOf` and resolves references. */
export interface FlatSchema {
  /** The name of the first schema that was reached through a reference, such as `User`. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The types that every part allows. Empty if no part specifies a type. */
  readonly types: readonly SchemaType[];
  /** Whether every part of the schema that restricts the value allows `null`. */
  readonly nullable: boolean;
  /** The values that all enums in the schema allow. Undefined if the schema has no enum. */
  readonly enum: readonly unknown[] | undefined;
  /** The properties by name, in the order in which they were found. */
  readonly properties: ReadonlyMap<string, FlatProperty>;
  /** Names of required properties, including those without a schema. */
  readonly requiredNames: ReadonlySet<string>;
  /**
   * The schema of additional properties. `false` means that no additional properties are allowed. Undefined if the
   * schema doesn't restrict additional properties.
   */
  readonly additionalProperties: SchemaModel | boolean | undefined;
  readonly patternProperties: NonNullable<SchemaModel["patternProperties"]>;
  readonly items: SchemaModel | undefined;
  readonly prefixItems: readonly SchemaModel[];
  /**
   * Lists of alternatives (`oneOf`, `anyOf`). The value must also match a schema from each list. A choice between one
   * schema and `null` isn't included, because it's represented as that schema with `nullable`.
   */
  readonly choices: readonly (readonly SchemaModel[])[];
  /**
   * Whether the description includes all constraints. False if the schema contains an unresolved reference, a part that
   * was omitted because of its size, `not`, or a condition.
   */
  readonly isComplete: boolean;
}

export interface FlatProperty {
  readonly name: string;
  /**
   * The location of the property's key in the file. If several parts define the property, this is the location of the
   * first definition.
   */
  readonly location: SourceLocation;
  readonly required: boolean;
  /**
   * The property's schema. If several parts define the property, `allOf` in this schema contains all of their schemas.
   */
  readonly schema: SchemaModel;
}

const noItems: readonly never[] = [];
const noExtensions: Readonly<Record<string, unknown>> = {};
const noLimits: SchemaLimits = {};

/** Returns a schema without constraints, so every value matches it. */
export function createEmptySchema(location: SourceLocation): SchemaModel {
  return {
    location,
    types: noItems,
    nullable: false,
    examples: noItems,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    properties: noItems,
    required: noItems,
    allOf: noItems,
    oneOf: noItems,
    anyOf: noItems,
    limits: noLimits,
    extensions: noExtensions,
  };
}

/** The maximum length of an example in UTF-16 units. */
const maxExampleLength = 100_000;
const maxNodes = 20_000;
const maxDepth = 60;

/**
 * Returns an example as a plain value, or undefined if it's larger than 100 KB, because a truncated example would be
 * wrong.
 */
export function toExampleValue(node: SpecNode): unknown {
  if (node.range.end - node.range.start > maxExampleLength) return undefined;
  const budget = { nodes: maxNodes, length: maxExampleLength };
  const value = copyNode(node, 0, budget);
  return budget.nodes < 0 || budget.length < 0 ? undefined : value;
}

/**
 * Returns a node as a plain value. The number of copied nodes and characters is limited, because YAML anchors can
 * expand short text to many values.
 */
function copyNode(node: SpecNode, depth: number, budget: { nodes: number; length: number }): unknown {
  if (depth > maxDepth) budget.nodes = -1;
  if (--budget.nodes < 0 || budget.length < 0) return undefined;
  if (node.kind === "scalar") {
    budget.length -= typeof node.value === "string" ? node.value.length : 4;
    return node.value;
  }
  if (node.kind === "list") return node.items.map((item) => copyNode(item, depth + 1, budget));
  const members: [string, unknown][] = [];
  for (const { key, value } of getEntries(node)) {
    budget.length -= key.length;
    members.push([key, copyNode(value, depth + 1, budget)]);
  }
  return Object.fromEntries(members);
}

const emptyRecord: Readonly<Record<string, unknown>> = {};

/** Returns a map as plain values, within limits on size and depth. If the node isn't a map, returns an empty object. */
export function toJsonObject(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  return node?.kind === "map" ? Object.fromEntries(listPairs(node, () => true)) : emptyRecord;
}

/** Returns a map's `x-` keys as plain values. */
export function getSchemaExtensions(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  const extensionPairs = listPairs(node, (key) => key.startsWith("x-"));
  return extensionPairs.length === 0 ? emptyRecord : Object.fromEntries(extensionPairs);
}

function listPairs(node: SpecNode | undefined, isIncluded: (key: string) => boolean): [string, unknown][] {
  return [...getEntries(node)].flatMap(({ key, value }): [string, unknown][] =>
    isIncluded(key) ? [[key, toJsonValue(value)]] : [],
  );
}
