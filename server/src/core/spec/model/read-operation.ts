import { fixedMethods } from "../outline-operations.ts";
import { nameRange, refOf, type Spot } from "../resolve-ref.ts";
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
import { spotInside, type ModelReader } from "./model-reader.ts";
import type {
  BodyModel,
  ExampleModel,
  MediaModel,
  OperationModel,
  ParameterModel,
  PositionModel,
  PositionsModel,
  ResponseModel,
  SecurityNeed,
  ServerModel,
} from "./operation-model.ts";
import { readSchema } from "./read-schema.ts";
import { exampleValue, getSchemaExtensions, plainObjectOf } from "./schema-model.ts";

/** Returns the media types in `content`, including their schemas and examples. */
export function readMedia(reader: ModelReader, owner: Spot): readonly MediaModel[] {
  return [...entriesOf(valueAt(owner.node, "content"))].flatMap(({ key, value }): MediaModel[] => {
    const spot = reader.spendBudget() ? reader.follow(spotInside(owner, value)) : undefined;
    if (!spot) return [];
    const schema = valueAt(spot.node, "schema");
    const itemSchema = valueAt(spot.node, "itemSchema");
    const media: MediaModel = {
      type: key,
      schema: schema && readSchema(reader, spotInside(spot, schema), "inside"),
      ...(itemSchema && { itemSchema: readSchema(reader, spotInside(spot, itemSchema), "inside") }),
      examples: readExamples(reader, spot),
      encoding: plainObjectOf(valueAt(spot.node, "encoding")),
    };
    return [media];
  });
}

