import type { SitePath, TextRange } from "../../text/text-edit.ts";
import { specKinds } from "../detect-spec.ts";
import { locate, nameRange, pathOfPointer, pathToNode } from "../error-location.ts";
import { resolveRef } from "../resolve-ref.ts";
import { entryOf, type SpecFiles, type SpecNode, type SpecTree } from "../spec-tree.ts";
import {
  componentAt,
  type FaultyOperations,
  PartUsers,
  excludeFollowedReferences,
} from "./affected-operations.ts";
import type { SpecFault } from "./analyze-spec.ts";
import { repairOf } from "./repairs.ts";
import {
  emptyDocument,
  inFileOrder,
  validateDocument,
  plainDocument,
  withoutMisspelt,
} from "./validate-in-steps.ts";
import type { SpecValidator } from "./validate-spec.ts";
import type { FoundFault } from "./validator-errors.ts";

/**
 * What the parts of a specification are, by the keys they stand behind: enough to say what a `$ref` must name. `[x]` is
 * a list of `x`, `{x}` a map of names to `x`. Keys that are not told hold nothing with references that can be judged.
 */
export type PartKinds = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const schema = {
  ...of("schema", [
    "items", "additionalItems", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]), // prettier-ignore
  ...of("{schema}", ["properties", "patternProperties", "dependentSchemas", "definitions", "$defs"]),
  ...of("[schema]", ["allOf", "anyOf", "oneOf", "prefixItems"]),
};

/** A parameter, and a header, which is described like one. */
const parameter = { schema: "schema", content: "{mediaType}", examples: "{example}" };

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
    ...of("operation", ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]),
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
  parameter,
  header: parameter,
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
  schema,
};

const tagged = { tags: "[tag]", externalDocs: "externalDocs" };
const messageParts = {
  ...tagged,
  headers: "schema",
  correlationId: "correlationId",
  bindings: "messageBindings",
};
const operationParts = { ...tagged, security: "[securityScheme]", bindings: "operationBindings" };

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
    ...tagged,
    variables: "{serverVariable}",
    security: "[securityScheme]",
    bindings: "serverBindings",
  },
  channel: {
    ...tagged,
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
  schema: { ...schema, ...of("{schema}", ["dependencies"]) },
};

/** Under which key of a document a thing of each kind may stand by a name of its own. */
const homes: Readonly<Record<string, readonly string[] | undefined>> = {
  ...homesOf(openapiParts),
  pathItem: ["paths"],
  // The only one whose name there is no choice of: a method.
  operation: ["paths", "/operation"],
};
const asyncapiHomes = homesOf(asyncapiParts);

/** Where a part of this kind is judged alone; undefined for one that no `$ref` may stand for. */
export function homeOf(kind: string, version: string): readonly string[] | undefined {
  if (version.startsWith("asyncapi")) return asyncapiHomes[kind];
  return kind === "mediaType" && version !== "openapi-3.2" ? undefined : homes[kind];
}

function homesOf(kinds: PartKinds): Readonly<Record<string, readonly string[]>> {
  const sections = Object.entries(kinds["components"] ?? {});
  return Object.fromEntries(sections.map(([section, kind]) => [kind.slice(1, -1), ["components", section]]));
}

function of(kind: string, keys: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, kind]));
}

/** A value of another file that references name where a thing of this kind belongs. */
export interface PulledInPart {
  readonly kind: string;
  readonly file: SitePath;
  readonly tree: SpecTree;
  /** Where in its file it stands, by keys from the root; empty for the whole file. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** The references that name it. */
  readonly from: PartPlace[];
  /** The same value as part of what was judged before, or of a specification that is judged by itself. */
  readonly isJudged: boolean;
}

/** A place in a part that was pulled in, or in the specification's own file. */
export interface PartPlace {
  readonly part: PulledInPart | undefined;
  /** From the root of the document, or from the top of the part. */
  readonly path: readonly string[];
}

