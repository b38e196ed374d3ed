import assert from "node:assert/strict";
import { specFilesOf } from "../../../../../test/harness/spec-files-of.ts";
import { hoverSpec } from "./hover-spec.ts";

const others = {
  "shared/users.yaml": `
User:
  title: A user
  description: Somebody *with* an account
  type: object
  required: [name]
  properties: { name: { type: string }, home: { $ref: "#/Home" }, tags: { type: array, items: { type: string } } }
Home: { type: object }
`,
};

/** Returns the hover at `$0` in a specification, and the text that it applies to. */
function hoverAt(markedText: string): { readonly rangeText: string; readonly markdown: string } | undefined {
  const offset = markedText.indexOf("$0");
  const text = markedText.replace("$0", "");
  const hover = hoverSpec(specFilesOf({ "api.yaml": text, ...others }), "api.yaml", offset);
  return hover && { rangeText: text.slice(hover.range.start, hover.range.end), markdown: hover.markdown };
}

const parts = `
components:
  parameters: { Page: { name: page, in: query, required: true, schema: { type: integer }, description: Which page } }
  responses: { Fine: { description: All is well, content: { application/json: { schema: { $ref: "#/components/schemas/Id" } } } } }
  schemas:
    Id: { type: string, description: An id, enum: [a, b] }
    Loop: { $ref: "#/components/schemas/Loop" }
  securitySchemes: { key: { type: http, scheme: bearer } }
`;
const hoverRef = (reference: string) =>
  hoverAt(`openapi: 3.1.0\npaths: { /a: { get: { x: { $ref: "$0${reference}" } } } }\n${parts}`);

