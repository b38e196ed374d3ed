import assert from "node:assert/strict";
import { getPartRange } from "./edit-spec.ts";
import { isEndpointLike, readNameReference, readOperationReference } from "./operation-reference.ts";

/** Returns the text at each part's range so that the offsets are verified as well. */
function formatParts(text: string): string {
  const result = readOperationReference(text);
  if (!result.ok) return `${result.error}: ${text.slice(result.range.start, result.range.end)}`;
  const { reference } = result;
  const cut = (part: { readonly text: string; readonly range: { start: number; end: number } } | undefined) => {
    const partText = part ? text.slice(part.range.start, part.range.end) : "-";
    assert.equal(part?.text ?? "-", partText);
    return partText;
  };
  return reference.form === "operation"
    ? `${cut(reference.file)} | ${cut(reference.method)} | ${cut(reference.path)}`
    : `${reference.form}: ${cut(reference.file)} | ${cut(reference.name)}`;
}

describe("readOperationReference", () => {
  const cases: [string, string][] = [
    ["GET /users", "- | GET | /users"],
    ["  GET   /users ", "- | GET | /users"],
    ["get /users", "- | get | /users"],
    ["/api/users.json POST /users/{id}", "/api/users.json | POST | /users/{id}"],
    ["v1 GET /x", "v1 | GET | /x"],
    ["../analytics-api.json post /rpc/Get", "../analytics-api.json | post | /rpc/Get"],
    ["https://x.com/o.json GET /x", "https://x.com/o.json | GET | /x"],
    ["QUERY /x", "- | QUERY | /x"],
    ["COPY /x", "- | COPY | /x"],
    ["webhook order.paid", "webhook: - | order.paid"],
    ["api.json WebHook order.paid", "webhook: api.json | order.paid"],
    ["", "no-path: "],
    ["GET", "no-path: GET"],
    ["GET users", "path-without-slash: users"],
    ["GET https://api.example.com/users", "full-url: https://api.example.com/users"],
    ["fetch /users", "unknown-method: fetch"],
    ["a b GET /users", "too-many-words: a b GET /users"],
    ["GET /users extra", "unknown-method: /users"],
  ];
  for (const [text, expected] of cases)
    it(`parses ${JSON.stringify(text)}`, () => assert.equal(formatParts(text), expected));
});

describe("readNameReference", () => {
  it("treats a single word as the name, and two words as the file and the name", () => {
    const name = readNameReference("User", "schema");
    assert.ok(name.ok && name.reference.form === "schema" && !name.reference.file);
    const result = readNameReference("ws.yaml chat", "channel");
    assert.ok(result.ok && result.reference.form === "channel");
    assert.deepEqual([result.reference.file?.text, result.reference.name.text], ["ws.yaml", "chat"]);
    assert.ok(!readNameReference("", "schema").ok);
    assert.ok(!readNameReference("a b c", "schema").ok);
  });
});

describe("looksLikeEndpoint", () => {
  const endpoints = [
    "GET /users",
    "get /users",
    "x.json GET /users",
    "webhook paid",
    "fetch /users",
    "GET users",
    "a b GET /x",
  ];
  const pages = [
    "users",
    "guides/start",
    "get started",
    "https://example.com",
    "",
    "my page",
    "post mortem/june",
    "GET",
  ];
  for (const text of endpoints) it(`treats ${text} as an endpoint`, () => assert.ok(isEndpointLike(text)));
  for (const text of pages) it(`treats ${text} as a page`, () => assert.ok(!isEndpointLike(text)));
});

describe("partRange", () => {
  const part = { start: 4, end: 10 };
  it("excludes an opening quote", () =>
    assert.deepEqual(getPartRange("GET /users", { start: 100, end: 112 }, part), { start: 105, end: 111 }));
  it("returns the range in a value without quotes", () =>
    assert.deepEqual(getPartRange("GET /users", { start: 100, end: 110 }, part), { start: 104, end: 110 }));
  it("returns the whole value if escapes shift the range", () =>
    assert.deepEqual(getPartRange("GET /users", { start: 100, end: 117 }, part), { start: 100, end: 117 }));
});
