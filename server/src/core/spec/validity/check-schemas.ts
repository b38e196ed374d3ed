import { isPlainRecord } from "../../text/plain-record.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { locateValue, getNameRange, parsePointer, getRef, resolveRef, getValueRange } from "../resolve-ref.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
} from "../spec-tree.ts";
import { AffectedOperations } from "./affected-operations.ts";
import type { ValidityProblem, ValidatorError } from "./analyze-spec.ts";
import {
  reduceErrors,
  formatList,
  formatTypes,
  formatValue,
  type FoundProblem,
  getPathName,
} from "./validator-errors.ts";

/**
 * Reports problems within schemas in OpenAPI 3.1 and 3.2, where the published schemas allow any object as a schema.
 * Checks whether the keywords' values have the types that JSON Schema 2020-12 requires. The problems are tolerated,
 * because services accept such values, but it's undefined how services display them. `document` contains the
 * specification's plain values.
 */
export function* checkSchemas(document: unknown, root: SpecNode): Generator<void, readonly FoundProblem[]> {
  // If a custom dialect is used, these keys can have any meaning.
  if (!isPlainRecord(document) || document["jsonSchemaDialect"] !== undefined) return [];
  const checker = new SchemaChecker();
  yield* checker.searchInSteps(document, [], maxStepDepth);
  return checker.problems.map(({ path, name, ...problem }) => {
    const locatedValue = locateValue(root, path);
    const fullName = name ?? (locatedValue.node.kind === "scalar" ? String(locatedValue.node.value) : "");
    return { ...problem, path, name: fullName, range: getValueRange(locatedValue), isTolerated: true };
  });
}

const maxProblems = 500;
/**
 * The maximum depth at which the search for schemas runs in steps. Values such as `components.schemas.User` and
 * `paths./users.get` are at this depth.
 */
const maxStepDepth = 3;
/** The number of maps and lists that are visited in each step. A step takes about 10 ms. */
const stepSize = 10_000;
const typeNames = ["string", "number", "integer", "boolean", "array", "object", "null"];

type Path = readonly string[];

/** Keys outside schemas whose value is a schema. */
const outerSchemaKeys = new Set(["schema", "itemSchema"]);

/**
 * Keys in a schema whose value is a schema. The next two sets contain keys whose value is a map of schemas and keys
 * whose value is a list of schemas.
 */
const schemaKeys = new Set([
  "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
  "unevaluatedProperties",
]); // prettier-ignore
const schemaMapKeys = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const schemaListKeys = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Keys outside schemas whose value is data or has names that the author chooses. */
const dataKeys = new Set(["example", "examples", "default", "value", "enum"]);

interface SchemaProblem extends Pick<FoundProblem, "kind" | "path" | "expected" | "types" | "candidates"> {
  /** The invalid key. Undefined if the value itself is invalid. */
  readonly name?: string;
}

class SchemaChecker {
  readonly problems: SchemaProblem[] = [];
  /** The visited values. A value that is repeated through YAML aliases is visited only once. */
  readonly #visitedValues = new Set<object>();

  #stepCount = 0;

  /** Searches for schemas in `schema` and `itemSchema`, and in `components.schemas` by name. */
  *searchInSteps(value: unknown, path: Path, depth: number): Generator<void> {
    for (const [key, part] of this.#listParts(value)) {
      const childPath = [...path, key];
      if (dataKeys.has(key) || key.startsWith("x-")) continue;
      if (key === "schemas" && path.length === 1 && path[0] === "components")
        yield* this.#checkSchemasInSteps(part, childPath);
      else if (outerSchemaKeys.has(key)) this.#checkSchema(part, childPath);
      else if (depth > 0) yield* this.searchInSteps(part, childPath, depth - 1);
      else this.#searchValue(part, childPath);
      yield* this.#yieldAfterSteps();
    }
  }

