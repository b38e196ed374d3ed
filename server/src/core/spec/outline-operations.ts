import { hashText } from "../text/bytes.ts";
import { httpMethods } from "../text/media-types.ts";
import type { SitePath } from "../text/text-edit.ts";
import { findInsertion } from "./edit-spec.ts";
import { findBooleanProblems, outlineExtensions } from "./outline-extensions.ts";
import { followLocation, getNameRange, getRef, type NodeLocation } from "./resolve-ref.ts";
import type {
  ExtensionProblem,
  OperationOutline,
  ParameterSummary,
  RequestSummary,
  VendorExtension,
} from "./spec-outline.ts";
import {
  getEntries,
  getEntry,
  getStringItems,
  isTrue,
  getItems,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getValue,
} from "./spec-tree.ts";

const maxParameters = 50;
const maxSummaryItems = 20;

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
  const body = followReference(operation, getValue(node, "requestBody"))?.node;
  const security = getValue(node, "security") ?? getValue(files.getTree(files.entry)?.root, "security");
  return {
    parameters: listParameters(operation),
    bodyTypes: listKeys(getValue(body, "content")),
    isBodyRequired: isTrue(getValue(body, "required")),
    security: getItems(security).slice(0, maxSummaryItems).map(listKeys),
    responses: listKeys(getValue(node, "responses")),
  };
}

/** Whether the body or a response has an example, either its own or one in its schema. */
export function hasExample(operation: OperationNode): boolean {
  const responses = [...getEntries(getValue(operation.node, "responses"))].slice(0, maxSummaryItems);
  return [getValue(operation.node, "requestBody"), ...responses.map(({ value }) => value)].some((node) => {
    const location = followReference(operation, node);
    if (!location) return false;
    return listValues(getValue(location.node, "content")).some((mediaType) => {
      const schema = followReference({ ...operation, file: location.file }, getValue(mediaType, "schema"))?.node;
      return [mediaType, schema].some(
        (one) => getEntry(one, "example") !== undefined || getEntry(one, "examples") !== undefined,
      );
    });
  });
}

/**
 * Returns the operation's parameters and those of its path. If the path defines a parameter with the same name and
 * location as the operation, only the operation's parameter is returned.
 */
function listParameters(operation: OperationNode): ParameterSummary[] {
  const parametersByKey = new Map<string, ParameterSummary>();
  const { file, itemFile, item } = operation;
  for (const location of [
    { file: itemFile, node: item },
    { file, node: operation.node },
  ])
    for (const node of getItems(getValue(location.node, "parameters")).slice(0, maxParameters)) {
      const parameter = readParameter({ ...operation, file: location.file }, node);
      if (parameter) parametersByKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...parametersByKey.values()].slice(0, maxParameters);
}

function readParameter(operation: OperationNode, node: SpecNode): ParameterSummary | undefined {
  const location = followReference(operation, node);
  if (!location || location.node === node) return createParameter(operation, location);
  const summariesByNode = getParameterCache(operation.files);
  if (!summariesByNode.has(location.node)) summariesByNode.set(location.node, createParameter(operation, location));
  return summariesByNode.get(location.node);
}

function createParameter(operation: OperationNode, location: NodeLocation | undefined): ParameterSummary | undefined {
  const name = getNodeText(getValue(location?.node, "name"));
  const parameterLocation = getNodeText(getValue(location?.node, "in"));
  if (!location || name === undefined || parameterLocation === undefined) return undefined;
  const schema = followReference({ ...operation, file: location.file }, getValue(location.node, "schema"))?.node;
  const type = getValue(schema, "type");
  const constraints = parameterLocation === "path" ? getConstraints(schema) : undefined;
  return {
    name,
    in: parameterLocation,
    required: isTrue(getValue(location.node, "required")),
    type: getNodeText(type) ?? (getStringItems(type).join(" or ") || undefined),
    ...(constraints && { constraints }),
  };
}

function getConstraints(schema: SpecNode | undefined): ParameterSummary["constraints"] {
  const format = getNodeText(getValue(schema, "format"));
  const pattern = getNodeText(getValue(schema, "pattern"));
  const values = getStringItems(getValue(schema, "enum"));
  if (format === undefined && pattern === undefined && values.length === 0) return undefined;
  return {
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(values.length > 0 && { values }),
  };
}

function listKeys(node: SpecNode | undefined): string[] {
  if (node?.kind !== "map") return [];
  return [...new Set(node.entries.slice(0, maxSummaryItems).map(({ key }) => key))];
}

