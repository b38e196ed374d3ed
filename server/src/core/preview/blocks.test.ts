import assert from "node:assert/strict";
import fc from "fast-check";
import { parsePageBlocks } from "./blocks.ts";

const dialect = { singleDollarMaths: true };
const pieces = [
  "Some [words].\n\n",
  "More *words*\non two lines.\r\n\r\n",
  "[words]: /a\n\n",
  "[^1]: A note.\n\n",
  "Told[^1].\n\n",
  "<Card>\n\nOne.\n\n</Card>\n\n",
  "<Card>\n\n",
  "- one\n\n- two\n\n",
  "```ts\na\n\nb\n```\n\n",
  "```\n",
  "\n",
  "{",
  "word ",
  "---\ntitle: x\n---\n\n",
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((texts) => texts.join(""));
const edits = fc.array(fc.record({ at: fc.nat(), without: fc.nat({ max: 9 }), put: fc.constantFrom("", ...pieces) }), {
  minLength: 1,
  maxLength: 4,
});
/** Returns each block's position, text, and parse result as plain data. */
const formatParts = ({ parts }: ReturnType<typeof parsePageBlocks>) =>
  parts.map(({ range, lines, block }) => ({
    range,
    lines,
    text: block.text,
    mended: block.repairedOffsets,
    tree: block.tree,
  }));

describe("parts of a page that are reused after an edit", () => {
  it("are the same as after a full read", () => {
    fc.assert(
      fc.property(text, edits, (first, changes) => {
        let text = first;
        let read = parsePageBlocks(text, dialect);
        for (const { at, without, put } of changes) {
          const position = at % (text.length + 1);
          text = text.slice(0, position) + put + text.slice(position + without);
          read = parsePageBlocks(text, dialect, read);
          assert.deepEqual(formatParts(read), formatParts(parsePageBlocks(text, dialect)), JSON.stringify(text));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("are the same objects if they precede the edit, and keep their blocks if they follow it", () => {
    const createPage = (word: string) => `One.\n\nTwo ${word}.\n\nThree.`;
    const before = parsePageBlocks(createPage("a"), dialect);
    const after = parsePageBlocks(createPage("a b"), dialect, before);
    assert.equal(after.parts[0], before.parts[0]);
    assert.notEqual(after.parts[1]?.block, before.parts[1]?.block);
    assert.equal(after.parts[2]?.block, before.parts[2]?.block);
  });

  it("aren't reused if the meaning of dollar signs changes", () => {
    const before = parsePageBlocks("Costs $1 or $2.", dialect);
    const after = parsePageBlocks("Costs $1 or $2.", { singleDollarMaths: false }, before);
    assert.notDeepEqual(formatParts(after), formatParts(before));
  });
});
