import type { FieldValue } from "../../page/page.ts";

export function isMap(value: FieldValue | undefined): value is ReadonlyMap<string, FieldValue> {
  return value instanceof Map;
}

export function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/** What is shown of a value: YAML's numbers and dates as text; undefined where there is nothing to show. */
export function textOf(value: FieldValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : value.toISOString().slice(0, 10);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