function listValues(node: SpecNode | undefined): SpecNode[] {
  return [...getEntries(node)].slice(0, maxSummaryItems).map(({ value }) => value);
}

function followReference(
  { files, file }: Pick<OperationNode, "files" | "file">,
  node: SpecNode | undefined,
): NodeLocation | undefined {
  const reference = node && getRef(node);
  if (!node || reference === undefined) return node && { file, node };
  const nodeCache = getNodeCache(files);
  const key = `${file} ${reference}`;
  if (!nodeCache.has(key)) nodeCache.set(key, followLocation(files, { file, node }));
  return nodeCache.get(key);
}

/**
 * A cache of resolved references in a specification. Thousands of operations may refer to the same few parameters and
 * responses.
 */
const getNodeCache = cacheByFiles((_files: SpecFiles) => new Map<string, NodeLocation | undefined>());

/** The maximum number of values and references in a specification's operations that are compared. */
const maxComparedValues = 200_000;

/** The content of a value without its references, as a hash, and the references in it. */
interface HashedContent {
  readonly hash: string;
  readonly references: readonly SpecNode[];
}

const getDigestState = cacheByFiles((_files: SpecFiles) => ({
  contentsByNode: new Map<SpecNode, HashedContent>(),
  remainingValues: maxComparedValues,
}));

/**
 * Returns a hash of everything that readers see of an operation: its own values and those of its path, everything that
 * it references, and the servers and security schemes that apply to it. Returns undefined if there are too many values,
 * or if a file has YAML anchors, because such values can contain themselves.
 */
function getDigest({ files, file, itemFile, item, node }: OperationNode): string | undefined {
  const digests = getDigestState(files);
  const root = files.getTree(files.entry)?.root;
  const serversOwner = [node, item, root].find((parent) => getValue(parent, "servers"));
  const securityOwner = [node, root].find((candidate) => getValue(candidate, "security"));
  const schemes = getItems(getValue(securityOwner, "security")).flatMap((one) => [...getEntries(one)]);
  const queue: (NodeLocation | undefined)[] = [
    { file, node },
    ...["parameters", "summary", "description"].map((key) => toNodeLocation(itemFile, getValue(item, key))),
    toNodeLocation(serversOwner === root ? files.entry : itemFile, getValue(serversOwner, "servers")),
    toNodeLocation(files.entry, getValue(securityOwner, "security")),
    ...schemes.map(({ key }) =>
      toNodeLocation(files.entry, getValue(getValue(getValue(root, "components"), "securitySchemes"), key)),
    ),
  ];
  const hashes: string[] = [];
  const visitedReferences = new Set<string>();
  for (let index = 0; index < queue.length; index++) {
    const nodeLocation = queue[index];
    if (--digests.remainingValues < 0) return undefined;
    const content = nodeLocation && getContent(nodeLocation, files, digests);
    if (nodeLocation && !content) return undefined;
    hashes.push(content?.hash ?? "");
    for (const reference of content?.references ?? []) {
      const fromFile = nodeLocation?.file ?? files.entry;
      const key = `${fromFile} ${getRef(reference) ?? ""}`;
      if (visitedReferences.has(key)) continue;
      visitedReferences.add(key);
      queue.push(followReference({ files, file: fromFile }, reference));
    }
  }
  return hashText(hashes.join("\n"));
}

function toNodeLocation(file: SitePath, node: SpecNode | undefined): NodeLocation | undefined {
  return node && { file, node };
}

function getContent(
  { file, node }: NodeLocation,
  files: SpecFiles,
  digests: ReturnType<typeof getDigestState>,
): HashedContent | undefined {
  const cachedContent = digests.contentsByNode.get(node);
  if (cachedContent) return cachedContent;
  if ((files.getTree(file)?.sharedNodes.size ?? 0) > 0) return undefined;
  const parts: string[] = [];
  const references: SpecNode[] = [];
  const addNode = (value: SpecNode): boolean => {
    if (--digests.remainingValues < 0) return false;
    if (value.kind === "scalar") return parts.push(JSON.stringify(value.value)) > 0;
    // Readers see the schemas in a mapping, too, but these aren't references.
    if (getValue(getValue(value, "discriminator"), "mapping")) return false;
    parts.push(value.kind);
    if (getRef(value) !== undefined) references.push(value);
    const isComplete =
      value.kind === "list"
        ? value.items.every(addNode)
        : [...getEntries(value)].every((entry) => parts.push(JSON.stringify(entry.key)) > 0 && addNode(entry.value));
    parts.push("end");
    return isComplete;
  };
  if (!addNode(node)) return undefined;
  const content = { hash: hashText(parts.join("\n")), references };
  digests.contentsByNode.set(node, content);
  return content;
}

