import assert from "node:assert/strict";
import { applyFileEdits, containsEdits } from "./text-edit.ts";

describe("containsEdits", () => {
  const text = "one two three two";
  const edits = [
    { range: { start: 4, end: 7 }, newText: "2" },
    { range: { start: 14, end: 17 }, newText: "2" },
    { range: { start: 17, end: 17 }, newText: " end" },
  ];
  const editedText = applyFileEdits([["a", edits]], () => text).get("a") ?? { content: "", undoEdits: [] };

  for (const variant of ["one 2 three 2 end", "one 2 three two", "one two three two end", "one two three 2"])
    it(`returns true if some or all of the edits were made: ${variant}`, () =>
      assert.equal(containsEdits(editedText, variant), true));

  for (const other of [text, "", "one 2 three 2 end!", "zero 2 three 2 end", "one three"])
    it(`returns false if no edits were made or the text is different: ${other}`, () =>
      assert.equal(containsEdits(editedText, other), false));

  it("distinguishes edits in text that consists of a single repeated character", () => {
    const many = Array.from({ length: 400 }, (_, i) => ({ range: { start: i, end: i + 1 }, newText: "aa" }));
    const all = applyFileEdits([["a", many]], () => "a".repeat(400)).get("a") ?? {
      content: "",
      undoEdits: [],
    };
    assert.equal(containsEdits(all, "a".repeat(401)), true);
    assert.equal(containsEdits(all, "a".repeat(400)), false);
    assert.equal(containsEdits(all, "a".repeat(801)), false);
  });
});
