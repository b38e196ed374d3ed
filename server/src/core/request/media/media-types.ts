import { type SchemaSource, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { createMessage, type LocalizedMessage } from "../../text/message.ts";
import { getOwnProperty, getStringProperty, isPlainRecord } from "../../text/plain-record.ts";
import type { BodyKind, InnerEncoding, PartEncoding } from "../form/request-form.ts";
import { getEssence, isJsonType, parseJsonValue } from "./encoding.ts";

/** The items of a sequence. */
type SequenceItems =
  | {
      readonly kind: "items";
      readonly values: readonly unknown[];
      /** The text of each item, if the items are JSON. */
      readonly texts: readonly string[];
    }
  /** The item with the zero-based index `index` isn't valid JSON. */
  | { readonly kind: "broken"; readonly index: number };

/** Whether the media type's content is a sequence of items (OpenAPI 3.2, “Sequential Media Types”). */
export function isSequence(mediaType: string): boolean {
  return isEventStream(mediaType) || isJsonLines(mediaType);
}

/** Whether each item of the media type is JSON. */
export function isJsonLines(mediaType: string): boolean {
  return /^application\/(?:(?:[\w.-]+[+.])?json-?seq|jsonl|jsonlines|x-jsonlines|x-jsonl|x-ndjson|ndjson|x-json-stream|stream\+json)$/.test(
    mediaType,
  );
}

export function isEventStream(mediaType: string): boolean {
  return mediaType === "text/event-stream";
}

/** Splits text into JSON values, which are on separate lines or separated as defined in RFC 7464. Skips blank lines. */
export function splitJsonItems(mediaType: string, text: string): SequenceItems {
  const texts = text.split(mediaType.endsWith("seq") ? "\u001e" : /\r?\n/).filter((each) => each.trim() !== "");
  const values: unknown[] = [];
  for (const [index, each] of texts.entries()) {
    const parsedItem = parseJsonValue(each);
    if (!parsedItem) return { kind: "broken", index };
    values.push(parsedItem.value);
  }
  return { kind: "items", values, texts };
}

/**
 * An event as OpenAPI 3.2 defines it. It contains only the fields that were sent. `retry` is a number, and the other
 * fields are strings.
 */
type EventItem = Readonly<Record<string, string | number>>;

/**
 * Returns the events in a stream (HTML, “Server-sent events”). Leaves out comments, unknown fields, and an incomplete
 * event at the end.
 */
export function parseEvents(text: string): readonly EventItem[] {
  const blocks = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/);
  // The text after the last blank line is an incomplete event.
  return blocks.slice(0, -1).flatMap((block): EventItem[] => {
    const valuesByField = new Map<string, string | number>();
    for (const line of block.split("\n")) {
      const [, field = "", value = ""] = /^(data|event|id|retry)(?:: ?([^]*))?$/.exec(line) ?? [];
      const previousValue = valuesByField.get(field);
      if (field === "retry" ? /^\d+$/.test(value) : field !== "" && !(field === "id" && value.includes("\0")))
        valuesByField.set(
          field,
          field === "retry"
            ? Number(value)
            : field === "data" && previousValue !== undefined
              ? `${previousValue}\n${value}`
              : value,
        );
    }
    return valuesByField.has("data") ? [Object.fromEntries(valuesByField)] : [];
  });
}

/**
 * Returns the kind of editor for a body of this media type. If `schema` is a reference, it must already be resolved.
 */
