import assert from "node:assert/strict";
import { RelayError } from "../policy/errors.ts";
import { parseRelayRequest } from "./envelope.ts";

const plain = { method: "GET", url: "https://api.example.com/" };
const read = (more: object) => parseRelayRequest({ ...plain, ...more });

const malformed: Readonly<Record<string, unknown>> = {
  "nothing": undefined,
  "null": null,
  "a string": "GET https://api.example.com/",
  "an array": [plain],
  "no method": { url: plain.url },
  "an empty method": { ...plain, method: "" },
  "a method with a space": { ...plain, method: "GET /" },
  "a method with a line break": { ...plain, method: "GET\r\nX: 1" },
  "a method that isn't a string": { ...plain, method: ["GET"] },
  "CONNECT": { ...plain, method: "CONNECT" },
  "trace": { ...plain, method: "trace" },
  "TRACK": { ...plain, method: "TRACK" },
  "a header value with a line break": { ...plain, header: { "X-A": "1\r\nX-B: 2" } },
  "a header value with a lone line feed": { ...plain, header: { "X-A": "1\nX-B: 2" } },
  "a header value with NUL": { ...plain, header: { "X-A": "\0" } },
  "a header value outside Latin-1": { ...plain, header: { "X-A": "€" } },
  "a header name with a space": { ...plain, header: { "X A": "1" } },
  "a header name with a colon": { ...plain, header: { "X:A": "1" } },
  "a header name with a line break": { ...plain, headers: [["X\r\nY", "1"]] },
  "a header without a name": { ...plain, header: { "": "1" } },
  "a header name with a non-ASCII letter": { ...plain, header: { "Überschrift": "1" } },
  "a forbidden header with a line break": { ...plain, header: { Host: "a\r\nX: 1" } },
  "a header that is a number": { ...plain, header: { "X-A": 1 } },
  "headers that aren't pairs": { ...plain, headers: ["X-A: 1"] },
  "headers with three values": { ...plain, headers: [["X-A", "1", "2"]] },
  "a cookie value that would start another cookie": { ...plain, cookie: { a: "1; b=2" } },
  "a cookie with a line break": { ...plain, cookie: { a: "1\r\nX: 1" } },
  "a cookie name with =": { ...plain, cookie: [["a=b", "1"]] },
  "a query with an object": { ...plain, query: { a: { b: "1" } } },
  "two bodies": { ...plain, body: "a", bodyBase64: "YQ==" },
  "invalid base64": { ...plain, bodyBase64: "a!" },
  "base64 of the wrong length": { ...plain, bodyBase64: "abc" },
  "an empty part": { ...plain, multipart: [{ name: "a" }] },
  "a part with both a value and a file": { ...plain, multipart: [{ name: "a", value: "1", fileRef: "f" }] },
  "a part whose type has a line break": { ...plain, multipart: [{ name: "a", value: "1", contentType: "a/b\r\nX: 1" }] },
  "multipart that isn't an array": { ...plain, multipart: {} },
  "an ID with a slash": { ...plain, options: { id: "a/b" } },
  "an ID that is too long": { ...plain, options: { id: "a".repeat(65) } },
  "an unknown redirect mode": { ...plain, options: { redirect: "always" } },
  "an invalid fingerprint": { ...plain, options: { tlsFingerprint: "AB:CD" } },
}; // prettier-ignore

const tooLarge: Readonly<Record<string, unknown>> = {
  "64 kB of headers": { ...plain, header: { "X-A": "a".repeat(65_536) } },
  "a URL of 64 kB": { ...plain, url: `${plain.url}${"a".repeat(65_530)}` },
  "64 kB of query": { ...plain, query: { a: "a".repeat(65_536) } },
  "64 kB of cookies": { ...plain, cookie: { a: "a".repeat(65_536) } },
  "64 kB of file names": { ...plain, multipart: [{ name: "a", fileRef: "f", filename: "a".repeat(65_536) }] },
  "101 headers": { ...plain, headers: Array.from({ length: 101 }, (_, i) => [`X-${i}`, "1"]) },
  "10 MB of text": { ...plain, body: "a".repeat(10_000_001) },
  "10 MB of text in UTF-8": { ...plain, body: "ü".repeat(5_000_001) },
  "10 MB of JSON": { ...plain, body: { a: "a".repeat(10_000_000) } },
  "10 MB of base64": { ...plain, bodyBase64: Buffer.alloc(10_000_001).toString("base64") },
  "10 MB of parts": { ...plain, multipart: [0, 1].map(() => ({ name: "a", value: "a".repeat(5_000_001) })) },
}; // prettier-ignore

describe("request envelope", () => {
  const isFault = (code: string) => (error: unknown) => error instanceof RelayError && error.code === code;
  for (const [name, envelope] of Object.entries(malformed))
    it(`is rejected as malformed: ${name}`, () =>
      assert.throws(() => parseRelayRequest(envelope), isFault("malformed")));
  for (const [name, envelope] of Object.entries(tooLarge))
    it(`is rejected as too large: ${name}`, () =>
      assert.throws(() => parseRelayRequest(envelope), isFault("too-large")));

  it("preserves the order, case, and repetition of headers and starts with the headers from `header`", () =>
    assert.deepEqual(
      read({ header: { "x-b": "1", "X-A": "2" }, headers: [["X-b", "3"], ["x-b", "1"]] }).headers,
      [["x-b", "1"], ["X-A", "2"], ["X-b", "3"], ["x-b", "1"]],
    )); // prettier-ignore

  for (const name of ["Host", "content-length", "Transfer-Encoding", "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade", "Proxy-Authorization", "Proxy-Connection", "Sec-Fetch-Site", "HTTP2-Settings"])
    it(`omits ${name}, which applies to the connection`, () =>
      assert.deepEqual(read({ headers: [["A", "1"], [name, "1"]] }).headers, [["A", "1"]])); // prettier-ignore

  for (const name of ["Origin", "Referer", "User-Agent", "Accept-Encoding", "Authorization", "Date", "Range"])
    it(`sends ${name}, which browsers don't allow pages to set`, () =>
      assert.deepEqual(read({ header: { [name]: "a" } }).headers, [[name, "a"]]));

  it("merges cookies with those in a header", () =>
    assert.deepEqual(read({ header: { cookie: "a=1; b=2" }, cookie: { c: "3" } }).cookies, ["a=1; b=2", "c=3"]));

  it("appends the encoded query to the URL, with secret references unchanged", () => {
    const query = { "a b": ["1", "ü&="], key: "x{{secret:k}}" };
    assert.equal(read({ query }).url.path, "/?a%20b=1&a%20b=%C3%BC%26%3D&key=x{{secret:k}}");
    assert.equal(read({ url: "https://a.example/p?x=1#y", query: { z: "2" } }).url.path, "/p?x=1&z=2");
  });

  it("sends a string unchanged and any other value as JSON", () => {
    assert.deepEqual(read({ body: "{ }" }).body, { kind: "text", text: "{ }", isJson: false });
    assert.deepEqual(read({ body: { a: [1] } }).body, { kind: "text", text: '{"a":[1]}', isJson: true });
    assert.equal(read({}).body, undefined);
  });

  it("uses the default time limit unless another one is set", () => {
    const defaults = { connect: 10_000, firstByte: 30_000, idle: 60_000, total: 300_000 };
    assert.deepEqual(read({}).options.timeouts, defaults);
    assert.deepEqual(read({ options: { timeouts: { idle: 5, total: -1, connect: "9" } } }).options.timeouts, {
      ...defaults,
      idle: 5,
    });
  });
});
