import assert from "node:assert/strict";
import { readMdx } from "./mdx-parser.ts";

const count = 10_100;

describe("unclosed tags", () => {
  for (const [kind, text] of [
    ["one after another", "<A>".repeat(count)],
    ["on separate lines", "<A>\n".repeat(count)],
    ["in text", "a <A>".repeat(count)],
    ["in paragraphs", "a <A>\n\n".repeat(count)],
    ["after as many closing tags", "</A>".repeat(count) + "<A>".repeat(count)],
  ] as const)
    it(`stop the parser if there are more than 10,000 ${kind}`, () => {
      assert.deepEqual(readMdx(text), { kind: "too-complex" });
    });

  it("don't include tags that are closed later or close themselves", () => {
    for (const [text, tags] of [
      ["<A />\n".repeat(count), count],
      ["<A></A>".repeat(count), 2 * count],
      ["<A>\n</A>\n\n".repeat(count), 2 * count],
      ["a <A>b</A> <b />".repeat(count), 3 * count],
    ] as const)
      assert.equal(countTags(text), tags, text.slice(0, 20));
  });

  it("are counted once even if the parser reads them twice, for example, after a line of text", () => {
    assert.equal(countTags("a\n<A>\n\n</A>\n".repeat(5100)), 10_200);
    assert.equal(countTags(`a\n${"<A>".repeat(9000)}\n`), 9000);
    assert.deepEqual(readMdx(`a\n${"<A>".repeat(count)}\n`), { kind: "too-complex" });
  });

  it("don't count toward the limit on the next page", () => {
    const text = "<A>".repeat(9000);
    assert.equal(countTags(text), 9000);
    assert.equal(countTags(text), 9000);
  });
});

function countTags(text: string): number | undefined {
  const reading = readMdx(text);
  return reading.kind === "read" ? reading.tags.length : undefined;
}
