import { unescapeKey } from "../../text/decode-text.ts";
import { getRef, type NodeLocation } from "../resolve-ref.ts";
import { getEntries, getEntry, getItems, type SpecNode, getNodeText, getStringItems, getValue } from "../spec-tree.ts";
import { type ModelReader, getInnerLocation } from "./model-reader.ts";
import type { ExampleModel, SchemeRequirement, ServerModel, SourceLocation } from "./operation-model.ts";
import { readSchemes, readVariables } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import { toExampleValue, getSchemaExtensions, toJsonObject, type SchemaModel } from "./schema-model.ts";

/** An AsyncAPI 3 channel as readers see it, in a model similar to `OperationModel`. */
export interface ChannelModel {
  /** The key under `channels`. */
  readonly id: string;
  readonly location: SourceLocation;
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
  readonly isTruncated: boolean;
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
  readonly security?: readonly SchemeRequirement[];
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
  readonly location: SourceLocation;
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
  readonly location: SourceLocation;
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
  readonly security: readonly SchemeRequirement[];
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
  return [...getEntries(getValue(channel.node, "messages"))].flatMap(({ key, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(channel, value)) : undefined;
    return location?.node.kind === "map" ? [readMessage(reader, location, key)] : [];
  });
}

function readMessage(reader: ModelReader, location: NodeLocation, id: string): MessageModel {
  const traits = getItems(getValue(location.node, "traits")).flatMap(
    (trait) => reader.follow(getInnerLocation(location, trait)) ?? [],
  );
  const sources = [location, ...traits];
  const readText = (key: string) =>
    sources.map(({ node }) => getNodeText(getValue(node, key))).find((text) => text !== undefined);
  const headers = sources.find(({ node }) => getValue(node, "headers"));
  const payload = readPayload(reader, location, "payload");
  return {
    id,
    location: { file: location.file, range: location.node.range },
    name: readText("name"),
    title: readText("title"),
    summary: readText("summary"),
    description: readText("description"),
    contentType: readText("contentType") ?? getNodeText(getValue(reader.root?.node, "defaultContentType")),
    headers: headers && readPayload(reader, headers, "headers").schema,
    payload: payload.schema,
    schemaFormat: payload.format,
    examples: readExamples(reader, sources),
    bindings: toJsonObject(reader.getChild(location, "bindings")?.node),
    extensions: getSchemaExtensions(location.node),
  };
}

/** Whether the format is a schema language based on JSON Schema. */
export function isReadableFormat(format: string): boolean {
  return readableFormatPattern.test(format);
}

const readableFormatPattern = /^application\/(vnd\.aai\.asyncapi|schema\+(json|yaml)|vnd\.oai\.openapi)/;

/** Reads a payload's schema, even if it's wrapped in an object that specifies the schema language. */
function readPayload(
  reader: ModelReader,
  parentLocation: NodeLocation,
  key: "payload" | "headers",
): { readonly schema: SchemaModel | undefined; readonly format: string | undefined } {
  const node = getValue(parentLocation.node, key);
  if (!node) return { schema: undefined, format: undefined };
  const location = getInnerLocation(parentLocation, node);
  const nodeLocation = reader.follow(location) ?? location;
  const format = getNodeText(getValue(nodeLocation.node, "schemaFormat"));
  if (format === undefined) return { schema: readSchema(reader, location, "inside"), format };
  const schemaNode = getValue(nodeLocation.node, "schema");
  const schema =
    schemaNode && isReadableFormat(format)
      ? readSchema(reader, getInnerLocation(nodeLocation, schemaNode), "inside")
      : undefined;
  return { schema, format };
}

function readExamples(reader: ModelReader, sources: readonly NodeLocation[]): readonly MessageExampleModel[] {
  const examples: MessageExampleModel[] = [];
  for (const { file, node } of sources)
    for (const example of getItems(getValue(node, "examples"))) {
      if (!reader.spendBudget()) return examples;
      const payload = getValue(example, "payload");
      const headers = getValue(example, "headers");
      examples.push({
        name: getNodeText(getValue(example, "name")) ?? "",
        summary: getNodeText(getValue(example, "summary")),
        value: payload && toExampleValue(payload),
        headers: headers && toExampleValue(headers),
        location: { file, range: (payload ?? example).range },
      });
    }
  return examples;
}

/**
 * Returns the channel with this ID, or undefined if the channel doesn't exist. Fields that can be determined only after
 * all schemas have been read aren't set yet.
 */
