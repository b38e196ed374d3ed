import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { formOfOperation, type OperationSurroundings } from "../../../../../test/harness/form-of-operation.ts";
import { createInitialBody, createInitialValues } from "./initial-values.ts";

const prefill = { settings: { prefillsExamples: true } };
const onlyRequired = { settings: { prefillsExamples: true, onlyRequired: true } };

describe("initial value of a parameter", () => {
  const rows: readonly (readonly [what: string, parameter: object, around: OperationSurroundings, sent: boolean, value: unknown])[] = [
    ["is undefined and isn't sent if the specification provides no information", { schema: {} }, {}, false, undefined],
    ["is undefined but sent if the parameter is required", { required: true, schema: {} }, {}, true, undefined],
    ["is x-default, which is sent", { schema: { type: "integer", "x-default": 7 } }, {}, true, 7],
    ["is the x-default of a referenced schema", { schema: { $ref: "#/components/schemas/A" } }, { schemas: { A: { "x-default": false } } }, true, false],
    ["is x-default rather than an example or a default", { example: 1, schema: { "x-default": 2, default: 3 } }, prefill, true, 2],
    ["is the default, which isn't sent for an optional parameter", { schema: { default: 20 } }, {}, false, 20],
    ["is the default, which is sent for a required parameter", { required: true, schema: { default: 20 } }, {}, true, 20],
    ["isn't the example by default", { example: "e", schema: {} }, {}, false, undefined],
    ["is the example if prefill is on", { example: "e", schema: {} }, prefill, true, "e"],
    ["is the first of several examples if prefill is on", { examples: { a: { value: "a" }, b: { value: "b" } }, schema: {} }, prefill, true, "a"],
    ["is the example of the schema if prefill is on", { schema: { examples: ["s"] } }, prefill, true, "s"],
    ["is the example rather than the default if prefill is on", { example: "e", schema: { default: "d" } }, prefill, true, "e"],
    ["isn't sent for an optional parameter if only required ones are requested", { example: "e", schema: {} }, onlyRequired, false, "e"],
    ["is sent for a required parameter if only required ones are requested", { required: true, example: "e", schema: {} }, onlyRequired, true, "e"],
    ["is the constant of the schema", { required: true, schema: { const: "v1" } }, {}, true, "v1"],
    ["is the only value of an enum", { required: true, schema: { enum: ["v1"] } }, {}, true, "v1"],
    ["is undefined for an enum with two values", { required: true, schema: { enum: ["v1", "v2"] } }, {}, true, undefined],
  ]; // prettier-ignore
  for (const [what, parameter, around, sent, value] of rows)
    it(what, () => {
      const form = formOfOperation({ parameters: [{ name: "p", in: "query", ...parameter }] }, around);
      assert.deepEqual(createInitialValues(form).parameters["query p"], { sent, value });
    });
});

describe("initial values of a form", () => {
  it("use the first server with its default variables and the first authentication method", () => {
    const form = formOfOperation({
      servers: [{ url: "https://{r}.example.com", variables: { r: { default: "eu" } } }, { url: "/b" }],
    });
    const { server, way, credentials, body } = createInitialValues(form);
    assert.deepEqual({ server, way, credentials, body }, { server: { at: 0, variables: { r: "eu" } }, way: 0, credentials: {}, body: undefined }); // prettier-ignore
    assert.equal(createInitialValues(formOfOperation({})).server.at, -1);
  });

  it("include a body if the method supports one or the specification requires it", () => {
    const begins = (method: string, isRequired: boolean) =>
      createInitialValues(formOfOperation({ requestBody: { required: isRequired, content: { "application/json": {} } } }, { method })).body !== undefined; // prettier-ignore
    assert.deepEqual([begins("POST", false), begins("PATCH", false), begins("GET", false), begins("GET", true), begins("DELETE", false)], [true, true, false, true, false]); // prettier-ignore
  });
});

