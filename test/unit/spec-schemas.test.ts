import assert from "node:assert/strict";
import { plainChoices } from "../../tools/build/spec-schemas/plain-choices.mjs";
import { specSchemas } from "../../tools/build/spec-schemas.mjs";
import { newValidator } from "../../tools/build/spec-validators.mjs";
import { mutate, createRandom } from "../harness/mutate-document.ts";
import { validators } from "../../server/src/workspace/specs/compiled-validators.cjs";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/** Documents that contain nearly every kind of object. */
const documents: Readonly<Record<string, unknown>> = {
  "openapi-3.0": openapi("3.0.3"),
  "openapi-3.1": openapi("3.1.0"),
  "openapi-3.2": openapi("3.2.0"),
  "asyncapi-3.0.0": asyncapi("3.0.0"),
  "asyncapi-3.1.0": asyncapi("3.1.0"),
};

describe("specification schemas rewritten for better errors", () => {
  for (const [name, document] of Object.entries(documents)) {
    it(`accept and reject the same documents as the originals: ${name}`, function () {
      this.timeout(60_000);
      const { schema, draft } = specSchemas({ isPlain: false })[name] ?? assert.fail(name);
      const before = newValidator(draft).compile(schema);
      const after = validators[name]?.() ?? assert.fail(name);
      assert.ok(before(document), JSON.stringify(before.errors?.slice(0, 3)));
      const random = createRandom(seedOf(20_261_121));
      let invalid = 0;
      const runs = chooseByMode(500, 3_000);
      for (let i = 0; i < runs; i++) {
        const mutation = mutate(document, random);
        const isValid = before(mutation.document);
        if (!isValid) invalid++;
        assert.equal(after(mutation.document), isValid, `${mutation.what}: ${JSON.stringify(after.errors?.[0])}`);
      }
      assert.ok(invalid > runs * 0.27 && invalid < runs * 0.97, `${invalid} of ${runs} invalid`);
    });
  }

  it("report the unexpected key", () => {
    const validate = newValidator("draft-07").compile(plainChoices({ not: { required: ["a", "b"] } }));
    assert.ok(validate({ a: 1 }) && validate({ b: 1 }));
    assert.ok(!validate({ a: 1, b: 1 }));
    assert.equal(validate.errors?.find(({ keyword }) => keyword === "false schema")?.instancePath, "/b");
  });

  it("report errors only in the intended branch", () => {
    const symbol = (kind: string) => ({
      type: "object",
      required: ["type"],
      properties: { type: { const: kind }, size: { type: "number" } },
    });
    const validate = newValidator("draft-07").compile(plainChoices({ oneOf: [symbol("a"), symbol("b")] }));
    assert.ok(!validate({ type: "b", size: "1" }));
    assert.deepEqual(
      validate.errors?.filter(({ keyword }) => keyword !== "if").map(({ instancePath }) => instancePath),
      ["/size"],
    );
  });
});

describe("compiled validators", () => {
  it("return at most 1,000 errors", () => {
    const paths = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`/p${i}`, { get: 5, put: 6 }]));
    const validate = validators["openapi-3.0"]?.() ?? assert.fail();
    assert.ok(!validate({ openapi: "3.0.0", info: {}, paths }));
    assert.equal(validate.errors?.length, 1_000);
    assert.ok(validate.errors?.every(Boolean));
  });
});

