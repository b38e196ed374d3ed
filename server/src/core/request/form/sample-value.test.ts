import assert from "node:assert/strict";
import { deepStrictEqual } from "node:assert/strict";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { createInitialValues } from "./initial-values.ts";
import { createSampleOfSchema, writeXml } from "./sample-value.ts";

const at = { file: "a.yaml", range: { start: 0, end: 0 } };
const none: SchemaModel = {
  at,
  types: [],
  nullable: false,
  examples: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  properties: [],
  required: [],
  allOf: [],
  oneOf: [],
  anyOf: [],
  limits: {},
  extensions: {},
};
const schemas = new Map([["a.yaml#/Mode", { ...none, types: ["string" as const], enum: ["fast", "slow"] }]]);
const named: SchemaModel = { ...none, ref: "a.yaml#/Mode" };
const onlyNull: SchemaModel = { ...none, nullable: true };

function sampleOf(schema: SchemaModel): unknown {
  return createSampleOfSchema(schema, { schemas }, { direction: "request", onlyRequired: false });
}

describe("sample value for a schema", () => {
  it("uses the alternative that isn't null, regardless of the order of alternatives", () => {
    deepStrictEqual(sampleOf({ ...none, oneOf: [onlyNull, named] }), "fast");
    deepStrictEqual(sampleOf({ ...none, oneOf: [named, onlyNull] }), "fast");
    deepStrictEqual(sampleOf({ ...none, anyOf: [onlyNull, { ...none, types: ["boolean"] }] }), true);
  });

  it("is greater than an exclusive minimum", () => {
    const limits = { minimum: -2147483648, exclusiveMinimum: 0, maximum: 2147483647 };
    deepStrictEqual(sampleOf({ ...none, types: ["integer"], limits }), 1);
  });
});

/**
 * Serializes a value as XML. The tests are based on OpenAPI 3.2.0, “XML Object Examples”, and on OpenAPI 3.1.1 for
 * `attribute` and `wrapped`.
 */
function xmlOf(schema: object, value: unknown, schemas: object = {}): string {
  const { body, schemas: named } = formOfOperation(
    { requestBody: { content: { "application/xml": { schema } } } },
    { method: "POST", schemas },
  );
  const own = body?.media[0]?.schema;
  assert.ok(own);
  return writeXml(value, own, { schemas: new Map(Object.entries(named)) });
}

const animals = { animals: ["dog", "cat", "hamster"] };
const documentOf = (property: object) => ({ type: "object", xml: { name: "document" }, properties: { animals: property } }); // prettier-ignore
const strings = { type: "array", items: { type: "string" } };
const lines = (...all: string[]) => all.join("\n");
const three = (name: string, indent = "  ") =>
  ["dog", "cat", "hamster"].map((animal) => `${indent}<${name}>${animal}</${name}>`);
const wrapped = (name: string, inner: string) =>
  lines("<document>", `  <${name}>`, ...three(inner, "    "), `  </${name}>`, "</document>");

