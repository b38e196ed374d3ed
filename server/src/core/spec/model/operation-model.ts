import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { Spot } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-tree.ts";
import { type ChannelModel, readChannel } from "./channel-model.ts";
import { ModelReader } from "./model-reader.ts";
import { readOperation, type RequestedOperation } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import type { SchemaId, SchemaModel } from "./schema-model.ts";

/**
 * One operation as readers see it, with everything it names in the specification followed: what the preview, the
 * playground, drift and migration are made of. Plain data, made in the specification worker on demand, so that a
 * large specification is never expanded. References between schemas stay references (`SchemaModel.ref`), which is how
 * circles stay finite; `SpecModels.schemas` has what they name.
 */
export interface OperationModel {
  /** Upper case, `GET`; `additionalOperations` of OpenAPI 3.2 as written. */
  readonly method: string;
  /** `/users/{id}`; for a webhook its name. */
  readonly path: string;
  readonly isWebhook: boolean;
  readonly at: SpecPlace;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Of the operation, else of its path, else of the file. */
  readonly servers: readonly ServerModel[];
  /**
   * Ways to authorise, of the operation, else of the file; each needs all its schemes at once. An empty way asks for
   * nothing; an empty list in the file (`security: []`) is that one way. No entry: nothing is said.
   */
  readonly security: readonly (readonly SecurityNeed[])[];
  /** Those of the path among them; one that the operation sets anew counts once. In file order. */
  readonly parameters: readonly ParameterModel[];
  readonly body: BodyModel | undefined;
  readonly responses: readonly ResponseModel[];
  readonly callbacks: readonly string[];
  /** Vendor and `x-` keys of the operation as plain values. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Whether something was left out because there is too much of it; schemas then say `cut` where. */
  readonly cut: boolean;
}