function openapi(version: string): unknown {
  const reference = { $ref: "#/components/schemas/User" };
  const response = {
    description: "OK",
    headers: { "X-Rate": { schema: { type: "integer" } } },
    content: {
      "application/json": { schema: reference, examples: { one: { value: {} }, two: { $ref: "#/x" } } },
    },
    links: { next: { operationId: "users" } },
  };
  return {
    openapi: version,
    info: { title: "Users", version: "1", contact: { name: "A" }, license: { name: "MIT" } },
    servers: [{ url: "https://{a}", variables: { a: { default: "b", enum: ["b"] } } }],
    tags: [{ name: "A", externalDocs: { url: "https://x" } }],
    security: [{ key: [] }],
    paths: {
      "/users/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: {
          operationId: "users",
          tags: ["A"],
          parameters: [
            { name: "q", in: "query", style: "form", explode: true, schema: { type: "string" }, example: 1 },
            { name: "r", in: "header", content: { "text/plain": {} } },
            { $ref: "#/components/parameters/Page" },
          ],
          requestBody: { content: { "a/b": { schema: reference, encoding: { a: { contentType: "b" } } } } },
          responses: { "200": response, default: { $ref: "#/components/responses/Fault" } },
          callbacks: { done: { "{$url}": { post: { responses: { "200": { description: "" } } } } } },
          deprecated: false,
        },
      },
    },
    components: {
      schemas: {
        User: {
          type: "object",
          required: ["a"],
          properties: { a: { type: "string", enum: ["x"] }, b: { type: "array", items: reference } },
          additionalProperties: false,
          allOf: [reference, { not: { type: "string" } }],
          discriminator: { propertyName: "a" },
        },
      },
      parameters: { Page: { name: "page", in: "cookie", schema: { type: "integer" } } },
      responses: { Fault: { description: "No" } },
      examples: { one: { externalValue: "https://x" } },
      securitySchemes: {
        key: { type: "apiKey", name: "a", in: "header" },
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        oauth: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://x", scopes: { a: "b" } } } },
        id: { type: "openIdConnect", openIdConnectUrl: "https://x" },
        named: { $ref: "#/components/securitySchemes/key" },
      },
    },
  };
}

function asyncapi(version: string): unknown {
  const message = {
    payload: {
      type: "object",
      properties: { a: { type: ["string", "null"], enum: ["x"] } },
      items: { type: "string" },
    },
    headers: { type: "object" },
    correlationId: { location: "$message.header#/id" },
    tags: [{ name: "A" }],
    examples: [{ name: "one", payload: {} }],
    bindings: { kafka: { key: { type: "string" } } },
  };
  return {
    asyncapi: version,
    id: "urn:x",
    info: { title: "Chat", version: "1", tags: [{ name: "A" }], externalDocs: { url: "https://x" } },
    defaultContentType: "application/json",
    servers: {
      main: {
        host: "x",
        protocol: "kafka",
        variables: { a: { enum: ["b"], default: "b" } },
        security: [{ type: "userPassword" }, { $ref: "#/components/securitySchemes/http" }],
        bindings: { mqtt: { clientId: "a" } },
      },
    },
    channels: {
      chat: {
        address: "/chat/{room}",
        messages: { hello: message, bye: { $ref: "#/components/messages/bye" } },
        parameters: { room: { enum: ["a"] } },
        servers: [{ $ref: "#/servers/main" }],
        bindings: { amqp: { is: "queue", queue: { name: "a" } } },
      },
    },
    operations: {
      send: {
        action: "send",
        channel: { $ref: "#/channels/chat" },
        traits: [{ $ref: "#/components/operationTraits/a" }, { title: "A" }],
        messages: [{ $ref: "#/channels/chat/messages/hello" }],
        reply: { address: { location: "$message.header#/to" }, channel: { $ref: "#/channels/chat" } },
      },
    },
    components: {
      messages: {
        bye: {
          payload: {
            schemaFormat: "application/vnd.aai.asyncapi+json;version=3.0.0",
            schema: { type: "string" },
          },
        },
        api: {
          payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: "string" } },
        },
      },
      operationTraits: { a: { title: "A" } },
      securitySchemes: {
        http: { type: "http", scheme: "bearer" },
        key: { type: "httpApiKey", name: "a", in: "header" },
        basic: { type: "http", scheme: "basic" },
        sasl: { type: "scramSha256" },
        oauth: {
          type: "oauth2",
          flows: { implicit: { authorizationUrl: "https://x", availableScopes: { a: "b" } } },
        },
      },
    },
  };
}
