import { decodePercent, unescapeKey } from "../text/decode-text.ts";
import { folderOf, isAbsoluteReference, type PathRefusal, resolveSitePath } from "../text/site-path.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { canBeSpec, isRemoteSpec } from "./detect-spec.ts";
import {
  entryOf,
  itemsOf,
  type PlacedNode,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  textOf,
  valueAt,
} from "./spec-tree.ts";

/**
 * Returns a file's schemas by their `$id` as written, and the file itself by its `$self`. Searches the entire file
 * once, and only if a reference may need it.
 */
function collectSchemaIds(root: PlacedNode): ReadonlyMap<string, PlacedNode> {
  return addressesOf(root).ids;
}

/**
 * Returns schemas by their `$anchor` within a file, or within a schema with an `$id`, whose anchors are local to it.
 * Searches in the same way as `collectSchemaIds`.
 */
function collectSchemaAnchors(start: PlacedNode): ReadonlyMap<string, PlacedNode> {
  return addressesOf(start).anchors;
}

interface Addresses {
  readonly ids: Map<string, PlacedNode>;
  readonly anchors: Map<string, PlacedNode>;
}

const known = new WeakMap<SpecNode, Addresses>();

function addressesOf(start: PlacedNode): Addresses {
  const before = known.get(start.node);
  if (before) return before;
  const addresses = collect(start);
  known.set(start.node, addresses);
  return addresses;
}

interface Visit {
  readonly node: SpecNode;
  /** The nearest schema with an `$id`, including this one. Undefined if there is none below the start node. */
  readonly base: PlacedNode | undefined;
}

/**
 * Collects the schemas that have an `$id` or an anchor. Their addresses are offsets in the file's text, because the
 * path to a node isn't recorded.
 */
function collect(start: PlacedNode): Addresses {
  const found: Addresses = { ids: new Map(), anchors: new Map() };
  const self = textOf(valueAt(start.node, "$self")) ?? textOf(valueAt(start.node, "$id"));
  if (self !== undefined) found.ids.set(self, start);
  const seen = new Set<SpecNode>([start.node]);
  const waiting: Visit[] = childrenOf(start.node).map((node) => ({ node, base: undefined }));
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    const { node } = visit;
    if (node.kind === "scalar" || seen.has(node)) continue;
    seen.add(node);
    const own = textOf(valueAt(node, "$id"));
    const id = `${start.file}#@${node.range.start}`;
    const base = own === undefined ? visit.base : { file: start.file, node, id };
    if (own !== undefined && base && !found.ids.has(own)) found.ids.set(own, { ...base, base });
    if (!base) {
      const anchor = textOf(valueAt(node, "$anchor")) ?? textOf(valueAt(node, "$dynamicAnchor"));
      if (anchor !== undefined && !found.anchors.has(anchor))
        found.anchors.set(anchor, { file: start.file, node, id, base: start.base });
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, base });
  }
  return found;
}

function childrenOf(node: SpecNode): readonly SpecNode[] {
  if (node.kind === "list") return node.items;
  return node.kind === "map" ? node.entries.map(({ value }) => value) : [];
}

/** The reason why the target of a `$ref` is never read. */
export type RefRefusal =
  | PathRefusal
  /**
   * The reference leads to a server, a drive, or a URL scheme. References are never fetched, regardless of the address.
   */
  | "external"
  /** A file in the site that isn't `.json`, `.yaml`, or `.yml`. */
  | "not-json-or-yaml";

export type RefTarget =
  /** The file in the site. `fragment` is the text after `#`, still encoded, or empty if there is none. */
  | { readonly kind: "inside"; readonly file: SitePath; readonly fragment: string }
  | { readonly kind: "refused"; readonly reason: RefRefusal };

/**
 * Returns the file in the site that a `$ref` refers to, based only on its text. The path is relative to the file that
 * contains it, is decoded once, and never leads outside the site. Rejects absolute paths on the disk, because they
 * never mean the site root.
 */
export function refTarget(reference: string, from: SitePath): RefTarget {
  const hash = reference.indexOf("#");
  const place = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  if (place === "") return { kind: "inside", file: from, fragment };
  // A remote file isn't in a folder of the site.
  if (isRemoteSpec(from)) return { kind: "refused", reason: "external" };
  const decoded = decodePercent(place);
  if (isAbsoluteReference(decoded)) return { kind: "refused", reason: "external" };
  if (/^[\\/]/.test(decoded)) return { kind: "refused", reason: "outside-site" };
  const result = resolveSitePath(place, folderOf(from));
  if (!result.ok) return { kind: "refused", reason: result.reason };
  if (!canBeSpec(result.path)) return { kind: "refused", reason: "not-json-or-yaml" };
  return { kind: "inside", file: result.path, fragment };
}

/** The location of a reference, which the reference is relative to. */
export interface RefOrigin {
  readonly file: SitePath;
  /** The nearest enclosing schema with an `$id`, if any. */
  readonly base?: PlacedNode | undefined;
}

