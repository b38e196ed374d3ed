import assert from "node:assert/strict";
import { compareViews, type EndpointView, type FieldView } from "./endpoint-view.ts";

const page: EndpointView = {
  title: "List ships",
  sidebarTitle: "List ships",
  description: "",
  deprecated: false,
  metadata: new Map(),
  fields: [],
  examples: [],
  prose: "",
};
const limit: FieldView = {
  location: "query",
  name: "limit",
  type: "integer",
  required: false,
  deprecated: false,
  default: "20",
  description: "How many.",
  isFromPage: false,
};
const createView = (...fields: readonly FieldView[]): EndpointView => ({ ...page, fields });

describe("comparison of endpoint pages", () => {
  it("finds nothing if both pages have the same fields", () => {
    assert.deepEqual(compareViews(createView(limit), createView({ ...limit })), []);
  });

  it("reports a field that only the old page has as lost", () => {
    assert.deepEqual(compareViews(createView(limit), page), [
      { kind: "lost", subject: "the query parameter limit", before: "integer", after: "" },
    ]);
  });

  it("reports a field that only the new page has as gained", () => {
    assert.deepEqual(compareViews(page, createView({ ...limit, location: "answer 200" })), [
      { kind: "gained", subject: "the 200 response field limit", before: "", after: "integer" },
    ]);
  });

  for (const [aspect, value, label, before, after] of [
    ["type", "string", "type", "integer", "string"],
    ["required", true, "required flag", "", "true"],
    ["deprecated", true, "deprecated flag", "", "true"],
    ["default", "50", "default", "20", "50"],
    ["description", "", "description", "How many.", ""],
  ] as const)
    it(`reports a difference in a field's ${label}`, () => {
      const kind = before === "" ? "gained" : after === "" ? "lost" : "changed";
      assert.deepEqual(compareViews(createView(limit), createView({ ...limit, [aspect]: value })), [
        { kind, subject: `the ${label} of the query parameter limit`, before, after },
      ]);
    });

  it("reports a field that the author documents differently as changed", () => {
    const writtenField = { ...limit, required: true, description: "The page size.", isFromPage: true };
    assert.deepEqual(compareViews(createView(writtenField), createView(limit)), [
      {
        kind: "changed",
        subject: "the query parameter limit",
        before: "integer, required, default 20: The page size.",
        after: "integer, default 20: How many.",
      },
    ]);
  });
});