  /** Searches like `searchInSteps`, but at deeper levels and without pausing. */
  #searchValue(value: unknown, path: Path): void {
    for (const [key, part] of this.#listParts(value)) {
      if (dataKeys.has(key) || key.startsWith("x-")) continue;
      if (outerSchemaKeys.has(key)) this.#checkSchema(part, [...path, key]);
      else this.#searchValue(part, [...path, key]);
    }
  }

  *#checkSchemasInSteps(value: unknown, path: Path): Generator<void> {
    for (const [key, child] of this.#listParts(value)) {
      this.#checkSchema(child, [...path, key]);
      yield* this.#yieldAfterSteps();
    }
  }

  #checkSchemas(value: unknown, path: Path): void {
    for (const [key, child] of this.#listParts(value)) this.#checkSchema(child, [...path, key]);
  }

  #checkSchema(value: unknown, path: Path): void {
    if (typeof value === "boolean") return;
    if (!isPlainRecord(value)) return this.#addWrongType(path, ["object", "boolean"]);
    if (this.#wasVisited(value)) return;
    for (const [key, child] of Object.entries(value)) {
      const childPath = [...path, key];
      if (schemaKeys.has(key)) this.#checkSchema(child, childPath);
      else if (schemaMapKeys.has(key))
        if (isPlainRecord(child)) this.#checkSchemas(child, childPath);
        else this.#addWrongType(childPath, ["object"]);
      else if (schemaListKeys.has(key))
        if (Array.isArray(child)) this.#checkSchemas(child, childPath);
        else this.#addWrongType(childPath, ["array"]);
      else if ((key === "required" || key === "enum") && !Array.isArray(child))
        this.#addWrongType(childPath, ["array"]);
      else if (key === "type") this.#checkType(child, childPath);
    }
  }

  #checkType(value: unknown, path: Path): void {
    if (isPlainRecord(value)) return this.#addWrongType(path, ["string", "array"]);
    for (const [index, name] of [value].flat().entries())
      if (typeof name !== "string" || !typeNames.includes(name))
        this.#addProblem({
          kind: "wrong-value",
          path: Array.isArray(value) ? [...path, String(index)] : path,
          // In YAML, the type `null` needs quotes. Without them, it's an empty value.
          expected: name === null ? formatValue('"null"') : formatList(typeNames.slice(0, -1).map(formatValue)),
          candidates: typeNames,
        });
  }

  #addWrongType(path: Path, types: readonly string[]): void {
    this.#addProblem({ kind: "wrong-type", path, name: getPathName(path), expected: formatTypes(types), types });
  }

  #addProblem(problem: SchemaProblem): void {
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }

  /** Returns the entries of a map or list that hasn't been visited yet. */
  #listParts(value: unknown): readonly (readonly [string, unknown])[] {
    return isObjectOrList(value) && !this.#wasVisited(value) ? Object.entries(value) : [];
  }

  #wasVisited(value: object): boolean {
    if (this.#visitedValues.has(value)) return true;
    this.#visitedValues.add(value);
    this.#stepCount++;
    return false;
  }

  *#yieldAfterSteps(): Generator<void> {
    if (this.#stepCount < stepSize) return;
    this.#stepCount = 0;
    yield;
  }
}

const maxWrongRefs = 500;
/**
 * The maximum depth at which the search for references runs in steps. Values such as `components.schemas.User` and
 * `paths./users.get` are at this depth.
 */
const maxRefStepDepth = 3;
/** The number of maps and lists that are visited in each step. A step takes about 10 ms. */
const refStepSize = 20_000;

/**
 * Reports every `$ref` whose value can't be a reference, such as a number, a list, or an empty value. The published
 * schemas accept such a value wherever any object is allowed, but programs that resolve references, including services,
 * fail because of it (see bench/spec-agreement.ts). If the value is an object, `$ref` is the name of a field and isn't
 * reported. `document` contains the specification's plain values.
 */