describe("hoverSpec", () => {
  const rows: readonly (readonly [reference: string, ...lines: string[]])[] = [
    [
      "#/components/schemas/Id",
      "**Id**",
      "string",
      "An id",
      'One of `"a"`, `"b"`',
      "From `api.yaml#/components/schemas/Id`",
    ],
    [
      "shared/users.yaml#/User",
      "**User**",
      "A user: object",
      "Somebody \\*with\\* an account",
      "- `name` string, required\n- `home` Home\n- `tags` array of string",
      "From `shared/users.yaml#/User`",
    ],
    [
      "#/components/parameters/Page",
      "**Page**",
      "`page`",
      "Query parameter, integer, required",
      "Which page",
      "From `api.yaml#/components/parameters/Page`",
    ],
    [
      "#/components/responses/Fine",
      "**Fine**",
      "Response",
      "All is well",
      "- `application/json` string",
      "From `api.yaml#/components/responses/Fine`",
    ],
    [
      "#/components/securitySchemes/key",
      "**key**",
      "Security http bearer",
      "From `api.yaml#/components/securitySchemes/key`",
    ],
    ["#/paths/~1a", "**/a**", "Path GET", "From `api.yaml#/paths/~1a`"],
    [
      "#/components/schemas/Loop",
      "**Loop**",
      "Circular reference, so it doesn't resolve to anything.",
      "From `api.yaml#/components/schemas/Loop`",
    ],
    ["#/components/schemas/Gone", "Doesn't exist in the file."],
    ["shared/gone.yaml", "The file isn't in the site, or it can't be read."],
    ["../secret.json", "Outside the site, so it isn't read."],
    ["http://169.254.169.254/x.json", "Outside the site. Docwright doesn't fetch external references."],
  ];
  for (const [reference, ...lines] of rows)
    it(`describes the target of ${reference}`, () => {
      const hover = hoverRef(reference);
      assert.equal(hover?.rangeText, `"${reference}"`);
      assert.deepEqual(hover.markdown.split("\n\n"), lines);
    });

  it("escapes hostile text from the author", () => {
    const hover = hoverAt(
      'openapi: 3.1.0\na: { $ref: "#/b$0" }\nb: { title: "[x](javascript:y)", description: "<img src=x>", properties: { "`a`": {} } }\n',
    );
    assert.doesNotMatch(hover?.markdown ?? "", /[^\\]\[x|[^\\]<img|`a`[^`]*$/m);
  });

  it("explains an extension field, including whether it has an effect", () => {
    const hidden = hoverAt("openapi: 3.1.0\npaths: { /a: { get: { x-hid$0den: true } } }\n");
    assert.equal(hidden?.rangeText, "x-hidden");
    assert.match(hidden.markdown, /from the generated navigation/);
    assert.doesNotMatch(hidden.markdown, /no effect here/);
    const href = hoverAt("openapi: 3.1.0\npaths: { /a: { get: { x-mint: { hr$0ef: /b } } } }\n");
    assert.match(href?.markdown ?? "", /^\*\*`x-mint\.href`\*\* a string/);
    assert.match(href?.markdown ?? "", /ignores the whole extension/);
    assert.match(
      hoverAt("openapi: 3.1.0\npaths: { /a: { get: { x-service: { mcp: { nam$0e: b } } } } }\n")?.markdown ?? "",
      /x-service\.mcp\.name/,
    );
    assert.match(
      hoverAt("openapi: 3.1.0\npaths: { /a: { x-hid$0den: true } }\n")?.markdown ?? "",
      /no effect here\. Use it only on operations/,
    );
    assert.match(
      hoverAt("openapi: 3.1.0\ntags: [{ name: a, x-gr$0oup: b }]\n")?.markdown ?? "",
      /group in the navigation/,
    );
    assert.equal(hoverAt("openapi: 3.1.0\nx-ot$0her: true\n"), undefined);
    assert.equal(hoverAt("openapi: 3.1.0\npaths: { /a: { get: { summary: a$0b } } }\n"), undefined);
  });

  describe("on service extension fields", () => {
    const hoverMark = (mark: string) => hoverAt(`openapi: 3.1.0\npaths: { /a: { get: { ${mark} } } }\n`);
    const rows: readonly (readonly [mark: string, about: string, messages: RegExp, unverifiable?: RegExp])[] = [
      [
        "x-mint: { metadata: { ti$0tle: A } }",
        "title",
        /`x-mint\.metadata\.title`[^]*For the operation's page: title at the top/,
      ],
      ["x-mint: { metadata: { title: A$0 list } }", "A list", /For the operation's page: title at the top/],
      ["x-mint: { metadata: { hid$0den: true } }", "hidden", /hides the page from the sidebar/],
      ["x-mint: { metadata: { hidden: tr$0ue } }", "true", /hides the page from the sidebar/, /this value isn't/],
      [
        'x-mint: { metadata: { hidden: "tr$0ue" } }',
        '"true"',
        /This value isn't valid: it must be true or false, without quotes\./,
      ],
      ["x-service: { metadata: { mode: wi$0de } }", "wide", /`wide`: Hides the table of contents/],
      ["x-mint: { metadata: { op$0enapi: get /b } }", "openapi", /Ignored here/],
      ["x-mint: { href: /Guides/S$0tart }", "/Guides/Start", /The page is at `\/guides\/start`/],
      ["x-mint: { content: So$0me text }", "Some text", /shown before the generated reference/],
      [
        "x-mint: { href: 4$02 }",
        "42",
        /This value isn't valid: it must be a string\. If the value has the wrong type, the service ignores the whole/,
      ],
      [
        'x-hidden: "tr$0ue"',
        '"true"',
        /This value isn't valid: it must be true or false\. The string "true" doesn't hide it\./,
      ],
      ["x-hidden: tr$0ue", "true", /from the generated navigation/, /this value isn't/],
    ];
    for (const [mark, rangeText, expectedText, unverifiable] of rows)
      it(`describes the effect of ${mark.replace("$0", "")}`, () => {
        const hover = hoverMark(mark);
        assert.equal(hover?.rangeText, rangeText);
        assert.match(hover.markdown, expectedText);
        if (unverifiable) assert.doesNotMatch(hover.markdown, unverifiable);
      });

    it("ignores unknown fields and explains where a field applies", () => {
      assert.equal(hoverMark("x-mint: { metadata: { ow$0n: 1 } }"), undefined);
      assert.equal(hoverMark("x-mint: { metadata: { seo: { ti$0tle: 1 } } }"), undefined);
      assert.equal(hoverMark("x-other: te$0xt"), undefined);
      const pathHover = hoverAt("openapi: 3.1.0\npaths: { /a: { x-mint: { metadata: { hidden: tr$0ue } } } }\n");
      assert.match(pathHover?.markdown ?? "", /no effect here\. Use it only on operations/);
    });
  });

  it("supports JSON and included files but returns nothing for an unknown position or file", () => {
    const files = specFilesOf({
      "api.json": `{"openapi":"3.1.0","a":{"$ref":"shared/users.yaml#/Home"}}`,
      ...others,
    });
    const text = others["shared/users.yaml"];
    assert.match(hoverSpec(files, "shared/users.yaml", text.indexOf("#/Home"))?.markdown ?? "", /^\*\*Home\*\*/);
    assert.match(hoverSpec(files, "api.json", 30)?.markdown ?? "", /^\*\*Home\*\*/);
    assert.equal(hoverSpec(files, "api.json", 5_000), undefined);
    assert.equal(hoverSpec(files, "gone.json", 0), undefined);
  });
});