/** Values named by references that are followed, and how much text they stand in: nested ones count again. */
const maxParts = 2_000;
const maxPartsLength = 50_000_000;
/** So many references to one part are kept, which is more operations than a fault names. */
const maxFrom = 200;

interface Named {
  readonly reference: string;
  readonly kind: string;
  readonly file: SitePath;
  readonly from: PartPlace;
}

/**
 * Everything that the references of a specification name in other files, with the kind of thing that belongs in
 * their place, however many files lie between. `document` are the specification's plain values, `version` is as in
 * `checkName`. Comes to each part when all that names it up to then is known; `from` may grow later.
 */
export class PulledInParts {
  /** References from other files back to components of the specification's own: `schemas/User`. */
  readonly back = new Map<string, PartPlace[]>();
  readonly #files: SpecFiles;
  readonly #version: string;
  readonly #kinds: PartKinds;
  readonly #parts = new Map<string, PulledInPart>();
  readonly #waiting: Named[] = [];
  /** Kinds as which a value has been looked at: all that is in it has been, too. */
  readonly #seen = new Map<object, Set<string>>();
  readonly #values = new Map<SitePath, unknown>();
  #length = 0;

  constructor(files: SpecFiles, version: string) {
    this.#files = files;
    this.#version = version;
    this.#kinds = version.startsWith("asyncapi") ? asyncapiParts : openapiParts;
  }

  *partsOf(document: unknown): Generator<PulledInPart | undefined> {
    this.#visit(document, "document", this.#files.entry, { part: undefined, path: [] });
    yield undefined;
    // Grows while it is gone through.
    for (const next of this.#waiting) {
      const part = this.#partOf(next);
      if (!part) continue;
      yield part;
      this.#visit(part.value, part.kind, part.file, { part, path: [] });
    }
  }

