import { decodePercent, escapeKey, unescapeKey } from "../text/decode-text.ts";
import { getFolderPath, isAbsoluteReference, type PathRefusal, resolveSitePath } from "../text/site-path.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { canBeSpec, isRemoteSpec } from "./detect-spec.ts";
import {
  getEntry,
  getItems,
  type LocatedNode,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  getNodeText,
  getValue,
} from "./spec-tree.ts";

/**
 * Returns a map from each `$id`, as written, to its schema, and from the file's `$self` to the file's root. The file is
 * searched only once, and only if a reference may need the result.
 */
function collectSchemaIds(root: LocatedNode): ReadonlyMap<string, LocatedNode> {
  return getIdentifiers(root).schemasById;
}

/**
 * Returns a map from each `$anchor` to its schema. The map is for a file or for a schema with an `$id`, because such a
 * schema has its own anchors. Like `collectSchemaIds`, searches only once, and only if needed.
 */
function collectSchemaAnchors(location: LocatedNode): ReadonlyMap<string, LocatedNode> {
  return getIdentifiers(location).schemasByAnchor;
}

interface SchemaIdentifiers {
  readonly schemasById: Map<string, LocatedNode>;
  readonly schemasByAnchor: Map<string, LocatedNode>;
}

const identifiersByNode = new WeakMap<SpecNode, SchemaIdentifiers>();

function getIdentifiers(location: LocatedNode): SchemaIdentifiers {
  const cachedIdentifiers = identifiersByNode.get(location.node);
  if (cachedIdentifiers) return cachedIdentifiers;
  const identifiers = collectIdentifiers(location);
  identifiersByNode.set(location.node, identifiers);
  return identifiers;
}

interface Visit {
  readonly node: SpecNode;
  /**
   * The nearest enclosing schema with an `$id`, which can be this schema itself. Undefined if no schema below the start
   * node has an `$id`.
   */
  readonly base: LocatedNode | undefined;
}

/**
 * Collects the schemas that have an `$id` or an anchor. Their IDs contain offsets in the file's text, because the paths
 * to nodes aren't recorded.
 */
function collectIdentifiers(location: LocatedNode): SchemaIdentifiers {
  const identifiers: SchemaIdentifiers = { schemasById: new Map(), schemasByAnchor: new Map() };
  const self = getNodeText(getValue(location.node, "$self")) ?? getNodeText(getValue(location.node, "$id"));
  if (self !== undefined) identifiers.schemasById.set(self, location);
  const visitedNodes = new Set<SpecNode>([location.node]);
  const queue: Visit[] = listChildren(location.node).map((node) => ({ node, base: undefined }));
  for (let visit = queue.pop(); visit; visit = queue.pop()) {
    const { node } = visit;
    if (node.kind === "scalar" || visitedNodes.has(node)) continue;
    visitedNodes.add(node);
    const ownId = getNodeText(getValue(node, "$id"));
    const id = `${location.file}#@${node.range.start}`;
    const base = ownId === undefined ? visit.base : { file: location.file, node, id };
    if (ownId !== undefined && base && !identifiers.schemasById.has(ownId))
      identifiers.schemasById.set(ownId, { ...base, base });
    if (!base) {
      const anchor = getNodeText(getValue(node, "$anchor")) ?? getNodeText(getValue(node, "$dynamicAnchor"));
      if (anchor !== undefined && !identifiers.schemasByAnchor.has(anchor))
        identifiers.schemasByAnchor.set(anchor, { file: location.file, node, id, base: location.base });
    }
    for (const child of listChildren(node)) queue.push({ node: child, base });
  }
  return identifiers;
}

function listChildren(node: SpecNode): readonly SpecNode[] {
  if (node.kind === "list") return node.items;
  return node.kind === "map" ? node.entries.map(({ value }) => value) : [];
}

/** The reason why the target of a `$ref` isn't read. */
export type RefRefusal =
  | PathRefusal
  /** The reference is a URL, or a path on a server or drive. Such references are never fetched. */
  | "external"
  /** A file in the site that isn't `.json`, `.yaml`, or `.yml`. */
  | "not-json-or-yaml";

