import { isJsonLines } from "./answer/stream-items.ts";
import { isJsonType } from "./json-text.ts";
import { namedSchema, type HasSchemas } from "../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../spec/model/schema-model.ts";
import type { BodyKind } from "./request-form.ts";

/** How a body of this media type is filled in; `schema` is what a reference leads to. */
export function bodyKind(type: string, schema: SchemaModel | undefined): BodyKind {
  const [bare = ""] = type.toLowerCase().split(";");
  const media = bare.trim();
  if (media === "application/x-www-form-urlencoded") return "urlencoded";
  if (media.startsWith("multipart/")) return "multipart";
  // A schema for one text is that of all of it.
  if (isJsonLines(media) && !(schema?.types.length === 1 && schema.types[0] === "string")) return "lines";
  if (isJsonType(media)) return "json";
  if (/[/+](?:.*[-.+])?xml$/.test(media)) return "xml";
  if (isBinary(schema) || /^(?:image|audio|video|font)\//.test(media) || binaryTypes.test(media))
    return "binary";
  if (media.startsWith("text/")) return "text";
  // `*/*` and types of their own: what the schema describes is data or text.
  const isData =
    schema !== undefined && (schema.types.some((each) => each !== "string") || schema.properties.length > 0);
  if (isData) return "json";
  return media.includes("*") && !schema ? "json" : "text";
}

const binaryTypes =
  /^application\/(?:octet-stream|pdf|zip|gzip|x-tar|x-gzip|x-7z-compressed|wasm|vnd\.ms-|vnd\.openxmlformats|vnd\.oasis)/;

/** Content of a file: `format: binary` of OpenAPI 3.0, a media type or an encoding of its own in 3.1. */
export function isBinary(schema: SchemaModel | undefined): boolean {
  if (!schema) return false;
  if (schema.format === "binary") return true;
  const { contentMediaType, contentEncoding } = schema;
  // With `contentEncoding` the bytes travel as text, which is filled in as such.
  return (
    contentMediaType !== undefined &&
    contentEncoding === undefined &&
    !/[/+]json\b|^text\//.test(contentMediaType)
  );
}

/** `false`: no value fits. */
export function isNever(schema: SchemaModel, models: HasSchemas): boolean {
  const { not } = namedSchema(models, schema) ?? schema;
  return not !== undefined && saysNothing(not);
}

/** `{}`: whatever it is, nothing describes it. */
export function saysNothing(schema: SchemaModel): boolean {
  const { ref, types, properties, enum: values, constant, allOf, oneOf, anyOf, items, examples } = schema;
  if (ref !== undefined || schema.default || items || schema.lost !== undefined || schema.cut) return false;
  if (schema.format !== undefined || schema.additionalProperties !== undefined || schema.nullable)
    return false;
  const parts = [types, properties, allOf, oneOf, anyOf, examples, values ?? []];
  return !constant && parts.every((part) => part.length === 0);
}
