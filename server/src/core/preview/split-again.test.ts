import assert from "node:assert/strict";
import fc from "fast-check";
import { processorTime } from "../../../../test/harness/processor-time.ts";
import { splitPage } from "./split-page.ts";

/** What decides where a page is cut, and words. */
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
const arbitraryText = fc.array(fc.constantFrom(...cutPieces), { maxLength: 60 }).map((all) => all.join(""));
const edits = fc.array(
  fc.record({
    at: fc.nat(),
    without: fc.nat({ max: 12 }),
    put: fc.array(fc.constantFrom(...cutPieces), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("a page that is cut again after an edit", () => {
  it("has the parts that it would have without the cutting before", () => {
    fc.assert(
      fc.property(arbitraryText, edits, fc.nat({ max: 3 }), (first, changes, bodyStart) => {
        let now = first;
        let split = splitPage(now, Math.min(bodyStart, now.length));
        for (const { at, without, put } of changes) {
          const place = now.length === 0 ? 0 : at % (now.length + 1);
          now = now.slice(0, place) + put.join("") + now.slice(place + without);
          const start = Math.min(bodyStart, now.length);
          split = splitPage(now, start, split);
          const { spans, gaps, parts, spent } = splitPage(now, start);
          assert.deepEqual(
            { spans: split.spans, gaps: split.gaps, parts: split.parts, spent: split.spent },
            { spans, gaps, parts, spent },
            JSON.stringify(now),
          );
        }
      }),
      { numRuns: 4000 },
    );
  });

  it("is read only around the edit", () => {
    const part = (i: number) =>
      `## Part ${i}\n\nSome *words* {number} and <Card>more</Card>.\n\n- one\n- two\n\n`;
    const page = (word: string) =>
      `${Array.from({ length: 2000 }, (_, i) => part(i)).join("")}${word}\n\n${part(1)}`;
    let split = splitPage(page("before"), 0);
    splitPage(page("before it"), 0, split);
    const times = ["a", "ab", "abc"].map((word) =>
      processorTime(() => (split = splitPage(page(word), 0, split))),
    );
    const whole = processorTime(() => splitPage(page("abcd"), 0));
    assert.ok(Math.min(...times) < whole, `${times.join(" ")} of ${whole}`);
  });
});
