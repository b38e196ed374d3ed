import assert from "node:assert/strict";
import { readYamlTree } from "../read-yaml-tree.ts";
import type { SpecFiles } from "../spec-files.ts";
import { operationModel, type WholeOperation } from "./models-of.ts";

/** A specification of several files, of which the first is its own. */
export function filesOf(texts: Readonly<Record<string, string>>): SpecFiles {
  const trees = new Map(Object.entries(texts).map(([path, text]) => [path, readYamlTree(text)]));
  const [entry = ""] = trees.keys();
  return { entry, treeOf: (path) => trees.get(path) };
}

function modelOf(
  text: string,
  wanted: string,
  others: Readonly<Record<string, string>> = {},
): WholeOperation {
  const [method = "", path = ""] = wanted.split(" ");
  const model = operationModel(filesOf({ "api.yaml": text, ...others }), { method, path });
  assert.ok(model);
  return model;
}

describe("operationModel", () => {
  it("has what an operation says, with what its path and its file say for it", () => {
    const { operation } = modelOf(
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
    assert.equal(operation.cut, false);
  });
});
