import assert from "node:assert/strict";
import type { FeedbackTools } from "../../server/src/feedback/entries/types.ts";
import { readPageTotals, readFeedback } from "../../server/src/feedback/service/feedback-client.ts";
import { waitFor } from "../../server/src/feedback/service/http.ts";
import { getBudgetKey, createRequestBudget, RequestGate } from "../../server/src/feedback/service/rate-limit.ts";
import { FaultyFeedback, type FaultyProject } from "../harness/faulty-feedback.ts";
import { FakeClock, createFakeTools, readAll } from "../harness/feedback-tools.ts";

const key = "mint_canary_a1b2c3d4";
const hour = 3_600_000;

describe("validation before a feedback request", () => {
  const requested: string[] = [];
  const fetch: FeedbackTools["fetch"] = (url) => {
    requested.push(url);
    return Promise.resolve(Response.json({ feedback: [], nextCursor: null, hasMore: false }));
  };
  const tools = createFakeTools(new FakeClock(), { fetch });
  const good = { baseUrl: "https://api.example.com", projectId: "p", key };

  // For these keys and URLs, nothing must be sent, and the key must not be revealed.
  for (const [what, service, query] of [
    ["a key with a line break", { ...good, key: `${key}\r\nX: y` }, {}],
    ["a missing key", { ...good, key: "" }, {}],
    ["a project that is a path", { ...good, projectId: "../../other" }, {}],
    ["HTTP to another machine", { ...good, baseUrl: "http://api.example.com" }, {}],
    ["a period that ends before it starts", good, { from: "2026-07-01", to: "2026-06-01" }],
    ["a page size of 101", good, { pageSize: 101 }],
  ] as const)
    it(`rejects ${what}`, async () => {
      const { end } = await readAll(service, query, tools);
      assert.deepEqual([end.failure?.kind, requested], ["bad-question", []]);
      assert.ok(!JSON.stringify(end).includes(key));
      const totals = [];
      for await (const step of readPageTotals(service, query, tools, new AbortController().signal)) totals.push(step);
      assert.deepEqual(
        [totals.map((step) => (step.kind === "totals" ? step.failure?.kind : "")), requested],
        [["bad-question"], []],
      );
    });
});

