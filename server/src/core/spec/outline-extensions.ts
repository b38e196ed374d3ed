import { addToGroup } from "../text/maps.ts";
import { findInsertion } from "./edit-spec.ts";
import { toJsonValue } from "./example-values.ts";
import { followLocation, getDocumentRoot, type NodeLocation } from "./resolve-ref.ts";
import type { ChannelOutline, ExtensionProblem, VendorExtension } from "./spec-outline.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type SpecEntry,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getStringItems,
  getValue,
} from "./spec-tree.ts";
import {
  type ExtensionFieldType,
  serviceFields,
  serviceKeys,
  fieldTypeLabels,
  type VendorField,
} from "./vendor-extensions.ts";

/**
 * The names of the fields in an operation's extension. A suggestion for an unknown field is chosen from these names.
 */
export const extensionFields: readonly string[] = serviceFields
  .filter(({ locations }) => locations.includes("operation"))
  .map(({ name }) => name);

/** Returns the vendor extensions of an operation or a path, and adds their problems to `problems`. */
export function outlineExtensions(
  node: SpecNode,
  level: "operation" | "path",
  problems: ExtensionProblem[],
  tree?: SpecTree,
): readonly VendorExtension[] {
  return serviceKeys.flatMap((key): VendorExtension[] => {
    const entry = getEntry(node, key);
    if (!entry) return [];
    const entryProblems = findExtensionProblems(entry, level);
    problems.push(...entryProblems);
    const { value } = entry;
    const metadataNode = getValue(value, "metadata");
    const contentNode = getValue(value, "content");
    const hrefEntry = getEntry(value, "href");
    const insertAt = value.kind === "map" && tree && findInsertion(tree, value, entry.keyRange);
    const extension: VendorExtension = {
      key,
      range: entry.keyRange,
      href: getNodeText(hrefEntry?.value),
      metadata: metadataNode?.kind === "map" ? (toJsonValue(metadataNode) as Record<string, unknown>) : undefined,
      content: getNodeText(contentNode),
      ...(getNodeText(contentNode) !== undefined && { contentRange: contentNode?.range }),
      groups: getValue(value, "groups")?.kind === "list" ? getStringItems(getValue(value, "groups")) : undefined,
      hasWrongType: entryProblems.some(({ kind }) => kind === "wrong-type"),
      ...(hrefEntry && { hrefRange: { start: hrefEntry.keyRange.start, end: hrefEntry.value.range.end } }),
      ...(insertAt && { insertAt }),
    };
    return [extension];
  });
}

/** Extensions whose value is a boolean. A value of another type has no effect. */
const booleanExtensions = ["x-hidden", "x-excluded"] as const;

/** Returns the problems with an operation's `x-hidden` and `x-excluded`. */
export function findBooleanProblems(node: SpecNode): ExtensionProblem[] {
  return booleanExtensions.flatMap((key): ExtensionProblem[] => {
    const value = getValue(node, key);
    if (!value || hasFieldType(value, "boolean")) return [];
    const text = getNodeText(value)?.trim().toLowerCase();
    const intendedValueField = text === "true" || text === "false" ? ({ intendedValue: text } as const) : {};
    const expectedType = fieldTypeLabels.boolean;
    return [{ extension: key, field: "", kind: "wrong-type", expectedType, range: value.range, ...intendedValueField }];
  });
}

function findExtensionProblems({ key: extension, value }: SpecEntry, level: "operation" | "path"): ExtensionProblem[] {
  if (value.kind !== "map")
    return [{ extension, field: "", kind: "wrong-type", expectedType: fieldTypeLabels.object, range: value.range }];
  const allowedFields = serviceFields.filter((field) => field.locations.includes(level));
  const problems = [...getEntries(value)].flatMap((field) => findFieldProblems(extension, "", field, allowedFields));
  const metadataTarget = getEntry(getValue(value, "metadata"), "openapi");
  if (metadataTarget)
    problems.push({
      extension,
      field: "metadata.openapi",
      kind: "ignored",
      range: metadataTarget.keyRange,
    });
  const mcpFields = allowedFields.find(({ name }) => name === "mcp")?.fields ?? [];
  for (const field of getEntries(getValue(value, "mcp")))
    problems.push(...findFieldProblems(extension, "mcp.", field, mcpFields));
  return problems;
}

function findFieldProblems(
  extension: string,
  prefix: string,
  { key, keyRange, value }: SpecEntry,
  fields: readonly VendorField[],
): ExtensionProblem[] {
  const fieldDefinition = fields.find(({ name }) => name === key);
  const field = prefix + key;
  if (!fieldDefinition) return [{ extension, field, kind: "unknown", range: keyRange }];
  if (hasFieldType(value, fieldDefinition.fieldType)) return [];
  return [
    {
      extension,
      field,
      kind: "wrong-type",
      expectedType: fieldTypeLabels[fieldDefinition.fieldType],
      range: value.range,
    },
  ];
}

/** Whether a value has the type that a field accepts. */
export function hasFieldType(node: SpecNode, fieldType: ExtensionFieldType): boolean {
  switch (fieldType) {
    case "text":
      return getNodeText(node) !== undefined;
    case "texts":
      return node.kind === "list" && node.items.every((item) => getNodeText(item) !== undefined);
    case "object":
      return node.kind === "map";
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean";
    case "samples":
      return node.kind === "list";
    case "any":
      return true;
  }
}

