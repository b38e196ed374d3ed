import { hashText } from "../text/bytes.ts";
import { httpMethods } from "../text/media-types.ts";
import type { SitePath } from "../text/text-edit.ts";
import { findInsertion } from "./edit-spec.ts";
import { findMarkProblems, outlineExtensions } from "./outline-extensions.ts";
import { followLocation, getNameRange, getRef, type NodeLocation } from "./resolve-ref.ts";
import type {
  ExtensionProblem,
  OperationOutline,
  ParameterSummary,
  RequestSummary,
  VendorExtension,
} from "./spec-outline.ts";
import {
  entriesOf,
  entryOf,
  getNodeTexts,
  isTrue,
  itemsOf,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  textOf,
  valueAt,
} from "./spec-tree.ts";

const maxParameters = 50;
const maxOthers = 20;

/** An operation in `file`, with the path item that contains it. */
export interface OperationNode {
  readonly files: SpecFiles;
  readonly file: SitePath;
  readonly itemFile: SitePath;
  readonly item: SpecNode;
  readonly node: SpecNode;
}

/**
 * Returns a summary of the parameters, body, and authentication that a request to the operation can have. Includes the
 * parameters that the path item defines for all of its operations.
 */
export function summarizeRequest(operation: OperationNode): RequestSummary {
  const { files, node } = operation;
  const body = follow(operation, valueAt(node, "requestBody"))?.node;
  const security = valueAt(node, "security") ?? valueAt(files.getTree(files.entry)?.root, "security");
  return {
    parameters: listParameters(operation),
    bodyTypes: listKeys(valueAt(body, "content")),
    bodyRequired: isTrue(valueAt(body, "required")),
    security: itemsOf(security).slice(0, maxOthers).map(listKeys),
    responses: listKeys(valueAt(node, "responses")),
  };
}

/** Whether the body or a response has an example, either its own or one in its schema. */
export function hasExample(operation: OperationNode): boolean {
  const responses = [...entriesOf(valueAt(operation.node, "responses"))].slice(0, maxOthers);
  return [valueAt(operation.node, "requestBody"), ...responses.map(({ value }) => value)].some((node) => {
    const location = follow(operation, node);
    if (!location) return false;
    return listValues(valueAt(location.node, "content")).some((media) => {
      const schema = follow({ ...operation, file: location.file }, valueAt(media, "schema"))?.node;
      return [media, schema].some(
        (one) => entryOf(one, "example") !== undefined || entryOf(one, "examples") !== undefined,
      );
    });
  });
}

/**
 * Returns the operation's parameters and those of its path. If the path defines a parameter with the same name and
 * location as the operation, only the operation's parameter is returned.
 */
function listParameters(operation: OperationNode): ParameterSummary[] {
  const byKey = new Map<string, ParameterSummary>();
  const { file, itemFile, item } = operation;
  for (const owner of [
    { file: itemFile, node: item },
    { file, node: operation.node },
  ])
    for (const node of itemsOf(valueAt(owner.node, "parameters")).slice(0, maxParameters)) {
      const parameter = readParameter({ ...operation, file: owner.file }, node);
      if (parameter) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...byKey.values()].slice(0, maxParameters);
}

function readParameter(operation: OperationNode, node: SpecNode): ParameterSummary | undefined {
  const location = follow(operation, node);
  if (!location || location.node === node) return createParameter(operation, location);
  const known = parametersByNode(operation.files);
  if (!known.has(location.node)) known.set(location.node, createParameter(operation, location));
  return known.get(location.node);
}

function createParameter(
  operation: OperationNode,
  location: NodeLocation | undefined,
): ParameterSummary | undefined {
  const name = textOf(valueAt(location?.node, "name"));
  const parameterLocation = textOf(valueAt(location?.node, "in"));
  if (!location || name === undefined || parameterLocation === undefined) return undefined;
  const schema = follow({ ...operation, file: location.file }, valueAt(location.node, "schema"))?.node;
  const type = valueAt(schema, "type");
  const limits = parameterLocation === "path" ? getLimits(schema) : undefined;
  return {
    name,
    in: parameterLocation,
    required: isTrue(valueAt(location.node, "required")),
    type: textOf(type) ?? (getNodeTexts(type).join(" or ") || undefined),
    ...(limits && { limits }),
  };
}

function getLimits(schema: SpecNode | undefined): ParameterSummary["limits"] {
  const format = textOf(valueAt(schema, "format"));
  const pattern = textOf(valueAt(schema, "pattern"));
  const values = getNodeTexts(valueAt(schema, "enum"));
  if (format === undefined && pattern === undefined && values.length === 0) return undefined;
  return {
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(values.length > 0 && { values }),
  };
}

function listKeys(node: SpecNode | undefined): string[] {
  if (node?.kind !== "map") return [];
  return [...new Set(node.entries.slice(0, maxOthers).map(({ key }) => key))];
}

