import type { SpecPlace } from "./operation-model.ts";
import type { SchemaLimits, SchemaModel } from "./schema-model.ts";

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
