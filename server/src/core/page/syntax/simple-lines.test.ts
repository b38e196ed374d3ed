import assert from "node:assert/strict";
import * as fc from "fast-check";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { checkSyntax } from "./check-syntax.ts";
import { isMdx } from "./mdx-parser.ts";
import { isTriviallyValid, maskCode } from "./trivially-valid.ts";

const certain: Readonly<Record<string, string>> = {
  "tags on separate lines": "<Card>\n  text\n</Card>\n",
  "nested tags": '<A b="{">\n  <B c={2} d>\n\n  text\n\n  </B>\n</A>\n',
  "a tag on several lines": '<Card\n  title="x"\n  href="/y"\n>\n  text\n</Card>\n',
  "a self-closing tag on several lines": '<Card\n  title="x"\n/>\n',
  "tags within a line": "text <b>*bold*</b> and <br />\n\n- [link](/x) <b>x</b>\n",
  "emphasis around tags": "*a <b>x</b> c*",
  "a tag after a list": "<A>\n\n- a\n\n  b\n\n</A>\n",
  "a tag after an indented list": "<A>\n  - a\n\n  </A>\n",
  "tags in a table": "| a | b |\n| - | - |\n| <b>x</b> | <br /> |\n",
  "a comment": "{/* a comment */}\n\ntext {/* comment */}\n",
  "many markup characters in short paragraphs": "[a](/b) *c*\n\n".repeat(5_000),
  imports: 'import A from "/a.mdx";\nimport { B, C } from "/b.jsx"\n\n<A />\n',
};
const unsure: Readonly<Record<string, string>> = {
  "an expression": "{x}",
  "an object in an attribute": "<A b={{ c: 1 }} />",
  "an attribute with an expression": "<A b={c} />",
  "an opening tag without a closing tag": "<A>\n\ntext\n",
  "a closing tag without an opening tag": "</A>\n",
  "tags that overlap": "<A>\n<B>\n</A>\n</B>\n",
  "a tag that ends in another paragraph": "text <b>x\n\ny</b>\n",
  "a tag that ends on another line": "text <b>x\ny</b>\n",
  "emphasis that ends in a tag": "*a <b>x* y</b>",
  "emphasis between two tags": "<i>*x</i> and <b>y*</b>",
  "emphasis that starts on an earlier line": "*a\nb <b>x* y</b>",
  "a link around half a tag": "[a <b>x](/y) z</b>",
  "a tag in a link's target": "[a](<b/>)",
  "a tag across table cells": "| <b>x | y</b> |",
  "a tag after a table": "<A>\n| a |\n| - |\n</A>",
  "a tag in a list item": "- a\n\n  <A>\n",
  "a tag that ends outside a list": "- a\n\n  <A>\n\n</A>\n",
  "a tag directly after a list": "<A>\n- a\n</A>\n",
  "a tag in a quote": "> <A>\n> a\n\n</A>\n",
  "a tag that is indented with tabs after a list": "- a\n\n\t<A>\n\n</A>\n",
  "a no-break space before a tag": "\u00a0<A>\n\n</A>\n",
  "an escaped bracket": "\\<b>",
  "a URL in angle brackets": "<https://a.example>",
  "a tag between backticks that belong to a URL": "https://a.example`<b>`",
  "a tag after a line with a backtick in a URL": "http://a.example/`a and b`\na ` <A> `\n",
  "a tag after a line with a backtick in a link's title": '[a](/x "b ` c") d `\na ` <b> `\n',
  "a tag after a line with a backtick in an image's target": "![a](/x` 'b') c `\na ` <b> `\n",
  "a tag after a line with a backtick in a footnote's label": "[^a`]: b `\na ` <b> `\n",
  "a tag after a line with a backtick in a reference's label": "[a][b`] c `\na ` <b> `\n\n[b`]: /x`\n",
  "a tag on a line with a backtick in a reference's label": "[a][b`] c ` <i/> ` <b> `\n\n[b`]: /x\n",
  "an HTML comment": "<!-- a -->",
  "two imports of the same name": 'import A from "a"\nimport A from "b"\n',
  "a reserved word as a name": 'import default from "a"\n',
  "text after an import": 'import A from "a"\ntext\n',
  "code after an import": 'import A from "a"\n```\n```\n',
  "an import after text": 'text\nimport A from "a"\n',
  "an export": "export const a = 1\n",
  "a formula": "$a < b$ <b>x</b>",
  "a comment that contains another one": "{/* a */ b */}",
  "deeply nested tags": `${"<A>\n".repeat(300)}${"</A>\n".repeat(300)}`,
  "many markup characters": `<A />\n\n${"*a ".repeat(20_000)}`,
};

