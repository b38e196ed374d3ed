import assert from "node:assert/strict";
import { compareNeed, computeNeed, needsWork } from "./ratings.ts";

const rated = (down: number, of: number) => ({ up: of - down, down });

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
      assert.equal(Number(computeNeed(rated(down, of)).toFixed(3)), bound));

  it("ranks pages whose ratings are reliably negative first", () => {
    const pages = [rated(10, 40), rated(2, 2), rated(0, 9), rated(40, 50)];
    assert.deepEqual(
      pages.toSorted(compareNeed).map(({ up, down }) => `${down}/${up + down}`),
      ["40/50", "2/2", "10/40", "0/9"],
    );
  });

  it("marks pages as needing work only above a threshold", () => {
    const needed = [rated(1, 1), rated(2, 2), rated(2, 4), rated(2, 5), rated(5, 100), rated(25, 100)];
    assert.deepEqual(needed.map(needsWork), [false, true, true, false, false, true]);
  });
});
