import assert from "node:assert/strict";
import fc from "fast-check";
import { FaultyFeedback, type Fault, type ServedPage } from "../harness/faulty-feedback.ts";
import { FakeClock, createFakeTools, readAll, type FullReading } from "../harness/feedback-tools.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/**
 * Tests the client with a feedback service on the loopback interface that has random faults of every kind. Reading must
 * always end, no entry may appear twice, no entry that was sent completely may be lost, and no other host may be
 * contacted.
 */
const key = "mint_canary_5f0c9b1e7d";

/** How the pages of a project are linked. */
type Chain =
  /** The last page indicates that no page follows. */
  | { readonly kind: "whole" }
  /** The last page leads back to the page with this index. */
  | { readonly kind: "loop"; readonly to: number }
  /** Each page leads to another one with a new cursor. */
  | { readonly kind: "endless" }
  | { readonly kind: "no-cursor"; readonly cursor: unknown }
  | { readonly kind: "strange-cursor"; readonly cursor: string };

interface Drawn {
  readonly pages: readonly (readonly number[])[];
  /** Invalid elements that are added to each page. */
  readonly junk: readonly unknown[];
  readonly chain: Chain;
  readonly faults: readonly { readonly from: number; readonly times: number; readonly fault: Fault }[];
  readonly isPacked: boolean;
  readonly cancelAt: number | undefined;
  readonly budget: number;
  readonly limits: { readonly maxPages: number; readonly maxEntries: number };
  readonly random: number;
}

const retryAfter = fc.constantFrom(undefined, "5", "0", "-1", "1e9", "999999999999", "abc", "Tue, 30 Jun 2026 12:00:20 GMT", "Sun Nov  6 08:49:37 1994"); // prettier-ignore
const body = fc.constantFrom(
  "no",
  `{"error":"KEY","details":[{"message":"Bearer KEY a@b.example"}]}`,
  "\u001b[2J\u202e",
);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(500, 502, 503, 504), retryAfter, body }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("status" as const), status: fc.constant(429), retryAfter, body }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("status" as const), status: fc.constantFrom(201, 204, 304, 400, 401, 403, 404, 410, 418, 422, 501), body }) },
  { weight: 4, arbitrary: fc.constant<Fault>({ kind: "reset" }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("cut" as const), way: fc.constantFrom("length" as const, "chunked" as const, "json" as const, "gzip" as const) }) },
  { weight: 1, arbitrary: fc.record({
    kind: fc.constant("body" as const),
    type: fc.constantFrom("text/html", "application/json", "application/json; charset=utf-8", "application/jsonp"),
    body: fc.constantFrom<string | Uint8Array>("<html>Sign in</html>", "{}", "null", "[]", `{"feedback":null}`, `{"feedback":{}}`, "", "\u0000", new Uint8Array([0x7b, 0xff, 0x7d]), `{"__proto__":{"feedback":[]}}`),
  }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("redirect" as const), status: fc.constantFrom(301, 302, 303, 307, 308), to: fc.constantFrom("self" as const, "other" as const, "nowhere" as const) }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: "bomb", bytes: 400_000 }) },
  { weight: 3, arbitrary: fc.constantFrom<Fault>({ kind: "silent" }, { kind: "drip" }) },
); // prettier-ignore

const chain: fc.Arbitrary<Chain> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Chain>({ kind: "whole" }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("loop" as const), to: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.constant<Chain>({ kind: "endless" }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("no-cursor" as const), cursor: fc.constantFrom(null, undefined, "", 7, {}) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("strange-cursor" as const), cursor: fc.constantFrom("//OTHER/", "http://OTHER/?", "@OTHER", "../../../x", "&dateTo=1#", "%2e%2e/", "\r\nHost: OTHER", "😀", "x".repeat(4000), "x".repeat(5000)) }) },
); // prettier-ignore

const drawn: fc.Arbitrary<Drawn> = fc.record({
  // If a number is on two pages, its entry is sent twice.
  pages: fc.array(fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 9 }),
  junk: fc.array(fc.constantFrom<unknown>(null, "text", 5, [], [[]], true), { maxLength: 3 }),
  chain,
  faults: fc.array(
    fc.record({
      from: fc.nat(14),
      times: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 8 }), fc.constant(50)),
      fault,
    }),
    { maxLength: 4 },
  ),
  isPacked: fc.boolean(),
  cancelAt: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(12) }),
  budget: fc.oneof({ weight: 5, arbitrary: fc.constant(100) }, { weight: 1, arbitrary: fc.nat(10) }),
  limits: fc.record({
    maxPages: fc.constantFrom(1, 3, 12, 12, 12, 12, 12, 12),
    maxEntries: fc.constantFrom(5, 1000, 1000, 1000, 1000, 1000),
  }),
  random: fc.nat(1_000_000),
});

/** Returns the entry for a number. Odd numbers have no ID, and every third entry is also unusual in other ways. */
function entryOf(number: number): Record<string, unknown> {
  return {
    ...(number % 2 === 0 && { id: `e${number}` }),
    path: `/page-${number}`,
    comment: number % 3 === 0 ? { odd: true } : `says ${number}`,
    createdAt: number % 5 === 0 ? "yesterday" : "2026-06-01T10:00:00Z",
    source: number % 7 === 0 ? "telepathy" : "agent",
    status: "pending",
  };
}

