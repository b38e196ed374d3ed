import assert from "node:assert/strict";
import fc from "fast-check";
import * as fastCheck from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  applyEdits,
  getCommonEndLengths,
  createLineMap,
  createLineRangeMapper,
  createRangeMapper,
  getOffset,
  getPosition,
} from "./text-edit.ts";

const text = fc
  .array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", " ", "\u2028", "\ufeff"), { maxLength: 40 })
  .map((parts) => parts.join(""));

describe("line map", () => {
  it("counts a lone carriage return and a surrogate pair as the protocol does", () => {
    const map = createLineMap("a\rb\r\n😀c");
    assert.deepEqual(getPosition(map, 2), { line: 1, character: 0 });
    assert.deepEqual(getPosition(map, 7), { line: 2, character: 2 });
  });

  it("returns the same positions as the protocol's text document, except inside a line ending", () => {
    fc.assert(
      fc.property(text, (content) => {
        const map = createLineMap(content);
        const document = TextDocument.create("file:///a", "x", 1, content);
        for (let offset = 0; offset <= content.length; offset++) {
          if (content[offset] === "\n" && content[offset - 1] === "\r") continue;
          assert.deepEqual(getPosition(map, offset), document.positionAt(offset));
          assert.equal(getOffset(map, getPosition(map, offset)), offset);
        }
      }),
    );
  });

  it("moves out-of-range positions to the nearest end", () => {
    const map = createLineMap("ab\nc");
    assert.deepEqual(getPosition(map, 99), { line: 1, character: 1 });
    assert.equal(getOffset(map, { line: 9, character: 0 }), 4);
    assert.equal(getOffset(map, { line: -1, character: 5 }), 0);
  });
});

describe("moveRange", () => {
  it("preserves ranges before an edit, shifts ranges after it, and drops ranges inside it", () => {
    const move = createRangeMapper("one two three", "one 2222 three");
    assert.deepEqual(move({ start: 0, end: 3 }), { start: 0, end: 3 });
    assert.deepEqual(move({ start: 8, end: 13 }), { start: 9, end: 14 });
    assert.equal(move({ start: 4, end: 7 }), undefined);
    assert.equal(move({ start: 0, end: 13 }), undefined);
  });

  it("maps every range to the same text or drops it", () => {
    const text = fastCheck.string({ unit: fastCheck.constantFrom("a", "b", "\n"), maxLength: 12 });
    fastCheck.assert(
      fastCheck.property(text, text, fastCheck.nat(12), fastCheck.nat(12), (before, after, a, b) => {
        const end = Math.min(Math.max(a, b), before.length);
        const start = Math.min(a, b, end);
        const range = createRangeMapper(before, after)({ start, end });
        if (range) assert.equal(after.slice(range.start, range.end), before.slice(start, end));
        else assert.notEqual(before, after);
      }),
    );
  });

  it("preserves every range that an insertion doesn't affect", () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.string(),
        fastCheck.string({ minLength: 1 }),
        fastCheck.string(),
        (left, put, right) => {
          const move = createRangeMapper(left + right, left + put + right);
          const full = left + put + right;
          for (const [start, end] of [
            [0, left.length],
            [left.length, left.length + right.length],
          ] as const) {
            const range = move({ start, end });
            if (range) assert.equal(full.slice(range.start, range.end), (left + right).slice(start, end));
          }
          assert.ok(move({ start: 0, end: left.length }));
        },
      ),
    );
  });
});

describe("moveByLines", () => {
  const moveWord = (before: string, after: string, word: string) => {
    const start = before.indexOf(word);
    const range = createLineRangeMapper(
      createLineMap(before),
      createLineMap(after),
    )({ start, end: start + word.length });
    return range && after.slice(range.start, range.end);
  };

  it("shifts ranges on lines after an edit and preserves ranges before it", () => {
    const before = "one\ntwo\nthree\nfour\n";
    for (const after of ["one\ntwo\nnew\nthree\nfour\n", "one\ntwo.\nthree\nfour\n", "one\nthree\nfour\n"])
      for (const word of ["one", "three", "four"]) assert.equal(moveWord(before, after, word), word);
  });

  it("drops ranges on a changed line", () => {
    assert.equal(moveWord("one\ntwo x\nthree\n", "one\ntwoo x\nthree\n", "two"), undefined);
    assert.equal(moveWord("one\ntwo x\nthree\n", "one\ntwoo x\nthree\n", "x"), undefined);
    assert.equal(moveWord("one two", "one twoo", "two"), undefined);
  });

  it("preserves all ranges if the lines are the same", () => {
    assert.equal(moveWord("one\ntwo\n", "one\ntwo\n", "two"), "two");
  });

  it("never moves a range outside the text", () => {
    const text = fastCheck.string({ unit: fastCheck.constantFrom("a", "b", "\n"), maxLength: 12 });
    fastCheck.assert(
      fastCheck.property(text, text, fastCheck.nat(12), fastCheck.nat(12), (before, after, a, b) => {
        const end = Math.min(Math.max(a, b), before.length);
        const range = { start: Math.min(a, b, end), end };
        const now = createLineRangeMapper(createLineMap(before), createLineMap(after))(range);
        if (!now) return;
        assert.ok(now.start >= 0 && now.end <= after.length);
        assert.equal(now.end - now.start, range.end - range.start);
      }),
    );
  });
});

describe("commonEnds", () => {
  it("returns the lengths of the longest common prefix and suffix that don't overlap", () => {
    const long = "x".repeat(3000);
    for (const [a, b, start, end] of [
      ["", "", 0, 0],
      ["abc", "abc", 3, 0],
      ["abc", "axc", 1, 1],
      ["abc", "xyz", 0, 0],
      ["aa", "aaa", 2, 0],
      ["ab", "acb", 1, 1],
      [`${long}b${long}`, `${long}cd${long}`, 3000, 3000],
    ] as const)
      assert.deepEqual(getCommonEndLengths(a, b), { start, end }, `${a.length} ${b.length}`);
  });
});

describe("applyEdits", () => {
  it("applies edits given in any order", () => {
    const edits = [
      { range: { start: 4, end: 7 }, newText: "three" },
      { range: { start: 0, end: 0 }, newText: "zero " },
    ];
    assert.equal(applyEdits("one two", edits), "zero one three");
  });

  it("drops the later of two overlapping edits", () => {
    const edits = [
      { range: { start: 0, end: 3 }, newText: "x" },
      { range: { start: 2, end: 5 }, newText: "y" },
    ];
    assert.equal(applyEdits("abcdef", edits), "xdef");
  });
});
