import { isObject, without, type JsonObject } from "./json-value.ts";

/**
 * Schemas of OpenAPI 3.0 in the form of 3.1, where null is a type and a limit that is left out of a range is a number.
 * Everything else of 3.0 means the same there.
 */
export function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (!isObject(value)) return value;
  const parts: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withNullTypes(one)]),
  );
  return withNull(withLimits(parts));
}

/** Lists of types, which Swagger 2.0 allows in some places and OpenAPI 3.0 nowhere, as choices of one type each. */
export function withSingleTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSingleTypes);
  if (!isObject(value)) return value;
  const parts: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === "type" && isTypeList(one) ? one : withSingleTypes(one),
    ]),
  );
  const { type } = parts;
  if (!isTypeList(type)) return parts;
  const types = type.filter((one) => one !== "null");
  const nullable = types.length < type.length ? { nullable: true } : {};
  const rest = without(parts, "type");
  if (types.length === 1) return { type: types[0], ...rest, ...nullable };
  return {
    ...rest,
    anyOf: types.map((one) => ({ type: one, ...(one === "array" && { items: {} }), ...nullable })),
  };
}

function isTypeList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function withLimits(schema: JsonObject): JsonObject {
  let changed = schema;
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const isExclusive = changed[exclusive];
    if (typeof isExclusive !== "boolean") continue;
    const bound = changed[limit];
    changed =
      isExclusive && bound !== undefined
        ? { ...without(changed, limit), [exclusive]: bound }
        : without(changed, exclusive);
  }
  return changed;
}

function withNull(schema: JsonObject): JsonObject {
  if (schema["nullable"] !== true) return schema;
  const rest = without(schema, "nullable");
  const { type } = rest;
  const list = rest["enum"];
  // The values of an enum are hidden here as data; a list of values with null beside it says the same.
  if (typeof type === "string" && list === undefined)
    return Object.fromEntries(
      Object.entries(rest).map(([key, one]) => [key, key === "type" ? [type, "null"] : one]),
    );
  return { anyOf: [rest, { type: "null" }] };
}
