import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { toCanonicalJson, collectFacts } from "./operation-facts.ts";

describe("operationFacts", () => {
  it("includes the fields of nested objects, array items, and all alternatives", () => {
    const properties = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });
    const schema = {
      type: "object",
      properties: {
        address: properties("city"),
        tags: { type: "array", items: properties("label") },
        payment: { oneOf: [properties("card"), properties("iban")] },
      },
    };
    const spec = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: {
        "/users": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } },
      },
    };
    const wholeOperation = readOperationModel(specFilesOf({ "api.json": JSON.stringify(spec) }), {
      method: "POST",
      path: "/users",
    });
    assert.ok(wholeOperation);
    const { fields } = collectFacts(wholeOperation.operation, {
      operations: new Map(),
      schemas: wholeOperation.schemas,
    });
    assert.deepEqual(
      fields.map(({ name }) => name),
      ["address", "address.city", "tags", "tags.label", "payment", "payment.card", "payment.iban"],
    );
  });
});

describe("canonical", () => {
  it("returns the same text for objects whose keys are in a different order", () => {
    assert.equal(
      toCanonicalJson({ c: 1, a: [{ y: 1, x: 2 }], b: 2 }),
      toCanonicalJson({ b: 2, a: [{ x: 2, y: 1 }], c: 1 }),
    );
    assert.notEqual(toCanonicalJson({ a: [1, 2] }), toCanonicalJson({ a: [2, 1] }));
  });
});
