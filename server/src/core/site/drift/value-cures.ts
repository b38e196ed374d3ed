import type { JsonNode } from "../../config/json/json-tree.ts";
import type { SchemaType } from "../../spec/model/schema-model.ts";
import { closest } from "../../text/similarity.ts";
import type { DriftCure } from "./drift.ts";

/** The same value as one of these types, where that is plain: `"7"` as `7`. */
export function typeCure(node: JsonNode, types: ReadonlySet<SchemaType>): DriftCure | undefined {
  if (node.kind === "string") {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(node.value);
    const isWhole = isNumber && !node.value.includes(".");
    if (isNumber && (types.has("number") || (isWhole && types.has("integer"))))
      return { kind: "replace", range: node.range, text: node.value };
    if (/^(true|false)$/.test(node.value) && types.has("boolean"))
      return { kind: "replace", range: node.range, text: node.value };
  }
  if ((node.kind === "number" || node.kind === "boolean") && types.has("string"))
    return { kind: "replace", range: node.range, text: JSON.stringify(String(node.value)) };
  return undefined;
}

/** The value of a list that was meant: the nearest, or the only one. */
export function valueCure(node: JsonNode, values: readonly unknown[]): DriftCure | undefined {
  if (node.kind !== "string" && node.kind !== "number" && node.kind !== "boolean") return undefined;
  const [only] = values;
  const nearest = closest(String(node.value), values.map(String));
  const text = nearest ?? (values.length === 1 ? String(only) : undefined);
  const value = values.find((candidate) => String(candidate) === text);
  return value === undefined ? undefined : replaced(node, value);
}

/** Quotes stay as the author writes them. */
function replaced(node: JsonNode, value: unknown): DriftCure {
  if (node.kind === "string" && typeof value === "string" && !/["'\\]/.test(value))
    return { kind: "replace", range: { start: node.range.start + 1, end: node.range.end - 1 }, text: value };
  return { kind: "replace", range: node.range, text: JSON.stringify(value) };
}
