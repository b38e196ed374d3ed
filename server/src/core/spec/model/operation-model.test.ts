import assert from "node:assert/strict";
import { runSteps } from "../../../../../test/harness/run-steps.ts";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readModels, readOperationModel, type WholeOperation } from "./operation-model.ts";
import type { SchemaModel } from "./schema-model.ts";

function readModel(text: string, expected: string, others: Readonly<Record<string, string>> = {}): WholeOperation {
  const [method = "", path = ""] = expected.replace("webhook ", "").split(" ");
  const isWebhook = expected.startsWith("webhook ");
  const model = readOperationModel(specFilesOf({ "api.yaml": text, ...others }), { method, path, isWebhook });
  assert.ok(model);
  return model;
}

describe("operationModel", () => {
  it("contains the data of the operation, its path, and its file", () => {
    const { operation } = readModel(
      `
openapi: 3.1.0
servers: [{ url: "https://{region}.example.com", variables: { region: { default: eu, enum: [eu, us] } } }]
security: [{ key: [] }]
paths:
  /users/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: page, in: query, schema: { type: string } }
    get:
      operationId: readUser
      summary: Read
      tags: [Users]
      deprecated: true
      x-hidden: true
      parameters:
        - { name: page, in: query, schema: { type: integer }, example: 2, style: form, explode: false }
        - name: filter
          in: query
          content: { application/json: { schema: { type: object }, examples: { a: { value: { x: 1 } } } } }
      responses:
        "200":
          description: Fine
          headers: { X-Rate: { schema: { type: integer } } }
          content: { application/json: { schema: { type: object } } }
        default: { $ref: "#/components/responses/Fault" }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  responses: { Fault: { description: Not fine } }
`,
      "GET /users/{id}",
    );
    assert.equal(operation.operationId, "readUser");
    assert.deepEqual(operation.tags, ["Users"]);
    assert.equal(operation.deprecated, true);
    assert.deepEqual(operation.extensions, { "x-hidden": true });
    assert.deepEqual(operation.servers, [
      {
        url: "https://{region}.example.com",
        description: undefined,
        variables: [{ name: "region", default: "eu", values: ["eu", "us"], description: undefined }],
      },
    ]);
    assert.deepEqual(operation.security, [
      [{ name: "key", scopes: [], scheme: { type: "apiKey", in: "header", name: "X-Key" } }],
    ]);
    assert.deepEqual(
      operation.parameters.map(({ name, in: place, required, schema, examples, mediaType }) => [
        name,
        place,
        required,
        schema?.types,
        examples.map(({ value }) => value),
        mediaType,
      ]),
      [
        ["id", "path", true, ["string"], [], undefined],
        ["page", "query", false, ["integer"], [2], undefined],
        ["filter", "query", false, ["object"], [{ x: 1 }], "application/json"],
      ],
    );
    assert.equal(operation.parameters[1]?.explode, false);
    assert.deepEqual(
      operation.responses.map(({ status, description, headers, content }) => [
        status,
        description,
        headers.map(({ name }) => name),
        content.map(({ type }) => type),
      ]),
      [
        ["200", "Fine", ["X-Rate"], ["application/json"]],
        ["default", "Not fine", [], []],
      ],
    );
    assert.equal(operation.isTruncated, false);
  });

  const createBody = (schema: string, version = "3.1.0", more = "") => `
openapi: ${version}
paths:
  /a: { post: { requestBody: { content: { application/json: { schema: ${schema} } } } } }
${more}`;
  const readSchema = (schema: string, version?: string): SchemaModel => {
    const model = readModel(createBody(schema, version), "POST /a").operation.body?.content[0]?.schema;
    assert.ok(model);
    return model;
  };

  it("returns the same model for equivalent 3.0 and 3.1 specifications", () => {
    const older = readSchema(
      "{ type: string, nullable: true, minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false, example: x }",
      "3.0.3",
    );
    const newer = readSchema("{ type: [string, 'null'], exclusiveMinimum: 1, maximum: 5, examples: [x] }");
    const { location: _, ...one } = older;
    const { location: __, ...other } = newer;
    assert.deepEqual(one, other);
    assert.deepEqual(one.limits, { exclusiveMinimum: 1, maximum: 5 });
  });

  it("reads keys next to a reference in OpenAPI 3.1 and later", () => {
    const schema = `{ $ref: "#/components/schemas/User", description: mine }`;
    const more = "components: { schemas: { User: { type: object, description: theirs } } }\n";
    const read = (version: string) => {
      const { operation, schemas } = readModel(createBody(schema, version, more), "POST /a");
      const model = operation.body?.content[0]?.schema;
      return [model?.ref, model?.description, [...schemas.keys()]];
    };
    const id = "api.yaml#/components/schemas/User";
    assert.deepEqual(read("3.1.0"), [id, "mine", [id]]);
    assert.deepEqual(read("3.0.3"), [id, undefined, [id]]);
  });

  it("contains all keys of a schema", () => {
    const model = readSchema(`{ type: object, title: T, required: [a, z], additionalProperties: { type: string },
      patternProperties: { "^x": { type: integer } }, x-note: 1, deprecated: true, minProperties: 1,
      properties: { a: { type: array, prefixItems: [{ const: null }], items: true, uniqueItems: true },
        b: { readOnly: true, default: false, enum: [true, false], contentMediaType: image/png } } }`);
    assert.deepEqual(
      model.properties.map(({ name, required, schema }) => [name, required, schema.types, schema.readOnly]),
      [
        ["a", true, ["array"], false],
        ["b", false, [], true],
      ],
    );
    assert.deepEqual(model.required, ["a", "z"]);
    assert.deepEqual(model.extensions, { "x-note": 1 });
    assert.deepEqual(model.limits, { minProperties: 1 });
    assert.equal(typeof model.additionalProperties, "object");
    assert.deepEqual(
      model.patternProperties?.map(({ pattern, schema }) => [pattern, schema.types]),
      [["^x", ["integer"]]],
    );
    const [a, b] = model.properties;
    assert.deepEqual(a?.schema.prefixItems?.[0]?.constant, { value: null });
    assert.equal(a?.schema.limits.uniqueItems, true);
    assert.deepEqual(b?.schema.default, { value: false });
    assert.deepEqual(b?.schema.enum, [true, false]);
    assert.equal(readSchema("false").not?.types.length, 0);
    assert.deepEqual(readSchema("{ items: [{ type: string }] }").prefixItems?.length, 1);
    assert.equal(readSchema("{ type: nonsense }").types.length, 0);
    assert.equal(readSchema("{ if: {} }").isConditional, true);
  });

  it("maps discriminator values to schemas", () => {
    const more = `components:
  schemas:
    Cat: {}
    Dog: {}
    Bird: {}
`;
    const { operation } = readModel(
      createBody(
        `{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Bird" }],
          discriminator: { propertyName: kind, mapping: { cat: Cat, dog: "#/components/schemas/Dog", none: Gone } } }`,
        "3.0.3",
        more,
      ),
      "POST /a",
    );
    const discriminator = operation.body?.content[0]?.schema?.discriminator;
    assert.equal(discriminator?.property, "kind");
    assert.deepEqual(
      discriminator.mapping.map(({ value, schema }) => `${value} ${schema.slice(schema.lastIndexOf("/") + 1)}`),
      ["cat Cat", "dog Dog", "Bird Bird"],
    );
  });

  it("follows references to other files and resolves each one relative to the file that contains it", () => {
    const { operation, schemas } = readModel(
      `
openapi: 3.1.0
paths: { /users: { $ref: "paths/users.yaml" } }
`,
      "GET /users",
      {
        "paths/users.yaml": `
parameters: [{ $ref: "../parts/parameters.yaml#/Page" }]
get: { responses: { "200": { $ref: "../parts/answers.json#/Users" } } }
`,
        "parts/parameters.yaml":
          "Page: { name: page, in: query, schema: { $ref: '#/Number' } }\nNumber: { type: integer }\n",
        "parts/answers.json": `{"Users":{"description":"All","content":{"application/json":{"schema":{"type":"array","items":{"$ref":"models.yaml#/User"}}}}}}`,
        "parts/models.yaml": "User: { properties: { best: { $ref: '#/User' }, home: { $ref: 'gone.yaml#/Home' } } }\n",
      },
    );
    assert.equal(operation.location.file, "paths/users.yaml");
    assert.deepEqual(
      operation.parameters.map(({ name, location: at, schema }) => [name, at.file, schema?.ref]),
      [["page", "parts/parameters.yaml", "parts/parameters.yaml#/Number"]],
    );
    assert.equal(operation.responses[0]?.content[0]?.schema?.items?.ref, "parts/models.yaml#/User");
    const user = schemas.get("parts/models.yaml#/User");
    assert.deepEqual(
      user?.properties.map(({ schema }) => schema.ref ?? `lost ${schema.unresolvedRef ?? ""}`),
      ["parts/models.yaml#/User", "lost gone.yaml#/Home"],
    );
  });

  it("supports an operation in a separate file", () => {
    const text =
      "openapi: 3.0.3\npaths:\n  /users: { parameters: [{ $ref: 'common.yaml#/Id' }], get: { $ref: ops/list.yaml } }\n";
    const { operation } = readModel(text, "GET /users", {
      "ops/list.yaml": "summary: List\nparameters: [{ $ref: '../common.yaml#/Page' }]\nservers: [{ url: /own }]\n",
      "common.yaml": "Page: { name: page, in: query }\nId: { name: id, in: header }\n",
    });
    const { summary, location: at, servers, parameters } = operation;
    assert.deepEqual([summary, at.file, at.range.start, servers[0]?.url], ["List", "ops/list.yaml", 0, "/own"]);
    assert.equal(parameters.map(({ name }) => name).join(), "id,page");
  });

  it("supports OpenAPI 3.2 methods, webhooks, and referenced media types and examples", () => {
    const text = `
openapi: 3.2.0
paths:
  /a:
    query: { summary: Q }
    additionalOperations: { COPY: { summary: C } }
    get:
      security: []
      responses:
        "200":
          summary: In short
          content:
            text/event-stream: { itemSchema: { type: string } }
            application/json: { $ref: "#/components/mediaTypes/Json" }
components:
  mediaTypes: { Json: { schema: { type: object }, examples: { one: { $ref: "#/components/examples/One" }, two: { dataValue: 2 }, far: { externalValue: "http://127.0.0.1/x" } } } }
  examples: { One: { summary: First, value: { a: null } } }
webhooks: { paid: { post: { summary: W } } }
`;
    assert.equal(readModel(text, "QUERY /a").operation.summary, "Q");
    assert.equal(readModel(text, "COPY /a").operation.summary, "C");
    assert.equal(readModel(text, "webhook POST paid").operation.summary, "W");
    const { security, responses } = readModel(text, "GET /a").operation;
    assert.deepEqual(security, [[]]);
    const [stream, json] = responses[0]?.content ?? [];
    assert.equal(responses[0]?.description, "In short");
    assert.deepEqual(stream?.itemSchema?.types, ["string"]);
    assert.deepEqual(
      json?.examples.map(({ name, summary, value }) => [name, summary, value]),
      [
        ["one", "First", { a: null }],
        ["two", undefined, 2],
        ["far", undefined, undefined],
      ],
    );
    for (const [method, path] of [
      ["GET", "/b"],
      ["PUT", "/a"],
      ["get", "/a"],
      ["GET", "__proto__"],
      ["PARAMETERS", "/a"],
    ] as const)
      assert.equal(readOperationModel(specFilesOf({ "a.yaml": text }), { method, path }), undefined);
  });

  it("builds several models at once with shared schemas", () => {
    const more = "components: { schemas: { User: { type: object } } }\n";
    const files = specFilesOf({
      "api.yaml": createBody(`{ $ref: "#/components/schemas/User" }`, "3.1.0", more),
    });
    const { operations, schemas } = runSteps(
      readModels(files, [
        { method: "POST", path: "/a" },
        { method: "GET", path: "/a" },
      ]),
    );
    assert.deepEqual([...operations.keys()], ["POST /a"]);
    assert.deepEqual([...schemas.keys()], ["api.yaml#/components/schemas/User"]);
  });
});
