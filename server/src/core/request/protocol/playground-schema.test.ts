import assert from "node:assert/strict";
import fc from "fast-check";
import { readFromPlayground } from "./playground-schema.ts";

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

/** Messages as the webview sends them. Each is read unchanged. */
const full: readonly Readonly<Record<string, unknown>>[] = [
  { kind: "open" },
  { kind: "close" },
  { kind: "sample", ask: 1, request, language: "curl" },
  { kind: "check", ask: 2, answer: { status: 200, type: "application/json", text: "{}" } },
  { kind: "insert", ask: 3, example: { tag: "RequestExample", request, languages: ["curl", "python"] } },
  {
    kind: "insert",
    ask: 3,
    example: { tag: "ResponseExample", status: 200, type: "application/json", text: "{}" },
  },
  { kind: "saveExample", ask: 4, status: 200, type: "application/json", text: "{}" },
  { kind: "target", ask: 5, url: "https://api.example.com/", secrets: ["token"] },
  { kind: "consent", origin: "https://api.example.com", secrets: [], answer: "once" },
  { kind: "send", envelope: { method: "GET", url: "https://api.example.com/" } },
  { kind: "abort", id: "a1" },
  { kind: "pickFiles", ask: 6, many: false },
  { kind: "saveAnswer", name: "answer.bin", kept: "k1" },
  { kind: "setSecret", name: "token", url: "https://api.example.com/", value: "s" },
  { kind: "setSecret", name: "token", url: "https://api.example.com/" },
  { kind: "forgetSecret", name: "token" },
  { kind: "environment", change: { kind: "choose", name: "" } },
  {
    kind: "environment",
    change: {
      kind: "set",
      name: "local",
      environment: { baseUrl: "http://localhost:4010", variables: { id: "7" }, keepsCookies: true },
    },
  },
  { kind: "environment", change: { kind: "remove", name: "local" } },
  {
    kind: "authorize",
    ask: 7,
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
    kind: "remember",
    entry: { key: "a.yaml POST /users", values, request, status: 200, milliseconds: 12, bytes: 2 },
  },
  { kind: "forgetHistory" },
  { kind: "forgetHistory", id: "h1" },
  { kind: "checkProxy", ask: 8 },
  {
    kind: "openSocket",
    opening: { id: "s1", url: "ws://localhost:4010/live", headers: [["a", "b"]], protocols: ["v1"] },
  },
  { kind: "sendToSocket", id: "s1", text: "{}" },
  { kind: "closeSocket", id: "s1" },
  { kind: "checkMessage", ask: 9, message: { direction: "receive", text: "{}" } },
  { kind: "checkMessage", ask: 9, message: { direction: "send", text: "{}", message: "watchQuays" } },
];

/** None of these is a valid message. */
const broken: readonly unknown[] = [
  undefined,
  null,
  "open",
  [],
  {},
  { kind: "constructor" },
  { kind: "__proto__" },
  { kind: "sample", ask: "1", request, language: "curl" },
  { kind: "sample", ask: -1, request, language: "curl" },
  { kind: "sample", ask: 1, request: { ...request, headers: [["a"]] }, language: "curl" },
  { kind: "sample", ask: 1, request: { ...request, headers: Array(201).fill(["a", "b"]) }, language: "curl" },
  { kind: "sample", ask: 1, request: { ...request, url: "x".repeat(64_001) }, language: "curl" },
  { kind: "sample", ask: 1, request: { ...request, body: { kind: "other" } }, language: "curl" },
  { kind: "consent", origin: "https://a.test", secrets: [], answer: "yes" },
  { kind: "consent", origin: "https://a.test", secrets: [1], answer: "once" },
  { kind: "abort", id: "" },
  { kind: "setSecret", name: "", url: "https://a.test" },
  { kind: "environment", change: { kind: "set", name: "local", environment: { variables: { a: 1 } } } },
  {
    kind: "remember",
    entry: { key: "k", values: { ...values, way: "0" }, request, milliseconds: 1, bytes: 1 },
  },
  {
    kind: "authorize",
    ask: 1,
    name: "t",
    url: "",
    grant: { flow: "implicit", tokenUrl: "", clientId: "", scopes: [] },
  },
];

describe("messages from the playground", () => {
  for (const [at, message] of full.entries())
    it(`accept ${String(message["kind"])} (${at})`, () =>
      assert.deepEqual(plain(readFromPlayground(message)), message));

  for (const [at, message] of broken.entries())
    it(`ignore an invalid message (${at})`, () => assert.equal(readFromPlayground(message), undefined));

  it("contain the bytes of a response to save and no value that isn't bytes", () => {
    const bytes = new Uint8Array([0, 255, 128]);
    assert.deepEqual(readFromPlayground({ kind: "saveAnswer", name: "a.bin", bytes }), {
      kind: "saveAnswer",
      name: "a.bin",
      bytes,
    });
    assert.deepEqual(readFromPlayground({ kind: "saveAnswer", name: "a.bin", bytes: "text" }), {
      kind: "saveAnswer",
      name: "a.bin",
    });
  });

  it("omit unknown properties", () => {
    const message = { kind: "abort", id: "a", extra: { deep: 1 } };
    assert.deepEqual(readFromPlayground(message), { kind: "abort", id: "a" });
  });

  it("can contain names of object members", () => {
    const variables = JSON.parse('{"__proto__":"x"}') as unknown;
    const received = readFromPlayground({
      kind: "environment",
      change: { kind: "set", name: "a", environment: { variables, keepsCookies: false } },
    });
    assert.equal(JSON.stringify(received).includes('"__proto__":"x"'), true);
    assert.equal(({} as Record<string, unknown>)["x"], undefined);
  });

  it("never throw for any value", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...full),
        fc.anything({ withNullPrototype: true }),
        fc.nat(3),
        (message, odd, at) => {
          const [key = "kind"] = Object.keys(message).slice(at);
          readFromPlayground({ ...message, [key]: odd });
        },
      ),
    );
  });
});

/** Treats missing and undefined keys as equal. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
