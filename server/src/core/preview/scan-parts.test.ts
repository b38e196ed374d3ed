import assert from "node:assert/strict";
import fc from "fast-check";
import { processorTime } from "../../../../test/harness/processor-time.ts";
import { thorough } from "../../../../test/harness/thorough.ts";
import { scanPage } from "../page/scan-page.ts";
import { readParts } from "./page-parts.ts";
import { scanParts } from "./scan-parts.ts";

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
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((all) => all.join(""));
const told = ({ outline, references }: ReturnType<typeof scanParts>) => ({
  fields: [...outline.fields],
  headings: references.headings,
  anchors: references.anchors,
});

describe("a page that is scanned part by part", () => {
  for (const [lineEnd, name] of [
    ["\n", "of the whole"],
    ["\r\n", "also with the line ends of Windows"],
  ] as const)
    it(`has the headings and anchors ${name}`, () => {
      fc.assert(
        fc.property(text, (written) => {
          const page = written.replaceAll(/\r?\n/g, lineEnd === "\n" ? "$&" : lineEnd);
          assert.deepEqual(
            told(scanParts("a.mdx", page, readParts(page, dialect))),
            told(scanPage("a.mdx", page)),
            JSON.stringify(page),
          );
        }),
        { numRuns: thorough(400, 5000) },
      );
    });

  it("is not scanned again where nothing has changed", () => {
    const page = Array.from(
      { length: 3000 },
      (_, n) => `## Part ${n}\r\n\r\nSome *words* and <Card>${n}</Card>.\r\n\r\n`,
    ).join("");
    const before = readParts(page, dialect);
    scanParts("a.mdx", page, before);
    const times = ["a", "ab", "abc"].map((word) => {
      const after = readParts(`${page}${word}`, dialect, before);
      return processorTime(() => scanParts("a.mdx", `${page}${word}`, after));
    });
    const whole = processorTime(() => scanPage("a.mdx", `${page}more`));
    assert.ok(Math.min(...times) < whole, `${times.join(" ")} of ${whole}`);
  });
});