function listValues(node: SpecNode | undefined): SpecNode[] {
  return [...entriesOf(node)].slice(0, maxOthers).map(({ value }) => value);
}

function follow(
  { files, file }: Pick<OperationNode, "files" | "file">,
  node: SpecNode | undefined,
): NodeLocation | undefined {
  const reference = node && getRef(node);
  if (!node || reference === undefined) return node && { file, node };
  const known = followedNodes(files);
  const key = `${file} ${reference}`;
  if (!known.has(key)) known.set(key, followLocation(files, { file, node }));
  return known.get(key);
}

/**
 * A cache of resolved references in a specification. Thousands of operations may refer to the same few parameters and
 * responses.
 */
const followedNodes = memoize((_files: SpecFiles) => new Map<string, NodeLocation | undefined>());

/** The maximum number of values and references in a specification's operations that are compared. */
const maxDigested = 200_000;

/** The content of a value without its references, as a hash, and the references in it. */
interface Content {
  readonly hash: string;
  readonly references: readonly SpecNode[];
}

const digestsIn = memoize((_files: SpecFiles) => ({
  contents: new Map<SpecNode, Content>(),
  left: maxDigested,
}));

/**
 * Returns a hash of everything that readers see of an operation: its own values and those of its path, everything that
 * it references, and the servers and security schemes that apply to it. Returns undefined if there are too many values,
 * or if a file has YAML anchors, because such values can contain themselves.
 */
