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
