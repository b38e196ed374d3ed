/** Whether a value is an object with members, no list. */
export function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member by its name, if it is the object's own: `__proto__` and `constructor` are names like others. */
export function getOwn<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A member that is text. */
export function getText(
  record: Readonly<Record<string, unknown>> | undefined,
  key: string,
): string | undefined {
  const value = getOwn(record, key);
  return typeof value === "string" ? value : undefined;
}
