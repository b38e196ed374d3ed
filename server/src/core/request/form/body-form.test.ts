import assert from "node:assert/strict";
import { parseMessage } from "../../text/parse-message.ts";
import { builtRequestSchema } from "../build/build-context.ts";
import { formOfOperation, type OperationSurroundings } from "../../../../../test/harness/form-of-operation.ts";
import { buildRequest } from "../build/build-request.ts";
import { generateCurlCommand } from "../code/curl.ts";
import { readCurlIntoValues } from "../curl/curl-to-form.ts";
import { createEnvelope } from "../protocol/relay-protocol.ts";
import { createInitialValues } from "./initial-values.ts";
import type { SequenceForm } from "./request-form.ts";
import { type ItemValue, requestValuesSchema } from "./request-values.ts";

const string = { type: "string" };

function createForm(media: object, type = "multipart/mixed", around: OperationSurroundings = {}) {
  return formOfOperation(
    {
      servers: [{ url: "https://api.example.com" }],
      requestBody: { required: true, content: { [type]: media } },
    },
    { version: "3.2.0", method: "POST", ...around },
  );
}

function createSequence(...args: Parameters<typeof createForm>): SequenceForm | undefined {
  return createForm(...args).body?.mediaTypes[0]?.sequence;
}

/**
 * Formats a sequence as the kinds of its parts, such as `value file either`. The kinds of any additional parts come
 * after a vertical bar.
 */
function formatKinds(sequence: SequenceForm | undefined): string {
  if (!sequence) return "names";
  const first = sequence.first.map(({ kind }) => kind).join(" ");
  return `${first}|${sequence.rest?.kind ?? ""}`;
}

function buildItems(form: ReturnType<typeof createForm>, items: readonly ItemValue[], type = "multipart/mixed") {
  return buildRequest(form, { ...createInitialValues(form), body: { type, kind: "sequence", items } });
}
const toValue = (each: unknown): ItemValue => ({ value: { kind: "value", value: each } });

