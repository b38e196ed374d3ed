import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { specKinds } from "../detect-spec.ts";
import { locateValue, getNameRange, parsePointer, findPathToNode, resolveRef } from "../resolve-ref.ts";
import { getEntry, type SpecFiles, type SpecNode, type SpecTree } from "../spec-tree.ts";
import { findComponent, excludeFollowedReferences, type AffectedOperations, PartUsers } from "./affected-operations.ts";
import type { ValidityProblem, SpecValidator } from "./analyze-spec.ts";
import { createFix } from "./create-fix.ts";
import {
  createEmptyDocument,
  sortByLocation,
  createJsonDocument,
  validateDocument,
  removeMisspellingErrors,
} from "./validate-in-steps.ts";
import { type FoundProblem, omitHints } from "./validator-errors.ts";
import { isPlainRecord } from "../../text/plain-record.ts";

/**
 * For each kind of part in a specification, maps the keys of the part's children to the children's kinds. These kinds
 * also determine the kind of a `$ref`'s target. `[x]` is a list of `x`, and `{x}` is a map from names to `x`.
 * References under any other keys can't be validated.
 */
export type PartKinds = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const schemaParts = {
  ...assignKind("schema", [
    "items", "additionalItems", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]), // prettier-ignore
  ...assignKind("{schema}", ["properties", "patternProperties", "dependentSchemas", "definitions", "$defs"]),
  ...assignKind("[schema]", ["allOf", "anyOf", "oneOf", "prefixItems"]),
};

/** The children of a parameter or header. Parameters and headers have the same fields. */
const parameterParts = { schema: "schema", content: "{mediaType}", examples: "{example}" };

export const openapiParts: PartKinds = {
  document: { paths: "{pathItem}", webhooks: "{pathItem}", components: "components" },
  components: {
    schemas: "{schema}",
    responses: "{response}",
    parameters: "{parameter}",
    examples: "{example}",
    requestBodies: "{requestBody}",
    headers: "{header}",
    securitySchemes: "{securityScheme}",
    links: "{link}",
    callbacks: "{callback}",
    pathItems: "{pathItem}",
    mediaTypes: "{mediaType}",
  },
  pathItem: {
    ...assignKind("operation", ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]),
    additionalOperations: "{operation}",
    parameters: "[parameter]",
  },
  operation: {
    parameters: "[parameter]",
    requestBody: "requestBody",
    responses: "{response}",
    callbacks: "{callback}",
  },
  callback: { "*": "pathItem" },
  parameter: parameterParts,
  header: parameterParts,
  requestBody: { content: "{mediaType}" },
  mediaType: {
    schema: "schema",
    itemSchema: "schema",
    examples: "{example}",
    encoding: "{encoding}",
    itemEncoding: "encoding",
    prefixEncoding: "[encoding]",
  },
  encoding: { headers: "{header}" },
  response: { headers: "{header}", content: "{mediaType}", links: "{link}" },
  schema: schemaParts,
};

const taggedKinds = { tags: "[tag]", externalDocs: "externalDocs" };
const messageParts = {
  ...taggedKinds,
  headers: "schema",
  correlationId: "correlationId",
  bindings: "messageBindings",
};
const operationParts = { ...taggedKinds, security: "[securityScheme]", bindings: "operationBindings" };

