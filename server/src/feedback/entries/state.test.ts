import assert from "node:assert/strict";
import { entryAt } from "../../../../test/harness/feedback-state-of.ts";
import { mergeEntries } from "./state.ts";

describe("merging cached and new entries", () => {
  it("returns a single list without duplicates, with current statuses, the newest entries first, and undated entries last", () => {
    const knownEntries = [entryAt("b", 2), entryAt("a", 1), entryAt("x")];
    const delta = [entryAt("c", 3), entryAt("a", 1, "resolved"), entryAt("d", 2)];
    assert.deepEqual(
      mergeEntries(knownEntries, delta).map(({ id, status }) => `${id} ${status}`),
      ["c pending", "b pending", "d pending", "a resolved", "x pending"],
    );
  });
});