describe("positional parts", () => {
  // OpenAPI 3.2.0, “Encoding By Position”: `prefixItems` and `items`, `prefixEncoding` and `itemEncoding`.
  const rows: readonly (readonly [what: string, media: object, expected: string])[] = [
    ["prefixItems", { schema: { prefixItems: [string, {}] } }, "value file|"],
    ["prefixItems and items", { schema: { type: "array", prefixItems: [string], items: {} } }, "value|file"],
    ["items", { schema: { type: "array", items: string } }, "|value"],
    ["prefixItems without additional items", { schema: { prefixItems: [string], items: false } }, "value|"],
    ["itemSchema", { itemSchema: string, itemEncoding: { contentType: "text/csv" } }, "|value"],
    ["more Encoding Objects than items in prefixItems", { schema: { type: "array", items: string }, prefixEncoding: [{}, {}] }, "value value|value"],
    ["Encoding Objects for positions that can't exist", { schema: { prefixItems: [string], items: false }, prefixEncoding: [{}, {}, {}] }, "value|"],
    ["binary items as in OpenAPI 3.0", { schema: { type: "array", items: { type: "string", format: "binary" } } }, "|file"],
    ["strings or binary items", { schema: { type: "array", items: { anyOf: [string, {}] } } }, "|either"],
    ["strings with an image content type", { schema: { type: "array", items: string }, itemEncoding: { contentType: "image/png" } }, "|either"],
    ["any items with a text content type", { itemSchema: {}, itemEncoding: { contentType: "text/html" } }, "|either"],
    ["nested parts", { schema: { prefixItems: [{ type: "array", items: string }] }, prefixEncoding: [{ contentType: "multipart/mixed" }] }, "parts|"],
    ["nested arrays without a multipart content type", { schema: { prefixItems: [{ type: "array", items: string }] } }, "value|"],
    ["prefixItems in allOf", { schema: { allOf: [{ type: "array" }, { prefixItems: [string] }] } }, "value|"],
    ["an object", { schema: { type: "object", properties: { a: string } }, encoding: {} }, "names"],
  ]; // prettier-ignore
  for (const [what, media, expected] of rows)
    it(`have the input types “${expected}” for ${what}`, () =>
      assert.equal(formatKinds(createSequence(media)), expected));

  it("can use a referenced schema, which the form includes", () => {
    const form = createForm({ schema: { $ref: "#/components/schemas/Upload" } }, "multipart/mixed", {
      schemas: {
        Upload: { type: "array", prefixItems: [{ $ref: "#/components/schemas/Meta" }] },
        Meta: { type: "object", title: "What the picture shows" },
      },
    });
    const [first] = form.body?.mediaTypes[0]?.sequence?.first ?? [];
    assert.equal(first?.title, "What the picture shows");
    assert.deepEqual(
      Object.keys(form.schemas).toSorted(),
      ["api.json#/components/schemas/Meta", "api.json#/components/schemas/Upload"],
    ); // prettier-ignore
  });

  it("are supported only in multipart bodies", () => {
    assert.equal(createSequence({ schema: { type: "array", items: string } }, "application/json"), undefined);
  });

  it("have the required number of items and start with the author's example values", () => {
    const media = {
      schema: { type: "array", items: string, minItems: 2, maxItems: 3 },
      example: ["a", "b", "c"],
    };
    const sequence = createSequence(media);
    assert.deepEqual([sequence?.minItems, sequence?.maxItems, sequence?.initialCount], [2, 3, 2]);
    const prefilled = createForm({ schema: { prefixItems: [string, string] }, example: ["a", "b"] }, undefined, {
      settings: { prefillsExamples: true },
    });
    assert.deepEqual(createInitialValues(prefilled).body, {
      type: "multipart/mixed",
      kind: "sequence",
      items: [toValue("a"), toValue("b")],
    });
    const few = buildItems(createForm(media), [toValue("a")]).problems.map(({ text }) => text);
    assert.match(few.join(), /The body has 1 part, but the API requires at least 2/);
    const many = buildItems(createForm(media), ["a", "b", "c", "d"].map(toValue)).problems.map(({ text }) => text);
    assert.match(many.join(), /The body has 4 parts, but the API accepts at most 3/);
  });

  it("prevent the request from being sent if a part is empty, because later parts would change position", () => {
    const form = createForm({ schema: { prefixItems: [string, {}, string] } });
    const items: ItemValue[] = [toValue("a"), { value: { kind: "file", file: undefined } }, toValue(undefined)];
    const stops = buildItems(form, items).problems.filter((each) => each.isBlocking);
    assert.deepEqual(stops.map(({ formKey }) => formKey), ["body 2", "body 3"]); // prettier-ignore
  });

  // OpenAPI 3.2.0, “Additional Encoding Approaches”: “the Encoding Object's `headers` field MUST be used to provide the
  // `Content-Disposition` and part name”
  it("are reported as unnamed in a form but not in other multipart types", () => {
    const media = { schema: { type: "array", items: string } };
    const formatProblems = (type: string) =>
      buildItems(createForm(media, type), [toValue("a")], type)
        .problems.map(({ text }) => text)
        .join();
    assert.match(formatProblems("multipart/form-data"), /no name.*`Content-Disposition`/);
    assert.equal(formatProblems("multipart/mixed"), "");
  });

  it("require a media type if the specification contains only a range", () => {
    const form = createForm({
      itemSchema: { anyOf: [string, {}] },
      itemEncoding: { contentType: "image/*" },
    });
    assert.match(buildItems(form, [toValue("<svg/>")]).problems[0]?.text ?? "", /a media type such as `image\/\*`/);
    const { request, problems } = buildItems(form, [{ ...toValue("<svg/>"), contentType: "image/svg+xml" }]);
    assert.deepEqual(problems, []);
    assert.ok(request.body?.kind === "parts");
    assert.deepEqual(request.body.parts, [{ kind: "value", value: "<svg/>", contentType: "image/svg+xml" }]);
  });

  describe("when sent", () => {
    const header = { "X-Note": { schema: string }, "Content-ID": { schema: false } };
    const form = createForm({
      schema: { prefixItems: [{ type: "object" }, { type: "array", items: string }], items: {} },
      prefixEncoding: [{ headers: header }, { contentType: "multipart/mixed", itemEncoding: { contentType: "text/csv" } }],
    }); // prettier-ignore
    const items: readonly ItemValue[] = [
      { ...toValue({ a: 'x "(" =)' }), headers: { "X-Note": { sent: true, value: "n" } } },
      { value: { kind: "parts", items: [toValue("(a"), toValue(")")] } },
    ];
    const { request } = buildItems(form, items);

    it("omit forbidden headers", () => {
      const [first] = form.body?.mediaTypes[0]?.sequence?.first ?? [];
      assert.deepEqual(first?.headers?.map(({ name }) => name), ["X-Note"]); // prettier-ignore
    });

    it("are the same after a round trip, both as values and as a request", () => {
      const values = {
        ...createInitialValues(form),
        body: { type: "multipart/mixed", kind: "sequence", items },
      };
      const again = parseMessage(requestValuesSchema, JSON.parse(JSON.stringify(values)));
      assert.equal(JSON.stringify(again?.body), JSON.stringify(values.body));
      assert.deepEqual(parseMessage(builtRequestSchema, JSON.parse(JSON.stringify(request))), request);
      assert.deepEqual(createEnvelope(request).multipart, [
        { value: '{"a":"x \\"(\\" =)"}', contentType: "application/json", headers: [["X-Note", "n"]] },
        {
          multipart: [{ value: "(a", contentType: "text/csv" }, { value: ")", contentType: "text/csv" }],
          contentType: "multipart/mixed",
        },
      ]); // prettier-ignore
    });

    it("are converted to curl options and are the same when parsed again", () => {
      const command = generateCurlCommand(request);
      assert.ok(command.includes("-F '=(;type=multipart/mixed'"), command);
      const { values, notes } = readCurlIntoValues(command, form);
      assert.deepEqual(notes, []);
      assert.ok(values);
      assert.deepEqual(buildRequest(form, values).request.body, request.body);
    });
  });
});
