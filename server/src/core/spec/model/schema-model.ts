import type { TextRange } from "../../text/text-edit.ts";
import { plainValueOf } from "../example-values.ts";
import { entriesOf, type SpecNode } from "../spec-tree.ts";
import type { SpecPlace } from "./operation-model.ts";

/**
 * Where a schema that others refer to stands: `openapi.yaml#/components/schemas/User`. One that has no such address,
 * because an anchor of YAML or of JSON Schema names it, counts from the start of the text: `openapi.yaml#@1024`.
 */
export type SchemaId = string;

/**
 * A schema of OpenAPI 3.0, 3.1 or 3.2 in one shape: `nullable` and a `null` among `type` are one thing, so are the
 * two ways of writing exclusive limits and examples. Nothing is merged: `allOf` stays `allOf` (`flattenSchema` answers
 * what an object has in all).
 */
export interface SchemaModel {
  readonly at: SpecPlace;
  /**
   * The schema is the one of that id, in `SpecModels.schemas`; what else is set here (a description, say) stands
   * beside the reference. Circles go through here and nowhere else.
   */
  readonly ref?: SchemaId;
  /** The reference as written leads nowhere, or to where nothing may be read. */
  readonly lost?: string;
  /** What stands here is left out: there is too much of it, or it lies too deep. */
  readonly cut?: true;
  /** What is allowed depends on values in ways that are not told here (`if`, `dependentSchemas`, `contains` …). */
  readonly conditional?: true;
  readonly title?: string;
  readonly description?: string;
  /** Without `null`; empty where the schema says none. */
  readonly types: readonly SchemaType[];
  readonly nullable: boolean;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  /** Present, perhaps `null`, where the schema has one. */
  readonly constant?: { readonly value: unknown };
  readonly default?: { readonly value: unknown };
  readonly examples: readonly unknown[];
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly properties: readonly PropertyModel[];
  readonly required: readonly string[];
  /** `false`: no others (`unevaluatedProperties` counts as well). Absent where nothing is said. */
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
    /** Values with the id of what they choose, where that can be told. */
    readonly mapping: readonly { readonly value: string; readonly schema: SchemaId }[];
  };
  readonly limits: SchemaLimits;
  /** How a value is written as XML, where it says. */
  readonly xml?: XmlModel;
  /** `x-` keys as plain values. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

export type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export interface PropertyModel {
  readonly name: string;
  /** The key in the file. */
  readonly at: SpecPlace;
  readonly required: boolean;
  readonly schema: SchemaModel;
}

