import assert from "node:assert/strict";
import fc from "fast-check";
import { type BlockSummary, findSameBlocks, applySameBlocks } from "./page-view.ts";

const createPlace = (id: string, line: number): BlockSummary => ({ id, lines: [line, line] });

describe("blocks shared by two versions of a page", () => {
  it("include the blocks before an edit, and the blocks after it with shifted lines", () => {
    const before = [createPlace("a", 0), createPlace("b", 2), createPlace("c", 4)];
    const newBlocks = [createPlace("a", 0), createPlace("x", 2), createPlace("y", 4), createPlace("c", 6)];
    assert.deepEqual(findSameBlocks(before, newBlocks), { head: 1, tail: 1, down: 2 });
  });

  it("are counted once if a block is duplicated or removed", () => {
    const twins = [createPlace("a", 0), createPlace("a", 0)];
    assert.deepEqual(findSameBlocks(twins, [createPlace("a", 0)]), { head: 1, tail: 0, down: 0 });
    assert.deepEqual(findSameBlocks([createPlace("a", 0)], twins), { head: 1, tail: 0, down: 0 });
  });

  it("exclude a block if the line number of its error changes, even if nothing else in the block does", () => {
    const problem = { message: "Half typed.", line: 3, shown: "mended" } as const;
    const before = [createPlace("a", 0), { ...createPlace("b", 3), problem }];
    const newBlocks = [createPlace("x", 0), { ...createPlace("b", 4), problem: { ...problem, line: 4 } }];
    assert.deepEqual(findSameBlocks(before, newBlocks), { head: 0, tail: 0, down: 0 });
  });

  it("allow either version to be rebuilt from the other after any edit", () => {
    const problemArbitrary = fc.constantFrom(undefined, {
      message: "Half typed.",
      line: 2,
      shown: "kept" as const,
    });
    const block = fc.record(
      {
        id: fc.constantFrom("a", "b", "c", "d"),
        lines: fc.tuple(fc.nat(3), fc.nat(3)),
        change: fc.constantFrom(undefined, "added" as const),
        problem: problemArbitrary,
      },
      { requiredKeys: ["id", "lines"] },
    );
    const page = fc.array(block, { maxLength: 8 }) as fc.Arbitrary<BlockSummary[]>;
    fc.assert(
      fc.property(page, page, (before, newBlocks) => {
        const sameBlocks = findSameBlocks(before, newBlocks);
        const newBetween = newBlocks.slice(sameBlocks.head, newBlocks.length - sameBlocks.tail);
        assert.deepEqual(toBare(applySameBlocks(before, sameBlocks, newBetween)), toBare(newBlocks));
      }),
      { numRuns: 500 },
    );
  });
});

/** Returns the blocks without undefined members so that undefined and missing members are equal. */
function toBare(blocks: readonly BlockSummary[]): unknown {
  return JSON.parse(JSON.stringify(blocks));
}
