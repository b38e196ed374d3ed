import { closest } from "../../text/similarity.ts";
import type { JsonArray, JsonNode, JsonString } from "../json-tree.ts";
import type { ProfileName } from "../profile.ts";
import type { InvalidReason, ValueNotAllowedFault } from "../setting-fault.ts";
import {
  enumValues,
  type EnumShape,
  type ListShape,
  type NumberShape,
  type StringShape,
} from "../setting-shape.ts";
import { hasUnsafeScheme, stringChecks } from "./string-checks.ts";

/** What is wrong with one value, whose kind is right. */
export interface ValueFault {
  readonly node: JsonNode;
  readonly reason: InvalidReason;
  readonly limit: number | undefined;
  readonly first: JsonNode | undefined;
}

/** The first thing that is wrong with a text: its length, then its form. */
export function textFault(node: JsonString, shape: StringShape): ValueFault | undefined {
  const { minLength = 0, maxLength = Infinity, check } = shape;
  const { length } = shape.trimmed ? node.value.trim() : node.value;
  if (length < minLength) return fault(node, length === 0 ? "empty" : "too-short", minLength);
  if (length > maxLength) return fault(node, "too-long", maxLength);
  if (check === "href" && hasUnsafeScheme(node.value)) return fault(node, "unsafe-scheme");
  return check && !stringChecks[check].passes(node.value) ? fault(node, check) : undefined;
}

/** Whether a number lies outside what its shape allows, or is none that JSON knows. */
export function numberFault(node: JsonNode, value: number, shape: NumberShape): ValueFault | undefined {
  if (shape.saidBy) return undefined;
  if (!Number.isFinite(value)) return fault(node, "not-finite");
  return shape.above !== undefined && value <= shape.above
    ? fault(node, "not-above", shape.above)
    : undefined;
}

/** A text that is none of the values listed, with the nearest of them and what the service makes of it. */
export function enumFault(
  node: JsonString,
  shape: EnumShape,
  profile: ProfileName,
): Omit<ValueNotAllowedFault, "path"> | undefined {
  const values = enumValues(shape, profile);
  if (shape.saidBy || shape.open || values.includes(node.value)) return undefined;
  const disputed = shape.disputed?.includes(node.value);
  return {
    kind: "value-not-allowed",
    node,
    values,
    nearest: disputed ? undefined : closest(node.value, values),
    effect: disputed ? "disputed" : shape.lenient ? "ignored" : "refused",
  };
}

/** Too few or too many items, and items that repeat an earlier one. */
export function* listFaults(node: JsonArray, shape: ListShape): Iterable<ValueFault> {
  const { min = 0, max = Infinity, unique } = shape;
  if (shape.saidBy) return;
  if (node.items.length < min) yield fault(node, "too-few", min);
  if (node.items.length > max) yield fault(node, "too-many", max);
  if (!unique) return;
  const firsts = new Map<string, JsonNode>();
  for (const item of node.items) {
    const text = unique === "item" ? item : lastValue(item, unique.key);
    if (text?.kind !== "string") continue;
    const first = firsts.get(text.value);
    if (first) yield fault(text, "repeated", undefined, first);
    else firsts.set(text.value, text);
  }
}

function fault(node: JsonNode, reason: InvalidReason, limit?: number, first?: JsonNode): ValueFault {
  return { node, reason, limit, first };
}

function lastValue(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === "object"
    ? node.properties.findLast((property) => property.key === key)?.value
    : undefined;
}
