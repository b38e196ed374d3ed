import { derive } from "../../text/maps.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { NodeLocation } from "../resolve-ref.ts";
import { getEntries, getEntry, type SpecFiles, getNodeText, getValue } from "../spec-tree.ts";
import { type ChannelModel, isReadableFormat, readChannel } from "./channel-model.ts";
import { getInnerLocation, ModelReader } from "./model-reader.ts";
import { findOperationNode, readOperation, type RequestedOperation } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import { SchemaCollector } from "./schema-keywords.ts";
import {
  toJsonObject,
  type SchemaId,
  type SchemaModel,
  type SpecifiedMediaType,
  type SpecifiedResponse,
  type SpecifiedResponses,
} from "./schema-model.ts";

/**
 * One operation as readers see it, with all references in the specification resolved. The preview, the playground,
 * drift checks, and migration use this model. The specification worker creates the model as plain data on demand, so
 * large specifications don't have to be expanded completely. References between schemas remain references
 * (`SchemaModel.ref`), so circular schemas are finite. `SpecModels.schemas` contains the targets of these references.
 */
export interface OperationModel {
  /** The uppercase method, such as `GET`. Methods in OpenAPI 3.2's `additionalOperations` stay as written. */
  readonly method: string;
  /** The path, such as `/users/{id}`, or the name of a webhook. */
  readonly path: string;
  readonly isWebhook: boolean;
  readonly location: SourceLocation;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /**
   * The operation's servers. If it has none, the servers of its path. If the path has none either, the servers of the
   * file.
   */
  readonly servers: readonly ServerModel[];
  /**
   * Alternative security requirements of the operation or, if it has none, of the file. Each requirement lists schemes
   * that are all required. An empty requirement, or an empty list in the file (`security: []`), means that no
   * authentication is required. This list is empty if the specification doesn't define any requirements.
   */
  readonly security: readonly (readonly SchemeRequirement[])[];
  /** The parameters in file order, including the path's parameters that the operation doesn't override. */
  readonly parameters: readonly ParameterModel[];
  readonly body: BodyModel | undefined;
  readonly responses: readonly ResponseModel[];
  readonly callbacks: readonly string[];
  /** The operation's vendor extensions and other `x-` keys as plain values. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Whether any schema was omitted because of its size. If so, `isTruncated` is set in the affected schemas. */
  readonly isTruncated: boolean;
}

/** A location in the specification's own file or in a file that it refers to. */
export interface SourceLocation {
  readonly file: SitePath;
  readonly range: TextRange;
}

export interface ServerModel {
  readonly url: string;
  readonly description: string | undefined;
  readonly variables: readonly {
    readonly name: string;
    readonly default: string;
    readonly values: readonly string[];
    readonly description: string | undefined;
  }[];
}

export interface SchemeRequirement {
  /** The key in `components.securitySchemes`. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** The scheme as plain values. Undefined if there's no scheme with that name. */
  readonly scheme: Readonly<Record<string, unknown>> | undefined;
}

export interface ParameterModel {
  readonly name: string;
  /** The location: `query`, `path`, `header`, `cookie`, or, in OpenAPI 3.2, `querystring`. */
  readonly in: string;
  readonly location: SourceLocation;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** For a query parameter, whether an empty value is allowed. */
  readonly allowEmptyValue?: true;
  /** The parameter's schema or, if the parameter has `content`, the schema of its only media type. */
  readonly schema: SchemaModel | undefined;
  /** The media type if the parameter has `content`. Undefined if the parameter has `schema`. */
  readonly mediaType: string | undefined;
  /** If the parameter has `content`, the encoding of its properties as plain values. */
  readonly encoding?: Readonly<Record<string, unknown>>;
  readonly examples: readonly ExampleModel[];
}

export interface BodyModel {
  readonly location: SourceLocation;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly content: readonly MediaTypeModel[];
}

export interface ResponseModel {
  /** The status as written, such as `200`, `4XX`, or `default`. */
  readonly status: string;
  readonly location: SourceLocation;
  readonly description: string | undefined;
  readonly headers: readonly ParameterModel[];
  readonly content: readonly MediaTypeModel[];
}

export interface MediaTypeModel {
  /** The media type, such as `application/json`. */
  readonly type: string;
  readonly schema: SchemaModel | undefined;
  /** The schema of each item in a stream (OpenAPI 3.2). */
  readonly itemSchema?: SchemaModel;
  readonly examples: readonly ExampleModel[];
  /** The encodings of a form's parts by property, as plain values. */
  readonly encoding: Readonly<Record<string, unknown>>;
  /**
   * The headers of a multipart body's parts (Encoding Object, `headers`) by property. Undefined if no part has headers.
   */
  readonly partHeaders?: Readonly<Record<string, readonly ParameterModel[]>>;
  /**
   * The encoding of parts identified by position in a multipart body. Undefined if the body has neither
   * `prefixEncoding` nor `itemEncoding`.
   */
  readonly positions?: PartPositionsModel;
}

