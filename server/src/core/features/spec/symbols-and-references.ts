import type { Config } from "../../config/config.ts";
import { locationOfNode } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import {
  endpointEntries,
  endpointsOfPage,
  type EndpointTarget,
  type PageEndpoint,
  pageEndpoints,
  type Resolution,
} from "../../site/specs/operation-references.ts";
import { sourcesWithSpecs } from "../../site/specs/specs.ts";
import { getPartRange, findLocation, type SpecLocation } from "../../spec/edit-spec.ts";
import { findSpecs } from "../../spec/find-spec.ts";
import type { EndpointReference, ReferencePart } from "../../spec/operation-reference.ts";
import { listReferences } from "../../spec/references.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import { getChildNode, getDocumentRoot, parseRefTarget, resolveRef } from "../../spec/resolve-ref.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import {
  entriesOf,
  entryOf,
  itemsOf,
  type LocatedNode,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  textOf,
  valueAt,
} from "../../spec/spec-tree.ts";
import { decodePercent, unescapeKey } from "../../text/decode-text.ts";
import { folderOf } from "../../text/site-path.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { isMethodKey, operationsIn } from "./code-lenses.ts";

/** A specification with all of its files. The entry file comes first. */
export interface SpecParts {
  readonly files: SpecFiles;
  readonly paths: readonly SitePath[];
}

/** A symbol that can be referenced within a specification. */
export type SpecSymbol =
  /**
   * The node that these keys lead to in a file: a component, path, operation, or channel. If `keys` is empty, the
   * symbol is the file itself.
   */
  | { readonly kind: "node"; readonly file: SitePath; readonly keys: readonly string[] }
  | { readonly kind: "tag"; readonly name: string }
  | { readonly kind: "operation-id"; readonly name: string };

/** A symbol that is defined or referenced at an offset. */
export interface SpecSymbolAt {
  readonly symbol: SpecSymbol;
  /** The range of the reference or name at the offset, including its quotes. */
  readonly range: TextRange;
  /** The name as written at the offset. */
  readonly name: string;
  /** The locations of the symbol's keys or names in its definitions. A symbol can be defined more than once. */
  readonly definitions: readonly SiteLocation[];
}

/** Returns the symbol at an offset, or undefined if the offset isn't in a symbol that has a definition. */
export function specSymbolAt(
  { files, paths }: SpecParts,
  file: SitePath,
  offset: number,
): SpecSymbolAt | undefined {
  const tree = files.getTree(file);
  const location = tree && findLocation(tree, offset);
  if (!location) return undefined;
  const found = location.isOnKey ? namedByKey(files, file, location) : namedByValue(files, file, location);
  return found && { ...found, definitions: definitionsOf({ files, paths }, found.symbol) };
}

type SymbolAtRange = Omit<SpecSymbolAt, "definitions">;

function namedByKey(files: SpecFiles, file: SitePath, location: SpecLocation): SymbolAtRange | undefined {
  const { path, entry } = location;
  if (!entry) return undefined;
  const { key, keyRange: range } = entry;
  const isRequirement = path.at(-3) === "security" && /^\d+$/.test(path.at(-2) ?? "");
  if (isRequirement) return locateSymbol(schemeOf(files, key), range, key);
  if (path.length === 1 && file === files.entry && /^(openapi|asyncapi|swagger)$/.test(key))
    return locateSymbol({ kind: "node", file, keys: [] }, range, file);
  if (key === "$ref") return namedByReference(files, file, location);
  return isNameOfSymbol(path, file === files.entry)
    ? locateSymbol({ kind: "node", file, keys: path }, range, key)
    : undefined;
}

/** Whether the path leads to a symbol: either a method or a key that authors choose and can refer to. */
export function isNameOfSymbol(path: readonly string[], isEntry: boolean): boolean {
  const [first, second] = path;
  const last = path.at(-1) ?? "";
  if (first === "components" && path.length === 3) return true;
  if ((first === "paths" || first === "webhooks" || first === "channels") && path.length === 2) return true;
  if (first === "definitions" && path.length === 2) return true;
  if (first === "channels" && path[2] === "messages" && path.length === 4) return true;
  if (first === "operations" && path.length === 2) return true;
  if (isMethodKey(last) && (first === "paths" || first === "webhooks") && path.length === 3) return true;
  if (path.at(-2) === "$defs") return true;
  return (
    !isEntry && path.length <= 2 && (path.length === 1 || second !== undefined) && !last.startsWith("x-")
  );
}

