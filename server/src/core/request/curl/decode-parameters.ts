import { type SchemaSource, resolveSchema } from "../../spec/model/flatten-schema.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { decodePercent } from "../../text/decode-text.ts";
import { transformBetweenSecrets } from "../build/secret-placeholders.ts";
import type { ParameterForm } from "../form/request-form.ts";
import { isJsonType, parseJsonValue, percentEncode, type PercentSet } from "../media/encoding.ts";

/**
 * The kind of a parameter's value: a list, an object (`names`), or a single value. Undefined if the schema doesn't
 * determine it.
 */
export type ValueKind = "list" | "names" | "one" | undefined;

export function getValueKind(schema: SchemaModel | undefined, models: SchemaSource): ValueKind {
  const model = schema && (resolveSchema(models, schema) ?? schema);
  if (!model) return undefined;
  const { types, items, properties, allOf } = model;
  if (types.includes("array") || items) return "list";
  if (types.includes("object") || properties.length > 0) return "names";
  if (types.length > 0 || model.enum) return "one";
  return allOf[0] && getValueKind(allOf[0], models);
}

/**
 * Decodes URL text for editing if encoding the result would produce the same text again. Otherwise, returns the text
 * unchanged, so it's sent as is. In a query, `+` represents a space.
 */
export function decodeForEditing(text: string, percentSet: PercentSet, isQuery: boolean): string {
  const decodedText = decodePercent(isQuery ? text.replaceAll("+", " ") : text);
  const reencodedText = transformBetweenSecrets(decodedText, (segment) => percentEncode(segment, percentSet));
  return percentSet === "value" || reencodedText === text ? decodedText : text;
}

/**
 * Converts text to the schema's type. For example, `1` becomes a number, and `true` becomes a boolean. Text that
 * doesn't match the type stays a string.
 */
export function convertToType(text: string, schema: SchemaModel | undefined, models: SchemaSource): unknown {
  const types = (schema && (resolveSchema(models, schema) ?? schema))?.types ?? [];
  if (types.includes("string") || text === "") return text;
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && String(Number(text)) === text) return Number(text);
  return types.includes("boolean") && (text === "true" || text === "false") ? text === "true" : text;
}

/**
 * Combines alternating names and values, such as `R`, `100`, `G`, `200`, into pairs, or returns undefined if a value is
 * missing.
 */
export function toPairs(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  if (texts.length % 2 !== 0) return undefined;
  return texts.flatMap((name, i) => (i % 2 === 0 ? [[name, texts[i + 1] ?? ""] as const] : []));
}

/** Splits items such as `R=100` and `G=200` into pairs, or returns undefined if an item has no `=`. */
export function splitAtEquals(texts: readonly string[]): readonly (readonly [string, string])[] | undefined {
  const pairs = texts.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)] as const);
  return texts.every((text) => text.includes("=")) ? pairs : undefined;
}

/** Combines pairs into an object. The members have the same order as the pairs. */
export function toObject(
  pairs: readonly (readonly [string, string])[],
  read: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, text]) => [read(name), read(text)]));
}

/** A name and value from a query, cookie, or header that may belong to a parameter or credential. */
export interface RequestField {
  readonly name: string;
  readonly value: string;
  /** Whether the name and value have been assigned to a parameter or credential. */
  isUsed: boolean;
}

const separatorsByStyle: ReadonlyMap<string, RegExp> = new Map([
  ["spaceDelimited", /%20|\+/],
  ["pipeDelimited", /%7C|\|/i],
]);

/**
 * Returns a parameter's value, read according to its style, and marks the matching fields as used. Returns undefined if
 * no field matches.
 */
export function consumeValue(
  parameter: ParameterForm,
  fields: readonly RequestField[],
  models: SchemaSource,
): { readonly value: unknown } | undefined {
  const { name, style, explode, schema, mediaType, allowReserved } = parameter;
  const isCookie = parameter.in === "cookie";
  const unusedFields = fields.filter(({ isUsed }) => !isUsed);
  const percentSet = allowReserved ? (isCookie ? "reservedCookie" : "reserved") : "value";
  const isRawCookie = isCookie && style === "cookie";
  const read = (text: string) => (isRawCookie ? text : decodeForEditing(text, percentSet, !isCookie));
  const getName = (field: RequestField) => (isRawCookie ? field.name : decodePercent(field.name.replaceAll("+", " ")));
  const matchingFields = unusedFields.filter((field) => getName(field) === name);
  const valueKind = getValueKind(schema, models);
  const result =
    style === "deepObject" && mediaType === undefined
      ? readDeepObject(name, unusedFields, getName, read)
      : matchingFields.length > 0
        ? { usedFields: matchingFields, value: readNamedValue(matchingFields) }
        : explode && valueKind !== "one" && valueKind !== "list" && mediaType === undefined
          ? readExplodedObject()
          : undefined;
  if (!result) return undefined;
  for (const field of result.usedFields) field.isUsed = true;
  return { value: result.value };

  function readNamedValue([firstField, ...otherFields]: readonly RequestField[]): unknown {
    const text = firstField?.value ?? "";
    if (mediaType !== undefined) return parseContent(parameter, read(text));
    if (otherFields.length > 0 || (explode && valueKind === "list"))
      return matchingFields.map((field) => convertToType(read(field.value), getItemSchema(), models));
    if (explode || valueKind === "one") return convertToType(read(text), schema, models);
    const texts = text.split(separatorsByStyle.get(style) ?? ",");
    const pairs = valueKind === "names" ? toPairs(texts) : undefined;
    if (pairs) return toObject(pairs, read);
    return valueKind === "list" || texts.length > 1
      ? texts.map((each) => convertToType(read(each), getItemSchema(), models))
      : convertToType(read(text), schema, models);
  }

  function getItemSchema() {
    const model = schema?.ref === undefined ? schema : models.schemas.get(schema.ref);
    return model?.items;
  }

  /**
   * Reads an exploded object, whose members are sent under their own names. Uses the names in the schema or, if the
   * schema doesn't define any, all unused names.
   */
  function readExplodedObject() {
    const model = schema?.ref === undefined ? schema : models.schemas.get(schema.ref);
    const names = new Set(model?.properties.map((property) => property.name));
    const memberFields = unusedFields.filter((field) => names.size === 0 || names.has(getName(field)));
    if (memberFields.length === 0) return undefined;
    return {
      usedFields: memberFields,
      value: Object.fromEntries(memberFields.map((each) => [getName(each), read(each.value)])),
    };
  }
}