export type RefTarget =
  /**
   * The file in the site. `fragment` is the text after `#`, still encoded, or an empty string if the reference has no
   * `#`.
   */
  | { readonly kind: "inside"; readonly file: SitePath; readonly fragment: string }
  | { readonly kind: "refused"; readonly reason: RefRefusal };

/**
 * Returns the file in the site that a `$ref` refers to, based only on its text. The path is relative to the file that
 * contains the reference. The path is decoded once and can't point outside the site. Absolute paths are rejected,
 * because they refer to the disk rather than the site's root.
 */
export function parseRefTarget(reference: string, referencingFile: SitePath): RefTarget {
  const hash = reference.indexOf("#");
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  if (path === "") return { kind: "inside", file: referencingFile, fragment };
  // A remote specification isn't in a folder of the site, so it can't contain relative paths to other files.
  if (isRemoteSpec(referencingFile)) return { kind: "refused", reason: "external" };
  const decodedPath = decodePercent(path);
  if (isAbsoluteReference(decodedPath)) return { kind: "refused", reason: "external" };
  if (/^[\\/]/.test(decodedPath)) return { kind: "refused", reason: "outside-site" };
  const result = resolveSitePath(path, getFolderPath(referencingFile));
  if (!result.ok) return { kind: "refused", reason: result.reason };
  if (!canBeSpec(result.path)) return { kind: "refused", reason: "not-json-or-yaml" };
  return { kind: "inside", file: result.path, fragment };
}

/** The location of a reference. The reference is resolved relative to this location. */
export interface RefLocation {
  readonly file: SitePath;
  /** The nearest enclosing schema with an `$id`, if any. */
  readonly base?: LocatedNode | undefined;
}

/** The reason why a reference can't be resolved. */
export type RefFailure =
  | RefRefusal
  /** The file doesn't exist, must not be read, or isn't JSON or YAML. */
  | "no-file"
  /** The path doesn't exist in the file. */
  | "no-node"
  /** The path passes through another reference that can't be resolved. */
  | "lost-on-the-way"
  /** The chain of references is circular or too long. */
  | "circle"
  /** The reference is in a schema with an `$id`. The reference is relative to that `$id`, so its target is unknown. */
  | "own-address";

/** A node, and the base that references in the node are resolved against. */
export interface NodeLocation extends RefLocation {
  readonly node: SpecNode;
}

export type RefResult =
  | { readonly ok: true; readonly target: LocatedNode }
  | { readonly ok: false; readonly reason: RefFailure };

/** The maximum number of references that are followed per lookup. No author intentionally writes a chain this long. */
const maxRefs = 500;
/** The maximum number of keys that are followed per lookup. */
const maxKeys = 5_000;
/** The maximum nesting depth of references that are in the paths of other references. */
const maxNestedRefs = 100;

/** The numbers of references, keys, and nested references that a lookup can still follow. */
interface RefBudget {
  refs: number;
  keys: number;
  nestedRefs: number;
}

function createBudget(): RefBudget {
  return { refs: maxRefs, keys: maxKeys, nestedRefs: maxNestedRefs };
}

/**
 * Returns the node that a `$ref` refers to, even if that node is another reference. Reads only the files on the path,
 * one key at a time. Nothing is copied or fetched. Any key can be looked up, including `__proto__`. A pointer can pass
 * through a reference. For example, in `#/components/schemas/User/properties/name`, `User` can be a reference to
 * another file.
 */
export function resolveRef(files: SpecFiles, reference: string, origin: RefLocation): RefResult {
  return resolveReference(files, reference, origin, createBudget());
}

/** Returns the node itself or the final target of its `$ref`. */
export function followRefs(files: SpecFiles, locatedNode: LocatedNode): RefResult {
  return followReferences(files, locatedNode, createBudget());
}

/**
 * Does the same as `followRefs`, for callers that don't need the node's ID. Returns undefined if the node's `$ref`
 * can't be resolved.
 */
export function followLocation(files: SpecFiles, location: NodeLocation): NodeLocation | undefined {
  if (getRef(location.node) === undefined) return location;
  const result = followRefs(files, { id: "", ...location });
  return result.ok ? result.target : undefined;
}

