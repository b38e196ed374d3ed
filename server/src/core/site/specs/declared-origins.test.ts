import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { listDeclaredOrigins } from "./declared-origins.ts";

const listOrigins = (files: Readonly<Record<string, string>>, profile?: "standard" | "mintlify") =>
  listDeclaredOrigins(
    siteOf(new Map(Object.entries({ "docs.json": '{ "navigation": { "pages": [] } }', ...files })), profile),
  ).map(({ origin, declaredBy }) => `${origin} ${declaredBy}`);

describe("origins that a site declares", () => {
  it("include origins in specifications, settings, and pages, along with the files that declare them", () => {
    const files = {
      "docs.json":
        '{ "api": { "server": "https://api.example.com/v1" }, "server": "https://old.example.com", "navigation": { "pages": [] } }',
      "openapi.yaml":
        "openapi: 3.1.0\nservers:\n  - url: https://{region}.example.com\n    variables: { region: { enum: [eu, us], default: eu } }\n",
      "users.mdx": "---\ntitle: Users\napi: GET https://users.example.com/v1/users?x={y}\n---\n",
      "orders.mdx": "---\ntitle: Orders\napi: GET /orders\n---\n",
    };
    assert.deepEqual(listOrigins(files), [
      "https://api.example.com docs.json",
      "https://old.example.com docs.json",
      "https://eu.example.com openapi.yaml",
      "https://us.example.com openapi.yaml",
      "https://users.example.com users.mdx",
    ]);
  });

  it("can be a list in the settings, even in a separate file", () => {
    const files = {
      "docs.json": '{ "api": { "$ref": "./api.json" }, "navigation": { "pages": [] } }',
      "api.json":
        '{ "mdx": { "server": ["https://a.example.com", "http://localhost:4010/v1", 3, "/v1", "javascript:alert(1)"] } }',
    };
    assert.deepEqual(listOrigins(files, "mintlify"), [
      "https://a.example.com api.json",
      "http://localhost:4010 api.json",
    ]);
  });

  it("include the equivalent HTTP origin of a WebSocket server", () => {
    const servers =
      "asyncapi: 3.0.0\nservers:\n  a: { host: live.example.com, protocol: wss, pathname: /live }\n  b: { host: 'localhost:4010', protocol: ws }\n  c: { host: 'x.example.com:443', protocol: ws }\n  d: { host: 'y.example.com:80', protocol: ws }\n";
    assert.deepEqual(listOrigins({ "live.yaml": servers }), [
      "https://live.example.com live.yaml",
      "http://localhost:4010 live.yaml",
      "http://x.example.com:443 live.yaml",
      "http://y.example.com live.yaml",
    ]);
  });

  it("don't count as user-defined, regardless of the file's name", () => {
    const files = {
      "docs.json": '{ "api": { "$ref": "./you" }, "navigation": { "pages": [] } }',
      you: '{ "server": "https://api.example.com" }',
    };
    assert.deepEqual(listOrigins(files), ["https://api.example.com ./you"]);
  });

  it("are listed once", () => {
    const page = "---\ntitle: A\napi: GET https://a.example.com/x\n---\n";
    assert.deepEqual(listOrigins({ "a.mdx": page, "b.mdx": page }), ["https://a.example.com a.mdx"]);
  });

  it("exclude other URLs on a page", () => {
    const files = {
      "a.mdx":
        "---\ntitle: A\nurl: https://b.example.com\napi: https://c.example.com\n---\n[x](https://d.example.com) `GET https://e.example.com/x`\n",
      "a.json": '{ "servers": [{ "url": "https://f.example.com" }] }',
      ".docwright.json": '{ "siteUrl": "https://g.example.com" }',
    };
    assert.deepEqual(listOrigins(files), []);
  });
});
