import { unescapeKey } from "../../text/decode-text.ts";
import { getRef, type NodeLocation } from "../resolve-ref.ts";
import { entriesOf, entryOf, itemsOf, type SpecNode, textOf, getNodeTexts, valueAt } from "../spec-tree.ts";
import { type ModelReader, getInnerLocation } from "./model-reader.ts";
import type { ExampleModel, SecurityNeed, ServerModel, SourceLocation } from "./operation-model.ts";
import { readSchemes, readVariables } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import { toExampleValue, getSchemaExtensions, toPlainObject, type SchemaModel } from "./schema-model.ts";

/** An AsyncAPI 3 channel as readers see it, in a model similar to `OperationModel`. */
export interface ChannelModel {
  /** The key under `channels`. */
  readonly id: string;
  readonly at: SourceLocation;
  /** The address, such as `rooms/{room}`. Undefined if it's determined at runtime. */
  readonly address: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** The servers that the channel specifies, or all servers in the file if the channel doesn't specify any. */
  readonly servers: readonly ChannelServerModel[];
  readonly parameters: readonly ChannelParameterModel[];
  readonly messages: readonly MessageModel[];
  /** The operations that send and receive on the channel, in file order. */
  readonly operations: readonly ChannelOperationModel[];
  /** Protocol-specific values by protocol, as plain data. */
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Whether any schema was omitted because of its size (see `OperationModel`). */
  readonly isCut: boolean;
}

export interface ChannelServerModel {
  readonly name: string;
  readonly host: string;
  readonly protocol: string;
  readonly pathname: string | undefined;
  readonly description: string | undefined;
  /** The variables in braces in the host and pathname. Undefined if no variables are defined. */
  readonly variables?: ServerModel["variables"];
  /** Alternative security schemes: any one of them is sufficient. Undefined if no authentication is required. */
  readonly security?: readonly SecurityNeed[];
}

/** A parameter in the address. Its value is always a string. */
export interface ChannelParameterModel {
  readonly name: string;
  readonly at: SourceLocation;
  readonly description: string | undefined;
  readonly values: readonly string[];
  readonly default: string | undefined;
  readonly examples: readonly string[];
  /** The location of the parameter's value in a message, such as `$message.payload#/user/id`. */
  readonly location: string | undefined;
}

