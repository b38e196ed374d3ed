import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { mergeBlocks } from "./changed-blocks.ts";
import type { ViewBlock } from "./view/page-view.ts";

/** Parses IDs such as `a b b-2` into blocks. */
function createBlocks(ids: string): ViewBlock[] {
  return ids
    .split(" ")
    .filter(Boolean)
    .map((id, line) => ({ id, lines: [line, line], nodes: [id] }));
}

const marks = { same: "", added: "+", removed: "-", changed: "~" };

function getReported(before: string, after: string): string {
  return mergeBlocks(createBlocks(before), createBlocks(after))
    .map(({ block, change, before }) => `${marks[change]}${before ? `${before.id}>` : ""}${block.id}`)
    .join(" ");
}

describe("comparing two versions of a page", () => {
  const cases: readonly (readonly [before: string, after: string, messages: string])[] = [
    ["a b c", "a b c", "a b c"],
    ["a b c", "a x c", "a ~b>x c"],
    ["a c", "a b c", "a +b c"],
    ["a b c", "a c", "a -b c"],
    ["a b c d", "d a b c", "+d a b c -d"],
    ["", "a", "+a"],
    ["a", "", "-a"],
    ["a a-2", "a x a-2", "a +x a-2"],
    ["a b c d", "a x y z d", "a ~b>x ~c>y +z d"],
  ];
  for (const [before, after, expected] of cases)
    it(`reports the changes: ${before || "nothing"} → ${after || "nothing"}`, () => {
      assert.equal(getReported(before, after), expected);
    });

  it("is fast for thousands of changed blocks", () => {
    const ids = Array.from({ length: 3000 }, (_, i) => `a${i}`);
    assertQuick(2000, () => {
      const changed = mergeBlocks(createBlocks(ids.join(" ")), createBlocks([...ids].reverse().join(" ")));
      assert.ok(changed.length >= 3000);
    });
  });
});
