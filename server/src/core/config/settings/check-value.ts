import { findNearestName } from "../../text/similarity.ts";
import type { JsonArray, JsonNode, JsonObject, JsonProperty, JsonString } from "../json/json-tree.ts";
import type { ProfileName } from "./profile.ts";
import {
  type EnumSchema,
  getEnumValues,
  type FileKind,
  type ListSchema,
  type NumberSchema,
  type Setting,
  type StringCheck,
  type StringSchema,
  type ValueKind,
} from "./setting-schema.ts";

const maxLength = 1000;
const maxWildcards = 6;
const maxWildcardsInSegment = 3;
/**
 * The maximum number of `**` segments in a pattern. With four such segments, it takes seconds to match a file in 100
 * nested folders.
 */
const maxGlobstars = 3;

/**
 * Whether a gitignore pattern can be matched quickly. Patterns are converted to regular expressions, which take seconds
 * to match if they have many wildcards and can't be longer than about 10,000 characters.
 */
export function isQuickPattern(pattern: string): boolean {
  if (pattern.length > maxLength) return false;
  const segments = pattern.split("/");
  if (segments.filter((segment) => segment.includes("**")).length > maxGlobstars) return false;
  const counts = segments.map((segment) => segment.match(/\*+/g)?.length ?? 0);
  return (
    counts.every((count) => count <= maxWildcardsInSegment) &&
    counts.reduce((sum, count) => sum + count, 0) <= maxWildcards
  );
}

/**
 * A named check for string values. The JSON schema uses `pattern`, which may be less strict than the check, because not
 * every check can be expressed as a regular expression.
 */
export interface StringTest {
  readonly passes: (text: string) => boolean;
  readonly pattern?: string;
}

const colorPattern = "^#([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$";
const scriptSchemePattern = /^(javascript|vbscript|command):/i;
const downloadPattern = /\.(svg|exe|zip)$/i;

