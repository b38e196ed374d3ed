import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { describeSchemaType, flattenSchema } from "./flatten-schema.ts";
import { readOperationModel, type WholeOperation } from "./operation-model.ts";
import type { SchemaModel } from "./schema-model.ts";

/** Reads a schema as an operation's body. Returns its model and the schemas that it refers to. */
function readSchema(
  schema: string,
  version = "3.1.0",
): { readonly schema: SchemaModel; readonly models: WholeOperation } {
  const files = specFilesOf({
    "api.yaml": `
openapi: ${version}
paths: { /a: { post: { requestBody: { content: { application/json: { schema: ${schema} } } } } } }
components:
  schemas:
    User: { type: object, required: [name], properties: { name: { type: string }, best: { $ref: "#/components/schemas/User" } } }
    Admin: { allOf: [{ $ref: "#/components/schemas/User" }, { required: [role], properties: { role: { enum: [a, b] } } }] }
    Id: { type: string, format: uuid }
    Ids: { type: array, items: { $ref: "#/components/schemas/Id" } }
    MaybeId: { type: [string, "null"] }
    Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }, { properties: { own: {} } }] }
    Pet: { oneOf: [{ $ref: "#/components/schemas/User" }, { $ref: "#/components/schemas/Admin" }] }
`,
  });
  const models = readOperationModel(files, { method: "POST", path: "/a" });
  const model = models?.operation.body?.content[0]?.schema;
  assert.ok(models && model);
  return { schema: model, models };
}

describe("describeType", () => {
  const createRef = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
  const rows: readonly (readonly [schema: string, words: string, withModels?: string])[] = [
    ["{}", "any value"],
    ["true", "any value"],
    ["{ type: string }", "string"],
    ["{ type: [string, integer] }", "string or integer"],
    ["{ type: [string, 'null'] }", "string or null"],
    ["{ type: 'null' }", "null"],
    ["{ nullable: true }", "any value"],
    ["{ type: array }", "array"],
    ["{ type: array, items: { type: string } }", "array of string"],
    ["{ type: array, items: { type: [string, 'null'] } }", "array of (string or null)"],
    ["{ items: { type: array, items: { type: integer } } }", "array of array of integer"],
    ["{ properties: { a: {} } }", "object"],
    ["{ enum: [a, b] }", "string"],
    ["{ enum: [a, 1, null] }", "string, number, or null"],
    ["{ const: 5 }", "number"],
    [createRef("User"), "User"],
    [createRef("Id"), "Id", "string"],
    [createRef("Ids"), "Ids", "array of string"],
    [createRef("MaybeId"), "MaybeId", "string or null"],
    [`{ type: array, items: ${createRef("User")} }`, "array of User"],
    [`{ oneOf: [${createRef("User")}, { type: 'null' }] }`, "User or null"],
    [`{ anyOf: [${createRef("User")}, ${createRef("Admin")}, { type: string }] }`, "User, Admin, or string"],
    [`{ anyOf: [{ type: string }, {}] }`, "any value"],
    [`{ allOf: [${createRef("User")}] }`, "User"],
    [`{ allOf: [{ description: x }, { type: integer }] }`, "integer"],
    [createRef("Pet"), "Pet"],
    [createRef("Loop"), "Loop"],
  ];
  for (const [text, words, withModels = words] of rows)
    it(`describes ${text} as ${withModels}`, () => {
      const { schema, models } = readSchema(text);
      assert.equal(describeSchemaType(schema), words);
      assert.equal(describeSchemaType(schema, models), withModels);
    });
});

describe("flattenSchema", () => {
  const flatten = (text: string, version?: string) => {
    const { schema, models } = readSchema(text, version);
    return flattenSchema(models, schema);
  };
  const formatFlat = (text: string) =>
    [...flatten(text).properties.values()].map(({ name, required }) => (required ? `${name}!` : name)).join(" ");

  it("merges the parts of `allOf`, including references", () => {
    assert.equal(formatFlat(`{ $ref: "#/components/schemas/Admin" }`), "name! best role!");
    assert.equal(
      formatFlat(`{ allOf: [{ $ref: "#/components/schemas/User" }], properties: { own: {} }, required: [best] }`),
      "own name! best!",
    );
    assert.equal(flatten(`{ $ref: "#/components/schemas/Admin" }`).name, "Admin");
  });

  it("keeps all schemas for a property that several parts define", () => {
    const both = flatten(
      `{ allOf: [{ properties: { a: { type: string } } }, { properties: { a: { minLength: 2 } } }] }`,
    );
    assert.deepEqual(
      both.properties.get("a")?.schema.allOf.map(({ types, limits }) => [types, limits.minLength]),
      [
        [["string"], undefined],
        [[], 2],
      ],
    );
  });

  it("determines whether additional properties are allowed", () => {
    assert.equal(flatten("{ additionalProperties: false }").additionalProperties, false);
    assert.equal(
      flatten("{ allOf: [{ unevaluatedProperties: false }, { additionalProperties: true }] }").additionalProperties,
      false,
    );
    assert.equal(flatten("{ type: object }").additionalProperties, undefined);
  });

  it("distinguishes null from the other alternatives", () => {
    const maybe = flatten(`{ oneOf: [{ $ref: "#/components/schemas/User" }, { type: 'null' }] }`);
    assert.deepEqual([maybe.nullable, [...maybe.properties.keys()], maybe.choices.length], [true, ["name", "best"], 0]);
    assert.equal(flatten(`{ allOf: [{ type: [string, 'null'] }, { type: string }] }`).nullable, false);
    assert.equal(flatten(`{ type: object, nullable: true }`, "3.0.3").nullable, true);
    assert.equal(flatten(`{ nullable: true, allOf: [{ $ref: "#/components/schemas/User" }] }`, "3.0.3").nullable, true);
    const choice = flatten(`{ $ref: "#/components/schemas/Pet" }`);
    assert.deepEqual([choice.choices.map((each) => each.length), choice.properties.size], [[2], 0]);
  });

  it("keeps only types and values that every part allows", () => {
    assert.deepEqual(flatten("{ allOf: [{ type: [number, string] }, { type: [integer, string] }] }").types, [
      "integer",
      "string",
    ]);
    assert.deepEqual(flatten("{ allOf: [{ enum: [a, b, c] }, { enum: [c, b] }] }").enum, ["b", "c"]);
  });

  it("stops at recursive schemas and marks incomplete results", () => {
    const loop = flatten(`{ $ref: "#/components/schemas/Loop" }`);
    assert.deepEqual([[...loop.properties.keys()], loop.isComplete], [["own"], true]);
    assert.equal(flatten(`{ allOf: [{ $ref: "#/components/schemas/Gone" }] }`).isComplete, false);
    assert.equal(flatten(`{ $ref: "https://example.com/x.json" }`).isComplete, false);
    assert.equal(flatten("{ if: {}, properties: { a: {} } }").isComplete, false);
    assert.equal(flatten("{ not: { required: [a] } }").isComplete, false);
  });
});