export function getBodyKind(mediaType: string, schema: SchemaModel | undefined): BodyKind {
  const essence = getEssence(mediaType);
  if (essence === "application/x-www-form-urlencoded") return "urlencoded";
  if (essence.startsWith("multipart/")) return "multipart";
  // If the schema is a string, the entire body is text.
  if (isJsonLines(essence) && !(schema?.types.length === 1 && schema.types[0] === "string")) return "lines";
  if (isJsonType(essence)) return "json";
  if (/[/+](?:.*[-.+])?xml$/.test(essence)) return "xml";
  if (isBinary(schema) || /^(?:image|audio|video|font)\//.test(essence) || binaryTypePattern.test(essence))
    return "binary";
  if (essence.startsWith("text/")) return "text";
  // If the media type is `*/*` or unknown, the schema determines whether the body is JSON or text.
  const isData =
    schema !== undefined && (schema.types.some((each) => each !== "string") || schema.properties.length > 0);
  if (isData) return "json";
  return essence.includes("*") && !schema ? "json" : "text";
}

const binaryTypePattern =
  /^application\/(?:octet-stream|pdf|zip|gzip|x-tar|x-gzip|x-7z-compressed|wasm|vnd\.ms-|vnd\.openxmlformats|vnd\.oasis)/;

/**
 * Whether the schema describes a file's content, with `format: binary` in OpenAPI 3.0 or with a media type or encoding
 * in OpenAPI 3.1.
 */
export function isBinary(schema: SchemaModel | undefined): boolean {
  if (!schema) return false;
  if (schema.format === "binary") return true;
  const { contentMediaType, contentEncoding } = schema;
  // With `contentEncoding`, the content is entered and sent as encoded text, so it isn't a file.
  return (
    contentMediaType !== undefined && contentEncoding === undefined && !/[/+]json\b|^text\//.test(contentMediaType)
  );
}

/** Whether the schema is `false`, which doesn't allow any value. */
export function isFalseSchema(schema: SchemaModel, models: SchemaSource): boolean {
  const { not } = resolveSchema(models, schema) ?? schema;
  return not !== undefined && hasNoConstraints(not);
}

/** Whether the schema is `{}`, which allows any value. */
export function hasNoConstraints(schema: SchemaModel): boolean {
  const { ref, types, properties, enum: values, constant, allOf, oneOf, anyOf, items, examples } = schema;
  if (ref !== undefined || schema.default || items || schema.unresolvedRef !== undefined || schema.isTruncated)
    return false;
  if (schema.format !== undefined || schema.additionalProperties !== undefined || schema.nullable) return false;
  const parts = [types, properties, allOf, oneOf, anyOf, examples, values ?? []];
  return !constant && parts.every((part) => part.length === 0);
}

/**
 * The maximum nesting depth of Encoding Objects. Parts can't be nested this deeply, so the limit doesn't affect any
 * Encoding Object that is used.
 */
const maxDepth = 5;

/** Returns the Encoding Objects by property. Leaves out values that aren't objects. */
export function readEncodings(
  encoding: Readonly<Record<string, unknown>>,
  depth = 0,
): Readonly<Record<string, PartEncoding>> {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, value]): [string, PartEncoding][] =>
      isPlainRecord(value) ? [[name, readPartEncoding(value, depth)]] : [],
    ),
  );
}

function readPartEncoding(value: unknown, depth: number): PartEncoding {
  const encoding = isPlainRecord(value) ? value : {};
  const explode = getOwnProperty(encoding, "explode");
  const headers = getOwnProperty(encoding, "headers");
  const innerEncoding = depth < maxDepth ? readInnerEncoding(encoding, depth + 1) : undefined;
  return {
    contentType: getStringProperty(encoding, "contentType"),
    style: getStringProperty(encoding, "style"),
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: getOwnProperty(encoding, "allowReserved") === true,
    // The headers of a part that's directly in the body are form fields instead (see `buildPartHeaders`).
    ...(depth > 0 && isPlainRecord(headers) && { headers: Object.keys(headers) }),
    ...(innerEncoding && { innerEncoding }),
  };
}

/**
 * Reads an Encoding Object's own `encoding`, `prefixEncoding`, and `itemEncoding`, which are defined as in a Media Type
 * Object (OpenAPI 3.2.0).
 */
function readInnerEncoding(encoding: Readonly<Record<string, unknown>>, depth: number): InnerEncoding | undefined {
  const [encodingsByName, prefixEncodings, itemEncoding] = ["encoding", "prefixEncoding", "itemEncoding"].map((key) =>
    getOwnProperty(encoding, key),
  );
  if (!isPlainRecord(encodingsByName) && !Array.isArray(prefixEncodings) && !isPlainRecord(itemEncoding))
    return undefined;
  return {
    encodingsByName: isPlainRecord(encodingsByName) ? readEncodings(encodingsByName, depth) : {},
    // An invalid item becomes an empty encoding so that the others keep their positions.
    first: Array.isArray(prefixEncodings) ? prefixEncodings.map((each: unknown) => readPartEncoding(each, depth)) : [],
    ...(isPlainRecord(itemEncoding) && { rest: readPartEncoding(itemEncoding, depth) }),
  };
}

