import assert from "node:assert/strict";
import { profiles } from "../../core/config/settings/profile.ts";
import type { FeedbackQuery } from "../entries/types.ts";
import { checkKey, checkQuery } from "./validate.ts";

describe("API key", () => {
  it("is accepted if a header can contain it", () => {
    for (const key of ["abcdefgh", "mint_9f8e7d6c", "!~".repeat(256)]) assert.deepEqual(checkKey(key), { ok: true });
  });

  // For some of these keys, `fetch` throws errors that contain the key.
  for (const [what, key] of [
    ["is empty", ""],
    ["contains a line break", "mint_secret\r\nX-Other: 1"],
    ["ends with a line break", "mint_secret1\n"],
    ["contains a space", "mint_ secret"],
    ["contains letters that aren't allowed in headers", "mint_sécret12"],
    ["contains a control character", "mint_secret\u0000"],
    ["is short", "short77"],
    ["is 500 KB long", "k".repeat(500_000)],
  ] as const)
    it(`is rejected and not shown if it ${what}`, () => {
      const checkedKey = checkKey(key);
      assert.equal(checkedKey.ok, false);
      const reason = checkedKey.ok ? "" : checkedKey.reason;
      assert.ok(reason.length > 20 && reason.length < 120, reason);
      if (key !== "") assert.ok(!/s[eé]cret|short77|kkk/.test(reason), reason);
    });

  it("causes a hint if it's the wrong kind of key and the profile defines the kinds", () => {
    const { mintlify, standard } = profiles;
    const getHint = (key: string, profile = mintlify) => {
      const checkedKey = checkKey(key, profile);
      return checkedKey.ok ? checkedKey.hint : checkedKey.reason;
    };
    assert.equal(getHint("mint_9f8e7d6c"), undefined);
    assert.match(getHint("sk_live_9f8e7d") ?? "", /start with mint_, but this key doesn't/);
    assert.match(getHint("mint_dsc_9f8e7d") ?? "", /start with mint_dsc_ are for a different purpose/);
    assert.match(getHint("mint_us_9f8e7d") ?? "", /start with mint_us_/);
    assert.equal(getHint("sk_live_9f8e7d", standard), undefined);
  });
});

describe("query parameters", () => {
  it("use the service's parameter names", () => {
    const query: FeedbackQuery = {
      from: "2026-06-01",
      to: "2026-07-01T00:00:00+02:00",
      source: "code_snippet",
      statuses: ["pending", "in_progress", "pending"],
      pageSize: 100,
      cursor: "abc",
    };
    assert.deepEqual(getSent(query), {
      dateFrom: "2026-06-01",
      dateTo: "2026-07-01T00:00:00+02:00",
      source: "code_snippet",
      status: "pending,in_progress",
      limit: "100",
      cursor: "abc",
    });
    assert.deepEqual(getSent({}), {});
  });

  // The service's upper bound is exclusive.
  for (const [through, dateTo] of [
    ["2026-06-30", "2026-07-01"],
    ["2026-12-31", "2027-01-01"],
    ["2024-02-28", "2024-02-29"],
    ["2024-02-29", "2024-03-01"],
    ["2026-02-28", "2026-03-01"],
    // Daylight saving time starts and ends around these days in Europe and America.
    ["2026-03-28", "2026-03-29"],
    ["2026-10-25", "2026-10-26"],
    ["2026-11-01", "2026-11-02"],
  ] as const)
    it(`include the day ${through} by ending before ${dateTo}`, () =>
      assert.deepEqual(getSent({ through }), { dateTo }));

  it("use UTC for times without an offset, regardless of the local time zone", () =>
    assert.deepEqual(getSent({ from: "2026-06-01T10:00" }), { dateFrom: "2026-06-01T10:00Z" }));

  it("cause a warning if the period is empty", () => {
    const query = checkQuery({ from: "2026-06-30", to: "2026-06-30" });
    assert.match(query.ok ? query.warnings.join() : "", /^The period is empty/);
  });
});

describe("feedback query", () => {
  const refused: readonly (readonly [FeedbackQuery, RegExp])[] = [
    [{ from: "2026-07-01", to: "2026-06-30" }, /starts \(2026-07-01\) after it ends \(2026-06-30\)/],
    [{ from: "2026-07-02", through: "2026-06-30" }, /after it ends \(2026-06-30\)/],
    [{ from: "2026-06-30T10:00:00+14:00", to: "2026-06-29T19:00:00Z" }, /after it ends/],
    [{ to: "2026-06-30", through: "2026-06-30" }, /not both/],
    [{ from: "2026-02-29" }, /“2026-02-29” isn't a valid date/],
    [{ from: "2026-13-01" }, /isn't a valid date/],
    [{ from: "1.6.2026" }, /Use a date such as 2026-06-30/],
    [{ to: "yesterday" }, /isn't a valid date/],
    [{ to: "2026-06-30T25:00:00Z" }, /isn't a valid date/],
    [{ through: "2026-06-30T10:00:00Z" }, /isn't a valid date/],
    [{ through: "9999-12-31" }, /isn't a valid date/],
    [{ from: "\u001b[31m2026" }, /^“\[31m2026” isn't a valid date/],
    [{ source: "a&b=c" }, /isn't the name of a source or status/],
    [{ statuses: ["pending,resolved"] }, /isn't the name of a source or status/],
    [{ cursor: "" }, /cursor/],
    [{ cursor: "\ud800" }, /cursor/],
    ...[0, 101, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY].map((pageSize): readonly [FeedbackQuery, RegExp] => [
      { pageSize },
      /from 1 to 100/,
    ]),
  ];
  for (const [query, reason] of refused)
    it(`is rejected with a reason: ${JSON.stringify(query)}`, () => {
      const checkedQuery = checkQuery(query);
      assert.match(checkedQuery.ok ? "" : checkedQuery.reason, reason);
    });
});

function getSent(query: FeedbackQuery): unknown {
  const checkedQuery = checkQuery(query);
  return checkedQuery.ok ? checkedQuery.parameters : checkedQuery.reason;
}