describe("values as XML", () => {
  const rows: readonly (readonly [what: string, schema: object, value: unknown, xml: string])[] = [
    ["strings", documentOf({ type: "string" }), { animals: "dog, cat, hamster" }, lines("<document>", "  <animals>dog, cat, hamster</animals>", "</document>")],
    ["arrays, with one element for each item", documentOf(strings), animals, lines("<document>", ...three("animals"), "</document>")],
    ["named array items", documentOf({ ...strings, items: { type: "string", xml: { name: "animal" } } }), animals, lines("<document>", ...three("animal"), "</document>")],
    ["array items without the name of an unwrapped array", documentOf({ ...strings, xml: { name: "aliens" }, items: { type: "string", xml: { name: "animal" } } }), animals, lines("<document>", ...three("animal"), "</document>")],
    ["arrays with a wrapper element", documentOf({ ...strings, xml: { nodeType: "element" } }), animals, wrapped("animals", "animals")],
    ["arrays with `wrapped` (3.1)", documentOf({ ...strings, xml: { wrapped: true } }), animals, wrapped("animals", "animals")],
    ["wrapped arrays with named items", documentOf({ ...strings, xml: { wrapped: true }, items: { type: "string", xml: { name: "animal" } } }), animals, wrapped("animals", "animal")],
    ["wrapped arrays with names for the wrapper and the items", documentOf({ ...strings, xml: { wrapped: true, name: "aliens" }, items: { type: "string", xml: { name: "animal" } } }), animals, wrapped("aliens", "animal")],
    ["wrapped arrays with a named wrapper", documentOf({ ...strings, xml: { nodeType: "element", name: "aliens" } }), animals, wrapped("aliens", "aliens")],
    ["null as an element with an attribute", documentOf({ type: ["string", "null"] }), { animals: null }, lines("<document>", '  <animals xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>', "</document>")],
    ["empty strings as empty elements", documentOf({ type: "string" }), { animals: "" }, lines("<document>", "  <animals/>", "</document>")],
    ["names and text with their invalid characters replaced or escaped", {}, { "1 <a>": "<&\">\0" }, lines("<root>", "  <_1__a_>&lt;&amp;&quot;&gt;</_1__a_>", "</root>")],
  ]; // prettier-ignore
  for (const [what, schema, value, xml] of rows)
    it(`include ${what}`, () => assert.equal(xmlOf(schema, value), xml));

  it("include attributes, prefixes, and namespaces in an element named after the schema", () => {
    for (const id of [{ nodeType: "attribute" }, { attribute: true }]) {
      const Person = {
        type: "object",
        properties: {
          id: { type: "integer", xml: id },
          name: { type: "string", xml: { namespace: "https://example.com/schema/sample", prefix: "sample" } },
        },
      };
      assert.equal(
        xmlOf({ $ref: "#/components/schemas/Person" }, { id: 123, name: "example" }, { Person }),
        lines('<Person id="123">', '  <sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name>', "</Person>"), // prettier-ignore
      );
    }
  });

  it("include elements with attributes and text", () => {
    const item = {
      xml: { name: "animal" },
      properties: {
        kind: { type: "string", xml: { nodeType: "attribute" } },
        name: { type: "string", xml: { nodeType: "text" } },
      },
    };
    const schema = { type: "array", xml: { nodeType: "element", name: "animals" }, items: item };
    assert.equal(
      xmlOf(schema, [
        { kind: "Cat", name: "Fluffy" },
        { kind: "Dog", name: "Fido" },
      ]),
      lines("<animals>", '  <animal kind="Cat">Fluffy</animal>', '  <animal kind="Dog">Fido</animal>', "</animals>"), // prettier-ignore
    );
  });

  it("include CDATA that can't be closed early", () => {
    const Documentation = { type: "object", properties: { content: { type: "string", xml: { nodeType: "cdata" } } } }; // prettier-ignore
    const xml = (content: string) => xmlOf({ $ref: "#/components/schemas/Documentation" }, { content }, { Documentation }); // prettier-ignore
    assert.equal(xml("<html>"), "<Documentation><![CDATA[<html>]]></Documentation>");
    assert.equal(xml("a]]><b/>"), "<Documentation><![CDATA[a]]]]><![CDATA[><b/>]]></Documentation>");
  });

  it("are used as an initial XML body", () => {
    const schema = { $ref: "#/components/schemas/Pet" };
    const Pet = { type: "object", required: ["name"], properties: { name: { type: "string", example: "Rex" } } }; // prettier-ignore
    const form = formOfOperation({ requestBody: { content: { "application/xml": { schema } } } }, { method: "POST", schemas: { Pet } }); // prettier-ignore
    assert.deepEqual(createInitialValues(form).body, {
      type: "application/xml",
      kind: "text",
      text: '<?xml version="1.0" encoding="UTF-8"?>\n<Pet>\n  <name>Rex</name>\n</Pet>',
    });
  });
});
