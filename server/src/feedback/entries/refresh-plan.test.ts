import assert from "node:assert/strict";
import { entryAt } from "../../../../test/harness/feedback-state-of.ts";
import type { FeedbackEntry } from "./entry.ts";
import {
  createClosedQuery,
  continueSweep,
  type RefreshBatch,
  findNewestDay,
  planRefresh,
  type RefreshState,
  removeDeletedEntries,
} from "./refresh-plan.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 5, 30, 1);
const createMany = (count: number, status: string): FeedbackEntry[] =>
  Array.from({ length: count }, (_, i) => entryAt(`${status} ${i}`, now - i, status));

it("new entries are requested starting with the day of the newest known entry", () => {
  assert.equal(findNewestDay([], now), undefined);
  assert.equal(findNewestDay([entryAt("a")], now), undefined);
  assert.equal(
    findNewestDay([entryAt("a"), entryAt("b", now - 26 * hour), entryAt("c", now - 30 * hour)], now),
    "2026-06-28",
  );
  // The entry comes from a machine whose clock is wrong.
  assert.equal(findNewestDay([entryAt("a", now + 900 * hour)], now), "2026-06-30");
});

describe("next refresh", () => {
  const listKinds = (knownEntries: readonly FeedbackEntry[], budgetLeft: number, more: Partial<RefreshState> = {}) =>
    planRefresh(knownEntries, { now, budget: { remainingRequests: budgetLeft, limit: 100 }, ...more }).map(
      ({ kind, maxPages }) => (Number.isFinite(maxPages) ? `${kind} ${maxPages}` : kind),
    );

  describe("of a project whose entries use up to half of the hourly limit", () => {
    const knownEntries = createMany(250, "pending");
    const plan = (fullAt: number | undefined, budgetLeft = 100) =>
      listKinds(knownEntries, budgetLeft, fullAt === undefined ? {} : { fullAt });

    it("reads all entries until a full read has finished", () => {
      assert.deepEqual(listKinds([], 1, { fullAt: now }), ["sweep"]);
      assert.deepEqual(plan(undefined), ["sweep"]);
    });
    it("reads only new entries while statuses are up to date", () => assert.deepEqual(plan(now - 5 * hour), ["new"]));
    it("reads all entries again after six hours because statuses change", () => {
      assert.deepEqual(plan(now - 6 * hour), ["sweep"]);
      assert.deepEqual(plan(now + hour), ["sweep"]);
    });
    // Reading 250 entries takes 3 requests, and one more entry may have arrived.
    it("reads only new entries if reading all of them would use more than half of the remaining requests", () => {
      assert.deepEqual(plan(now - 6 * hour, 8), ["sweep"]);
      assert.deepEqual(plan(now - 6 * hour, 7), ["new"]);
    });
  });

  describe("of a larger project", () => {
    const knownEntries = [...createMany(800, "pending"), ...createMany(29_200, "resolved")];
    const sweep = { startedAt: now - hour, cursor: "c" };

    it("uses half of the remaining requests to read new entries, to check the status of open entries, and to continue reading all entries", () => {
      assert.deepEqual(listKinds(knownEntries, 98, { fullAt: now - 12 * hour }), ["new", "open 10", "sweep 30"]);
      assert.deepEqual(listKinds(knownEntries, 60, { fullAt: now - 12 * hour, sweep }), ["new", "open 10", "sweep 11"]);
    });
    it("reads open entries once an hour, and only if enough requests remain for the other reads", () => {
      assert.deepEqual(listKinds(knownEntries, 98, { fullAt: now - hour, openAt: now - hour / 2 }), ["new"]);
      assert.deepEqual(listKinds(knownEntries, 98, { fullAt: now - hour, openAt: now - hour }), ["new", "open 10"]);
      assert.deepEqual(listKinds(createMany(30_000, "pending"), 98, { fullAt: now - hour, sweep }), [
        "new",
        "sweep 48",
      ]);
    });
    it("stops reading when few requests are left", () =>
      assert.deepEqual(listKinds(knownEntries, 3, { fullAt: now - 12 * hour, sweep }), ["new"]));
    it("resumes an unfinished first read", () => {
      const [step, ...more] = planRefresh(knownEntries, { now, budget: { remainingRequests: 100, limit: 100 }, sweep });
      assert.deepEqual([step?.query, step?.maxPages, more], [{ pageSize: 100, cursor: "c" }, Infinity, []]);
    });
    it("starts over at the user's request", () => {
      const [step, ...more] = planRefresh(knownEntries, { now, budget: { remainingRequests: 9, limit: 100 }, fullAt: now, sweep, isAllRequested: true }); // prettier-ignore
      assert.deepEqual([step?.query, step?.maxPages, more], [{ pageSize: 100 }, Infinity, []]);
    });
  });
});

