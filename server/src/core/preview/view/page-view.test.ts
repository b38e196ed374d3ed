import assert from "node:assert/strict";
import fc from "fast-check";
import { type BlockPlace, findSameBlocks, withSameBlocks } from "./page-view.ts";

const at = (id: string, line: number): BlockPlace => ({ id, lines: [line, line] });

describe("blocks shared by two versions of a page", () => {
  it("include the blocks before an edit, and the blocks after it with shifted lines", () => {
    const before = [at("a", 0), at("b", 2), at("c", 4)];
    const now = [at("a", 0), at("x", 2), at("y", 4), at("c", 6)];
    assert.deepEqual(findSameBlocks(before, now), { head: 1, tail: 1, down: 2 });
  });

  it("are counted once if a block is duplicated or removed", () => {
    const both = [at("a", 0), at("a", 0)];
    assert.deepEqual(findSameBlocks(both, [at("a", 0)]), { head: 1, tail: 0, down: 0 });
    assert.deepEqual(findSameBlocks([at("a", 0)], both), { head: 1, tail: 0, down: 0 });
  });

  it("exclude a block if the line number of its error changes, even if nothing else in the block does", () => {
    const fault = { message: "Half typed.", line: 3, shown: "mended" } as const;
    const before = [at("a", 0), { ...at("b", 3), fault }];
    const now = [at("x", 0), { ...at("b", 4), fault: { ...fault, line: 4 } }];
    assert.deepEqual(findSameBlocks(before, now), { head: 0, tail: 0, down: 0 });
  });

  it("allow either version to be rebuilt from the other after any edit", () => {
    const fault = fc.constantFrom(undefined, {
      message: "Half typed.",
      line: 2,
      shown: "kept" as const,
    });
    const block = fc.record(
      {
        id: fc.constantFrom("a", "b", "c", "d"),
        lines: fc.tuple(fc.nat(3), fc.nat(3)),
        change: fc.constantFrom(undefined, "added" as const),
        fault,
      },
      { requiredKeys: ["id", "lines"] },
    );
    const page = fc.array(block, { maxLength: 8 }) as fc.Arbitrary<BlockPlace[]>;
    fc.assert(
      fc.property(page, page, (before, now) => {
        const same = findSameBlocks(before, now);
        const between = now.slice(same.head, now.length - same.tail);
        assert.deepEqual(bare(withSameBlocks(before, same, between)), bare(now));
      }),
      { numRuns: 500 },
    );
  });
});

/** Returns the blocks without undefined members so that undefined and missing members are equal. */
function bare(blocks: readonly BlockPlace[]): unknown {
  return JSON.parse(JSON.stringify(blocks));
}
