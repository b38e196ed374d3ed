import assert from "node:assert/strict";
import type { ResponseCheck } from "../../core/request/response/response-check.ts";
import type { MessageToCheck } from "../../core/request/protocol/playground-protocol.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { SpecService } from "../specs/spec-service.ts";
import { ResponseValidator } from "./response-validator.ts";

const text = `asyncapi: 3.0.0
info: { title: Rooms, version: "1" }
channels:
  room:
    address: /room
    messages:
      joined: { payload: { type: object, required: [kind, who], properties: { kind: { const: joined }, who: { type: string } } } }
      left: { payload: { $ref: "parts.yaml#/Left" } }
      wish: { payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: object, required: [wish] } } }
      coded: { payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: record } } }
      note: { contentType: text/plain, payload: { type: string, pattern: "^# " } }
      frame: { contentType: application/x-protobuf, payload: { type: object } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/joined" }, { $ref: "#/channels/room/messages/left" }] }
  hear: { action: receive, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/wish" }] }
  hearOthers: { action: receive, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/coded" }, { $ref: "#/channels/room/messages/note" }, { $ref: "#/channels/room/messages/frame" }] }
`;
const part = "Left:\n  type: object\n  required: [kind, who, why]\n  properties:\n    kind: { const: left }\n    who: { type: string }\n    why: { enum: [bored, asked] }\n"; // prettier-ignore

describe("message validation", function () {
  this.timeout(60_000);
  const specs = new SpecService();
  const checker = new ResponseValidator(specs);
  after(async () => {
    await Promise.all([specs.end(), checker.end()]);
  });
  const check = async (message: MessageToCheck): Promise<ResponseCheck> => {
    const files = new Map([["live.yaml", text], ["parts.yaml", part]]); // prettier-ignore
    const from = { disk: createMemoryDisk("/site", files) };
    const spec = (await specs.read(from, "live.yaml"))?.outline;
    assert.ok(spec);
    const fullChannel = await specs.readChannel(from, spec, "room");
    assert.ok(fullChannel);
    return checker.checkMessage(from, spec, fullChannel.channel, message);
  };
  const getResult = async (message: MessageToCheck) => {
    const { verdict: result, message: held } = await check(message);
    return `${result} ${held ?? ""}`;
  };

  it("reports which message matches in the given direction", async () => {
    const receive = { direction: "receive" } as const;
    assert.equal(await getResult({ ...receive, text: '{"kind":"joined","who":"ada"}' }), "as-specified joined");
    assert.equal(
      await getResult({ ...receive, text: '{"kind":"left","who":"ada","why":"bored"}' }),
      "as-specified left",
    );
    // The text matches `wish`, but clients can only send that message, not receive it.
    assert.equal(await getResult({ ...receive, text: '{"wish":1}' }), "differs joined");
  });

  it("reports differences from the nearest message, along with the lines in the specification", async () => {
    const {
      verdict: result,
      message,
      mismatches,
    } = await check({
      direction: "receive",
      text: '{"kind":"left","who":"ada","why":"tired"}',
    });
    assert.deepEqual([result, message], ["differs", "left"]);
    assert.deepEqual(
      mismatches.map(({ pointer, location: at }) => [pointer, at?.file, part.slice(at?.range.start, at?.range.end)]),
      [["/why", "parts.yaml", "enum"]],
    );
  });

  it("validates only against the selected message", async () => {
    const send = { direction: "send", message: "wish" } as const;
    assert.equal(await getResult({ ...send, text: '{"wish":1}' }), "as-specified wish");
    assert.equal(await getResult({ ...send, text: "{}" }), "differs wish");
    assert.equal(await getResult({ ...send, text: "{" }), "differs wish");
    assert.equal(await getResult({ ...send, message: "none", text: "{}" }), "unspecified ");
  });

  it("accepts text messages and reports content that it can't validate", async () => {
    const send = { direction: "send" } as const;
    assert.equal(await getResult({ ...send, message: "note", text: "# a" }), "as-specified note");
    assert.equal(await getResult({ ...send, message: "note", text: "a" }), "differs note");
    assert.equal(await getResult({ ...send, message: "coded", text: "{}" }), "unspecified coded");
    assert.equal(await getResult({ ...send, message: "frame", text: "{}" }), "unknown frame");
    assert.equal(await getResult({ ...send, text: "[".repeat(5000) }), "unknown ");
  });
});
