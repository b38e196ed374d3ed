import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { JsonProblem, JsonRefusal } from "./json-problem.ts";
import { JsonReader, mostJsonValues } from "./json-reader.ts";
import { KnownTree } from "./known-tree.ts";

/**
 * A JSON file as a tree in which every node knows its file and range.
 * Numbers, strings and keys are as written; nothing ever becomes a property of a JavaScript object, so a key
 * like `__proto__` is a key like any other.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

interface JsonBase {
  readonly file: SitePath;
  /** From the first to behind the last character, quotes and brackets included. */
  readonly range: TextRange;
}
export interface JsonObject extends JsonBase {
  readonly kind: "object";
  readonly properties: readonly JsonProperty[];
  /** On an object pulled in by `$ref`: the `$ref` string that did it. `range` is then the target's. */
  readonly pulledInBy?: JsonString;
}
export interface JsonArray extends JsonBase {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}
export interface JsonString extends JsonBase {
  readonly kind: "string";
  readonly value: string;
}
export interface JsonNumber extends JsonBase {
  readonly kind: "number";
  readonly value: number;
}
export interface JsonBoolean extends JsonBase {
  readonly kind: "boolean";
  readonly value: boolean;
}
export interface JsonNull extends JsonBase {
  readonly kind: "null";
}
export interface JsonProperty {
  readonly key: string;
  readonly file: SitePath;
  /** The key with its quotes. */
  readonly keyRange: TextRange;
  /** Absent while the author has typed only `"key"` or `"key":`. */
  readonly value: JsonNode | undefined;
}

export interface JsonFile {
  readonly path: SitePath;
  readonly text: string;
  /** Absent for an empty or refused file. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly JsonProblem[];
  readonly refused?: { readonly reason: JsonRefusal; readonly range: TextRange };
}

/** Bytes are not known here; a UTF-16 unit is at least one byte, so this refuses nothing that is under 10 MB. */
export const largestJsonLength = 10_000_000;

/**
 * Reads strict JSON with recovery: whatever is wrong, every node that can be told apart is in the tree and each
 * fault has a problem with a range. A leading byte order mark is accepted. Never throws; at most 1,000 problems.
 * `unreadable` is what the disk found out before there was text: over 10 MB of bytes, or bytes that are no UTF-8.
 */
export function readJson(path: SitePath, text: string, unreadable?: "too-large" | "not-text"): JsonFile {
  return readWith(path, text, unreadable, undefined);
}

/**
 * The same as `readJson`, in the time that the change takes: objects and lists without faults that stand in the file as
 * it was `before` are taken over, in front of the change as the same values.
 */
export function readJsonAgain(before: JsonFile, text: string): JsonFile {
  return readWith(before.path, text, undefined, before);
}

/** At most so many values and keys are in a file: what was read of it in all, though some of that may be gone. */
const valuesIn = new WeakMap<JsonFile, number>();

function readWith(
  path: SitePath,
  text: string,
  unreadable: "too-large" | "not-text" | undefined,
  before: JsonFile | undefined,
): JsonFile {
  const refuse = (reason: JsonRefusal, start = 0): JsonFile => ({
    path,
    text: start > 0 || reason === "too-deep" ? text : "",
    root: undefined,
    problems: [],
    refused: { reason, range: { start, end: start + (start > 0 || reason === "too-deep" ? 1 : 0) } },
  });
  if (unreadable) return refuse(unreadable);
  if (text.length > largestJsonLength) return refuse("too-large");
  if (text.includes("\0")) return refuse("not-text");
  const reader = new JsonReader(path, text, before && new KnownTree(before, text));
  const file = reader.read();
  if (reader.tooDeepAt !== undefined) return refuse("too-deep", reader.tooDeepAt);
  const values = reader.values + (before ? (valuesIn.get(before) ?? mostJsonValues) : 0);
  if (before && values > mostJsonValues) return readWith(path, text, unreadable, undefined);
  if (reader.tooManyAt !== undefined) return refuse("too-large", reader.tooManyAt);
  valuesIn.set(file, values);
  return file;
}

/** The property with this key; of duplicates the last, as JSON readers take it. */
export function findProperty(object: JsonObject, key: string): JsonProperty | undefined {
  // Asked of every object of a large docs.json some ten times: a loop takes a third of what `findLast` takes.
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i];
    if (property?.key === key) return property;
  }
  return undefined;
}

/** The value under this key, or undefined when the key is absent or the node is no object. */
export function valueOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? findProperty(node, key)?.value : undefined;
}

/** The text of a string node under this key, or undefined. */
export function stringOf(node: JsonNode | undefined, key: string): string | undefined {
  const value = valueOf(node, key);
  return value?.kind === "string" ? value.value : undefined;
}
