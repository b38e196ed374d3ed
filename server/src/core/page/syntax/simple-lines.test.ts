import assert from "node:assert/strict";
import * as fc from "fast-check";
import { chooseByMode } from "../../../../../test/harness/choose-by-mode.ts";
import { checkSyntax } from "./check-syntax.ts";
import { isMdx } from "./mdx-parser.ts";
import { isTriviallyValid, maskNonMdxSyntax } from "./trivially-valid.ts";

const certain: Readonly<Record<string, string>> = {
  "tags on separate lines": "<Card>\n  text\n</Card>\n",
  "literals in attributes": `<A b={-1.5} c={"d"} e={["f", 'g',]} h={[ 1 ]} i={[]} />\n`,
  "an object in an attribute": "<A b={{ c: 1, 'd-e': \"f\", g: true }}>\n\n</A>\n",
  "an object on several lines": '<A\n  b={{\n    c: "d",\n    e: 0,\n  }}\n/>\n',
  "tags whose names have two parts": "<A.B>\n<A.C />\n</A.B>\n",
  "nested tags": '<A b="{">\n  <B c={2} d>\n\n  text\n\n  </B>\n</A>\n',
  "a tag on several lines": '<Card\n  title="x"\n  href="/y"\n>\n  text\n</Card>\n',
  "a self-closing tag on several lines": '<Card\n  title="x"\n/>\n',
  "tags within a line": "text <b>*bold*</b> and <br />\n\n- [link](/x) <b>x</b>\n",
  "emphasis around tags": "*a <b>x</b> c*",
  "a tag after a list": "<A>\n\n- a\n\n  b\n\n</A>\n",
  "a tag directly after a list": "<A>\n- a\n</A>\n",
  "a tag directly after a quote in a list": "<A>\n  - a\n    > b\n  </A>\n",
  "a tag after an indented list": "<A>\n  - a\n\n  </A>\n",
  "tags in a table": "| a | b |\n| - | - |\n| <b>x</b> | <br /> |\n",
  "prices in several paragraphs": "<A>\n$1, $2\n</A>\n\n- $3\n- $4\n\n`<b>`: $4\n\n<b>$5</b>\n",
  "a tag after a table": "<A>\n| a |\n| - |\n</A>\n",
  "tags in a list item": "- a\n  <A>\n  - b\n\n    <B>\n    text\n    </B>\n  </A>\n- c\n",
  "tags in numbered steps": '1. a\n\n   <A\n     b="c"\n   >\n   text\n   </A>\n2. b\n',
  "a tag after a URL in code": "`https://a.example` <b>x</b>\n\nhttps://a.example\n`<b>` <i/>\n",
  "a tag line after a backtick in a URL": "<A>\nhttps://a.example`b`\n</A>\n",
  "a comment with an asterisk and braces": "{/* a * b } { */}\n",
  "a comment": "{/* a comment */}\n\ntext {/* comment */}\n",
  "many markup characters in short paragraphs": "[a](/b) *c*\n\n".repeat(5_000),
  imports: 'import A from "/a.mdx";\nimport { B, C } from "/b.jsx"\n\n<A />\n',
};
const unsure: Readonly<Record<string, string>> = {
  "an expression": "{x}",
  "a nested object in an attribute": "<A b={{ c: { d: 1 } }} />",
  "an object without a comma between its properties": "<A b={{ c: 1 d: 2 }} />",
  "an object with a special property": "<A b={{ __proto__: 1, __proto__: 2 }} />",
  "an array with a gap": "<A b={[, 1]} />",
  "a number with a leading zero": "<A b={012} />",
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
  "a tag in a list item": "- a\n\n  <A>\n",
  "a tag that ends outside a list": "- a\n\n  <A>\n\n</A>\n",
  "a tag that ends in another list item": "- a\n  <A>\n- b\n  </A>\n",
  "a tag that ends after a paragraph that ends the list": "- a\n  <A>\ntext\n  </A>\n",
  "a tag that ends after a code block that ends the list": "- a\n  <A>\n```\n```\n  </A>\n",
  "a tag that ends after an import that ends the list": '- a\n\n  <A>\n\nimport B from "b"\n\n  </A>\n',
  "a tag on several lines that leaves its list item": "- a\n\n  <A\n b\n  />\n",
  "a tag in a list item that is indented with tabs": "-\ta\n\n\t<A>\n\t</A>\n",
  "a tag in an indented footnote": "     [^1]: a\n\n     <A>\n\n</A>\n",
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
  "a formula on two lines": "$a\n<b>x</b>$\n",
  "a formula with several lines": "$$\n<A>\n$$\n",
  "a formula with several lines in a list": "1. - $$\n     <A>\n     $$\n",
  "a formula with several lines in a footnote": "[^a]: $$\n    <A>\n    $$\n",
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
  "$",
  "$$",
  "a $1",
  "- $$",
  "`$`",
  "<A b={{",
  "  c: 1,",
  "}}>",
  '<A.B c={["d", 1.5]} e={{ f: "g" }} />',
  "{/* <A> * } */}",
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
/** Lines of lists with random indentation, some of which continue an item or its paragraph. */
const depth = fc.constantFrom("", "  ", "   ", "     ", "\t");
const listParts = [
  "",
  "",
  "- a",
  "- a",
  "2. a",
  "1. a",
  "-",
  "- - a",
  "> a",
  "[^1]: a",
  "text",
  "# A",
  "| a |",
  "| - |",
  "```",
  "<B>",
  "</B>",
  "<C />",
  "***",
  "---",
  "\\<b>",
];
const listLines = fc.array(
  fc.tuple(depth, fc.constantFrom(...listParts)).map(([indent, part]) => (part === "" ? "" : indent + part)),
  { maxLength: 4 },
);
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
  fc
    .tuple(listLines, depth, listLines, depth, listLines)
    .map(([before, opener, inside, closer, after]) => [
      ...before,
      `${opener}<A>`,
      ...inside,
      `${closer}</A>`,
      ...after,
    ]),
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
        assert.ok(isMdx(maskNonMdxSyntax(text)));
        assert.deepEqual(checkSyntax(text), []);
      }),
      { numRuns: chooseByMode(10_000, 1_000_000) },
    );
    assert.ok(vouched > 500, `only ${vouched} pages with tags`);
  }).timeout(chooseByMode(60_000, 3_600_000));
});
