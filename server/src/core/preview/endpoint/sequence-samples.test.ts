import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import type { BuiltRequest } from "../../request/build/build-context.ts";
import { generateCodeSample } from "../../request/code/code-samples.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { toBuiltRequest, buildSampleRequest } from "./endpoint-samples.ts";

/** Returns the sample request for an operation whose body has this Media Type Object. */
function createSample(type: string, media: object): BuiltRequest {
  const text = JSON.stringify({
    openapi: "3.2.0",
    servers: [{ url: "https://api.example.com" }],
    paths: { "/x": { post: { requestBody: { content: { [type]: media } } } } },
  });
  const wholeOperation = readOperationModel(specFilesOf({ "api.json": text }), {
    method: "POST",
    path: "/x",
  });
  assert.ok(wholeOperation);
  const { operation } = wholeOperation;
  return toBuiltRequest(
    buildSampleRequest(operation, wholeOperation, { onlyRequired: false, server: operation.servers[0] }),
  );
}

describe("samples for sequential bodies", () => {
  const media = {
    schema: {
      prefixItems: [{ type: "object", properties: { author: { type: "string", example: "Ada" } } }, {}],
    },
    prefixEncoding: [{ headers: { "X-Note": { schema: { const: "n" } } } }, { contentType: "image/png" }],
  };

  it("contain one part per position, with example values where available and placeholders for files", () => {
    const { body } = createSample("multipart/mixed", media);
    assert.deepEqual(body?.kind === "parts" && body.parts, [
      {
        kind: "value",
        value: '{"author":"Ada"}',
        contentType: "application/json",
        headers: [["X-Note", "n"]],
      },
      { kind: "file", fileRef: "part-2", filename: "part-2", contentType: "image/png" },
    ]);
    const code = generateCodeSample(createSample("multipart/mixed", media), "curl")?.code ?? "";
    assert.ok(code.includes(`-F '=<"part-2";type=image/png'`), code);
  });

  it("use the author's complete example", () => {
    const { body } = createSample("multipart/mixed", {
      schema: { type: "array", items: { type: "string" } },
      example: ["a", "b"],
    });
    assert.deepEqual(body?.kind === "parts" && body.parts.map((part) => part.kind === "value" && part.value), ["a", "b"]); // prettier-ignore
  });

  // OpenAPI 3.2.0, “Sequential Media Types”: JSON Lines. HTML, “Server-sent events”.
  it("contain JSON lines and events", () => {
    const itemSchema = { type: "object", properties: { id: { type: "integer", example: 7 } } };
    assert.deepEqual(createSample("application/jsonl", { itemSchema }).body, {
      kind: "text",
      text: '{"id":7}\n',
    });
    assert.deepEqual(createSample("application/jsonl", { example: [{ id: 1 }, { id: 2 }] }).body, {
      kind: "text",
      text: '{"id":1}\n{"id":2}\n',
    });
    const events = { itemSchema, example: [{ event: "a", data: "x\ny" }] };
    assert.deepEqual(createSample("text/event-stream", events).body, {
      kind: "text",
      text: "event: a\ndata: x\ndata: y\n\n",
    });
  });
});
