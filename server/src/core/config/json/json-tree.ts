import { countCommonSuffix, countCommonPrefix } from "../../text/similarity.ts";
import type { SiteLocation, SitePath, TextRange } from "../../text/text-edit.ts";
import {
  isMisread,
  type JsonProblem,
  JsonReader,
  type JsonRefusal,
  maxJsonProblems,
  maxJsonValues,
} from "./json-reader.ts";

/**
 * The objects and arrays of a file before a change, for incremental parsing. Nodes that the change doesn't touch and
 * that have no errors are reused and shifted by the length of the change.
 */
export class KnownTree {
  readonly #root: JsonNode | undefined;
  readonly #text: string;
  readonly #faults: readonly number[];
  readonly #edit: Edit;

  constructor({ root, text: before, problems }: JsonFile, text: string) {
    // If there are this many problems, some may have been left out, so the tree may contain unknown errors.
    this.#root = problems.length < maxJsonProblems ? root : undefined;
    this.#text = before;
    this.#faults = problems.map(({ range }) => range.start).sort((a, b) => a - b);
    this.#edit = editBetween(before, text);
  }

  /**
   * Returns the object or array that starts at an offset in the new text if it's unchanged. Nodes with errors are
   * parsed again, because the brackets around them determine their meaning. Nodes that are now deeper than before are
   * also parsed again.
   */
  at(offset: number, depth: number): JsonNode | undefined {
    const found = this.#unchangedAt(offset, depth);
    return found && (found.delta === 0 ? found.node : moved(found.node, found.delta));
  }

  /** Returns the end of that node in the new text, without copying the node. */
  endAt(offset: number): number | undefined {
    const found = this.#unchangedAt(offset, 0);
    return found && found.node.range.end + found.delta;
  }