function namedByValue(files: SpecFiles, file: SitePath, location: SpecLocation): SymbolAtRange | undefined {
  const { path, node } = location;
  const text = textOf(node);
  if (text === undefined) return undefined;
  const [last = "", before = "", third = ""] = [...path].reverse();
  if (last === "$ref" || last === "operationRef") return namedByReference(files, file, location);
  if (last === "operationId") return locateSymbol({ kind: "operation-id", name: text }, node.range, text);
  if (before === "mapping" && third === "discriminator") return namedByMapping(files, file, location, text);
  const isRootTag = path[0] === "tags" && path.length === 3;
  const isTag = before === "tags" && /^\d+$/.test(last) && path.length > 2;
  if (isTag || (isRootTag && (last === "name" || last === "parent")))
    return locateSymbol({ kind: "tag", name: text }, node.range, text);
  return undefined;
}

function namedByReference(
  files: SpecFiles,
  file: SitePath,
  { entry }: SpecLocation,
): SymbolAtRange | undefined {
  const reference = textOf(entry?.value);
  if (!entry || reference === undefined) return undefined;
  const result = resolveRef(files, reference, { file });
  return result.ok ? locateSymbol(symbolOfNode(result.target), entry.value.range, reference) : undefined;
}

/** Returns the schema that a value of `mapping` refers to. The value is either the schema's name or a reference. */
function namedByMapping(
  files: SpecFiles,
  file: SitePath,
  { node }: SpecLocation,
  text: string,
): SymbolAtRange | undefined {
  const keys = ["components", "schemas", text];
  if (nodeAtKeys(files, files.entry, keys))
    return locateSymbol({ kind: "node", file: files.entry, keys }, node.range, text);
  const result = resolveRef(files, text, { file });
  return result.ok ? locateSymbol(symbolOfNode(result.target), node.range, text) : undefined;
}

function schemeOf(files: SpecFiles, name: string): SpecSymbol {
  return { kind: "node", file: files.entry, keys: ["components", "securitySchemes", name] };
}

/** Returns the symbol for a node. The node's ID isn't percent-encoded. */
function symbolOfNode({ file, id }: LocatedNode): SpecSymbol {
  const [, ...segments] = id.slice(file.length + 1).split("/");
  return { kind: "node", file, keys: segments.map(unescapeKey) };
}

/** Splits a reference's fragment into keys. For example, `/components/schemas/User` has three keys. */
export function keysOf(fragment: string): readonly string[] {
  const [, ...segments] = fragment.split("/");
  return segments.map((segment) => unescapeKey(decodePercent(segment)));
}

function locateSymbol(symbol: SpecSymbol, range: TextRange, name: string): SymbolAtRange {
  return { symbol, range, name };
}

export function nodeAtKeys(files: SpecFiles, file: SitePath, keys: readonly string[]): SpecNode | undefined {
  let at = getDocumentRoot(files, file);
  for (const key of keys) at = at && getChildNode(at, key);
  return at?.node;
}

/** Returns a symbol's definitions. */
export function definitionsOf({ files, paths }: SpecParts, symbol: SpecSymbol): readonly SiteLocation[] {
  switch (symbol.kind) {
    case "node": {
      const { file, keys } = symbol;
      const tree = files.getTree(file);
      if (keys.length === 0) return tree ? [{ file, range: { start: 0, end: 0 } }] : [];
      const parent = nodeAtKeys(files, file, keys.slice(0, -1));
      const last = keys.at(-1) ?? "";
      const range = entryOf(parent, last)?.keyRange ?? itemsOf(parent)[Number(last)]?.range;
      return range ? [{ file, range }] : [];
    }
    case "tag":
      return itemsOf(valueAt(files.getTree(files.entry)?.root, "tags")).flatMap((item): SiteLocation[] => {
        const name = valueAt(item, "name");
        return name && textOf(name) === symbol.name ? [{ file: files.entry, range: name.range }] : [];
      });
    case "operation-id":
      return paths.flatMap((file) => operationIdsIn(files, file, symbol.name));
  }
}

