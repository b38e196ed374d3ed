import { fixedMethods } from "../outline-operations.ts";
import { getNameRange, getRef, type NodeLocation } from "../resolve-ref.ts";
import {
  getEntries,
  getEntry,
  getStringItems,
  isTrue,
  getItems,
  type SpecEntry,
  type SpecNode,
  getNodeText,
  getValue,
} from "../spec-tree.ts";
import { getInnerLocation, type ModelReader } from "./model-reader.ts";
import type {
  BodyModel,
  ExampleModel,
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  PartPositionModel,
  PartPositionsModel,
  ResponseModel,
  SchemeRequirement,
  ServerModel,
} from "./operation-model.ts";
import { readSchema } from "./read-schema.ts";
import { toExampleValue, getSchemaExtensions, toJsonObject } from "./schema-model.ts";

/** Returns the media types in `content`, including their schemas and examples. */
export function readMediaTypes(reader: ModelReader, parentLocation: NodeLocation): readonly MediaTypeModel[] {
  return [...getEntries(getValue(parentLocation.node, "content"))].flatMap(({ key, value }): MediaTypeModel[] => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(parentLocation, value)) : undefined;
    if (!location) return [];
    const schema = getValue(location.node, "schema");
    const itemSchema = getValue(location.node, "itemSchema");
    const mediaType: MediaTypeModel = {
      type: key,
      schema: schema && readSchema(reader, getInnerLocation(location, schema), "inside"),
      ...(itemSchema && { itemSchema: readSchema(reader, getInnerLocation(location, itemSchema), "inside") }),
      examples: readExamples(reader, location),
      encoding: toJsonObject(getValue(location.node, "encoding")),
    };
    return [mediaType];
  });
}

/** Returns the `example` and the named `examples` of a parameter or media type. */
export function readExamples(reader: ModelReader, parentLocation: NodeLocation): readonly ExampleModel[] {
  const exampleEntry = getEntry(parentLocation.node, "example");
  const examples: ExampleModel[] = exampleEntry
    ? [
        {
          name: "",
          summary: undefined,
          value: toExampleValue(exampleEntry.value),
          location: { file: parentLocation.file, range: exampleEntry.value.range },
        },
      ]
    : [];
  for (const { key, value } of getEntries(getValue(parentLocation.node, "examples"))) {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(parentLocation, value)) : undefined;
    if (!location) continue;
    const valueNode = valueKeys.map((name) => getValue(location.node, name)).find((node) => node !== undefined);
    examples.push({
      name: key,
      summary: getNodeText(getValue(location.node, "summary")),
      value: valueNode && toExampleValue(valueNode),
      location: { file: location.file, range: (valueNode ?? location.node).range },
    });
  }
  return examples;
}

/** The keys that can contain an example's value. OpenAPI 3.2 added `dataValue` and `serializedValue`. */
const valueKeys = ["value", "dataValue", "serializedValue"];

/**
 * Returns the parameters of a path and its operation in file order. If both define the same parameter, the operation's
 * parameter takes precedence.
 */
export function readParameters(
  reader: ModelReader,
  ownerLocations: readonly NodeLocation[],
): readonly ParameterModel[] {
  const parametersByKey = new Map<string, ParameterModel>();
  for (const parentLocation of ownerLocations)
    for (const item of getItems(getValue(parentLocation.node, "parameters"))) {
      if (!reader.spendBudget()) break;
      const location = reader.follow(getInnerLocation(parentLocation, item));
      const name = getNodeText(getValue(location?.node, "name"));
      const parameterLocation = getNodeText(getValue(location?.node, "in"));
      if (location && name !== undefined && parameterLocation !== undefined)
        parametersByKey.set(`${parameterLocation} ${name}`, readParameter(reader, location, name, parameterLocation));
    }
  return [...parametersByKey.values()];
}

