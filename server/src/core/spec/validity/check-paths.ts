import { toCode } from "../../text/phrase.ts";
import { fixedMethods } from "../outline-operations.ts";
import { getChildNode, followRefs, followLocation, getRef, getDocumentRoot } from "../resolve-ref.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type LocatedNode,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  getNodeText,
  getValue,
} from "../spec-tree.ts";
import type { FoundProblem } from "./validator-errors.ts";

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));

/**
 * Checks the rules for paths that a schema can't express. Two templates that differ only in the names in braces are the
 * same path (3.1.1 §4.8.8.1). Such templates aren't reported if they define different methods, because each method and
 * path still has only one operation. Each name in braces must have a parameter with `in: path`, and vice versa
 * (§4.8.12). Services don't check these rules, so the problems are tolerated. In OpenAPI 3.1, the service's schema
 * doesn't allow a reference instead of a path item. `name` is a name from `getValidatorName`.
 */
export function* checkPaths(files: SpecFiles, name: string): Generator<void, readonly FoundProblem[]> {
  const problems: FoundProblem[] = [];
  const root = getDocumentRoot(files, files.entry);
  const paths = root && getChildNode(root, "paths");
  if (!paths) return problems;
  const entriesByTemplate = new Map<string, SpecEntry>();
  let count = 0;
  for (const entry of getEntries(paths.node)) {
    if (!entry.key.startsWith("/")) continue;
    const pathTemplate = entry.key.replace(/\{[^{}]*\}/g, "{}");
    const firstEntry = entriesByTemplate.get(pathTemplate);
    if (!firstEntry) entriesByTemplate.set(pathTemplate, entry);
    else if (!haveSeparateMethods(listPathMethods(files, paths, firstEntry), listPathMethods(files, paths, entry)))
      problems.push({
        kind: "same-path",
        path: ["paths", entry.key],
        range: entry.keyRange,
        name: firstEntry.key,
        isTolerated: true,
        first: firstEntry.keyRange,
      });
    const item = getChildNode(paths, entry.key);
    if (item) problems.push(...checkParameters(files, item, entry));
    if (item && name === "openapi-3.1") problems.push(...checkReference(item.node, entry.key));
    if (++count % pathsPerStep === 0) yield;
  }
  return problems;
}

/**
 * Checks that a path item isn't a reference. `openapi/external-ref` reports references to other files. Newer versions
 * of the service accept references to `components.pathItems`.
 */
function* checkReference(item: SpecNode, path: string): Generator<FoundProblem> {
  const reference = getEntry(item, "$ref");
  const target = getNodeText(reference?.value) ?? "";
  if (!reference || !target.startsWith("#") || target.startsWith("#/components/pathItems/")) return;
  yield {
    kind: "unknown-key",
    path: ["paths", path],
    range: reference.keyRange,
    name: "$ref",
    isServiceOnly: true,
  };
}

/** Whether both path items define methods but have no methods in common. */
function haveSeparateMethods(methods: readonly string[], otherMethods: readonly string[]): boolean {
  return methods.length > 0 && otherMethods.length > 0 && !methods.some((method) => otherMethods.includes(method));
}

/** Returns the methods that a path item defines, even if it's in another file. */
function listPathMethods(files: SpecFiles, paths: LocatedNode, { key }: SpecEntry): readonly string[] {
  const item = getChildNode(paths, key);
  const result = item && followRefs(files, item);
  return result?.ok ? listMethods(result.target.node).map(({ key: method }) => method) : [];
}

function listMethods(item: SpecNode): readonly SpecEntry[] {
  return [...getEntries(item)].filter(({ key }) => methodKeys.has(key));
}

/** The number of paths that are checked in each step. A step takes about 10 ms. */
const pathsPerStep = 100;

interface PathParameter {
  readonly name: string;
  /**
   * The node of the parameter's name if the operation itself defines the parameter. Undefined for a shared component,
   * because the component may be correct for another path.
   */
  readonly nameNode: SpecNode | undefined;
}

function* checkParameters(
  files: SpecFiles,
  item: LocatedNode,
  { key, keyRange }: Pick<SpecEntry, "key" | "keyRange">,
): Generator<FoundProblem> {
  const names = new Set([...key.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ""));
  if (getRef(item.node) !== undefined) {
    yield* checkIncludedPathItem(files, item, { key, keyRange }, names);
    return;
  }
  const sharedParameters = listPathParameters(files, item);
  const methods = listMethods(item.node);
  const methodParameters = methods.map((method) => {
    const operation = getChildNode(item, method.key);
    return [method, operation && listPathParameters(files, operation)] as const;
  });
  if (!sharedParameters) return;
  const renamed = findRenamedParameters(names, sharedParameters, methodParameters);
  for (const [{ key: method }, { name, nameNode }, expected] of renamed.values())
    if (nameNode)
      yield {
        ...createParameterProblem("renamed", name, ["paths", key, method], nameNode.range),
        expected: toCode(expected),
        candidates: [expected],
      };
  for (const [method, parameters] of [[undefined, sharedParameters] as const, ...methodParameters])
    for (const { name, nameNode } of parameters ?? [])
      if (nameNode && !names.has(name) && !(method && renamed.has(method)))
        yield createParameterProblem("unused", name, ["paths", key, ...(method ? [method.key] : [])], nameNode.range);
  const findIncompleteMethods = (name: string) =>
    methodParameters.filter(
      ([method, parameters]) =>
        parameters &&
        !renamed.has(method) &&
        ![...sharedParameters, ...parameters].some((parameter) => parameter.name === name),
    );
  for (const name of names) {
    const incompleteMethods = findIncompleteMethods(name);
    if (incompleteMethods.length === methods.length && methods.length > 1)
      yield createParameterProblem("undefined", name, ["paths", key], keyRange);
    else
      for (const [method] of incompleteMethods)
        yield createParameterProblem("undefined", name, ["paths", key, method.key], method.keyRange);
  }
}