/** Returns the locations of the operations that have this ID in the file. */
function operationIdsIn(files: SpecFiles, file: SitePath, id: string): readonly SiteLocation[] {
  const tree = files.getTree(file);
  if (!tree) return [];
  return operationsIn(tree).flatMap(({ entry }): SiteLocation[] => {
    const value = valueAt(entry.value, "operationId");
    return value && textOf(value) === id ? [{ file, range: value.range }] : [];
  });
}

export interface SpecSymbolReference {
  readonly file: SitePath;
  /** The range of the value or key, including its quotes. */
  readonly range: TextRange;
  /** The text as written, without quotes. */
  readonly text: string;
  /**
   * The part of the text that contains the name: a single segment for a JSON pointer, or the entire text otherwise.
   * `segment` is the segment's position, starting at 1. For example, it's 3 for the last segment of
   * `#/components/schemas/User`.
   */
  readonly form: { readonly kind: "pointer"; readonly segment: number } | { readonly kind: "name" };
}

type NodeSymbol = Extract<SpecSymbol, { kind: "node" }>;

const nameForm = { kind: "name" } as const;
const maxNodes = 3_000_000;

/** Returns all references to a symbol in a specification's files. The symbol's definition isn't included. */
export function findSpecReferences(parts: SpecParts, symbol: SpecSymbol): readonly SpecSymbolReference[] {
  return parts.paths.flatMap((file) => {
    const tree = parts.files.getTree(file);
    if (!tree) return [];
    switch (symbol.kind) {
      case "node":
        return usesOfNode(parts, file, tree, symbol);
      case "tag":
        return usesOfTag(file, tree, symbol.name);
      case "operation-id":
        return linksIn(tree, "operationId").flatMap((value) => nameIn(file, value, symbol.name));
    }
  });
}

function usesOfNode(
  { files }: SpecParts,
  file: SitePath,
  tree: SpecTree,
  symbol: NodeSymbol,
): readonly SpecSymbolReference[] {
  const pointers = [
    ...listReferences(tree),
    ...linksIn(tree, "operationRef").flatMap((value) => {
      const text = textOf(value);
      return text === undefined ? [] : [{ range: value.range, text }];
    }),
  ];
  const uses = pointers.flatMap(({ range, text }): SpecSymbolReference[] =>
    isReferenceTo(symbol, text, file) ? [{ file, range, text, form: segmentOf(symbol) }] : [],
  );
  const [first, section, name = ""] = symbol.keys;
  if (first !== "components" || symbol.keys.length !== 3) return uses;
  if (section === "schemas") uses.push(...mappingsTo(symbol, file, tree));
  if (section === "securitySchemes" && symbol.file === files.entry)
    uses.push(...requirementsOf(file, tree, name));
  return uses.sort((a, b) => a.range.start - b.range.start);
}

function segmentOf({ keys }: NodeSymbol): SpecSymbolReference["form"] {
  return { kind: "pointer", segment: keys.length };
}

/** Whether a reference leads to the symbol or to something inside it. */
function isReferenceTo({ file, keys }: NodeSymbol, text: string, from: SitePath): boolean {
  if (keys.length === 0 && text.startsWith("#")) return false;
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  if (keys.length > 0 && !fragment.startsWith("/")) return false;
  const target = parseRefTarget(text, from);
  if (target.kind !== "inside" || target.file !== file) return false;
  const targetKeys = keysOf(fragment);
  return keys.every((key, i) => targetKeys[i] === key);
}

/** Returns the references to a tag in operations and in the `parent` fields of other tags. */
function usesOfTag(file: SitePath, tree: SpecTree, name: string): SpecSymbolReference[] {
  const parents = itemsOf(valueAt(tree.root, "tags")).flatMap((tag) =>
    nameIn(file, valueAt(tag, "parent"), name),
  );
  const ofOperations = operationsIn(tree).flatMap(({ entry }) =>
    itemsOf(valueAt(entry.value, "tags")).flatMap((item) => nameIn(file, item, name)),
  );
  return [...parents, ...ofOperations];
}

