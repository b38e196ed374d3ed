import assert from "node:assert/strict";
import { readSpec, readSpecTree } from "../../spec/read-spec.ts";
import { createJsonDocument } from "../../spec/validity/validate-in-steps.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { type ExtensionFields, createFieldsEdit } from "./migration-edits.ts";

const fields: ExtensionFields = {
  href: "/a/b",
  metadata: { "og:title": "A: b", yes: true, list: ["x", { y: 1 }], none: {} },
  content: "# One\n\n    code\n\ttab\nlast: #1 {x} 'q' \"d\" \\n",
};

const createBody = (key: string) => `{"${key}":{"get":{"responses":{"200":{"description":"Fine"}}}}}`;
const head = '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":';

/** A parser must be able to read the inserted fields back unchanged, regardless of the layout. */
describe("inserting extension fields into a specification", () => {
  for (const [caseName, path, text] of [
    ["single-line JSON", "a.json", `${head}${createBody("/a")}}`],
    ["JSON indented with spaces", "a.json", JSON.stringify(JSON.parse(`${head}${createBody("/a")}}`), null, 2)],
    ["JSON indented with tabs", "a.json", JSON.stringify(JSON.parse(`${head}${createBody("/a")}}`), null, "\t")],
    [
      "YAML",
      "a.yaml",
      'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n  /a:\n    get:\n      responses:\n        "200": { description: Fine }\n',
    ],
    [
      "YAML with four-space indentation and CRLF",
      "a.yaml",
      'openapi: 3.1.0\r\ninfo:\r\n    title: T\r\n    version: "1"\r\npaths:\r\n    /a:\r\n        get:\r\n            responses:\r\n                "200": { description: Fine }\r\n',
    ],
    [
      "YAML in flow style",
      "a.yaml",
      'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n  /a: { get: { responses: { "200": { description: Fine } } } }\n',
    ],
    ["an empty operation", "a.json", `${head}{"/a":{"get":{}}}}`],
  ] as const)
    it(`preserves the rest of ${caseName}`, () => {
      const at = readSpec(path, text)?.operations[0]?.insertAt;
      assert.ok(at);
      const after = applyEdits(text, [createFieldsEdit(at, { "x-mint": fields })]);
      const tree = readSpecTree(path, after);
      assert.equal(tree.error, undefined, after);
      const document = createJsonDocument(tree) as {
        paths: Record<string, { get: Record<string, unknown> }>;
      };
      const { "x-mint": extension, ...rest } = document.paths["/a"]?.get ?? {};
      assert.deepEqual(extension, fields, after);
      const before = createJsonDocument(readSpecTree(path, text)) as typeof document;
      assert.deepEqual(rest, before.paths["/a"]?.get);
    });

  it("quotes strings that a YAML block scalar can't represent", () => {
    const at = { offset: 0, style: "block", linePrefix: "\n  ", indentUnit: "  ", isEmpty: false } as const;
    for (const content of ["a\u0007\nb", "a\u2028\nb", " a\nb", "one line", "a\rb\nc", "\ud800\nx"]) {
      const { newText } = createFieldsEdit(at, { content });
      assert.ok(newText.startsWith(`content: ${JSON.stringify(content)}`), newText);
    }
  });
});
