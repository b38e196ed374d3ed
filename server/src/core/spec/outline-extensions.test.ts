import assert from "node:assert/strict";
import { specFilesOf } from "../../../../test/harness/spec-files-of.ts";
import { listDeclaredOrigins } from "./outline-extensions.ts";

const listOrigins = (spec: unknown, others: Readonly<Record<string, string>> = {}) =>
  listDeclaredOrigins(specFilesOf({ "api.json": typeof spec === "string" ? spec : JSON.stringify(spec), ...others }));
const listServerOrigins = (...servers: unknown[]) => listOrigins({ openapi: "3.1.0", servers });

describe("request origins in a specification", () => {
  it("include the origins of servers, without paths", () => {
    assert.deepEqual(
      listServerOrigins(
        { url: "https://API.example.com/v1" },
        { url: "http://localhost:4010/v1" },
        { url: "http://[::1]:80?a" },
      ),
      ["https://api.example.com", "http://localhost:4010", "http://[::1]"],
    );
  });

  it("exclude URLs that aren't absolute HTTP origins", () => {
    const urls = ["/v1", "", "//h.test", "javascript:alert(1)", "file:///etc/passwd", "ftp://h.test", "https://u:p@h.test",
      "https://{host}/v1", "{scheme}://h.test", "https://", "https://h.test\\@evil.test", "https://a b.test", "https://h.test:x"]; // prettier-ignore
    assert.deepEqual(listServerOrigins(...urls.map((url) => ({ url })), {}, { url: 3 }, "https://h.test"), []);
  });

  it("include each value of a server variable, or its default value", () => {
    const variables = {
      region: { enum: ["eu", "us"], default: "eu" },
      port: { default: 8443 },
      base: { default: "v2" },
      free: {},
    };
    assert.deepEqual(listServerOrigins({ url: "https://{region}.example.com:{port}/{base}", variables }), [
      "https://eu.example.com:8443",
      "https://us.example.com:8443",
    ]);
    assert.deepEqual(listServerOrigins({ url: "https://{free}.example.com", variables }), []);
  });

  it("are limited in number so that users can review them", () => {
    const many = Array.from({ length: 60 }, (_, at) => `v${at}`);
    const variables = { a: { enum: many }, b: { enum: many }, c: { enum: many } };
    assert.equal(listServerOrigins({ url: "https://{a}.{b}.{c}.example.com", variables }).length, 100);
    assert.equal(
      listServerOrigins(...Array.from({ length: 1000 }, (_, at) => ({ url: `https://h${at}.test` }))).length,
      200,
    );
  });

  it("include the origins of path and operation servers, regardless of where they're defined", () => {
    const spec = {
      openapi: "3.1.0",
      paths: {
        "/a": {
          servers: [{ url: "https://path.test" }],
          get: { servers: [{ url: "https://operation.test" }] },
        },
        "/b": { $ref: "#/components/pathItems/b" },
        "/c": { $ref: "paths.json#/c" },
      },
      components: { pathItems: { b: { post: { servers: [{ url: "https://component.test" }] } } } },
    };
    const paths = JSON.stringify({ c: { servers: [{ url: "https://file.test" }] } });
    assert.deepEqual(listOrigins(spec, { "paths.json": paths }), [
      "https://path.test",
      "https://operation.test",
      "https://component.test",
      "https://file.test",
    ]);
  });

  it("include the origins of security scheme URLs", () => {
    const flow = {
      authorizationUrl: "https://login.test/a",
      tokenUrl: "https://token.test/t",
      refreshUrl: "https://refresh.test/r",
    };
    const securitySchemes = {
      oauth: {
        type: "oauth2",
        flows: { authorizationCode: flow, clientCredentials: { tokenUrl: "/token" } },
      },
      oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.test/.well-known/openid-configuration" },
      key: { type: "apiKey", in: "header", name: "https://no.test" },
    };
    assert.deepEqual(listOrigins({ openapi: "3.1.0", components: { securitySchemes } }), [
      "https://login.test",
      "https://token.test",
      "https://refresh.test",
      "https://id.test",
    ]);
  });

  it("include the hosts of AsyncAPI servers", () => {
    const servers = {
      live: { host: "ws.example.com:443", protocol: "wss", pathname: "/stream" },
      test: {
        host: "{stage}.example.com",
        protocol: "ws",
        variables: { stage: { enum: ["dev", "qa"] } },
      },
      queue: { host: "kafka.example.com:9092", protocol: "kafka" },
    };
    assert.deepEqual(listOrigins({ asyncapi: "3.0.0", servers }), [
      "wss://ws.example.com",
      "ws://dev.example.com",
      "ws://qa.example.com",
    ]);
  });
});