/**
 * Returns the parameters of operations in which exactly one parameter isn't in the path, and exactly one name in braces
 * isn't a parameter. The author probably meant this name.
 */
function findRenamedParameters(
  names: ReadonlySet<string>,
  sharedParameters: readonly PathParameter[],
  methodNames: readonly (readonly [SpecEntry, readonly PathParameter[] | undefined])[],
): ReadonlyMap<SpecEntry, readonly [SpecEntry, PathParameter, string]> {
  return new Map(
    methodNames.flatMap(([method, parameters = []]) => {
      const definedNames = new Set([...sharedParameters, ...parameters].map(({ name }) => name));
      const [unused, ...moreUnused] = parameters.filter(({ name }) => !names.has(name));
      const [undefinedName, ...moreUndefined] = [...names].filter((name) => !definedNames.has(name));
      return unused?.nameNode && undefinedName !== undefined && moreUnused.length + moreUndefined.length === 0
        ? [[method, [method, unused, undefinedName] as const] as const]
        : [];
    }),
  );
}

/**
 * Checks a path item in another file. Additional parameters aren't a problem, because several paths may use the path
 * item, but each name in braces must have a parameter in at least one operation.
 */
function* checkIncludedPathItem(
  files: SpecFiles,
  item: LocatedNode,
  { key, keyRange }: Pick<SpecEntry, "key" | "keyRange">,
  names: ReadonlySet<string>,
): Generator<FoundProblem> {
  const result = followRefs(files, item);
  if (!result.ok || [...getEntries(item.node)].length > 1) return;
  const { target } = result;
  const sharedParameters = listPathParameters(files, target);
  const methods = listMethods(target.node);
  const methodParameters = methods.map((method) => {
    const operation = getChildNode(target, method.key);
    return operation && listPathParameters(files, operation);
  });
  if (!sharedParameters || methodParameters.length === 0) return;
  for (const name of names) {
    const isUndefined = methodParameters.every(
      (parameters) => parameters && ![...sharedParameters, ...parameters].some((parameter) => parameter.name === name),
    );
    if (isUndefined) yield createParameterProblem("undefined", name, ["paths", key], keyRange);
  }
}

function createParameterProblem(
  variant: "unused" | "undefined" | "renamed",
  name: string,
  path: readonly string[],
  range: FoundProblem["range"],
): FoundProblem {
  return { kind: "path-parameter", path, range, name, variant, isTolerated: true };
}

/**
 * Returns the path parameters. If one of them can't be read, returns undefined, because that parameter could have any
 * name.
 */
function listPathParameters(files: SpecFiles, owner: LocatedNode): readonly PathParameter[] | undefined {
  if (getRef(owner.node) !== undefined) return undefined;
  const parametersNode = getChildNode(owner, "parameters");
  const parameters: PathParameter[] = [];
  if (!parametersNode) return parameters;
  for (const index of getItems(parametersNode.node).keys()) {
    const item = getChildNode(parametersNode, String(index));
    const nodeLocation = item && followLocation(files, item);
    const nameNode = getValue(nodeLocation?.node, "name");
    const name = getNodeText(nameNode);
    const location = getNodeText(getValue(nodeLocation?.node, "in"));
    if (location === undefined || name === undefined) return undefined;
    if (location === "path") parameters.push({ name, nameNode: nodeLocation === item ? nameNode : undefined });
  }
  return parameters;
}

/**
 * Checks for duplicate parameters in an operation and duplicate tags (3.1.1 §4.8.10, §4.8.1). Up to OpenAPI 3.0, the
 * schema forbids identical items, so services reject them. Items that have the same name but aren't identical are
 * tolerated.
 */
export function* checkDuplicates(root: SpecNode, version: string): Generator<void, readonly FoundProblem[]> {
  const isStrict = version === "openapi-3.0" || version.startsWith("asyncapi");
  const problems = [
    ...findDuplicates(getValue(root, "tags"), ["tags"], identifyTag, isStrict || version === "openapi-3.2"),
  ];
  const addParameters = (owner: SpecNode, path: readonly string[]) =>
    problems.push(
      ...findDuplicates(getValue(owner, "parameters"), [...path, "parameters"], identifyParameter, isStrict),
    );
  let count = 0;
  for (const section of ["paths", "webhooks"])
    for (const { key: path, value: item } of getEntries(getValue(root, section))) {
      addParameters(item, [section, path]);
      for (const { key, value } of getEntries(item)) addParameters(value, [section, path, key]);
      if (++count % pathsPerStep === 0) yield;
    }
  return problems;
}