/** `prefixEncoding` and `itemEncoding` (OpenAPI 3.2.0, “Encoding By Position”). */
export interface PartPositionsModel {
  /** The encodings of the first parts, by position. */
  readonly first: readonly PartPositionModel[];
  /** The encoding of each remaining part. */
  readonly rest?: PartPositionModel;
}

/**
 * The Encoding Object of a part identified by position. `style`, `explode`, and `allowReserved` apply only to parts
 * that have a name.
 */
export interface PartPositionModel {
  readonly contentType: string | undefined;
  readonly headers: readonly ParameterModel[];
  /** Set for a part that is itself a multipart document (“Nested Encoding”). */
  readonly nestedPositions?: PartPositionsModel;
  /**
   * The encodings of the properties as plain values. Set if the part is a form or a multipart document with named
   * parts.
   */
  readonly encoding?: Readonly<Record<string, unknown>>;
}

export interface ExampleModel {
  /** The key in `examples`. Empty for a single `example`. */
  readonly name: string;
  readonly summary: string | undefined;
  /** The value as plain data, up to 100 KB. Undefined if the value is larger or isn't in the specification. */
  readonly value: unknown;
  readonly location: SourceLocation;
}

/** The models of some operations in a specification, and all schemas that they refer to, without duplicates. */
export interface SpecModels {
  /** The operations by `getOperationKey`. */
  readonly operations: ReadonlyMap<string, OperationModel>;
  /** The targets of every `ref` in the models and in the schemas in this map. */
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/**
 * Returns the key under which an operation's model is stored, such as `GET /users` or `webhook order.paid`. Requests
 * use the same key.
 */
export function getOperationKey(operation: {
  readonly method: string;
  readonly path: string;
  readonly isWebhook?: boolean;
}): string {
  return `${operation.isWebhook ? "webhook " : ""}${operation.method} ${operation.path}`;
}

/** An operation, together with the schemas that it refers to directly or indirectly. */
export interface WholeOperation {
  readonly operation: OperationModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/** A channel, together with the schemas that it refers to. */
export interface WholeChannel {
  readonly channel: ChannelModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/**
 * Returns the model of one operation, or undefined if the specification doesn't contain the operation. The cost depends
 * on the operation and its schemas, not on the size of the specification.
 */
export function readOperationModel(
  files: SpecFiles,
  requestedOperation: RequestedOperation,
): WholeOperation | undefined {
  const reader = new ModelReader(files);
  const operation = readWholeOperation(reader, requestedOperation);
  return operation && { operation, schemas: reader.schemas };
}

/** Reads one operation per step and returns the models. Skips operations that don't exist. */
export function* readModels(
  files: SpecFiles,
  requestedOperations: Iterable<RequestedOperation>,
): Generator<void, SpecModels> {
  const reader = new ModelReader(files);
  const operationsByKey = new Map<string, OperationModel>();
  for (const each of requestedOperations) {
    const operation = readWholeOperation(reader, each);
    if (operation) operationsByKey.set(getOperationKey(each), operation);
    yield;
  }
  return { operations: operationsByKey, schemas: reader.schemas };
}

/**
 * Returns the model of one channel with the schemas that it refers to, or undefined if the specification has no channel
 * with that ID.
 */
export function readChannelModel(files: SpecFiles, id: string): WholeChannel | undefined {
  const reader = new ModelReader(files);
  reader.resetBudget();
  const channel = readChannel(reader, id);
  readQueuedSchemas(reader);
  return channel && { channel: { ...channel, isTruncated: reader.isTruncated }, schemas: reader.schemas };
}

/** A schema, together with the schemas that it refers to. */
export interface WholeSchema {
  readonly schema: SchemaModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/** Reads the value at a location as a schema, together with at most `max` of the schemas that it refers to. */
export function readSchemaModel(files: SpecFiles, location: NodeLocation, maxSchemas: number): WholeSchema {
  const reader = new ModelReader(files);
  reader.resetBudget(maxSchemas);
  const schema = readSchema(reader, location, "named");
  readQueuedSchemas(reader);
  return { schema, schemas: reader.schemas };
}

function readWholeOperation(reader: ModelReader, requestedOperation: RequestedOperation): OperationModel | undefined {
  reader.resetBudget();
  const operation = readOperation(reader, requestedOperation);
  readQueuedSchemas(reader);
  return operation && { ...operation, isTruncated: reader.isTruncated };
}

function readQueuedSchemas(reader: ModelReader): void {
  for (let next = reader.takeQueuedSchema(); next; next = reader.takeQueuedSchema())
    reader.schemas.set(next.id, readSchema(reader, next.location, "named"));
}

const maxResponses = 200;
const maxMediaTypes = 100;

/** Returns an operation's specified responses, or undefined if the specification doesn't contain the operation. */
export function buildResponseModel(
  files: SpecFiles,
  requestedOperation: RequestedOperation,
): SpecifiedResponses | undefined {
  const reader = new ModelReader(files);
  const operation = findOperationNode(reader, requestedOperation);
  if (!operation) return undefined;
  const collector = new SchemaCollector(files, reader.ignoresRefSiblings);
  const responses: SpecifiedResponse[] = [];
  for (const { key, value } of getEntries(getValue(operation.node, "responses"))) {
    const location = key.startsWith("x-") ? undefined : reader.follow(getInnerLocation(operation, value));
    if (!location || responses.length >= maxResponses) continue;
    const at = { file: location.file, range: location.node.range };
    // The response to a HEAD request never has a body, regardless of what the specification defines (RFC 9110, section
    // 9.3.2).
    const content = requestedOperation.method === "HEAD" ? [] : readSpecifiedMediaTypes(reader, location, collector);
    responses.push({ status: key, location: at, content });
  }
  return { responses, schemas: collector.getSchemas() };
}

function readSpecifiedMediaTypes(
  reader: ModelReader,
  response: NodeLocation,
  collector: SchemaCollector,
): readonly SpecifiedMediaType[] {
  const content = [...getEntries(getValue(response.node, "content"))].slice(0, maxMediaTypes);
  return content.flatMap(({ key, keyRange, value }): SpecifiedMediaType[] => {
    const location = reader.follow(getInnerLocation(response, value));
    if (!location) return [];
    const addSchemaAt = (name: string) => {
      const node = getEntry(location.node, name)?.value;
      return node && collector.addInnerSchema(location, node);
    };
    const at = { file: response.file, range: keyRange };
    const encoding = toJsonObject(getValue(location.node, "encoding"));
    return [
      {
        type: key,
        location: at,
        schema: addSchemaAt("schema"),
        itemSchema: addSchemaAt("itemSchema"),
        ...(reader.version.startsWith("3.2") && { hasFormEncoding: true as const }),
        ...(Object.keys(encoding).length > 0 && { encoding }),
      },
    ];
  });
}

const maxMessages = 200;

/**
 * Returns a channel's messages in the form of responses so that they can be validated in the same way. The `status` of
 * each response is the message's key. A message has no content if its payload isn't specified or is in another schema
 * language. Returns undefined if the channel doesn't exist.
 */
export function buildMessageModel(files: SpecFiles, channel: string): SpecifiedResponses | undefined {
  const reader = new ModelReader(files);
  const { root } = reader;
  const entry = getEntry(getValue(root?.node, "channels"), channel);
  const location = root && entry && reader.follow(getInnerLocation(root, entry.value));
  if (!location) return undefined;
  const collector = new SchemaCollector(files, reader.ignoresRefSiblings);
  const responses: SpecifiedResponse[] = [];
  for (const { key, value } of [...getEntries(getValue(location.node, "messages"))].slice(0, maxMessages)) {
    const message = reader.follow(getInnerLocation(location, value));
    if (!message) continue;
    const at = { file: message.file, range: message.node.range };
    const payload = findPayload(reader, message);
    const schemaIndex = payload && collector.addSchema(payload);
    // The caller determines the media type.
    const content =
      schemaIndex === undefined ? [] : [{ type: "*/*", location: at, schema: schemaIndex, itemSchema: undefined }];
    responses.push({ status: key, location: at, content });
  }
  return { responses, schemas: collector.getSchemas() };
}

/**
 * Returns the location of the payload's schema, even if the schema is wrapped in an object that specifies the schema
 * language.
 */
function findPayload(reader: ModelReader, message: NodeLocation): NodeLocation | undefined {
  const node = getValue(message.node, "payload");
  if (!node) return undefined;
  const location = getInnerLocation(message, node);
  const nodeLocation = reader.follow(location) ?? location;
  const format = getNodeText(getValue(nodeLocation.node, "schemaFormat"));
  if (format === undefined) return location;
  const schemaNode = getValue(nodeLocation.node, "schema");
  return schemaNode && isReadableFormat(format) ? getInnerLocation(nodeLocation, schemaNode) : undefined;
}

/** Whether a description of the schema, or of another use of the same schema, states that the case doesn't matter. */
export function ignoresCase({ description, ref }: SchemaModel, models: SpecModels): boolean {
  return isCaseInsensitive(description) || (ref !== undefined && findCaseInsensitiveSchemaIds(models).has(ref));
}

function isCaseInsensitive(description: string | undefined): boolean {
  return description !== undefined && /\bcase[- ]insensitive/i.test(description);
}

const findCaseInsensitiveSchemaIds = derive(({ operations, schemas }: SpecModels): ReadonlySet<string> => {
  const schemaIds = new Set<string>();
  const addSchema = (schema: SchemaModel | undefined, description = schema?.description): void => {
    if (schema?.ref !== undefined && isCaseInsensitive(description)) schemaIds.add(schema.ref);
  };
  for (const [id, schema] of schemas) {
    if (isCaseInsensitive(schema.description)) schemaIds.add(id);
    for (const property of schema.properties) {
      addSchema(property.schema);
      addSchema(property.schema.items, property.schema.description);
    }
  }
  for (const { parameters } of operations.values())
    for (const parameter of parameters) {
      addSchema(parameter.schema);
      addSchema(parameter.schema, parameter.description);
    }
  return schemaIds;
});
