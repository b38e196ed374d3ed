import assert from "node:assert/strict";
import fc from "fast-check";
import { parseMessage } from "../../text/parse-message.ts";
import { playgroundToHostSchema, playgroundToServerSchema } from "./playground-protocol.ts";

const readFromPlayground = (message: unknown) =>
  parseMessage(playgroundToServerSchema, message) ?? parseMessage(playgroundToHostSchema, message);

const request = {
  method: "POST",
  url: "https://api.example.com/users?limit=1",
  headers: [["Accept", "application/json"]],
  cookies: [],
  body: { kind: "text", text: "{}" },
};
const values = {
  server: { at: 0, variables: { region: "eu" } },
  way: 0,
  credentials: { token: { kind: "value", value: "{{secret:token}}" } },
  parameters: { "query limit": { sent: true, value: 1 } },
  body: { type: "application/json", kind: "text", text: "{}" },
};

/** Messages as the webview sends them. Parsing must not change them. */
const full: readonly Readonly<Record<string, unknown>>[] = [
  { kind: "playground/open" },
  { kind: "playground/close" },
  { kind: "playground/sample", requestId: 1, request, language: "curl" },
  { kind: "playground/check", requestId: 2, response: { status: 200, type: "application/json", text: "{}" } },
  {
    kind: "playground/insert",
    requestId: 3,
    example: { tag: "RequestExample", request, languages: ["curl", "python"] },
  },
  {
    kind: "playground/insert",
    requestId: 3,
    example: { tag: "ResponseExample", status: 200, type: "application/json", text: "{}" },
  },
  { kind: "playground/saveExample", requestId: 4, status: 200, type: "application/json", text: "{}" },
  { kind: "relay/target", requestId: 5, url: "https://api.example.com/", secrets: ["token"] },
  { kind: "relay/consent", origin: "https://api.example.com", secrets: [], answer: "once" },
  { kind: "relay/send", envelope: { method: "GET", url: "https://api.example.com/" } },
  { kind: "relay/abort", id: "a1" },
  { kind: "relay/pickFiles", requestId: 6, many: false },
  { kind: "relay/saveAnswer", name: "answer.bin", storedBodyId: "k1" },
  { kind: "relay/setSecret", name: "token", url: "https://api.example.com/", value: "s" },
  { kind: "relay/setSecret", name: "token", url: "https://api.example.com/" },
  { kind: "relay/forgetSecret", name: "token" },
  { kind: "relay/environment", change: { kind: "choose", name: "" } },
  {
    kind: "relay/environment",
    change: {
      kind: "set",
      name: "local",
      environment: { baseUrl: "http://localhost:4010", variables: { id: "7" }, keepsCookies: true },
    },
  },
  { kind: "relay/environment", change: { kind: "remove", name: "local" } },
  {
    kind: "relay/authorize",
    requestId: 7,
    name: "token",
    url: "https://api.example.com/users",
    grant: {
      flow: "clientCredentials",
      tokenUrl: "https://api.example.com/token",
      clientId: "c",
      clientSecret: "{{secret:client}}",
      scopes: ["read"],
    },
  },
  {
    kind: "relay/remember",
    entry: { key: "a.yaml POST /users", values, request, status: 200, milliseconds: 12, bytes: 2 },
  },
  { kind: "relay/forgetHistory" },
  { kind: "relay/forgetHistory", id: "h1" },
  { kind: "relay/checkProxy", requestId: 8 },
  {
    kind: "relay/openSocket",
    opening: { id: "s1", url: "ws://localhost:4010/live", headers: [["a", "b"]], protocols: ["v1"] },
  },
  { kind: "relay/sendToSocket", id: "s1", text: "{}" },
  { kind: "relay/closeSocket", id: "s1" },
  { kind: "playground/checkMessage", requestId: 9, message: { direction: "receive", text: "{}" } },
  {
    kind: "playground/checkMessage",
    requestId: 9,
    message: { direction: "send", text: "{}", message: "watchQuays" },
  },
];

/** Invalid messages, all of which must be rejected. */
const broken: readonly unknown[] = [
  undefined,
  null,
  "open",
  [],
  {},
  { kind: "constructor" },
  { kind: "__proto__" },
  { kind: "playground/sample", requestId: "1", request, language: "curl" },
  { kind: "playground/sample", requestId: -1, request, language: "curl" },
  { kind: "playground/sample", requestId: 1, request: { ...request, headers: [["a"]] }, language: "curl" },
  {
    kind: "playground/sample",
    requestId: 1,
    request: { ...request, headers: Array(201).fill(["a", "b"]) },
    language: "curl",
  },
  { kind: "playground/sample", requestId: 1, request: { ...request, url: "x".repeat(64_001) }, language: "curl" },
  { kind: "playground/sample", requestId: 1, request: { ...request, body: { kind: "other" } }, language: "curl" },
  { kind: "relay/consent", origin: "https://a.test", secrets: [], answer: "yes" },
  { kind: "relay/consent", origin: "https://a.test", secrets: [1], answer: "once" },
  { kind: "relay/abort", id: "" },
  { kind: "relay/setSecret", name: "", url: "https://a.test" },
  { kind: "relay/environment", change: { kind: "set", name: "local", environment: { variables: { a: 1 } } } },
  {
    kind: "relay/remember",
    entry: { key: "k", values: { ...values, way: "0" }, request, milliseconds: 1, bytes: 1 },
  },
  {
    kind: "relay/authorize",
    requestId: 1,
    name: "t",
    url: "",
    grant: { flow: "implicit", tokenUrl: "", clientId: "", scopes: [] },
  },
];

describe("messages from a playground", () => {
  for (const [at, message] of full.entries())
    it(`are accepted if they're valid: ${String(message["kind"])} (${at})`, () =>
      assert.deepEqual(toPlain(readFromPlayground(message)), message));

  for (const [at, message] of broken.entries())
    it(`are rejected if they're invalid (${at})`, () => assert.equal(readFromPlayground(message), undefined));

  it("can include a response to save, but only as bytes", () => {
    const bytes = new Uint8Array([0, 255, 128]);
    assert.deepEqual(readFromPlayground({ kind: "relay/saveAnswer", name: "a.bin", bytes }), {
      kind: "relay/saveAnswer",
      name: "a.bin",
      bytes,
    });
    assert.deepEqual(readFromPlayground({ kind: "relay/saveAnswer", name: "a.bin", bytes: "text" }), {
      kind: "relay/saveAnswer",
      name: "a.bin",
    });
  });

  it("are returned without their unknown members", () => {
    const message = { kind: "relay/abort", id: "a", extra: { deep: 1 } };
    assert.deepEqual(readFromPlayground(message), { kind: "relay/abort", id: "a" });
  });

  it("can contain names of built-in object properties", () => {
    const variables = JSON.parse('{"__proto__":"x"}') as unknown;
    const received = readFromPlayground({
      kind: "relay/environment",
      change: { kind: "set", name: "a", environment: { variables, keepsCookies: false } },
    });
    assert.equal(JSON.stringify(received).includes('"__proto__":"x"'), true);
    assert.equal(({} as Record<string, unknown>)["x"], undefined);
  });

  it("are rejected if they exceed the size limits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...full), fc.anything({ withNullPrototype: true }), fc.nat(3), (message, odd, at) => {
        const [key = "kind"] = Object.keys(message).slice(at);
        readFromPlayground({ ...message, [key]: odd });
      }),
    );
  });
});

/** Returns a value without undefined members so that missing and undefined members are equal. */
function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