export const stringChecks: Readonly<Record<StringCheck, StringTest>> = {
  color: createPatternTest(colorPattern),
  url: { passes: (text) => isAbsoluteUrl(text) && !scriptSchemePattern.test(text.trim()) },
  "https-url": { passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text), pattern: "^https://" },
  "https-url-without-query": {
    passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text) && !/[?#]/.test(text),
    pattern: "^https://[^?#]+$",
  },
  href: { passes: (text) => /^(\/|#|mailto:)/.test(text) || isAbsoluteUrl(text) },
  "footer-href": { passes: isFooterHref },
  "profile-url": {
    passes: (text) => /^https:/i.test(text) && isAbsoluteUrl(text) && !downloadPattern.test(getUrlPath(text)),
    pattern: "^https://",
  },
  "without-https": { passes: (text) => !text.startsWith("https://"), pattern: "^(?!https://)" },
  "starts-with-g": createPatternTest("^G"),
  "starts-with-phc": createPatternTest("^phc_"),
  identifier: { passes: (text) => /^[a-zA-Z0-9_-]+$/.test(text.trim()), pattern: "^\\s*[a-zA-Z0-9_-]+\\s*$" },
  "folder-path": { passes: isFolderPath },
  "icon-name": { passes: (text) => !text.startsWith("fa-"), pattern: "^(?!fa-)" },
  "spec-source": { passes: isSpecSource },
  "base-path": {
    passes: (text) => isBasePath(text),
    pattern: "^/?[^/?#:\\\\\\s]+(/[^/?#:\\\\\\s]+)*/?$|^/?$",
  },
  "site-url": {
    passes: (text) => /^https?:/i.test(text) && isAbsoluteUrl(text) && !/[?#]/.test(text),
    pattern: "^https?://[^?#]+$",
  },
  glob: { passes: isQuickPattern },
};

/**
 * Whether browsers would parse the text as a URL with a scheme. The `URL` class isn't used, because this module's types
 * don't include it.
 */
export function isAbsoluteUrl(rawUrl: string): boolean {
  const text = rawUrl.trim().replace(/[\t\n\r]/g, "");
  const match = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text);
  if (!match) return false;
  const [, schemeName = "", urlRest = ""] = match;
  if (schemeName.toLowerCase() === "file") return true;
  const isSpecial = /^(https?|wss?|ftp)$/i.test(schemeName);
  const authority = (isSpecial ? /^[/\\]*([^/\\?#]*)/ : /^\/\/([^/?#]*)/).exec(urlRest)?.[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return isSpecial ? /^(\[[0-9a-f:.]+\]|[^\s[\]<>^|%:]+)(:\d{0,5})?$/i.test(host) : !/[\s<>^|]/.test(host);
}

/**
 * Whether a link would run code or read the reader's own disk instead of opening a page. Like browsers, ignores spaces
 * before the scheme, and tabs and line breaks within it.
 */
export function hasUnsafeScheme(rawUrl: string): boolean {
  const text = rawUrl.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, "");
  return /^(javascript|vbscript|data|file|command):/i.test(text);
}

function createPatternTest(pattern: string): StringTest {
  const regExp = new RegExp(pattern);
  return { passes: (text) => regExp.test(text), pattern };
}

function isFooterHref(text: string): boolean {
  if (text.startsWith("#") || text.startsWith("mailto:")) return true;
  if (text.startsWith("/")) return !text.startsWith("//");
  return /^https:/i.test(text) && isAbsoluteUrl(text) && !downloadPattern.test(getUrlPath(text));
}

/**
 * Whether the text is the path of a folder in the site, such as `guides/api`. The path can't start or end with a slash,
 * and it can't contain spaces or the segments `.` and `..`.
 */
function isFolderPath(text: string): boolean {
  return (
    !/[\s\\?#]/.test(text) && text.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/**
 * Whether the text is a path under which the site is hosted, such as `/docs`. Leading and trailing slashes are ignored.
 */
function isBasePath(text: string): boolean {
  const path = text.replace(/^\/|\/$/g, "");
  return path === "" || (isFolderPath(path) && !path.includes(":"));
}

/**
 * Whether the text is a path or an HTTPS URL. HTTP URLs are invalid, and URLs with other schemes are treated as paths.
 */
function isSpecSource(text: string): boolean {
  const trimmedText = text.trim();
  return !/^https?:\/\//i.test(trimmedText) || (/^https:/i.test(trimmedText) && isAbsoluteUrl(trimmedText));
}

function removeQuery(text: string): string {
  return /^[^?#]*/.exec(text)?.[0] ?? "";
}

/**
 * Returns the path of a URL, without its scheme, host, and query. For example, a host name that ends with `.zip`
 * doesn't mean that the URL refers to a ZIP file.
 */
function getUrlPath(text: string): string {
  return /^[a-z]+:[/\\]*[^/\\?#]*(.*)$/is.exec(removeQuery(text))?.[1] ?? "";
}

/** A problem with a value that has a valid type. */
export interface ValueProblem {
  readonly node: JsonNode;
  readonly reason: InvalidReason;
  readonly limit: number | undefined;
  readonly firstOccurrence: JsonNode | undefined;
}

/** Returns the first problem with a string's length or format, or undefined if there is none. */
export function checkText(node: JsonString, schema: StringSchema): ValueProblem | undefined {
  const { minLength = 0, maxLength = Infinity, check } = schema;
  const { length } = schema.isTrimmed ? node.value.trim() : node.value;
  if (length < minLength) return createProblem(node, length === 0 ? "empty" : "too-short", minLength);
  if (length > maxLength) return createProblem(node, "too-long", maxLength);
  if (check === "href" && hasUnsafeScheme(node.value)) return createProblem(node, "unsafe-scheme");
  if (!check || stringChecks[check].passes(node.value)) return undefined;
  return createProblem(node, check === "href" && schema.isLenient ? "ignored-href" : check);
}

/** Returns a problem if the number is too small or can't be represented in JSON. */
export function checkNumber(node: JsonNode, value: number, schema: NumberSchema): ValueProblem | undefined {
  if (schema.reportedBy) return undefined;
  if (!Number.isFinite(value)) return createProblem(node, "not-finite");
  return schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum
    ? createProblem(node, "not-above", schema.exclusiveMinimum)
    : undefined;
}

/**
 * Returns a problem if the text isn't one of the listed values. The problem contains the most similar value and
 * specifies how the service handles the text.
 */
export function checkEnum(
  node: JsonString,
  schema: EnumSchema,
  profile: ProfileName,
): Omit<ValueNotAllowedProblem, "path"> | undefined {
  const values = getEnumValues(schema, profile);
  if (schema.reportedBy || schema.isOpen || values.includes(node.value)) return undefined;
  const isDisputed = schema.disputedValues?.includes(node.value);
  return {
    kind: "value-not-allowed",
    node,
    values,
    nearestValue: isDisputed ? undefined : findNearestName(node.value, values),
    effect: isDisputed ? "disputed" : schema.isLenient ? "ignored" : "refused",
  };
}

/** Yields problems if the list has too few or too many items or repeats an item. */
export function* checkList(node: JsonArray, schema: ListSchema): Iterable<ValueProblem> {
  const { minItems = 0, maxItems = Infinity, uniqueness } = schema;
  if (schema.reportedBy) return;
  if (node.items.length < minItems) yield createProblem(node, "too-few", minItems);
  if (node.items.length > maxItems) yield createProblem(node, "too-many", maxItems);
  if (!uniqueness) return;
  const firstNodesByValue = new Map<string, JsonNode>();
  for (const item of node.items) {
    const textNode = uniqueness === "item" ? item : getLastValue(item, uniqueness.key);
    if (textNode?.kind !== "string") continue;
    const firstNode = firstNodesByValue.get(textNode.value);
    if (firstNode) yield createProblem(textNode, "repeated", undefined, firstNode);
    else firstNodesByValue.set(textNode.value, textNode);
  }
}

function createProblem(node: JsonNode, reason: InvalidReason, limit?: number, first?: JsonNode): ValueProblem {
  return { node, reason, limit, firstOccurrence: first };
}

function getLastValue(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === "object" ? node.properties.findLast((property) => property.key === key)?.value : undefined;
}

/** The key or index of a value in the resolved docs.json, and the path of the object or array that contains it. */
export interface SettingPath {
  readonly parent: SettingPath | undefined;
  readonly key: string | number;
}

/** Returns a path in the resolved docs.json, such as `navbar.links[0].icon`. */
export function formatSettingPath(path: SettingPath | undefined): string {
  let text = "";
  for (let step = path; step; step = step.parent)
    text = typeof step.key === "number" ? `[${step.key}]${text}` : `${step.parent ? "." : ""}${step.key}${text}`;
  return text;
}

/** A problem with a setting. Each kind of problem is reported by a separate rule in `rules/config`. */
export type SettingProblem =
  | UnknownSettingProblem
  | WrongTypeProblem
  | ValueNotAllowedProblem
  | InvalidValueProblem
  | MissingSettingProblem;

interface ProblemBase {
  /** The path in the resolved docs.json, such as `navbar.links[0].icon`. */
  readonly path: string;
}

export interface UnknownSettingProblem extends ProblemBase {
  readonly kind: "unknown-setting";
  readonly property: JsonProperty;
  /**
   * The valid key that the author probably meant. Undefined if no valid key is similar, if the object already has that
   * key, or if the value has a different type.
   */
  readonly nearestKey: string | undefined;
  /** Whether the file would have no worse problems if the key were `nearestKey`. */
  readonly isValidForNearestKey: boolean;
  /**
   * The paths of nested settings with the same name, such as `api.openapi`. Empty unless the key is at the top level of
   * docs.json.
   */
  readonly otherPaths: readonly string[];
  /**
   * The only theme that supports the key. Undefined if the site uses that theme or the key isn't limited to a theme.
   */
  readonly theme: string | undefined;
  /**
   * The key of the same object that makes the service ignore this key, which would be valid without it. Undefined if no
   * key does.
   */
  readonly overriddenBy: string | undefined;
  /** Whether the service rejects the entire file because of the unknown key. */
  readonly isRejected: boolean;
}

export interface WrongTypeProblem extends ProblemBase {
  readonly kind: "wrong-type";
  readonly node: JsonNode;
  readonly expectedKinds: readonly ValueKind[];
  /** Whether the service's documentation allows the value but its published validation doesn't. */
  readonly isDisputed: boolean;
  /** Whether any text is allowed, as for the name of a version. False for values such as colors, paths, and enums. */
  readonly allowsAnyText: boolean;
}

export interface ValueNotAllowedProblem extends ProblemBase {
  readonly kind: "value-not-allowed";
  readonly node: JsonString;
  readonly values: readonly string[];
  readonly nearestValue: string | undefined;
  /**
   * How the service handles the value. `refused`: the service rejects the file. `ignored`: the service continues
   * without the value. `disputed`: the service's documentation allows the value, but its validation rejects it.
   */
  readonly effect: "refused" | "ignored" | "disputed";
}

export type InvalidReason =
  | StringCheck
  | "unsafe-scheme"
  | "ignored-href"
  | "empty"
  | "too-short"
  | "too-long"
  | "not-finite"
  | "not-above"
  | "too-few"
  | "too-many"
  | "repeated";

export interface InvalidValueProblem extends ProblemBase {
  readonly kind: "invalid-value";
  readonly node: JsonNode;
  readonly reason: InvalidReason;
  /** The limit that the value violates, such as 4 for `too-many`. Undefined if the problem isn't about a limit. */
  readonly limit: number | undefined;
  /** The first occurrence of the value. Set only for `repeated`. */
  readonly firstOccurrence: JsonNode | undefined;
}

export interface MissingSettingProblem extends ProblemBase {
  readonly kind: "missing-setting";
  readonly key: string;
  readonly setting: Setting;
  readonly parent: JsonObject;
  /** The property that contains the object. Undefined for the root, for list items, and for objects in another file. */
  readonly parentProperty: JsonProperty | undefined;
}

/** A string that is a URL or the path of a file in the site. */
export interface FileReference {
  readonly node: JsonString;
  readonly settingPath: SettingPath | undefined;
  readonly fileKind: FileKind;
}

export interface IconReference {
  readonly node: JsonString;
  readonly settingPath: SettingPath | undefined;
  /** The icon library that is set for this icon only. Undefined if none is set. */
  readonly library: string | undefined;
}

/** The result of a single pass over docs.json. */
export interface SettingsResult {
  readonly problems: readonly SettingProblem[];
  readonly files: readonly FileReference[];
  readonly icons: readonly IconReference[];
}