export const asyncapiParts: PartKinds = {
  document: {
    servers: "{server}",
    channels: "{channel}",
    operations: "{operation}",
    components: "components",
  },
  components: {
    schemas: "{schema}",
    servers: "{server}",
    serverVariables: "{serverVariable}",
    channels: "{channel}",
    operations: "{operation}",
    messages: "{message}",
    securitySchemes: "{securityScheme}",
    parameters: "{parameter}",
    correlationIds: "{correlationId}",
    replies: "{reply}",
    replyAddresses: "{replyAddress}",
    externalDocs: "{externalDocs}",
    tags: "{tag}",
    operationTraits: "{operationTrait}",
    messageTraits: "{messageTrait}",
    serverBindings: "{serverBindings}",
    channelBindings: "{channelBindings}",
    operationBindings: "{operationBindings}",
    messageBindings: "{messageBindings}",
  },
  server: {
    ...taggedKinds,
    variables: "{serverVariable}",
    security: "[securityScheme]",
    bindings: "serverBindings",
  },
  channel: {
    ...taggedKinds,
    messages: "{message}",
    parameters: "{parameter}",
    servers: "[server]",
    bindings: "channelBindings",
  },
  operation: {
    ...operationParts,
    channel: "channel",
    messages: "[message]",
    reply: "reply",
    traits: "[operationTrait]",
  },
  operationTrait: operationParts,
  reply: { address: "replyAddress", channel: "channel", messages: "[message]" },
  message: { ...messageParts, payload: "schema", traits: "[messageTrait]" },
  messageTrait: messageParts,
  schema: { ...schemaParts, ...assignKind("{schema}", ["dependencies"]) },
};

/** Maps each kind to the section of a document that contains named parts of this kind. */
const sectionsByKind: Readonly<Record<string, readonly string[] | undefined>> = {
  ...listSections(openapiParts),
  pathItem: ["paths"],
  // An operation is named after its method, so it's the only kind whose name can't be chosen freely.
  operation: ["paths", "/operation"],
};
const asyncapiSections = listSections(asyncapiParts);

/**
 * Returns the position in a document where a part of this kind is validated separately, or undefined if a `$ref` can't
 * replace the part.
 */
export function getKindSection(kind: string, version: string): readonly string[] | undefined {
  if (version.startsWith("asyncapi")) return asyncapiSections[kind];
  return kind === "mediaType" && version !== "openapi-3.2" ? undefined : sectionsByKind[kind];
}

function listSections(kinds: PartKinds): Readonly<Record<string, readonly string[]>> {
  const sections = Object.entries(kinds["components"] ?? {});
  return Object.fromEntries(sections.map(([section, kind]) => [kind.slice(1, -1), ["components", section]]));
}

function assignKind(kind: string, keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, kind]));
}

/**
 * A value in another file that a reference points to. If references require different kinds of values at the same
 * location, each kind has its own part.
 */
export interface IncludedPart {
  readonly kind: string;
  readonly file: SitePath;
  readonly tree: SpecTree;
  /** The keys from the root of the part's file. Empty if the part is the entire file. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** The references to the value. */
  readonly referenceLocations: PartLocation[];
  /**
   * Whether the value is validated elsewhere: within another part, or with the specification that contains the value.
   */
  readonly isValidated: boolean;
}

/** A location in an included part or in the specification's own file. */
export interface PartLocation {
  readonly part: IncludedPart | undefined;
  /** The path from the root of the part or, if `part` is undefined, from the root of the specification. */
  readonly path: readonly string[];
}

/**
 * The maximum number of referenced values. `maxPartsLength` is the maximum total length of their text. A nested value
 * counts again for each value that contains it.
 */
const maxParts = 2_000;
const maxPartsLength = 50_000_000;
/**
 * The maximum number of references that are stored per part. This limit is higher than the number of operations that
 * are listed for a problem.
 */
const maxStoredReferences = 200;

interface PendingPart {
  readonly reference: string;
  readonly kind: string;
  readonly file: SitePath;
  readonly referenceLocation: PartLocation;
}

/**
 * Collects all parts in other files that a specification refers to, directly or indirectly. The kind of a part is the
 * kind that the reference to it requires. `document` contains the specification's plain values, and `version` is a name
 * from `getValidatorName`. References to a part are added to its `from` even if they're found after the part was
 * visited.
 */
export class IncludedParts {
  /** References from other files to the specification's own components, keyed by component, such as `schemas/User`. */
  readonly backReferences = new Map<string, PartLocation[]>();
  readonly #files: SpecFiles;
  readonly #version: string;
  readonly #kinds: PartKinds;
  readonly #partsByKey = new Map<string, IncludedPart>();
  readonly #queue: PendingPart[] = [];
  /** Maps each value whose contents have been visited to the kinds that the value was visited as. */
  readonly #kindsByValue = new Map<object, Set<string>>();
  readonly #valuesByFile = new Map<SitePath, unknown>();
  #totalTextLength = 0;

