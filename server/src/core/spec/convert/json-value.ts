/** A specification as plain values while it is being converted. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, key: string): JsonObject | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : undefined;
}

export function listAt(value: unknown, key: string): readonly unknown[] | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : undefined;
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** The texts of a list; undefined where there is no text at all. */
export function textsAt(value: unknown, key: string): readonly string[] | undefined {
  const texts = listAt(value, key)?.filter((item) => typeof item === "string");
  return texts && texts.length > 0 ? texts : undefined;
}

/** Without these keys. */
export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Only these keys, those that are there. */
export function withOnly(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));
}

/** The extensions of an object, `x-…`. */
export function extensionsOf(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith("x-")));
}

/** These keys first, in this order, the others as they stand. */
export function inOrder(value: JsonObject, first: readonly string[]): JsonObject {
  return { ...withOnly(value, first), ...without(value, ...first) };
}
