import { flattenSchema, namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import { isJsonType, writtenJson } from "./json-text.ts";
import { plainTextOf } from "./plain-text-of.ts";
import { writeXml } from "./write-xml.ts";

/** A whole value as the text of a part of this type; undefined for what has none. */
export function partText(
  value: unknown,
  type: string,
  schema: SchemaModel | undefined,
  models: HasSchemas,
): string | undefined {
  if (isJsonType(type)) return writtenJson(value);
  const isXml = /[/+]xml\b/i.test(type) && typeof value === "object" && value !== null;
  return isXml && schema ? writeXml(value, schema, models) : plainTextOf(value);
}

/**
 * The table of `contentType` (OpenAPI 3.2.0, Encoding Object): no `type` and texts with a `contentEncoding` are
 * `application/octet-stream`, other texts, numbers and booleans `text/plain`, objects and lists `application/json`.
 */
export function usualPartType(value: unknown, schema: SchemaModel | undefined, models: HasSchemas): string {
  if (typeof value === "object" && value !== null) return "application/json";
  if (!schema) return "application/octet-stream";
  const { types, enum: values } = flattenSchema(models, schema);
  if (types.length === 0 && values === undefined) return "application/octet-stream";
  const isEncoded = namedSchema(models, schema)?.contentEncoding !== undefined;
  return isEncoded && typeof value === "string" ? "application/octet-stream" : "text/plain";
}