  constructor(files: SpecFiles, version: string) {
    this.#files = files;
    this.#version = version;
    this.#kinds = version.startsWith("asyncapi") ? asyncapiParts : openapiParts;
  }

  *listParts(document: unknown): Generator<IncludedPart | undefined> {
    this.#visitValue(document, "document", this.#files.entry, { part: undefined, path: [] });
    yield undefined;
    // References are added during the iteration.
    for (const pendingPart of this.#queue) {
      const part = this.#resolvePart(pendingPart);
      if (!part) continue;
      yield part;
      this.#visitValue(part.value, part.kind, part.file, { part, path: [] });
    }
  }

  /** Returns the part that a reference points to, or undefined if an earlier reference points to the same part. */
  #resolvePart({ reference, kind, file, referenceLocation }: PendingPart): IncludedPart | undefined {
    const result = resolveRef(this.#files, reference, { file });
    if (!result.ok) return undefined;
    const { target } = result;
    if (target.file === this.#files.entry) {
      this.#addBackReference(target.id, referenceLocation);
      return undefined;
    }
    const identity = `${kind} ${target.id}`;
    const existingPart = this.#partsByKey.get(identity);
    if (existingPart && existingPart.referenceLocations.length < maxStoredReferences)
      existingPart.referenceLocations.push(referenceLocation);
    const tree = this.#files.getTree(target.file);
    this.#totalTextLength += existingPart ? 0 : target.node.range.end - target.node.range.start;
    if (existingPart || !tree?.root || tree.error) return undefined;
    if (this.#partsByKey.size >= maxParts || this.#totalTextLength > maxPartsLength) return undefined;
    const pointer = target.id.slice(target.file.length + 1);
    // If a reference identifies a schema by its anchor, the schema's ID ends with an offset in the file.
    const isPointer = /^(\/|$)/.test(pointer);
    const path = isPointer ? parsePointer(pointer) : findPathToNode(tree.root, target.node);
    if (!path) return undefined;
    const value = getValueAt(this.#getValue(target.file, tree), path);
    const isVisited = value !== null && typeof value === "object" && this.#kindsByValue.get(value)?.has(kind);
    const isValidated = isVisited === true || isInSpecification(tree, path);
    const part = { kind, file: target.file, tree, path, value, referenceLocations: [referenceLocation], isValidated };
    this.#partsByKey.set(identity, part);
    return value === undefined ? undefined : part;
  }

  #addBackReference(id: string, location: PartLocation): void {
    const pointer = id.slice(this.#files.entry.length + 1);
    const component = pointer.startsWith("/") ? findComponent(parsePointer(pointer)) : undefined;
    const locations = component === undefined ? undefined : this.backReferences.get(component);
    if (component !== undefined && !locations) this.backReferences.set(component, [location]);
    if (locations && locations.length < maxStoredReferences) locations.push(location);
  }

  #getValue(file: SitePath, tree: SpecTree): unknown {
    if (!this.#valuesByFile.has(file)) this.#valuesByFile.set(file, createJsonDocument(tree, tree.table?.text));
    return this.#valuesByFile.get(file);
  }

  #visitValue(value: unknown, kind: string, file: SitePath, location: PartLocation): void {
    if (/^[[{]/.test(kind)) return this.#visitEach(value, kind.slice(1, -1), file, location);
    if (!isPlainRecord(value)) {
      // In AsyncAPI, each item of a list can have its own schema.
      if (kind === "schema" && Array.isArray(value)) this.#visitEach(value, kind, file, location);
      return;
    }
    if (this.#isVisited(value, kind)) return;
    const reference = value["$ref"];
    if (typeof reference === "string") this.#enqueuePart({ reference, kind, file, referenceLocation: location });
    // The keys next to a reference are ignored, except in path items and schemas.
    if (typeof reference === "string" && kind !== "pathItem" && kind !== "schema") return;
    // References in schemas that have their own base URI or are in another schema language aren't followed.
    if (kind === "schema" && value["schemaFormat"] !== undefined) return;
    if (kind === "schema" && location.path.length > 0 && typeof value["$id"] === "string") return;
    const keys = this.#kinds[kind] ?? {};
    for (const [key, child] of Object.entries(value)) {
      const childKind = Object.hasOwn(keys, key) ? keys[key] : key.startsWith("x-") ? undefined : keys["*"];
      if (childKind !== undefined)
        this.#visitValue(child, childKind, file, { ...location, path: [...location.path, key] });
    }
  }

  #visitEach(values: unknown, kind: string, file: SitePath, location: PartLocation): void {
    if (values === null || typeof values !== "object") return;
    const hasExtensions = kind === "pathItem" || kind === "response" || kind === "callback";
    for (const [key, value] of Object.entries(values)) {
      if (hasExtensions && key.startsWith("x-")) continue;
      this.#visitValue(value, kind, file, { ...location, path: [...location.path, key] });
    }
  }

  #enqueuePart(part: PendingPart): void {
    if (getKindSection(part.kind, this.#version) === undefined) return;
    // References within the specification's own file aren't followed, because their targets are validated there. A `#`
    // can also mark the end of a cycle of aliases.
    if (part.reference.startsWith("#") && (part.referenceLocation.part === undefined || part.reference === "#")) return;
    this.#queue.push(part);
  }

  #isVisited(value: object, kind: string): boolean {
    const kinds = this.#kindsByValue.get(value);
    if (kinds?.has(kind)) return true;
    if (kinds) kinds.add(kind);
    else this.#kindsByValue.set(value, new Set([kind]));
    return false;
  }
}

const validatedSections = new Set(["components", "paths", "webhooks", "channels", "operations", "servers"]);

/** Whether the location is in a part of another specification. Such parts are validated separately. */
function isInSpecification({ root }: SpecTree, [section = ""]: readonly string[]): boolean {
  return validatedSections.has(section) && specKinds.some((key) => getEntry(root, key) !== undefined);
}

function getValueAt(value: unknown, path: readonly string[]): unknown {
  let currentValue = value;
  for (const key of path) {
    if (currentValue === null || typeof currentValue !== "object" || !Object.hasOwn(currentValue, key))
      return undefined;
    currentValue = (currentValue as Readonly<Record<string, unknown>>)[key];
  }
  return currentValue;
}

/** The maximum number of problems that are stored for all included files together. */
const maxProblems = 500;

export interface ValidationInputs {
  /** The version as a name from `getValidatorName`. */
  readonly name: string;
  readonly validator: SpecValidator;
  readonly operations: AffectedOperations;
}

export interface IncludedProblems {
  readonly problems: readonly ValidityProblem[];
  /**
   * Finds the operations that problems affect, including those that are affected through the specification's own
   * components, because included files may refer back to these components.
   */
  readonly partUsers: PartUsers;
}

/**
 * Returns the problems in the files that a specification includes, keyed by file. To validate a referenced value,
 * inserts the value into a document of the same version, at a position where values of its kind are allowed. `document`
 * contains the plain values in the specification's own file. Included files that are specifications themselves are
 * validated separately.
 */
export function* findIncludedProblems(
  files: SpecFiles,
  document: unknown,
  { name, validator, operations }: ValidationInputs,
): Generator<void, IncludedProblems> {
  const parts = new IncludedParts(files, name);
  const problemsByFile = new Map<SitePath, { readonly problem: FoundProblem; readonly part: IncludedPart }[]>();
  const hasCustomDialect = getValue(document, "jsonSchemaDialect") !== undefined;
  let count = 0;
  for (const part of parts.listParts(document)) {
    yield;
    if (!part || part.isValidated || count >= maxProblems || !canBeValidated(part)) continue;
    const partProblems = yield* validatePart(part, name, validator, hasCustomDialect);
    const { root } = part.tree;
    for (const problem of root ? excludeFollowedReferences(partProblems, files, part.file, root) : []) {
      problemsByFile.set(part.file, [...(problemsByFile.get(part.file) ?? []), { problem, part }]);
      count++;
    }
  }
  const partUsers = new PartUsers(operations, parts.backReferences);
  const problems = [...problemsByFile].flatMap(([file, fileProblems]) => {
    const partByProblem = new Map(fileProblems.map(({ problem, part }) => [problem, part]));
    return sortByLocation(fileProblems.map(({ problem }) => problem)).flatMap((problem) => {
      const part = partByProblem.get(problem);
      return part ? completeProblem(problem, file, part, partUsers) : [];
    });
  });
  return { problems, partUsers };
}

/** Returns the problems in a part. Each problem contains its path from the root of the file. */
function* validatePart(
  { kind, path, value, file, tree }: IncludedPart,
  name: string,
  validator: SpecValidator,
  hasCustomDialect: boolean,
): Generator<void, readonly FoundProblem[]> {
  const sectionPath = getKindSection(kind, name);
  if (!sectionPath || !tree.root) return [];
  const locatedValue = locateValue(tree.root, path);
  const wrapperPath = [...sectionPath, getName(sectionPath, path, file)];
  const document = { ...createEmptyDocument(name), ...wrapAtPath(value, wrapperPath) };
  if (hasCustomDialect) Object.assign(document, { jsonSchemaDialect: "" });
  const node = wrapNode(locatedValue.node, wrapperPath, getNameRange(locatedValue));
  const problems = yield* validateDocument(document, node, name, validator);
  const innerProblems = problems
    .filter((problem) => wrapperPath.every((key, i) => problem.path[i] === key))
    // If an operation consists only of another reference that can't be resolved, the error is reported at that
    // reference.
    .filter((problem) => kind !== "operation" || problem.name !== "$ref" || problem.path.length > wrapperPath.length);
  return removeMisspellingErrors(innerProblems).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path.slice(wrapperPath.length)],
  }));
}

