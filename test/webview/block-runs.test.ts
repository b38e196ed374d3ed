import assert from "node:assert/strict";
import fc from "fast-check";
import { groupRuns, type BlockRun } from "../../webview/src/host/paint-blocks.tsx";

interface Block {
  readonly key: string;
}

let count = 0;
const fresh = (): string => `n${++count}`;
const blocksOf = (length: number): Block[] => Array.from({ length }, (_, index) => ({ key: `k${index}` }));
const runOf = (runs: readonly BlockRun<Block>[], key: string): string | undefined =>
  runs.find(({ blocks }) => blocks.some((block) => block.key === key))?.key;

describe("runs of blocks", () => {
  it("remain the same objects, except for the run that contains a changed block", () => {
    const blocks = blocksOf(1000);
    const before = groupRuns([], blocks, fresh);
    const now = groupRuns(before, blocks.with(500, { key: "k500" }), fresh);
    assert.ok(before.length > 5);
    assert.equal(now.length, before.length);
    assert.equal(before.filter((run, index) => now[index] !== run).length, 1);
    assert.equal(runOf(now, "k500"), runOf(before, "k500"));
  });

  it("absorb new blocks, so that later ones don't move to another run", () => {
    const blocks = blocksOf(1000);
    const before = groupRuns([], blocks, fresh);
    const now = groupRuns(before, blocks.toSpliced(300, 0, { key: "new" }), fresh);
    for (const { key } of blocks) assert.equal(runOf(now, key), runOf(before, key), key);
  });

  it("contain the page's blocks, each once and in order, after any edits", () => {
    const pages = fc.array(fc.shuffledSubarray(Array.from({ length: 401 }, (_, number) => number)), {
      minLength: 2,
      maxLength: 4,
    });
    const all = blocksOf(401);
    fc.assert(
      fc.property(pages, (edits) => {
        let runs: readonly BlockRun<Block>[] = [];
        for (const numbers of edits) {
          const blocks = numbers.flatMap((number) => all[number] ?? []);
          runs = groupRuns(runs, blocks, fresh);
          assert.deepEqual(
            runs.flatMap((run) => run.blocks),
            blocks,
          );
          assert.equal(new Set(runs.map(({ key }) => key)).size, runs.length, "two runs have the same key");
          assert.ok(runs.every((run) => run.blocks.length > 0 && run.blocks.length <= 256));
        }
      }),
      { numRuns: 100 },
    );
  });
});