export function* checkRefStrings(document: unknown, root: SpecNode): Generator<void, readonly FoundProblem[]> {
  const invalidRefPaths: (readonly string[])[] = [];
  const visitedObjects = new Set<object>();
  const path: string[] = [];
  let stepCount = 0;
  /** Returns a value's entries, or an empty list if the value has already been visited. */
  const listParts = (value: unknown): readonly (readonly [string, unknown])[] => {
    if (!isObjectOrList(value) || visitedObjects.has(value) || invalidRefPaths.length >= maxWrongRefs) return [];
    visitedObjects.add(value);
    stepCount++;
    const parts = Object.entries(value);
    for (const [key, child] of parts)
      if (key === "$ref" && typeof child !== "string" && (Array.isArray(child) || !isObjectOrList(child)))
        if (!Array.isArray(value)) invalidRefPaths.push([...path, key]);
    return parts;
  };
  const visit = (value: unknown): void => {
    for (const [key, child] of listParts(value)) {
      path.push(key);
      visit(child);
      path.pop();
    }
  };
  function* visitInSteps(value: unknown, depth: number): Generator<void> {
    if (stepCount > refStepSize) {
      stepCount = 0;
      yield;
    }
    if (depth === 0) return visit(value);
    for (const [key, child] of listParts(value)) {
      path.push(key);
      yield* visitInSteps(child, depth - 1);
      path.pop();
    }
  }
  yield* visitInSteps(document, maxRefStepDepth);
  return invalidRefPaths.map((refPath) => ({
    kind: "wrong-type",
    path: refPath,
    range: getValueRange(locateValue(root, refPath)),
    name: "$ref",
    expected: formatTypes(["string"]),
    types: ["string"],
  }));
}