describe("feedback requests in progress", () => {
  let service: FaultyFeedback;
  before(async () => {
    service = await FaultyFeedback.start();
  });
  after(() => service.close());
  const slow = (more: Partial<FaultyProject> = {}): FaultyProject => ({
    fault: () => undefined,
    page: (cursor = "0") => ({
      entries: [{ id: cursor }],
      nextCursor: String(Number(cursor) + 1),
      hasMore: Number(cursor) < 3,
    }),
    ...more,
  });

  it("can be canceled while a response arrives", async () => {
    const stop = new AbortController();
    const seen = service.add(
      "stopped",
      slow({ fault: (index) => (index === 1 ? { kind: "drip" } : undefined), onStuck: () => stop.abort() }),
    );
    const { entries, end } = await readAll(
      { baseUrl: service.origin, projectId: "stopped", key },
      {},
      createFakeTools(new FakeClock()),
      stop.signal,
    );
    assert.deepEqual(
      [entries.length, end.failure?.kind, end.isComplete, seen.requests.length],
      [1, "cancelled", false, 2],
    );
  });

  it("can be canceled while they wait", async () => {
    const stop = new AbortController();
    service.add("waiting", slow({ fault: () => ({ kind: "status", status: 429, retryAfter: "120" }) }));
    const tools = createFakeTools(new FakeClock(), { wait: waitFor });
    const kinds: string[] = [];
    for await (const step of readFeedback(
      { baseUrl: service.origin, projectId: "waiting", key },
      {},
      tools,
      stop.signal,
    )) {
      kinds.push(step.kind === "end" ? (step.failure?.kind ?? "") : step.kind);
      stop.abort();
    }
    assert.deepEqual(kinds, ["waiting", "cancelled"]);
  });

  it("stop when the consumer stops reading", async () => {
    const seen = service.add("left", slow());
    for await (const step of readFeedback(
      { baseUrl: service.origin, projectId: "left", key },
      {},
      createFakeTools(new FakeClock()),
      new AbortController().signal,
    ))
      if (step.kind === "page") break;
    assert.equal(seen.requests.length, 1);
  });

  it("run one at a time for each project, and in parallel for different projects", async () => {
    const gate = new RequestGate();
    const [first, other] = [service.add("raced", slow({ delay: 10 })), service.add("besides", slow())];
    const read = (projectId: string) =>
      readAll({ baseUrl: service.origin, projectId, key }, {}, createFakeTools(new FakeClock(), { gate }));
    const all = await Promise.all([read("raced"), read("raced"), read("raced"), read("besides")]);
    assert.ok(all.every(({ end, entries }) => end.isComplete && entries.length === 4));
    assert.deepEqual([first.most, first.requests.length, other.requests.length], [1, 12, 4]);
  });

  it("are paused for all callers while the service is rate-limiting requests", async () => {
    const gate = new RequestGate();
    const clock = new FakeClock();
    service.add("resting", slow());
    gate.pauseProject(getBudgetKey({ baseUrl: service.origin, projectId: "resting" }), clock.now, 30_000);
    const { waits, end } = await readAll(
      { baseUrl: service.origin, projectId: "resting", key },
      {},
      createFakeTools(clock, { gate }),
    );
    assert.deepEqual([waits.length, clock.waits, end.isComplete], [1, [30_000], true]);
  });

  for (const status of [429, 503])
    it(`fail for all callers until the stated time if status ${status} requests a long wait`, async () => {
      const [gate, clock, id] = [new RequestGate(), new FakeClock(), `paused-${status}`];
      const fault: FaultyProject["fault"] = (index) =>
        index === 0 ? { kind: "status", status, retryAfter: "3600" } : undefined;
      const seen = service.add(id, slow({ fault }));
      const read = () => readAll({ baseUrl: service.origin, projectId: id, key }, {}, createFakeTools(clock, { gate }));
      const until = clock.now + hour;
      for (const time of [0, 0, 1800_000]) {
        clock.now += time;
        const { end, waits } = await read();
        assert.deepEqual([end.failure?.until, waits.length, seen.requests.length], [until, 0, 1]);
        assert.match(end.failure?.message ?? "", /won't accept requests until (\d{4}-\d\d-\d\d )?\d\d:\d\d\.$/);
      }
      clock.now = until;
      assert.equal((await read()).end.isComplete, true);
    });

  it("don't count toward the limit if the connection is refused", async () => {
    const clock = new FakeClock();
    const refused: FeedbackTools["fetch"] = () =>
      Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }));
    const tools = createFakeTools(clock, { fetch: refused });
    const { end } = await readAll({ baseUrl: service.origin, projectId: "closed", key }, {}, tools);
    assert.deepEqual([end.failure?.kind, tools.budget.getRemaining().remainingRequests], ["unreachable", 100]);
  });

  it("stop when the hourly limit is reached and continue if allowed", async () => {
    const clock = new FakeClock();
    let retained: readonly number[] = [];
    const store = { read: () => retained, write: (times: readonly number[]) => (retained = times) };
    let mayExceed = false;
    const budget = createRequestBudget({ store, now: () => clock.now, limit: 3, mayExceedBudget: () => mayExceed });
    const seen = service.add("spent", slow());
    const read = () =>
      readAll({ baseUrl: service.origin, projectId: "spent", key }, {}, createFakeTools(clock, { budget }));
    const { end, entries } = await read();
    assert.deepEqual(
      [entries.length, end.failure?.kind, end.failure?.until, seen.requests.length],
      [3, "budget-spent", clock.now + hour, 3],
    );
    assert.match(end.failure?.message ?? "", /all 3 requests that the service allows per hour\. .* at [\d :-]+\.$/);
    assert.deepEqual(budget.getRemaining(), { remainingRequests: 0, limit: 3, nextAt: clock.now + hour });
    mayExceed = true;
    assert.equal((await read()).end.isComplete, true);
  });
});

