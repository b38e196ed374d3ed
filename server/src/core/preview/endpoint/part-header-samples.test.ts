import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { generateCodeSample } from "../../request/code/code-samples.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { toBuiltRequest, buildSampleRequest, type SampleRequest } from "./endpoint-samples.ts";

const upload = `
openapi: 3.1.0
servers: [{ url: https://api.example.com }]
paths:
  /files:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { meta: { type: string, example: hello }, note: { type: string, example: x } } }
            encoding:
              meta:
                headers:
                  Content-Type: { schema: { type: string, example: text/html } }
                  X-Checksum: { required: true, schema: { type: string, example: abc= } }
                  X-Lists: { schema: { type: array, items: { type: integer } , example: [1, 2] } }
                  X-Object: { explode: true, schema: { type: object, properties: { a: { type: integer, example: 1 }, b: { type: string, example: z } } } }
                  X-Json: { content: { application/json: { schema: { type: object, properties: { a: { type: integer, example: 1 } } } } } }
                  X-Trace: { schema: { type: string } }
                  X-Lines: { schema: { type: string, example: "a\\nb: c" } }
`;

function createSample(text: string, onlyRequired: boolean): SampleRequest {
  const operationName = { method: "POST", path: "/files", isWebhook: false };
  const wholeOperation = readOperationModel(specFilesOf({ "api.yaml": text }), operationName);
  assert.ok(wholeOperation);
  const { operation } = wholeOperation;
  return buildSampleRequest(operation, wholeOperation, { onlyRequired, server: operation.servers[0] });
}

describe("part headers in a page's samples", () => {
  it("are serialized as specified, except for headers that are generated elsewhere", () => {
    const { body } = toBuiltRequest(createSample(upload, false));
    assert.deepEqual(body?.kind === "parts" && body.parts, [
      {
        kind: "value",
        name: "meta",
        value: "hello",
        headers: [
          ["X-Checksum", "abc="],
          ["X-Lists", "1,2"],
          ["X-Object", "a=1,b=z"],
          ["X-Json", '{"a":1}'],
          ["X-Trace", "<X-Trace>"],
          ["X-Lines", "<X-Lines>"],
        ],
      },
      { kind: "value", name: "note", value: "x" },
    ]);
  });

  it("appear in the code samples", () => {
    const request = toBuiltRequest(createSample(upload, false));
    assert.match(generateCodeSample(request, "curl")?.code ?? "", /X-Checksum: abc=/);
    assert.match(generateCodeSample(request, "kotlin")?.code ?? "", /"X-Checksum", "abc="/);
  });

  it("include only the headers of required parts if the site shows only required fields", () => {
    const text = upload.replace("properties: { meta:", "required: [meta], properties: { meta:");
    assert.notEqual(text, upload);
    const { body } = createSample(text, true);
    assert.deepEqual(body?.kind === "form" && body.fields, [
      { name: "meta", value: "hello", headers: [{ name: "X-Checksum", value: "abc=" }] },
    ]);
  });
});
