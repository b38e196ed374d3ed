import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import type { BodyView, FieldView } from "../view/endpoint-page.ts";
import { createFieldBudget, createPartViews } from "./field-views.ts";

const string = { type: "string" };

/** Returns the view of an operation's body that has this Media Type Object. */
function createView(
  media: object,
  { type = "multipart/mixed", left = createFieldBudget() } = {},
): BodyView | undefined {
  const text = JSON.stringify({
    openapi: "3.2.0",
    paths: { "/x": { post: { requestBody: { content: { [type]: media } } } } },
    components: { schemas: { Meta: { type: "object", description: "What it shows.", properties: { author: string } } } },
  }); // prettier-ignore
  const wholeOperation = readOperationModel(specFilesOf({ "api.json": text }), {
    method: "POST",
    path: "/x",
  });
  const [first] = wholeOperation?.operation.body?.content ?? [];
  assert.ok(wholeOperation && first);
  const describe = (text: string) => [text];
  const context = { ...wholeOperation, describe, getAnchor: (names: readonly string[]) => names.join("."), direction: "request", budget: left } as const; // prettier-ignore
  return createPartViews(first, context);
}

/** Lists fields as `name: type! (description) [limits]`, with nested fields indented. */
function formatOutline(fields: readonly FieldView[] = [], indent = ""): string {
  return fields
    .map(({ name, type, required, description, limits, children, anchor }) => {
      assert.equal(anchor, "", `${name} has an anchor, but the published page has none`);
      const [messages] = description ?? [];
      const messageText = typeof messages === "string" ? ` (${messages})` : "";
      const more = limits.length > 0 ? ` [${limits.join(", ")}]` : "";
      return `${indent}${name}: ${type}${required ? "!" : ""}${messageText}${more}\n${formatOutline(children, `${indent}  `)}`;
    })
    .join("");
}

// OpenAPI 3.2.0, “Encoding By Position”: `prefixItems` with `prefixEncoding`, and `items` with `itemEncoding`.
describe("positional parts on an endpoint page", () => {
  it("have a field with a description for each part, and one field for all later parts", () => {
    const media = {
      schema: {
        type: "array",
        minItems: 1,
        prefixItems: [{ $ref: "#/components/schemas/Meta" }, { description: "The picture." }],
        items: { type: "string", description: "A note.", maxLength: 9 },
      },
      prefixEncoding: [{}, { contentType: "image/*" }],
      itemEncoding: { contentType: "text/markdown" },
    };
    assert.equal(
      formatOutline(createView(media)?.fields),
      [
        "part 1: Meta! (What it shows.)",
        "  author: string",
        "part 2: any value (The picture.) [sent as image/*]",
        "parts 3 and later: string (A note.) [sent as text/markdown, at most 9 characters]",
        "",
      ].join("\n"),
    );
    assert.equal(createView(media)?.wholeField, undefined);
  });

  it("are described by their title if they have no description", () => {
    const titled = { type: "string", title: "Cover letter" };
    const media = { schema: { prefixItems: [titled, { ...titled, description: "Words." }] } };
    assert.equal(formatOutline(createView(media)?.fields), "part 1: string (Cover letter)\npart 2: string (Words.)\n");
  });

  it("have no field for later parts if additional parts aren't allowed", () => {
    assert.equal(
      formatOutline(createView({ schema: { prefixItems: [string], items: false } })?.fields),
      "part 1: string\n",
    );
  });

  it("show a nested multipart body's parts below that body", () => {
    const media = {
      schema: { prefixItems: [string, { type: "array", prefixItems: [string, { type: "integer" }] }] },
      prefixEncoding: [{}, { contentType: "multipart/mixed", prefixEncoding: [{ contentType: "text/csv" }] }],
    };
    assert.equal(
      formatOutline(createView(media)?.fields),
      [
        "part 1: string",
        "part 2: array [sent as multipart/mixed]",
        "  part 2.1: string [sent as text/csv]",
        "  part 2.2: integer",
        "",
      ].join("\n"),
    );
  });

  it("share one description that applies to each part of a stream", () => {
    const media = { itemSchema: { type: "object", properties: { a: string } }, itemEncoding: { contentType: "application/json" } }; // prettier-ignore
    assert.equal(
      formatOutline(createView(media)?.fields),
      "each part: object [sent as application/json]\n  a: string\n",
    );
  });

  it("appear only for multipart bodies with described positions", () => {
    assert.equal(createView({ schema: { prefixItems: [string] } }, { type: "application/json" }), undefined);
    assert.equal(createView({ schema: { type: "object", properties: { a: string } } }), undefined);
    assert.equal(createView({ schema: { type: "array", items: string } }), undefined);
  });

  it("are limited by the page's maximum number of fields", () => {
    const prefixItems = Array.from({ length: 100 }, () => string);
    assert.equal(createView({ schema: { prefixItems } }, { left: { fieldCount: 3 } })?.fields.length, 3);
  });
});