/** Returns a response's headers as parameters. Each key is used as the parameter's name. */
export function readHeaders(reader: ModelReader, parentLocation: NodeLocation): readonly ParameterModel[] {
  return [...getEntries(getValue(parentLocation.node, "headers"))].flatMap(({ key, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(parentLocation, value)) : undefined;
    return location ? [readParameter(reader, location, key, "header")] : [];
  });
}

function readParameter(
  reader: ModelReader,
  location: NodeLocation,
  name: string,
  parameterLocation: string,
): ParameterModel {
  const { node } = location;
  const schema = getValue(node, "schema");
  const [content] = schema ? [] : readMediaTypes(reader, location);
  const examples = readExamples(reader, location);
  return {
    name,
    in: parameterLocation,
    location: { file: location.file, range: node.range },
    required: isTrue(getValue(node, "required")),
    deprecated: isTrue(getValue(node, "deprecated")),
    description: getNodeText(getValue(node, "description")),
    style: getNodeText(getValue(node, "style")),
    explode: getBoolean(getValue(node, "explode")),
    allowReserved: isTrue(getValue(node, "allowReserved")),
    ...(isTrue(getValue(node, "allowEmptyValue")) && { allowEmptyValue: true }),
    schema: schema ? readSchema(reader, getInnerLocation(location, schema), "inside") : content?.schema,
    mediaType: content?.type,
    ...(parameterLocation === "querystring" && content && { encoding: content.encoding }),
    examples: content && examples.length === 0 ? content.examples : examples,
  };
}

function getBoolean(node: SpecNode | undefined): boolean | undefined {
  return node?.kind === "scalar" && typeof node.value === "boolean" ? node.value : undefined;
}

/**
 * “Implementations MUST support one level of nesting, and MAY support additional levels” (OpenAPI 3.2.0, Nested
 * Encoding).
 */
const maxDepth = 4;

/**
 * Returns the encoding of parts identified by position, or undefined if the object has neither `prefixEncoding` nor
 * `itemEncoding`. The object can be a Media Type Object or an Encoding Object (OpenAPI 3.2.0, “Encoding By Position”).
 */
export function readPositions(reader: ModelReader, location: NodeLocation, depth = 0): PartPositionsModel | undefined {
  const prefixEncodings = getValue(location.node, "prefixEncoding");
  const itemEncoding = getValue(location.node, "itemEncoding");
  if ((!prefixEncodings && !itemEncoding) || depth >= maxDepth) return undefined;
  const itemPosition = itemEncoding && readPosition(reader, getInnerLocation(location, itemEncoding), depth);
  return {
    // An item that can't be read still takes up its position.
    first: getItems(prefixEncodings).map(
      (item) => readPosition(reader, getInnerLocation(location, item), depth) ?? undescribedPosition,
    ),
    ...(itemPosition && { rest: itemPosition }),
  };
}

const undescribedPosition: PartPositionModel = { contentType: undefined, headers: [] };

function readPosition(reader: ModelReader, partLocation: NodeLocation, depth: number): PartPositionModel | undefined {
  const location = reader.spendBudget() ? reader.follow(partLocation) : undefined;
  if (!location) return undefined;
  const nestedPositions = readPositions(reader, location, depth + 1);
  const encodingNode = getValue(location.node, "encoding");
  return {
    contentType: getNodeText(getValue(location.node, "contentType")),
    headers: readHeaders(reader, location),
    ...(nestedPositions && { nestedPositions }),
    ...(encodingNode && { encoding: toJsonObject(encodingNode) }),
  };
}

/**
 * Adds descriptions of the parts to a request body's multipart media types, with references resolved: the `headers` of
 * Encoding Objects by property, and the Encoding Objects of parts identified by position. Other media types don't have
 * these descriptions: “This field SHALL be ignored if the media type is not a multipart” (OpenAPI, Encoding Object).
 * `prefixEncoding` and `itemEncoding` (Media Type Object) are also ignored for other media types.
 */
