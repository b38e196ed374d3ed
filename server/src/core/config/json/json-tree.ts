import { getCommonSuffixLength, getCommonPrefixLength } from "../../text/similarity.ts";
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
 * The objects and arrays of a file before a change, for incremental parsing. Nodes that have no errors and aren't
 * affected by the change are reused. If they come after the change, their ranges are shifted.
 */
export class PreviousTree {
  readonly #root: JsonNode | undefined;
  readonly #text: string;
  readonly #problemOffsets: readonly number[];
  readonly #edit: Edit;

  constructor({ root, text: previousText, problems }: JsonFile, text: string) {
    // If the maximum number of problems was reached, some problems weren't recorded, so any node may contain an error.
    this.#root = problems.length < maxJsonProblems ? root : undefined;
    this.#text = previousText;
    this.#problemOffsets = problems.map(({ range }) => range.start).sort((a, b) => a - b);
    this.#edit = computeEdit(previousText, text);
  }

  /**
   * Returns the object or array that starts at an offset in the new text, or undefined if it must be parsed again.
   * Parsing it again is necessary if it changed, if it's nested more deeply than before, or if it contains errors,
   * because the meaning of an error depends on the surrounding brackets.
   */
  findUnchangedNode(offset: number, depth: number): JsonNode | undefined {
    const unchangedContainer = this.#findUnchangedContainer(offset, depth);
    return (
      unchangedContainer &&
      (unchangedContainer.delta === 0
        ? unchangedContainer.node
        : shiftNode(unchangedContainer.node, unchangedContainer.delta))
    );
  }

  /**
   * Returns the end, in the new text, of the node that `findUnchangedNode` would return. Faster than
   * `findUnchangedNode`, because the node isn't copied.
   */
  findUnchangedEnd(offset: number): number | undefined {
    const unchangedContainer = this.#findUnchangedContainer(offset, 0);
    return unchangedContainer && unchangedContainer.node.range.end + unchangedContainer.delta;
  }

