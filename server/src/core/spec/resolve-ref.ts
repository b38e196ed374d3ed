import { decodePercent } from "../text/decode-text.ts";
import { folderOf, isAbsoluteReference, type PathRefusal, resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { canBeSpec } from "./detect-spec.ts";
import { isRemoteSpec } from "./remote-spec.ts";
import { type PlacedNode, type SpecFiles, type SpecNode, textOf, valueAt } from "./spec-tree.ts";

/**
 * Schemas of a file by their `$id` as written, and the file itself by its `$self`. The whole file is looked through,
 * once, and only when a reference may name something in this way.
 */
export function collectSchemaIds(root: PlacedNode): ReadonlyMap<string, PlacedNode> {
  return addressesOf(root).ids;
}

/**
 * Schemas by their `$anchor` inside a file, or inside a schema with an `$id` (which keeps its anchors to itself).
 * Found as `collectSchemaIds` does.
 */
export function collectSchemaAnchors(start: PlacedNode): ReadonlyMap<string, PlacedNode> {
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
  /** The nearest schema around it, or itself, with an `$id`; undefined where that is the start. */
  readonly base: PlacedNode | undefined;
}

/** Nodes get addresses that count from the start of the file's text: the way to them is not kept. */
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

/** Why what a `$ref` of a specification names is never read. */
export type RefRefusal =
  | PathRefusal
  /** Names a server, a drive or a URL scheme: nothing is fetched for a reference, whatever its address. */
  | "external"
  /** A file of the site that is neither `.json` nor `.yaml` nor `.yml`. */
  | "not-json-or-yaml";

export type RefTarget =
  /** `fragment` is what follows `#`, still encoded; empty where nothing does. */
  | { readonly kind: "inside"; readonly file: SitePath; readonly fragment: string }
  | { readonly kind: "refused"; readonly reason: RefRefusal };

/**
 * Which file of the site a `$ref` names, told by its text alone: relative to the file it stands in, decoded once, and
 * never out of the site. A path from the root of the disk is refused, for nobody means the root of the site by it.
 */
export function refTarget(reference: string, from: SitePath): RefTarget {
  const hash = reference.indexOf("#");
  const place = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  if (place === "") return { kind: "inside", file: from, fragment };
  // A file of the web has no files of the site beside it.
  if (isRemoteSpec(from)) return { kind: "refused", reason: "external" };
  const decoded = decodePercent(place);
  if (isAbsoluteReference(decoded)) return { kind: "refused", reason: "external" };
  if (/^[\\/]/.test(decoded)) return { kind: "refused", reason: "outside-site" };
  const result = resolveSitePath(place, folderOf(from));
  if (!result.ok) return { kind: "refused", reason: result.reason };
  if (!canBeSpec(result.path)) return { kind: "refused", reason: "not-json-or-yaml" };
  return { kind: "inside", file: result.path, fragment };
}

/** Where a reference stands: what it is relative to. */
export interface RefOrigin {
  readonly file: SitePath;
  /** The nearest schema around it with an `$id`, if any. */
  readonly base?: PlacedNode | undefined;
}

/** Why a reference brings nothing in. */
export type RefLoss =
  | RefRefusal
  /** The file is not there, may not be read, or is not JSON or YAML. */
  | "no-file"
  /** The file has nothing at that place. */
  | "no-node"
  /** The place lies behind another reference, which brings nothing in itself. */
  | "lost-on-the-way"
  /** References that lead to nothing but references, or through too many. */
  | "circle"
  /** Inside a schema with an `$id`, by which it may name anything. */
  | "own-address";

/** A node with what references in it are relative to. */
export interface Spot extends RefOrigin {
  readonly node: SpecNode;
}

export type RefResult =
  { readonly ok: true; readonly target: PlacedNode } | { readonly ok: false; readonly reason: RefLoss };

/** References that one question may lead through: more than the longest chain that anybody means. */
const maxRefs = 500;
/** Keys that it may take on the way. */
const maxKeys = 5_000;
/** References behind which a place lies that lies behind a reference, and so on. */
const maxDetourDepth = 100;

/** What is left of the work that one question may make. */
interface Steps {
  refs: number;
  keys: number;
  detours: number;
}

function allSteps(): Steps {
  return { refs: maxRefs, keys: maxKeys, detours: maxDetourDepth };
}

/**
 * The node that a `$ref` names; where that is a reference again it is not followed. Reads no more than the files on
 * the way, one key after the other: nothing is copied in and nothing is fetched. Keys are taken as they stand,
 * `__proto__` too. A pointer may lead through a reference (`#/components/schemas/User/properties/name` with `User`
 * kept elsewhere).
 */
export function resolveRef(files: SpecFiles, reference: string, origin: RefOrigin): RefResult {
  return resolve(files, reference, origin, allSteps());
}

/** The node itself, or what its `$ref` names in the end. */
export function followRefs(files: SpecFiles, placed: PlacedNode): RefResult {
  return follow(files, placed, allSteps());
}

/** As `followRefs` for a node whose address nobody asks for; undefined where its `$ref` names nothing. */
export function followSpot(files: SpecFiles, spot: Spot): Spot | undefined {
  if (refOf(spot.node) === undefined) return spot;
  const result = followRefs(files, { id: "", ...spot });
  return result.ok ? result.target : undefined;
}

/** The text of a node's `$ref`, where it has one. */
export function refOf(node: SpecNode | undefined): string | undefined {
  return textOf(valueAt(node, "$ref"));
}

/** The top of a file. */
export function getDocumentRoot(files: SpecFiles, file: SitePath): PlacedNode | undefined {
  const node = files.treeOf(file)?.root;
  return node && { file, node, id: `${file}#` };
}

/** The value behind a key of a map or an index of a list (`-` and `01` are none), with its address. */
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
  // Of a file with a mistake in it only a part may be there.
  const isPart = !found.ok && found.reason === "no-node" && files.treeOf(target.file)?.fault !== undefined;
  return isPart ? lost("no-file") : found;
}

/** Inside a schema with an `$id` its own top is meant; many authors mean the file's, so that is tried as well. */
function resolveHere(files: SpecFiles, fragment: string, { file, base }: RefOrigin, steps: Steps): RefResult {
  const inBase = base && walk(files, base, fragment, steps);
  if (inBase?.ok) return inBase;
  const root = getDocumentRoot(files, file);
  if (!root) return lost("no-file");
  const found = walk(files, root, fragment, steps);
  return base && !found.ok ? lost("own-address") : found;
}

/** A schema of the same file that the reference names by its `$id`. */
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

/** `fragment` is a JSON pointer, the name of an anchor, or empty. */
function walk(files: SpecFiles, start: PlacedNode, fragment: string, steps: Steps): RefResult {
  if (fragment === "") return { ok: true, target: start };
  if (!fragment.startsWith("/")) {
    const anchor = collectSchemaAnchors(start).get(decodePercent(fragment));
    return anchor ? { ok: true, target: anchor } : lost("no-node");
  }
  let at = start;
  for (const segment of fragment.slice(1).split("/", maxKeys + 1)) {
    if (--steps.keys < 0) return lost("circle");
    const key = unescapePointer(segment);
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

function unescapePointer(segment: string): string {
  const decoded = segment.includes("%") ? decodePercent(segment) : segment;
  return decoded.includes("~") ? decoded.replaceAll("~1", "/").replaceAll("~0", "~") : decoded;
}

function escapePointer(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

function lost(reason: RefLoss): RefResult {
  return { ok: false, reason };
}