  /** The part that a reference names, when it is the first to do so. */
  #partOf({ reference, kind, file, from }: Named): PulledInPart | undefined {
    const result = resolveRef(this.#files, reference, { file });
    if (!result.ok) return undefined;
    const { target } = result;
    if (target.file === this.#files.entry) {
      this.#keepBack(target.id, from);
      return undefined;
    }
    const identity = `${kind} ${target.id}`;
    const known = this.#parts.get(identity);
    if (known && known.from.length < maxFrom) known.from.push(from);
    const tree = this.#files.treeOf(target.file);
    this.#length += known ? 0 : target.node.range.end - target.node.range.start;
    if (known || !tree?.root || tree.fault) return undefined;
    if (this.#parts.size >= maxParts || this.#length > maxPartsLength) return undefined;
    const pointer = target.id.slice(target.file.length + 1);
    // The address of a schema that is known by its anchor counts from the beginning of the file.
    const isPointer = /^(\/|$)/.test(pointer);
    const path = isPointer ? pathOfPointer(pointer) : pathToNode(tree.root, target.node);
    if (!path) return undefined;
    const value = valueIn(this.#valueOf(target.file, tree), path);
    const isSeen = value !== null && typeof value === "object" && this.#seen.get(value)?.has(kind);
    const isValidated = isSeen === true || isOfSpecification(tree, path);
    const part = { kind, file: target.file, tree, path, value, from: [from], isJudged: isValidated };
    this.#parts.set(identity, part);
    return value === undefined ? undefined : part;
  }

  #keepBack(id: string, from: PartPlace): void {
    const pointer = id.slice(this.#files.entry.length + 1);
    const component = pointer.startsWith("/") ? componentAt(pathOfPointer(pointer)) : undefined;
    const known = component === undefined ? undefined : this.back.get(component);
    if (component !== undefined && !known) this.back.set(component, [from]);
    if (known && known.length < maxFrom) known.push(from);
  }

  #valueOf(file: SitePath, tree: SpecTree): unknown {
    if (!this.#values.has(file)) this.#values.set(file, plainDocument(tree, tree.table?.text));
    return this.#values.get(file);
  }

  #visit(value: unknown, kind: string, file: SitePath, from: PartPlace): void {
    if (/^[[{]/.test(kind)) return this.#visitEach(value, kind.slice(1, -1), file, from);
    if (!isTable(value)) {
      // The items of a list of AsyncAPI may be described one by one.
      if (kind === "schema" && Array.isArray(value)) this.#visitEach(value, kind, file, from);
      return;
    }
    if (this.#isSeen(value, kind)) return;
    const reference = value["$ref"];
    if (typeof reference === "string") this.#name({ reference, kind, file, from });
    // Beside a reference nothing counts, but for these two.
    if (typeof reference === "string" && kind !== "pathItem" && kind !== "schema") return;
    // What is relative to an address of its own, or written in another language, is not followed.
    if (kind === "schema" && value["schemaFormat"] !== undefined) return;
    if (kind === "schema" && from.path.length > 0 && typeof value["$id"] === "string") return;
    const keys = this.#kinds[kind] ?? {};
    for (const [key, part] of Object.entries(value)) {
      const inner = Object.hasOwn(keys, key) ? keys[key] : key.startsWith("x-") ? undefined : keys["*"];
      if (inner !== undefined) this.#visit(part, inner, file, { ...from, path: [...from.path, key] });
    }
  }

  #visitEach(values: unknown, kind: string, file: SitePath, from: PartPlace): void {
    if (values === null || typeof values !== "object") return;
    const hasExtensions = kind === "pathItem" || kind === "response" || kind === "callback";
    for (const [key, value] of Object.entries(values)) {
      if (hasExtensions && key.startsWith("x-")) continue;
      this.#visit(value, kind, file, { ...from, path: [...from.path, key] });
    }
  }

  #name(named: Named): void {
    if (homeOf(named.kind, this.#version) === undefined) return;
    // Inside its own file the specification is judged as it stands, and `#` is what ends a circle of aliases.
    if (named.reference.startsWith("#") && (named.from.part === undefined || named.reference === "#")) return;
    this.#waiting.push(named);
  }

  #isSeen(value: object, kind: string): boolean {
    const kinds = this.#seen.get(value);
    if (kinds?.has(kind)) return true;
    if (kinds) kinds.add(kind);
    else this.#seen.set(value, new Set([kind]));
    return false;
  }
}

const validatedSections = new Set(["components", "paths", "webhooks", "channels", "operations", "servers"]);

/** Whether this stands where another specification is judged itself. */
function isOfSpecification({ root }: SpecTree, [section = ""]: readonly string[]): boolean {
  return validatedSections.has(section) && specKinds.some((key) => entryOf(root, key) !== undefined);
}

function valueIn(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** How many faults of all files that are pulled in are kept. */
const maxFaults = 500;

export interface ValidationResults {
  /** As in `checkName`. */
  readonly name: string;
  readonly validator: SpecValidator;
  readonly operations: FaultyOperations;
}

export interface PulledInFaults {
  readonly faults: readonly SpecFault[];
  /** Whom faults concern, in the specification's own file too: what its components name may lead back to it. */
  readonly users: PartUsers;
}

/**
 * What is wrong in the files that a specification pulls in, file by file: each value that a reference names is put
 * into a document of the same version where a thing of its kind belongs, and judged there. `document` are the plain
 * values of the specification's own file. A file that is a specification is judged by itself.
 */
export function* pulledInFaults(
  files: SpecFiles,
  document: unknown,
  { name, validator, operations }: ValidationResults,
): Generator<void, PulledInFaults> {
  const parts = new PulledInParts(files, name);
  const found = new Map<SitePath, { readonly fault: FoundFault; readonly part: PulledInPart }[]>();
  const isOwnDialect = valueOf(document, "jsonSchemaDialect") !== undefined;
  let count = 0;
  for (const part of parts.partsOf(document)) {
    yield;
    if (!part || part.isJudged || count >= maxFaults || !canBeValidated(part)) continue;
    const inPart = yield* validatePart(part, name, validator, isOwnDialect);
    const { root } = part.tree;
    for (const fault of root ? excludeFollowedReferences(inPart, files, part.file, root) : []) {
      const known = found.get(part.file) ?? [];
      found.set(part.file, [...known, { fault, part }]);
      count++;
    }
  }
  const users = new PartUsers(operations, parts.back);
  const faults = [...found].flatMap(([file, all]) => {
    const partOf = new Map(all.map(({ fault, part }) => [fault, part]));
    return inFileOrder(all.map(({ fault }) => fault)).flatMap((fault) => {
      const part = partOf.get(fault);
      return part ? settled(fault, file, part, users) : [];
    });
  });
  return { faults, users };
}

/** Each fault with its way from the top of the file. */
function* validatePart(
  { kind, path, value, file, tree }: PulledInPart,
  name: string,
  validator: SpecValidator,
  isOwnDialect: boolean,
): Generator<void, readonly FoundFault[]> {
  const home = homeOf(kind, name);
  const { root } = tree;
  if (!home || !root) return [];
  const at = locate(root, path);
  const label = nameIn(home, path, file);
  const way = [...home, label];
  const document = { ...emptyDocument(name), ...wrapped(value, way) };
  if (isOwnDialect) Object.assign(document, { jsonSchemaDialect: "" });
  const faults = yield* validateDocument(document, wrappedNode(at.node, way, nameRange(at)), name, validator);
  const inside = faults
    .filter((fault) => way.every((key, i) => fault.path[i] === key))
    // An operation that is only a reference to the next is told where the first one stands, if it leads nowhere.
    .filter((fault) => kind !== "operation" || fault.name !== "$ref" || fault.path.length > way.length);
  return withoutMisspelt(inside).map((fault) => ({
    ...fault,
    path: [...path, ...fault.path.slice(way.length)],
  }));
}

/**
 * A schema with an address or a language of its own goes by rules that nobody here knows. What is named as an example
 * and looks like none is the example's value: the reference is in the wrong place, and not what it names.
 */
function canBeValidated({ kind, value }: PulledInPart): boolean {
  if (kind === "schema")
    return valueOf(value, "$schema") === undefined && valueOf(value, "$id") === undefined;
  return (
    kind !== "example" || ["value", "externalValue", "$ref"].some((key) => valueOf(value, key) !== undefined)
  );
}

/** A name that this part may have where it is put: its own, as it shows in sentences. */
function nameIn([section, inside]: readonly string[], path: readonly string[], file: SitePath): string {
  if (section === "paths" && inside !== undefined) return "get";
  const own = path.at(-1) ?? file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return section === "paths" ? `/${own.replace(/^\//, "")}` : own.replace(/[^\w.-]/g, "-") || "part";
}

function wrapped(value: unknown, [key = "", ...rest]: readonly string[]): Record<string, unknown> {
  return { [key]: rest.length === 0 ? value : wrapped(value, rest) };
}

/** The same tree with ranges: all keys of the way stand where the part has its name. */
function wrappedNode(node: SpecNode, way: readonly string[], keyRange: TextRange): SpecNode {
  return way.reduceRight<SpecNode>(
    (value, key) => ({ kind: "map", range: value.range, entries: [{ key, keyRange, value }] }),
    node,
  );
}

function settled(
  { kind, path, range, name, expected, isTolerated = false, first, candidates }: FoundFault,
  file: SitePath,
  part: PulledInPart,
  users: PartUsers,
): SpecFault {
  const place = { part, path: path.slice(part.path.length) };
  const [operation, ...others] = users.around(place);
  const { root, table } = part.tree;
  const found = { kind, path, range, name, expected, ...(candidates ? { candidates } : {}) };
  const repair = root && table && repairOf(found, root, table.text);
  return {
    kind,
    file,
    range,
    path,
    name,
    expected,
    isTolerated,
    ...(operation ? { operation } : {}),
    ...(isTolerated || (operation && others.length === 0)
      ? {}
      : { users: operation ? others : users.users(place) }),
    ...(first ? { first } : {}),
    ...(repair ? { repair } : {}),
  };
}

function valueOf(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
