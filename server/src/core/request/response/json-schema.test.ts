import assert from "node:assert/strict";
import { startCheckServer, getReported } from "../../../../../test/harness/check-server.ts";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";

describe("checkResponse: alternatives", () => {
  const cat = {
    type: "object",
    required: ["meows"],
    properties: { kind: { const: "cat" }, meows: { type: "boolean" } },
  };
  const dog = {
    type: "object",
    required: ["barks"],
    properties: { kind: { const: "dog" }, barks: { type: "boolean" } },
  };

  it("reports only the problems with the alternative that was probably intended", () => {
    assert.deepEqual(getReported({ kind: "dog", barks: "loud" }, { oneOf: [cat, dog, { type: "string" }] }), [
      "/barks: is a string, but the specification requires type boolean",
    ]);
    assert.deepEqual(getReported(7, { oneOf: [cat, { type: "string" }] }), [
      ": is a number, but the specification requires type object or string",
    ]);
    assert.deepEqual(getReported({}, { anyOf: [cat, dog] }), [": doesn't match any of the 2 schemas under `anyOf`"]);
  });

  it("reports which alternatives match if exactly one must match", () => {
    assert.deepEqual(getReported(5, { oneOf: [{ type: "integer" }, { type: "string" }, { minimum: 3 }] }), [
      ": matches schemas 1 and 3 under `oneOf`, but the specification allows exactly one",
    ]);
  });

  it("resolves a discriminator by its mapping and by schema names", () => {
    const open = (name: string) => ({ type: "object", properties: { [name]: { type: "number" } } });
    const components = { schemas: { Cat: open("lives"), Dog: open("age") } };
    const schema = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { kitty: "#/components/schemas/Cat" } },
    };
    const report = (value: unknown) => getReported(value, schema, "3.1.0", components);
    // Both alternatives match, and the discriminator selects one of them.
    assert.deepEqual(report({ kind: "kitty" }), []);
    assert.deepEqual(report({ kind: "Dog", age: "" }), [
      "/age: is a string, but the specification requires type number",
    ]);
    assert.deepEqual(report({ kind: "cow" }), [
      ': has "cow" as `kind`, but the specification allows only "kitty" or "Dog"',
    ]);
  });
});

describe("checkResponse: OpenAPI extensions of JSON Schema", () => {
  it("supports `nullable` and the exclusive limits of OpenAPI 3.0", () => {
    assert.deepEqual(getReported(null, { type: "string", nullable: true }, "3.0.3"), []);
    assert.deepEqual(getReported(null, { type: "string", nullable: true }).length, 1);
    assert.deepEqual(getReported(5, { minimum: 5, exclusiveMinimum: true }, "3.0.3"), [
      ": is 5, but the specification requires a value greater than 5",
    ]);
    assert.deepEqual(getReported(5, { maximum: 5, exclusiveMaximum: false }, "3.0.3"), []);
  });

  it("ignores keys next to a `$ref` in OpenAPI 3.0 and applies them in 3.1 and later", () => {
    const components = { schemas: { Any: {} } };
    const schema = { $ref: "#/components/schemas/Any", type: "string" };
    assert.deepEqual(getReported(1, schema, "3.0.3", components), []);
    assert.equal(getReported(1, schema, "3.1.0", components).length, 1);
  });

  it("doesn't require `writeOnly` properties in a response and adds a note if they're present", () => {
    const password = { type: "string", writeOnly: true };
    const components = { schemas: { Password: password } };
    const properties = { password: { $ref: "#/components/schemas/Password" }, id: { readOnly: true } };
    const schema = { required: ["id", "password"], properties };
    assert.deepEqual(getReported({ id: 1 }, schema, "3.0.3", components), []);
    assert.deepEqual(getReported({ id: 1, password: "x" }, schema, "3.0.3", components), [
      "/password: is included, although it's `writeOnly` in the specification (warning)",
    ]);
  });
});

describe("checkResponse: limits", () => {
  const tree = {
    schemas: {
      Node: {
        oneOf: ["a", "b", "c"].map((name) => ({
          type: "object",
          required: [name],
          properties: { next: { $ref: "#/components/schemas/Node" } },
        })),
      },
    },
  };

  it("validates nested alternatives in time proportional to the response size", () => {
    let value: unknown = {};
    for (let i = 0; i < 150; i++) value = { next: value };
    assertQuick(1000, () => {
      const { verdict: result } = startCheckServer(
        { value },
        { schema: { $ref: "#/components/schemas/Node" }, components: tree },
      );
      assert.equal(result, "differs");
    });
  });

  it("stops at circular references", () => {
    const components = {
      schemas: { A: { $ref: "#/components/schemas/B" }, B: { anyOf: [{ $ref: "#/components/schemas/A" }] } },
    };
    assert.equal(
      startCheckServer({ value: 1 }, { schema: { $ref: "#/components/schemas/A" }, components }).verdict,
      "as-specified",
    );
  });

  it("returns unknown for content that it can't read or validate", () => {
    const lost = startCheckServer({ value: 1 }, { schema: { $ref: "#/components/schemas/None" } });
    assert.equal(lost.verdict, "unknown");
    assert.equal(lost.reason, "The reference `#/components/schemas/None` can't be resolved.");
    const rest = { allOf: [{ $ref: "#/none" }], unevaluatedProperties: false };
    assert.equal(startCheckServer({ value: { a: 1 } }, { schema: rest }).verdict, "unknown");
    // Mismatches in the rest of the value are still reported.
    const partly = { properties: { a: { $ref: "#/none" }, b: { type: "string" } } };
    assert.equal(startCheckServer({ value: { a: 1, b: 1 } }, { schema: partly }).verdict, "differs");
  });

  it("stops if a response is too long, too complex, or nested too deeply", () => {
    const deep = startCheckServer({ text: "[".repeat(201) + "]".repeat(201) }, { schema: {} });
    assert.match(deep.reason ?? "", /more than 200 levels deep/);
    const long = startCheckServer({ text: `"${"x".repeat(2_000_000)}"` }, { schema: {} });
    assert.match(long.reason ?? "", /longer than 2,000,000/);
    const many = { allOf: Array.from({ length: 2_000 }, () => ({ items: {} })) };
    const much = startCheckServer({ value: Array.from({ length: 5_000 }, () => 1) }, { schema: many });
    assert.equal(much.verdict, "unknown");
  });

  it("reports up to 200 mismatches and whether there are more", () => {
    const { mismatches, isTruncated } = startCheckServer(
      { value: Array.from({ length: 300 }, () => 1) },
      { schema: { items: { type: "string" } } },
    );
    assert.equal(mismatches.length, 200);
    assert.equal(isTruncated, true);
  });
});