describe("totals by page", () => {
  const totalsOf = async (answer: () => Response) => {
    const fetch: FeedbackTools["fetch"] = () => Promise.resolve(answer());
    const steps = [];
    const service = { baseUrl: "https://api.example.com", projectId: "p", key };
    for await (const step of readPageTotals(
      service,
      { through: "2026-06-30" },
      createFakeTools(new FakeClock(), { fetch }),
      new AbortController().signal,
    ))
      steps.push(step);
    return steps.at(-1);
  };

  it("are read once for each path, and invalid counts are read as 0", async () => {
    const feedback = [
      { path: "/a", thumbsUp: 3, thumbsDown: 1, code: 2, total: 9 },
      { path: "/a", thumbsUp: 4, thumbsDown: 1, code: 2, total: 9 },
      { path: "/b", thumbsUp: -3, thumbsDown: "1", code: 1.5, total: 1e300 },
      null,
      { thumbsUp: 1 },
    ];
    assert.deepEqual(await totalsOf(() => Response.json({ feedback, hasMore: true })), {
      kind: "totals",
      pages: [
        { path: "/a", up: 3, down: 1, code: 2, total: 9 },
        { path: "/b", up: 0, down: 0, code: 0, total: 0 },
      ],
      hasMore: true,
    });
  });

  it("are undefined if the service doesn't support them", async () =>
    assert.deepEqual(await totalsOf(() => new Response("{}", { status: 404 })), {
      kind: "totals",
      hasMore: false,
    }));

  it("report an invalid response in the same way as the list of entries", async () => {
    const failed = await totalsOf(() => Response.json({ feedback: "x" }));
    assert.equal(failed?.kind === "totals" && failed.failure?.kind, "bad-answer");
  });
});

describe("hourly request count", () => {
  const budgetOf = (retained: unknown, now: number, limit = 100) => {
    const written: (readonly number[])[] = [];
    const store = { read: () => retained, write: (times: readonly number[]) => written.push(times) };
    return { budget: createRequestBudget({ store, now: () => now, limit }), written };
  };

  it("uses a sliding window", () => {
    const now = 10 * hour;
    const { budget } = budgetOf([now - hour - 1, now - hour + 1000, now - 1], now, 2);
    assert.deepEqual(budget.getRemaining(), { remainingRequests: 0, limit: 2, nextAt: now + 1000 });
    assert.deepEqual(budget.countRequest(), { ok: false, until: now + 1000 });
    assert.deepEqual(budgetOf([now - hour], now, 2).budget.getRemaining(), { remainingRequests: 2, limit: 2 });
  });

  it("is empty if the saved value is invalid", () => {
    for (const retained of [undefined, null, "x", {}, [null, "5", Number.NaN, {}]])
      assert.equal(
        budgetOf(retained, hour * 10).budget.getRemaining().remainingRequests,
        100,
        JSON.stringify(retained),
      );
  });

  it("doesn't block requests for longer than an hour after the clock is set back", () => {
    const now = 10 * hour;
    const { budget } = budgetOf(
      Array.from({ length: 100 }, () => now + 50 * hour),
      now,
    );
    assert.deepEqual(budget.countRequest(), { ok: false, until: now + hour });
  });

  it("is separate for each origin and project", () => {
    const name = (baseUrl: string, projectId: string) => getBudgetKey({ baseUrl, projectId });
    assert.equal(name("https://api.example.com/x/", "p"), name("https://API.example.com", "p"));
    assert.notEqual(name("https://api.example.com", "p"), name("https://api.example.com", "q"));
  });
});
