import type { SpecPlace } from "./operation-model.ts";
import type { SchemaModel, SchemaType } from "./schema-model.ts";

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