interface NamedItem {
  /** A string that is the same for duplicates and different for all other items. */
  readonly identity: string;
  readonly name: string;
}

function* findDuplicates(
  list: SpecNode | undefined,
  path: readonly string[],
  getNamedItem: (node: SpecNode) => NamedItem | undefined,
  isRejected: boolean,
): Generator<FoundProblem> {
  const itemsByIdentity = new Map<string, SpecNode>();
  for (const [index, item] of getItems(list).entries()) {
    const namedItem = getNamedItem(item);
    if (!namedItem) continue;
    const firstItem = itemsByIdentity.get(namedItem.identity);
    if (!firstItem) {
      itemsByIdentity.set(namedItem.identity, item);
      continue;
    }
    // The list contains the same item twice because of a YAML alias.
    if (firstItem === item) continue;
    const getRange = (node: SpecNode) => (getValue(node, "name") ?? getValue(node, "$ref") ?? node).range;
    yield {
      kind: "not-unique",
      path: [...path, String(index)],
      range: getRange(item),
      name: namedItem.name,
      isTolerated: !(isRejected && hasSameContent(firstItem, item)),
      first: getRange(firstItem),
    };
  }
}

function identifyParameter(node: SpecNode): NamedItem | undefined {
  const reference = getNodeText(getValue(node, "$ref"));
  if (reference !== undefined) return { identity: `$ref ${reference}`, name: reference };
  const name = getNodeText(getValue(node, "name"));
  const location = getNodeText(getValue(node, "in"));
  return name === undefined || location === undefined ? undefined : { identity: `${location} ${name}`, name };
}

function identifyTag(node: SpecNode): NamedItem | undefined {
  const name = getNodeText(getValue(node, "name"));
  return name === undefined ? undefined : { identity: name, name };
}

/**
 * Whether two values have the same content, regardless of key order. The depth of the comparison is limited, because
 * parameters aren't deeply nested.
 */
function hasSameContent(a: SpecNode, b: SpecNode, depth = 0): boolean {
  if (depth > 20 || a.kind !== b.kind) return false;
  if (a.kind === "scalar") return b.kind === "scalar" && a.value === b.value;
  if (a.kind === "list") {
    const otherItems = getItems(b);
    return a.items.length === otherItems.length && a.items.every((item, i) => isSameNode(item, otherItems[i], depth));
  }
  const entries = [...getEntries(a)];
  return (
    entries.length === [...getEntries(b)].length &&
    entries.every(({ key, value }) => isSameNode(value, getValue(b, key), depth))
  );
}

function isSameNode(a: SpecNode, b: SpecNode | undefined, depth: number): boolean {
  return b !== undefined && hasSameContent(a, b, depth + 1);
}

/**
 * Checks the `parent` of tags in OpenAPI 3.2. A parent must be the name of another tag, and a chain of parents can't be
 * circular (3.2.0, Tag Object).
 */
export function* checkTagTree(root: SpecNode): Generator<FoundProblem> {
  const tags = getItems(getValue(root, "tags"));
  const parentsByName = new Map<string, string | undefined>();
  for (const tag of tags) {
    const name = getNodeText(getValue(tag, "name"));
    if (name !== undefined) parentsByName.set(name, getNodeText(getValue(tag, "parent")));
  }
  const cyclicTags = findCycles(parentsByName);
  for (const [index, tag] of tags.entries()) {
    const parent = getValue(tag, "parent");
    const parentName = getNodeText(parent);
    const name = getNodeText(getValue(tag, "name"));
    if (!parent || parentName === undefined || name === undefined) continue;
    const isUnknown = !parentsByName.has(parentName);
    if (!isUnknown && !cyclicTags.has(name)) continue;
    yield {
      kind: "wrong-value",
      path: ["tags", String(index), "parent"],
      range: parent.range,
      name: parentName,
      expected: isUnknown ? "the name of another tag" : "a tag that isn't below this one",
      candidates: isUnknown ? [...parentsByName.keys()].filter((tagName) => tagName !== name) : [],
    };
  }
}

/** Returns the names that are part of a cycle of parents. Visits each name only once. */
function findCycles(parentsByName: ReadonlyMap<string, string | undefined>): ReadonlySet<string> {
  const cyclicNames = new Set<string>();
  const visitedNames = new Set<string>();
  for (const firstName of parentsByName.keys()) {
    const indexesByName = new Map<string, number>();
    let name: string | undefined = firstName;
    while (name !== undefined && !visitedNames.has(name) && !indexesByName.has(name)) {
      indexesByName.set(name, indexesByName.size);
      name = parentsByName.get(name);
    }
    const cycleStart = name === undefined ? undefined : indexesByName.get(name);
    for (const [visitedName, step] of indexesByName) {
      visitedNames.add(visitedName);
      if (cycleStart !== undefined && step >= cycleStart) cyclicNames.add(visitedName);
    }
  }
  return cyclicNames;
}
