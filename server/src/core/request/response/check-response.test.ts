import assert from "node:assert/strict";
import { startCheckServer, getReported, getReportedLocations } from "../../../../../test/harness/check-server.ts";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { buildResponseModel } from "../../spec/model/operation-model.ts";
import { checkResponse } from "./check-response.ts";

describe("checkResponse: statuses and content types", () => {
  const json = { content: { "application/json": { schema: { type: "object" } } } };

  it("matches the exact status first, then its class, then the default", () => {
    const createText = (type: string) => ({ content: { "application/json": { schema: { const: type } } } });
    const responses = { default: createText("default"), "4XX": createText("4XX"), 404: createText("404") };
    const getResult = (status: number, value: string) => startCheckServer({ status, value }, { responses }).verdict;
    assert.equal(getResult(404, "404"), "as-specified");
    assert.equal(getResult(422, "4XX"), "as-specified");
    assert.equal(getResult(500, "default"), "as-specified");
    assert.equal(getResult(404, "4XX"), "differs");
  });

  it("reports a status or content type that the specification doesn't define", () => {
    assert.deepEqual(startCheckServer({ status: 418, value: {} }, { responses: { 200: json } }), {
      verdict: "unspecified",
      unspecifiedPart: "status",
      reason: "The specification doesn't define status 418.",
      localizedReason: { text: "The specification doesn't define status {0}.", values: ["418"] },
      mismatches: [],
    });
    const html = startCheckServer({ type: "text/html; charset=utf-8", text: "<p>" }, { responses: { 200: json } });
    assert.deepEqual([html.verdict, html.unspecifiedPart], ["unspecified", "type"]);
    assert.match(
      html.reason ?? "",
      /is `text\/html`, but the specification defines `application\/json` for status 200/,
    );
  });

  for (const [type, text] of [
    ["application/json", '{"a":'],
    ["application/json", "<html>"],
    ["application/json", ""],
    ["application/problem+json", "{'a': 1}"],
    ["application/x-ndjson", '{"a":1}\n{"a":'],
    ["application/xml", "<a><b></a>"],
  ] as const)
    it(`reports that ${JSON.stringify(text)} isn't ${type}, with or without a schema`, () => {
      for (const media of [{}, { schema: {} }]) {
        const responses = { 200: { content: { [type]: media } } };
        assert.equal(startCheckServer({ type, text }, { responses }).verdict, "differs", JSON.stringify(media));
      }
    });

  it("accepts any content of the specified type if there's no schema", () => {
    for (const [type, text] of [["application/json", "[1]"], ["application/xml", "<a/>"], ["text/plain", "{"]] as const)
      assert.equal(startCheckServer({ type, text }, { responses: { 200: { content: { [type]: {} } } } }).verdict, "as-specified");
  }); // prettier-ignore

  it("reports which part of a response isn't specified if the specification defines the response's status", () => {
    const getPart = (answer: object, responses: object) => startCheckServer(answer, { responses }).unspecifiedPart;
    assert.equal(getPart({ status: 204, value: {} }, { 204: { description: "" } }), "body");
    assert.equal(getPart({ type: "application/json", text: "" }, { 200: json }), undefined);
    assert.equal(getPart({ type: "", text: "" }, { 200: json }), "body");
    assert.equal(getPart({ type: "text/html", text: "<p>" }, { 200: json }), "type");
  });

  it("matches media type ranges and suffixes, most specific first", () => {
    const createMedia = (value: string) => ({ schema: { const: value } });
    const content = {
      "*/*": createMedia("all"),
      "application/*": createMedia("application"),
      "application/*+json": createMedia("suffix"),
      "application/problem+json": createMedia("exact"),
    };
    const fits = (type: string, value: string) =>
      startCheckServer({ type, value }, { responses: { 200: { content } } }).verdict === "as-specified";
    assert.ok(fits("application/problem+json; charset=utf-8", "exact"));
    assert.ok(fits("Application/VND.api+JSON", "suffix"));
    assert.ok(fits("application/json", "application"));
    assert.ok(fits("text/json", "all"));
  });

  it("requires an empty body if the specification defines none", () => {
    const responses = { 204: { description: "" } };
    assert.equal(startCheckServer({ status: 204, type: "", text: "" }, { responses }).verdict, "as-specified");
    assert.equal(startCheckServer({ status: 204, value: {} }, { responses }).verdict, "unspecified");
  });

  it("requires an empty body for HEAD, regardless of the specification", () => {
    const responses = { 200: { content: { "application/json": { schema: { type: "object" } } } } };
    const spec = JSON.stringify({ openapi: "3.1.0", paths: { "/": { head: { responses } } } });
    const model = buildResponseModel(specFilesOf({ "api.json": spec }), { method: "HEAD", path: "/" });
    const answer = { status: 200, type: "application/json", text: "" };
    assert.equal(model && checkResponse(model, answer, { matches: () => true }).verdict, "as-specified");
  });

  it("reports a body that is missing or isn't JSON", () => {
    const { mismatches } = startCheckServer({ text: "" }, { responses: { 200: json } });
    assert.equal(mismatches[0]?.text, "is empty, but the specification requires `application/json`");
    assert.deepEqual(getReportedLocations(), ['"application/json"']);
    assert.equal(
      startCheckServer({ text: "{a}" }, { responses: { 200: json } }).mismatches[0]?.text,
      "isn't valid JSON",
    );
  });

  it("returns unknown for content that it can't read", () => {
    const odd = "application/odd";
    const messages = { content: { [odd]: { schema: { type: "object" } } } };
    assert.equal(startCheckServer({ type: odd, text: "a=1" }, { responses: { 200: messages } }).verdict, "unknown");
    const binary = { content: { "image/png": { schema: { type: "string", format: "binary" } } } };
    const png = { type: "image/png", text: undefined };
    assert.equal(startCheckServer(png, { responses: { 200: binary } }).verdict, "as-specified");
  });

  it("validates each line of a stream against the item schema", () => {
    const stream = { content: { "application/jsonl": { itemSchema: { type: "object", required: ["id"] } } } };
    const { mismatches } = startCheckServer(
      { type: "application/jsonl", text: '{"id":1}\n{"x":1}\n' },
      { responses: { 200: stream } },
      "3.2.0",
    );
    assert.deepEqual(
      mismatches.map(({ pointer }) => pointer),
      ["/1"],
    );
  });
});