/** Returns the text of a node's `$ref`, or undefined if the node doesn't have a `$ref`. */
export function getRef(node: SpecNode | undefined): string | undefined {
  return getNodeText(getValue(node, "$ref"));
}

/** Returns the root node of a file. */
export function getDocumentRoot(files: SpecFiles, file: SitePath): LocatedNode | undefined {
  const node = files.getTree(file)?.root;
  return node && { file, node, id: `${file}#` };
}

/** Returns the value at a map key or list index, including its ID. `-` and `01` aren't valid indexes. */
export function getChildNode(parent: LocatedNode, key: string): LocatedNode | undefined {
  const node = getChildValue(parent.node, key);
  if (!node) return undefined;
  const child = { file: parent.file, node, id: `${parent.id}/${escapeKey(key)}`, base: parent.base };
  return getNodeText(getValue(node, "$id")) === undefined ? child : { ...child, base: child };
}

function resolveReference(files: SpecFiles, reference: string, origin: RefLocation, budget: RefBudget): RefResult {
  if (--budget.refs < 0) return createRefFailure("circle");
  if (reference.startsWith("#")) return resolveFragment(files, reference.slice(1), origin, budget);
  const target = parseRefTarget(reference, origin.file);
  const result = resolveById(files, reference, origin, budget);
  if (result) return result;
  if (origin.base) return createRefFailure("own-address");
  if (target.kind === "refused") return createRefFailure(target.reason);
  const root = getDocumentRoot(files, target.file);
  if (!root) return createRefFailure("no-file");
  const refResult = followFragment(files, root, target.fragment, budget);
  // If the file has syntax errors, the node may be in the part that can't be parsed.
  const isInUnparsedPart =
    !refResult.ok && refResult.reason === "no-node" && files.getTree(target.file)?.error !== undefined;
  return isInUnparsedPart ? createRefFailure("no-file") : refResult;
}

/**
 * Resolves a fragment. In a schema with an `$id`, a pointer is relative to that schema. Many authors write a pointer
 * relative to the file's root even in such a schema, so the root is also tried.
 */
function resolveFragment(
  files: SpecFiles,
  fragment: string,
  { file, base }: RefLocation,
  budget: RefBudget,
): RefResult {
  const baseResult = base && followFragment(files, base, fragment, budget);
  if (baseResult?.ok) return baseResult;
  const root = getDocumentRoot(files, file);
  if (!root) return createRefFailure("no-file");
  const result = followFragment(files, root, fragment, budget);
  return base && !result.ok ? createRefFailure("own-address") : result;
}

/** Returns the schema in the same file that the reference identifies by `$id`. */
function resolveById(
  files: SpecFiles,
  reference: string,
  { file }: RefLocation,
  budget: RefBudget,
): RefResult | undefined {
  const target = parseRefTarget(reference, file);
  if (target.kind === "inside" && files.getTree(target.file)) return undefined;
  const root = getDocumentRoot(files, file);
  if (!root) return undefined;
  const hash = reference.indexOf("#");
  const resource = collectSchemaIds(root).get(hash < 0 ? reference : reference.slice(0, hash));
  return resource && followFragment(files, resource, hash < 0 ? "" : reference.slice(hash + 1), budget);
}

/** Resolves a fragment: a JSON Pointer, the name of an anchor, or an empty string. */
function followFragment(files: SpecFiles, location: LocatedNode, fragment: string, budget: RefBudget): RefResult {
  if (fragment === "") return { ok: true, target: location };
  if (!fragment.startsWith("/")) {
    const anchor = collectSchemaAnchors(location).get(decodePercent(fragment));
    return anchor ? { ok: true, target: anchor } : createRefFailure("no-node");
  }
  let currentNode = location;
  for (const segment of fragment.slice(1).split("/", maxKeys + 1)) {
    if (--budget.keys < 0) return createRefFailure("circle");
    const key = unescapeSegment(segment);
    let node = getChildNode(currentNode, key);
    if (!node && getRef(currentNode.node) !== undefined) {
      if (--budget.nestedRefs < 0) return createRefFailure("circle");
      const result = followReferences(files, currentNode, budget);
      if (!result.ok) return createRefFailure(result.reason === "circle" ? "circle" : "lost-on-the-way");
      node = getChildNode(result.target, key);
    }
    if (!node) return createRefFailure("no-node");
    currentNode = node;
  }
  return { ok: true, target: currentNode };
}