describe("partial read of all entries", () => {
  const read = (times: readonly number[], more: Partial<RefreshBatch> = {}): RefreshBatch => ({
    entries: times.map((time) => entryAt(`${time}`, time)),
    isComplete: false,
    hasFailed: false,
    ...more,
  });

  it("is followed by another partial read until all entries are read", () => {
    const sweep = { startedAt: 1000, cursor: "a", before: 50 };
    assert.deepEqual(continueSweep(sweep, read([49, 40], { nextCursor: "b" })), { startedAt: 1000, cursor: "b", before: 40 }); // prettier-ignore
    assert.deepEqual(continueSweep(sweep, read([], { hasFailed: true, status: 500 })), sweep);
    assert.equal(continueSweep(sweep, read([49], { isComplete: true })), undefined);
    assert.equal(continueSweep(sweep, read([49])), undefined, "the read continues without a cursor");
  });

  it("resumes from a point in time if the service no longer accepts the cursor", () => {
    const before = Date.UTC(2026, 5, 1, 10);
    const refused = read([], { hasFailed: true, status: 400 });
    const next = continueSweep({ startedAt: 1000, cursor: "old", before }, refused);
    assert.deepEqual(next, { startedAt: 1000, to: "2026-06-01T10:00:00.001Z", before });
    assert.equal(next && continueSweep(next, refused), undefined, "the read was retried more than once");
  });

  const formatIds = (entries: readonly FeedbackEntry[]) => entries.map(({ id }) => id).join(" ");
  const knownEntries = [90, 80, 70, 60, 50, 40].map((time) => entryAt(`${time}`, time)).concat(entryAt("undated"));

  it("removes only entries from its period that the service no longer returns", () => {
    assert.equal(formatIds(removeDeletedEntries(knownEntries, {}, read([80, 60]))), "90 80 60 50 40 undated");
    assert.equal(
      formatIds(removeDeletedEntries(knownEntries, { before: 80 }, read([60, 50]))),
      "90 80 60 50 40 undated",
    );
    assert.equal(
      formatIds(removeDeletedEntries(knownEntries, { before: 80 }, read([60], { isComplete: true }))),
      "90 80 60 undated",
    );
    assert.equal(formatIds(removeDeletedEntries(knownEntries, { before: 80 }, read([]))), formatIds(knownEntries));
  });

  it("doesn't remove anything if the service returns entries in a different order", () =>
    assert.equal(formatIds(removeDeletedEntries(knownEntries, {}, read([40, 90]))), formatIds(knownEntries)));
});

it("entries that are no longer open are requested by their creation dates", () => {
  const knownEntries = [entryAt("a", now), entryAt("b", now - 50 * hour), entryAt("c", now - 20 * hour), entryAt("d", now - 90 * hour, "resolved")]; // prettier-ignore
  assert.deepEqual(createClosedQuery(knownEntries, [entryAt("a", now)]), {
    from: "2026-06-27",
    to: "2026-06-30",
    statuses: ["resolved", "dismissed"],
    pageSize: 100,
  });
  assert.equal(createClosedQuery(knownEntries, knownEntries), undefined);
});
