import assert from "node:assert/strict";
import { startCheckServer, getReportedLocations } from "../../../../../test/harness/check-server.ts";

/** Returns the result of checking an XML response. If there are mismatches, lists each of them. */
function runXmlCheck(text: string, schema: unknown, version = "3.1.0", components: unknown = {}): string {
  const responses = { 200: { content: { "application/xml": { schema } } } };
  const messages = { responses, components } as { responses: unknown };
  const {
    verdict: result,
    reason,
    mismatches,
  } = startCheckServer({ type: "application/xml", text }, messages, version);
  if (result !== "differs") return reason === undefined ? result : `${result}: ${reason}`;
  return mismatches.map(({ pointer, text: words }) => `${pointer}: ${words}`).join("; ");
}
const createObject = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const list = (items: object, more: object = {}) => ({ type: "array", items, ...more });
const strings = { type: "string" };
const wrapped = { wrapped: true };

describe("validating XML responses", () => {
  // The examples in the “XML Object” sections of OpenAPI 3.0 and 3.1. Each example is checked once as is, and once with
  // a missing number or a wrong name.
  const person = createObject({
    id: { type: "integer", format: "int32", xml: { attribute: true } },
    name: { ...strings, xml: { namespace: "https://example.com/schema/sample", prefix: "sample" } },
  }, { required: ["id", "name"], additionalProperties: false }); // prettier-ignore
  const namespace = 'xmlns:sample="https://example.com/schema/sample"';
  const createPets = (animals: object) =>
    createObject({ animals }, { additionalProperties: false, required: ["animals"] });
  const cases: readonly [what: string, schema: object, text: string, expected: string][] = [
    ["accepts an attribute and a prefixed element in its namespace", person, `<Person id="123"><sample:name ${namespace}>example</sample:name></Person>`, "as-specified"],
    ["accepts a different prefix for the same namespace", person, `<Person id="1" xmlns:x="https://example.com/schema/sample"><x:name>a</x:name></Person>`, "as-specified"],
    ["reports an attribute of the wrong type", person, `<Person id="one"><sample:name ${namespace}>a</sample:name></Person>`, '/id: is a string, but the specification requires type integer'],
    ["reports an element in place of an attribute", person, `<Person><id>1</id><sample:name ${namespace}>a</sample:name></Person>`, ": is missing `id`, which the specification requires; /<id>: isn't allowed by the specification"],
    ["accepts the XML name of a property", createObject({ animal: { type: "integer", xml: { name: "creature" } } }, { required: ["animal"] }), "<a><creature>7</creature></a>", "as-specified"],
    ["reports a property name in place of its XML name", createObject({ animal: { ...strings, xml: { name: "creature" } } }, { required: ["animal"] }), "<a><animal>7</animal></a>", ": is missing `animal`, which the specification requires"],
    ["accepts an array", createPets(list(strings)), "<a><animals>x</animals><animals>y</animals></a>", "as-specified"],
    ["accepts named array items", createPets(list({ ...strings, xml: { name: "animal" } })), "<a><animal>x</animal></a>", "as-specified"],
    ["ignores the name of an unwrapped array", createPets(list({ ...strings, xml: { name: "animal" } }, { xml: { name: "aliens" } })), "<a><animal>x</animal></a>", "as-specified"],
    ["accepts a wrapped array", createPets(list(strings, { xml: wrapped })), "<a><animals><animals>x</animals></animals></a>", "as-specified"],
    ["accepts a wrapped array with names for the wrapper and the items", createPets(list({ ...strings, xml: { name: "animal" } }, { xml: { ...wrapped, name: "aliens" } })), "<a><aliens><animal>x</animal></aliens></a>", "as-specified"],
    ["reports array items with the wrong name", createPets(list({ ...strings, xml: { name: "animal" } }, { xml: wrapped })), "<a><animals><pet>x</pet></animals></a>", "/animals/0: is `<pet>`, but the specification requires `<animal>`"],
    ["reports array items of the wrong type", createPets(list({ type: "integer" }, { xml: wrapped })), "<a><animals><animals>1</animals><animals>b</animals></animals></a>", "/animals/1: is a string, but the specification requires type integer"],
    ["reports too few array items", createPets(list(strings, { minItems: 1 })), "<a/>", "/animals: has 0 items, but the specification requires at least 1"],
    ["accepts an empty array", createPets(list(strings)), "<a/>", "as-specified"],
    ["reports a repeated element if only one is allowed", createObject({ name: strings }), "<a><name>x</name><name>y</name></a>", "/name: is an array, but the specification requires type string"],
    ["accepts numbers, booleans, and null", createObject({ n: { type: "number" }, b: { type: "boolean" }, z: { type: ["string", "null"] } }, { required: ["n", "b", "z"] }), '<a><n> -1.5e3 </n><b>true</b><z xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></a>', "as-specified"],
    ["reports invalid numbers and booleans", createObject({ n: { type: "number" }, b: { type: "boolean" } }), "<a><n>0x1</n><b>yes</b></a>", "/n: is a string, but the specification requires type number; /b: is a string, but the specification requires type boolean"],
    ["accepts an enum of numbers", createObject({ n: { enum: [1, 2] } }), "<a><n>2</n></a>", "as-specified"],
    ["validates nested objects in arrays", createObject({ pets: list(createObject({ age: { type: "integer", minimum: 0 } }), { xml: wrapped }) }), "<a><pets><pet><age>1</age></pet><pet><age>-1</age></pet></pets></a>", "/pets/1/age: is -1, but the specification requires at least 0"],
    ["validates the values of a map", createObject({}, { additionalProperties: { type: "integer" } }), "<a><x>1</x><y>b</y></a>", "/y: is a string, but the specification requires type integer"],
    ["reports a root element with the wrong name", createObject({}, { xml: { name: "Pet" } }), "<Dog/>", ": is `<Dog>`, but the specification requires `<Pet>`"],
    ["validates an array at the root", list(createObject({ id: { type: "integer" } }), { xml: { name: "pets", wrapped: true } }), "<pets><pet><id>x</id></pet></pets>", "/0/id: is a string, but the specification requires type integer"],
    ["accepts any document if the schema is a string", strings, "<anything/>", "as-specified"],
  ]; // prettier-ignore
  for (const [what, schema, text, expected] of cases)
    for (const version of ["3.0.3", "3.1.0"])
      if (version !== "3.0.3" || !JSON.stringify(schema).includes('"null"'))
        it(`${what} (${version})`, () => assert.equal(runXmlCheck(text, schema, version), expected));

  it("supports the node types of OpenAPI 3.2", () => {
    const schema = createObject({
      lang: { ...strings, xml: { nodeType: "attribute" } },
      title: { ...strings, minLength: 3, xml: { nodeType: "text" } },
    }, { required: ["lang", "title"] }); // prettier-ignore
    assert.equal(runXmlCheck('<a lang="en">Title</a>', schema, "3.2.0"), "as-specified");
    assert.match(runXmlCheck('<a lang="en">T</a>', schema, "3.2.0"), /^\/title: /);
    const data = createObject({ html: { ...strings, xml: { nodeType: "cdata" } } }, { required: ["html"] });
    assert.equal(runXmlCheck("<a><![CDATA[<b>]]></a>", data, "3.2.0"), "as-specified");
    const inner = createObject({
      pair: createObject({ x: { type: "integer" } }, { required: ["x"], xml: { nodeType: "none" } }),
    });
    assert.equal(runXmlCheck("<a><x>1</x></a>", inner, "3.2.0"), "as-specified");
    assert.match(runXmlCheck("<a><x>b</x></a>", inner, "3.2.0"), /^\/pair\/x: is a string/);
  });

  it("applies the keys next to a reference or, if there are none, the keys of its target", () => {
    const components = { schemas: { Tag: { ...strings, minLength: 2, xml: { name: "label" } } } };
    const tag = { $ref: "#/components/schemas/Tag" };
    const createOne = (own: object) => createObject({ tag: { ...tag, ...own } }, { required: ["tag"] });
    assert.equal(runXmlCheck("<a><label>ab</label></a>", createOne({}), "3.1.0", components), "as-specified");
    assert.match(runXmlCheck("<a><label>a</label></a>", createOne({}), "3.1.0", components), /^\/tag: /);
    const beside = createOne({ xml: { name: "mark" } });
    assert.equal(runXmlCheck("<a><mark>ab</mark></a>", beside, "3.1.0", components), "as-specified");
  });

  it("returns unknown if the document could match several alternatives", () => {
    const cat = createObject({ age: { type: "integer" } }, { required: ["age"] });
    const dog = createObject({ age: strings, barks: strings }, { required: ["barks"] });
    assert.match(
      runXmlCheck("<a><age>old</age></a>", { oneOf: [cat, dog] }),
      /^unknown: The schema allows alternatives/,
    );
    assert.equal(runXmlCheck("<a><age>old</age><barks>y</barks></a>", { oneOf: [cat, dog] }), "as-specified");
    // An alternative whose only sibling is `null` isn't a real choice.
    assert.match(runXmlCheck("<a><age>old</age></a>", { oneOf: [cat, { type: "null" }] }), /is a string/);
  });

  it("reports invalid XML and rejects a DOCTYPE", () => {
    const any = createObject({});
    assert.equal(runXmlCheck("<a>\n<b></a>", any), ": isn't valid XML (line 2: `<b>` is closed by `</a>`)");
    assert.equal(runXmlCheck(" ", any), ": is empty, but the specification requires `application/xml`");
    assert.match(runXmlCheck("<!DOCTYPE a><a/>", any), /^unknown: The XML document contains a DOCTYPE/);
  });

  it("treats names of JavaScript object members as ordinary names", () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}}') as object; // prettier-ignore
    assert.equal(
      runXmlCheck("<a><__proto__>b</__proto__><constructor>1</constructor><toString/></a>", schema),
      "/__proto__: is a string, but the specification requires type integer",
    );
    assert.equal(({} as Record<string, unknown>)["b"], undefined);
  });

  it("returns a mismatch's location in the specification", () => {
    runXmlCheck("<Dog/>", createObject({}, { xml: { name: "Pet" } }));
    assert.deepEqual(getReportedLocations(), ['"xml"']);
  });
});
