import assert from "node:assert/strict";
import { applyEdits } from "./text-edit.ts";

describe("applyEdits", () => {
  it("makes edits given in any order", () => {
    const edits = [
      { range: { start: 4, end: 7 }, newText: "three" },
      { range: { start: 0, end: 0 }, newText: "zero " },
    ];
    assert.equal(applyEdits("one two", edits), "zero one three");
  });

  it("drops the later of two that overlap", () => {
    const edits = [
      { range: { start: 0, end: 3 }, newText: "x" },
      { range: { start: 2, end: 5 }, newText: "y" },
    ];
    assert.equal(applyEdits("abcdef", edits), "xdef");
  });
});