/**
 * Returns the reason why text isn't a valid header value (RFC 9110, section 5.5), or undefined if the text is valid.
 * The reason follows the header's name and a colon.
 */
export function findHeaderError(value: string): LocalizedMessage | undefined {
  if (/[\r\n]/.test(value))
    return createMessage("the value contains a line break, which would end the header. Remove the line break.");
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(value))
    return createMessage("the value contains an invisible control character. Remove the character.");
  if (/[^\0-\xff]/.test(value))
    return createMessage(
      "the value contains characters that aren't allowed in headers. Use Latin letters, or encode the value as the API requires.",
    );
  return undefined;
}

/** Whether text is a valid header or cookie name (RFC 9110, section 5.6.2). */
export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/**
 * Matches headers that you can't fill in, because they're derived from the part's name and content, or because they
 * control how the message is transferred.
 */
const derivedHeaderPattern =
  /^(?:content-(?:type|disposition|length)|transfer-encoding|connection|keep-alive|host|te|trailers?|upgrade|proxy-.*)$/i;

/**
 * Whether you can set a part's header with this name. “Content-Type is described separately and SHALL be ignored in
 * this section” (OpenAPI, Encoding Object, `headers`). For a part without a name, you can also set
 * `Content-Disposition`, because none is generated: “the Encoding Object's `headers` field MUST be used to provide the
 * `Content-Disposition`” (OpenAPI 3.2.0, “Additional Encoding Approaches”).
 */
export function isPartHeader(name: string, isNamed = true): boolean {
  if (!isNamed && /^content-disposition$/i.test(name)) return true;
  return isFieldName(name) && !derivedHeaderPattern.test(name);
}

/**
 * Returns the reason why text isn't a valid value for a part's header, or undefined if the text is valid (see
 * `findHeaderError`). MIME headers must be ASCII (RFC 2045, section 1; RFC 5322, section 2.2).
 */
export function findPartHeaderError(value: string): LocalizedMessage | undefined {
  return findHeaderError(value.replace(/[\x80-\xff]/g, "\u{ffff}"));
}

/**
 * Returns the media types in an Encoding Object's `contentType`, leaving out ranges. For example, returns `image/png`
 * for `image/png, image/*`.
 */
export function listConcreteTypes(contentType: string | undefined): readonly string[] {
  return splitTypes(contentType).filter((each) => !each.includes("*") && findHeaderError(each) === undefined);
}

/** Whether `contentType` is empty or a single type that isn't a range. If so, you don't have to choose a type. */
export function isSingleType(contentType: string | undefined): boolean {
  const types = splitTypes(contentType);
  return types.length === 0 || (types.length === 1 && types[0]?.includes("*") === false);
}

/** Whether a part of this type has its own fields or parts, because the type is a form or a multipart document. */
export function isNestedType(mediaType: string): boolean {
  return /^\s*multipart\//i.test(mediaType) || isFormType(mediaType);
}

/** Whether the type is a urlencoded form, which contains all its fields in a single string. */
export function isFormType(mediaType: string): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(mediaType);
}

/**
 * Returns the media type to send for a file: the file's own type if the Encoding Object allows it; otherwise, the first
 * type in `contentType` that isn't a range. If `contentType` contains only ranges, returns the file's own type, which
 * is empty if it's unknown.
 */
export function chooseType(mediaType: string, contentType: string | undefined): string {
  const allowedTypes = splitTypes(contentType);
  const isAllowed = allowedTypes.length === 0 || allowedTypes.some((each) => coversType(each, mediaType));
  if (mediaType !== "" && isAllowed) return mediaType;
  return listConcreteTypes(contentType)[0] ?? mediaType;
}

function splitTypes(contentType: string | undefined): string[] {
  return (contentType ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

function coversType(range: string, mediaType: string): boolean {
  const essence = getEssence(mediaType);
  const lowerCaseRange = range.toLowerCase();
  return (
    lowerCaseRange === "*/*" ||
    lowerCaseRange === essence ||
    (lowerCaseRange.endsWith("/*") && essence.startsWith(lowerCaseRange.slice(0, -1)))
  );
}

export function isJsonMediaType(mediaType: string): boolean {
  return (
    /^(application|text)\/([\w.-]+\+)?json$/.test(getEssence(mediaType)) || getEssence(mediaType).endsWith("+json")
  );
}