describe("initial body", () => {
  const getBody = (media: object, around: OperationSurroundings = {}, type = "application/json") => {
    const form = formOfOperation({ requestBody: { content: { [type]: media } } }, { method: "POST", ...around }); // prettier-ignore
    return createInitialValues(form).body;
  };
  const getJson = (media: object, around: OperationSurroundings = {}): unknown => {
    const body = getBody(media, around);
    return body?.kind === "text" && body.text !== "" ? JSON.parse(body.text) : undefined;
  };
  const user = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      age: { type: "integer" },
      id: { type: "string", readOnly: true },
      plan: { type: "string", "x-default": "free" },
    },
  };
  const createRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it("contains required fields and the author's defaults", () =>
    assert.deepEqual(getJson({ schema: user }), { name: "string", plan: "free" }));
  it("is the example if prefill is on", () =>
    assert.deepEqual(getJson({ schema: user, example: { name: "Ada" } }, prefill), { name: "Ada" }));
  it("contains all fields if prefill is on and there is no example", () =>
    assert.deepEqual(getJson({ schema: user }, prefill), { name: "string", age: 0, plan: "free" }));
  it("is the example if that is the only information", () => assert.equal(getJson({ example: "text" }), "text"));
  it("is empty if the specification provides no information", () => assert.deepEqual(getBody({}), { type: "application/json", kind: "text", text: "" })); // prettier-ignore
  it("is an empty string if only the string type is known", () => {
    const getText = (schema: object) => {
      const body = getBody({ schema }, {}, "text/plain");
      return body?.kind === "text" ? body.text : undefined;
    };
    assert.equal(getText({ type: "string" }), "");
    assert.equal(getText({ type: "string", default: "hello" }), "hello");
  });
  it("uses the first alternative and its discriminator value", () => {
    const schemas = {
      Cat: { type: "object", required: ["kind", "lives"], properties: { kind: { type: "string" }, lives: { type: "integer" } } },
      Dog: { type: "object", properties: { kind: { type: "string" } } },
    }; // prettier-ignore
    const discriminator = { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } };
    const schema = { oneOf: [createRef("Cat"), createRef("Dog")], discriminator };
    assert.deepEqual(getJson({ schema }, { schemas }), { kind: "cat", lives: 0 });
    const byName = { anyOf: [createRef("Dog"), createRef("Cat")], discriminator: { propertyName: "kind" } };
    assert.deepEqual(getJson({ schema: byName }, { schemas }), { kind: "Dog" });
  });
  it("contains the fields required by any part of allOf", () => {
    const schema = { allOf: [user, { required: ["age"] }] };
    assert.deepEqual(Object.keys(getJson({ schema }, prefill) as object).sort(), ["age", "name", "plan"]);
  });
  it("is finite even for schemas with circular references", () => {
    const Node = { type: "object", required: ["next"], properties: { next: createRef("Node") } };
    assert.ok(JSON.stringify(getJson({ schema: createRef("Node") }, { schemas: { Node } })).length < 500);
  });
  it("has a limited length and number of values, even if the schema requires more", () => {
    let nested: object = { type: "string", minLength: 1e9 };
    for (let i = 0; i < 10; i++) nested = { type: "array", minItems: 1e9, items: nested };
    const wide = { type: "object", properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, user])) }; // prettier-ignore
    for (const schema of [nested, wide, { type: "string", minLength: 1e9 }])
      assertQuick(3000, () => assert.ok(JSON.stringify(getBody({ schema }, prefill)).length < 2_000_000));
  });
  it("contains all fields but marks only the required ones for sending", () => {
    const schema = { ...user, required: ["name", "photo"], properties: { ...user.properties, photo: { type: "string", format: "binary" } } }; // prettier-ignore
    assert.deepEqual(getBody({ schema }, {}, "multipart/form-data"), {
      type: "multipart/form-data",
      kind: "parts",
      parts: [
        { name: "name", sent: true, value: { kind: "value", value: undefined } },
        { name: "age", sent: false, value: { kind: "value", value: undefined } },
        { name: "plan", sent: true, value: { kind: "value", value: "free" } },
        { name: "photo", sent: true, value: { kind: "files", files: [] } },
      ],
    });
  });
  it("contains the example's values if prefill is on", () => {
    const body = getBody({ schema: user, example: { name: "Ada", age: 36 } }, prefill, "application/x-www-form-urlencoded"); // prettier-ignore
    assert.ok(body?.kind === "parts");
    assert.deepEqual(body.parts.map(({ name, sent, value }) => [name, sent, value.kind === "value" && value.value]), [["name", true, "Ada"], ["age", true, 36], ["plan", true, "free"]]); // prettier-ignore
  });
  it("depends on the media type", () => {
    const form = formOfOperation({ requestBody: { content: { "application/json": { schema: user }, "text/plain": { example: "hi" } } } }, { method: "POST" }); // prettier-ignore
    const [, media] = form.body?.mediaTypes ?? [];
    assert.ok(media);
    assert.deepEqual(createInitialBody(form, media), { type: "text/plain", kind: "text", text: "hi" });
  });
});
