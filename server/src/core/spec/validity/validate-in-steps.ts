import { findNearestName } from "../../text/similarity.ts";
import {
  getEntries,
  getItems,
  maxSpecNodes,
  type SpecNode,
  type SpecScalar,
  type SpecTree,
  getValue,
} from "../spec-tree.ts";
import { checkDuplicates } from "./check-paths.ts";
import { checkRefStrings, checkSchemas } from "./check-schemas.ts";
import type { SpecValidator, ValidatorError } from "./analyze-spec.ts";
import { reduceErrors, toValidityProblem, type FoundProblem } from "./validator-errors.ts";
import { isPlainRecord, parseJson } from "../../text/plain-record.ts";
import { addToGroup } from "../../text/maps.ts";

/**
 * Returns a document that contains only the fields that this version requires. `name` is a name from
 * `getValidatorName`.
 */
export function createEmptyDocument(name: string): Readonly<Record<string, unknown>> {
  const info = { title: "", version: "" };
  return name.startsWith("asyncapi")
    ? { asyncapi: name.slice("asyncapi-".length), info }
    : { openapi: `${name.slice("openapi-".length)}.0`, info, paths: {} };
}

/** The length of the text that is validated in each step, in UTF-16 units. A step takes about 20 ms. */
const maxStepLength = 200_000;
/** The maximum number of errors that a validator collects per document. */
const maxErrors = 1_000;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Yields the errors that a validator finds in a document. A long document is validated in parts. First, the entries of
 * `paths` and similar maps are validated a few at a time in otherwise empty documents. Then the document is validated
 * without these entries. Validation in parts is possible because no rule in the OpenAPI and AsyncAPI schemas compares
 * two entries of such a map.
 */
export function* findErrorsInSteps(
  document: unknown,
  root: SpecNode,
  name: string,
  validator: SpecValidator,
  maxLength = maxStepLength,
): Generator<void, readonly ValidatorError[]> {
  const validate = (value: unknown) => (validator(value) ? [] : (validator.errors ?? []));
  if (!isPlainRecord(document) || root.range.end - root.range.start <= maxLength) return validate(document);
  const errors: ValidatorError[] = [];
  for (const section of sections)
    for (const chunk of splitIntoChunks(getValueAt(document, section), getNodeAt(root, section), maxLength)) {
      errors.push(...validate({ ...createEmptyDocument(name), ...wrapAtPath(chunk, section) }));
      yield;
      if (errors.length >= maxErrors) return errors.slice(0, maxErrors);
    }
  const emptiedDocument = sections.reduce<JsonObject>(
    (remainingDocument, section) =>
      canBeSplit(getValueAt(document, section)) ? createEmptySection(remainingDocument, section) : remainingDocument,
    document,
  );
  return [...validate(emptiedDocument), ...errors].slice(0, maxErrors);
}

/** Maps whose entries are independent of each other. */
const sections: readonly (readonly string[])[] = [
  ["paths"],
  ["webhooks"],
  ["channels"],
  ["operations"],
  ...["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "messages", "channels"].map(
    (key) => ["components", key],
  ),
];

function* splitIntoChunks(value: unknown, node: SpecNode | undefined, maxLength: number): Generator<JsonObject> {
  if (!canBeSplit(value)) return;
  let chunk: [string, unknown][] = [];
  let length = 0;
  for (const { key, value: childNode } of getEntries(node)) {
    if (!Object.hasOwn(value, key)) continue;
    const entryLength = childNode.range.end - childNode.range.start;
    if (chunk.length > 0 && length + entryLength > maxLength) {
      yield Object.fromEntries(chunk);
      [chunk, length] = [[], 0];
    }
    chunk.push([key, value[key]]);
    length += entryLength;
  }
  if (chunk.length > 0) yield Object.fromEntries(chunk);
}

/**
 * Whether a value can be validated in parts. A map that is replaced by a reference can't be split, because the
 * reference must be validated as a whole.
 */
function canBeSplit(value: unknown): value is JsonObject {
  return isPlainRecord(value) && !Object.hasOwn(value, "$ref");
}

function createEmptySection(document: JsonObject, [key = "", ...remainingKeys]: readonly string[]): JsonObject {
  const childValue = document[key];
  return {
    ...document,
    [key]: remainingKeys.length > 0 && isPlainRecord(childValue) ? createEmptySection(childValue, remainingKeys) : {},
  };
}

function wrapAtPath(value: JsonObject, [key = "", ...remainingKeys]: readonly string[]): JsonObject {
  return { [key]: remainingKeys.length > 0 ? wrapAtPath(value, remainingKeys) : value };
}

function getValueAt(document: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isPlainRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
}