export function addPartDescriptions(
  reader: ModelReader,
  body: NodeLocation,
  content: readonly MediaTypeModel[],
): readonly MediaTypeModel[] {
  return content.map((mediaType) => {
    const node = /^multipart\//i.test(mediaType.type) && getValue(getValue(body.node, "content"), mediaType.type);
    const location = node ? reader.follow(getInnerLocation(body, node)) : undefined;
    if (!location) return mediaType;
    const headersByPart = [...getEntries(getValue(location.node, "encoding"))].flatMap(
      ({ key, value }): [string, readonly ParameterModel[]][] => {
        const headers = readHeaders(reader, getInnerLocation(location, value));
        return headers.length > 0 ? [[key, headers]] : [];
      },
    );
    const positions = readPositions(reader, location);
    return {
      ...mediaType,
      ...(headersByPart.length > 0 && { partHeaders: Object.fromEntries(headersByPart) }),
      ...(positions && { positions }),
    };
  });
}

const maxRequirements = 50;

/**
 * Returns the operation's security requirements or, if the operation doesn't define any, those of the file. References
 * to schemes are always resolved in the specification's own file.
 */
export function readSecurity(
  reader: ModelReader,
  root: NodeLocation,
  operation: SpecNode,
): readonly (readonly SchemeRequirement[])[] {
  const node = getValue(operation, "security") ?? getValue(root.node, "security");
  if (node?.kind !== "list") return [];
  if (node.items.length === 0) return [[]];
  const schemes = reader.getChild(reader.getChild(root, "components"), "securitySchemes");
  return getItems(node)
    .slice(0, maxRequirements)
    .map((requirement) =>
      [...getEntries(requirement)].slice(0, maxRequirements).map(({ key, value }) => {
        const scheme = reader.getChild(schemes, key);
        return { name: key, scopes: getStringItems(value), scheme: scheme && toJsonObject(scheme.node) };
      }),
    );
}

/**
 * Returns the alternative security schemes of an AsyncAPI operation. Each scheme is a reference or an inline object.
 */
export function readSchemes(reader: ModelReader, operation: NodeLocation): readonly SchemeRequirement[] {
  return getItems(getValue(operation.node, "security"))
    .slice(0, maxRequirements)
    .map((item) => {
      const reference = getRef(item) ?? "";
      const scheme = reader.follow(getInnerLocation(operation, item));
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      const scopes = getStringItems(getValue(scheme?.node, "scopes"));
      return { name, scopes, scheme: scheme && toJsonObject(scheme.node) };
    });
}

const maxServers = 50;

/** Returns the servers of the first owner that defines any. */
export function readServers(ownerLocations: readonly NodeLocation[]): readonly ServerModel[] {
  for (const { node } of ownerLocations) {
    const servers = getItems(getValue(node, "servers")).slice(0, maxServers).flatMap(readServer);
    if (servers.length > 0) return servers;
  }
  return [];
}

function readServer(node: SpecNode): ServerModel[] {
  const url = getNodeText(getValue(node, "url"));
  if (url === undefined) return [];
  return [{ url, description: getNodeText(getValue(node, "description")), variables: readVariables(node) }];
}

/** Returns the variables of an OpenAPI or AsyncAPI server. */
export function readVariables(node: SpecNode | undefined): ServerModel["variables"] {
  return [...getEntries(getValue(node, "variables"))].map(({ key, value }) => ({
    name: key,
    default: getScalarText(getValue(value, "default")),
    values: getItems(getValue(value, "enum")).map(getScalarText),
    description: getNodeText(getValue(value, "description")),
  }));
}

/** Returns a value as text. Numbers are also converted to text, because YAML parses a port as a number. */
function getScalarText(node: SpecNode | undefined): string {
  return node?.kind === "scalar" && node.value !== null ? String(node.value) : getStringItems(node).join(", ");
}