function digestOf({ files, file, itemFile, item, node }: OperationNode): string | undefined {
  const known = digestsIn(files);
  const root = files.getTree(files.entry)?.root;
  const servers = [node, item, root].find((owner) => valueAt(owner, "servers"));
  const security = [node, root].find((owner) => valueAt(owner, "security"));
  const schemes = itemsOf(valueAt(security, "security")).flatMap((one) => [...entriesOf(one)]);
  const queue: (NodeLocation | undefined)[] = [
    { file, node },
    ...["parameters", "summary", "description"].map((key) => spotAt(itemFile, valueAt(item, key))),
    spotAt(servers === root ? files.entry : itemFile, valueAt(servers, "servers")),
    spotAt(files.entry, valueAt(security, "security")),
    ...schemes.map(({ key }) =>
      spotAt(files.entry, valueAt(valueAt(valueAt(root, "components"), "securitySchemes"), key)),
    ),
  ];
  const parts: string[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < queue.length; at++) {
    const spot = queue[at];
    if (--known.left < 0) return undefined;
    const content = spot && contentOf(spot, files, known);
    if (spot && !content) return undefined;
    parts.push(content?.hash ?? "");
    for (const reference of content?.references ?? []) {
      const from = spot?.file ?? files.entry;
      const key = `${from} ${getRef(reference) ?? ""}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(follow({ files, file: from }, reference));
    }
  }
  return hashText(parts.join("\n"));
}

function spotAt(file: SitePath, node: SpecNode | undefined): NodeLocation | undefined {
  return node && { file, node };
}

function contentOf(
  { file, node }: NodeLocation,
  files: SpecFiles,
  known: ReturnType<typeof digestsIn>,
): Content | undefined {
  const found = known.contents.get(node);
  if (found) return found;
  if ((files.getTree(file)?.shared.size ?? 0) > 0) return undefined;
  const parts: string[] = [];
  const references: SpecNode[] = [];
  const add = (value: SpecNode): boolean => {
    if (--known.left < 0) return false;
    if (value.kind === "scalar") return parts.push(JSON.stringify(value.value)) > 0;
    // Readers see the schemas in a mapping, too, but these aren't references.
    if (valueAt(valueAt(value, "discriminator"), "mapping")) return false;
    parts.push(value.kind);
    if (getRef(value) !== undefined) references.push(value);
    const isComplete =
      value.kind === "list"
        ? value.items.every(add)
        : [...entriesOf(value)].every(
            (entry) => parts.push(JSON.stringify(entry.key)) > 0 && add(entry.value),
          );
    parts.push("end");
    return isComplete;
  };
  if (!add(node)) return undefined;
  const content = { hash: hashText(parts.join("\n")), references };
  known.contents.set(node, content);
  return content;
}

/** The summaries of shared parameters by node. */
const parametersByNode = memoize((_files: SpecFiles) => new Map<SpecNode, ParameterSummary | undefined>());

function memoize<View>(make: (files: SpecFiles) => View): (files: SpecFiles) => View {
  const views = new WeakMap<SpecFiles, View>();
  return (files) => {
    const known = views.get(files) ?? make(files);
    views.set(files, known);
    return known;
  };
}

/** The methods that have their own lowercase key in a path item. References can write these methods in any case. */
export const fixedMethods = [...httpMethods, "QUERY"] as const;

const methodKeys: ReadonlySet<string> = new Set(fixedMethods.map((method) => method.toLowerCase()));

/**
 * Returns the operations in `paths` or `webhooks` in file order. Adds problems with vendor extensions to `problems`.
 */
export function outlineOperations(
  files: SpecFiles,
  section: "paths" | "webhooks",
  problems: ExtensionProblem[],
): readonly OperationOutline[] {
  const operations: OperationOutline[] = [];
  for (const pathEntry of entriesOf(valueAt(files.getTree(files.entry)?.root, section))) {
    if (pathEntry.key.startsWith("x-")) continue;
    const { file, node: item } = resolveLocation(files, { file: files.entry, node: pathEntry.value });
    const tree = files.getTree(file);
    const own: ExtensionProblem[] = [];
    const pathExtensions = outlineExtensions(item, "path", own, tree);
    problems.push(...addFile(own, file, files));
    const context = {
      files,
      file,
      item,
      tree: item === pathEntry.value ? tree : undefined,
      path: pathEntry,
      pathExtensions,
      itemHasServers: hasServers(item),
      problems,
    };
    for (const entry of entriesOf(item)) {
      if (methodKeys.has(entry.key))
        operations.push(...outlineOperation(entry, entry.key.toUpperCase(), false, context));
      if (entry.key === "additionalOperations")
        for (const additional of entriesOf(entry.value))
          operations.push(...outlineOperation(additional, additional.key, true, context));
    }
  }
  return operations;
}

interface Context {
  readonly files: SpecFiles;
  /** The file that contains the path item. */
  readonly file: SitePath;
  readonly item: SpecNode;
  /**
   * The tree of the specification. Undefined if the path item was reached through a reference. In that case, edits
   * aren't offered, because they could also affect other paths.
   */
  readonly tree: SpecTree | undefined;
  readonly path: SpecEntry;
  readonly pathExtensions: readonly VendorExtension[];
  readonly itemHasServers: boolean;
  readonly problems: ExtensionProblem[];
}

function outlineOperation(
  entry: SpecEntry,
  method: string,
  additional: boolean,
  { files, file: itemFile, item, tree, path, pathExtensions, itemHasServers, problems }: Context,
): OperationOutline[] {
  const { file, node } = resolveLocation(files, { file: itemFile, node: entry.value });
  if (node.kind !== "map") return [];
  const isElsewhere = node !== entry.value;
  const id = entryOf(node, "operationId")?.value;
  const insertAt = tree && !isElsewhere ? findInsertion(tree, node, entry.keyRange) : undefined;
  const hidden = valueAt(node, "x-hidden");
  const excluded = valueAt(node, "x-excluded");
  const own = findMarkProblems(node);
  const extensions = outlineExtensions(node, "operation", own, isElsewhere ? files.getTree(file) : tree);
  problems.push(...addFile(own, file, files));
  const operationNode = { files, file, itemFile, item, node };
  const digest = digestOf(operationNode);
  const operation: OperationOutline = {
    method,
    additional,
    path: path.key,
    range: getNameRange({ path: [], node, entry: isElsewhere ? undefined : entry }),
    pathRange: path.keyRange,
    ...(file !== files.entry && { file }),
    operationId: textOf(id),
    operationIdRange: id?.range,
    summary: textOf(valueAt(node, "summary")),
    request: summarizeRequest(operationNode),
    tags: getNodeTexts(valueAt(node, "tags")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    hidden: isTrue(hidden),
    excluded: isTrue(excluded),
    ...(isTruthyText(hidden) && { looksHidden: true }),
    ...(isTruthyText(excluded) && { looksExcluded: true }),
    hasServers: itemHasServers || hasServers(node),
    hasExample: hasExample(operationNode),
    ...(digest !== undefined && { digest }),
    extensions,
    ...(pathExtensions.length > 0 && { pathExtensions }),
    ...(insertAt && { insertAt }),
  };
  return [operation];
}

/** Whether a value is truthy but isn't `true`. */
function isTruthyText(node: SpecNode | undefined): boolean {
  if (!node || isTrue(node)) return false;
  return node.kind !== "scalar" || Boolean(node.value);
}

function hasServers(node: SpecNode): boolean {
  return itemsOf(valueAt(node, "servers")).length > 0;
}

/**
 * Returns the location of a path item or operation. A path item can be a reference, such as
 * `$ref: "#/components/pathItems/users"` or `$ref: "./users.yaml"`. An operation can also be a reference. OpenAPI
 * doesn't define such references, but bundlers resolve them.
 */
function resolveLocation(files: SpecFiles, location: NodeLocation): NodeLocation {
  return followLocation(files, location) ?? location;
}

/** Returns the problems. If they're in a file other than the specification's own, adds that file to each problem. */
function addFile(
  problems: readonly ExtensionProblem[],
  file: SitePath,
  { entry }: SpecFiles,
): readonly ExtensionProblem[] {
  return file === entry ? problems : problems.map((problem) => ({ ...problem, file }));
}
