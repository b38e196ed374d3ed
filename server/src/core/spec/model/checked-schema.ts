import type { TextRange } from "../../text/text-edit.ts";
import type { SpecPlace } from "./operation-model.ts";
import type { XmlModel } from "./schema-model.ts";

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
  readonly answers: readonly SpecifiedAnswer[];
  readonly schemas: readonly CheckedSchema[];
}

export interface SpecifiedAnswer {
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