  #findUnchangedContainer(
    offset: number,
    depth: number,
  ): { readonly node: Container; readonly delta: number } | undefined {
    const { start, end, delta } = this.#edit;
    const isAfterEdit = offset >= end + delta;
    if (!isAfterEdit && offset >= start) return undefined;
    const container = findContainer(this.#root, isAfterEdit ? offset - delta : offset);
    if (!container || container.depth < depth || !isClosed(container.node, this.#text)) return undefined;
    const { range } = container.node;
    if ((!isAfterEdit && range.end > start) || this.#hasProblem(range)) return undefined;
    return { node: container.node, delta: isAfterEdit ? delta : 0 };
  }

  /**
   * Whether a node contains an error. A problem that is reported at the node's own closing bracket is ignored, because
   * it means that a token is missing after the bracket.
   */
  #hasProblem({ start, end }: TextRange): boolean {
    let low = 0;
    for (let high = this.#problemOffsets.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#problemOffsets[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#problemOffsets[low] ?? Number.POSITIVE_INFINITY) < end - 1;
  }
}

/** The changed range in the old text. `delta` is the change in length. */
interface Edit extends TextRange {
  readonly delta: number;
}

function computeEdit(oldText: string, newText: string): Edit {
  const start = getCommonPrefixLength(oldText, newText);
  const delta = newText.length - oldText.length;
  const max = Math.min(oldText.length, newText.length) - start;
  const end = oldText.length - getCommonSuffixLength(oldText, newText, max);
  return { start, end, delta };
}

type Container = JsonObject | JsonArray;

function findContainer(
  root: JsonNode | undefined,
  offset: number,
): { readonly node: Container; readonly depth: number } | undefined {
  let node = root;
  for (let depth = 0; node?.kind === "object" || node?.kind === "array"; depth++) {
    if (node.range.start === offset) return { node, depth };
    node = findChild(node, offset);
  }
  return undefined;
}

/** Returns the last child that starts at or before the offset. */
function findChild(node: Container, offset: number): JsonNode | undefined {
  const members: readonly (JsonNode | JsonProperty)[] = node.kind === "array" ? node.items : node.properties;
  let low = 0;
  for (let high = members.length; low < high;) {
    const middle = (low + high) >> 1;
    const member = members[middle];
    if (member && getMemberStart(member) <= offset) low = middle + 1;
    else high = middle;
  }
  const member = members[low - 1];
  return member && "keyRange" in member ? member.value : member;
}

function getMemberStart(member: JsonNode | JsonProperty): number {
  return "keyRange" in member ? member.keyRange.start : member.range.start;
}

/**
 * Whether the node ends with its own closing bracket. If false, the bracket at the end of its range belongs to its last
 * member or doesn't exist.
 */
function isClosed(node: Container, text: string): boolean {
  if (text[node.range.end - 1] !== (node.kind === "array" ? "]" : "}")) return false;
  const lastChild = node.kind === "array" ? node.items.at(-1) : node.properties.at(-1);
  const end =
    lastChild && ("keyRange" in lastChild ? (lastChild.value?.range ?? lastChild.keyRange) : lastChild.range).end;
  return (end ?? node.range.start + 1) < node.range.end;
}

/**
 * Returns a copy of the node with its ranges shifted by `delta`. The properties are in the same order as in nodes
 * created by the parser.
 */
function shiftNode(node: JsonNode, delta: number): JsonNode {
  const { file } = node;
  const range = shiftRange(node.range, delta);
  switch (node.kind) {
    case "object":
      return shareContentKey(node, {
        kind: "object",
        file,
        range,
        properties: node.properties.map((property) => shiftProperty(property, delta)),
      });
    case "array":
      return shareContentKey(node, {
        kind: "array",
        file,
        range,
        items: node.items.map((item) => shiftNode(item, delta)),
      });
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

/** Objects that identify the content of containers. A container and its shifted copies have the same object. */
const contentKeysByContainer = new WeakMap<Container, object>();

function getContentKey(node: Container): object {
  const contentKey = contentKeysByContainer.get(node);
  if (contentKey) return contentKey;
  const newContentKey = {};
  contentKeysByContainer.set(node, newContentKey);
  return newContentKey;
}

function shareContentKey<Copy extends Container>(node: Container, copy: Copy): Copy {
  contentKeysByContainer.set(copy, getContentKey(node));
  return copy;
}

/**
 * Returns a function that computes a view of an object's or array's content only once, even if an edit shifts the
 * container. The view must not contain nodes or ranges, because they apply to one position only.
 */
export function deriveFromContent<Node extends Container, View>(compute: (node: Node) => View): (node: Node) => View {
  const viewsByContentKey = new WeakMap<object, { readonly view: View }>();
  return (node) => {
    const contentKey = getContentKey(node);
    const cachedView = viewsByContentKey.get(contentKey);
    if (cachedView) return cachedView.view;
    const view = compute(node);
    viewsByContentKey.set(contentKey, { view });
    return view;
  };
}

function shiftProperty({ key, file, keyRange, value }: JsonProperty, delta: number): JsonProperty {
  return { key, file, keyRange: shiftRange(keyRange, delta), value: value && shiftNode(value, delta) };
}

function shiftRange({ start, end }: TextRange, delta: number): TextRange {
  return { start: start + delta, end: end + delta };
}

/**
 * A node in the tree of a JSON file. Every node has its file and range. Keys aren't properties of JavaScript objects,
 * so `__proto__` has no special meaning.
 */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonNumber | JsonBoolean | JsonNull;

interface JsonBase {
  readonly file: SitePath;
  /** The range of the entire value, including quotes and brackets. */
  readonly range: TextRange;
}
export interface JsonObject extends JsonBase {
  readonly kind: "object";
  readonly properties: readonly JsonProperty[];
  /**
   * The `$ref` string that included this object. Undefined if the object wasn't included by a `$ref`. If set, `range`
   * is the range of the `$ref`'s target.
   */
  readonly includedBy?: JsonString;
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
  /** The value. Undefined if the author has only typed `"key"` or `"key":` so far. */
  readonly value: JsonNode | undefined;
}

export interface JsonFile {
  readonly path: SitePath;
  readonly text: string;
  /** The root. Undefined if the file is empty or was rejected. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly JsonProblem[];
  readonly refusal?: { readonly reason: JsonRefusal; readonly range: TextRange };
}

/**
 * The maximum length of a file in UTF-16 code units. The size in bytes isn't known at this point, but each unit takes
 * up at least one byte, so a file under 10 MB is never rejected.
 */
export const maxJsonLength = 10_000_000;

/**
 * Parses strict JSON with error recovery. The tree contains every node that can be recognized, and each error is
 * reported as a problem with a range. Accepts a leading byte order mark. Never throws an error, and reports at most
 * 1,000 problems. `refusal` is the reason why the file couldn't be read from disk: it's larger than 10 MB, or it isn't
 * valid UTF-8.
 */
export function readJson(path: SitePath, text: string, refusal?: "too-large" | "not-text"): JsonFile {
  return parseJson(path, text, refusal, undefined);
}

/**
 * Parses a changed file with the same result as `readJson`, but in time proportional to the change. Objects and arrays
 * that have no errors and haven't changed since `previousFile` are reused. Those that precede the change even remain
 * the same instances.
 */
export function reparseJson(previousFile: JsonFile, text: string): JsonFile {
  return parseJson(previousFile.path, text, undefined, previousFile);
}

/**
 * An upper bound for the number of values and keys in each file. It counts all values and keys that were ever parsed,
 * even those that have since been removed.
 */
const valueCountsByFile = new WeakMap<JsonFile, number>();

function parseJson(
  path: SitePath,
  text: string,
  refusal: "too-large" | "not-text" | undefined,
  previousFile: JsonFile | undefined,
): JsonFile {
  const createRefusal = (reason: JsonRefusal, start = 0): JsonFile => ({
    path,
    text: start > 0 || reason === "too-deep" ? text : "",
    root: undefined,
    problems: [],
    refusal: { reason, range: { start, end: start + (start > 0 || reason === "too-deep" ? 1 : 0) } },
  });
  if (refusal) return createRefusal(refusal);
  if (text.length > maxJsonLength) return createRefusal("too-large");
  if (text.includes("\0")) return createRefusal("not-text");
  const reader = new JsonReader(path, text, previousFile && new PreviousTree(previousFile, text));
  const file = reader.read();
  if (reader.depthLimitOffset !== undefined) return createRefusal("too-deep", reader.depthLimitOffset);
  const valueCount = reader.valueCount + (previousFile ? (valueCountsByFile.get(previousFile) ?? maxJsonValues) : 0);
  if (previousFile && valueCount > maxJsonValues) return parseJson(path, text, refusal, undefined);
  if (reader.countLimitOffset !== undefined) return createRefusal("too-large", reader.countLimitOffset);
  valueCountsByFile.set(file, valueCount);
  return file;
}

/** Returns the property with this key. If the object has duplicate keys, returns the last one, as JSON parsers do. */
export function findProperty(object: JsonObject, key: string): JsonProperty | undefined {
  // This function is called about ten times for each object in a large docs.json, and a loop takes only a third of the
  // time that `findLast` takes.
  for (let i = object.properties.length - 1; i >= 0; i--) {
    const property = object.properties[i];
    if (property?.key === key) return property;
  }
  return undefined;
}

/**
 * Returns the object's properties without duplicates. If a key is duplicated, the last property with that key is
 * included.
 */
export function getLastProperties({ properties }: JsonObject): readonly JsonProperty[] {
  // For a few keys, comparing each with the others is faster than creating a map.
  const hasFewKeys = properties.length <= 8;
  if (hasFewKeys && properties.every(({ key }, i) => properties.findIndex((other) => other.key === key) === i))
    return properties;
  const propertiesByKey = new Map(properties.map((property) => [property.key, property]));
  return propertiesByKey.size === properties.length ? properties : [...propertiesByKey.values()];
}

/** Returns the value of this key, or undefined if the key is absent or the node isn't an object. */
export function getJsonValue(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? findProperty(node, key)?.value : undefined;
}

/** Returns the value of the string with this key, or undefined if the key is absent or its value isn't a string. */
export function getJsonString(node: JsonNode | undefined, key: string): string | undefined {
  const value = getJsonValue(node, key);
  return value?.kind === "string" ? value.value : undefined;
}

/**
 * Compares two properties with the same key. Returns whether they count as equal, or undefined if their values have to
 * be compared.
 */
export type PropertyComparer = (a: JsonProperty, b: JsonProperty) => boolean | undefined;

/**
 * Whether two values in the same file have the same content, regardless of their positions. `compare` can override the
 * result for properties at any depth.
 */
export function haveSameContent(a: JsonNode | undefined, b: JsonNode | undefined, compare?: PropertyComparer): boolean {
  if (a === b) return true;
  if (a?.file !== b?.file) return false;
  switch (a?.kind) {
    case "object":
      return (
        b?.kind === "object" && (areShiftedCopies(a, b) || haveSameProperties(a.properties, b.properties, compare))
      );
    case "array":
      return (
        b?.kind === "array" &&
        (areShiftedCopies(a, b) ||
          (a.items.length === b.items.length && a.items.every((item, i) => haveSameContent(item, b.items[i], compare))))
      );
    case "string":
    case "number":
    case "boolean":
      return a.kind === b?.kind && Object.is(a.value, b.value);
    default:
      return a?.kind === b?.kind;
  }
}

/** Whether one of two containers is a shifted copy of the other, so their content is the same. */
function areShiftedCopies(a: Container, b: Container): boolean {
  const contentKey = contentKeysByContainer.get(a);
  return contentKey !== undefined && contentKey === contentKeysByContainer.get(b);
}

/**
 * Whether two lists of properties have the same content and are in the same files, regardless of their positions.
 * `compare` can override the result for properties at any depth.
 */
export function haveSameProperties(
  a: readonly JsonProperty[],
  b: readonly JsonProperty[],
  compare?: PropertyComparer,
): boolean {
  return (
    a.length === b.length &&
    a.every((property, i) => {
      const otherProperty = b[i];
      return (
        property === otherProperty ||
        (property.key === otherProperty?.key &&
          property.file === otherProperty.file &&
          (compare?.(property, otherProperty) ?? haveSameContent(property.value, otherProperty.value, compare)))
      );
    })
  );
}

/** Returns the location of a value, including the quotes of a string. */
export function getNodeLocation(node: JsonNode): SiteLocation {
  return { file: node.file, range: node.range };
}

/**
 * Returns the location of a string or number. For an array or object, returns only the location of its opening bracket,
 * because that's sufficient to identify the value.
 */
export function getHeadLocation(node: JsonNode): SiteLocation {
  const { start, end } = node.range;
  return {
    file: node.file,
    range: { start, end: node.kind === "array" || node.kind === "object" ? start + 1 : end },
  };
}

/** Returns the location of a property's key, including its quotes. */
export function getKeyLocation(property: JsonProperty): SiteLocation {
  return { file: property.file, range: property.keyRange };
}

/** Settings that identify a docs.json as the configuration of a site, as opposed to another program's file. */
const siteSettings: ReadonlySet<string> = new Set(["navigation", "theme", "colors", "$ref"]);

const initialSettings: ReadonlySet<string> = new Set(["$schema", "name"]);

/**
 * Whether a docs.json file configures a site. Other programs also use this file name, for example, for a list or an
 * OpenAPI document. A file that is empty or has too many errors is treated as a site's configuration so that a merge
 * conflict or an incomplete file doesn't split the site into several sites.
 */
export function isSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  if (root?.kind === "object" && root.properties.some(({ key }) => siteSettings.has(key))) return true;
  return root === undefined || isMisread(file);
}

/**
 * Whether a docs.json file is a site's configuration or may become one. If the author has just started the file, it can
 * be an object that is empty or contains only a schema and a name.
 */
export function mayBecomeSiteConfig(file: JsonFile): boolean {
  const { root } = file;
  const isNewConfig = root?.kind === "object" && root.properties.every(({ key }) => initialSettings.has(key));
  return isNewConfig || isSiteConfig(file);
}

/** Returns the property at a path from the root, such as `["api", "playground"]`. */
export function findPropertyAt({ root }: JsonFile, path: readonly string[]): JsonProperty | undefined {
  const object = path.slice(0, -1).reduce<JsonNode | undefined>(getJsonValue, root);
  return object?.kind === "object" ? findProperty(object, path.at(-1) ?? "") : undefined;
}

/** Returns the outermost property that is empty without the value at the path: the value itself, or an object around it. */
export function findEmptiedProperty(file: JsonFile, path: readonly string[]): JsonProperty | undefined {
  const parent = path.length > 1 ? findPropertyAt(file, path.slice(0, -1)) : undefined;
  const isOnly = parent?.value?.kind === "object" && parent.value.properties.length === 1;
  return isOnly ? findEmptiedProperty(file, path.slice(0, -1)) : findPropertyAt(file, path);
}
