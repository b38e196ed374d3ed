import { fixedMethods } from "../outline-operations.ts";
import { getNameRange, getRef, type NodeLocation } from "../resolve-ref.ts";
import {
  entriesOf,
  entryOf,
  getNodeTexts,
  isTrue,
  itemsOf,
  type SpecEntry,
  type SpecNode,
  textOf,
  valueAt,
} from "../spec-tree.ts";
import { getInnerLocation, type ModelReader } from "./model-reader.ts";
import type {
  BodyModel,
  ExampleModel,
  MediaModel,
  OperationModel,
  ParameterModel,
  PartPositionModel,
  PartPositionsModel,
  ResponseModel,
  SecurityNeed,
  ServerModel,
} from "./operation-model.ts";
import { readSchema } from "./read-schema.ts";
import { toExampleValue, getSchemaExtensions, toPlainObject } from "./schema-model.ts";

/** Returns the media types in `content`, including their schemas and examples. */
export function readMedia(reader: ModelReader, owner: NodeLocation): readonly MediaModel[] {
  return [...entriesOf(valueAt(owner.node, "content"))].flatMap(({ key, value }): MediaModel[] => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(owner, value)) : undefined;
    if (!location) return [];
    const schema = valueAt(location.node, "schema");
    const itemSchema = valueAt(location.node, "itemSchema");
    const media: MediaModel = {
      type: key,
      schema: schema && readSchema(reader, getInnerLocation(location, schema), "inside"),
      ...(itemSchema && { itemSchema: readSchema(reader, getInnerLocation(location, itemSchema), "inside") }),
      examples: readExamples(reader, location),
      encoding: toPlainObject(valueAt(location.node, "encoding")),
    };
    return [media];
  });
}