/**
 * Whether a value can be validated. A schema that has its own base URI or is in another schema language can't be
 * validated, because its rules are unknown. If a value is used as an Example Object but doesn't look like one, it's
 * probably the example's plain value. In that case, the reference is in the wrong position, but its target isn't
 * invalid.
 */
function canBeValidated({ kind, value }: IncludedPart): boolean {
  if (kind === "schema") return getValue(value, "$schema") === undefined && getValue(value, "$id") === undefined;
  return kind !== "example" || ["value", "externalValue", "$ref"].some((key) => getValue(value, key) !== undefined);
}

/** Returns a valid name for the part in the document where it's validated. Messages show the part's own name. */
function getName([section, subsection]: readonly string[], path: readonly string[], file: SitePath): string {
  if (section === "paths" && subsection !== undefined) return "get";
  const partName = path.at(-1) ?? file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return section === "paths" ? `/${partName.replace(/^\//, "")}` : partName.replace(/[^\w.-]/g, "-") || "part";
}

function wrapAtPath(value: unknown, [key = "", ...remainingKeys]: readonly string[]): Record<string, unknown> {
  return { [key]: remainingKeys.length === 0 ? value : wrapAtPath(value, remainingKeys) };
}

/** Returns a tree in which the node is at the given path. All keys on the path have the range of the part's name. */
function wrapNode(node: SpecNode, path: readonly string[], keyRange: TextRange): SpecNode {
  return path.reduceRight<SpecNode>(
    (value, key) => ({ kind: "map", range: value.range, entries: [{ key, keyRange, value }] }),
    node,
  );
}

function completeProblem(problem: FoundProblem, file: SitePath, part: IncludedPart, partUsers: PartUsers) {
  const location = { part, path: problem.path.slice(part.path.length) };
  const [operation, ...otherOperations] = partUsers.listOperations(location);
  const hasUsers = !problem.isTolerated && !(operation && otherOperations.length === 0);
  const { root, table } = part.tree;
  const fix = root && table && createFix(problem, root, table.text);
  return {
    ...omitHints(problem),
    file,
    ...(operation ? { operation } : {}),
    ...(hasUsers && { users: operation ? otherOperations : partUsers.listUsers(location) }),
    ...(fix ? { fix } : {}),
  };
}

function getValue(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