  #unchangedAt(
    offset: number,
    depth: number,
  ): { readonly node: Container; readonly delta: number } | undefined {
    const { start, end, delta } = this.#edit;
    const isBehind = offset >= end + delta;
    if (!isBehind && offset >= start) return undefined;
    const found = containerAt(this.#root, isBehind ? offset - delta : offset);
    if (!found || found.depth < depth || !isClosed(found.node, this.#text)) return undefined;
    const { range } = found.node;
    if ((!isBehind && range.end > start) || this.#hasFault(range)) return undefined;
    return { node: found.node, delta: isBehind ? delta : 0 };
  }

  /**
   * Whether a node contains an error. If a token after a bracket is missing, the problem is reported at the bracket,
   * but it isn't an error in the node that the bracket closes.
   */
  #hasFault({ start, end }: TextRange): boolean {
    let low = 0;
    for (let high = this.#faults.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#faults[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#faults[low] ?? Number.POSITIVE_INFINITY) < end - 1;
  }
}

/** The range of the old text that differs from the new text, and the change in length. */
interface Edit extends TextRange {
  readonly delta: number;
}

function editBetween(before: string, after: string): Edit {
  const start = countCommonPrefix(before, after);
  const delta = after.length - before.length;
  const max = Math.min(before.length, after.length) - start;
  const end = before.length - countCommonSuffix(before, after, max);
  return { start, end, delta };
}

type Container = JsonObject | JsonArray;

function containerAt(
  root: JsonNode | undefined,
  offset: number,
): { readonly node: Container; readonly depth: number } | undefined {
  let node = root;
  for (let depth = 0; node?.kind === "object" || node?.kind === "array"; depth++) {
    if (node.range.start === offset) return { node, depth };
    node = childAround(node, offset);
  }
  return undefined;
}

/** Returns the last child that starts at or before the offset. */
function childAround(node: Container, offset: number): JsonNode | undefined {
  const members: readonly (JsonNode | JsonProperty)[] = node.kind === "array" ? node.items : node.properties;
  let low = 0;
  for (let high = members.length; low < high;) {
    const middle = (low + high) >> 1;
    const member = members[middle];
    if (member && startOf(member) <= offset) low = middle + 1;
    else high = middle;
  }
  const member = members[low - 1];
  return member && "keyRange" in member ? member.value : member;
}

function startOf(member: JsonNode | JsonProperty): number {
  return "keyRange" in member ? member.keyRange.start : member.range.start;
}

/**
 * Whether the node ends with its own closing bracket. Otherwise, it ends with its last member or with the text that
 * follows.
 */
function isClosed(node: Container, text: string): boolean {
  if (text[node.range.end - 1] !== (node.kind === "array" ? "]" : "}")) return false;
  const last = node.kind === "array" ? node.items.at(-1) : node.properties.at(-1);
  const end = last && ("keyRange" in last ? (last.value?.range ?? last.keyRange) : last.range).end;
  return (end ?? node.range.start + 1) < node.range.end;
}

/** Returns the same node shifted by `delta`. The fields are in the order in which the parser writes them. */
function moved(node: JsonNode, delta: number): JsonNode {
  const { file } = node;
  const range = movedRange(node.range, delta);
  switch (node.kind) {
    case "object":
      return {
        kind: "object",
        file,
        range,
        properties: node.properties.map((one) => movedProperty(one, delta)),
      };
    case "array":
      return { kind: "array", file, range, items: node.items.map((item) => moved(item, delta)) };
    case "string":
      return { kind: "string", file, range, value: node.value };
    case "number":
      return { kind: "number", file, range, value: node.value };
    case "boolean":
      return { kind: "boolean", file, range, value: node.value };
    case "null":
      return { kind: "null", file, range };
  }
}

function movedProperty({ key, file, keyRange, value }: JsonProperty, delta: number): JsonProperty {
  return { key, file, keyRange: movedRange(keyRange, delta), value: value && moved(value, delta) };
}

function movedRange({ start, end }: TextRange, delta: number): TextRange {
  return { start: start + delta, end: end + delta };
}

/**
 * A JSON file as a tree in which every node has its file and range. Numbers, strings, and keys are as written. Keys
 * don't become properties of JavaScript objects, so `__proto__` has no special meaning.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

interface JsonBase {
  readonly file: SitePath;
  /** The range from the first to the last character, including quotes and brackets. */
  readonly range: TextRange;
}
export interface JsonObject extends JsonBase {
  readonly kind: "object";
  readonly properties: readonly JsonProperty[];
  /** The `$ref` string that included this object, if there is one. In that case, `range` is the target's range. */
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
  /** The range of the key, including the quotes. */
  readonly keyRange: TextRange;
  /** The value. Undefined while the author has typed only `"key"` or `"key":`. */
  readonly value: JsonNode | undefined;
}

export interface JsonFile {
  readonly path: SitePath;
  readonly text: string;
  /** The root. Undefined for an empty or rejected file. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly JsonProblem[];
  readonly refused?: { readonly reason: JsonRefusal; readonly range: TextRange };
}

/**
 * The maximum length in UTF-16 units, because the size in bytes isn't available here. Each unit takes at least one
 * byte, so no file under 10 MB is rejected.
 */
export const maxJsonLength = 10_000_000;

/**
 * Parses strict JSON with error recovery: the tree contains every recognizable node, and each error is reported as a
 * problem with a range. Accepts a leading byte order mark. Never throws, and reports at most 1,000 problems.
 * `unreadable` is an error that occurred when the file was read from disk: a size over 10 MB, or bytes that aren't
 * UTF-8.
 */
export function readJson(path: SitePath, text: string, unreadable?: "too-large" | "not-text"): JsonFile {
  return readWith(path, text, unreadable, undefined);
}

/**
 * Parses a changed file with the same result as `readJson`, but in time proportional to the change. Objects and arrays
 * that have no errors and haven't changed since `before` are reused. Those before the change remain the same objects.
 */
export function readJsonAgain(before: JsonFile, text: string): JsonFile {
  return readWith(before.path, text, undefined, before);
}

/**
 * An upper bound for the number of values and keys in a file: the number of all that have been parsed, even if some
 * have been removed since.
 */
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
  if (text.length > maxJsonLength) return refuse("too-large");
  if (text.includes("\0")) return refuse("not-text");
  const reader = new JsonReader(path, text, before && new KnownTree(before, text));
  const file = reader.read();
  if (reader.tooDeepAt !== undefined) return refuse("too-deep", reader.tooDeepAt);
  const values = reader.values + (before ? (valuesIn.get(before) ?? maxJsonValues) : 0);
  if (before && values > maxJsonValues) return readWith(path, text, unreadable, undefined);
  if (reader.tooManyAt !== undefined) return refuse("too-large", reader.tooManyAt);
  valuesIn.set(file, values);
  return file;
}

/** Returns the property with this key. If there are several, returns the last one, as JSON parsers do. */
export function findProperty(object: JsonObject, key: string): JsonProperty | undefined {
  // A loop takes a third of the time that `findLast` takes, and this function is called about ten times for every
  // object in a large docs.json.
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i];
    if (property?.key === key) return property;
  }
  return undefined;
}

