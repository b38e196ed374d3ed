import assert from "node:assert/strict";
import { labels, taken, yaml } from "../../../../../test/harness/offered-in-spec.ts";

describe("YAML completion", () => {
  describe("while the text can't be parsed", () => {
    const parts = `tags: [{ name: People }]
components:
  parameters: { Page: { name: page, in: query } }
  securitySchemes: { key: { type: http } }
  schemas:
    User:
      type: object
      properties: { id: { type: string } }`;
    const cases: readonly (readonly [what: string, operation: string, label: string, after: RegExp])[] = [
      [
        "an unclosed quote",
        `      parameters:\n        - $ref: "#/comp$0`,
        "#/components/parameters/Page",
        /- \$ref: "#\/components\/parameters\/Page"\n/,
      ],
      ["an unclosed bracket", "      tags: [Pe$0", "People", /tags: \[People\n/],
      ["an unclosed brace", "      security: [{ k$0", "key", /security: \[\{ key: \[\|\]\n/],
      [
        "an unclosed quote in braces",
        `      parameters: [{ $ref: "#/$0 }]`,
        "#/components/parameters/Page",
        /\[\{ \$ref: "#\/components\/parameters\/Page" \}\]\n/,
      ],
      [
        "an unclosed multiline list",
        "      tags: [\n        Pe$0\n      responses: {}",
        "People",
        /tags: \[\n {8}People\n/,
      ],
      ["a key without a colon on another line", "      tags:\n        - $0\n      summ", "People", /- People\n/],
      ["a tag after an invalid line", `      description: "open\n      tags:\n        - $0`, "People", /- People\n/],
      ["an error on an adjacent line", "      x-a: {\n      tags:\n        - $0", "People", /- People\n/],
    ];
    for (const [caseName, operation, label, after] of cases)
      it(`offers names from the rest of the file: ${caseName}`, () => {
        assert.match(taken(yaml(operation, parts), label), after);
      });

    it("offers operation IDs and schema IDs with their usual descriptions", () => {
      const openText = `      operationId: list\n  /next:\n    get:\n      responses: { "200": { links: { next: { operationId: $0`;
      assert.deepEqual(labels(yaml(openText, parts)), ["list"]);
      const schema = `      requestBody: { content: { a/b: { schema: { $ref: $0`;
      assert.ok(labels(yaml(schema, parts)).includes("#/components/schemas/User"));
    });
  });

  describe("in braces that span several lines", () => {
    const parts = "tags: [{ name: People }]\ncomponents: { parameters: { Page: { in: query } } }";
    const cases: readonly (readonly [what: string, operation: string, label: string, after: RegExp])[] = [
      ["a key", "      x-service: {\n        $0\n      }", "href", /x-service: \{\n {8}href: \n {6}\}/],
      [
        "a key after others",
        "      x-service: {\n        href: /a,\n        me$0\n      }",
        "metadata",
        /href: \/a,\n {8}metadata: \{\|\}\n/,
      ],
      [
        "a key after a value without a comma",
        '      x-service: {\n        href: "/a"\n        $0\n      }',
        "metadata",
        /href: "\/a",\n {8}metadata: \{\|\}\n/,
      ],
      [
        "a key before another",
        "      x-service: {\n        $0\n        href: /a\n      }",
        "metadata",
        /\{\n {8}metadata: \{\|\},\n {8}href: \/a\n/,
      ],
      [
        "a value",
        "      x-service: {\n        metadata: {\n          hidden: $0\n        }\n      }",
        "true",
        /hidden: true\n/,
      ],
      [
        "a value on the line below its key",
        "      x-service: { metadata: { hidden:\n          $0 } }",
        "true",
        /hidden:\n {10}true \} \}/,
      ],
      ["an item of a list", "      tags: [\n        $0\n      ]", "People", /\[\n {8}People\n {6}\]/],
      [
        "an item after another",
        "      tags: [\n        A, # it's one\n        $0\n      ]",
        "People",
        /it's one\n {8}People\n/,
      ],
      [
        "a reference in quotes",
        '      parameters: [\n        { name: a },\n        { $ref: "$0" }\n      ]',
        "#/components/parameters/Page",
        /\{ \$ref: "#\/components\/parameters\/Page" \}\n/,
      ],
      [
        "a key after text that contains quotes",
        "      x-service: {\n        content: don't do that, metadata: {\n          hid$0 } }",
        "hidden",
        /hidden: true \} \}/,
      ],
    ];
    for (const [caseName, operation, label, after] of cases)
      it(`offers ${caseName}`, () => {
        assert.match(taken(yaml(operation, parts), label), after);
      });

    it("offers an operation's extension fields in braces, regardless of how the braces are closed", () => {
      const fixture = `//- api.yaml
openapi: 3.1.0
paths: {
  /users: {
    get: { summary: List,
      tags: [A],
      x-h$0
    }
  }
  }
`;
      assert.match(taken(fixture, "x-hidden"), /\n {6}x-hidden: true\n {4}\}/);
      assert.match(
        taken(fixture.replaceAll("\n", "\r\n").replace("\r", ""), "x-hidden"),
        /\r\n {6}x-hidden: true\r\n {4}\}/,
      );
    });

    it("ignores an open brace elsewhere", () => {
      const operation = "      description: |\n        such as { this\n      x-h$0";
      assert.match(taken(yaml(operation), "x-hidden"), /\n {6}x-hidden: true\n/);
    });
  });
});
