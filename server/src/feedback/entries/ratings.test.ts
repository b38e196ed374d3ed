import assert from "node:assert/strict";
import { compareByNegativeShare, computeMinNegativeShare, needsWork } from "./ratings.ts";

const createRatings = (down: number, of: number) => ({ up: of - down, down });

describe("ranking of pages", () => {
  // Lower bounds of the Wilson score interval, from published tables.
  for (const [down, of, bound] of [
    [0, 50, 0],
    [1, 1, 0.207],
    [2, 2, 0.342],
    [3, 6, 0.188],
    [10, 40, 0.142],
    [40, 50, 0.67],
  ] as const)
    it(`treats ${down} negative ratings out of ${of} as a share of at least ${bound}`, () =>
      assert.equal(Number(computeMinNegativeShare(createRatings(down, of)).toFixed(3)), bound));

  it("ranks pages whose ratings are reliably negative first", () => {
    const pages = [createRatings(10, 40), createRatings(2, 2), createRatings(0, 9), createRatings(40, 50)];
    assert.deepEqual(
      pages.toSorted(compareByNegativeShare).map(({ up, down }) => `${down}/${up + down}`),
      ["40/50", "2/2", "10/40", "0/9"],
    );
  });

  it("marks pages as needing work only above a threshold", () => {
    const needed = [
      createRatings(1, 1),
      createRatings(2, 2),
      createRatings(2, 4),
      createRatings(2, 5),
      createRatings(5, 100),
      createRatings(25, 100),
    ];
    assert.deepEqual(needed.map(needsWork), [false, true, true, false, false, true]);
  });
});
