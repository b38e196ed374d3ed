import assert from "node:assert/strict";
import fc from "fast-check";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { processorTime } from "../../../../test/harness/processor-time.ts";
import { chooseByMode } from "../../../../test/harness/choose-by-mode.ts";
import { scanPage } from "../page/scan-page.ts";
import { parseMdxTree } from "../page/syntax/mdx-parser.ts";
import { readDefinitions, parseBlock, parsePageBlocks } from "./blocks.ts";
import { scanParts } from "./scan-parts.ts";
import { addPlaceholders, parseMdx, removePlaceholders } from "./source/parse-mdx.ts";
import { splitPage } from "./split-page.ts";

const dialect = { singleDollarMaths: true };
const pieces = [
  "# One\n\n",
  "## One\n\n",
  "## Two {#own}\n\n",
  "Set\n===\n\n",
  '<Accordion title="First">\n\ntext\n\n</Accordion>\n\n',
  '<Accordion title="Second">',
  "</Accordion>\n\n",
  '<div id="here">\n\n# Inside\n\n</div>\n\n',
  '<ParamField body="First" />\n\n',
  '<ParamField path="own">\n\ntext\n\n</ParamField>\n\n',
  '<Tab title="A">',
  "</Tab>",
  "```md\n# No heading\n```\n\n",
  "```\n",
  "~~~\n",
  "$$\n",
  "- item\n\n  # In it\n\n",
  "> # Quoted\n\n",
  "[^1]: note\n\n    # In the note\n\n",
  "{/* # no\n\n# heading */}\n\n",
  "{/*",
  "*/}",
  "<!-- ",
  "-->",
  "{`",
  "`}",
  "{",
  "}",
  "<",
  "</",
  "</words",
  ">\n\n",
  "import A from 'a'\n\n",
  "export const a = {\n\n# x\n\n}\n\n",
  "export",
  "export const b = 1 / 2\n\n",
  "| a | b |\n| - | - |\n| # c | d |\n\n",
  "words ",
  "words\n\n",
  "\n\n",
  "\n",
  "  ",
  "\r\n\r\n",
  "---\n\n",
  "---\ntitle: T\n---\n\n",
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((texts) => texts.join(""));
const pickFields = ({ outline, references }: ReturnType<typeof scanParts>) => ({
  fields: [...outline.fields],
  headings: references.headings,
  anchors: references.anchors,
});

describe("page scanned in parts", () => {
  for (const [lineEnd, name] of [
    ["\n", "as the whole page"],
    ["\r\n", "as the whole page with CRLF line endings"],
  ] as const)
    it(`has the same headings and heading anchors ${name}`, () => {
      fc.assert(
        fc.property(text, (rawText) => {
          const page = rawText.replaceAll(/\r?\n/g, lineEnd === "\n" ? "$&" : lineEnd);
          assert.deepEqual(
            pickFields(scanParts("a.mdx", page, parsePageBlocks(page, dialect))),
            pickFields(scanPage("a.mdx", page)),
            JSON.stringify(page),
          );
        }),
        { numRuns: chooseByMode(400, 5000) },
      );
    });

  it("is scanned faster than the whole page if only the end changes", () => {
    const page = Array.from(
      { length: 3000 },
      (_, n) => `## Part ${n}\r\n\r\nSome *words* and <Card>${n}</Card>.\r\n\r\n`,
    ).join("");
    const before = parsePageBlocks(page, dialect);
    scanParts("a.mdx", page, before);
    const times = ["a", "ab", "abc"].map((word) => {
      const after = parsePageBlocks(`${page}${word}`, dialect, before);
      return processorTime(() => scanParts("a.mdx", `${page}${word}`, after));
    });
    const fullTime = processorTime(() => scanPage("a.mdx", `${page}more`));
    assert.ok(Math.min(...times) < fullTime, `${times.join(" ")} of ${fullTime}`);
  });
});

/** Words, and characters that affect how a page is split. */
const cutPieces = [
  ..."\n \n \n \n \n \n \n \n \r \t ` < > { } / \\ \" ' * - # $ ~ (".split(" "),
  " ",
  "\r\n",
  "\n\n",
  "\n\n",
  "\n\n",
  "word",
  "End. ",
  "```",
  "~~~",
  "$$",
  "- ",
  "1. ",
  "---\n",
  "    ",
  "<Card>",
  "</Card>",
  '<Card title="x">',
  "<Card ",
  "<br/>",
  "/>",
  "{a}",
  "{`",
  "/*",
  "*/",
  "//",
  "import ",
  "export const a = {",
  "};",
  "> ",
  "\u00a0",
];
const arbitraryText = fc.array(fc.constantFrom(...cutPieces), { maxLength: 60 }).map((texts) => texts.join(""));
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    without: fc.nat({ max: 12 }),
    put: fc.array(fc.constantFrom(...cutPieces), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("page that is split again after an edit", () => {
  it("has the same parts as after a full split", () => {
    fc.assert(
      fc.property(arbitraryText, edits, fc.nat({ max: 3 }), (first, changes, bodyStart) => {
        let text = first;
        let split = splitPage(text, Math.min(bodyStart, text.length));
        for (const { at, without, put } of changes) {
          const position = text.length === 0 ? 0 : at % (text.length + 1);
          text = text.slice(0, position) + put.join("") + text.slice(position + without);
          const start = Math.min(bodyStart, text.length);
          split = splitPage(text, start, split);
          const { spans, gaps, parts, rescannedLength } = splitPage(text, start);
          assert.deepEqual(
            { spans: split.spans, gaps: split.gaps, parts: split.parts, spent: split.rescannedLength },
            { spans, gaps, parts, spent: rescannedLength },
            JSON.stringify(text),
          );
        }
      }),
      { numRuns: 4000 },
    );
  });

  it("reads braces in a paragraph up to the next blank line, regardless of the line endings", () => {
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      const countSpans = (text: string) => splitPage(text.replaceAll("\n", lineEnd), 0).spans.length;
      assert.deepEqual([countSpans("Text {a\n+ b} end.\n"), countSpans("Text {a\n\n+ b} end.\n")], [1, 0]);
    }
  });

  it("is split again only around the edit", () => {
    const createPart = (i: number) =>
      `## Part ${i}\n\nSome *words* {number} and <Card>more</Card>.\n\n- one\n- two\n\n`;
    const createPage = (word: string) =>
      `${Array.from({ length: 2000 }, (_, i) => createPart(i)).join("")}${word}\n\n${createPart(1)}`;
    let split = splitPage(createPage("before"), 0);
    splitPage(createPage("before it"), 0, split);
    const times = ["a", "ab", "abc"].map((word) =>
      processorTime(() => (split = splitPage(createPage(word), 0, split))),
    );
    const fullTime = processorTime(() => splitPage(createPage("abcd"), 0));
    assert.ok(Math.min(...times) < fullTime, `${times.join(" ")} of ${fullTime}`);
  });
});

/** Returns the source text of each block. */
function getParts(text: string): string[] {
  return splitPage(text, 0).parts.map(({ start, end }) => text.slice(start, end));
}

/**
 * Returns the parsed blocks without positions. Leaves out definitions, which aren't blocks and are added to each block
 * that may need them.
 */
function toPlain(nodes: readonly { readonly type: string }[]): unknown {
  const blocks = nodes.filter(({ type }) => type !== "definition");
  return JSON.parse(
    JSON.stringify(blocks, (key, value: unknown) => (["position", "estree", "data"].includes(key) ? undefined : value)),
  );
}

function readBlocks(text: string): unknown {
  const ranges = splitPage(text, 0).parts;
  const definitions = readDefinitions(text, ranges);
  return toPlain(
    ranges.flatMap(
      ({ start, end }) => parseBlock(text.slice(start, end), definitions, dialect).tree?.root.children ?? [],
    ),
  );
}

describe("splitting a page into parts", () => {
  const cases: readonly { readonly caseName: string; readonly text: string; readonly parts: number }[] = [
    { caseName: "paragraphs", text: "One.\n\nTwo\nlines.\n\n\nThree.", parts: 3 },
    { caseName: "Windows line endings", text: "One.\r\n\r\nTwo.\r\n", parts: 2 },
    {
      caseName: "a component that contains blank lines",
      text: "<Note>\n\nOne.\n\nTwo.\n\n</Note>\n\nEnd.",
      parts: 2,
    },
    {
      caseName: "a component nested in one with the same name",
      text: "<A>\n\n<A>\n\nx\n\n</A>\n\n</A>\n\nEnd.",
      parts: 2,
    },
    {
      caseName: "a fence with blank lines and tags",
      text: "```html\n<div>\n\n</span>\n```\n\nEnd.",
      parts: 2,
    },
    { caseName: "a tilde fence", text: "~~~\n```\n\n~~~\n\nEnd.", parts: 2 },
    { caseName: "a multiline formula", text: "$$\na < b\n\n{c}\n$$\n\nEnd.", parts: 2 },
    { caseName: "a list with loose items", text: "- one\n\n- two\n\n  more\n\nEnd.", parts: 2 },
    { caseName: "two types of lists", text: "- one\n\n1. two\n\nEnd.", parts: 2 },
    {
      caseName: "an export that spans blank lines",
      text: "export const a = {\n\n  b: 1,\n\n};\n\nEnd.",
      parts: 2,
    },
    {
      caseName: "an export that contains a component",
      text: "export const A = () => (\n  <p>\n\n  don't\n  </p>\n);\n\nEnd.",
      parts: 2,
    },
    {
      caseName: "braces that span blank lines",
      text: "{[1, 2].map((n) => (\n\n  <b>{n}</b>\n\n))}\n\nEnd.",
      parts: 2,
    },
    {
      caseName: "a value with blank lines",
      text: "<Card\n  data={{\n\n    a: 1,\n\n  }}\n/>\n\nEnd.",
      parts: 2,
    },
    { caseName: "code that contains a tag", text: "Write `<Note>` here.\n\nAnd `</Note>` there.", parts: 2 },
    { caseName: "a template with braces", text: "{`a } ${`b {`} c`}\n\nEnd.", parts: 2 },
    { caseName: "an escaped tag", text: "A \\<Note> here.\n\nEnd.", parts: 2 },
    { caseName: "a table", text: "| a | b |\n| - | - |\n| 1 | 2 |\n\nEnd.", parts: 2 },
    { caseName: "a comment with a blank line", text: "{/* one\n\ntwo */}\n\nEnd.", parts: 2 },
    {
      caseName: "a link to a definition elsewhere",
      text: "See [docs] and [this][that].\n\n[docs]: /a\n[that]: /b",
      parts: 2,
    },
    { caseName: "a rule after a list", text: "- one\n\n---\n\nEnd.", parts: 3 },
    {
      caseName: "text that continues after a component",
      text: "<Note>a</Note> and\n\n<Note>b</Note>",
      parts: 2,
    },
    { caseName: "variables", text: "Version {{version}}.\n\n{{name}}", parts: 2 },
    { caseName: "a page without text", text: "\n\n", parts: 0 },
  ];
  for (const { caseName: of, text, parts } of cases)
    it(`parses ${of} in the same way as the whole page`, () => {
      assert.equal(getParts(text).length, parts, JSON.stringify(getParts(text)));
      const wholeTree = parseMdxTree(addPlaceholders(text), dialect);
      assert.deepEqual(readBlocks(text), toPlain(wholeTree?.children ?? []));
    });

  it("numbers footnotes across the whole page", () => {
    const text = "One[^a].\n\n[^a]: The note.";
    assert.match(JSON.stringify(readBlocks(text)), /footnoteReference/);
  });

  const openCases: readonly { readonly caseName: string; readonly text: string }[] = [
    { caseName: "a tag that is never closed", text: "<Card>\n\nOne.\n\nTwo." },
    { caseName: "a half-typed tag", text: '<Card title="\n\nOne.\n\nTwo "quoted".' },
    { caseName: "an open brace", text: "Some {\n\nOne.\n\nTwo." },
    { caseName: "an open brace at the start of a line", text: "{\n\nOne.\n\nTwo." },
    { caseName: "a lone closing tag", text: "</Card>\n\nOne.\n\nTwo." },
    { caseName: "a half-typed import", text: "import { a\n\nOne.\n\nTwo." },
    { caseName: "an angle bracket", text: "a < b\n\nOne.\n\nTwo." },
  ];
  for (const { caseName: of, text } of openCases)
    it(`doesn't merge unrelated blocks if the page contains ${of}`, () => {
      assert.deepEqual(
        getParts(text)
          .slice(1)
          .map((part) => part.slice(0, 3)),
        ["One", "Two"],
      );
    });

  it("takes time proportional to the length of the page, regardless of unclosed syntax", () => {
    for (const piece of ["{", "<A ", "<a b={", "`", "(((", "import {\n\n", '<a b="', "{`${"]) {
      assertQuick(2000, () => splitPage(piece.repeat(200_000 / piece.length), 0), piece);
    }
  });
});

describe("parsing incomplete MDX", () => {
  const cases: readonly { readonly text: string; readonly repairedText: string }[] = [
    { text: "a <b", repairedText: "<" },
    { text: "a {b", repairedText: "{" },
    { text: '<Card title="x', repairedText: "<" },
    { text: "<Card>\ntext", repairedText: "<" },
    { text: "text </Card>", repairedText: "<" },
    { text: "import { x from", repairedText: "i{" },
    { text: "export const a = ;", repairedText: "e" },
    { text: "<Tabs>\n<Tab>\ntext\n</Tabs>", repairedText: "<" },
    { text: "𝒳𝒴 <b", repairedText: "<" },
  ];
  for (const { text, repairedText: mended } of cases)
    it(`reads ${JSON.stringify(text)} around the part that can't be parsed`, () => {
      const parse = parseMdx(text, dialect);
      assert.equal(parse?.repairedOffsets.map((index) => text[index]).join(""), mended);
      assert.ok(parse);
    });

  it("preserves all content in text with many errors", () => {
    const text = "x < y { ".repeat(60);
    assert.ok(parseMdx(text, dialect));
  });

  it("restores replaced characters and variables", () => {
    const variables = new Map([["v", "2.1"]]);
    assert.equal(removePlaceholders(addPlaceholders("a {{v}} {{w}} 🙂"), variables), "a 2.1 {{w}} 🙂");
  });
});

describe("double braces", () => {
  it("enclose variables in text and objects in attribute values", () => {
    const parse = parseMdx('<Card style={{color}} title="a">{{version}}</Card>', dialect);
    assert.deepEqual(parse?.repairedOffsets, []);
    const text = JSON.stringify(parse?.root);
    assert.match(text, /"value":"\{color\}"/);
    assert.match(text, /version/);
  });
});
