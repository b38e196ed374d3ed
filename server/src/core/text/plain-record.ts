/** Whether a value is an object but not an array. */
export function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the object's own property, or undefined if it has no property with this name. Names such as `__proto__` and
 * `constructor` have no special meaning.
 */
export function getOwnProperty<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns a property if its value is a string. Otherwise, returns undefined. */
export function getStringProperty(
  record: Readonly<Record<string, unknown>> | undefined,
  key: string,
): string | undefined {
  const value = getOwnProperty(record, key);
  return typeof value === "string" ? value : undefined;
}

/** Returns an object without a prototype so that keys such as `__proto__` have no special meaning. */
export function createRecord<Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}

/** Parses JSON text, or returns undefined if the text isn't valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
