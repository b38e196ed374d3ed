import assert from "node:assert/strict";
import fc from "fast-check";
import { createRangePredicate } from "./page-variables.ts";

const range = fc.tuple(fc.nat(40), fc.nat(10)).map(([start, length]) => ({ start, end: start + length }));

describe("range index", () => {
  it("finds the same ranges as a linear search does", () =>
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), range, (outer, inner) => {
        const isInOne = outer.some(({ start, end }) => start <= inner.start && inner.end <= end);
        assert.equal(createRangePredicate(outer)(inner), isInOne);
      }),
      { numRuns: 2000 },
    ));
});
