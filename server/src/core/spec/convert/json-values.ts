/** A specification, or a part of it, as plain values during the conversion. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function getObjectAt(value: unknown, key: string): JsonObject | undefined {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : undefined;
}

export function getListAt(value: unknown, key: string): readonly unknown[] | undefined {
  const member = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member : undefined;
}

export function getTextAt(value: unknown, key: string): string | undefined {
  const member = isJsonObject(value) ? value[key] : undefined;
  return typeof member === "string" ? member : undefined;
}

/** Returns the strings in the list at a key, or undefined if the list contains no strings. */
export function getTextsAt(value: unknown, key: string): readonly string[] | undefined {
  const texts = getListAt(value, key)?.filter((item) => typeof item === "string");
  return texts && texts.length > 0 ? texts : undefined;
}

/** Returns the object without the given keys. */
export function omitKeys(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Returns a copy of the object that contains only these keys. */
export function pickKeys(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));
}

/** Returns the extensions (`x-…`) of an object. */
export function getVendorExtensions(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith("x-")));
}

/**
 * Returns the object with the given keys first, in the given order, followed by the other keys in their original order.
 */
export function sortKeys(value: JsonObject, firstKeys: readonly string[]): JsonObject {
  return { ...pickKeys(value, firstKeys), ...omitKeys(value, ...firstKeys) };
}

/**
 * Keys whose value is a map with names that the author chooses. A name in such a map has no special meaning, even if
 * it's a keyword.
 */
const nameMapKeys: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "definitions", "parameters", "responses", "securityDefinitions", "paths",
  "headers", "scopes", "x-definitions",
]); // prettier-ignore

/** Keys whose value is the author's data. In data, keywords don't have special meanings. */
const dataKeys: ReadonlySet<string> = new Set(["example", "default", "enum", "const"]);

/**
 * Replaces a specification's examples, defaults, and extensions with symbols so that a converter doesn't interpret
 * their keys. `restore` replaces the symbols with the original values, even if the converter has moved the symbols.
 */
export function hideData(document: JsonObject): {
  readonly document: JsonObject;
  readonly restore: (value: unknown) => unknown;
} {
  const hiddenValues = new Map<symbol, unknown>();
  return {
    document: hideNestedData(document, false, hiddenValues) as JsonObject,
    restore: (value) => restoreValues(value, hiddenValues),
  };
}

function hideNestedData(value: unknown, isNameMap: boolean, hiddenValues: Map<symbol, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hideNestedData(item, false, hiddenValues));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    if (isNameMap)
      return [
        key,
        key.startsWith("x-")
          ? hideValue(updateReferences(item), hiddenValues)
          : hideNestedData(item, false, hiddenValues),
      ];
    if (key === "examples" && isJsonObject(item))
      return [
        key,
        Object.fromEntries(Object.entries(item).map(([name, member]) => [name, hideValue(member, hiddenValues)])),
      ];
    if (key.startsWith("x-")) return [key, hideValue(updateReferences(item), hiddenValues)];
    if (dataKeys.has(key) || key === "examples") return [key, hideValue(item, hiddenValues)];
    return [key, hideNestedData(item, isJsonObject(item) && nameMapKeys.has(key), hiddenValues)];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/**
 * Updates the references in an extension. After the conversion, the references must point to the new locations of their
 * targets.
 */
function updateReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(updateReferences);
  if (!isJsonObject(value)) return value;
  const updateItem = (key: string, item: unknown) =>
    key === "$ref" && typeof item === "string"
      ? item.replace(/^#\/definitions\//, "#/components/schemas/")
      : updateReferences(item);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, updateItem(key, item)]));
}

/** Replaces a list or object with a symbol. Primitive values stay unchanged, because they can't be misinterpreted. */
function hideValue(value: unknown, hiddenValues: Map<symbol, unknown>): unknown {
  if (typeof value !== "object") return value;
  const key = Symbol("data");
  hiddenValues.set(key, value);
  return key;
}

function restoreValues(value: unknown, hiddenValues: ReadonlyMap<symbol, unknown>): unknown {
  if (typeof value === "symbol") return hiddenValues.get(value);
  if (Array.isArray(value)) return value.map((item) => restoreValues(item, hiddenValues));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreValues(item, hiddenValues)]));
}

/**
 * Converts schemas from OpenAPI 3.0 to the form used in 3.1, in which null is a type and an exclusive limit is a
 * number. All other keywords have the same meaning in both versions.
 */
export function convertNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertNullable);
  if (!isJsonObject(value)) return value;
  const convertedObject: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, convertNullable(item)]),
  );
  return convertNull(convertLimits(convertedObject));
}

/**
 * Converts lists of types to alternatives with one type each. Swagger 2.0 allows a list of types in some positions, but
 * OpenAPI 3.0 doesn't allow it anywhere.
 */
export function splitTypeLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(splitTypeLists);
  if (!isJsonObject(value)) return value;
  const convertedObject: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "type" && isTypeList(item) ? item : splitTypeLists(item)]),
  );
  const { type } = convertedObject;
  if (!isTypeList(type)) return convertedObject;
  const types = type.filter((item) => item !== "null");
  const nullable = types.length < type.length ? { nullable: true } : {};
  const otherKeywords = omitKeys(convertedObject, "type");
  if (types.length === 1) return { type: types[0], ...otherKeywords, ...nullable };
  return {
    ...otherKeywords,
    anyOf: types.map((item) => ({ type: item, ...(item === "array" && { items: {} }), ...nullable })),
  };
}

function isTypeList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

function convertLimits(schema: JsonObject): JsonObject {
  let convertedSchema = schema;
  for (const [limit, exclusiveKey] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const exclusiveFlag = convertedSchema[exclusiveKey];
    if (typeof exclusiveFlag !== "boolean") continue;
    const limitValue = convertedSchema[limit];
    convertedSchema =
      exclusiveFlag && limitValue !== undefined
        ? { ...omitKeys(convertedSchema, limit), [exclusiveKey]: limitValue }
        : omitKeys(convertedSchema, exclusiveKey);
  }
  return convertedSchema;
}

function convertNull(schema: JsonObject): JsonObject {
  if (schema["nullable"] !== true) return schema;
  const otherKeywords = omitKeys(schema, "nullable");
  const { type } = otherKeywords;
  const enumValues = otherKeywords["enum"];
  // If the schema has an enum, `null` can't be added to the enum's values, because they've been replaced with symbols
  // (see `hideData`). The `anyOf` below has the same effect.
  if (typeof type === "string" && enumValues === undefined)
    return Object.fromEntries(
      Object.entries(otherKeywords).map(([key, item]) => [key, key === "type" ? [type, "null"] : item]),
    );
  return { anyOf: [otherKeywords, { type: "null" }] };
}