/** The reason why a reference can't be resolved. */
export type RefLoss =
  | RefRefusal
  /** The file doesn't exist, must not be read, or isn't JSON or YAML. */
  | "no-file"
  /** The path doesn't exist in the file. */
  | "no-node"
  /** The path goes through another reference that can't be resolved. */
  | "lost-on-the-way"
  /** The references lead only to other references, or through too many. */
  | "circle"
  /** The reference is within a schema with an `$id`, relative to which it may refer to anything. */
  | "own-address";

/** A node with the base for resolving its references. */
export interface Spot extends RefOrigin {
  readonly node: SpecNode;
}

export type RefResult =
  | { readonly ok: true; readonly target: PlacedNode }
  | { readonly ok: false; readonly reason: RefLoss };

/** The maximum number of references per lookup. It's more than the longest intentional chain. */
const maxRefs = 500;
/** The maximum number of keys per lookup. */
const maxKeys = 5_000;
/** The maximum nesting depth of paths that go through other references. */
const maxDetourDepth = 100;

/** The remaining work budget of a lookup. */
interface Steps {
  refs: number;
  keys: number;
  detours: number;
}

function allSteps(): Steps {
  return { refs: maxRefs, keys: maxKeys, detours: maxDetourDepth };
}

/**
 * Returns the node that a `$ref` refers to. If that's another reference, it isn't resolved further. Reads only the
 * files on the path, one key at a time. Nothing is copied or fetched. Keys are used as they are, including `__proto__`.
 * A pointer can go through a reference (`#/components/schemas/User/properties/name` with `User` in another file).
 */
export function resolveRef(files: SpecFiles, reference: string, origin: RefOrigin): RefResult {
  return resolve(files, reference, origin, allSteps());
}

/** Returns the node itself or the final target of its `$ref`. */
export function followRefs(files: SpecFiles, placed: PlacedNode): RefResult {
  return follow(files, placed, allSteps());
}

/**
 * Resolves a node like `followRefs`, for callers that don't need its address. Returns undefined if its `$ref` can't be
 * resolved.
 */
export function followSpot(files: SpecFiles, spot: Spot): Spot | undefined {
  if (refOf(spot.node) === undefined) return spot;
  const result = followRefs(files, { id: "", ...spot });
  return result.ok ? result.target : undefined;
}

/** Returns the text of a node's `$ref`, if it has one. */
export function refOf(node: SpecNode | undefined): string | undefined {
  return textOf(valueAt(node, "$ref"));
}

/** Returns the root node of a file. */
export function getDocumentRoot(files: SpecFiles, file: SitePath): PlacedNode | undefined {
  const node = files.treeOf(file)?.root;
  return node && { file, node, id: `${file}#` };
}

/** Returns the value of a map key or list index (`-` and `01` aren't indexes) with its address. */
export function childOf(at: PlacedNode, key: string): PlacedNode | undefined {
  const node = nodeBehind(at.node, key);
  if (!node) return undefined;
  const child = { file: at.file, node, id: `${at.id}/${escapePointer(key)}`, base: at.base };
  return textOf(valueAt(node, "$id")) === undefined ? child : { ...child, base: child };
}

function resolve(files: SpecFiles, reference: string, origin: RefOrigin, steps: Steps): RefResult {
  if (--steps.refs < 0) return lost("circle");
  if (reference.startsWith("#")) return resolveHere(files, reference.slice(1), origin, steps);
  const target = refTarget(reference, origin.file);
  const named = byOwnAddress(files, reference, origin, steps);
  if (named) return named;
  if (origin.base) return lost("own-address");
  if (target.kind === "refused") return lost(target.reason);
  const root = getDocumentRoot(files, target.file);
  if (!root) return lost("no-file");
  const found = walk(files, root, target.fragment, steps);
  // A file with syntax errors may be incomplete.
  const isPart = !found.ok && found.reason === "no-node" && files.treeOf(target.file)?.fault !== undefined;
  return isPart ? lost("no-file") : found;
}

/**
 * Resolves a fragment. Within a schema with an `$id`, a pointer is relative to that schema. Many authors mean a pointer
 * from the root of the file, so the root is also tried.
 */
function resolveHere(files: SpecFiles, fragment: string, { file, base }: RefOrigin, steps: Steps): RefResult {
  const inBase = base && walk(files, base, fragment, steps);
  if (inBase?.ok) return inBase;
  const root = getDocumentRoot(files, file);
  if (!root) return lost("no-file");
  const found = walk(files, root, fragment, steps);
  return base && !found.ok ? lost("own-address") : found;
}

