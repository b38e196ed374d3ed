// Functions that read values in requests and responses. Values that have another type, are too long, or are too many
// become undefined.

/** A JSON object that hasn't been validated. */
export type Plain = Readonly<Record<string, unknown>>;

/** Returns a string of at most `maxLength` UTF-16 code units. */
export function optionalText(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && value.length <= maxLength ? value : undefined;
}

/** Returns a finite number of 0 or more. */
export function optionalNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Returns a list whose items are all valid for `read` and don't exceed the maximum number. */
export function optionalList<Item>(
  value: unknown,
  max: number,
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const items = (value as readonly unknown[]).map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}
