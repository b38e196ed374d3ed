import assert from "node:assert/strict";
import type { FeedbackTools } from "../../server/src/feedback/entries/types.ts";
import { requestFaultyService, feedbackKey, sentEntry, type Asked } from "../harness/request-faulty-service.ts";
import { FaultyFeedback } from "../harness/faulty-feedback.ts";
import { FakeClock, createFakeTools, readAll } from "../harness/feedback-tools.ts";

describe("pagination of a feedback service", () => {
  let service: FaultyFeedback;
  before(async () => {
    service = await FaultyFeedback.start();
  });
  after(() => service.close());
  const ask = async (requested: Asked) => requestFaultyService(service, requested);
  const [a, b, c] = ["a", "b", "c"].map(sentEntry);

  it("ends with a warning if there is no cursor for the next page", async () => {
    const { ids, end } = await ask({ page: () => ({ entries: [a], nextCursor: null, hasMore: true }) });
    assert.deepEqual([ids, end.isComplete, end.failure], ["a", false, undefined]);
    assert.deepEqual(end.warnings, ["The service reported more entries but didn't return a cursor to fetch them."]);
  });

  it("ends with a warning on an empty page", async () => {
    let next = 0;
    const { end, seen } = await ask({
      page: () => ({ entries: [], nextCursor: `${next++}`, hasMore: true }),
    });
    assert.deepEqual([seen.requests.length, end.isComplete, end.warnings.length], [1, false, 1]);
  });

  it("is complete if there are no more entries, even with a cursor", async () => {
    const { end, seen } = await ask({ page: () => ({ entries: [a], nextCursor: "2", hasMore: false }) });
    assert.deepEqual([seen.requests.length, end.isComplete, end.warnings], [1, true, []]);
  });

  for (const period of [1, 2, 7])
    it(`ends with a warning in a cursor loop of ${period}`, async () => {
      const { entries, end, seen } = await ask({
        page: (cursor = "0") => ({
          entries: [sentEntry(cursor)],
          nextCursor: String((Number(cursor) + 1) % period),
          hasMore: true,
        }),
      });
      assert.deepEqual([entries.length, seen.requests.length], [period, period + 1]);
      assert.equal(end.isComplete, false);
      assert.match(end.warnings.join(" "), /same cursor twice.* 1 entry was received twice/);
    });

  it("returns a repeated entry once, as first received", async () => {
    const { ids, entries, end } = await ask({
      page: (cursor) =>
        cursor === undefined
          ? { entries: [a, b], nextCursor: "2", hasMore: true }
          : { entries: [{ ...b, status: "resolved" }, c], nextCursor: null, hasMore: false },
    });
    assert.deepEqual(
      [ids, entries[1]?.status, end.warnings],
      ["a b c", "pending", ["1 entry was received twice and is shown once."]],
    );
  });

  it("stops at 1,000 pages or 100,000 entries", async () => {
    const endless =
      (size: number): FeedbackTools["fetch"] =>
      (url) => {
        const from = Number(new URL(url).searchParams.get("cursor") ?? 0);
        const feedback = Array.from({ length: size }, (_, i) => sentEntry(String(from + i)));
        return Promise.resolve(Response.json({ feedback, nextCursor: String(from + size), hasMore: true }));
      };
    const budgetOf = { mayExceedBudget: () => true };
    const read = (size: number) =>
      readAll(
        { baseUrl: "https://api.example.com", projectId: "p", key: feedbackKey },
        {},
        createFakeTools(new FakeClock(), { fetch: endless(size), budgetOf }),
      );
    const [small, large] = [await read(1), await read(3000)];
    assert.deepEqual(
      [small.pages.length, small.end.warnings],
      [1000, ["Docwright reads at most 1,000 pages at a time. Choose a shorter period."]],
    );
    assert.deepEqual([large.entries.length, large.pages.length, large.end.isComplete], [100_000, 34, false]);
  }).timeout(60_000);

  it("stops after 100,000 entries on a page with a million entries", async () => {
    const text = `{"feedback":[${Array.from({ length: 1_000_000 }, (_, i) => `{"id":${i}}`).join()}],"nextCursor":null,"hasMore":false}`; // prettier-ignore
    const fetch: FeedbackTools["fetch"] = () =>
      Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } }));
    const { entries, end } = await ask({ tools: { fetch, limits: { maxBytes: 100_000_000 } } });
    assert.deepEqual([entries.length, end.isComplete], [100_000, false]);
    assert.match(end.warnings.join(" "), /900,?000 entries on the last page of results aren't shown/);
  }).timeout(60_000);

  it("rejects a response nested a million levels deep", async () => {
    const body = `{"feedback":[${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}]}`;
    const { end } = await ask({ fault: () => ({ kind: "body", type: "application/json", body }) });
    assert.deepEqual([end.failure?.kind, end.failure?.details], ["not-json", "nested too deeply"]);
  });
});
