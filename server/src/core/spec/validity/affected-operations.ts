import type { SitePath } from "../../text/text-edit.ts";
import { fixedMethods } from "../outline-operations.ts";
import { followLocation, locateValue, getNameRange, getRef, resolvePointerPath } from "../resolve-ref.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getValue,
} from "../spec-tree.ts";
import type { AffectedOperation } from "./analyze-spec.ts";
import type { IncludedPart, PartLocation } from "./included-files.ts";
import type { FoundProblem } from "./validator-errors.ts";

export const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));
export const maxUsers = 200;

/**
 * Finds the operations that are affected by a problem at a path: the operation that contains the path, or all
 * operations that use the component that contains the path.
 */
export class AffectedOperations {
  readonly #tree: SpecTree;
  readonly #root: SpecNode;
  #components: ComponentUsers | undefined;

  constructor(tree: SpecTree, root: SpecNode) {
    this.#tree = tree;
    this.#root = root;
  }

  /** Returns the operation, webhook, or channel that contains this path. */
  findOperation(path: readonly string[]): AffectedOperation | undefined {
    const [section, name, key, additionalMethod] = path;
    if (name === undefined) return undefined;
    if (section === "channels") {
      const entry = getEntry(getValue(this.#root, section), name);
      return entry && { method: "CHANNEL", path: name, range: entry.keyRange };
    }
    if (section !== "paths" && section !== "webhooks") return undefined;
    const item = getValue(getValue(this.#root, section), name);
    if (key !== undefined && methodKeys.has(key)) return createAffectedOperation(item, key, name);
    if (key !== "additionalOperations" || additionalMethod === undefined) return undefined;
    const range = getEntry(getValue(item, key), additionalMethod)?.keyRange;
    return range && { method: additionalMethod, path: name, range };
  }

  /** Returns the operations that use the value at this path but don't contain it. */
  listUsers(path: readonly string[]): readonly AffectedOperation[] {
    const [section, name] = path;
    const component = findComponent(path);
    if (component !== undefined) return this.#getComponentUsers().listUsingOperations(component);
    if ((section !== "paths" && section !== "webhooks") || name === undefined) return [];
    const item = getValue(getValue(this.#root, section), name);
    return [...getEntries(item)]
      .flatMap(({ key }) => createAffectedOperation(item, key, name) ?? [])
      .slice(0, maxUsers);
  }

  /** Returns the component at this path and all components that use it, directly or indirectly. */
  listUsingComponents(path: readonly string[]): Iterable<string> {
    const component = findComponent(path);
    return component === undefined ? [] : this.#getComponentUsers().listUsingComponents(component);
  }

  #getComponentUsers(): ComponentUsers {
    this.#components ??= collectComponentUsers(this.#root, this.#tree, this);
    return this.#components;
  }
}

interface ComponentUsers {
  readonly listUsingOperations: (component: string) => readonly AffectedOperation[];
  readonly listUsingComponents: (component: string) => Iterable<string>;
}

/** Returns the component that contains the path, such as `schemas/User`. */
export function findComponent([section, name, key]: readonly string[]): string | undefined {
  return section === "components" && name !== undefined && key !== undefined ? `${name}/${key}` : undefined;
}

function createAffectedOperation(item: SpecNode | undefined, key: string, path: string): AffectedOperation | undefined {
  const range = methodKeys.has(key) ? getEntry(item, key)?.keyRange : undefined;
  return range && { method: key.toUpperCase(), path, range };
}

/**
 * Collects the references to components, and returns functions that find the components and operations that use a
 * component, directly or indirectly. Each reference is visited only once.
 */
function collectComponentUsers(root: SpecNode, tree: SpecTree, operations: AffectedOperations): ComponentUsers {
  const consumersByComponent = new Map<string, Set<string>>();
  const operationsByConsumer = new Map<string, AffectedOperation>();
  const collect = (consumer: string, node: SpecNode, nodes: Set<SpecNode>) => {
    if (node.kind === "scalar") return;
    if (tree.sharedNodes.has(node)) {
      if (nodes.has(node)) return;
      nodes.add(node);
    }
    for (const item of getItems(node)) collect(consumer, item, nodes);
    for (const { key, value } of getEntries(node)) {
      const target = key === "$ref" ? resolvePointerPath(getNodeText(value) ?? "") : undefined;
      if (target?.[0] === "components" && target[2] !== undefined) {
        const component = `${target[1] ?? ""}/${target[2]}`;
        const consumers = consumersByComponent.get(component) ?? new Set();
        consumers.add(consumer);
        consumersByComponent.set(component, consumers);
      }
      if (value.kind !== "scalar") collect(consumer, value, nodes);
    }
  };
  for (const section of ["paths", "webhooks"])
    for (const { key: path, value: item } of getEntries(getValue(root, section)))
      for (const { key, value } of getEntries(item)) {
        const affectedOperations = key === "parameters" ? operations.listUsers([section, path]) : [];
        const ownOperation = operations.findOperation([section, path, key]);
        for (const operation of ownOperation ? [ownOperation] : affectedOperations) {
          const consumer = `${section} ${operation.method} ${path}`;
          operationsByConsumer.set(consumer, operation);
          collect(consumer, value, new Set());
        }
      }
  for (const { key: section, value: parts } of getEntries(getValue(root, "components")))
    for (const { key, value } of getEntries(parts)) collect(`${section}/${key}`, value, new Set());
  const findUsingComponents = (component: string): ReadonlySet<string> => {
    const usingComponents = new Set([component]);
    for (const one of usingComponents)
      for (const user of consumersByComponent.get(one) ?? []) usingComponents.add(user);
    return usingComponents;
  };
  return {
    listUsingComponents: findUsingComponents,
    listUsingOperations: (component) =>
      [...findUsingComponents(component)].flatMap((one) => operationsByConsumer.get(one) ?? []).slice(0, maxUsers),
  };
}

/** Follows the references to included parts to find the operations that are affected by problems in these parts. */
export class PartUsers {
  readonly #operations: AffectedOperations;
  readonly #locationsByComponent: ReadonlyMap<string, readonly PartLocation[]>;
  /** The operations that use each part. All locations in a part have the same operations. */
  readonly #usersByPart = new Map<IncludedPart, readonly AffectedOperation[]>();
  readonly #operationsByPart = new Map<IncludedPart, readonly AffectedOperation[]>();
  readonly #pathsByPart = new Map<IncludedPart, readonly string[]>();

  /** `backReferences` contains the references from parts to components in the specification's own file. */
  constructor(
    operations: AffectedOperations,
    backReferences: ReadonlyMap<string, readonly PartLocation[]> = new Map(),
  ) {
    this.#operations = operations;
    this.#locationsByComponent = backReferences;
  }

  /**
   * Returns the operation that contains this location. If several paths refer to the same path item, returns one
   * operation for each path.
   */
  listOperations({ part, path }: PartLocation): readonly AffectedOperation[] {
    if (!part) {
      const operation = this.#operations.findOperation(path);
      return operation ? [operation] : [];
    }
    if (part.kind === "channel") return this.#listChannelOperations(part);
    if (part.kind === "operation") return this.#listPartOperations(part);
    if (part.kind !== "pathItem") return [];
    const entry = findMethodEntry(part, path);
    return entry ? this.#listPaths(part).map((name) => toAffectedOperation(part, entry, name)) : [];
  }

  /** Returns up to 200 operations that refer to this location, directly or indirectly, but don't contain it. */
  listUsers({ part, path }: PartLocation): readonly AffectedOperation[] {
    if (!part) return this.#collectOperations([{ part, path }]);
    // In a path item, everything except the methods affects all of the path item's methods.
    if (part.kind === "pathItem") {
      const paths = this.#listPaths(part);
      const ownOperations = listMethods(part).flatMap((entry) =>
        paths.map((name) => toAffectedOperation(part, entry, name)),
      );
      if (ownOperations.length > 0) return ownOperations.slice(0, maxUsers);
    }
    const cachedOperations = this.#usersByPart.get(part);
    if (cachedOperations) return cachedOperations;
    const operations = this.#collectOperations(part.referenceLocations);
    this.#usersByPart.set(part, operations);
    return operations;
  }

  /**
   * Returns the operations that contain these locations. For a location outside an operation, returns the operations
   * that refer to it, directly or through other parts.
   */
  #collectOperations(startLocations: readonly PartLocation[]): readonly AffectedOperation[] {
    const operationsByKey = new Map<string, AffectedOperation>();
    const addOperations = (operations: readonly AffectedOperation[]) => {
      for (const operation of operations)
        operationsByKey.set(`${operation.file ?? ""} ${operation.range.start} ${operation.path}`, operation);
    };
    const locations = [...startLocations];
    const visitedValues = new Set<unknown>();
    // Locations are added during the iteration.
    for (const location of locations) {
      if (operationsByKey.size >= maxUsers) break;
      const { part, path } = location;
      const directOperations = this.listOperations(location);
      addOperations(directOperations);
      if (directOperations.length > 0) continue;
      if (!part) {
        addOperations(this.#operations.listUsers(path));
        for (const component of this.#operations.listUsingComponents(path)) {
          if (visitedValues.has(component)) continue;
          visitedValues.add(component);
          locations.push(...(this.#locationsByComponent.get(component) ?? []));
        }
      } else if (part.kind === "pathItem" && this.#listPaths(part).length > 0) {
        addOperations(this.listUsers(location));
      } else if (!visitedValues.has(part)) {
        visitedValues.add(part);
        locations.push(...part.referenceLocations);
      }
    }
    return [...operationsByKey.values()].slice(0, maxUsers);
  }

  /** Returns the channels that are defined by references to this part. */
  #listChannelOperations({ referenceLocations }: IncludedPart): readonly AffectedOperation[] {
    return referenceLocations.flatMap(({ part, path }) => {
      const operation = part || path.length > 2 ? undefined : this.#operations.findOperation(path);
      return operation ?? [];
    });
  }

  /** Returns the operations that this part defines, identified by the methods that refer to the part. */
  #listPartOperations(part: IncludedPart): readonly AffectedOperation[] {
    const cachedOperations = this.#operationsByPart.get(part);
    if (cachedOperations) return cachedOperations;
    this.#operationsByPart.set(part, []);
    const node = getNode(part);
    const range = node && getNameRange({ path: [], node, entry: undefined });
    if (!range) return [];
    const operations = part.referenceLocations
      .flatMap((location) => this.#listReferencingOperations(location))
      .slice(0, maxUsers)
      .map(({ method, path }) => ({ method, path, range, file: part.file }));
    this.#operationsByPart.set(part, operations);
    return operations;
  }

  /** Returns the operations that contain a reference to this location. */
  #listReferencingOperations({ part, path }: PartLocation): readonly Pick<AffectedOperation, "method" | "path">[] {
    if (part?.kind === "operation") return path.length === 0 ? this.#listPartOperations(part) : [];
    if (part && part.kind !== "pathItem") return [];
    const [section, name = "", ...partPath] = part ? ["paths", "", ...path] : path;
    if (section !== "paths" && section !== "webhooks") return [];
    const [key = "", additional] = partPath;
    const method = key === "additionalOperations" ? additional : key.toUpperCase();
    const isMethodComplete = partPath.length === (key === "additionalOperations" ? 2 : 1);
    if (method === undefined || !isMethodComplete) return [];
    return (part ? this.#listPaths(part) : [name]).map((ownPath) => ({ method, path: ownPath }));
  }

  /** Returns the paths that refer to this path item. */
  #listPaths(part: IncludedPart): readonly string[] {
    const cachedPaths = this.#pathsByPart.get(part);
    if (cachedPaths) return cachedPaths;
    this.#pathsByPart.set(part, []);
    const names = part.referenceLocations.flatMap(({ part: outerPart, path }) => {
      if (outerPart) return outerPart.kind === "pathItem" && path.length === 0 ? this.#listPaths(outerPart) : [];
      const [section, name] = path;
      const isPath = (section === "paths" || section === "webhooks") && path.length === 2;
      return isPath && name !== undefined ? [name] : [];
    });
    const paths = [...new Set(names)].slice(0, maxUsers);
    this.#pathsByPart.set(part, paths);
    return paths;
  }
}

/** Returns the entry of the method that contains this location in a path item. */
function findMethodEntry(part: IncludedPart, [key = "", additional = ""]: readonly string[]): SpecEntry | undefined {
  const item = getNode(part);
  if (methodKeys.has(key)) return getEntry(item, key);
  return key === "additionalOperations" ? getEntry(getEntry(item, key)?.value, additional) : undefined;
}

function listMethods(part: IncludedPart): readonly SpecEntry[] {
  return [...getEntries(getNode(part))].filter(({ key }) => methodKeys.has(key));
}

function toAffectedOperation({ file }: IncludedPart, { key, keyRange }: SpecEntry, path: string): AffectedOperation {
  return { method: methodKeys.has(key) ? key.toUpperCase() : key, path, range: keyRange, file };
}

function getNode({ tree, path }: IncludedPart) {
  return tree.root && locateValue(tree.root, path).node;
}

/**
 * Excludes problems about a `$ref` that replaces an operation and refers to an operation in another file. No version of
 * OpenAPI allows such references, but authors use them in specifications that are bundled later. A separate rule
 * (openapi/external-ref) reports these references, because services that read only one file don't follow them. The
 * target is validated as an operation.
 */
export function excludeFollowedReferences(
  problems: readonly FoundProblem[],
  files: SpecFiles,
  file: SitePath,
  root: SpecNode,
): readonly FoundProblem[] {
  return problems.filter(({ kind, name, path }) => {
    if (kind !== "unknown-key" || name !== "$ref") return true;
    const isOperation = methodKeys.has(path.at(-1) ?? "") || path.at(-2) === "additionalOperations";
    const reference = isOperation ? getRef(locateValue(root, path).node) : undefined;
    if (reference === undefined || reference.startsWith("#")) return true;
    return followLocation(files, { file, node: locateValue(root, path).node })?.node.kind !== "map";
  });
}
