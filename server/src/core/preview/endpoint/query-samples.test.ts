import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { readOperationModel } from "../../spec/model/operation-model.ts";
import { toBuiltRequest, buildSampleRequest } from "./endpoint-samples.ts";

/** Returns the query in the sample request for an operation with this parameter. */
function getQuery(parameter: object): string {
  const text = JSON.stringify({
    openapi: "3.1.0",
    servers: [{ url: "https://api.example.com" }],
    paths: { "/x": { get: { parameters: [{ name: "color", in: "query", ...parameter }] } } },
  });
  const wholeOperation = readOperationModel(specFilesOf({ "api.json": text }), { method: "GET", path: "/x" });
  assert.ok(wholeOperation);
  const { operation } = wholeOperation;
  const sample = buildSampleRequest(operation, wholeOperation, {
    onlyRequired: false,
    server: operation.servers[0],
  });
  return toBuiltRequest(sample).url.split("?")[1] ?? "";
}

// OpenAPI 3.1, “Style Examples”.
describe("query parameter serialization in samples", () => {
  const object = { schema: { type: "object" }, example: { R: 100, G: 200, B: 150 } };
  const list = { schema: { type: "array", items: { type: "string" } }, example: ["blue", "black"] };
  for (const [caseName, parameter, query] of [
    ["supports an object with the default style", object, "R=100&G=200&B=150"],
    ["supports an object as a single value", { ...object, explode: false }, "color=R,100,G,200,B,150"],
    [
      "supports an object with the deepObject style",
      { ...object, style: "deepObject" },
      "color[R]=100&color[G]=200&color[B]=150",
    ],
    ["supports an array with the default style", list, "color=blue&color=black"],
    ["supports an array as a single value", { ...list, explode: false }, "color=blue,black"],
    [
      "supports an array whose items are separated by pipes",
      { ...list, style: "pipeDelimited", explode: false },
      "color=blue|black",
    ],
    [
      "supports an array whose items are separated by spaces",
      { ...list, style: "spaceDelimited", explode: false },
      "color=blue black",
    ],
    ["supports a string", { schema: { type: "string" }, example: "blue" }, "color=blue"],
    [
      "supports a value serialized as JSON",
      { content: { "application/json": object } },
      'color={"R":100,"G":200,"B":150}',
    ],
  ] as const)
    it(caseName, () => assert.equal(decodeURIComponent(getQuery(parameter)), query));
});