/** Returns the value of this key, or undefined if the key is absent or the node isn't an object. */
export function getJsonValue(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? findProperty(node, key)?.value : undefined;
}

/** Returns the text of the string node with this key, or undefined. */
export function stringOf(node: JsonNode | undefined, key: string): string | undefined {
  const value = getJsonValue(node, key);
  return value?.kind === "string" ? value.value : undefined;
}

/** Whether two values are the same, regardless of their positions in their files. */
export function haveSameContent(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === b) return true;
  if (a?.file !== b?.file) return false;
  switch (a?.kind) {
    case "object":
      return b?.kind === "object" && haveSameProperties(a.properties, b.properties);
    case "array":
      return (
        b?.kind === "array" &&
        a.items.length === b.items.length &&
        a.items.every((item, i) => haveSameContent(item, b.items[i]))
      );
    case "string":
    case "number":
    case "boolean":
      return a.kind === b?.kind && Object.is(a.value, b.value);
    default:
      return a?.kind === b?.kind;
  }
}

/** Whether two lists of properties are the same, regardless of their positions. */
export function haveSameProperties(a: readonly JsonProperty[], b: readonly JsonProperty[]): boolean {
  return (
    a.length === b.length &&
    a.every((property, i) => {
      const other = b[i];
      return (
        property === other ||
        (property.key === other?.key &&
          property.file === other.file &&
          haveSameContent(property.value, other.value))
      );
    })
  );
}

/** Returns the location of a value, including the quotes of a string. */
export function locationOfNode(node: JsonNode): SiteLocation {
  return { file: node.file, range: node.range };
}

/**
 * Returns the location of an entire string or number, but only of the opening bracket of an array or object, which is
 * enough to identify it.
 */
export function locationOfHead(node: JsonNode): SiteLocation {
  const { start, end } = node.range;
  return {
    file: node.file,
    range: { start, end: node.kind === "array" || node.kind === "object" ? start + 1 : end },
  };
}

/** Returns the location of a property's key, including its quotes. */
export function locationOfKey(property: JsonProperty): SiteLocation {
  return { file: property.file, range: property.keyRange };
}

/** Settings that distinguish a site's configuration from other files named docs.json. */
const siteSettings: ReadonlySet<string> = new Set(["navigation", "theme", "colors", "$ref"]);

const startingSettings: ReadonlySet<string> = new Set(["$schema", "name"]);

/**
 * Whether a docs.json file configures a site. Other programs' files with that name, such as a list or an OpenAPI
 * document, don't. An empty file and a file with too many errors are treated as site configurations. Otherwise, a merge
 * conflict or a half-typed file would turn one site into several.
 */
export function isSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  if (root?.kind === "object" && root.properties.some(({ key }) => siteSettings.has(key))) return true;
  return root === undefined || isMisread(file);
}

/**
 * Whether a docs.json file is or may become a site's configuration. An object that an author has just started, which is
 * empty or contains only a schema and a name, may become one.
 */
export function mayBecomeSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  const isStarted = root?.kind === "object" && root.properties.every(({ key }) => startingSettings.has(key));
  return isStarted || isSiteConfig(file);
}