/** Returns the `example` and the named `examples` of a parameter or media type. */
export function readExamples(reader: ModelReader, owner: NodeLocation): readonly ExampleModel[] {
  const single = entryOf(owner.node, "example");
  const examples: ExampleModel[] = single
    ? [
        {
          name: "",
          summary: undefined,
          value: toExampleValue(single.value),
          at: { file: owner.file, range: single.value.range },
        },
      ]
    : [];
  for (const { key, value } of entriesOf(valueAt(owner.node, "examples"))) {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(owner, value)) : undefined;
    if (!location) continue;
    const given = valueKeys.map((name) => valueAt(location.node, name)).find((node) => node !== undefined);
    examples.push({
      name: key,
      summary: textOf(valueAt(location.node, "summary")),
      value: given && toExampleValue(given),
      at: { file: location.file, range: (given ?? location.node).range },
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
  owners: readonly NodeLocation[],
): readonly ParameterModel[] {
  const byKey = new Map<string, ParameterModel>();
  for (const owner of owners)
    for (const item of itemsOf(valueAt(owner.node, "parameters"))) {
      if (!reader.spendBudget()) break;
      const location = reader.follow(getInnerLocation(owner, item));
      const name = textOf(valueAt(location?.node, "name"));
      const parameterLocation = textOf(valueAt(location?.node, "in"));
      if (location && name !== undefined && parameterLocation !== undefined)
        byKey.set(`${parameterLocation} ${name}`, readParameter(reader, location, name, parameterLocation));
    }
  return [...byKey.values()];
}

/** Returns a response's headers as parameters. Each key is used as the parameter's name. */
export function readHeaders(reader: ModelReader, owner: NodeLocation): readonly ParameterModel[] {
  return [...entriesOf(valueAt(owner.node, "headers"))].flatMap(({ key, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(owner, value)) : undefined;
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
  const schema = valueAt(node, "schema");
  const [content] = schema ? [] : readMedia(reader, location);
  const examples = readExamples(reader, location);
  return {
    name,
    in: parameterLocation,
    at: { file: location.file, range: node.range },
    required: isTrue(valueAt(node, "required")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    description: textOf(valueAt(node, "description")),
    style: textOf(valueAt(node, "style")),
    explode: getBoolean(valueAt(node, "explode")),
    allowReserved: isTrue(valueAt(node, "allowReserved")),
    ...(isTrue(valueAt(node, "allowEmptyValue")) && { allowEmptyValue: true }),
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
export function readPositions(
  reader: ModelReader,
  owner: NodeLocation,
  depth = 0,
): PartPositionsModel | undefined {
  const first = valueAt(owner.node, "prefixEncoding");
  const rest = valueAt(owner.node, "itemEncoding");
  if ((!first && !rest) || depth >= maxDepth) return undefined;
  const ofRest = rest && readPosition(reader, getInnerLocation(owner, rest), depth);
  return {
    // An item that can't be read still takes up its position.
    first: itemsOf(first).map(
      (item) => readPosition(reader, getInnerLocation(owner, item), depth) ?? noDescription,
    ),
    ...(ofRest && { rest: ofRest }),
  };
}

const noDescription: PartPositionModel = { contentType: undefined, headers: [] };

function readPosition(reader: ModelReader, at: NodeLocation, depth: number): PartPositionModel | undefined {
  const location = reader.spendBudget() ? reader.follow(at) : undefined;
  if (!location) return undefined;
  const nested = readPositions(reader, location, depth + 1);
  const named = valueAt(location.node, "encoding");
  return {
    contentType: textOf(valueAt(location.node, "contentType")),
    headers: readHeaders(reader, location),
    ...(nested && { nested }),
    ...(named && { encoding: toPlainObject(named) }),
  };
}

/**
 * Adds descriptions of the parts to a request body's multipart media types, with references resolved: the `headers` of
 * Encoding Objects by property, and the Encoding Objects of parts identified by position. Other media types don't have
 * these descriptions: “This field SHALL be ignored if the media type is not a multipart” (OpenAPI, Encoding Object).
 * `prefixEncoding` and `itemEncoding` (Media Type Object) are also ignored for other media types.
 */
export function addPartHeaders(
  reader: ModelReader,
  body: NodeLocation,
  content: readonly MediaModel[],
): readonly MediaModel[] {
  return content.map((media) => {
    const node = /^multipart\//i.test(media.type) && valueAt(valueAt(body.node, "content"), media.type);
    const location = node ? reader.follow(getInnerLocation(body, node)) : undefined;
    if (!location) return media;
    const byPart = [...entriesOf(valueAt(location.node, "encoding"))].flatMap(
      ({ key, value }): [string, readonly ParameterModel[]][] => {
        const headers = readHeaders(reader, getInnerLocation(location, value));
        return headers.length > 0 ? [[key, headers]] : [];
      },
    );
    const positions = readPositions(reader, location);
    return {
      ...media,
      ...(byPart.length > 0 && { partHeaders: Object.fromEntries(byPart) }),
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
): readonly (readonly SecurityNeed[])[] {
  const node = valueAt(operation, "security") ?? valueAt(root.node, "security");
  if (node?.kind !== "list") return [];
  if (node.items.length === 0) return [[]];
  const schemes = reader.getChild(reader.getChild(root, "components"), "securitySchemes");
  return itemsOf(node)
    .slice(0, maxRequirements)
    .map((requirement) =>
      [...entriesOf(requirement)].slice(0, maxRequirements).map(({ key, value }) => {
        const scheme = reader.getChild(schemes, key);
        return { name: key, scopes: getNodeTexts(value), scheme: scheme && toPlainObject(scheme.node) };
      }),
    );
}

/**
 * Returns the alternative security schemes of an AsyncAPI operation. Each scheme is a reference or an inline object.
 */
export function readSchemes(reader: ModelReader, operation: NodeLocation): readonly SecurityNeed[] {
  return itemsOf(valueAt(operation.node, "security"))
    .slice(0, maxRequirements)
    .map((item) => {
      const reference = getRef(item) ?? "";
      const scheme = reader.follow(getInnerLocation(operation, item));
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      const scopes = getNodeTexts(valueAt(scheme?.node, "scopes"));
      return { name, scopes, scheme: scheme && toPlainObject(scheme.node) };
    });
}

const maxServers = 50;

/** Returns the servers of the first owner that defines any. */
export function readServers(owners: readonly NodeLocation[]): readonly ServerModel[] {
  for (const { node } of owners) {
    const servers = itemsOf(valueAt(node, "servers")).slice(0, maxServers).flatMap(readServer);
    if (servers.length > 0) return servers;
  }
  return [];
}

function readServer(node: SpecNode): ServerModel[] {
  const url = textOf(valueAt(node, "url"));
  if (url === undefined) return [];
  return [{ url, description: textOf(valueAt(node, "description")), variables: readVariables(node) }];
}

/** Returns the variables of an OpenAPI or AsyncAPI server. */
export function readVariables(node: SpecNode | undefined): ServerModel["variables"] {
  return [...entriesOf(valueAt(node, "variables"))].map(({ key, value }) => ({
    name: key,
    default: getScalarText(valueAt(value, "default")),
    values: itemsOf(valueAt(value, "enum")).map(getScalarText),
    description: textOf(valueAt(value, "description")),
  }));
}

/** Returns a value as text. Numbers are also converted to text, because YAML parses a port as a number. */
function getScalarText(node: SpecNode | undefined): string {
  return node?.kind === "scalar" && node.value !== null ? String(node.value) : getNodeTexts(node).join(", ");
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
): Omit<OperationModel, "isCut"> | undefined {
  const { root } = reader;
  const item = findPathItem(reader, path, isWebhook);
  const entry = item && findOperationEntry(item, method);
  if (!root || !entry) return undefined;
  const location = reader.follow(getInnerLocation(item, entry.value));
  if (location?.node.kind !== "map") return undefined;
  const { node } = location;
  const own = node === entry.value ? entry : undefined;
  return {
    method,
    path,
    isWebhook,
    at: { file: location.file, range: getNameRange({ path: [], node, entry: own }) },
    operationId: textOf(valueAt(node, "operationId")),
    summary: textOf(valueAt(node, "summary")),
    description: textOf(valueAt(node, "description")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    tags: getNodeTexts(valueAt(node, "tags")),
    servers: readServers([location, item, root]),
    security: readSecurity(reader, root, node),
    parameters: readParameters(reader, [item, location]),
    body: readBody(reader, location),
    responses: readResponses(reader, location),
    callbacks: [...entriesOf(valueAt(node, "callbacks"))].map(({ key }) => key),
    extensions: getSchemaExtensions(node),
  };
}

/**
 * Returns the location of an operation's content, or undefined if the specification has no operation with that name.
 */
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
  const item = valueAt(valueAt(root?.node, isWebhook ? "webhooks" : "paths"), path);
  return root && item && reader.follow(getInnerLocation(root, item));
}

const methodKeys: ReadonlyMap<string, string> = new Map(
  fixedMethods.map((method) => [method, method.toLowerCase()]),
);

function findOperationEntry({ node }: NodeLocation, method: string): SpecEntry | undefined {
  const key = methodKeys.get(method);
  const fixed = key === undefined ? undefined : entryOf(node, key);
  return fixed ?? entryOf(valueAt(node, "additionalOperations"), method);
}

function readBody(reader: ModelReader, operation: NodeLocation): BodyModel | undefined {
  const location = reader.getChild(operation, "requestBody");
  if (location?.node.kind !== "map") return undefined;
  return {
    at: { file: location.file, range: location.node.range },
    required: isTrue(valueAt(location.node, "required")),
    description: textOf(valueAt(location.node, "description")),
    content: addPartHeaders(reader, location, readMedia(reader, location)),
  };
}

function readResponses(reader: ModelReader, operation: NodeLocation): readonly ResponseModel[] {
  const responses: ResponseModel[] = [];
  for (const { key, value } of entriesOf(valueAt(operation.node, "responses"))) {
    const location = key.startsWith("x-") ? undefined : reader.follow(getInnerLocation(operation, value));
    if (!location) continue;
    responses.push({
      status: key,
      at: { file: location.file, range: location.node.range },
      description: textOf(valueAt(location.node, "description")) ?? textOf(valueAt(location.node, "summary")),
      headers: readHeaders(reader, location),
      content: readMedia(reader, location),
    });
  }
  return responses;
}
