import assert from "node:assert/strict";
import * as fc from "fast-check";
import { moveRange } from "./move-range.ts";

describe("moveRange", () => {
  it("leaves what stands before an edit, shifts what stands behind it and drops what lies in it", () => {
    const move = moveRange("one two three", "one 2222 three");
    assert.deepEqual(move({ start: 0, end: 3 }), { start: 0, end: 3 });
    assert.deepEqual(move({ start: 8, end: 13 }), { start: 9, end: 14 });
    assert.equal(move({ start: 4, end: 7 }), undefined);
    assert.equal(move({ start: 0, end: 13 }), undefined);
  });

  it("gives every range in the place where the same text stands, or none", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(12), (before, after, a, b) => {
        const end = Math.min(Math.max(a, b), before.length);
        const start = Math.min(a, b, end);
        const moved = moveRange(before, after)({ start, end });
        if (moved) assert.equal(after.slice(moved.start, moved.end), before.slice(start, end));
        else assert.notEqual(before, after);
      }),
    );
  });

  it("keeps all that an insertion does not touch", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (left, put, right) => {
        const move = moveRange(left + right, left + put + right);
        const whole = left + put + right;
        for (const [start, end] of [
          [0, left.length],
          [left.length, left.length + right.length],
        ] as const) {
          const moved = move({ start, end });
          if (moved) assert.equal(whole.slice(moved.start, moved.end), (left + right).slice(start, end));
        }
        assert.ok(move({ start: 0, end: left.length }));
      }),
    );
  });
});
