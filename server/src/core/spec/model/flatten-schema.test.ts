import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { describeSchemaType, flattenSchema } from "./flatten-schema.ts";
import { readOperationModel, type WholeOperation } from "./operation-model.ts";
import type { SchemaModel } from "./schema-model.ts";

/** Reads a schema as an operation's body. Returns its model and the schemas that it refers to. */
function schemaOf(
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
  const found = models?.operation.body?.content[0]?.schema;
  assert.ok(models && found);
  return { schema: found, models };
}

describe("describeType", () => {
  const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
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
    [ref("User"), "User"],
    [ref("Id"), "Id", "string"],
    [ref("Ids"), "Ids", "array of string"],
    [ref("MaybeId"), "MaybeId", "string or null"],
    [`{ type: array, items: ${ref("User")} }`, "array of User"],
    [`{ oneOf: [${ref("User")}, { type: 'null' }] }`, "User or null"],
    [`{ anyOf: [${ref("User")}, ${ref("Admin")}, { type: string }] }`, "User, Admin, or string"],
    [`{ anyOf: [{ type: string }, {}] }`, "any value"],
    [`{ allOf: [${ref("User")}] }`, "User"],
    [`{ allOf: [{ description: x }, { type: integer }] }`, "integer"],
    [ref("Pet"), "Pet"],
    [ref("Loop"), "Loop"],
  ];
  for (const [text, words, withModels = words] of rows)
    it(`describes ${text} as ${withModels}`, () => {
      const { schema, models } = schemaOf(text);
      assert.equal(describeSchemaType(schema), words);
      assert.equal(describeSchemaType(schema, models), withModels);
    });
});

describe("flattenSchema", () => {
  const flat = (text: string, version?: string) => {
    const { schema, models } = schemaOf(text, version);
    return flattenSchema(models, schema);
  };
  const shown = (text: string) =>
    [...flat(text).properties.values()].map(({ name, required }) => (required ? `${name}!` : name)).join(" ");

  it("merges the parts of `allOf`, including references", () => {
    assert.equal(shown(`{ $ref: "#/components/schemas/Admin" }`), "name! best role!");
    assert.equal(
      shown(`{ allOf: [{ $ref: "#/components/schemas/User" }], properties: { own: {} }, required: [best] }`),
      "own name! best!",
    );
    assert.equal(flat(`{ $ref: "#/components/schemas/Admin" }`).name, "Admin");
  });

  it("keeps all schemas for a property that several parts define", () => {
    const both = flat(
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
    assert.equal(flat("{ additionalProperties: false }").additionalProperties, false);
    assert.equal(
      flat("{ allOf: [{ unevaluatedProperties: false }, { additionalProperties: true }] }")
        .additionalProperties,
      false,
    );
    assert.equal(flat("{ type: object }").additionalProperties, undefined);
  });

  it("distinguishes null from the other alternatives", () => {
    const maybe = flat(`{ oneOf: [{ $ref: "#/components/schemas/User" }, { type: 'null' }] }`);
    assert.deepEqual(
      [maybe.nullable, [...maybe.properties.keys()], maybe.choices.length],
      [true, ["name", "best"], 0],
    );
    assert.equal(flat(`{ allOf: [{ type: [string, 'null'] }, { type: string }] }`).nullable, false);
    assert.equal(flat(`{ type: object, nullable: true }`, "3.0.3").nullable, true);
    assert.equal(
      flat(`{ nullable: true, allOf: [{ $ref: "#/components/schemas/User" }] }`, "3.0.3").nullable,
      true,
    );
    const choice = flat(`{ $ref: "#/components/schemas/Pet" }`);
    assert.deepEqual([choice.choices.map((each) => each.length), choice.properties.size], [[2], 0]);
  });

  it("keeps only types and values that every part allows", () => {
    assert.deepEqual(flat("{ allOf: [{ type: [number, string] }, { type: [integer, string] }] }").types, [
      "integer",
      "string",
    ]);
    assert.deepEqual(flat("{ allOf: [{ enum: [a, b, c] }, { enum: [c, b] }] }").enum, ["b", "c"]);
  });

  it("stops at recursive schemas and marks incomplete results", () => {
    const loop = flat(`{ $ref: "#/components/schemas/Loop" }`);
    assert.deepEqual([[...loop.properties.keys()], loop.isComplete], [["own"], true]);
    assert.equal(flat(`{ allOf: [{ $ref: "#/components/schemas/Gone" }] }`).isComplete, false);
    assert.equal(flat(`{ $ref: "https://example.com/x.json" }`).isComplete, false);
    assert.equal(flat("{ if: {}, properties: { a: {} } }").isComplete, false);
    assert.equal(flat("{ not: { required: [a] } }").isComplete, false);
  });
});
