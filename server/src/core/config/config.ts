import { getFolderPath, resolveSitePath } from "../text/site-path.ts";
import type { SiteLocation, SitePath } from "../text/text-edit.ts";
import { maxJsonDepth } from "./json/json-reader.ts";
import {
  findProperty,
  type JsonFile,
  type JsonNode,
  type JsonObject,
  type JsonProperty,
  type JsonString,
} from "./json/json-tree.ts";

/**
 * The content of docs.json with every `$ref` resolved. The service builds the site from the tree in `root`. Each node
 * contains its file and range so that its problems and edits can be located.
 */
export interface Config {
  /** The path of the main file, which is `docs.json`. */
  readonly entry: SitePath;
  /** docs.json, followed by the included files in the order in which they're first referenced. */
  readonly files: readonly JsonFile[];
  /** The resolved tree. Undefined if docs.json is empty or was rejected. */
  readonly root: JsonNode | undefined;
  readonly refs: readonly ConfigRef[];
  /**
   * Files that a `$ref` refers to but that aren't in the given sources yet. Read these files, and then call
   * `readConfig` again.
   */
  readonly requestedPaths: readonly SitePath[];
}

/** A `$ref` and the result of resolving it. */
export interface ConfigRef {
  /** The location of the string value of `$ref`, such as `"./nav.json"`. */
  readonly location: SiteLocation;
  readonly rawPath: string;
  readonly result:
    | {
        readonly kind: "resolved";
        readonly file: SitePath;
        readonly ignoredSiblings: readonly SiteLocation[];
      }
    | { readonly kind: "not-found"; readonly file: SitePath }
    | { readonly kind: "outside-site" }
    /**
     * The files include each other. `chain` contains the paths of the files in the cycle, such as `docs.json`,
     * `nav.json`, and `docs.json` again.
     */
    | { readonly kind: "cycle"; readonly chain: readonly SitePath[] }
    /** The file exists but is empty or doesn't contain JSON. */
    | { readonly kind: "unreadable"; readonly file: SitePath }
    /** If the file were included, the tree would exceed 200 levels or 300,000 values. */
    | { readonly kind: "too-much"; readonly file: SitePath };
}

/** Maps paths to parsed files. The value is `null` if a file was looked up but doesn't exist. */
export type ConfigSources = ReadonlyMap<SitePath, JsonFile | null>;

/**
 * The maximum number of values in the resolved tree: five times as many as the largest known docs.json contains.
 * Reading a navigation tree with this many values takes a third of a second.
 */
const maxValues = 300_000;

/**
 * Returns the site's configuration, with every `$ref` resolved as the service resolves it. The path in a `$ref` is
 * relative to the file that contains the `$ref`. If the target is an object, keys next to the `$ref` override the
 * target's keys; otherwise, they're ignored. If a `$ref` can't be resolved, the value that contains it is removed from
 * the tree so that only one problem is reported.
 */
export function readConfig(entry: SitePath, sources: ConfigSources): Config {
  const resolver = new RefResolver(sources);
  const root = resolver.resolveFile(entry, [])?.node;
  const files = [entry, ...resolver.includedFiles].map((path) => sources.get(path)).filter((file) => file != null);
  return { entry, files, root, refs: resolver.refs, requestedPaths: [...resolver.requestedPaths] };
}

/**
 * A resolved value, the number of values that it contains, and its depth. Both the number and the depth are limited.
 */
interface ResolvedNode {
  readonly node: JsonNode | undefined;
  readonly valueCount: number;
  readonly depth: number;
}

type RefResult = ConfigRef["result"];

class RefResolver {
  readonly refs: ConfigRef[] = [];
  readonly includedFiles = new Set<SitePath>();
  readonly requestedPaths = new Set<SitePath>();
  readonly #sources: ConfigSources;
  /** Resolved files by path. A file that is included twice is resolved only once. */
  readonly #resultsByPath = new Map<SitePath, ResolvedNode>();
  /**
   * The number of values that `$ref`s have added so far to the file being resolved. The number is limited, because
   * otherwise a chain of files could double the size of the tree with each file.
   */
  #includedValueCount = 0;

  constructor(sources: ConfigSources) {
    this.#sources = sources;
  }

  resolveFile(path: SitePath, chain: readonly SitePath[]): ResolvedNode | undefined {
    const cachedResult = this.#resultsByPath.get(path);
    if (cachedResult) return cachedResult;
    const source = this.#sources.get(path);
    if (!source?.root) return undefined;
    // No other file includes docs.json, so its size and depth aren't needed.
    if (chain.length === 0 && !mayContainRef(source.text)) return { node: source.root, valueCount: 0, depth: 0 };
    const outerCount = this.#includedValueCount;
    this.#includedValueCount = 0;
    const result = this.#resolveNode(source.root, [...chain, path]);
    this.#includedValueCount = outerCount;
    this.#resultsByPath.set(path, result);
    return result;
  }