/** The values that identify an operation in its file. They're the same as in the operation's outline. */
export interface RequestedOperation {
  readonly method: string;
  /** The path, such as `/users/{id}`, or the name of a webhook. */
  readonly path: string;
  readonly isWebhook?: boolean;
}

/**
 * Returns the operation, or undefined if the specification doesn't contain it. Fields that can be determined only after
 * all schemas have been read aren't set yet.
 */
export function readOperation(
  reader: ModelReader,
  { method, path, isWebhook = false }: RequestedOperation,
): Omit<OperationModel, "isTruncated"> | undefined {
  const { root } = reader;
  const item = findPathItem(reader, path, isWebhook);
  const entry = item && findOperationEntry(item, method);
  if (!root || !entry) return undefined;
  const location = reader.follow(getInnerLocation(item, entry.value));
  if (location?.node.kind !== "map") return undefined;
  const { node } = location;
  const directEntry = node === entry.value ? entry : undefined;
  return {
    method,
    path,
    isWebhook,
    location: { file: location.file, range: getNameRange({ path: [], node, entry: directEntry }) },
    operationId: getNodeText(getValue(node, "operationId")),
    summary: getNodeText(getValue(node, "summary")),
    description: getNodeText(getValue(node, "description")),
    deprecated: isTrue(getValue(node, "deprecated")),
    tags: getStringItems(getValue(node, "tags")),
    servers: readServers([location, item, root]),
    security: readSecurity(reader, root, node),
    parameters: readParameters(reader, [item, location]),
    body: readBody(reader, location),
    responses: readResponses(reader, location),
    callbacks: [...getEntries(getValue(node, "callbacks"))].map(({ key }) => key),
    extensions: getSchemaExtensions(node),
  };
}

/** Returns the location of an operation's content, or undefined if the specification doesn't contain the operation. */
export function findOperationNode(
  reader: ModelReader,
  { method, path, isWebhook = false }: RequestedOperation,
): NodeLocation | undefined {
  const item = findPathItem(reader, path, isWebhook);
  const entry = item && findOperationEntry(item, method);
  return entry && reader.follow(getInnerLocation(item, entry.value));
}

function findPathItem(reader: ModelReader, path: string, isWebhook: boolean): NodeLocation | undefined {
  const { root } = reader;
  const item = getValue(getValue(root?.node, isWebhook ? "webhooks" : "paths"), path);
  return root && item && reader.follow(getInnerLocation(root, item));
}

const methodKeys: ReadonlyMap<string, string> = new Map(fixedMethods.map((method) => [method, method.toLowerCase()]));

function findOperationEntry({ node }: NodeLocation, method: string): SpecEntry | undefined {
  const key = methodKeys.get(method);
  const entry = key === undefined ? undefined : getEntry(node, key);
  return entry ?? getEntry(getValue(node, "additionalOperations"), method);
}

function readBody(reader: ModelReader, operation: NodeLocation): BodyModel | undefined {
  const location = reader.getChild(operation, "requestBody");
  if (location?.node.kind !== "map") return undefined;
  return {
    location: { file: location.file, range: location.node.range },
    required: isTrue(getValue(location.node, "required")),
    description: getNodeText(getValue(location.node, "description")),
    content: addPartDescriptions(reader, location, readMediaTypes(reader, location)),
  };
}

function readResponses(reader: ModelReader, operation: NodeLocation): readonly ResponseModel[] {
  const responses: ResponseModel[] = [];
  for (const { key, value } of getEntries(getValue(operation.node, "responses"))) {
    const location = key.startsWith("x-") ? undefined : reader.follow(getInnerLocation(operation, value));
    if (!location) continue;
    responses.push({
      status: key,
      location: { file: location.file, range: location.node.range },
      description:
        getNodeText(getValue(location.node, "description")) ?? getNodeText(getValue(location.node, "summary")),
      headers: readHeaders(reader, location),
      content: readMediaTypes(reader, location),
    });
  }
  return responses;
}
