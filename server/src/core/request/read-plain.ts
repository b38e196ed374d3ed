/** Values of messages as they came: what is of another kind, too long or too many is undefined. */
export type Plain = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Plain | undefined {
  return isRecord(value) ? value : undefined;
}

/** A text of at most `longest` UTF-16 units. */
export function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === "string" && value.length <= longest ? value : undefined;
}

/** A number of 0 or more that is finite. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

export function eachOf<Text extends string>(value: unknown, allowed: readonly Text[]): Text | undefined {
  return allowed.find((each) => each === value);
}

/** A list of at most `most`, each of which `read` knows. */
export function listOf<Item>(
  value: unknown,
  most: number,
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const items = (value as readonly unknown[]).map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

/** Texts by name, in an object that inherits nothing a name could mean. */
export function textsByName(
  value: unknown,
  most: number,
  longest: number,
): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length > most || entries.some(([, text]) => textOf(text, longest) === undefined))
    return undefined;
  return ownRecord(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : [])),
  );
}

/** Keys such as `__proto__` are keys like others. */
export function ownRecord<Value>(
  entries: Iterable<readonly [string, Value]>,
): Readonly<Record<string, Value>> {
  const record = Object.create(null) as Record<string, Value>;
  for (const [name, value] of entries) record[name] = value;
  return record;
}
