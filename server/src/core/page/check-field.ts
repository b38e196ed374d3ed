import type { ProfileName } from "../config/settings/profile.ts";
import { httpMethods } from "../text/media-types.ts";
import { findNearestName } from "../text/similarity.ts";
import { type FieldInfo, type FieldType, getFieldValues } from "./frontmatter-fields.ts";
import type { FieldValue } from "./page.ts";

/**
 * A problem with the value of a supported field. `suggestion` is YAML with the value that the author most likely meant.
 */
export type FieldProblem =
  | { readonly kind: "wrong-type"; readonly suggestion?: string }
  | {
      readonly kind: "value-not-allowed";
      readonly value: string;
      readonly values: readonly string[];
      readonly suggestion?: string;
    }
  /** An icon with the prefix `fa-`, as in `icon: fa-home`. The service adds this prefix itself. */
  | { readonly kind: "icon-prefix"; readonly value: string; readonly suggestion: string };

/**
 * Returns a problem if the service can't use the value, or undefined if it can. A field without a value isn't a
 * problem.
 */
export function checkField(field: FieldInfo, value: FieldValue, profile: ProfileName): FieldProblem | undefined {
  if (value === null) return undefined;
  const { type } = field;
  // Templates often contain an empty string, which is treated as a missing value.
  if (type.kind === "enum" && typeof value === "string" && value.trim() === "") return undefined;
  if (type.kind === "enum") return checkEnum(field, value, profile);
  if (!acceptsValue(type, value)) return createTypeProblem(type, value);
  if (type.kind === "icon" && typeof value === "string" && /^fa-\w/.test(value))
    return { kind: "icon-prefix", value, suggestion: extractIconName(value) };
  return undefined;
}

/** Returns the icon name from a list of Font Awesome classes, such as `house` for `fa-solid fa-house fa-lg`. */
function extractIconName(classes: string): string {
  const names = classes.split(/\s+/).map((name) => name.replace(/^fa-/, ""));
  return names.find((name) => !iconStylePattern.test(name)) ?? names.at(-1) ?? "";
}

const iconStylePattern = /^(?:solid|regular|light|thin|brands|duotone|sharp|sharp-duotone)$/;

function checkEnum(field: FieldInfo, value: FieldValue, profile: ProfileName): FieldProblem | undefined {
  if (typeof value !== "string") return createTypeProblem(field.type, value);
  const allowedValues = (getFieldValues(field, profile) ?? []).map((valueInfo) => valueInfo.value);
  if (allowedValues.includes(value)) return undefined;
  const nearestValue =
    allowedValues.find((allowedValue) => allowedValue === value.trim().toLowerCase()) ??
    findNearestName(value, allowedValues);
  return {
    kind: "value-not-allowed",
    value,
    values: allowedValues,
    ...(nearestValue !== undefined && { suggestion: nearestValue }),
  };
}

function acceptsValue(type: FieldType, value: FieldValue): boolean {
  switch (type.kind) {
    case "text":
      return isScalar(value) && typeof value !== "boolean";
    case "reference":
    case "enum":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "icon":
    case "reference-or-map":
      return typeof value === "string" || isMap(value);
    case "list":
      return isList(value) && value.every(isScalar);
    case "groups":
      return isList(value) && (value.every(isScalar) || value.every(isMap));
    case "related":
      return value === false || (isList(value) && value.every((item) => typeof item === "string" || isMap(item)));
    case "map":
      return isMap(value);
    case "any":
      return true;
  }
}

function createTypeProblem(type: FieldType, value: FieldValue): FieldProblem {
  const suggestion = convertToType(type, value);
  return { kind: "wrong-type", ...(suggestion !== undefined && { suggestion }) };
}

/**
 * Converts the value to the field's type, if possible, and returns it as YAML. For example, `"yes"` becomes `true`,
 * `"2"` becomes `2`, and `a, b` becomes `["a", "b"]`.
 */
function convertToType(type: FieldType, value: FieldValue): string | undefined {
  switch (type.kind) {
    case "flag":
      return convertToFlag(value);
    case "number":
      return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? String(Number(value)) : undefined;
    case "list":
    case "groups":
      return typeof value === "string" && value.trim() !== "" ? convertToList(value) : undefined;
    case "text":
    case "reference":
    case "enum":
    case "icon":
      return convertToText(value);
    default:
      return undefined;
  }
}

function convertToFlag(value: FieldValue): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).trim().toLowerCase();
  if (["true", "yes", "on", "1"].includes(word)) return "true";
  return ["false", "no", "off", "0"].includes(word) ? "false" : undefined;
}

function convertToList(value: string): string {
  const items = value.split(",").map((item) => item.trim());
  return `[${items
    .filter((item) => item !== "")
    .map((item) => JSON.stringify(item))
    .join(", ")}]`;
}

function convertToText(value: FieldValue): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return JSON.stringify(String(value));
  const [onlyItem] = isList(value) ? value : [];
  return isList(value) && value.length === 1 && typeof onlyItem === "string" ? JSON.stringify(onlyItem) : undefined;
}

function isScalar(value: FieldValue): boolean {
  return value === null || typeof value !== "object" || value instanceof Date;
}

function isMap(value: FieldValue): boolean {
  return value instanceof Map;
}

function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

/** The target of a page's `api` field, such as `GET /users`. */
export type ApiTarget =
  | { readonly kind: "url"; readonly method: string; readonly url: string }
  | { readonly kind: "path"; readonly method: string; readonly path: string }
  | { readonly kind: "malformed"; readonly error: ApiTargetError };

export type ApiTargetError =
  /** The method has no target, as in `GET`, or the text is empty. */
  | "no-target"
  /** The target has no method, as in `/users` or `https://x/users`. */
  | "no-method"
  /** The method is unknown, as in `FETCH /users`. */
  | "unknown-method"
  /** More words follow the target, as in `GET /users page`. */
  | "too-many-words"
  /** The target isn't a URL or path, as in `GET javascript:x`, `GET //host/x`, or `GET users`. */
  | "not-an-address";

const methods: ReadonlySet<string> = new Set(httpMethods);

/**
 * Parses a page's `api` field, which contains exactly one method and a full URL or a path. The method is
 * case-insensitive, and a URL may contain variables (`https://{host}/users`).
 */
export function parseApiTarget(text: string): ApiTarget {
  const words = text.trim().split(/\s+/);
  const [firstWord = "", target, ...extraWords] = words;
  const toMalformedTarget = (error: ApiTargetError): ApiTarget => ({ kind: "malformed", error });
  const method = firstWord.toUpperCase();
  if (!methods.has(method)) {
    if (/^(\/|[a-z][a-z0-9+.-]*:)/i.test(firstWord)) return toMalformedTarget("no-method");
    return toMalformedTarget(target === undefined ? "no-target" : "unknown-method");
  }
  if (target === undefined) return toMalformedTarget("no-target");
  if (extraWords.length > 0) return toMalformedTarget("too-many-words");
  if (/^https?:\/\/[^/?#]/i.test(target)) return { kind: "url", method, url: target };
  return /^\/(?!\/)/.test(target) ? { kind: "path", method, path: target } : toMalformedTarget("not-an-address");
}