function followReferences(files: SpecFiles, locatedNode: LocatedNode, budget: RefBudget): RefResult {
  let currentNode = locatedNode;
  for (let reference = getRef(currentNode.node); reference !== undefined; reference = getRef(currentNode.node)) {
    const result = resolveReference(files, reference, currentNode, budget);
    if (!result.ok) return result;
    currentNode = result.target;
  }
  return { ok: true, target: currentNode };
}

function getChildValue(node: SpecNode, key: string): SpecNode | undefined {
  if (node.kind === "list") return /^(0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
  return getValue(node, key);
}

/** Decodes a segment of a pointer to a key. The segment may be percent-encoded, because a reference is a URI. */
export function unescapeSegment(segment: string): string {
  return unescapeKey(decodePercent(segment));
}

function createRefFailure(reason: RefFailure): RefResult {
  return { ok: false, reason };
}

/** A value, along with its key and its path in the document. */
export interface LocatedValue {
  readonly path: readonly string[];
  readonly node: SpecNode;
  /** The map entry of the value. Undefined for the root and for list items. */
  readonly entry: SpecEntry | undefined;
}

/** Returns the keys in a JSON Pointer such as `/paths/~1users/get`. */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map(unescapeKey);
}

/** Returns the value at this path or, if the value doesn't exist, its nearest existing ancestor. */
export function locateValue(root: SpecNode, path: readonly string[]): LocatedValue {
  let locatedValue: LocatedValue = { path: [], node: root, entry: undefined };
  for (const key of path) {
    const entry = getEntry(locatedValue.node, key);
    const node = entry?.value ?? getItems(locatedValue.node)[Number(key)];
    if (!node) return locatedValue;
    locatedValue = { path: [...locatedValue.path, key], node, entry };
  }
  return locatedValue;
}

/**
 * Returns the range where a missing part of a value is reported: the value's key, its first child key, or its start.
 */
export function getNameRange({ node, entry }: LocatedValue): TextRange {
  if (entry) return entry.keyRange;
  const firstKeyRange = node.kind === "map" ? node.entries[0]?.keyRange : undefined;
  return firstKeyRange ?? getStartRange(node);
}

/**
 * Returns the range where an invalid value is reported: the value itself if it's a single word; otherwise, its name
 * (see `getNameRange`).
 */
export function getValueRange(locatedValue: LocatedValue): TextRange {
  const { node } = locatedValue;
  return node.kind === "scalar" && node.range.end > node.range.start ? node.range : getNameRange(locatedValue);
}

function getStartRange({ range }: SpecNode): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + 1) };
}

/** Returns the keys from a file's root to one of its nodes, or undefined if the node isn't in the tree. */
export function findPathToNode(root: SpecNode, requestedNode: SpecNode): readonly string[] | undefined {
  const path: string[] = [];
  const { start } = requestedNode.range;
  const containsStart = ({ range }: SpecNode) => range.start <= start && start < range.end;
  const ancestors = new Set<SpecNode>();
  let node = root;
  while (node !== requestedNode) {
    // An alias may refer to one of its own ancestors.
    if (ancestors.has(node)) return undefined;
    ancestors.add(node);
    const entry = node.kind === "map" ? node.entries.find(({ value }) => containsStart(value)) : undefined;
    const index = entry ? -1 : getItems(node).findIndex(containsStart);
    const nextNode = entry?.value ?? getItems(node)[index];
    if (!nextNode) return undefined;
    path.push(entry?.key ?? String(index));
    node = nextNode;
  }
  return path;
}

/**
 * Returns the keys in a reference within the same file, such as `#/components/schemas/User`, or undefined for any other
 * reference.
 */
export function resolvePointerPath(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference.slice(2).split("/").map(unescapeSegment);
}