function requirementsOf(file: SitePath, tree: SpecTree, name: string): SpecSymbolReference[] {
  const lists = [tree.root, ...operationsIn(tree).map(({ entry }) => entry.value)].map((node) =>
    valueAt(node, "security"),
  );
  return lists.flatMap((list) =>
    itemsOf(list).flatMap((item): SpecSymbolReference[] => {
      const entry = entryOf(item, name);
      return entry ? [{ file, range: entry.keyRange, text: name, form: nameForm }] : [];
    }),
  );
}

/**
 * Returns the references to a schema in `discriminator.mapping`, whose values are names or references. Most files don't
 * contain any.
 */
function mappingsTo(symbol: NodeSymbol, file: SitePath, tree: SpecTree): SpecSymbolReference[] {
  if (tree.table && !tree.table.text.includes("discriminator")) return [];
  const name = symbol.keys[2] ?? "";
  const uses: SpecSymbolReference[] = [];
  const seen = new Set<SpecNode>();
  let remaining = maxNodes;
  const visit = (node: SpecNode): void => {
    if (node.kind === "scalar" || --remaining < 0) return;
    if (tree.shared.has(node)) {
      if (seen.has(node)) return;
      seen.add(node);
    }
    if (node.kind === "list") for (const item of node.items) visit(item);
    else
      for (const { key, value } of node.entries) {
        if (key === "discriminator")
          for (const entry of entriesOf(valueAt(value, "mapping"))) take(entry.value);
        else if (key !== "example" && key !== "examples" && key !== "enum") visit(value);
      }
  };
  const take = (value: SpecNode): void => {
    const text = textOf(value);
    if (text === undefined) return;
    const { range } = value;
    if (text === name) uses.push({ file, range, text, form: nameForm });
    else if (isReferenceTo(symbol, text, file)) uses.push({ file, range, text, form: segmentOf(symbol) });
  };
  if (tree.root) visit(tree.root);
  return uses;
}

/**
 * Returns the values of this field in all links. Links can be in `components.links` and in the responses of operations
 * and components.
 */
function linksIn(tree: SpecTree, field: "operationId" | "operationRef"): SpecNode[] {
  if (tree.table && !tree.table.text.includes("links")) return [];
  const components = valueAt(tree.root, "components");
  const responses = [
    ...operationsIn(tree).flatMap(({ entry }) => [...entriesOf(valueAt(entry.value, "responses"))]),
    ...entriesOf(valueAt(components, "responses")),
  ];
  const links = [valueAt(components, "links"), ...responses.map(({ value }) => valueAt(value, "links"))];
  return links.flatMap((map) => [...entriesOf(map)].flatMap(({ value }) => valueAt(value, field) ?? []));
}

function nameIn(file: SitePath, node: SpecNode | undefined, name: string): SpecSymbolReference[] {
  return node && textOf(node) === name ? [{ file, range: node.range, text: name, form: nameForm }] : [];
}

/** A reference to a specification or one of its symbols in a file that isn't a specification. */
export interface SiteReference {
  /** The location of the value, including its quotes. */
  readonly at: SiteLocation;
  /** The text as written, without quotes. */
  readonly text: string;
  /** The specification that the text refers to, and the range of the specification's name in the text. */
  readonly named: { readonly spec: SpecOutline; readonly part: TextRange } | undefined;
  readonly resolvedTarget: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
  readonly reference: EndpointReference | undefined;
}

/** Returns all values in docs.json and frontmatter that refer to a specification or one of its symbols. */
export function listSiteReferences(site: Site): readonly SiteReference[] {
  return [
    ...usesInConfig(site),
    ...pageEndpoints(site).flatMap((endpoint) => useOfPage(site, endpoint) ?? []),
  ];
}

/** Returns the references to specifications and their symbols in one file: a page, docs.json, or an included file. */
export function listSiteReferencesIn(site: Site, file: SitePath): readonly SiteReference[] {
  const page = site.pages.get(file);
  const all = page
    ? endpointsOfPage(site, page).flatMap((endpoint) => useOfPage(site, endpoint) ?? [])
    : usesInConfig(site);
  return all.filter(({ at }) => at.file === file);
}

/** Returns the reference at an offset in docs.json or on a page. */
export function findSiteReferenceAt(site: Site, file: SitePath, offset: number): SiteReference | undefined {
  return listSiteReferencesIn(site, file).find(({ at: { range } }) => containsOffset(range, offset));
}

