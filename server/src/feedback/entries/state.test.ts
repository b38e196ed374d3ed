import assert from "node:assert/strict";
import type { FeedbackEntry } from "./entry.ts";
import { mergeEntries, newestSince, planRefresh } from "./state.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 5, 30, 1);
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

  it("requests entries from the day of the newest one", () => {
    assert.equal(newestSince([], now), undefined);
    assert.equal(newestSince([entry("a")], now), undefined);
    assert.equal(
      newestSince([entry("a"), entry("b", now - 26 * hour), entry("c", now - 30 * hour)], now),
      "2026-06-28",
    );
    // From a machine whose clock is wrong.
    assert.equal(newestSince([entry("a", now + 900 * hour)], now), "2026-06-30");
  });
});

describe("next refresh", () => {
  const known = Array.from({ length: 250 }, (_, i) => entry(String(i), now - i));
  const plan = (fullAt: number | undefined, left = 100) =>
    planRefresh(known, { now, budget: { left, limit: 100 }, ...(fullAt !== undefined && { fullAt }) });
  const delta = { kind: "news", query: { from: "2026-06-30", pageSize: 100 } };
  const full = { kind: "full", query: { pageSize: 100 } };

  it("is full at first and if no full read was ever completed", () => {
    assert.deepEqual(planRefresh([], { now, fullAt: now, budget: { left: 1, limit: 100 } }), full);
    assert.deepEqual(plan(undefined), full);
  });
  it("is incremental while statuses are recent", () => assert.deepEqual(plan(now - 5 * hour), delta));
  it("is full after six hours, because statuses change", () => {
    assert.deepEqual(plan(now - 6 * hour), full);
    assert.deepEqual(plan(now + hour), full);
  });
  // 250 entries take 3 pages, and one more entry may have arrived.
  it("is incremental if a full refresh would use over half of the remaining requests", () => {
    assert.deepEqual(plan(now - 6 * hour, 8), full);
    assert.deepEqual(plan(now - 6 * hour, 7), delta);
  });
});
