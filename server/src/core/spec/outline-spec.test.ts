import assert from "node:assert/strict";
import type { TextRange } from "../text/text-range.ts";
import { readSpec } from "./read-spec.ts";
import type { SpecOutline } from "./spec-outline.ts";

function read(path: string, text: string): SpecOutline {
  const outline = readSpec(path, text);
  assert.ok(outline);
  return outline;
}

const textAt = (text: string, range: TextRange) => text.slice(range.start, range.end);

describe("outlineSpec", () => {
  it("finds references that lead nowhere or out of the file, and leaves data alone", () => {
    const text = `{"openapi":"3.1.0","paths":{"/a":{"get":{
      "a":{"$ref":"#/components/schemas/User"}, "b":{"$ref":"#/components/schemas/Gone"},
      "c":{"$ref":"../secret.json#/x"}, "d":{"$ref":"#/__proto__"}, "e":{"$ref":"#/constructor/prototype"},
      "f":{"$ref":"#/components/schemas/a%7B~1~0"}, "g":{"$ref":"#anchor"}, "i":{"$ref":"#named"}, "h":{"$ref":"#/components/schemas/Through/x"},
      "example":{"$ref":"#/nowhere"}, "x-y":{"$ref":"#/nowhere"}, "enum":[{"$ref":"#/nowhere"}],
      "schema":{"properties":{"example":{"$ref":"#/lost"},"$ref":{"type":"string"}}},
      "examples":{"one":{"$ref":"#/components/examples/none"},"two":{"value":{"$ref":"#/nowhere"}}},
      "own":{"$id":"https://x/y","p":{"$ref":"#/definitions/z"}}
    }}},"components":{"schemas":{"User":{"$ref":"#/components/schemas/User"},"a{/~":{},
      "Target":{"x":{"$anchor":"named"}},"Through":{"$ref":"#/components/schemas/Target"}}}}`;
    const found = read("a.json", text).problems.map(
      ({ kind, range }) => `${kind} ${textAt(text, range) ?? ""}`,
    );
    assert.deepEqual(found, [
      'dangling-ref "#/components/schemas/Gone"',
      'external-ref "../secret.json#/x"',
      'dangling-ref "#/__proto__"',
      'dangling-ref "#/constructor/prototype"',
      'dangling-ref "#anchor"',
      'dangling-ref "#/lost"',
      'dangling-ref "#/components/examples/none"',
    ]);
  });

  it("finds the second use of an operationId", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"operationId":"x"},"put":{"operationId":"x"}}}}`;
    const [problem] = read("a.json", text).problems;
    assert.equal(problem?.kind, "duplicate-operation-id");
    assert.equal(problem.range.start, text.lastIndexOf('"x"'));
    assert.equal(problem.first?.start, text.indexOf('"x"'));
  });

  it("finds what is wrong in a vendor extension", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"x-mint":{"href":"/b"},"get":{"x-service":
      {"href":7,"hreff":"/x","metadata":{"openapi":"GET /b"},"groups":["a",1],"mcp":{"enabled":"yes"}},"x-mint":"no"}}}}`;
    const outline = read("a.json", text);
    assert.deepEqual(
      outline.extensionFaults.map(({ extension, field, kind, range }) => [
        extension,
        field,
        kind,
        textAt(text, range),
      ]),
      [
        ["x-mint", "href", "unknown", '"href"'],
        ["x-service", "href", "wrong-type", "7"],
        ["x-service", "hreff", "unknown", '"hreff"'],
        ["x-service", "groups", "wrong-type", '["a",1]'],
        ["x-service", "metadata.openapi", "ignored", '"openapi"'],
        ["x-service", "mcp.enabled", "wrong-type", '"yes"'],
        ["x-mint", "", "wrong-type", '"no"'],
      ],
    );
    assert.equal(outline.operations[0]?.extensions[0]?.href, undefined);
  });
});