  #resolveNode(node: JsonNode, chain: readonly SitePath[]): ResolvedNode {
    if (node.kind === "array") return this.#resolveArray(node, chain);
    if (node.kind === "object") {
      const ref = findProperty(node, "$ref")?.value;
      return ref?.kind === "string" ? this.#resolveReference(node, ref, chain) : this.#resolveObject(node, chain);
    }
    return { node, valueCount: 1, depth: 1 };
  }

  #resolveArray(array: Extract<JsonNode, { kind: "array" }>, chain: readonly SitePath[]): ResolvedNode {
    let valueCount = 1;
    let depth = 0;
    let hasChanged = false;
    const items: JsonNode[] = [];
    for (const item of array.items) {
      const result = this.#resolveNode(item, chain);
      valueCount += result.valueCount;
      depth = Math.max(depth, result.depth);
      hasChanged ||= result.node !== item;
      if (result.node) items.push(result.node);
    }
    return { node: hasChanged ? { ...array, items } : array, valueCount, depth: depth + 1 };
  }

  #resolveObject(object: JsonObject, chain: readonly SitePath[]): ResolvedNode {
    let valueCount = 1;
    let depth = 0;
    let hasChanged = false;
    const properties = object.properties.map((property): JsonProperty => {
      if (!property.value) return property;
      const result = this.#resolveNode(property.value, chain);
      valueCount += result.valueCount;
      depth = Math.max(depth, result.depth);
      if (result.node === property.value) return property;
      hasChanged = true;
      return { ...property, value: result.node };
    });
    return { node: hasChanged ? { ...object, properties } : object, valueCount, depth: depth + 1 };
  }

  #resolveReference(object: JsonObject, ref: JsonString, chain: readonly SitePath[]): ResolvedNode {
    const emptyResult: ResolvedNode = { node: undefined, valueCount: 0, depth: 0 };
    const addRef = (result: RefResult): ResolvedNode => {
      this.refs.push({ location: { file: ref.file, range: ref.range }, rawPath: ref.value, result });
      return emptyResult;
    };
    const pathResult = resolveSitePath(ref.value, getFolderPath(ref.file));
    if (!pathResult.ok) return addRef({ kind: "outside-site" });
    const file = pathResult.path;
    if (file === "") return addRef({ kind: "not-found", file });
    if (chain.includes(file)) return addRef({ kind: "cycle", chain: [...chain.slice(chain.indexOf(file)), file] });
    // Everything in the file would be nested too deeply. The length of the chain is also limited because each
    // additional file causes all earlier files to be read again.
    if (chain.length >= maxJsonDepth) return addRef({ kind: "too-much", file });
    const source = this.#sources.get(file);
    if (source === undefined) {
      this.requestedPaths.add(file);
      return emptyResult;
    }
    if (source === null) return addRef({ kind: "not-found", file });
    this.includedFiles.add(file);
    const target = this.resolveFile(file, chain);
    if (!target) return addRef({ kind: "unreadable", file });
    // The file consists only of a `$ref` that can't be resolved. The problem is reported at that `$ref`.
    if (!target.node) return emptyResult;
    if (target.depth + chain.length > maxJsonDepth || this.#includedValueCount + target.valueCount > maxValues)
      return addRef({ kind: "too-much", file });
    this.#includedValueCount += target.valueCount;
    const siblings = object.properties.filter((property) => property.key !== "$ref");
    const isMergeable = target.node.kind === "object";
    addRef({ kind: "resolved", file, ignoredSiblings: isMergeable ? [] : siblings.map(getKeyLocation) });
    if (target.node.kind !== "object") return target;
    const resolvedSiblings = this.#resolveObject({ ...object, properties: siblings }, chain);
    return {
      node:
        resolvedSiblings.node?.kind === "object"
          ? mergeSiblings(target.node, resolvedSiblings.node.properties, ref)
          : target.node,
      valueCount: target.valueCount + resolvedSiblings.valueCount,
      depth: Math.max(target.depth, resolvedSiblings.depth),
    };
  }
}

/** Whether the text may contain the key `$ref`. The key's characters can be escaped, for example, as `\u0024`. */
function mayContainRef(text: string): boolean {
  return text.includes("$ref") || text.includes("\\u");
}

function mergeSiblings(target: JsonObject, siblings: readonly JsonProperty[], ref: JsonString): JsonObject {
  const siblingsByKey = new Map(siblings.map((property) => [property.key, property]));
  const seenKeys = new Set<string>();
  const retainedProperties = target.properties.flatMap((property) => {
    const sibling = siblingsByKey.get(property.key);
    if (!sibling) return [property];
    if (seenKeys.has(property.key)) return [];
    seenKeys.add(property.key);
    return [sibling];
  });
  const addedProperties = siblings.filter(({ key }) => !seenKeys.has(key));
  return { ...target, properties: [...retainedProperties, ...addedProperties], includedBy: ref };
}

function getKeyLocation(property: JsonProperty): SiteLocation {
  return { file: property.file, range: property.keyRange };
}

/** Returns the parsed docs.json or included file with this path. Edits can be made in this file. */
export function findConfigFile(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}
