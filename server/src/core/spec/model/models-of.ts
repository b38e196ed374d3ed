import type { Spot } from "../resolve-ref.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { ChannelModel } from "./channel-model.ts";
import { ModelReader } from "./model-reader.ts";
import { operationKey, type OperationModel, type SpecModels } from "./operation-model.ts";
import { readChannel } from "./read-channel.ts";
import { readOperation, type WantedOperation } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import type { SchemaId, SchemaModel } from "./schema-model.ts";

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
export function operationModel(files: SpecFiles, wanted: WantedOperation): WholeOperation | undefined {
  const reader = new ModelReader(files);
  const operation = wholeOperation(reader, wanted);
  return operation && { operation, schemas: reader.schemas };
}

/** The models of several operations, one a step; those that are not there are left out. */
export function* modelsOf(files: SpecFiles, wanted: Iterable<WantedOperation>): Generator<void, SpecModels> {
  const reader = new ModelReader(files);
  const operations = new Map<string, OperationModel>();
  for (const each of wanted) {
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
export function schemaModel(files: SpecFiles, spot: Spot, most: number): WholeSchema {
  const reader = new ModelReader(files);
  reader.startAnew(most);
  const schema = readSchema(reader, spot, "named");
  readNamed(reader);
  return { schema, schemas: reader.schemas };
}

function wholeOperation(reader: ModelReader, wanted: WantedOperation): OperationModel | undefined {
  reader.startAnew();
  const operation = readOperation(reader, wanted);
  readNamed(reader);
  return operation && { ...operation, cut: reader.wasCut };
}

function readNamed(reader: ModelReader): void {
  for (let next = reader.nextNamed(); next; next = reader.nextNamed())
    reader.schemas.set(next.id, readSchema(reader, next.spot, "named"));
}