/** An XML Object; `wrapped` and `attribute` of OpenAPI 3.0 and 3.1 are told as the node types of 3.2. */
export interface XmlModel {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  /** Absent: an element, but for lists, which have no element of their own. */
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

/** Which schema of an `AnswerModel`: its place in `schemas`. */
export type SchemaIndex = number;

/**
 * A schema as values are held against it: every keyword of JSON Schema 2020-12 that says what is valid, each schema
 * inside it as a number, so that it is plain data without circles. What OpenAPI 3.0 writes otherwise (`nullable`,
 * exclusive limits as yes or no) is as 2020-12 has it.
 */
export interface CheckedSchema {
  readonly at: SpecPlace;
  /** Where each keyword stands in the file of `at`. */
  readonly marks: Readonly<Record<string, TextRange>>;
  /** `false` as a schema: nothing is valid. */
  readonly never?: true;
  /** Nothing can be told of it; why, as a sentence. */
  readonly untold?: string;
  readonly ref?: SchemaIndex;
  /** `null` among them. */
  readonly types?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly constant?: { readonly value: unknown };
  readonly format?: string;
  readonly pattern?: string;
  /** By keyword: `minimum`, `maxLength`, `multipleOf`, `minContains` … */
  readonly numbers: Readonly<Record<string, number>>;
  readonly uniqueItems?: true;
  /** Without what is `writeOnly`, which answers leave out. */
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
  /** Which of the schemas of `oneOf` or `anyOf` a value chooses. */
  readonly discriminator?: { readonly property: string; readonly mapping: readonly NamedSchema[] };
  readonly writeOnly?: true;
  /** How its values are written as XML; says nothing of what is valid. */
  readonly xml?: XmlModel;
}

export type NamedSchema = readonly [name: string, schema: SchemaIndex];

/** What a specification says of the answers of one operation, with every schema that they name. Plain data. */
export interface AnswerModel {
  /** In file order. */
  readonly answers: readonly SpecifiedResponse[];
  readonly schemas: readonly CheckedSchema[];
}

export interface SpecifiedResponse {
  /** As written: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly at: SpecPlace;
  /** Empty: an answer without a body. */
  readonly content: readonly SpecifiedMedia[];
}

export interface SpecifiedMedia {
  /** As written: `application/json`, `image/*`. */
  readonly type: string;
  readonly at: SpecPlace;
  readonly schema: SchemaIndex | undefined;
  /** Of each item of a stream (OpenAPI 3.2). */
  readonly itemSchema: SchemaIndex | undefined;
  /** OpenAPI 3.2: how forms are written is said of answers too; before, `encoding` “SHALL only apply to requestBody objects”. */
  readonly saysHowFormsAre?: true;
  /** How properties of a form are written, as plain values by property; absent where nothing is said. */
  readonly encoding?: Readonly<Record<string, unknown>>;
}

/** What a value is in all, the parts of `allOf` taken together and references followed. */
export interface FlatSchema {
  /** Of the first reference on the way: `User`. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Those that every part allows; empty where nothing is said. */
  readonly types: readonly SchemaType[];
  /** Whether every part that says what a value is allows `null`. */
  readonly nullable: boolean;
  /** Values that every part that lists some allows. */
  readonly enum: readonly unknown[] | undefined;
  /** By name, in the order they are met. */
  readonly properties: ReadonlyMap<string, FlatProperty>;
  /** Names that must be there, also those without a property of their own. */
  readonly required: ReadonlySet<string>;
  /** What other properties may be; `false` for none, undefined where nothing is said. */
  readonly additionalProperties: SchemaModel | boolean | undefined;
  readonly patternProperties: NonNullable<SchemaModel["patternProperties"]>;
  readonly items: SchemaModel | undefined;
  readonly prefixItems: readonly SchemaModel[];
  /** Of each list one holds as well (`oneOf`, `anyOf`). One schema or `null` is no choice: that schema, `nullable`. */
  readonly choices: readonly (readonly SchemaModel[])[];
  /** False where something holds that is not told here: a reference that is lost, a part that was cut, `not`, a condition. */
  readonly complete: boolean;
}

export interface FlatProperty {
  readonly name: string;
  /** The key in the file, of the first part that has it. */
  readonly at: SpecPlace;
  readonly required: boolean;
  /** Where several parts have the property, they are the `allOf` of this one. */
  readonly schema: SchemaModel;
}

const none: readonly never[] = [];
const noExtensions: Readonly<Record<string, unknown>> = {};
const noLimits: SchemaLimits = {};

/** A schema that says nothing: every value fits. */
export function emptySchema(at: SpecPlace): SchemaModel {
  return {
    at,
    types: none,
    nullable: false,
    examples: none,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    properties: none,
    required: none,
    allOf: none,
    oneOf: none,
    anyOf: none,
    limits: noLimits,
    extensions: noExtensions,
  };
}

/** In UTF-16 units, which is what ranges count. */
const maxSize = 100_000;
const maxNodes = 20_000;
const maxDepth = 60;

/** An example as plain values; undefined when it is larger than 100 KB, for half of one would be a wrong one. */
export function exampleValue(node: SpecNode): unknown {
  if (node.range.end - node.range.start > maxSize) return undefined;
  const budget = { nodes: maxNodes, length: maxSize };
  const value = copy(node, 0, budget);
  return budget.nodes < 0 || budget.length < 0 ? undefined : value;
}

/** Anchors of YAML can make a short text large, so what is copied is counted. */
function copy(node: SpecNode, depth: number, budget: { nodes: number; length: number }): unknown {
  if (depth > maxDepth) budget.nodes = -1;
  if (--budget.nodes < 0 || budget.length < 0) return undefined;
  if (node.kind === "scalar") {
    budget.length -= typeof node.value === "string" ? node.value.length : 4;
    return node.value;
  }
  if (node.kind === "list") return node.items.map((item) => copy(item, depth + 1, budget));
  const members: [string, unknown][] = [];
  for (const { key, value } of entriesOf(node)) {
    budget.length -= key.length;
    members.push([key, copy(value, depth + 1, budget)]);
  }
  return Object.fromEntries(members);
}

const nothing: Readonly<Record<string, unknown>> = {};

/** A map as plain values, as far as it is small; empty for any other node. */
export function plainObjectOf(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  return node?.kind === "map" ? Object.fromEntries(pairs(node, () => true)) : nothing;
}

/** The `x-` keys of a map as plain values. */
export function getSchemaExtensions(node: SpecNode | undefined): Readonly<Record<string, unknown>> {
  const found = pairs(node, (key) => key.startsWith("x-"));
  return found.length === 0 ? nothing : Object.fromEntries(found);
}

function pairs(node: SpecNode | undefined, takes: (key: string) => boolean): [string, unknown][] {
  return [...entriesOf(node)].flatMap(({ key, value }): [string, unknown][] =>
    takes(key) ? [[key, plainValueOf(value)]] : [],
  );
}