describe("10,000 sequences of feedback service faults", () => {
  let service: FaultyFeedback;
  let count = 0;
  before(async () => {
    service = await FaultyFeedback.start();
  });
  after(() => service.close());

  it("end without duplicate entries, lost entries, or requests to another host", async function () {
    this.timeout(chooseByMode(60_000, 3_600_000));
    await fc.assert(
      fc.asyncProperty(drawn, (each) => holds(each)),
      { numRuns: chooseByMode(500, 10_000), seed: seedOf(71), endOnFailure: false },
    );
    assert.equal(service.elsewhere, 0);
  });

  async function holds(each: Drawn): Promise<void> {
    const id = `p${count++}`;
    const clock = new FakeClock();
    const cancel = new AbortController();
    let limit = new AbortController();
    const seen = service.add(id, {
      page: (cursor) => pageOf(each, cursor),
      fault: (index) => each.faults.find(({ from, times }) => index >= from && index < from + times)?.fault,
      isPacked: each.isPacked,
      onStuck: () => limit.abort(),
      onRequest: (index) => {
        if (index === each.cancelAt) cancel.abort();
      },
    });
    const steps = await readAll(
      { baseUrl: service.origin, projectId: id, key },
      { pageSize: 100 },
      createFakeTools(clock, {
        random: () => (clock.now % (each.random + 1)) / (each.random + 1),
        budgetOf: { limit: Math.max(1, each.budget) },
        limits: { ...each.limits, maxBytes: 100_000 },
        createTimeLimit: () => (limit = new AbortController()).signal,
      }),
      cancel.signal,
    );
    service.remove(id);
    const ids = steps.entries.map(({ id: name }) => name);
    assert.equal(new Set(ids).size, ids.length, "an entry was returned twice");
    assert.ok(steps.pages.length <= each.limits.maxPages, "more pages than the limit");
    assert.ok(ids.length <= each.limits.maxEntries, "more entries than the limit");
    assert.ok(
      seen.requests.length <= Math.min(each.limits.maxPages * 9, Math.max(1, each.budget)),
      "too many requests",
    );
    // A loop is detected when a cursor is repeated. If the cursor leads to the first page, this happens one page later.
    if (each.chain.kind !== "endless")
      assert.ok(seen.served.length <= each.pages.length + 1, "the cursor loop wasn't detected");
    assert.ok(seen.most <= 1, "two requests were sent at the same time");
    assert.ok(
      clock.waits.every((wait) => wait >= 0 && wait <= 120_000),
      "a delay was too long",
    );
    assert.ok(!JSON.stringify(steps.steps).includes(key), "the key was in a response");
    assert.equal(service.elsewhere, 0, "another host was contacted");
    // Each request is sent once, and again up to five times after status 429 and up to three times after temporary
    // errors.
    const tries = new Map<string, number>();
    for (const { url, headers } of seen.requests) {
      tries.set(url, (tries.get(url) ?? 0) + 1);
      assert.ok((tries.get(url) ?? 0) <= 9, `${url} was requested too often`);
      assert.ok(url.startsWith(`/v1/analytics/${id}/feedback?`), url);
      assert.equal(headers.authorization, `Bearer ${key}`);
    }
    nothingLost(each, steps, seen.served);
  }

  function pageOf({ pages, junk, chain: how }: Drawn, cursor: string | undefined): ServedPage | undefined {
    const number = cursor === undefined ? 0 : Number(/^c(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    const numbers = pages[how.kind === "endless" ? number % pages.length : number];
    if (!numbers) return undefined;
    const entries = [...numbers.map(entryOf), ...junk];
    const next = { entries, nextCursor: `c${number + 1}`, hasMore: true };
    if (how.kind === "endless" || number < pages.length - 1) return next;
    switch (how.kind) {
      case "whole":
        return { entries, nextCursor: null, hasMore: false };
      case "loop":
        return { entries, nextCursor: `c${Math.min(how.to, number)}`, hasMore: true };
      case "no-cursor":
        return { entries, nextCursor: how.cursor, hasMore: true };
      case "strange-cursor":
        return { entries, nextCursor: how.cursor.replace("OTHER", service.otherHost), hasMore: true };
    }
  }
});

function nothingLost(each: Drawn, { entries, end }: FullReading, served: readonly ServedPage[]): void {
  const isCancelled = end.failure?.kind === "cancelled";
  const isFull = entries.length === each.limits.maxEntries;
  const paths = new Set(entries.map(({ path }) => path));
  const pathsIn = (pages: readonly ServedPage[]) =>
    pages.flatMap(({ entries: all }) => all.flatMap((one) => pathIn(one)));
  if (!isCancelled && !isFull)
    for (const path of pathsIn(served))
      assert.ok(paths.has(path), `${path} was returned by the service but is missing`);
  if (!end.isComplete) return;
  assert.equal(each.chain.kind, "whole", "the result is incomplete but marked as complete");
  const all = new Set(each.pages.flat().map((number) => `/page-${number}`));
  assert.deepEqual(paths, all);
}

function pathIn(value: unknown): string[] {
  return typeof value === "object" && value !== null && "path" in value ? [String(value.path)] : [];
}
