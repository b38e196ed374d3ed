import assert from "node:assert/strict";
import { deepStrictEqual } from "node:assert/strict";
import { formOfOperation } from "../../../../../test/harness/form-of-operation.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { createInitialValues } from "./initial-values.ts";
import { createSampleOfSchema, writeXml } from "./sample-value.ts";

const at = { file: "a.yaml", range: { start: 0, end: 0 } };
const none: SchemaModel = {
  location: at,
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
const model: SchemaModel = { ...none, ref: "a.yaml#/Mode" };
const onlyNull: SchemaModel = { ...none, nullable: true };

function createSample(schema: SchemaModel): unknown {
  return createSampleOfSchema(schema, { schemas }, { direction: "request", onlyRequired: false });
}

describe("sample value for a schema", () => {
  it("uses the alternative that isn't null, regardless of the order of alternatives", () => {
    deepStrictEqual(createSample({ ...none, oneOf: [onlyNull, model] }), "fast");
    deepStrictEqual(createSample({ ...none, oneOf: [model, onlyNull] }), "fast");
    deepStrictEqual(createSample({ ...none, anyOf: [onlyNull, { ...none, types: ["boolean"] }] }), true);
  });

  it("is greater than an exclusive minimum", () => {
    const limits = { minimum: -2147483648, exclusiveMinimum: 0, maximum: 2147483647 };
    deepStrictEqual(createSample({ ...none, types: ["integer"], limits }), 1);
  });
});

/**
 * Serializes a value as XML. The tests are based on OpenAPI 3.2.0, “XML Object Examples”, and on OpenAPI 3.1.1 for
 * `attribute` and `wrapped`.
 */
function createXml(schema: object, value: unknown, schemas: object = {}): string {
  const { body, schemas: namedSchemas } = formOfOperation(
    { requestBody: { content: { "application/xml": { schema } } } },
    { method: "POST", schemas },
  );
  const ownModel = body?.mediaTypes[0]?.schema;
  assert.ok(ownModel);
  return writeXml(value, ownModel, { schemas: new Map(Object.entries(namedSchemas)) });
}

const animals = { animals: ["dog", "cat", "hamster"] };
const createDocument = (property: object) => ({ type: "object", xml: { name: "document" }, properties: { animals: property } }); // prettier-ignore
const strings = { type: "array", items: { type: "string" } };
const joinLines = (...all: string[]) => all.join("\n");
const createThree = (name: string, indent = "  ") =>
  ["dog", "cat", "hamster"].map((animal) => `${indent}<${name}>${animal}</${name}>`);
const wrapElement = (name: string, inner: string) =>
  joinLines("<document>", `  <${name}>`, ...createThree(inner, "    "), `  </${name}>`, "</document>");

describe("values as XML", () => {
  const rows: readonly (readonly [what: string, schema: object, value: unknown, xml: string])[] = [
    ["strings", createDocument({ type: "string" }), { animals: "dog, cat, hamster" }, joinLines("<document>", "  <animals>dog, cat, hamster</animals>", "</document>")],
    ["arrays, with one element for each item", createDocument(strings), animals, joinLines("<document>", ...createThree("animals"), "</document>")],
    ["named array items", createDocument({ ...strings, items: { type: "string", xml: { name: "animal" } } }), animals, joinLines("<document>", ...createThree("animal"), "</document>")],
    ["array items without the name of an unwrapped array", createDocument({ ...strings, xml: { name: "aliens" }, items: { type: "string", xml: { name: "animal" } } }), animals, joinLines("<document>", ...createThree("animal"), "</document>")],
    ["arrays with a wrapper element", createDocument({ ...strings, xml: { nodeType: "element" } }), animals, wrapElement("animals", "animals")],
    ["arrays with `wrapped` (3.1)", createDocument({ ...strings, xml: { wrapped: true } }), animals, wrapElement("animals", "animals")],
    ["wrapped arrays with named items", createDocument({ ...strings, xml: { wrapped: true }, items: { type: "string", xml: { name: "animal" } } }), animals, wrapElement("animals", "animal")],
    ["wrapped arrays with names for the wrapper and the items", createDocument({ ...strings, xml: { wrapped: true, name: "aliens" }, items: { type: "string", xml: { name: "animal" } } }), animals, wrapElement("aliens", "animal")],
    ["wrapped arrays with a named wrapper", createDocument({ ...strings, xml: { nodeType: "element", name: "aliens" } }), animals, wrapElement("aliens", "aliens")],
    ["null as an element with an attribute", createDocument({ type: ["string", "null"] }), { animals: null }, joinLines("<document>", '  <animals xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>', "</document>")],
    ["empty strings as empty elements", createDocument({ type: "string" }), { animals: "" }, joinLines("<document>", "  <animals/>", "</document>")],
    ["names and text with their invalid characters replaced or escaped", {}, { "1 <a>": "<&\">\0" }, joinLines("<root>", "  <_1__a_>&lt;&amp;&quot;&gt;</_1__a_>", "</root>")],
  ]; // prettier-ignore
  for (const [what, schema, value, xml] of rows)
    it(`include ${what}`, () => assert.equal(createXml(schema, value), xml));

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
        createXml({ $ref: "#/components/schemas/Person" }, { id: 123, name: "example" }, { Person }),
        joinLines('<Person id="123">', '  <sample:name xmlns:sample="https://example.com/schema/sample">example</sample:name>', "</Person>"), // prettier-ignore
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
      createXml(schema, [
        { kind: "Cat", name: "Fluffy" },
        { kind: "Dog", name: "Fido" },
      ]),
      joinLines("<animals>", '  <animal kind="Cat">Fluffy</animal>', '  <animal kind="Dog">Fido</animal>', "</animals>"), // prettier-ignore
    );
  });

  it("include CDATA that can't be closed early", () => {
    const Documentation = { type: "object", properties: { content: { type: "string", xml: { nodeType: "cdata" } } } }; // prettier-ignore
    const createXmlText = (content: string) => createXml({ $ref: "#/components/schemas/Documentation" }, { content }, { Documentation }); // prettier-ignore
    assert.equal(createXmlText("<html>"), "<Documentation><![CDATA[<html>]]></Documentation>");
    assert.equal(createXmlText("a]]><b/>"), "<Documentation><![CDATA[a]]]]><![CDATA[><b/>]]></Documentation>");
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
