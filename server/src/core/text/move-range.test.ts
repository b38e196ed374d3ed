import assert from "node:assert/strict";
import * as fastCheck from "fast-check";
import { lineMapOf } from "./line-map.ts";
import { moveByLines, moveRange } from "./move-range.ts";

describe("moveRange", () => {
  it("leaves what stands before an edit, shifts what stands behind it and drops what lies in it", () => {
    const move = moveRange("one two three", "one 2222 three");
    assert.deepEqual(move({ start: 0, end: 3 }), { start: 0, end: 3 });
    assert.deepEqual(move({ start: 8, end: 13 }), { start: 9, end: 14 });
    assert.equal(move({ start: 4, end: 7 }), undefined);
    assert.equal(move({ start: 0, end: 13 }), undefined);
  });

  it("gives every range in the place where the same text stands, or none", () => {
    const text = fastCheck.string({ unit: fastCheck.constantFrom("a", "b", "\n"), maxLength: 12 });
    fastCheck.assert(
      fastCheck.property(text, text, fastCheck.nat(12), fastCheck.nat(12), (before, after, a, b) => {
        const end = Math.min(Math.max(a, b), before.length);
        const start = Math.min(a, b, end);
        const moved = moveRange(before, after)({ start, end });
        if (moved) assert.equal(after.slice(moved.start, moved.end), before.slice(start, end));
        else assert.notEqual(before, after);
      }),
    );
  });

  it("keeps all that an insertion does not touch", () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.string(), fastCheck.string({ minLength: 1 }), fastCheck.string(), (left, put, right) => {
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

describe("moveByLines", () => {
  const moved = (before: string, after: string, word: string) => {
    const start = before.indexOf(word);
    const range = moveByLines(lineMapOf(before), lineMapOf(after))({ start, end: start + word.length });
    return range && after.slice(range.start, range.end);
  };

  it("shifts what stands on lines behind an edit and leaves the lines before it", () => {
    const before = "one\ntwo\nthree\nfour\n";
    for (const after of ["one\ntwo\nnew\nthree\nfour\n", "one\ntwo.\nthree\nfour\n", "one\nthree\nfour\n"])
      for (const word of ["one", "three", "four"]) assert.equal(moved(before, after, word), word);
  });

  it("drops what stands on the line that has changed", () => {
    assert.equal(moved("one\ntwo x\nthree\n", "one\ntwoo x\nthree\n", "two"), undefined);
    assert.equal(moved("one\ntwo x\nthree\n", "one\ntwoo x\nthree\n", "x"), undefined);
    assert.equal(moved("one two", "one twoo", "two"), undefined);
  });

  it("keeps all where the lines are the same", () => {
    assert.equal(moved("one\ntwo\n", "one\ntwo\n", "two"), "two");
  });

  it("never moves a range out of the text", () => {
    const text = fastCheck.string({ unit: fastCheck.constantFrom("a", "b", "\n"), maxLength: 12 });
    fastCheck.assert(
      fastCheck.property(text, text, fastCheck.nat(12), fastCheck.nat(12), (before, after, a, b) => {
        const end = Math.min(Math.max(a, b), before.length);
        const range = { start: Math.min(a, b, end), end };
        const now = moveByLines(lineMapOf(before), lineMapOf(after))(range);
        if (!now) return;
        assert.ok(now.start >= 0 && now.end <= after.length);
        assert.equal(now.end - now.start, range.end - range.start);
      }),
    );
  });
});
