import assert from "node:assert/strict";
import fc from "fast-check";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { describeSchemaType, flattenSchema } from "./flatten-schema.ts";
import { buildResponseModel, readOperationModel, type WholeOperation } from "./operation-model.ts";
import type { SchemaModel } from "./schema-model.ts";

function readModel(text: string): WholeOperation {
  const model = readOperationModel(specFilesOf({ "api.yaml": text }), { method: "POST", path: "/a" });
  assert.ok(model);
  return model;
}

function createBody(schema: string): string {
  return `
openapi: 3.1.0
paths:
  /a: { post: { requestBody: { content: { application/json: { schema: ${schema} } } } } }
`;
}

describe("models of large specifications", () => {
  it("omit an example larger than 100 KB, whether it's written out or expanded from anchors", () => {
    const grown = `
openapi: 3.1.0
x-a: &a [${"x, ".repeat(300)}]
x-b: &b [${"*a, ".repeat(300)}]
paths: { /a: { post: { requestBody: { content: { a/a: { example: *b }, b/b: { example: ${"y".repeat(100_001)} }, c/c: { example: ok } } } } } }
`;
    const { operation } = readModel(grown);
    assert.deepEqual(
      operation.body?.content.map(({ examples }) => examples.map(({ value }) => value)),
      [[undefined], [undefined], ["ok"]],
    );
  });

  it("mark schemas that are omitted because of their number or depth, but not circular anchors", () => {
    const many = Array.from(
      { length: 2_500 },
      (_, i) => `"S${i}":{"properties":{"n":{"$ref":"#/components/schemas/S${i + 1}"}}}`,
    );
    const large = `{"openapi":"3.1.0","paths":{"/a":{"post":{"requestBody":{"content":{"a/a":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}},"components":{"schemas":{${many.join(",")}}}}`;
    const { operation, schemas } = readModel(large);
    assert.equal(operation.isTruncated, true);
    assert.equal(schemas.size, 2_000);
    assert.equal([...schemas.values()].filter(({ properties }) => properties[0]?.schema.isTruncated).length, 1);
    const deep = readModel(createBody(`${"{ items: ".repeat(100)}{ type: string }${" }".repeat(100)}`));
    assert.equal(deep.operation.isTruncated, true);
    const circle = readModel(createBody("&s { properties: { again: *s, other: { items: *s } } }"));
    assert.equal(circle.operation.isTruncated, false);
    assert.equal(circle.schemas.size, 1);
  });

  it("contain at most 30,000 schemas of responses and mark the others", () => {
    const types = Array.from({ length: 30_000 }, () => "{}").join(",");
    const text = `{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"a/a":{"schema":{"anyOf":[${types}]}}}}}}}}}`;
    const model = buildResponseModel(specFilesOf({ "api.json": text }), { method: "GET", path: "/a" });
    assert.deepEqual(
      model?.schemas.flatMap(({ unverifiableReason }, index) => (unverifiableReason ? [index] : [])),
      [30_000],
    );
  });

  it("stay within the limits for any specification and contain every referenced schema", () => {
    const names = ["A", "B", "C", "D"];
    const schema = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc
          .constantFrom(...names, "Gone", "A/properties/p", "B/items")
          .map((name) => ({ $ref: `#/components/schemas/${name}` })),
        fc
          .constantFrom("other.json#/X", "#", "#/components/schemas", "../x.json", "http://x/y")
          .map(($ref) => ({ $ref })),
        fc.constantFrom(true, false, null, 1, "x", []),
        fc.record(
          {
            type: fc.constantFrom("object", "array", ["string", "null"], 1),
            properties: fc.dictionary(fc.constantFrom("p", "q", "__proto__", "$ref"), tie("schema"), {
              maxKeys: 3,
            }),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            items: tie("schema"),
            allOf: fc.array(tie("schema"), { maxLength: 2 }),
            oneOf: fc.array(tie("schema"), { maxLength: 2 }),
            not: tie("schema"),
          },
          { requiredKeys: [] },
        ),
        fc.record({
          discriminator: fc.record({
            propertyName: fc.constant("p"),
            mapping: fc.dictionary(fc.string(), fc.constantFrom("A", "#/components/schemas/B", "Gone", "x/y")),
          }),
        }),
      ),
    })).schema;
    const spec = fc.record({
      openapi: fc.constantFrom("3.0.3", "3.1.0"),
      paths: fc.record({
        "/a": fc.record({
          get: fc.record({
            responses: fc.record({
              200: fc.record({ content: fc.record({ "a/b": fc.record({ schema }) }) }),
            }),
            parameters: fc.array(fc.record({ name: fc.constant("n"), in: fc.constant("query"), schema })),
          }),
        }),
      }),
      components: fc.record({ schemas: fc.record({ A: schema, B: schema, C: schema, D: schema }) }),
    });
    fc.assert(
      fc.property(spec, schema, (api, other) => {
        const files = specFilesOf({
          "api.json": JSON.stringify(api),
          "other.json": JSON.stringify({ X: other }),
        });
        const model = readOperationModel(files, { method: "GET", path: "/a" });
        assert.ok(model);
        for (const part of [model.operation, ...model.schemas.values()]) assertRefsIn(part, model);
        for (const each of model.schemas.values()) flattenSchema(model, each);
        for (const each of model.schemas.values()) describeSchemaType(each, model);
        structuredClone(model);
      }),
      { numRuns: 200 },
    );
  }).timeout(60_000);
});

/** Asserts that the target of every `ref` and of every discriminator mapping exists. */
function assertRefsIn(part: unknown, { schemas }: WholeOperation): void {
  if (typeof part !== "object" || part === null) return;
  if ("location" in part && "types" in part) {
    const { ref, discriminator } = part as SchemaModel;
    if (ref !== undefined) assert.ok(schemas.has(ref), ref);
    for (const { schema } of discriminator?.mapping ?? []) assert.ok(schemas.has(schema), schema);
  }
  for (const inner of Object.values(part)) assertRefsIn(inner, { schemas } as WholeOperation);
}