export interface MessageModel {
  /** The message's key in the channel's `messages`. */
  readonly id: string;
  readonly at: SourceLocation;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly contentType: string | undefined;
  readonly headers: SchemaModel | undefined;
  /** The payload's schema. Undefined if it's in another schema language (`schemaFormat`). */
  readonly payload: SchemaModel | undefined;
  readonly schemaFormat: string | undefined;
  readonly examples: readonly MessageExampleModel[];
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** An example of a message. `value` is the payload. */
export interface MessageExampleModel extends ExampleModel {
  readonly headers: unknown;
}

export interface ChannelOperationModel {
  /** The key under `operations`. */
  readonly id: string;
  readonly at: SourceLocation;
  /** The action from the point of view of the described application. */
  readonly action: "send" | "receive";
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /**
   * The IDs of the channel's messages that the operation uses. Contains all of the channel's messages if the operation
   * doesn't list any.
   */
  readonly messages: readonly string[];
  /** Alternative security schemes: any one of them is sufficient. */
  readonly security: readonly SecurityNeed[];
  /** The channel that replies are sent on, and the messages that can be replies. */
  readonly reply:
    | {
        readonly channel: string | undefined;
        readonly address: string | undefined;
        readonly messages: readonly string[];
      }
    | undefined;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Returns a channel's messages. Fields that a message doesn't set are taken from its traits. */
export function readMessages(reader: ModelReader, channel: NodeLocation): readonly MessageModel[] {
  return [...entriesOf(valueAt(channel.node, "messages"))].flatMap(({ key, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(channel, value)) : undefined;
    return location?.node.kind === "map" ? [readMessage(reader, location, key)] : [];
  });
}

function readMessage(reader: ModelReader, location: NodeLocation, id: string): MessageModel {
  const traits = itemsOf(valueAt(location.node, "traits")).flatMap(
    (trait) => reader.follow(getInnerLocation(location, trait)) ?? [],
  );
  const sources = [location, ...traits];
  const readText = (key: string) =>
    sources.map(({ node }) => textOf(valueAt(node, key))).find((text) => text !== undefined);
  const headers = sources.find(({ node }) => valueAt(node, "headers"));
  const payload = readPayload(reader, location, "payload");
  return {
    id,
    at: { file: location.file, range: location.node.range },
    name: readText("name"),
    title: readText("title"),
    summary: readText("summary"),
    description: readText("description"),
    contentType: readText("contentType") ?? textOf(valueAt(reader.root?.node, "defaultContentType")),
    headers: headers && readPayload(reader, headers, "headers").schema,
    payload: payload.schema,
    schemaFormat: payload.format,
    examples: readExamples(reader, sources),
    bindings: toPlainObject(reader.getChild(location, "bindings")?.node),
    extensions: getSchemaExtensions(location.node),
  };
}

/** Whether the format is a schema language based on JSON Schema. */
export function isReadableFormat(format: string): boolean {
  return readableFormat.test(format);
}

const readableFormat = /^application\/(vnd\.aai\.asyncapi|schema\+(json|yaml)|vnd\.oai\.openapi)/;

/** Reads a payload's schema, even if it's wrapped in an object that specifies the schema language. */
function readPayload(
  reader: ModelReader,
  owner: NodeLocation,
  key: "payload" | "headers",
): { readonly schema: SchemaModel | undefined; readonly format: string | undefined } {
  const node = valueAt(owner.node, key);
  if (!node) return { schema: undefined, format: undefined };
  const location = getInnerLocation(owner, node);
  const followed = reader.follow(location) ?? location;
  const format = textOf(valueAt(followed.node, "schemaFormat"));
  if (format === undefined) return { schema: readSchema(reader, location, "inside"), format };
  const inner = valueAt(followed.node, "schema");
  const schema =
    inner && isReadableFormat(format)
      ? readSchema(reader, getInnerLocation(followed, inner), "inside")
      : undefined;
  return { schema, format };
}

function readExamples(reader: ModelReader, sources: readonly NodeLocation[]): readonly MessageExampleModel[] {
  const examples: MessageExampleModel[] = [];
  for (const { file, node } of sources)
    for (const example of itemsOf(valueAt(node, "examples"))) {
      if (!reader.spendBudget()) return examples;
      const payload = valueAt(example, "payload");
      const headers = valueAt(example, "headers");
      examples.push({
        name: textOf(valueAt(example, "name")) ?? "",
        summary: textOf(valueAt(example, "summary")),
        value: payload && toExampleValue(payload),
        headers: headers && toExampleValue(headers),
        at: { file, range: (payload ?? example).range },
      });
    }
  return examples;
}

/**
 * Returns the channel with this ID, or undefined if the channel doesn't exist. Fields that can be determined only after
 * all schemas have been read aren't set yet.
 */
export function readChannel(reader: ModelReader, id: string): Omit<ChannelModel, "isCut"> | undefined {
  const { root } = reader;
  const entry = entryOf(valueAt(root?.node, "channels"), id);
  const location = root && entry && reader.follow(getInnerLocation(root, entry.value));
  if (!location || location.node.kind !== "map") return undefined;
  const messages = readMessages(reader, location);
  return {
    id,
    at: { file: root.file, range: entry.keyRange },
    address: textOf(valueAt(location.node, "address")),
    ...readDescriptions(location.node),
    tags: itemsOf(valueAt(location.node, "tags")).flatMap(
      (tag) => textOf(valueAt(reader.follow(getInnerLocation(location, tag))?.node, "name")) ?? [],
    ),
    servers: readServers(reader, root, location),
    parameters: readParameters(reader, location),
    messages,
    operations: readOperations(
      reader,
      root,
      location,
      messages.map((message) => message.id),
    ),
    bindings: toPlainObject(reader.getChild(location, "bindings")?.node),
    extensions: getSchemaExtensions(location.node),
  };
}

function readDescriptions(node: SpecNode): Pick<ChannelModel, "title" | "summary" | "description"> {
  return {
    title: textOf(valueAt(node, "title")),
    summary: textOf(valueAt(node, "summary")),
    description: textOf(valueAt(node, "description")),
  };
}

function readServers(
  reader: ModelReader,
  root: NodeLocation,
  channel: NodeLocation,
): readonly ChannelServerModel[] {
  const named = itemsOf(valueAt(channel.node, "servers")).map((item): [string, NodeLocation] => [
    getLastName(getRef(item)),
    getInnerLocation(channel, item),
  ]);
  const all = [...entriesOf(valueAt(root.node, "servers"))].map(({ key, value }): [string, NodeLocation] => [
    key,
    getInnerLocation(root, value),
  ]);
  return (named.length > 0 ? named : all).flatMap(([name, location]): ChannelServerModel[] => {
    const followed = reader.follow(location);
    const node = followed?.node;
    const host = textOf(valueAt(node, "host"));
    if (!followed || host === undefined) return [];
    const variables = readVariables(node);
    const security = readSchemes(reader, followed);
    const server: ChannelServerModel = {
      name,
      host,
      protocol: textOf(valueAt(node, "protocol")) ?? "",
      pathname: textOf(valueAt(node, "pathname")),
      description: textOf(valueAt(node, "description")),
      ...(variables.length > 0 && { variables }),
      ...(security.length > 0 && { security }),
    };
    return [server];
  });
}

function readParameters(reader: ModelReader, channel: NodeLocation): readonly ChannelParameterModel[] {
  return [...entriesOf(valueAt(channel.node, "parameters"))].flatMap(({ key, keyRange, value }) => {
    const location = reader.follow(getInnerLocation(channel, value));
    if (!location) return [];
    const parameter: ChannelParameterModel = {
      name: key,
      at: { file: channel.file, range: keyRange },
      description: textOf(valueAt(location.node, "description")),
      values: getNodeTexts(valueAt(location.node, "enum")),
      default: textOf(valueAt(location.node, "default")),
      examples: getNodeTexts(valueAt(location.node, "examples")),
      location: textOf(valueAt(location.node, "location")),
    };
    return [parameter];
  });
}

/** Returns the operations whose `channel` refers to this channel, directly or through other references. */
function readOperations(
  reader: ModelReader,
  root: NodeLocation,
  channel: NodeLocation,
  allMessages: readonly string[],
): readonly ChannelOperationModel[] {
  return [...entriesOf(valueAt(root.node, "operations"))].flatMap(({ key, keyRange, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(root, value)) : undefined;
    const action = textOf(valueAt(location?.node, "action"));
    if (!location || (action !== "send" && action !== "receive")) return [];
    if (reader.getChild(location, "channel")?.node !== channel.node) return [];
    const named = listMessageNames(location);
    const operation: ChannelOperationModel = {
      id: key,
      at: { file: root.file, range: keyRange },
      action,
      ...readDescriptions(location.node),
      messages: named.length > 0 ? named : allMessages,
      security: readSchemes(reader, location),
      reply: readReply(reader, location),
      bindings: toPlainObject(reader.getChild(location, "bindings")?.node),
      extensions: getSchemaExtensions(location.node),
    };
    return [operation];
  });
}

function readReply(reader: ModelReader, operation: NodeLocation): ChannelOperationModel["reply"] {
  const reply = reader.getChild(operation, "reply");
  if (!reply) return undefined;
  const channel = getRef(valueAt(reply.node, "channel"));
  return {
    channel: channel === undefined ? undefined : getLastName(channel),
    address: textOf(valueAt(reader.getChild(reply, "address")?.node, "location")),
    messages: listMessageNames(reply),
  };
}

/** Returns the names of messages from references such as `#/channels/rooms/messages/joined`. */
function listMessageNames(owner: NodeLocation): readonly string[] {
  return itemsOf(valueAt(owner.node, "messages")).flatMap((item) => {
    const reference = getRef(item);
    return reference === undefined ? [] : [getLastName(reference)];
  });
}

function getLastName(reference = ""): string {
  return unescapeKey(reference.slice(reference.lastIndexOf("/") + 1));
}
