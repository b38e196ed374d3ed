import { isObject, type JsonObject } from "./json-value.ts";

/** Keys whose value maps names that an author chose to things; a name there means nothing by itself. */
const nameMaps: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "definitions", "parameters", "responses", "securityDefinitions", "paths",
  "headers", "scopes", "x-definitions",
]); // prettier-ignore

/** Keys whose value is the author's data, in which no word means anything to a specification. */
const data: ReadonlySet<string> = new Set(["example", "default", "enum", "const"]);

/**
 * A specification whose examples, defaults and extensions are hidden behind symbols, so that nothing which converts
 * the rest takes a word in them for one of its own; `restore` puts them back wherever they have come to stand.
 */
export function hideData(document: JsonObject): {
  readonly document: JsonObject;
  readonly restore: (value: unknown) => unknown;
} {
  const hidden = new Map<symbol, unknown>();
  return {
    document: hideIn(document, false, hidden) as JsonObject,
    restore: (value) => restoreIn(value, hidden),
  };
}

function hideIn(value: unknown, isNameMap: boolean, hidden: Map<symbol, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hideIn(item, false, hidden));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    if (isNameMap)
      return [key, key.startsWith("x-") ? hide(withNewPlaces(item), hidden) : hideIn(item, false, hidden)];
    if (key === "examples" && isObject(item))
      return [key, Object.fromEntries(Object.entries(item).map(([name, one]) => [name, hide(one, hidden)]))];
    if (key.startsWith("x-")) return [key, hide(withNewPlaces(item), hidden)];
    if (data.has(key) || key === "examples") return [key, hide(item, hidden)];
    return [key, hideIn(item, isObject(item) && nameMaps.has(key), hidden)];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** References in an extension lead to where the library puts what they name. */
function withNewPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewPlaces);
  if (!isObject(value)) return value;
  const placed = (key: string, item: unknown) =>
    key === "$ref" && typeof item === "string"
      ? item.replace(/^#\/definitions\//, "#/components/schemas/")
      : withNewPlaces(item);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, placed(key, item)]));
}

/** Plain values say nothing that could be mistaken. */
function hide(value: unknown, hidden: Map<symbol, unknown>): unknown {
  if (typeof value !== "object") return value;
  const key = Symbol("data");
  hidden.set(key, value);
  return key;
}

function restoreIn(value: unknown, hidden: ReadonlyMap<symbol, unknown>): unknown {
  if (typeof value === "symbol") return hidden.get(value);
  if (Array.isArray(value)) return value.map((item) => restoreIn(item, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreIn(item, hidden)]));
}
