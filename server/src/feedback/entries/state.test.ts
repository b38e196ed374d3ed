import assert from "node:assert/strict";
import type { FeedbackEntry } from "./entry.ts";
import { mergeEntries } from "./state.ts";

const entry = (id: string, createdAt?: number, status = "pending"): FeedbackEntry => ({
  id,
  path: "/start",
  source: "agent",
  status,
  incomplete: [],
  ...(createdAt !== undefined && { createdAt }),
});

describe("merging of cached and new entries", () => {
  it("returns one list, newest first, without duplicates, with current statuses, and undated entries last", () => {
    const known = [entry("b", 2), entry("a", 1), entry("x")];
    const delta = [entry("c", 3), entry("a", 1, "resolved"), entry("d", 2)];
    assert.deepEqual(
      mergeEntries(known, delta).map(({ id, status }) => `${id} ${status}`),
      ["c pending", "b pending", "d pending", "a resolved", "x pending"],
    );
  });
});
