import { type HasSchemas, namedSchema } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { isPlainRecord, getOwn, getText } from "../../text/plain-record.ts";
import type { BodyKind, InsideEncoding, PartEncoding } from "../form/request-form.ts";
import { isJsonType } from "./encoding.ts";
import { isJsonLines } from "./stream-items.ts";

/** Returns the editor for a body of this media type. `schema` must be resolved. */
export function getBodyKind(type: string, schema: SchemaModel | undefined): BodyKind {
  const [bare = ""] = type.toLowerCase().split(";");
  const media = bare.trim();
  if (media === "application/x-www-form-urlencoded") return "urlencoded";
  if (media.startsWith("multipart/")) return "multipart";
  // A string schema describes the complete body.
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

/** Whether the schema describes file content: `format: binary` in OpenAPI 3.0, or a media type or encoding in 3.1. */
export function isBinary(schema: SchemaModel | undefined): boolean {
  if (!schema) return false;
  if (schema.format === "binary") return true;
  const { contentMediaType, contentEncoding } = schema;
  // With `contentEncoding`, the bytes are sent and entered as text.
  return (
    contentMediaType !== undefined &&
    contentEncoding === undefined &&
    !/[/+]json\b|^text\//.test(contentMediaType)
  );
}

/** Whether the schema is `false`, which no value matches. */
export function isNever(schema: SchemaModel, models: HasSchemas): boolean {
  const { not } = namedSchema(models, schema) ?? schema;
  return not !== undefined && hasNoConstraints(not);
}

/** Whether the schema is `{}`, which matches any value. */
export function hasNoConstraints(schema: SchemaModel): boolean {
  const { ref, types, properties, enum: values, constant, allOf, oneOf, anyOf, items, examples } = schema;
  if (ref !== undefined || schema.default || items || schema.lost !== undefined || schema.cut) return false;
  if (schema.format !== undefined || schema.additionalProperties !== undefined || schema.nullable)
    return false;
  const parts = [types, properties, allOf, oneOf, anyOf, examples, values ?? []];
  return !constant && parts.every((part) => part.length === 0);
}

/** Deeper than the supported nesting of parts, so nothing relevant is lost. */
const maxDepth = 5;

/** Returns Encoding Objects by property, without empty ones. */
export function encodingOf(
  encoding: Readonly<Record<string, unknown>>,
  depth = 0,
): Readonly<Record<string, PartEncoding>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, value]): [string, PartEncoding][] =>
      isPlainRecord(value) ? [[name, partEncoding(value, depth)]] : [],
    ),
  );
}

function partEncoding(value: unknown, depth: number): PartEncoding {
  const messages = isPlainRecord(value) ? value : {};
  const explode = getOwn(messages, "explode");
  const headers = getOwn(messages, "headers");
  const inside = depth < maxDepth ? insideEncoding(messages, depth + 1) : undefined;
  return {
    contentType: getText(messages, "contentType"),
    style: getText(messages, "style"),
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: getOwn(messages, "allowReserved") === true,
    // The headers of direct body parts are form fields (`partHeaders`).
    ...(depth > 0 && isPlainRecord(headers) && { headers: Object.keys(headers) }),
    ...(inside && { inside }),
  };
}

/**
 * Reads `encoding`, `prefixEncoding`, and `itemEncoding` of an Encoding Object, as in a Media Type Object (OpenAPI
 * 3.2.0).
 */
function insideEncoding(
  messages: Readonly<Record<string, unknown>>,
  depth: number,
): InsideEncoding | undefined {
  const [named, first, rest] = ["encoding", "prefixEncoding", "itemEncoding"].map((key) =>
    getOwn(messages, key),
  );
  if (!isPlainRecord(named) && !Array.isArray(first) && !isPlainRecord(rest)) return undefined;
  return {
    named: isPlainRecord(named) ? encodingOf(named, depth) : {},
    // An unreadable item keeps its position.
    first: Array.isArray(first) ? first.map((each: unknown) => partEncoding(each, depth)) : [],
    ...(isPlainRecord(rest) && { rest: partEncoding(rest, depth) }),
  };
}