describe("checkResponse: mismatches", () => {
  it("include the location in the response and in the specification", () => {
    const items = { type: "object", properties: { email: { type: "string" }, "a/b": { type: "integer" } } };
    const schema = { type: "object", properties: { data: { type: "array", items } } };
    assert.deepEqual(getReported({ data: [{}, { email: 7, "a/b": "x" }] }, schema), [
      "/data/1/email: is a number, but the specification requires type string",
      "/data/1/a~1b: is a string, but the specification requires type integer",
    ]);
    assert.deepEqual(getReportedLocations(), ['"type"', '"type"']);
  });

  it("are listed in the order in which they occur in the response", () => {
    const number = { type: "number" };
    const schema = { required: ["z"], properties: { a: number, b: number } };
    assert.deepEqual(getReported({ b: "", a: "" }, schema), [
      ": is missing `z`, which the specification requires",
      "/b: is a string, but the specification requires type number",
      "/a: is a string, but the specification requires type number",
    ]);
  });

  for (const [schema, value, text] of [
    [{ enum: ["a", "b", 3] }, "c", ': is "c", but the specification allows only "a", "b", or 3'],
    [{ minimum: 5 }, 3, ": is 3, but the specification requires at least 5"],
    [{ exclusiveMaximum: 5 }, 5, ": is 5, but the specification requires a value less than 5"],
    [{ multipleOf: 0.1 }, 0.25, ": is 0.25, but the specification requires a multiple of 0.1"],
    [{ maxLength: 1 }, "😀😀", ": has 2 characters, but the specification allows at most 1"],
    [{ minItems: 1 }, [], ": has 0 items, but the specification requires at least 1"],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ": has equal items at 0 and 1, but the specification requires unique items",
    ],
    [{ additionalProperties: false }, { "": 1 }, "/: isn't allowed by the specification"],
    [{ type: ["string", "null"] }, [], ": is an array, but the specification requires type string or null"],
    [{ not: { type: "string" } }, "", ": matches the schema under `not`, so the specification doesn't allow it"],
  ] as const)
    it(`are found in ${JSON.stringify(value)} for ${JSON.stringify(schema)}`, () =>
      assert.deepEqual(getReported(value, schema), [text]));

  it("are based on numbers as written: 0.3 is a multiple of 0.1, and 1.0 is an integer", () => {
    assert.deepEqual(getReported([0.3, 1e-7, 4.35], { items: { multipleOf: 1e-8 } }), []);
    assert.deepEqual(getReported(0.3, { multipleOf: 0.1 }), []);
    assert.equal(startCheckServer({ text: "1.0" }, { schema: { type: "integer", const: 1 } }).verdict, "as-specified");
  });

  it("are found in a property named `__proto__`", () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__","toString"]}',
    ) as object;
    const value: unknown = JSON.parse('{"__proto__":1}');
    assert.deepEqual(getReported(value, schema), [
      ": is missing `toString`, which the specification requires",
      "/__proto__: is a number, but the specification requires type string",
    ]);
  });

  it("are reported as notes if a value violates a format", () => {
    const schema = {
      properties: { at: { type: "string", format: "date-time" }, n: { type: "integer", format: "int32" } },
    };
    assert.equal(startCheckServer({ value: { at: "yesterday" } }, { schema }).verdict, "as-specified");
    assert.deepEqual(getReported({ at: "yesterday", n: 3e9 }, schema), [
      '/at: is "yesterday", which isn\'t a valid `date-time` (warning)',
      "/n: is 3000000000, which isn't a valid `int32` (warning)",
    ]);
    assert.deepEqual(getReported({ at: "2026-11-21T22:00:00Z", n: 3 }, schema), []);
  });

  it("are found for each array that doesn't match `contains`", () => {
    assert.deepEqual(getReported([["a"], []], { items: { contains: { type: "string" } } }), [
      "/1: has 0 items matching the schema under `contains`, but the specification requires at least 1",
    ]);
  });

  it("depend on which items `contains` and matching branches evaluate", () => {
    const branches = { unevaluatedItems: false, oneOf: [{ maximum: 9 }, { prefixItems: [true, false] }] };
    assert.equal(getReported([1], branches).length, 1);
    assert.deepEqual(getReported([1], { unevaluatedItems: false, contains: { type: "number" } }), []);
  });
});
