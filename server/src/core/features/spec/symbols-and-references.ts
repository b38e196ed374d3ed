import type { Config } from "../../config/config.ts";
import { getNodeLocation } from "../../config/json/json-tree.ts";
import type { Site } from "../../site/site.ts";
import {
  getEndpointEntries,
  getPageEndpoints,
  type EndpointTarget,
  type PageEndpoint,
  listPageEndpoints,
  type Resolution,
} from "../../site/specs/operation-references.ts";
import { getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { getPartRange, findLocation, type SpecLocation } from "../../spec/edit-spec.ts";
import { findSpecs } from "../../spec/find-spec.ts";
import type { EndpointReference, ReferencePart } from "../../spec/operation-reference.ts";
import { listReferences } from "../../spec/references.ts";
import { isRemoteSpec } from "../../spec/detect-spec.ts";
import { getChildNode, getDocumentRoot, parseRefTarget, resolveRef } from "../../spec/resolve-ref.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type LocatedNode,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getValue,
} from "../../spec/spec-tree.ts";
import { decodePercent, unescapeKey } from "../../text/decode-text.ts";
import { getFolderPath } from "../../text/site-path.ts";
import { type SiteLocation, type SitePath, type TextRange, containsOffset } from "../../text/text-edit.ts";
import { derive } from "../../text/maps.ts";
import { isMethodKey, findOperations } from "./code-lenses.ts";

