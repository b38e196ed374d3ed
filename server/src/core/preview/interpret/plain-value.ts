import type { ViewValue } from "../view/view-node.ts";
import { isObject, type Value } from "./value.ts";

const deepest = 20;
const most = 5000;

/** A value as plain data, or undefined for what is none: functions, elements. What lies too deep is left out. */
export function plainValue(value: Value): ViewValue | undefined {
  return plain(value, deepest, { left: most });
}

function plain(value: Value, depth: number, count: { left: number }): ViewValue | undefined {
  if (value === undefined) return undefined;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth === 0 || --count.left < 0) return undefined;
  if (Array.isArray(value)) return value.map((each) => plain(each, depth - 1, count) ?? null);
  if (value.kind === "moment") return isoText(value.time);
  if (value.kind !== "dict") return undefined;
  const entries: [string, ViewValue][] = [];
  for (const [key, member] of value.entries) {
    const kept = plain(member, depth - 1, count);
    if (kept !== undefined) entries.push([key, kept]);
  }
  return Object.fromEntries(entries);
}

/** Whether something in it is to be painted. */
export function holdsElements(value: Value, depth = 5): boolean {
  if (Array.isArray(value)) return depth > 0 && value.some((each) => holdsElements(each, depth - 1));
  return isObject(value) && (value.kind === "element" || value.kind === "content");
}

/** `2024-05-01T00:00:00.000Z`; of a date that is none `Invalid Date`. */
export function isoText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "Invalid Date" : date.toISOString();
}
