import { checkText } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { toNumber } from "./operators.ts";
import { plainValue } from "./plain-value.ts";
import { dict, type Value } from "./value.ts";

/** Plain data, as JSON makes it, as values of the interpreter. */
export function fromPlain(data: unknown): Value {
  if (data === null || typeof data === "string" || typeof data === "number" || typeof data === "boolean")
    return data;
  if (Array.isArray(data)) return data.map(fromPlain);
  if (typeof data !== "object") return undefined;
  return dict(Object.entries(data).map(([key, member]) => [key, fromPlain(member)] as const));
}

export function toJson(value: Value, space: Value, machine: Machine): Value {
  const indent = typeof space === "string" ? space.slice(0, 10) : Math.min(10, toNumber(space) || 0);
  const plain = plainValue(value);
  if (plain === undefined) return undefined;
  const text = JSON.stringify(plain, undefined, indent);
  checkText(machine.fuel, text.length);
  return text;
}