/** Returns the channels in an AsyncAPI file in order, including channels and tags that are defined in other files. */
export function outlineChannels(files: SpecFiles): readonly ChannelOutline[] {
  const root = getDocumentRoot(files, files.entry)?.node;
  const followNode = (node: SpecNode, { file }: Pick<NodeLocation, "file">): NodeLocation =>
    followLocation(files, { file, node }) ?? { file, node };
  const operationsByChannel = new Map<SpecNode, string[]>();
  for (const { key, value } of getEntries(getValue(root, "operations"))) {
    const operation = followNode(value, { file: files.entry });
    const channel = getValue(operation.node, "channel");
    if (channel) addToGroup(operationsByChannel, followNode(channel, operation).node, key);
  }
  return [...getEntries(getValue(root, "channels"))].map(({ key, keyRange, value }) => {
    const channel = followNode(value, { file: files.entry });
    return {
      id: key,
      range: keyRange,
      title: getNodeText(getValue(channel.node, "title")),
      address: getNodeText(getValue(channel.node, "address")),
      tags: getItems(getValue(channel.node, "tags")).flatMap(
        (tag) => getNodeText(getValue(followNode(tag, channel).node, "name")) ?? [],
      ),
      operations: operationsByChannel.get(channel.node) ?? [],
    };
  });
}

const maxOrigins = 200;
/** The maximum number of URLs for a single server whose host contains variables. */
const maxUrlsPerServer = 100;

/**
 * Returns the origins that the specification declares, without duplicates: the origins of all servers (including
 * servers of paths and operations) with each possible value of their variables, and the origins of the sign-in URLs in
 * security schemes. Ignores relative URLs and variables without a value.
 */
export function listDeclaredOrigins(files: SpecFiles): readonly string[] {
  const root = getDocumentRoot(files, files.entry);
  const origins = new Set<string>();
  if (!root) return [];
  for (const url of listUrls(files, root)) {
    const origin = getUrlOrigin(url);
    if (origin !== undefined) origins.add(origin);
    if (origins.size >= maxOrigins) break;
  }
  return [...origins];
}

function* listUrls(files: SpecFiles, root: NodeLocation): Generator<string> {
  yield* listServerUrls(files, root);
  const components = getValue(root.node, "components");
  for (const { value } of getEntries(getValue(components, "securitySchemes")))
    yield* listSchemeUrls(followNode(files, root, value).node);
  for (const { value } of getEntries(getValue(root.node, "paths"))) {
    const item = followNode(files, root, value);
    if (item.node.kind !== "map") continue;
    yield* listServerUrls(files, item);
    // The entries aren't copied into an array, because a large file has thousands of operations, and almost none of
    // them have servers.
    for (const { value: operation } of item.node.entries)
      if (operation.kind === "map") yield* listServerUrls(files, followNode(files, item, operation));
  }
}

/** Yields the URLs of servers. OpenAPI lists the servers' URLs, whereas AsyncAPI maps names to hosts. */
function* listServerUrls(files: SpecFiles, location: NodeLocation): Generator<string> {
  const servers = getValue(location.node, "servers");
  for (const server of getItems(servers)) yield* expandVariables(getNodeText(getValue(server, "url")) ?? "", server);
  if (servers?.kind !== "map") return;
  for (const { value } of getEntries(servers)) {
    const { node } = followNode(files, location, value);
    const [protocol, host] = ["protocol", "host"].map((key) => getNodeText(getValue(node, key)) ?? "");
    yield* expandVariables(`${protocol}://${host}`, node);
  }
}

function* listSchemeUrls(scheme: SpecNode): Generator<string> {
  const urlNodes = [getValue(scheme, "openIdConnectUrl")];
  for (const { value: flow } of getEntries(getValue(scheme, "flows")))
    for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl"]) urlNodes.push(getValue(flow, key));
  for (const urlNode of urlNodes) yield getNodeText(urlNode) ?? "";
}

/**
 * Returns the URLs that result from each possible value of the variables before the path. Variables in the path are
 * ignored, because they don't affect the origin.
 */
function expandVariables(url: string, server: SpecNode): readonly string[] {
  const [urlBeforePath = ""] = /^[^/]*\/\/[^/?#]*/.exec(url) ?? [];
  const variables = getValue(server, "variables");
  let urls = [urlBeforePath];
  for (const [placeholder, name = ""] of urlBeforePath.matchAll(/\{([^{}]{1,100})\}/g)) {
    const values = listVariableValues(getValue(variables, name));
    urls = urls.flatMap((each) => values.map((value) => each.replace(placeholder, () => value)));
    if (urls.length > maxUrlsPerServer) urls.length = maxUrlsPerServer;
  }
  return urls;
}

function listVariableValues(variable: SpecNode | undefined): readonly string[] {
  const enumNodes = getItems(getValue(variable, "enum")).slice(0, maxUrlsPerServer);
  const nodes = enumNodes.length > 0 ? enumNodes : [getValue(variable, "default")];
  // YAML parses a port as a number.
  return nodes.flatMap((node) => (node?.kind === "scalar" && node.value !== null ? [String(node.value)] : []));
}

/**
 * Returns a full URL's origin, such as `https://api.example.com`, or undefined for any other text. For hosts in the
 * usual form, the result is the same as that of the runtime's `URL`. Code that opens a connection must still validate
 * the result.
 */
export function getUrlOrigin(url: string): string | undefined {
  const [, scheme = "", host = "", port = ""] =
    /^(https?|wss?):\/\/([^/?#@\\\s{}:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(url) ?? [];
  if (host === "") return undefined;
  const protocol = scheme.toLowerCase();
  const isDefaultPort = port === "" || port === (/^(https|wss)$/.test(protocol) ? "443" : "80");
  return `${protocol}://${host.toLowerCase()}${isDefaultPort ? "" : `:${port}`}`;
}

function followNode(files: SpecFiles, { file }: NodeLocation, node: SpecNode): NodeLocation {
  return followLocation(files, { file, node }) ?? { file, node };
}