/** A specification with all of its files. The entry file comes first. */
export interface SpecFileSet {
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
export interface SpecSymbolOccurrence {
  readonly symbol: SpecSymbol;
  /** The range of the reference or name at the offset, including its quotes. */
  readonly range: TextRange;
  /** The name as written at the offset. */
  readonly name: string;
  /** The locations of the symbol's keys or names in its definitions. A symbol can be defined more than once. */
  readonly definitions: readonly SiteLocation[];
}

/** Returns the symbol at an offset, or undefined if the offset isn't in a symbol that has a definition. */
export function findSpecSymbol(
  { files, paths }: SpecFileSet,
  file: SitePath,
  offset: number,
): SpecSymbolOccurrence | undefined {
  const tree = files.getTree(file);
  const location = tree && findLocation(tree, offset);
  if (!location) return undefined;
  const findSymbol = location.isOnKey ? findSymbolByKey : findSymbolByValue;
  const specSymbol = findSymbol(files, file, location);
  return specSymbol && { ...specSymbol, definitions: findSpecDefinitions({ files, paths }, specSymbol.symbol) };
}

type SymbolAtRange = Omit<SpecSymbolOccurrence, "definitions">;

function findSymbolByKey(files: SpecFiles, file: SitePath, location: SpecLocation): SymbolAtRange | undefined {
  const { path, entry } = location;
  if (!entry) return undefined;
  const { key, keyRange } = entry;
  const isRequirement = path.at(-3) === "security" && /^\d+$/.test(path.at(-2) ?? "");
  if (isRequirement) return createSymbolAtRange(createSchemeSymbol(files, key), keyRange, key);
  if (path.length === 1 && file === files.entry && /^(openapi|asyncapi|swagger)$/.test(key))
    return createSymbolAtRange({ kind: "node", file, keys: [] }, keyRange, file);
  if (key === "$ref") return findReferenceSymbol(files, file, location);
  return isNameOfSymbol(path, file === files.entry)
    ? createSymbolAtRange({ kind: "node", file, keys: path }, keyRange, key)
    : undefined;
}

/** Whether the path leads to a symbol: either a method or a key that authors choose and can refer to. */
export function isNameOfSymbol(path: readonly string[], isEntry: boolean): boolean {
  const [rootKey, secondKey] = path;
  const lastKey = path.at(-1) ?? "";
  if (rootKey === "components" && path.length === 3) return true;
  if ((rootKey === "paths" || rootKey === "webhooks" || rootKey === "channels") && path.length === 2) return true;
  if (rootKey === "definitions" && path.length === 2) return true;
  if (rootKey === "channels" && path[2] === "messages" && path.length === 4) return true;
  if (rootKey === "operations" && path.length === 2) return true;
  if (isMethodKey(lastKey) && (rootKey === "paths" || rootKey === "webhooks") && path.length === 3) return true;
  if (path.at(-2) === "$defs") return true;
  return !isEntry && path.length <= 2 && (path.length === 1 || secondKey !== undefined) && !lastKey.startsWith("x-");
}

function findSymbolByValue(files: SpecFiles, file: SitePath, location: SpecLocation): SymbolAtRange | undefined {
  const { path, node } = location;
  const text = getNodeText(node);
  if (text === undefined) return undefined;
  const [lastKey = "", parentKey = "", grandparentKey = ""] = [...path].reverse();
  if (lastKey === "$ref" || lastKey === "operationRef") return findReferenceSymbol(files, file, location);
  if (lastKey === "operationId") return createSymbolAtRange({ kind: "operation-id", name: text }, node.range, text);
  if (parentKey === "mapping" && grandparentKey === "discriminator")
    return findMappingSymbol(files, file, location, text);
  const isRootTag = path[0] === "tags" && path.length === 3;
  const isTag = parentKey === "tags" && /^\d+$/.test(lastKey) && path.length > 2;
  if (isTag || (isRootTag && (lastKey === "name" || lastKey === "parent")))
    return createSymbolAtRange({ kind: "tag", name: text }, node.range, text);
  return undefined;
}

function findReferenceSymbol(files: SpecFiles, file: SitePath, { entry }: SpecLocation): SymbolAtRange | undefined {
  const reference = getNodeText(entry?.value);
  if (!entry || reference === undefined) return undefined;
  const result = resolveRef(files, reference, { file });
  return result.ok ? createSymbolAtRange(toSymbol(result.target), entry.value.range, reference) : undefined;
}

/** Returns the schema that a value of `mapping` refers to. The value is either the schema's name or a reference. */
function findMappingSymbol(
  files: SpecFiles,
  file: SitePath,
  { node }: SpecLocation,
  text: string,
): SymbolAtRange | undefined {
  const keys = ["components", "schemas", text];
  if (findNode(files, files.entry, keys))
    return createSymbolAtRange({ kind: "node", file: files.entry, keys }, node.range, text);
  const result = resolveRef(files, text, { file });
  return result.ok ? createSymbolAtRange(toSymbol(result.target), node.range, text) : undefined;
}

function createSchemeSymbol(files: SpecFiles, name: string): SpecSymbol {
  return { kind: "node", file: files.entry, keys: ["components", "securitySchemes", name] };
}

/** Returns the symbol for a node. The node's ID isn't percent-encoded. */
function toSymbol({ file, id }: LocatedNode): SpecSymbol {
  const [, ...segments] = id.slice(file.length + 1).split("/");
  return { kind: "node", file, keys: segments.map(unescapeKey) };
}

/** Splits a reference's fragment into keys. For example, `/components/schemas/User` has three keys. */
export function splitKeys(fragment: string): readonly string[] {
  const [, ...segments] = fragment.split("/");
  return segments.map((segment) => unescapeKey(decodePercent(segment)));
}

function createSymbolAtRange(symbol: SpecSymbol, range: TextRange, name: string): SymbolAtRange {
  return { symbol, range, name };
}

export function findNode(files: SpecFiles, file: SitePath, keys: readonly string[]): SpecNode | undefined {
  let locatedNode = getDocumentRoot(files, file);
  for (const key of keys) locatedNode = locatedNode && getChildNode(locatedNode, key);
  return locatedNode?.node;
}

/** Returns a symbol's definitions. */
export function findSpecDefinitions({ files, paths }: SpecFileSet, symbol: SpecSymbol): readonly SiteLocation[] {
  switch (symbol.kind) {
    case "node": {
      const { file, keys } = symbol;
      const tree = files.getTree(file);
      if (keys.length === 0) return tree ? [{ file, range: { start: 0, end: 0 } }] : [];
      const parent = findNode(files, file, keys.slice(0, -1));
      const lastKey = keys.at(-1) ?? "";
      const range = getEntry(parent, lastKey)?.keyRange ?? getItems(parent)[Number(lastKey)]?.range;
      return range ? [{ file, range }] : [];
    }
    case "tag":
      return getItems(getValue(files.getTree(files.entry)?.root, "tags")).flatMap((item): SiteLocation[] => {
        const name = getValue(item, "name");
        return name && getNodeText(name) === symbol.name ? [{ file: files.entry, range: name.range }] : [];
      });
    case "operation-id":
      return paths.flatMap((file) => findOperationIds(files, file, symbol.name));
  }
}

/** Returns the locations of the operations that have this ID in the file. */
function findOperationIds(files: SpecFiles, file: SitePath, id: string): readonly SiteLocation[] {
  const tree = files.getTree(file);
  if (!tree) return [];
  return findOperations(tree).flatMap(({ entry }): SiteLocation[] => {
    const value = getValue(entry.value, "operationId");
    return value && getNodeText(value) === id ? [{ file, range: value.range }] : [];
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
export function findSpecReferences(fileSet: SpecFileSet, symbol: SpecSymbol): readonly SpecSymbolReference[] {
  return fileSet.paths.flatMap((file) => {
    const tree = fileSet.files.getTree(file);
    if (!tree) return [];
    switch (symbol.kind) {
      case "node":
        return findNodeReferences(fileSet, file, tree, symbol);
      case "tag":
        return findTagReferences(file, tree, symbol.name);
      case "operation-id":
        return findLinkValues(tree, "operationId").flatMap((value) => findNameReference(file, value, symbol.name));
    }
  });
}

function findNodeReferences(
  { files }: SpecFileSet,
  file: SitePath,
  tree: SpecTree,
  symbol: NodeSymbol,
): readonly SpecSymbolReference[] {
  const pointers = [
    ...listReferences(tree),
    ...findLinkValues(tree, "operationRef").flatMap((value) => {
      const text = getNodeText(value);
      return text === undefined ? [] : [{ range: value.range, text }];
    }),
  ];
  const references = pointers.flatMap(({ range, text }): SpecSymbolReference[] =>
    isReferenceTo(symbol, text, file) ? [{ file, range, text, form: getPointerForm(symbol) }] : [],
  );
  const [rootKey, section, name = ""] = symbol.keys;
  if (rootKey !== "components" || symbol.keys.length !== 3) return references;
  if (section === "schemas") references.push(...findMappingReferences(symbol, file, tree));
  if (section === "securitySchemes" && symbol.file === files.entry)
    references.push(...findRequirementReferences(file, tree, name));
  return references.sort((a, b) => a.range.start - b.range.start);
}

function getPointerForm({ keys }: NodeSymbol): SpecSymbolReference["form"] {
  return { kind: "pointer", segment: keys.length };
}

/** Whether a reference leads to the symbol or to something inside it. */
function isReferenceTo({ file, keys }: NodeSymbol, text: string, referencingFile: SitePath): boolean {
  if (keys.length === 0 && text.startsWith("#")) return false;
  const hashIndex = text.indexOf("#");
  const fragment = hashIndex < 0 ? "" : text.slice(hashIndex + 1);
  if (keys.length > 0 && !fragment.startsWith("/")) return false;
  const target = parseRefTarget(text, referencingFile);
  if (target.kind !== "inside" || target.file !== file) return false;
  const targetKeys = splitKeys(fragment);
  return keys.every((key, i) => targetKeys[i] === key);
}

/** Returns the references to a tag in operations and in the `parent` fields of other tags. */
function findTagReferences(file: SitePath, tree: SpecTree, name: string): SpecSymbolReference[] {
  const tags = getItems(getValue(tree.root, "tags"));
  const parentReferences = tags.flatMap((tag) => findNameReference(file, getValue(tag, "parent"), name));
  const operationReferences = findOperations(tree).flatMap(({ entry }) =>
    getItems(getValue(entry.value, "tags")).flatMap((item) => findNameReference(file, item, name)),
  );
  return [...parentReferences, ...operationReferences];
}

function findRequirementReferences(file: SitePath, tree: SpecTree, name: string): SpecSymbolReference[] {
  const lists = [tree.root, ...findOperations(tree).map(({ entry }) => entry.value)].map((node) =>
    getValue(node, "security"),
  );
  return lists.flatMap((list) =>
    getItems(list).flatMap((item): SpecSymbolReference[] => {
      const entry = getEntry(item, name);
      return entry ? [{ file, range: entry.keyRange, text: name, form: nameForm }] : [];
    }),
  );
}

/**
 * Returns the references to a schema in `discriminator.mapping`, whose values are names or references. Most files don't
 * contain any.
 */
function findMappingReferences(symbol: NodeSymbol, file: SitePath, tree: SpecTree): SpecSymbolReference[] {
  if (tree.table && !tree.table.text.includes("discriminator")) return [];
  const name = symbol.keys[2] ?? "";
  const references: SpecSymbolReference[] = [];
  const visitedNodes = new Set<SpecNode>();
  let remainingNodeCount = maxNodes;
  const visit = (node: SpecNode): void => {
    if (node.kind === "scalar" || --remainingNodeCount < 0) return;
    if (tree.sharedNodes.has(node)) {
      if (visitedNodes.has(node)) return;
      visitedNodes.add(node);
    }
    if (node.kind === "list") for (const item of node.items) visit(item);
    else
      for (const { key, value } of node.entries) {
        if (key === "discriminator")
          for (const entry of getEntries(getValue(value, "mapping"))) addReference(entry.value);
        else if (key !== "example" && key !== "examples" && key !== "enum") visit(value);
      }
  };
  const addReference = (value: SpecNode): void => {
    const text = getNodeText(value);
    if (text === undefined) return;
    const { range } = value;
    if (text === name) references.push({ file, range, text, form: nameForm });
    else if (isReferenceTo(symbol, text, file)) references.push({ file, range, text, form: getPointerForm(symbol) });
  };
  if (tree.root) visit(tree.root);
  return references;
}

/**
 * Returns the values of this field in all links. Links can be in `components.links` and in the responses of operations
 * and components.
 */
function findLinkValues(tree: SpecTree, field: "operationId" | "operationRef"): SpecNode[] {
  if (tree.table && !tree.table.text.includes("links")) return [];
  const components = getValue(tree.root, "components");
  const responses = [
    ...findOperations(tree).flatMap(({ entry }) => [...getEntries(getValue(entry.value, "responses"))]),
    ...getEntries(getValue(components, "responses")),
  ];
  const links = [getValue(components, "links"), ...responses.map(({ value }) => getValue(value, "links"))];
  return links.flatMap((linkMap) => [...getEntries(linkMap)].flatMap(({ value }) => getValue(value, field) ?? []));
}

function findNameReference(file: SitePath, node: SpecNode | undefined, name: string): SpecSymbolReference[] {
  return node && getNodeText(node) === name ? [{ file, range: node.range, text: name, form: nameForm }] : [];
}

/** A reference to a specification or one of its symbols in a file that isn't a specification. */
export interface SiteReference {
  /** The location of the value, including its quotes. */
  readonly location: SiteLocation;
  /** The text as written, without quotes. */
  readonly text: string;
  /** The specification that the text refers to, and the range of the specification's name in the text. */
  readonly namedSpec: { readonly spec: SpecOutline; readonly nameRange: TextRange } | undefined;
  readonly resolvedTarget: { readonly spec: SpecOutline; readonly target: EndpointTarget } | undefined;
  readonly reference: EndpointReference | undefined;
}

/** Returns all values in docs.json and frontmatter that refer to a specification or one of its symbols. */
export function listSiteReferences(site: Site): readonly SiteReference[] {
  return [
    ...findConfigReferences(site),
    ...listPageEndpoints(site).flatMap((endpoint) => createPageReference(site, endpoint) ?? []),
  ];
}

/** Returns the references to specifications and their symbols in one file: a page, docs.json, or an included file. */
export function listSiteReferencesInFile(site: Site, file: SitePath): readonly SiteReference[] {
  const page = site.pages.get(file);
  const siteReferences = page
    ? getPageEndpoints(site, page).flatMap((endpoint) => createPageReference(site, endpoint) ?? [])
    : findConfigReferences(site);
  return siteReferences.filter(({ location }) => location.file === file);
}

/** Returns the reference at an offset in docs.json or on a page. */
export function findSiteReferenceAt(site: Site, file: SitePath, offset: number): SiteReference | undefined {
  return listSiteReferencesInFile(site, file).find(({ location: { range } }) => containsOffset(range, offset));
}

/**
 * Whether the offset is in the specification's name. If the rest of the reference can't be resolved, the entire
 * reference is treated as the name.
 */
export function isOnFileName({ location, text, namedSpec, resolvedTarget }: SiteReference, offset: number): boolean {
  if (!namedSpec) return false;
  const nameRange = getPartRange(text, location.range, namedSpec.nameRange);
  return !resolvedTarget || containsOffset(nameRange, offset);
}

/** Returns the location of the key that defines the target. For an operation, this is the key of its method or path. */
export function getTargetLocation(
  spec: SpecOutline,
  target: EndpointTarget,
  part: "method" | "path" = "method",
): SiteLocation | undefined {
  if (isRemoteSpec(spec.path)) return undefined;
  switch (target.kind) {
    case "operation":
    case "webhook":
      if (part === "path") return { file: spec.path, range: target.operation.pathRange };
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
export function findDefinitionReferences(site: Site, definitions: readonly SiteLocation[]): readonly SiteReference[] {
  const definitionKeys = new Set(definitions.map(getLocationKey));
  return listSiteReferences(site).filter(({ resolvedTarget, namedSpec }) => {
    if (namedSpec && definitionKeys.has(getLocationKey({ file: namedSpec.spec.path, range: { start: 0, end: 0 } })))
      return true;
    return (
      resolvedTarget !== undefined &&
      getTargetKeys(resolvedTarget.spec, resolvedTarget.target).some((key) => definitionKeys.has(key))
    );
  });
}

function getTargetKeys(spec: SpecOutline, target: EndpointTarget): string[] {
  const targetLocation = getTargetLocation(spec, target);
  if (!targetLocation) return [];
  if (target.kind !== "operation" && target.kind !== "webhook") return [getLocationKey(targetLocation)];
  const { pathRange, operationIdRange } = target.operation;
  const path = getLocationKey({ file: spec.path, range: pathRange });
  const id = operationIdRange && getLocationKey({ file: targetLocation.file, range: operationIdRange });
  return [getLocationKey(targetLocation), path, ...(id === undefined ? [] : [id])];
}

function getLocationKey({ file, range }: SiteLocation): string {
  return `${range.start} ${file}`;
}

function findConfigReferences(site: Site): readonly SiteReference[] {
  return createConfigReferenceFinder(site.config)(site);
}

const createConfigReferenceFinder = derive((_config: Config) =>
  derive((site: Site): readonly SiteReference[] => [
    ...getSourcesWithSpecs(site).map(({ source, spec }): SiteReference => {
      const { location, source: text } = source;
      const namedSpec = spec && { spec, nameRange: { start: 0, end: text.length } };
      return { location, text, namedSpec, resolvedTarget: undefined, reference: undefined };
    }),
    ...getEndpointEntries(site).map(({ entry, resolution }) =>
      createSiteReference(site, getNodeLocation(entry.node), entry.text, resolution, ""),
    ),
  ]),
);

function createPageReference(site: Site, { page, field, text, resolution }: PageEndpoint): SiteReference | undefined {
  const frontmatterField = site.references.get(page)?.frontmatter.fields.get(field);
  if (!frontmatterField) return undefined;
  return createSiteReference(
    site,
    { file: page, range: frontmatterField.valueRange },
    text,
    resolution,
    getFolderPath(page),
  );
}

function createSiteReference(
  site: Site,
  location: SiteLocation,
  text: string,
  resolution: Resolution,
  folder: SitePath,
): SiteReference {
  const reference = "reference" in resolution ? resolution.reference : undefined;
  const resolvedTarget = resolution.kind === "found" ? resolution : undefined;
  const namedSpec = findNamedSpec(site, reference?.file, resolvedTarget?.spec, folder);
  return { location, text, reference, resolvedTarget, namedSpec };
}

function findNamedSpec(
  site: Site,
  file: ReferencePart | undefined,
  resolvedSpec: SpecOutline | undefined,
  folder: SitePath,
): SiteReference["namedSpec"] {
  if (!file) return undefined;
  const lookup = resolvedSpec ? undefined : findSpecs(site.specs, file.text, folder);
  const spec = resolvedSpec ?? (lookup?.kind === "found" ? lookup.specs[0] : undefined);
  return spec && { spec, nameRange: file.range };
}
