import { unescapeKey } from "../../text/decode-text.ts";
import { refOf, type Spot } from "../resolve-ref.ts";
import { entriesOf, entryOf, itemsOf, type SpecNode, textOf, getNodeTexts, valueAt } from "../spec-tree.ts";
import { type ModelReader, spotInside } from "./model-reader.ts";
import type { ExampleModel, SecurityNeed, ServerModel, SpecPlace } from "./operation-model.ts";
import { readSchemes, readVariables } from "./read-operation.ts";
import { readSchema } from "./read-schema.ts";
import { exampleValue, getSchemaExtensions, plainObjectOf, type SchemaModel } from "./schema-model.ts";

/** An AsyncAPI 3 channel as readers see it, in a model similar to `OperationModel`. */
export interface ChannelModel {
  /** The key under `channels`. */
  readonly id: string;
  readonly at: SpecPlace;
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
  readonly cut: boolean;
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
  readonly at: SpecPlace;
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
  readonly at: SpecPlace;
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
  readonly at: SpecPlace;
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
export function readMessages(reader: ModelReader, channel: Spot): readonly MessageModel[] {
  return [...entriesOf(valueAt(channel.node, "messages"))].flatMap(({ key, value }) => {
    const spot = reader.spendBudget() ? reader.follow(spotInside(channel, value)) : undefined;
    return spot?.node.kind === "map" ? [readMessage(reader, spot, key)] : [];
  });
}

function readMessage(reader: ModelReader, spot: Spot, id: string): MessageModel {
  const traits = itemsOf(valueAt(spot.node, "traits")).flatMap(
    (trait) => reader.follow(spotInside(spot, trait)) ?? [],
  );
  const sources = [spot, ...traits];
  const messages = (key: string) =>
    sources.map(({ node }) => textOf(valueAt(node, key))).find((text) => text !== undefined);
  const headers = sources.find(({ node }) => valueAt(node, "headers"));
  const payload = readPayload(reader, spot, "payload");
  return {
    id,
    at: { file: spot.file, range: spot.node.range },
    name: messages("name"),
    title: messages("title"),
    summary: messages("summary"),
    description: messages("description"),
    contentType: messages("contentType") ?? textOf(valueAt(reader.root?.node, "defaultContentType")),
    headers: headers && readPayload(reader, headers, "headers").schema,
    payload: payload.schema,
    schemaFormat: payload.format,
    examples: readExamples(reader, sources),
    bindings: plainObjectOf(reader.child(spot, "bindings")?.node),
    extensions: getSchemaExtensions(spot.node),
  };
}

/** Whether the format is a schema language based on JSON Schema. */
export function isReadableFormat(format: string): boolean {
  return readable.test(format);
}

const readable = /^application\/(vnd\.aai\.asyncapi|schema\+(json|yaml)|vnd\.oai\.openapi)/;

/** Reads a payload's schema, even if it's wrapped in an object that specifies the schema language. */
function readPayload(
  reader: ModelReader,
  owner: Spot,
  key: "payload" | "headers",
): { readonly schema: SchemaModel | undefined; readonly format: string | undefined } {
  const node = valueAt(owner.node, key);
  if (!node) return { schema: undefined, format: undefined };
  const spot = spotInside(owner, node);
  const followed = reader.follow(spot) ?? spot;
  const format = textOf(valueAt(followed.node, "schemaFormat"));
  if (format === undefined) return { schema: readSchema(reader, spot, "inside"), format };
  const inner = valueAt(followed.node, "schema");
  const schema =
    inner && isReadableFormat(format) ? readSchema(reader, spotInside(followed, inner), "inside") : undefined;
  return { schema, format };
}

function readExamples(reader: ModelReader, sources: readonly Spot[]): readonly MessageExampleModel[] {
  const examples: MessageExampleModel[] = [];
  for (const { file, node } of sources)
    for (const example of itemsOf(valueAt(node, "examples"))) {
      if (!reader.spendBudget()) return examples;
      const payload = valueAt(example, "payload");
      const headers = valueAt(example, "headers");
      examples.push({
        name: textOf(valueAt(example, "name")) ?? "",
        summary: textOf(valueAt(example, "summary")),
        value: payload && exampleValue(payload),
        headers: headers && exampleValue(headers),
        at: { file, range: (payload ?? example).range },
      });
    }
  return examples;
}

/**
 * Returns the channel with this ID, or undefined if the channel doesn't exist. Fields that can be determined only after
 * all schemas have been read aren't set yet.
 */
export function readChannel(reader: ModelReader, id: string): Omit<ChannelModel, "cut"> | undefined {
  const { root } = reader;
  const entry = entryOf(valueAt(root?.node, "channels"), id);
  const spot = root && entry && reader.follow(spotInside(root, entry.value));
  if (!spot || spot.node.kind !== "map") return undefined;
  const messages = readMessages(reader, spot);
  return {
    id,
    at: { file: root.file, range: entry.keyRange },
    address: textOf(valueAt(spot.node, "address")),
    ...wordsOf(spot.node),
    tags: itemsOf(valueAt(spot.node, "tags")).flatMap(
      (tag) => textOf(valueAt(reader.follow(spotInside(spot, tag))?.node, "name")) ?? [],
    ),
    servers: readServers(reader, root, spot),
    parameters: readParameters(reader, spot),
    messages,
    operations: readOperations(
      reader,
      root,
      spot,
      messages.map((message) => message.id),
    ),
    bindings: plainObjectOf(reader.child(spot, "bindings")?.node),
    extensions: getSchemaExtensions(spot.node),
  };
}

function wordsOf(node: SpecNode): Pick<ChannelModel, "title" | "summary" | "description"> {
  return {
    title: textOf(valueAt(node, "title")),
    summary: textOf(valueAt(node, "summary")),
    description: textOf(valueAt(node, "description")),
  };
}

function readServers(reader: ModelReader, root: Spot, channel: Spot): readonly ChannelServerModel[] {
  const named = itemsOf(valueAt(channel.node, "servers")).map((item): [string, Spot] => [
    lastName(refOf(item)),
    spotInside(channel, item),
  ]);
  const all = [...entriesOf(valueAt(root.node, "servers"))].map(({ key, value }): [string, Spot] => [
    key,
    spotInside(root, value),
  ]);
  return (named.length > 0 ? named : all).flatMap(([name, spot]): ChannelServerModel[] => {
    const followed = reader.follow(spot);
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

function readParameters(reader: ModelReader, channel: Spot): readonly ChannelParameterModel[] {
  return [...entriesOf(valueAt(channel.node, "parameters"))].flatMap(({ key, keyRange, value }) => {
    const spot = reader.follow(spotInside(channel, value));
    if (!spot) return [];
    const parameter: ChannelParameterModel = {
      name: key,
      at: { file: channel.file, range: keyRange },
      description: textOf(valueAt(spot.node, "description")),
      values: getNodeTexts(valueAt(spot.node, "enum")),
      default: textOf(valueAt(spot.node, "default")),
      examples: getNodeTexts(valueAt(spot.node, "examples")),
      location: textOf(valueAt(spot.node, "location")),
    };
    return [parameter];
  });
}

/** Returns the operations whose `channel` refers to this channel, directly or through other references. */
function readOperations(
  reader: ModelReader,
  root: Spot,
  channel: Spot,
  allMessages: readonly string[],
): readonly ChannelOperationModel[] {
  return [...entriesOf(valueAt(root.node, "operations"))].flatMap(({ key, keyRange, value }) => {
    const spot = reader.spendBudget() ? reader.follow(spotInside(root, value)) : undefined;
    const action = textOf(valueAt(spot?.node, "action"));
    if (!spot || (action !== "send" && action !== "receive")) return [];
    if (reader.child(spot, "channel")?.node !== channel.node) return [];
    const named = messageNames(spot);
    const operation: ChannelOperationModel = {
      id: key,
      at: { file: root.file, range: keyRange },
      action,
      ...wordsOf(spot.node),
      messages: named.length > 0 ? named : allMessages,
      security: readSchemes(reader, spot),
      reply: readReply(reader, spot),
      bindings: plainObjectOf(reader.child(spot, "bindings")?.node),
      extensions: getSchemaExtensions(spot.node),
    };
    return [operation];
  });
}

function readReply(reader: ModelReader, operation: Spot): ChannelOperationModel["reply"] {
  const reply = reader.child(operation, "reply");
  if (!reply) return undefined;
  const channel = refOf(valueAt(reply.node, "channel"));
  return {
    channel: channel === undefined ? undefined : lastName(channel),
    address: textOf(valueAt(reader.child(reply, "address")?.node, "location")),
    messages: messageNames(reply),
  };
}

/** Returns the names of messages from references such as `#/channels/rooms/messages/joined`. */
function messageNames(owner: Spot): readonly string[] {
  return itemsOf(valueAt(owner.node, "messages")).flatMap((item) => {
    const reference = refOf(item);
    return reference === undefined ? [] : [lastName(reference)];
  });
}

function lastName(reference = ""): string {
  return unescapeKey(reference.slice(reference.lastIndexOf("/") + 1));
}
