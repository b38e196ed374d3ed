import assert from "node:assert/strict";
import { startCheckServer } from "../../../../../test/harness/check-server.ts";
import { parseEvents } from "./media-types.ts";

function checkItems(type: string, text: string, media: object, version = "3.2.0"): string {
  const responses = { 200: { content: { [type]: media } } };
  const { verdict: result, reason, mismatches } = startCheckServer({ type, text }, { responses }, version);
  if (result !== "differs") return reason === undefined ? result : `${result}: ${reason}`;
  return mismatches.map(({ pointer, text: words }) => `${pointer}: ${words}`).join("; ");
}
const withId = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };

describe("validating sequential content", () => {
  // OpenAPI 3.2, “Sequential Media Types”: `itemSchema` applies to each item, `schema` to all items as an array.
  for (const [type, text] of [
    ["application/jsonl", '{"id":1}\n{"id":"b"}\n'],
    ["application/x-ndjson", '{"id":1}\r\n\r\n{"id":"b"}'],
    ["application/json-seq", '\u001e{"id":1}\n\u001e{\n"id":"b"}\n'],
    ["application/geo+json-seq", '\u001e{"id":1}\n\u001e{"id":"b"}\n'],
  ] as const)
    it(`validates each item of ${type}`, () => {
      const fault = "/1/id: is a string, but the specification requires type integer";
      assert.equal(checkItems(type, text, { itemSchema: withId }), fault);
      assert.equal(checkItems(type, text, { schema: { type: "array", items: withId } }), fault);
      assert.equal(checkItems(type, text, { schema: { type: "array", maxItems: 1 } }), ": has 2 items, but the specification allows at most 1");
      // In specifications older than `itemSchema`, `schema` can also apply to each item or to the raw text.
      assert.equal(checkItems(type, text, { schema: withId }, "3.1.0"), fault);
      assert.equal(checkItems(type, text, { schema: { type: "string" } }, "3.0.3"), "as-specified");
      assert.equal(checkItems(type, text.replace("b", "\\q"), { itemSchema: withId }), "/1: isn't valid JSON");
      assert.equal(checkItems(type, "", { itemSchema: withId }), "as-specified");
    }); // prettier-ignore

  it("rejects a multiline item in JSON lines", () => {
    assert.match(checkItems("application/jsonl", '{\n"id":1}', { itemSchema: withId }), /^\/0: isn't valid JSON/);
  });

  // OpenAPI 3.2's example for `text/event-stream`.
  const events = [
    "event: addString", "data: This data is formatted", "data: across two lines", "retry: 5", "",
    "event: addInt64", "data: 1234.5678", "unknownField: this is ignored", "",
    ": This is a comment", "event: addJSON", 'data: {"foo": 42}', "", "",
  ].join("\n"); // prettier-ignore

  it("reads events as objects with their fields and a numeric `retry`", () => {
    const expected = [
      { event: "addString", data: "This data is formatted\nacross two lines", retry: 5 },
      { event: "addInt64", data: "1234.5678" },
      { event: "addJSON", data: '{"foo": 42}' },
    ];
    for (const end of ["\n", "\r\n", "\r"])
      assert.deepEqual(parseEvents(events.replaceAll("\n", end)), expected, JSON.stringify(end));
  });

  it("omits incomplete events, events without data, and invalid numbers", () => {
    assert.deepEqual(parseEvents("\ufeffdata:a\ndata\nid: 1\nretry: 1s\n\nevent: x\n\ndata: half"), [{ data: "a\n", id: "1" }]); // prettier-ignore
  });

  it("validates events against the item schema", () => {
    const itemSchema = {
      type: "object",
      required: ["event"],
      properties: { event: { enum: ["addString", "addInt64"] }, retry: { type: "integer", maximum: 3 } },
    };
    assert.equal(
      checkItems("text/event-stream", events, { itemSchema }),
      '/0/retry: is 5, but the specification allows at most 3; /2/event: is "addJSON", but the specification allows only "addString" or "addInt64"',
    );
  });

  it("validates event data against the schema if there's no item schema", () => {
    const media = { schema: withId };
    const check = (text: string) => checkItems("text/event-stream", text, media, "3.1.0");
    assert.equal(check('data: {"id":1}\n\ndata: {"id":2}\n\ndata: [DONE]\n\n'), "as-specified");
    assert.match(check('data: {"id":1}\n\ndata: {"id":"b"}\n\n'), /^\/1\/id: is a string/);
    assert.match(check('data: {"id":1}\n\ndata: hello\n\n'), /^unknown: The event data isn't JSON/);
    assert.equal(checkItems("text/event-stream", events, { schema: { type: "string" } }, "3.0.3"), "as-specified");
  });

  it("doesn't validate content that is nested too deeply", () => {
    const deep = "[".repeat(300) + "]".repeat(300);
    for (const [type, text] of [
      ["application/jsonl", deep],
      ["text/event-stream", `data: ${deep}\n\n`],
    ] as const)
      assert.match(
        checkItems(type, text, { schema: { type: "object" } }),
        /^unknown: .*nested more than 200 levels deep/,
      );
  });
});
