import assert from "node:assert/strict";
import { specFilesOf } from "../../../../test/harness/spec-files-of.ts";
import { readChannelModel } from "../spec/model/operation-model.ts";
import { buildHandshake, createChannelForm, type ChannelForm, createHandshakeForm } from "./channel.ts";
import { createInitialValues } from "./form/initial-values.ts";
import { defaultFormSettings } from "./form/request-form.ts";

const spec = `
asyncapi: 3.0.0
info: { title: Rooms, version: "1" }
servers:
  local: { host: "localhost:4010", protocol: ws, pathname: live }
  region:
    host: "{region}.example.com"
    protocol: WSS
    variables: { region: { enum: [eu, us], default: eu } }
    security: [{ $ref: "#/components/securitySchemes/ticket" }]
  queue: { host: q.example.com, protocol: amqp }
channels:
  room:
    address: /rooms/{room}
    parameters: { room: { enum: [blue, red], default: red } }
    bindings:
      ws:
        query: { type: object, required: [v], properties: { v: { type: string, const: "2" } } }
        headers: { type: object, properties: { X-Trace: { type: string } } }
    messages:
      say:
        title: Say
        payload: { $ref: "#/components/schemas/Said" }
      said: { name: said, payload: { $ref: "#/components/schemas/Said" }, examples: [{ payload: { text: first } }, { payload: { text: second } }] }
      refused: { contentType: text/plain, payload: { type: string }, examples: [{ payload: no }] }
      ping: { payload: { type: object } }
  far: { address: /far, servers: [{ $ref: "#/servers/queue" }] }
operations:
  hear:
    action: receive
    channel: { $ref: "#/channels/room" }
    messages: [{ $ref: "#/channels/room/messages/say" }]
    reply: { messages: [{ $ref: "#/channels/room/messages/refused" }] }
  tell:
    action: send
    channel: { $ref: "#/channels/room" }
    messages: [{ $ref: "#/channels/room/messages/said" }]
components:
  securitySchemes: { ticket: { type: httpApiKey, in: query, name: ticket } }
  schemas:
    Said: { type: object, required: [text], properties: { text: { type: string, default: hello } } }
`;

function getForm(id: string): ChannelForm | undefined {
  const fullChannel = readChannelModel(specFilesOf({ "live.yaml": spec }), id);
  assert.ok(fullChannel);
  return createChannelForm(fullChannel, defaultFormSettings, `live.yaml ${id}`);
}

function getRoom(): ChannelForm {
  const form = getForm("room");
  assert.ok(form);
  return form;
}

describe("channel form", () => {
  it("lists WebSocket servers and combines each host and pathname into one URL", () => {
    assert.deepEqual(
      getRoom().servers.map(({ url }) => url),
      ["ws://localhost:4010/live", "wss://{region}.example.com"],
    );
    assert.deepEqual(getRoom().servers[1]?.variables, [
      { name: "region", default: "eu", values: ["eu", "us"], description: undefined },
    ]);
    assert.equal(getForm("far"), undefined);
  });

  it("swaps sending and receiving because the specification describes the application's side", () => {
    assert.deepEqual(
      getRoom().messages.map(({ id, direction }) => [id, direction]),
      [
        ["say", "send"],
        ["said", "receive"],
        // This message is a reply that the application sends on the same channel.
        ["refused", "receive"],
        ["ping", "both"],
      ],
    );
  });

  it("starts a message with its first example or a value generated from its schema", () => {
    assert.deepEqual(
      getRoom().messages.map(({ title, text }) => [title, text]),
      [
        ["Say", '{\n  "text": "hello"\n}'],
        ["said", '{\n  "text": "first"\n}'],
        ["refused", "no"],
        ["ping", "{}"],
      ],
    );
  });

  it("contains the schemas that its messages refer to", () => {
    assert.deepEqual(Object.keys(getRoom().schemas), ["live.yaml#/components/schemas/Said"]);
  });

  it("lists the servers' authentication methods, and no authentication if a server doesn't require it", () => {
    assert.deepEqual(getRoom().security, [
      [],
      [
        {
          name: "ticket",
          kind: "apiKey",
          in: "query",
          field: "ticket",
          description: undefined,
          scopes: [],
        },
      ],
    ]);
  });

  // AsyncAPI 3.0, OAuth Flow Object: `availableScopes` lists the scopes, and the scheme's `scopes` the required ones.
  it("lists the scopes of OAuth flows", () => {
    const oauth = spec.replace(
      "{ type: httpApiKey, in: query, name: ticket }",
      "{ type: oauth2, scopes: [read], flows: { clientCredentials: { tokenUrl: /t, availableScopes: { read: Read } } } }",
    );
    const model = readChannelModel(specFilesOf({ "live.yaml": oauth }), "room");
    assert.ok(model);
    const form = createChannelForm(model, defaultFormSettings, "live.yaml room");
    const [scheme] = form?.security.flat() ?? [];
    assert.ok(scheme?.kind === "oauth2");
    assert.deepEqual(
      scheme.flows.map(({ flow, scopes }) => [flow, scopes]),
      [["clientCredentials", { read: "Read" }]],
    );
  });

  it("contains parameters and binding fields and marks the required ones", () => {
    assert.deepEqual(
      getRoom().parameters.map(({ name, values, initial }) => [name, values, initial]),
      [["room", ["blue", "red"], "red"]],
    );
    assert.deepEqual(getRoom().query, [{ name: "v", required: true, initial: "2" }]);
    assert.deepEqual(getRoom().headers, [{ name: "X-Trace", required: false, initial: "" }]);
  });
});

describe("request that opens a channel", () => {
  const environment = { baseUrl: undefined, variables: {} };
  const openChannel = (change: Partial<ReturnType<typeof createInitialValues>> = {}) => {
    const form = createHandshakeForm(getRoom());
    return buildHandshake(form, { ...createInitialValues(form), ...change }, environment);
  };

  it("uses the first server, with values for parameters and binding fields", () => {
    const { request, problems } = openChannel();
    assert.equal(request.url, "http://localhost:4010/live/rooms/red?v=2");
    assert.deepEqual(
      problems.filter(({ isBlocking: stops }) => stops),
      [],
    );
  });

  it("uses a selected server with its variables and authentication", () => {
    const { request } = openChannel({
      server: { at: 1, variables: { region: "us" } },
      way: 1,
      credentials: { ticket: { kind: "value", value: "{{secret:ticket}}" } },
    });
    assert.equal(request.url, "https://us.example.com/rooms/red?v=2&ticket={{secret:ticket}}");
  });

  it("uses a typed URL with either a WebSocket or an HTTP scheme", () => {
    for (const own of ["ws://127.0.0.1:9/x", "http://127.0.0.1:9/x"])
      assert.equal(
        openChannel({ server: { at: -1, variables: {}, own } }).request.url,
        "http://127.0.0.1:9/x/rooms/red?v=2",
      );
  });
});
