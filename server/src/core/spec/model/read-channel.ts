import { refOf, type Spot } from "../resolve-ref.ts";
import { entriesOf, entryOf, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "../spec-node.ts";
import type {
  ChannelModel,
  ChannelOperationModel,
  ChannelParameterModel,
  ChannelServerModel,
} from "./channel-model.ts";
import { within, type ModelReader } from "./model-reader.ts";
import { extensionsOf, plainObjectOf } from "./plain-object.ts";
import { readMessages } from "./read-message.ts";
import { readSchemes } from "./read-security.ts";
import { readVariables } from "./read-servers.ts";

/** The channel of that id without what is said of it when all is read; undefined where the file has none. */
export function readChannel(reader: ModelReader, id: string): Omit<ChannelModel, "cut"> | undefined {
  const { root } = reader;
  const entry = entryOf(valueAt(root?.node, "channels"), id);
  const spot = root && entry && reader.follow(within(root, entry.value));
  if (!spot || spot.node.kind !== "map") return undefined;
  const messages = readMessages(reader, spot);
  return {
    id,
    at: { file: root.file, range: entry.keyRange },
    address: textOf(valueAt(spot.node, "address")),
    ...wordsOf(spot.node),
    tags: itemsOf(valueAt(spot.node, "tags")).flatMap(
      (tag) => textOf(valueAt(reader.follow(within(spot, tag))?.node, "name")) ?? [],
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
    extensions: extensionsOf(spot.node),
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
    within(channel, item),
  ]);
  const all = [...entriesOf(valueAt(root.node, "servers"))].map(({ key, value }): [string, Spot] => [
    key,
    within(root, value),
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
    const spot = reader.follow(within(channel, value));
    if (!spot) return [];
    const parameter: ChannelParameterModel = {
      name: key,
      at: { file: channel.file, range: keyRange },
      description: textOf(valueAt(spot.node, "description")),
      values: textsOf(valueAt(spot.node, "enum")),
      default: textOf(valueAt(spot.node, "default")),
      examples: textsOf(valueAt(spot.node, "examples")),
      location: textOf(valueAt(spot.node, "location")),
    };
    return [parameter];
  });
}

/** The operations that name the channel, by whatever way. */
function readOperations(
  reader: ModelReader,
  root: Spot,
  channel: Spot,
  allMessages: readonly string[],
): readonly ChannelOperationModel[] {
  return [...entriesOf(valueAt(root.node, "operations"))].flatMap(({ key, keyRange, value }) => {
    const spot = reader.mayRead() ? reader.follow(within(root, value)) : undefined;
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
      extensions: extensionsOf(spot.node),
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

/** Messages are named by references into the channel: `#/channels/rooms/messages/joined`. */
function messageNames(owner: Spot): readonly string[] {
  return itemsOf(valueAt(owner.node, "messages")).flatMap((item) => {
    const reference = refOf(item);
    return reference === undefined ? [] : [lastName(reference)];
  });
}

function lastName(reference = ""): string {
  return reference
    .slice(reference.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
