import assert from "node:assert/strict";
import type { TextRange } from "../text/text-edit.ts";
import { readSpec } from "./read-spec.ts";
import type { SpecOutline } from "./spec-outline.ts";

function read(path: string, text: string): SpecOutline {
  const outline = readSpec(path, text);
  assert.ok(outline);
  return outline;
}

const getText = (text: string, range: TextRange) => text.slice(range.start, range.end);

describe("outlineSpec", () => {
  it("finds references with missing or external targets, and those in data that the published service rejects", () => {
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
    const problems = read("a.json", text).problems.map((problem) => {
      const isData = "isData" in problem && problem.isData;
      return `${isData ? "data " : ""}${problem.kind} ${getText(text, problem.range)}`;
    });
    assert.deepEqual(problems, [
      'dangling-ref "#/components/schemas/Gone"',
      'external-ref "../secret.json#/x"',
      'dangling-ref "#/__proto__"',
      'dangling-ref "#/constructor/prototype"',
      'dangling-ref "#anchor"',
      'dangling-ref "#/lost"',
      'dangling-ref "#/components/examples/none"',
      'data dangling-ref "#/definitions/z"',
    ]);
  });

  it("lists an operation only once if it uses the component with a reference several times", () => {
    const text = `openapi: 3.1.0
paths:
  /a: { get: { x: { $ref: "#/components/schemas/A" }, y: { $ref: "#/components/schemas/A" } } }
components:
  schemas:
    A: { z: { $ref: "#/gone" } }
`;
    const owners = read("a.yaml", text).problems.map((problem) => "owners" in problem && problem.owners);
    assert.deepEqual(owners, [[{ path: "/a", method: "GET" }]]);
  });

  it("finds the second use of an operationId", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"get":{"operationId":"x"},"put":{"operationId":"x"}}}}`;
    const [problem] = read("a.json", text).problems;
    assert.equal(problem?.kind, "duplicate-operation-id");
    assert.equal(problem.range.start, text.lastIndexOf('"x"'));
    assert.equal(problem.first?.start, text.indexOf('"x"'));
  });

  it("finds operations in separate files, even if a reference takes the place of an operation", () => {
    const files: Readonly<Record<string, string>> = {
      "api/list.yaml":
        "operationId: list\nsummary: List\ntags: [Users]\nx-service: { href: 5 }\nparameters: [{ $ref: common.yaml#/Page }]\nresponses: { '200': {} }\n",
      "api/common.yaml": "Page: { name: page, in: query, schema: { type: integer } }\n",
      "api/users.yaml":
        "x-service: { hreff: /x }\nparameters: [{ $ref: './common.yaml#/Page' }]\nget: { $ref: list.yaml }\nput: { $ref: list.yaml }\n",
    };
    const text =
      "openapi: 3.0.3\npaths:\n  /users: { parameters: [{ name: id, in: path }], get: { $ref: api/list.yaml }, put: { $ref: '#/x-put' }, post: { $ref: api/gone.yaml } }\n  /all: { $ref: api/users.yaml }\n  /more: { $ref: api/users.yaml }\nx-put: { operationId: put }\n";
    const outline = readSpec("api.yaml", text, (path) => files[path]);
    assert.ok(outline);
    assert.deepEqual(outline.includedFiles, ["api/common.yaml", "api/gone.yaml", "api/list.yaml", "api/users.yaml"]);
    assert.deepEqual(
      outline.operations.map(({ method, path, file = "api.yaml", range, operationId = "", request }) =>
        [
          method,
          path,
          file,
          getText(files[file] ?? text, range),
          operationId,
          ...request.parameters.map(({ name }) => name),
        ].join(" "),
      ),
      [
        "GET /users api/list.yaml operationId list id page",
        "PUT /users api.yaml operationId put id",
        "POST /users api.yaml post  id",
        "GET /all api/list.yaml operationId list page",
        "PUT /all api/list.yaml operationId list page",
        "GET /more api/list.yaml operationId list page",
        "PUT /more api/list.yaml operationId list page",
      ],
    );
    assert.deepEqual(outline.operations[0]?.tags, ["Users"]);
    // A problem in a part that several paths share is reported once, at its location.
    assert.deepEqual(
      outline.extensionProblems.map(({ file = "", field, range }) => [
        file,
        field,
        getText(files[file] ?? text, range),
      ]),
      [
        ["api/list.yaml", "href", "5"],
        ["api/users.yaml", "hreff", "hreff"],
      ],
    );
    assert.deepEqual(
      outline.problems.map(({ kind }) => kind).filter((kind) => kind === "duplicate-operation-id"),
      [],
    );
  });

  it("reports an operation ID shared by two other files at the path of the second file", () => {
    const files: Readonly<Record<string, string>> = {
      "a.yaml": "get: { operationId: x }\n",
      "b.yaml": "put: { operationId: x }\n",
    };
    const text = "openapi: 3.0.3\npaths:\n  /a: { $ref: a.yaml }\n  /b: { $ref: b.yaml }\n";
    const problem = readSpec("api.yaml", text, (path) => files[path])?.problems.find(
      ({ kind }) => kind === "duplicate-operation-id",
    );
    assert.ok(problem && "first" in problem && problem.first);
    assert.deepEqual([getText(text, problem.range), getText(text, problem.first)], ["/b", "/a"]);
  });

  it("finds problems in a vendor extension", () => {
    const text = `{"openapi":"3.0.0","paths":{"/a":{"x-mint":{"href":"/b"},"get":{"x-service":
      {"href":7,"hreff":"/x","metadata":{"openapi":"GET /b"},"groups":["a",1],"mcp":{"enabled":"yes"}},"x-mint":"no"}}}}`;
    const outline = read("a.json", text);
    assert.deepEqual(
      outline.extensionProblems.map(({ extension, field, kind, range }) => [
        extension,
        field,
        kind,
        getText(text, range),
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