function getNodeAt(root: SpecNode, path: readonly string[]): SpecNode | undefined {
  return path.reduce<SpecNode | undefined>(getValue, root);
}

/**
 * Returns the problems in a document, except for those in referenced content. `name` is a name from `getValidatorName`.
 */
export function* validateDocument(
  document: unknown,
  root: SpecNode,
  name: string,
  validator: SpecValidator,
): Generator<void, readonly FoundProblem[]> {
  const errors = yield* findErrorsInSteps(document, root, name, validator);
  yield;
  const problems: FoundProblem[] = [];
  for (const error of reduceErrors(errors)) {
    const problem = toValidityProblem(error, root);
    if (problem) problems.push(problem);
  }
  yield;
  problems.push(...(yield* checkRefStrings(document, root)));
  yield;
  problems.push(...(yield* checkDuplicates(root, name)));
  yield;
  if (name === "openapi-3.1" || name === "openapi-3.2") problems.push(...(yield* checkSchemas(document, root)));
  return removeRefConsequences(problems.filter(({ path }) => !hasCycleInPath(root, path)));
}

/**
 * Whether the path passes through a value that contains itself through a YAML alias. Such a value is validated only
 * where it first appears. Nested occurrences are replaced with a reference, so errors reported inside them may be
 * spurious.
 */
function hasCycleInPath(root: SpecNode, path: readonly string[]): boolean {
  const ancestors = new Set<SpecNode>();
  let node: SpecNode | undefined = root;
  for (const key of path) {
    ancestors.add(node);
    node = getValue(node, key) ?? getItems(node)[Number(key)];
    if (!node) return false;
    if (ancestors.has(node)) return true;
  }
  return false;
}

/**
 * Removes errors about missing keys in an object whose `$ref` isn't allowed, because the reference's target would
 * provide these keys.
 */
function removeRefConsequences(problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const locations = new Set(
    problems.filter(({ kind, name }) => kind === "unknown-key" && name === "$ref").map(({ path }) => path.join("\n")),
  );
  return locations.size === 0
    ? problems
    : problems.filter(({ kind, path }) => kind !== "missing-key" || !locations.has(path.join("\n")));
}

/**
 * Removes errors about keys that are missing only because they're misspelled. The misspelled keys themselves are
 * reported.
 */
export function removeMisspellingErrors(problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const missingProblemsByPath = new Map<string, FoundProblem[]>();
  for (const problem of problems) {
    if (problem.kind !== "missing-key") continue;
    addToGroup(missingProblemsByPath, problem.path.join("/"), problem);
  }
  const explainedProblems = new Set<FoundProblem>();
  const problemsWithCandidates = problems.map((problem) => {
    const missingKeyProblems =
      problem.kind === "unknown-key" ? missingProblemsByPath.get(problem.path.join("/")) : undefined;
    const suggestion =
      missingKeyProblems &&
      findNearestName(
        problem.name,
        missingKeyProblems.map(({ name }) => name),
      );
    const missingProblem = missingKeyProblems?.find(({ name }) => name === suggestion);
    if (!missingProblem) return problem;
    explainedProblems.add(missingProblem);
    return { ...problem, candidates: [missingProblem.name] };
  });
  return problemsWithCandidates.filter((problem) => !explainedProblems.has(problem));
}