export function readChannel(reader: ModelReader, id: string): Omit<ChannelModel, "isTruncated"> | undefined {
  const { root } = reader;
  const entry = getEntry(getValue(root?.node, "channels"), id);
  const location = root && entry && reader.follow(getInnerLocation(root, entry.value));
  if (!location || location.node.kind !== "map") return undefined;
  const messages = readMessages(reader, location);
  return {
    id,
    location: { file: root.file, range: entry.keyRange },
    address: getNodeText(getValue(location.node, "address")),
    ...readDescriptions(location.node),
    tags: getItems(getValue(location.node, "tags")).flatMap(
      (tag) => getNodeText(getValue(reader.follow(getInnerLocation(location, tag))?.node, "name")) ?? [],
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
    bindings: toJsonObject(reader.getChild(location, "bindings")?.node),
    extensions: getSchemaExtensions(location.node),
  };
}

function readDescriptions(node: SpecNode): Pick<ChannelModel, "title" | "summary" | "description"> {
  return {
    title: getNodeText(getValue(node, "title")),
    summary: getNodeText(getValue(node, "summary")),
    description: getNodeText(getValue(node, "description")),
  };
}

function readServers(reader: ModelReader, root: NodeLocation, channel: NodeLocation): readonly ChannelServerModel[] {
  const serverEntries = getItems(getValue(channel.node, "servers")).map((item): [string, NodeLocation] => [
    getLastName(getRef(item)),
    getInnerLocation(channel, item),
  ]);
  const allServers = [...getEntries(getValue(root.node, "servers"))].map(({ key, value }): [string, NodeLocation] => [
    key,
    getInnerLocation(root, value),
  ]);
  return (serverEntries.length > 0 ? serverEntries : allServers).flatMap(([name, location]): ChannelServerModel[] => {
    const nodeLocation = reader.follow(location);
    const node = nodeLocation?.node;
    const host = getNodeText(getValue(node, "host"));
    if (!nodeLocation || host === undefined) return [];
    const variables = readVariables(node);
    const security = readSchemes(reader, nodeLocation);
    const server: ChannelServerModel = {
      name,
      host,
      protocol: getNodeText(getValue(node, "protocol")) ?? "",
      pathname: getNodeText(getValue(node, "pathname")),
      description: getNodeText(getValue(node, "description")),
      ...(variables.length > 0 && { variables }),
      ...(security.length > 0 && { security }),
    };
    return [server];
  });
}

function readParameters(reader: ModelReader, channel: NodeLocation): readonly ChannelParameterModel[] {
  return [...getEntries(getValue(channel.node, "parameters"))].flatMap(({ key, keyRange, value }) => {
    const location = reader.follow(getInnerLocation(channel, value));
    if (!location) return [];
    const parameter: ChannelParameterModel = {
      name: key,
      at: { file: channel.file, range: keyRange },
      description: getNodeText(getValue(location.node, "description")),
      values: getStringItems(getValue(location.node, "enum")),
      default: getNodeText(getValue(location.node, "default")),
      examples: getStringItems(getValue(location.node, "examples")),
      location: getNodeText(getValue(location.node, "location")),
    };
    return [parameter];
  });
}

/** Returns the operations whose `channel` refers to this channel, directly or through other references. */
function readOperations(
  reader: ModelReader,
  root: NodeLocation,
  channel: NodeLocation,
  allMessageIds: readonly string[],
): readonly ChannelOperationModel[] {
  return [...getEntries(getValue(root.node, "operations"))].flatMap(({ key, keyRange, value }) => {
    const location = reader.spendBudget() ? reader.follow(getInnerLocation(root, value)) : undefined;
    const action = getNodeText(getValue(location?.node, "action"));
    if (!location || (action !== "send" && action !== "receive")) return [];
    if (reader.getChild(location, "channel")?.node !== channel.node) return [];
    const messageNames = listMessageNames(location);
    const operation: ChannelOperationModel = {
      id: key,
      location: { file: root.file, range: keyRange },
      action,
      ...readDescriptions(location.node),
      messages: messageNames.length > 0 ? messageNames : allMessageIds,
      security: readSchemes(reader, location),
      reply: readReply(reader, location),
      bindings: toJsonObject(reader.getChild(location, "bindings")?.node),
      extensions: getSchemaExtensions(location.node),
    };
    return [operation];
  });
}

function readReply(reader: ModelReader, operation: NodeLocation): ChannelOperationModel["reply"] {
  const reply = reader.getChild(operation, "reply");
  if (!reply) return undefined;
  const channel = getRef(getValue(reply.node, "channel"));
  return {
    channel: channel === undefined ? undefined : getLastName(channel),
    address: getNodeText(getValue(reader.getChild(reply, "address")?.node, "location")),
    messages: listMessageNames(reply),
  };
}

/** Returns the names of messages from references such as `#/channels/rooms/messages/joined`. */
function listMessageNames(location: NodeLocation): readonly string[] {
  return getItems(getValue(location.node, "messages")).flatMap((item) => {
    const reference = getRef(item);
    return reference === undefined ? [] : [getLastName(reference)];
  });
}

function getLastName(reference = ""): string {
  return unescapeKey(reference.slice(reference.lastIndexOf("/") + 1));
}