/**
 * Whether the offset is in the specification's name. If the rest of the reference can't be resolved, the entire
 * reference is treated as the name.
 */
export function isOnFileName(
  { at, text, named, resolvedTarget: found }: SiteReference,
  offset: number,
): boolean {
  if (!named) return false;
  const part = getPartRange(text, at.range, named.part);
  return !found || containsOffset(part, offset);
}

/** Returns the location of the key that defines the target. For an operation, this is the key of its method or path. */
export function getTargetLocation(
  spec: SpecOutline,
  target: EndpointTarget,
  requested: "method" | "path" = "method",
): SiteLocation | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  switch (target.kind) {
    case "operation":
    case "webhook":
      if (requested === "path") return { file: spec.path, range: target.operation.pathRange };
      return { file: target.operation.file ?? spec.path, range: target.operation.range };
    case "schema":
      return { file: spec.path, range: target.schema.range };
    case "channel":
      return { file: spec.path, range: target.channel.range };
  }
}

/**
 * Returns the references to symbols that are defined at these locations. References identify operations by method and
 * path or by ID.
 */
export function findReferencesOfLocations(
  site: Site,
  definitions: readonly SiteLocation[],
): readonly SiteReference[] {
  const requested = new Set(definitions.map(keyOf));
  return listSiteReferences(site).filter(({ resolvedTarget: found, named }) => {
    if (named && requested.has(keyOf({ file: named.spec.path, range: { start: 0, end: 0 } }))) return true;
    return found !== undefined && keysOfTarget(found.spec, found.target).some((key) => requested.has(key));
  });
}

function keysOfTarget(spec: SpecOutline, target: EndpointTarget): string[] {
  const targetLocation = getTargetLocation(spec, target);
  if (!targetLocation) return [];
  if (target.kind !== "operation" && target.kind !== "webhook") return [keyOf(targetLocation)];
  const { pathRange, operationIdRange } = target.operation;
  const path = keyOf({ file: spec.path, range: pathRange });
  const id = operationIdRange && keyOf({ file: targetLocation.file, range: operationIdRange });
  return [keyOf(targetLocation), path, ...(id === undefined ? [] : [id])];
}

function keyOf({ file, range }: SiteLocation): string {
  return `${range.start} ${file}`;
}

function usesInConfig(site: Site): readonly SiteReference[] {
  return ofConfig(site.config)(site);
}

const ofConfig = derive((_config: Config) =>
  derive((site: Site): readonly SiteReference[] => [
    ...sourcesWithSpecs(site).map(({ source, spec }): SiteReference => {
      const { at, source: text } = source;
      const named = spec && { spec, part: { start: 0, end: text.length } };
      return { at, text, named, resolvedTarget: undefined, reference: undefined };
    }),
    ...endpointEntries(site).map(({ entry, resolution }) =>
      useOf(site, locationOfNode(entry.node), entry.text, resolution, ""),
    ),
  ]),
);

function useOfPage(site: Site, { page, field, text, resolution }: PageEndpoint): SiteReference | undefined {
  const frontmatterField = site.references.get(page)?.frontmatter.fields.get(field);
  if (!frontmatterField) return undefined;
  return useOf(site, { file: page, range: frontmatterField.valueRange }, text, resolution, folderOf(page));
}

function useOf(
  site: Site,
  at: SiteLocation,
  text: string,
  resolution: Resolution,
  folder: SitePath,
): SiteReference {
  const reference = "reference" in resolution ? resolution.reference : undefined;
  const resolvedTarget = resolution.kind === "found" ? resolution : undefined;
  const named = namedBy(site, reference?.file, resolvedTarget?.spec, folder);
  return { at, text, reference, resolvedTarget, named };
}

function namedBy(
  site: Site,
  file: ReferencePart | undefined,
  found: SpecOutline | undefined,
  folder: SitePath,
): SiteReference["named"] {
  if (!file) return undefined;
  const lookup = found ? undefined : findSpecs(site.specs, file.text, folder);
  const spec = found ?? (lookup?.kind === "found" ? lookup.specs[0] : undefined);
  return spec && { spec, part: file.range };
}
