import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readChannelModel } from "./operation-model.ts";

describe("channelModel", () => {
  const text = `
asyncapi: 3.0.0
defaultContentType: application/json
servers: { main: { host: chat.example.com, protocol: wss }, other: { host: x.example.com, protocol: mqtt } }
channels:
  rooms:
    address: rooms/{room}
    title: Rooms
    tags: [{ name: chat }, { $ref: "#/components/tags/more" }]
    servers: [{ $ref: "#/servers/main" }]
    parameters: { room: { description: Which, enum: [a, b], default: a } }
    messages:
      joined: { $ref: "#/components/messages/Joined" }
      left: { payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: record } } }
    bindings: { ws: { method: GET } }
  other: { address: null }
operations:
  onJoin:
    action: receive
    channel: { $ref: "#/channels/rooms" }
    messages: [{ $ref: "#/channels/rooms/messages/joined" }]
    security: [{ $ref: "#/components/securitySchemes/token" }]
    reply: { channel: { $ref: "#/channels/other" }, address: { location: "$message.header#/replyTo" } }
  tell: { action: send, channel: { $ref: "#/channels/rooms" } }
  elsewhere: { action: send, channel: { $ref: "#/channels/other" } }
components:
  tags: { more: { name: more } }
  securitySchemes: { token: { type: http, scheme: bearer } }
  messageTraits: { Common: { title: From the trait, headers: { type: object } } }
  messages:
    Joined:
      name: joined
      traits: [{ $ref: "#/components/messageTraits/Common" }]
      payload: { $ref: "#/components/schemas/Joined" }
      examples: [{ name: one, payload: { user: u } }]
  schemas: { Joined: { type: object, properties: { user: { type: string } } } }
`;
  it("contains the channel's address, parameters, and messages, and whether each message is sent or received", () => {
    const model = readChannelModel(specFilesOf({ "chat.yaml": text }), "rooms");
    assert.ok(model);
    const { channel, schemas } = model;
    assert.deepEqual(
      [channel.address, channel.title, channel.tags, channel.servers.map(({ name, host }) => [name, host])],
      ["rooms/{room}", "Rooms", ["chat", "more"], [["main", "chat.example.com"]]],
    );
    assert.deepEqual(
      channel.parameters.map(({ name, values, default: value }) => [name, values, value]),
      [["room", ["a", "b"], "a"]],
    );
    assert.deepEqual(channel.bindings, { ws: { method: "GET" } });
    assert.deepEqual(
      channel.messages.map(({ id, title, contentType, headers, payload, schemaFormat }) => [
        id,
        title,
        contentType,
        headers?.types,
        payload?.ref,
        schemaFormat,
      ]),
      [
        ["joined", "From the trait", "application/json", ["object"], "chat.yaml#/components/schemas/Joined", undefined],
        ["left", undefined, "application/json", undefined, undefined, "application/vnd.apache.avro;version=1.9.0"],
      ],
    );
    assert.deepEqual(
      channel.messages[0]?.examples.map(({ name, value }) => [name, value]),
      [["one", { user: "u" }]],
    );
    assert.deepEqual([...schemas.keys()], ["chat.yaml#/components/schemas/Joined"]);
    assert.deepEqual(
      channel.operations.map(({ id, action, messages, security, reply }) => [
        id,
        action,
        messages,
        security.map(({ name }) => name),
        reply?.channel,
      ]),
      [
        ["onJoin", "receive", ["joined"], ["token"], "other"],
        ["tell", "send", ["joined", "left"], [], undefined],
      ],
    );
    assert.equal(readChannelModel(specFilesOf({ "chat.yaml": text }), "none"), undefined);
    assert.equal(readChannelModel(specFilesOf({ "chat.yaml": text }), "other")?.channel.address, undefined);
  });
});
