import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { sampleOfSchema, type SampleOptions } from "./sample-value.ts";
import { writeXml } from "./write-xml.ts";

/** A document of this kind, made as `sampleOfSchema` makes values; undefined where nothing can be made. */
export function sampleXml(
  schema: SchemaModel,
  models: HasSchemas,
  options: SampleOptions,
): string | undefined {
  const value = sampleOfSchema(schema, models, options);
  return value === undefined
    ? undefined
    : `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(value, schema, models)}`;
}