/**
 * Reads an object from fields such as `filter[a]=1` and `filter[b][c]=2`. A number in brackets is treated as a name,
 * not as an array index.
 */
function readDeepObject(
  name: string,
  unusedFields: readonly RequestField[],
  getName: (field: RequestField) => string,
  read: (text: string) => string,
) {
  const matchingFields = unusedFields.filter(
    (field) => getName(field).startsWith(`${name}[`) && getName(field).endsWith("]"),
  );
  if (matchingFields.length === 0) return undefined;
  const value = new Map<string, unknown>();
  for (const field of matchingFields) {
    const keys = getName(field)
      .slice(name.length + 1, -1)
      .split("][");
    let parentValues = value;
    for (const key of keys.slice(0, -1)) {
      const existingValue = parentValues.get(key);
      const childValues =
        existingValue instanceof Map ? (existingValue as Map<string, unknown>) : new Map<string, unknown>();
      parentValues.set(key, childValues);
      parentValues = childValues;
    }
    parentValues.set(keys.at(-1) ?? "", read(field.value));
  }
  return { usedFields: matchingFields, value: toJsonObject(value) };
}

function toJsonObject(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...(value as Map<string, unknown>)].map(([key, each]) => [key, toJsonObject(each)]));
}

/** Returns the value of a parameter with `content`. JSON is parsed if serializing the result produces the same text. */
export function parseContent({ mediaType = "", schema }: ParameterForm, text: string): unknown {
  if (!isJsonType(mediaType)) return text;
  const parsedValue = parseJsonValue(text);
  if (parsedValue && JSON.stringify(parsedValue.value) === text) return parsedValue.value;
  return schema?.types.includes("string") ? (parsedValue?.value ?? text) : text;
}

/** Reads the value of an encoded path parameter, leaving out the prefix and names that its style adds. */
export function readPathValue(parameter: ParameterForm, text: string, models: SchemaSource): unknown {
  const { name, style, explode, schema, allowReserved, mediaType } = parameter;
  const read = (each: string) => decodeForEditing(each, allowReserved ? "reservedPath" : "value", false);
  if (mediaType !== undefined) return parseContent(parameter, read(text));
  const valueKind = getValueKind(schema, models);
  const readMatrixValue = (each: string) => {
    const equalsIndex = each.indexOf("=");
    return decodePercent(equalsIndex < 0 ? each : each.slice(0, equalsIndex)) === name
      ? equalsIndex < 0
        ? ""
        : each.slice(equalsIndex + 1)
      : undefined;
  };
  const textWithoutPrefix = style === "matrix" || style === "label" ? text.slice(1) : text;
  const explodedSeparator = style === "matrix" ? ";" : style === "label" ? "." : ",";
  const isSingleValue =
    valueKind === "one" ||
    !(textWithoutPrefix.includes(",") || (explode && textWithoutPrefix.includes(explodedSeparator)));
  if (style === "matrix" && !explode)
    return readList((readMatrixValue(textWithoutPrefix) ?? textWithoutPrefix).split(","));
  const texts =
    isSingleValue && !(explode && valueKind === "names")
      ? [textWithoutPrefix]
      : textWithoutPrefix.split(explode ? explodedSeparator : ",");
  if (style !== "matrix") return readList(texts);
  const decodedValues = texts.map(readMatrixValue);
  if (decodedValues.every((each) => each !== undefined)) return readList(decodedValues);
  return toObject(splitAtEquals(texts.map((each) => (each.includes("=") ? each : `${each}=`))) ?? [], read);

  function readList(texts: readonly string[]): unknown {
    const [firstText = ""] = texts;
    const isObject =
      valueKind === "names" || (valueKind === undefined && explode && texts.every((each) => each.includes("=")));
    const pairs = isObject ? (explode ? splitAtEquals(texts) : toPairs(texts)) : undefined;
    if (pairs) return toObject(pairs, read);
    if (texts.length === 1 && valueKind !== "list") return convertToType(read(firstText), schema, models);
    return texts.map(read);
  }
}

/** Reads the value of a header, which isn't encoded. */
export function readHeaderValue(parameter: ParameterForm, text: string, models: SchemaSource): unknown {
  const { explode, schema, mediaType } = parameter;
  if (mediaType !== undefined) return parseContent(parameter, text);
  const valueKind = getValueKind(schema, models);
  if (valueKind !== "list" && valueKind !== "names") return convertToType(text, schema, models);
  const texts = text.split(",").map((each) => each.trim());
  const pairs = valueKind === "names" ? (explode ? splitAtEquals(texts) : toPairs(texts)) : undefined;
  return pairs ? toObject(pairs, (each) => each) : valueKind === "list" ? texts : text;
}