/** Returns the schema in the same file that the reference identifies by its `$id`. */
function byOwnAddress(
  files: SpecFiles,
  reference: string,
  { file }: RefOrigin,
  steps: Steps,
): RefResult | undefined {
  const target = refTarget(reference, file);
  if (target.kind === "inside" && files.treeOf(target.file)) return undefined;
  const root = getDocumentRoot(files, file);
  if (!root) return undefined;
  const hash = reference.indexOf("#");
  const named = collectSchemaIds(root).get(hash < 0 ? reference : reference.slice(0, hash));
  return named && walk(files, named, hash < 0 ? "" : reference.slice(hash + 1), steps);
}

/** Resolves a fragment, which is a JSON Pointer, the name of an anchor, or empty. */
function walk(files: SpecFiles, start: PlacedNode, fragment: string, steps: Steps): RefResult {
  if (fragment === "") return { ok: true, target: start };
  if (!fragment.startsWith("/")) {
    const anchor = collectSchemaAnchors(start).get(decodePercent(fragment));
    return anchor ? { ok: true, target: anchor } : lost("no-node");
  }
  let at = start;
  for (const segment of fragment.slice(1).split("/", maxKeys + 1)) {
    if (--steps.keys < 0) return lost("circle");
    const key = unescapeSegment(segment);
    let next = childOf(at, key);
    if (!next && refOf(at.node) !== undefined) {
      if (--steps.detours < 0) return lost("circle");
      const followed = follow(files, at, steps);
      if (!followed.ok) return lost(followed.reason === "circle" ? "circle" : "lost-on-the-way");
      next = childOf(followed.target, key);
    }
    if (!next) return lost("no-node");
    at = next;
  }
  return { ok: true, target: at };
}

function follow(files: SpecFiles, placed: PlacedNode, steps: Steps): RefResult {
  let at = placed;
  for (let reference = refOf(at.node); reference !== undefined; reference = refOf(at.node)) {
    const result = resolve(files, reference, at, steps);
    if (!result.ok) return result;
    at = result.target;
  }
  return { ok: true, target: at };
}

function nodeBehind(node: SpecNode, key: string): SpecNode | undefined {
  if (node.kind === "list") return /^(0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
  return valueAt(node, key);
}

/** Returns the key for a part of a reference, which is a URI, so it may also be percent-encoded. */
export function unescapeSegment(segment: string): string {
  return unescapeKey(decodePercent(segment));
}

function escapePointer(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

function lost(reason: RefLoss): RefResult {
  return { ok: false, reason };
}

/** A value with its path in the document and its key. */
export interface LocatedValue {
  readonly path: readonly string[];
  readonly node: SpecNode;
  /** The entry with the key. Undefined for the root and list items. */
  readonly entry: SpecEntry | undefined;
}

/** Returns the keys in a JSON Pointer such as `/paths/~1users/get`. */
export function pathOfPointer(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map(unescapeKey);
}

/** Returns the value at this path, or its nearest existing ancestor. */
export function locate(root: SpecNode, path: readonly string[]): LocatedValue {
  let at: LocatedValue = { path: [], node: root, entry: undefined };
  for (const key of path) {
    const entry = entryOf(at.node, key);
    const node = entry?.value ?? itemsOf(at.node)[Number(key)];
    if (!node) return at;
    at = { path: [...at.path, key], node, entry };
  }
  return at;
}

/** Returns the range that identifies a value in which something is missing: its key, its first key, or its start. */
export function nameRange({ node, entry }: LocatedValue): TextRange {
  if (entry) return entry.keyRange;
  const first = node.kind === "map" ? node.entries[0]?.keyRange : undefined;
  return first ?? beginningOf(node);
}

/** Returns the range of an invalid value: all of it if it's a single word, and otherwise its name. */
export function valueRange(at: LocatedValue): TextRange {
  const { node } = at;
  return node.kind === "scalar" && node.range.end > node.range.start ? node.range : nameRange(at);
}

function beginningOf({ range }: SpecNode): TextRange {
  return { start: range.start, end: Math.min(range.end, range.start + 1) };
}

/** Returns the keys from a file's root to one of its nodes. Returns undefined if the node isn't in the tree. */
export function pathToNode(root: SpecNode, requested: SpecNode): readonly string[] | undefined {
  const path: string[] = [];
  const { start } = requested.range;
  const isAround = ({ range }: SpecNode) => range.start <= start && start < range.end;
  const around = new Set<SpecNode>();
  let node = root;
  while (node !== requested) {
    // An alias may refer to one of its ancestors.
    if (around.has(node)) return undefined;
    around.add(node);
    const entry = node.kind === "map" ? node.entries.find(({ value }) => isAround(value)) : undefined;
    const index = entry ? -1 : itemsOf(node).findIndex(isAround);
    const next = entry?.value ?? itemsOf(node)[index];
    if (!next) return undefined;
    path.push(entry?.key ?? String(index));
    node = next;
  }
  return path;
}

/**
 * Returns the keys in a reference within the same file, such as `#/components/schemas/User`. Returns undefined for any
 * other reference.
 */
export function resolvePointerPath(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference.slice(2).split("/").map(unescapeSegment);
}
