import type { FieldValue } from "../../page/page.ts";

/** A value as JSON and YAML both can hold it. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** A value of frontmatter as plain data; a date as its text. Undefined for what has no such form. */
export function plainOf(value: FieldValue): Plain | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return dateText(value);
  if (isList(value)) {
    const items = value.map(plainOf);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const entries = [...value].map(([key, item]) => [key, plainOf(item)] as const);
  if (entries.some(([key, item]) => item === undefined || key === "__proto__")) return undefined;
  return Object.fromEntries(entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])));
}

function isList(
  value: readonly FieldValue[] | ReadonlyMap<string, FieldValue>,
): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/** What came out of a specification, as plain data of the same shape: what is no such data is left out. */
export function plainOfUnknown(value: unknown, depth = 0): Plain | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (depth > 50) return undefined;
  if (Array.isArray(value)) return value.flatMap((item: unknown) => plainOfUnknown(item, depth + 1) ?? []);
  if (typeof value !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const plain = plainOfUnknown(item, depth + 1);
      return plain === undefined ? [] : [[key, plain] as const];
    }),
  );
}

function dateText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}

/** The same for equal values, whatever the order of keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : item,
  );
}
