import assert from "node:assert/strict";
import { checkQuery, clampPageSize } from "./check-query.ts";
import type { FeedbackQuery } from "./feedback-query.ts";

describe("what a query sends", () => {
  it("are the service's own names", () => {
    const query: FeedbackQuery = {
      from: "2026-06-01",
      to: "2026-07-01T00:00:00+02:00",
      source: "code_snippet",
      statuses: ["pending", "in_progress", "pending"],
      pageSize: 100,
      cursor: "abc",
    };
    assert.deepEqual(sentBy(query), {
      dateFrom: "2026-06-01",
      dateTo: "2026-07-01T00:00:00+02:00",
      source: "code_snippet",
      status: "pending,in_progress",
      limit: "100",
      cursor: "abc",
    });
    assert.deepEqual(sentBy({}), {});
  });

  // The upper bound is exclusive (specification, “Limits”); A124.
  for (const [through, dateTo] of [
    ["2026-06-30", "2026-07-01"],
    ["2026-12-31", "2027-01-01"],
    ["2024-02-28", "2024-02-29"],
    ["2024-02-29", "2024-03-01"],
    ["2026-02-28", "2026-03-01"],
    // Clocks are put forward and back in Europe and America around these days.
    ["2026-03-28", "2026-03-29"],
    ["2026-10-25", "2026-10-26"],
    ["2026-11-01", "2026-11-02"],
  ] as const)
    it(`through ${through} is before ${dateTo}`, () => assert.deepEqual(sentBy({ through }), { dateTo }));

  it("takes a time without an offset for one of UTC, wherever this runs", () =>
    assert.deepEqual(sentBy({ from: "2026-06-01T10:00" }), { dateFrom: "2026-06-01T10:00Z" }));

  it("tells that a period without a day in it is empty", () => {
    const checked = checkQuery({ from: "2026-06-30", to: "2026-06-30" });
    assert.match(checked.ok ? checked.warnings.join() : "", /^The period is empty/);
  });
});

describe("a query that cannot be meant", () => {
  const refused: readonly (readonly [FeedbackQuery, RegExp])[] = [
    [{ from: "2026-07-01", to: "2026-06-30" }, /begins \(2026-07-01\) after it has ended \(2026-06-30\)/],
    [{ from: "2026-07-02", through: "2026-06-30" }, /after it has ended \(2026-06-30\)/],
    [{ from: "2026-06-30T10:00:00+14:00", to: "2026-06-29T19:00:00Z" }, /after it has ended/],
    [{ to: "2026-06-30", through: "2026-06-30" }, /not both/],
    [{ from: "2026-02-29" }, /“2026-02-29” is no day of the calendar/],
    [{ from: "2026-13-01" }, /is no day/],
    [{ from: "1.6.2026" }, /Days are written like 2026-06-30/],
    [{ to: "yesterday" }, /is no day/],
    [{ to: "2026-06-30T25:00:00Z" }, /is no day/],
    [{ through: "2026-06-30T10:00:00Z" }, /is no day/],
    [{ through: "9999-12-31" }, /is no day/],
    [{ from: "\u001b[31m2026" }, /^“\[31m2026” is no day/],
    [{ source: "a&b=c" }, /no name of a source or status/],
    [{ statuses: ["pending,resolved"] }, /no name of a source or status/],
    [{ cursor: "" }, /cursor/],
    [{ cursor: "\ud800" }, /cursor/],
    // A123.
    ...[0, 101, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY].map(
      (pageSize): readonly [FeedbackQuery, RegExp] => [{ pageSize }, /from 1 to 100/],
    ),
  ];
  for (const [query, reason] of refused)
    it(JSON.stringify(query), () => {
      const checked = checkQuery(query);
      assert.match(checked.ok ? "" : checked.reason, reason);
    });

  it("is a page size in a setting that is brought into its bounds", () => {
    const sizes = [0, 1, 1.9, 100, 101, -5, Number.NaN, Number.POSITIVE_INFINITY];
    assert.deepEqual(sizes.map(clampPageSize), [1, 1, 1, 100, 100, 1, 50, 100]);
  });
});

function sentBy(query: FeedbackQuery): unknown {
  const checked = checkQuery(query);
  return checked.ok ? checked.parameters : checked.reason;
}