/** A place in the specification's own file or in one that it pulls in. */
export interface SpecPlace {
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

export interface SecurityNeed {
  /** The key under `components.securitySchemes`. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** The scheme as plain values; absent where none of that name is defined. */
  readonly scheme: Readonly<Record<string, unknown>> | undefined;
}

export interface ParameterModel {
  readonly name: string;
  /** `query`, `path`, `header`, `cookie`; OpenAPI 3.2 also `querystring`. */
  readonly in: string;
  readonly at: SpecPlace;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  /** Of queries: nothing behind the `=` means something. */
  readonly allowEmptyValue?: true;
  /** Of `content` the schema of its one media type. */
  readonly schema: SchemaModel | undefined;
  /** The media type, where the parameter has `content` in place of `schema`. */
  readonly mediaType: string | undefined;
  /** Of `content`: how its properties are encoded, as plain values. */
  readonly encoding?: Readonly<Record<string, unknown>>;
  readonly examples: readonly ExampleModel[];
}

export interface BodyModel {
  readonly at: SpecPlace;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly content: readonly MediaModel[];
}

export interface ResponseModel {
  /** As written: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly at: SpecPlace;
  readonly description: string | undefined;
  readonly headers: readonly ParameterModel[];
  readonly content: readonly MediaModel[];
}

export interface MediaModel {
  /** `application/json`. */
  readonly type: string;
  readonly schema: SchemaModel | undefined;
  /** Of each part of a stream (OpenAPI 3.2). */
  readonly itemSchema?: SchemaModel;
  readonly examples: readonly ExampleModel[];
  /** How parts of a form are encoded, as plain values by property. */
  readonly encoding: Readonly<Record<string, unknown>>;
  /** Headers of the parts of a multipart body (Encoding Object, `headers`) by property; absent where none has any. */
  readonly partHeaders?: Readonly<Record<string, readonly ParameterModel[]>>;
  /** Of a multipart body whose parts have places instead of names; absent where neither of its fields is there. */
  readonly positions?: PositionsModel;
}

/** `prefixEncoding` and `itemEncoding` (OpenAPI 3.2.0, “Encoding By Position”). */
export interface PositionsModel {
  /** Of the parts at the same places. */
  readonly first: readonly PositionModel[];
  /** Of all that follow. */
  readonly rest?: PositionModel;
}

/** An Encoding Object of a part without a name. `style`, `explode` and `allowReserved` are for names and values alone. */
export interface PositionModel {
  readonly contentType: string | undefined;
  readonly headers: readonly ParameterModel[];
  /** Where the part is a multipart document itself (“Nested Encoding”). */
  readonly inside?: PositionsModel;
  /** Where it is a form itself or a multipart of named parts: its `encoding` as plain values by property. */
  readonly encoding?: Readonly<Record<string, unknown>>;
}

export interface ExampleModel {
  /** The key under `examples`; empty for a single `example`. */
  readonly name: string;
  readonly summary: string | undefined;
  /** As plain values, at most 100 KB; absent when larger or kept elsewhere. */
  readonly value: unknown;
  readonly at: SpecPlace;
}

/** What is known of some operations of one specification, with the schemas that they name, each once. */
export interface SpecModels {
  /** By `operationKey`. */
  readonly operations: ReadonlyMap<string, OperationModel>;
  /** Every schema that a `ref` of a model, or of another schema here, names. */
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/** `GET /users`; `webhook order.paid`. How operations are asked for and found again. */
export function operationKey(operation: {
  readonly method: string;
  readonly path: string;
  readonly isWebhook?: boolean;
}): string {
  return `${operation.isWebhook ? "webhook " : ""}${operation.method} ${operation.path}`;
}

/** One operation with the schemas that it names, directly and through others. */
export interface WholeOperation {
  readonly operation: OperationModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/** One channel with the schemas that it names. */
export interface WholeChannel {
  readonly channel: ChannelModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/**
 * The model of one operation; undefined where the specification has none of that method and path. Costs what the
 * operation and the schemas it names cost, however large the specification is.
 */
export function operationModel(files: SpecFiles, requested: RequestedOperation): WholeOperation | undefined {
  const reader = new ModelReader(files);
  const operation = wholeOperation(reader, requested);
  return operation && { operation, schemas: reader.schemas };
}

/** The models of several operations, one a step; those that are not there are left out. */
export function* modelsOf(
  files: SpecFiles,
  requested: Iterable<RequestedOperation>,
): Generator<void, SpecModels> {
  const reader = new ModelReader(files);
  const operations = new Map<string, OperationModel>();
  for (const each of requested) {
    const operation = wholeOperation(reader, each);
    if (operation) operations.set(operationKey(each), operation);
    yield;
  }
  return { operations, schemas: reader.schemas };
}

/** The model of one channel with the schemas that it names; undefined where the specification has none of that id. */
export function channelModel(files: SpecFiles, id: string): WholeChannel | undefined {
  const reader = new ModelReader(files);
  reader.startAnew();
  const channel = readChannel(reader, id);
  readNamed(reader);
  return channel && { channel: { ...channel, cut: reader.wasCut }, schemas: reader.schemas };
}

/** One schema with those that it names. */
export interface WholeSchema {
  readonly schema: SchemaModel;
  readonly schemas: ReadonlyMap<SchemaId, SchemaModel>;
}

/** What stands at a place, read as a schema, with at most `most` of the schemas that it names. */
export function schemaModel(files: SpecFiles, spot: Spot, max: number): WholeSchema {
  const reader = new ModelReader(files);
  reader.startAnew(max);
  const schema = readSchema(reader, spot, "named");
  readNamed(reader);
  return { schema, schemas: reader.schemas };
}

function wholeOperation(reader: ModelReader, requested: RequestedOperation): OperationModel | undefined {
  reader.startAnew();
  const operation = readOperation(reader, requested);
  readNamed(reader);
  return operation && { ...operation, cut: reader.wasCut };
}

function readNamed(reader: ModelReader): void {
  for (let next = reader.nextNamed(); next; next = reader.nextNamed())
    reader.schemas.set(next.id, readSchema(reader, next.spot, "named"));
}