function isObjectOrList(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

/** Returns the target of a reference within the specification's own file, or undefined for any other reference. */
function findOwnTarget(files: SpecFiles, reference: string): SpecNode | undefined {
  if (!reference.startsWith("#")) return undefined;
  const result = resolveRef(files, reference, { file: files.entry });
  return result.ok && result.target.file === files.entry ? result.target.node : undefined;
}

/** Whether the file has a value that contains itself through a YAML alias. */
export function hasCircularValue({ root, sharedNodes }: Pick<SpecTree, "root" | "sharedNodes">): boolean {
  if (!root || sharedNodes.size === 0) return false;
  const openNodes = new Set<SpecNode>();
  const checkedNodes = new Set<SpecNode>();
  const visit = (node: SpecNode): boolean => {
    if (node.kind === "scalar" || checkedNodes.has(node)) return false;
    if (openNodes.has(node)) return true;
    const isShared = sharedNodes.has(node);
    if (isShared) openNodes.add(node);
    for (const item of getItems(node)) if (visit(item)) return true;
    for (const { value } of getEntries(node)) if (visit(value)) return true;
    if (isShared) {
      openNodes.delete(node);
      checkedNodes.add(node);
    }
    return false;
  };
  return visit(root);
}

/**
 * Returns the first error that a validator finds in a document with resolved references. All content is valid where
 * it's defined, so the error must be caused by the last reference on the path to the error. That reference includes a
 * value in a position where the value is invalid. Errors in formats are ignored, because they're tolerated where
 * they're defined. Returns undefined if the error can't be reached from the root.
 */
export function findProblemAfterReferences(
  errors: readonly ValidatorError[],
  files: SpecFiles,
): ValidityProblem | undefined {
  const [error] = reduceErrors(errors).filter(({ keyword }) => keyword !== "format");
  const tree = files.getTree(files.entry);
  if (!error || !tree?.root) return undefined;
  const { root } = tree;
  const { range, name, path } = findLastReference(files, root, parsePointer(error.instancePath));
  const operation = new AffectedOperations(tree, root).findOperation(path);
  return {
    kind: "second-verdict",
    file: files.entry,
    range,
    path,
    name,
    isTolerated: false,
    ...(operation ? { operation } : {}),
  };
}

/** The maximum number of references in a chain that consists only of references. */
const maxChainLength = 100;

interface ReferenceLocation {
  readonly range: TextRange;
  readonly name: string;
  readonly path: readonly string[];
}

/** Returns the last reference on the path or, if the path contains no reference, the end of the path. */
function findLastReference(files: SpecFiles, root: SpecNode, path: readonly string[]): ReferenceLocation {
  let node: SpecNode = root;
  let location: ReferenceLocation = {
    range: getNameRange({ path: [], node: root, entry: undefined }),
    name: "",
    path: [],
  };
  let isAfterReference = false;
  const follow = (referencePath: readonly string[]) => {
    for (let steps = 0; steps < maxChainLength; steps++) {
      const reference = getEntry(node, "$ref")?.value;
      const text = getNodeText(reference);
      const target = text === undefined ? undefined : findOwnTarget(files, text);
      if (!reference || text === undefined || !target) return;
      // After a reference, the path continues in the reference's target, so it no longer corresponds to the file's
      // structure.
      location = { range: reference.range, name: text, path: isAfterReference ? location.path : referencePath };
      isAfterReference = true;
      node = target;
    }
  };
  for (const [index, key] of path.entries()) {
    follow(path.slice(0, index));
    const entry = getEntry(node, key);
    const nextNode = entry?.value ?? getItems(node)[Number(key)];
    if (!nextNode) break;
    node = nextNode;
    if (!isAfterReference)
      location = {
        range: getNameRange({ path: [], node, entry }),
        name: key,
        path: path.slice(0, index + 1),
      };
  }
  follow(path);
  return location;
}

/** The maximum number of values in a document with resolved references. Visiting them takes less than a second. */
const maxResolvedValues = 1_000_000;
/**
 * The maximum number of maps and lists in a document before references are resolved. The resolver takes about 20 µs for
 * each map or list and can't be interrupted.
 */
const maxSourceNodes = 12_000;
/** The maximum number of segments in a pointer. The resolver's running time is quadratic in this number. */
const maxPointerSegments = 200;

/**
 * Whether a document can be visited with its references resolved. The values are counted in advance, because 25
 * components with eight references each can result in more values than any computer can visit. If `areSchemasOpaque` is
 * true, schemas aren't resolved, so each reference to a schema counts as one value.
 */
export function canResolveQuickly(files: SpecFiles, areSchemasOpaque: boolean): boolean {
  const root = files.getTree(files.entry)?.root;
  if (!root) return false;
  const counter = new SizeCounter(files, areSchemasOpaque);
  return counter.computeSize(root) <= maxResolvedValues && counter.sourceNodeCount <= maxSourceNodes;
}

class SizeCounter {
  sourceNodeCount = 0;
  readonly #files: SpecFiles;
  readonly #areSchemasOpaque: boolean;
  readonly #sizesByNode = new Map<SpecNode, number>();

  constructor(files: SpecFiles, areSchemasOpaque: boolean) {
    this.#files = files;
    this.#areSchemasOpaque = areSchemasOpaque;
  }

  computeSize(node: SpecNode): number {
    if (node.kind === "scalar" || this.sourceNodeCount > maxSourceNodes) return 1;
    const cachedSize = this.#sizesByNode.get(node);
    if (cachedSize !== undefined) return cachedSize;
    // A circular reference isn't resolved, so it counts as one value.
    this.#sizesByNode.set(node, 1);
    this.sourceNodeCount++;
    let size = 1;
    const reference = getRef(node);
    if (reference !== undefined && isLongPointer(reference)) this.sourceNodeCount = Infinity;
    if (reference !== undefined && !(this.#areSchemasOpaque && reference.startsWith("#/components/schemas/"))) {
      const target = findOwnTarget(this.#files, reference);
      if (target) size += this.computeSize(target);
    }
    for (const item of getItems(node)) size += this.computeSize(item);
    for (const { value } of getEntries(node)) size += this.computeSize(value);
    const cappedSize = Math.min(size, maxResolvedValues + 1);
    this.#sizesByNode.set(node, cappedSize);
    return cappedSize;
  }
}

function isLongPointer(reference: string): boolean {
  return reference.split("/", maxPointerSegments + 2).length > maxPointerSegments + 1;
}