/** Sorts problems by location. If several problems have the same location and name, keeps only the first one. */
export function sortByLocation(problems: readonly FoundProblem[]): readonly FoundProblem[] {
  const problemsByLocation = new Map<string, FoundProblem>();
  for (const problem of problems) {
    const location = `${problem.range.start} ${problem.range.end} ${problem.name}`;
    if (!problemsByLocation.has(location)) problemsByLocation.set(location, problem);
  }
  return [...problemsByLocation.values()].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/**
 * Returns the document as plain values for validators that don't use ranges. If a key is duplicated, the last value is
 * used. A value with a YAML anchor is a single object that can be in several positions. If a value would contain
 * itself, the nested occurrence is replaced with a reference, because a reference is allowed almost anywhere. Returns
 * undefined if the expanded document would be too large, because aliases of aliases can make it grow exponentially. If
 * `text` contains the file's text, JSON is parsed directly, because that's many times faster than copying the tree.
 */
export function createJsonDocument({ root, sharedNodes }: Pick<SpecTree, "root" | "sharedNodes">, text = ""): unknown {
  const steps = createJsonDocumentInSteps({ root, sharedNodes }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Creates the same document as `createJsonDocument`. Text that contains JSON is parsed in a single step. Otherwise, the
 * tree is copied in steps of about 20 ms, although a single large value can take longer. If `readsDates` is true, dates in YAML become `Date` objects, as in the
 * service's YAML parser, so they aren't valid where a string is required.
 */
export function* createJsonDocumentInSteps(
  { root, sharedNodes }: Pick<SpecTree, "root" | "sharedNodes">,
  text = "",
  readsDates = false,
): Generator<void, unknown> {
  if (!root) return undefined;
  const parsedDocument = /^\ufeff?\s*\{/.test(text) ? parseJson(text.replace(/^\ufeff/, "")) : undefined;
  if (parsedDocument !== undefined) return parsedDocument;
  const builder = new JsonDocumentBuilder(sharedNodes, readsDates);
  const { value } = yield* builder.copyInSteps(root, maxStepDepth);
  return builder.isTooLarge ? undefined : value;
}

/**
 * The maximum depth at which values are copied in steps. Values such as `components.schemas.User` and `paths./users`
 * are at this depth.
 */
const maxStepDepth = 3;
/** The number of values that are copied in each step. */
const stepSize = 10_000;

interface CopiedValue {
  readonly value: unknown;
  /** The number of values that the copy would contain if no value were shared. */
  readonly size: number;
}

class JsonDocumentBuilder {
  isTooLarge = false;
  readonly #sharedNodes: ReadonlySet<SpecNode>;
  readonly #readsDates: boolean;
  readonly #copiesByNode = new Map<SpecNode, CopiedValue>();
  readonly #openNodes = new Set<SpecNode>();
  #stepCount = 0;

  constructor(sharedNodes: ReadonlySet<SpecNode>, readsDates: boolean) {
    this.#sharedNodes = sharedNodes;
    this.#readsDates = readsDates;
  }

  copy(node: SpecNode): CopiedValue {
    if (node.kind === "scalar")
      return { value: this.#readsDates && isDate(node) ? new Date(String(node.value)) : node.value, size: 1 };
    if (!this.#sharedNodes.has(node)) return this.#copyAll(node);
    const cachedCopy = this.#copiesByNode.get(node);
    if (cachedCopy) return cachedCopy;
    if (this.#openNodes.has(node)) return { value: { $ref: "#" }, size: 1 };
    this.#openNodes.add(node);
    const valueCopy = this.#copyAll(node);
    this.#openNodes.delete(node);
    this.#copiesByNode.set(node, valueCopy);
    return valueCopy;
  }

  /** Copies a node like `copy`, but in steps, down to a maximum depth. */
  *copyInSteps(node: SpecNode, depth: number): Generator<void, CopiedValue> {
    if (depth === 0 || node.kind !== "map" || this.#sharedNodes.has(node)) return this.copy(node);
    const value: Record<string, unknown> = {};
    let size = 1;
    for (const { key, value: childNode } of getEntries(node)) {
      if (this.isTooLarge) break;
      const valueCopy = yield* this.copyInSteps(childNode, depth - 1);
      size += valueCopy.size;
      if (size > maxSpecNodes) this.isTooLarge = true;
      this.#stepCount += depth === 1 ? valueCopy.size : 0;
      if (this.#stepCount > stepSize) {
        this.#stepCount = 0;
        yield;
      }
      setMember(value, key, valueCopy.value);
    }
    return { value, size };
  }

  #copyAll(node: Exclude<SpecNode, { kind: "scalar" }>): CopiedValue {
    let size = 1;
    const copyChild = (childNode: SpecNode): unknown => {
      if (this.isTooLarge) return null;
      const valueCopy = this.copy(childNode);
      size += valueCopy.size;
      if (size > maxSpecNodes) this.isTooLarge = true;
      return valueCopy.value;
    };
    if (node.kind === "list") return { value: node.items.map(copyChild), size };
    const value: Record<string, unknown> = {};
    for (const entry of getEntries(node)) {
      setMember(value, entry.key, copyChild(entry.value));
    }
    return { value, size };
  }
}

/** Whether js-yaml reads a value as a date. Quotes are part of a value's range. */
function isDate({ value, range }: SpecScalar): boolean {
  return (
    typeof value === "string" &&
    range.end - range.start === value.length &&
    /^\d{4}-(\d{2}-\d{2}$|\d{1,2}-\d{1,2}([Tt]|[ \t]+)\d{1,2}(:\d{2}){2}(\.\d*)?([ \t]*(Z|[-+]\d{1,2}(:\d{2})?))?$)/.test(
      value,
    )
  );
}

function setMember(record: Record<string, unknown>, key: string, value: unknown): void {
  // A plain assignment to `__proto__` would set the prototype instead of adding a key.
  if (key === "__proto__") Object.defineProperty(record, key, { value, enumerable: true, configurable: true });
  else record[key] = value;
}