/** Returns the `example` and the named `examples` of a parameter or media type. */
export function readExamples(reader: ModelReader, owner: Spot): readonly ExampleModel[] {
  const single = entryOf(owner.node, "example");
  const examples: ExampleModel[] = single
    ? [
        {
          name: "",
          summary: undefined,
          value: exampleValue(single.value),
          at: { file: owner.file, range: single.value.range },
        },
      ]
    : [];
  for (const { key, value } of entriesOf(valueAt(owner.node, "examples"))) {
    const spot = reader.spendBudget() ? reader.follow(spotInside(owner, value)) : undefined;
    if (!spot) continue;
    const given = valueKeys.map((name) => valueAt(spot.node, name)).find((node) => node !== undefined);
    examples.push({
      name: key,
      summary: textOf(valueAt(spot.node, "summary")),
      value: given && exampleValue(given),
      at: { file: spot.file, range: (given ?? spot.node).range },
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
export function readParameters(reader: ModelReader, owners: readonly Spot[]): readonly ParameterModel[] {
  const byKey = new Map<string, ParameterModel>();
  for (const owner of owners)
    for (const item of itemsOf(valueAt(owner.node, "parameters"))) {
      if (!reader.spendBudget()) break;
      const spot = reader.follow(spotInside(owner, item));
      const name = textOf(valueAt(spot?.node, "name"));
      const place = textOf(valueAt(spot?.node, "in"));
      if (spot && name !== undefined && place !== undefined)
        byKey.set(`${place} ${name}`, readParameter(reader, spot, name, place));
    }
  return [...byKey.values()];
}

/** Returns a response's headers as parameters. Each key is used as the parameter's name. */
export function readHeaders(reader: ModelReader, owner: Spot): readonly ParameterModel[] {
  return [...entriesOf(valueAt(owner.node, "headers"))].flatMap(({ key, value }) => {
    const spot = reader.spendBudget() ? reader.follow(spotInside(owner, value)) : undefined;
    return spot ? [readParameter(reader, spot, key, "header")] : [];
  });
}

function readParameter(reader: ModelReader, spot: Spot, name: string, place: string): ParameterModel {
  const { node } = spot;
  const schema = valueAt(node, "schema");
  const [content] = schema ? [] : readMedia(reader, spot);
  const examples = readExamples(reader, spot);
  return {
    name,
    in: place,
    at: { file: spot.file, range: node.range },
    required: isTrue(valueAt(node, "required")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    description: textOf(valueAt(node, "description")),
    style: textOf(valueAt(node, "style")),
    explode: flagOf(valueAt(node, "explode")),
    allowReserved: isTrue(valueAt(node, "allowReserved")),
    ...(isTrue(valueAt(node, "allowEmptyValue")) && { allowEmptyValue: true }),
    schema: schema ? readSchema(reader, spotInside(spot, schema), "inside") : content?.schema,
    mediaType: content?.type,
    ...(place === "querystring" && content && { encoding: content.encoding }),
    examples: content && examples.length === 0 ? content.examples : examples,
  };
}

function flagOf(node: SpecNode | undefined): boolean | undefined {
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
export function readPositions(reader: ModelReader, owner: Spot, depth = 0): PositionsModel | undefined {
  const first = valueAt(owner.node, "prefixEncoding");
  const rest = valueAt(owner.node, "itemEncoding");
  if ((!first && !rest) || depth >= maxDepth) return undefined;
  const ofRest = rest && readPosition(reader, spotInside(owner, rest), depth);
  return {
    // An item that can't be read still takes up its position.
    first: itemsOf(first).map(
      (item) => readPosition(reader, spotInside(owner, item), depth) ?? noDescription,
    ),
    ...(ofRest && { rest: ofRest }),
  };
}

const noDescription: PositionModel = { contentType: undefined, headers: [] };

function readPosition(reader: ModelReader, at: Spot, depth: number): PositionModel | undefined {
  const spot = reader.spendBudget() ? reader.follow(at) : undefined;
  if (!spot) return undefined;
  const inside = readPositions(reader, spot, depth + 1);
  const named = valueAt(spot.node, "encoding");
  return {
    contentType: textOf(valueAt(spot.node, "contentType")),
    headers: readHeaders(reader, spot),
    ...(inside && { inside }),
    ...(named && { encoding: plainObjectOf(named) }),
  };
}

/**
 * Adds descriptions of the parts to a request body's multipart media types, with references resolved: the `headers` of
 * Encoding Objects by property, and the Encoding Objects of parts identified by position. Other media types don't have
 * these descriptions: “This field SHALL be ignored if the media type is not a multipart” (OpenAPI, Encoding Object).
 * `prefixEncoding` and `itemEncoding` (Media Type Object) are also ignored for other media types.
 */
export function withPartHeaders(
  reader: ModelReader,
  body: Spot,
  content: readonly MediaModel[],
): readonly MediaModel[] {
  return content.map((media) => {
    const node = /^multipart\//i.test(media.type) && valueAt(valueAt(body.node, "content"), media.type);
    const spot = node ? reader.follow(spotInside(body, node)) : undefined;
    if (!spot) return media;
    const byPart = [...entriesOf(valueAt(spot.node, "encoding"))].flatMap(
      ({ key, value }): [string, readonly ParameterModel[]][] => {
        const headers = readHeaders(reader, spotInside(spot, value));
        return headers.length > 0 ? [[key, headers]] : [];
      },
    );
    const positions = readPositions(reader, spot);
    return {
      ...media,
      ...(byPart.length > 0 && { partHeaders: Object.fromEntries(byPart) }),
      ...(positions && { positions }),
    };
  });
}

const maxWays = 50;

/**
 * Returns the operation's security requirements or, if the operation doesn't define any, those of the file. References
 * to schemes are always resolved in the specification's own file.
 */
export function readSecurity(
  reader: ModelReader,
  root: Spot,
  operation: SpecNode,
): readonly (readonly SecurityNeed[])[] {
  const node = valueAt(operation, "security") ?? valueAt(root.node, "security");
  if (node?.kind !== "list") return [];
  if (node.items.length === 0) return [[]];
  const schemes = reader.child(reader.child(root, "components"), "securitySchemes");
  return itemsOf(node)
    .slice(0, maxWays)
    .map((requirement) =>
      [...entriesOf(requirement)].slice(0, maxWays).map(({ key, value }) => {
        const scheme = reader.child(schemes, key);
        return { name: key, scopes: getNodeTexts(value), scheme: scheme && plainObjectOf(scheme.node) };
      }),
    );
}

/**
 * Returns the alternative security schemes of an AsyncAPI operation. Each scheme is a reference or an inline object.
 */
export function readSchemes(reader: ModelReader, operation: Spot): readonly SecurityNeed[] {
  return itemsOf(valueAt(operation.node, "security"))
    .slice(0, maxWays)
    .map((item) => {
      const reference = refOf(item) ?? "";
      const scheme = reader.follow(spotInside(operation, item));
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      const scopes = getNodeTexts(valueAt(scheme?.node, "scopes"));
      return { name, scopes, scheme: scheme && plainObjectOf(scheme.node) };
    });
}

const maxServers = 50;

/** Returns the servers of the first owner that defines any. */
export function readServers(owners: readonly Spot[]): readonly ServerModel[] {
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
    default: writtenText(valueAt(value, "default")),
    values: itemsOf(valueAt(value, "enum")).map(writtenText),
    description: textOf(valueAt(value, "description")),
  }));
}

/** Returns a value as text. Numbers are also converted to text, because YAML parses a port as a number. */
function writtenText(node: SpecNode | undefined): string {
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
): Omit<OperationModel, "cut"> | undefined {
  const { root } = reader;
  const item = pathItem(reader, path, isWebhook);
  const found = item && operationEntry(item, method);
  if (!root || !found) return undefined;
  const spot = reader.follow(spotInside(item, found.value));
  if (spot?.node.kind !== "map") return undefined;
  const { node } = spot;
  const own = node === found.value ? found : undefined;
  return {
    method,
    path,
    isWebhook,
    at: { file: spot.file, range: nameRange({ path: [], node, entry: own }) },
    operationId: textOf(valueAt(node, "operationId")),
    summary: textOf(valueAt(node, "summary")),
    description: textOf(valueAt(node, "description")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    tags: getNodeTexts(valueAt(node, "tags")),
    servers: readServers([spot, item, root]),
    security: readSecurity(reader, root, node),
    parameters: readParameters(reader, [item, spot]),
    body: readBody(reader, spot),
    responses: readResponses(reader, spot),
    callbacks: [...entriesOf(valueAt(node, "callbacks"))].map(({ key }) => key),
    extensions: getSchemaExtensions(node),
  };
}

/**
 * Returns the location of an operation's content, or undefined if the specification has no operation with that name.
 */
export function operationSpot(
  reader: ModelReader,
  { method, path, isWebhook = false }: RequestedOperation,
): Spot | undefined {
  const item = pathItem(reader, path, isWebhook);
  const found = item && operationEntry(item, method);
  return found && reader.follow(spotInside(item, found.value));
}

function pathItem(reader: ModelReader, path: string, isWebhook: boolean): Spot | undefined {
  const { root } = reader;
  const item = valueAt(valueAt(root?.node, isWebhook ? "webhooks" : "paths"), path);
  return root && item && reader.follow(spotInside(root, item));
}

const methodKeys: ReadonlyMap<string, string> = new Map(
  fixedMethods.map((method) => [method, method.toLowerCase()]),
);

function operationEntry({ node }: Spot, method: string): SpecEntry | undefined {
  const key = methodKeys.get(method);
  const fixed = key === undefined ? undefined : entryOf(node, key);
  return fixed ?? entryOf(valueAt(node, "additionalOperations"), method);
}

function readBody(reader: ModelReader, operation: Spot): BodyModel | undefined {
  const spot = reader.child(operation, "requestBody");
  if (spot?.node.kind !== "map") return undefined;
  return {
    at: { file: spot.file, range: spot.node.range },
    required: isTrue(valueAt(spot.node, "required")),
    description: textOf(valueAt(spot.node, "description")),
    content: withPartHeaders(reader, spot, readMedia(reader, spot)),
  };
}

function readResponses(reader: ModelReader, operation: Spot): readonly ResponseModel[] {
  const responses: ResponseModel[] = [];
  for (const { key, value } of entriesOf(valueAt(operation.node, "responses"))) {
    const spot = key.startsWith("x-") ? undefined : reader.follow(spotInside(operation, value));
    if (!spot) continue;
    responses.push({
      status: key,
      at: { file: spot.file, range: spot.node.range },
      description: textOf(valueAt(spot.node, "description")) ?? textOf(valueAt(spot.node, "summary")),
      headers: readHeaders(reader, spot),
      content: readMedia(reader, spot),
    });
  }
  return responses;
}