/** Lines, and parts of lines, that affect each other: containers, emphasis, links, tables, code, tags, and imports. */
const wholeLines = [
  "",
  "",
  "",
  "<A>",
  "</A>",
  "  <A>",
  "  </A>",
  "    <B>",
  "    </B>",
  "\t<A>",
  '<B c="d">',
  "</B>",
  "<C />",
  "<A",
  '  b="c"',
  "  d={2}",
  "/>",
  ">",
  "text",
  "  text",
  "- a",
  "  - a",
  "    - a",
  "1. a",
  "> a",
  "[^1]: a",
  "# A",
  "---",
  "===",
  "| a | b |",
  "| - | - |",
  "| <b>x</b> | y |",
  "```",
  "  ```",
  "~~~",
  'import A from "a"',
  'import { B } from "b"',
  "{/* c */}",
  "<b>*x*</b>",
  "*a <b>x</b> b*",
  "[a]:",
  "\\",
  "\u00a0<A>",
];
const parts = [
  ..."* ** _ ~~ [ ] ]( ) ](/a) ![ ` `` | \\ $ < { } > # : < <A </A> <A> <b> </b> <b>x</b> <i/> `x` {x}".split(" "),
  "a ",
  "- ",
  "> ",
  "  ",
  "http://a.example",
  "[a]: ",
  "[^a`]: ",
  "[a][b`]",
  '[a](/b "`")',
];
const some = fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((each) => each.join(""));
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...wholeLines) },
  some,
  fc.tuple(some, some, some).map(([before, inside, after]) => `${before}<b>${inside}</b>${after}`),
);
const lines = fc.array(line, { maxLength: 6 });
const indentation = fc.constantFrom("", "  ", "    ", "\t");
const gap = fc.constantFrom<string[]>([], [""]);
const page = fc.oneof(
  lines,
  fc
    .tuple(
      fc.constantFrom("- a", "  - a", "> a", "1. a", "[^1]: a", "| a |\n| - |"),
      gap,
      indentation,
      gap,
      indentation,
    )
    .map(([first, gapBefore, opener, gapAfter, closer]) => [
      first,
      ...gapBefore,
      `${opener}<A>`,
      "text",
      ...gapAfter,
      `${closer}</A>`,
    ]),
  fc
    .tuple(lines, fc.constantFrom("<A>", "  <A>"), lines, fc.constantFrom("</A>", "  </A>"), lines)
    .map(([before, opener, inside, closer, after]) => [...before, opener, ...inside, closer, ...after]),
);

describe("pages that don't need the parser", () => {
  for (const [name, text] of Object.entries(certain))
    it(`include those with ${name}`, () => {
      assert.equal(isTriviallyValid(text), true);
      assert.deepEqual(checkSyntax(text), []);
    });
  for (const [name, text] of Object.entries(unsure))
    it(`don't include those with ${name}`, () => assert.equal(isTriviallyValid(text), false));

  it("are all accepted by the parser", () => {
    let vouched = 0;
    fc.assert(
      fc.property(page, fc.constantFrom("\n", "\r\n"), (each, end) => {
        const text = each.join(end);
        if (!isTriviallyValid(text)) return;
        if (/[<{]/.test(text)) vouched++;
        assert.ok(isMdx(maskCode(text)));
        assert.deepEqual(checkSyntax(text), []);
      }),
      { numRuns: chooseByMode(10_000, 1_000_000) },
    );
    assert.ok(vouched > 500, `only ${vouched} pages with tags`);
  }).timeout(chooseByMode(60_000, 3_600_000));
});