/** The summaries of shared parameters by node. */
const getParameterCache = cacheByFiles((_files: SpecFiles) => new Map<SpecNode, ParameterSummary | undefined>());

function cacheByFiles<View>(createView: (files: SpecFiles) => View): (files: SpecFiles) => View {
  const viewCache = new WeakMap<SpecFiles, View>();
  return (files) => {
    const cachedView = viewCache.get(files) ?? createView(files);
    viewCache.set(files, cachedView);
    return cachedView;
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
  for (const pathEntry of getEntries(getValue(files.getTree(files.entry)?.root, section))) {
    if (pathEntry.key.startsWith("x-")) continue;
    const { file, node: item } = resolveLocation(files, { file: files.entry, node: pathEntry.value });
    const tree = files.getTree(file);
    const pathProblems: ExtensionProblem[] = [];
    const pathExtensions = outlineExtensions(item, "path", pathProblems, tree);
    problems.push(...addFile(pathProblems, file, files));
    const context = {
      files,
      file,
      item,
      tree: item === pathEntry.value ? tree : undefined,
      path: pathEntry,
      pathExtensions,
      hasPathServers: hasServers(item),
      problems,
    };
    for (const entry of getEntries(item)) {
      if (methodKeys.has(entry.key))
        operations.push(...outlineOperation(entry, entry.key.toUpperCase(), false, context));
      if (entry.key === "additionalOperations")
        for (const additionalEntry of getEntries(entry.value))
          operations.push(...outlineOperation(additionalEntry, additionalEntry.key, true, context));
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
  readonly hasPathServers: boolean;
  readonly problems: ExtensionProblem[];
}

function outlineOperation(
  entry: SpecEntry,
  method: string,
  isAdditional: boolean,
  { files, file: itemFile, item, tree, path, pathExtensions, hasPathServers, problems }: Context,
): OperationOutline[] {
  const { file, node } = resolveLocation(files, { file: itemFile, node: entry.value });
  if (node.kind !== "map") return [];
  const isReferenced = node !== entry.value;
  const operationIdNode = getEntry(node, "operationId")?.value;
  const insertAt = tree && !isReferenced ? findInsertion(tree, node, entry.keyRange) : undefined;
  const hiddenNode = getValue(node, "x-hidden");
  const excludedNode = getValue(node, "x-excluded");
  const operationProblems = findBooleanProblems(node);
  const extensions = outlineExtensions(node, "operation", operationProblems, isReferenced ? files.getTree(file) : tree);
  problems.push(...addFile(operationProblems, file, files));
  const operationNode = { files, file, itemFile, item, node };
  const digest = getDigest(operationNode);
  const operation: OperationOutline = {
    method,
    isAdditional,
    path: path.key,
    range: getNameRange({ path: [], node, entry: isReferenced ? undefined : entry }),
    pathRange: path.keyRange,
    ...(file !== files.entry && { file }),
    operationId: getNodeText(operationIdNode),
    operationIdRange: operationIdNode?.range,
    summary: getNodeText(getValue(node, "summary")),
    request: summarizeRequest(operationNode),
    tags: getStringItems(getValue(node, "tags")),
    deprecated: isTrue(getValue(node, "deprecated")),
    isHidden: isTrue(hiddenNode),
    isExcluded: isTrue(excludedNode),
    ...(isLooselyTrue(hiddenNode) && { isLooselyHidden: true }),
    ...(isLooselyTrue(excludedNode) && { isLooselyExcluded: true }),
    hasServers: hasPathServers || hasServers(node),
    hasExample: hasExample(operationNode),
    ...(digest !== undefined && { digest }),
    extensions,
    ...(pathExtensions.length > 0 && { pathExtensions }),
    ...(insertAt && { insertAt }),
  };
  return [operation];
}

/** Whether a value is truthy but isn't `true`. */
function isLooselyTrue(node: SpecNode | undefined): boolean {
  if (!node || isTrue(node)) return false;
  return node.kind !== "scalar" || Boolean(node.value);
}

function hasServers(node: SpecNode): boolean {
  return getItems(getValue(node, "servers")).length > 0;
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
