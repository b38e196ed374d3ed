import assert from "node:assert/strict";
import { FakeClock, createFakeTools } from "../../../../test/harness/feedback-tools.ts";
import {
  type RunningFeedbackService,
  startFeedbackService,
} from "../../../../sample/services/feedback/start-feedback-service.ts";
import { parseAnalytics, formatAnalytics } from "../entries/analytics.ts";
import type { FeedbackTools } from "../entries/types.ts";
import { fetchAnalytics } from "./analytics-client.ts";

const signal = new AbortController().signal;
const views = {
  totals: { human: 900, ai: 100, total: 1000 },
  views: [
    { path: "/start", human: 500, ai: 40, total: 540 },
    { path: "/start", human: 1, ai: 1, total: 2 },
    { path: 7, human: 1, ai: 1, total: 2 },
    { path: "/odd", human: -4, ai: "many", total: 2 },
  ],
  hasMore: true,
};
const search = (searchQuery: unknown, hits: number, ctr: unknown) => ({ searchQuery, hits, ctr });
const searches = {
  searches: [search("rate limit", 5, 0.2), search("webhook", 9, 0.5), search(null, 1, 1)],
  totalSearches: 40,
  nextCursor: null,
};
const createConversation = (query: string, resolutionStatus: string) => ({ query, resolutionStatus, response: "Secret answer." }); // prettier-ignore
const conversations = {
  conversations: [
    createConversation("How do I start?", "answered"),
    createConversation("Write to ada@example.com or +49 30 1234567", "unanswered"),
  ],
  nextCursor: "x",
  hasMore: true,
};

/** Maps the last segment of a path to the response to return. A response is either a body, or a status with text. */
type Answers = Readonly<Record<string, unknown>>;

function createTools(answers: Answers, urls: string[] = []): FeedbackTools {
  return createFakeTools(new FakeClock(), {
    fetch: (address) => {
      urls.push(address);
      const answer = answers[new URL(address).pathname.split("/").at(-1) ?? ""];
      if (typeof answer === "number") return Promise.resolve(new Response("{}", { status: answer }));
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } }));
    },
  });
}

const service = { baseUrl: "https://api.example.com", projectId: "acme-docs", key: "mint_123456789" };
const all = { views, searches, assistant: conversations };
const read = (answers: Answers, urls?: string[]) => fetchAnalytics(service, createTools(answers, urls), signal);

describe("analytics from the service", () => {
  it("are fetched with three requests for the last 30 days", async () => {
    const urls: string[] = [];
    const { analytics, failure } = await read(all, urls);
    assert.equal(failure, undefined);
    assert.deepEqual(urls, [
      "https://api.example.com/v1/analytics/acme-docs/views?dateFrom=2026-06-01&limit=250",
      "https://api.example.com/v1/analytics/acme-docs/searches?dateFrom=2026-06-01&limit=50",
      "https://api.example.com/v1/analytics/acme-docs/assistant?dateFrom=2026-06-01&limit=100",
    ]);
    assert.deepEqual(analytics, {
      askedAt: Date.UTC(2026, 5, 30, 12),
      views: { human: 900, ai: 100, pages: [{ path: "/start", human: 500, ai: 40 }, { path: "/odd", human: 0, ai: 0 }] }, // prettier-ignore
      searches: { total: 40, terms: [{ text: "webhook", count: 9, clicked: 0.5 }, { text: "rate limit", count: 5, clicked: 0.2 }] }, // prettier-ignore
      questions: {
        count: 2,
        unanswered: 1,
        hasMore: true,
        latest: [
          { text: "Write to a…@example.com or …67", isAnswered: false },
          { text: "How do I start?", isAnswered: true },
        ],
      },
      denied: [],
    });
  });

  it("contain rates as fractions, even if the service sends percentages", async () => {
    const { analytics } = await read({ ...all, searches: { searches: [search("a1", 2, 50), search("b2", 1, 1)] } }); // prettier-ignore
    assert.deepEqual(analytics?.searches, { total: 3, terms: [{ text: "a1", count: 2, clicked: 0.5 }, { text: "b2", count: 1, clicked: 0.01 }] }); // prettier-ignore
  });

  it("don't include data that the key can't access", async () => {
    for (const status of [401, 403]) {
      const { analytics, failure } = await read({ ...all, searches: status, assistant: status });
      assert.equal(failure, undefined);
      assert.deepEqual(analytics?.denied, ["searches", "questions"]);
      assert.equal(analytics.views?.human, 900);
      assert.ok(!analytics.searches && !analytics.questions);
    }
  });

  it("are undefined if the service has none, in which case no further requests are sent", async () => {
    const urls: string[] = [];
    assert.deepEqual(await read({ ...all, views: 404 }, urls), {});
    assert.equal(urls.length, 1);
  });

  for (const [what, answer, kind] of [
    ["429", 429, "too-many-requests"],
    ["500", 500, "service-broken"],
    ["truncated JSON", '{"searches":[{"searchQuery":"we', "cut-off"],
    ["text that isn't JSON", "no", "not-json"],
    ["another object", { feedback: [] }, "bad-answer"],
    ["null", null, "bad-answer"],
  ] as const)
    it(`contain all data that was received before a failure: ${what}`, async () => {
      const { analytics, failure } = await read({ ...all, searches: answer });
      assert.equal(failure?.kind, kind);
      assert.equal(analytics?.views?.human, 900);
      assert.equal(analytics.searches, undefined);
    });

  it("aren't requested if the key can't be sent or the hourly budget is used up", async () => {
    const urls: string[] = [];
    const wrong = await fetchAnalytics({ ...service, key: "mint_123\n456" }, createTools(all, urls), signal);
    assert.equal(wrong.failure?.kind, "bad-question");
    assert.deepEqual(urls, []);
    const { budget } = createFakeTools(new FakeClock(), { budgetOf: { limit: 2 } });
    const spent = await fetchAnalytics(service, { ...createTools(all, urls), budget }, signal);
    assert.equal(spent.failure?.kind, "budget-spent");
    assert.ok(spent.analytics?.searches && !spent.analytics.questions);
    assert.equal(urls.length, 2);
  });

  it("are saved separately for each project, and invalid files are ignored", async () => {
    const { analytics } = await read(all);
    assert.ok(analytics);
    const text = formatAnalytics(service, analytics);
    assert.deepEqual(parseAnalytics(text, service), analytics);
    for (const hidden of ["ada@", "1234567", "Secret answer", service.key]) assert.ok(!text.includes(hidden));
    assert.equal(parseAnalytics(text, { ...service, projectId: "other" }), undefined);
    const changed: readonly (readonly [from: string, to: string])[] = [
      ['"version":1', '"version":2'],
      ['"denied":[]', '"denied":["all"]'],
      ['"human":900', '"human":-1'],
      ['"clicked":0.5', '"clicked":7'],
      ['"isAnswered":false', '"isAnswered":0'],
      ['"terms":[', '"terms":[null,'],
    ];
    for (const [from, to] of changed) {
      assert.ok(text.includes(from), from);
      assert.equal(parseAnalytics(text.replace(from, to), service), undefined, to);
    }
    assert.equal(parseAnalytics(text.slice(0, -20), service), undefined);
  });
});

describe("analytics from the sample service", () => {
  let runningFeedbackService: RunningFeedbackService;
  before(async () => {
    runningFeedbackService = await startFeedbackService({ now: () => Date.UTC(2026, 5, 30, 12) });
  });
  after(() => runningFeedbackService.stop());

  it("contain pages, searches, and questions, without email addresses", async () => {
    const { analytics, failure } = await fetchAnalytics(
      runningFeedbackService,
      createFakeTools(new FakeClock()),
      signal,
    );
    assert.equal(failure, undefined);
    assert.ok(analytics?.views && analytics.views.pages.length > 5 && analytics.views.human > 0);
    assert.equal(analytics.searches?.terms.length, 10);
    assert.ok(analytics.questions && analytics.questions.unanswered > 0);
    assert.ok(!JSON.stringify(analytics).includes("ada@"));
  });

  it("are incomplete after an invalid response and include the reason", async () => {
    for (const [fault, kind] of [
      ["json cut off", "cut-off"],
      ["no feedback at all", "bad-answer"],
      ["null", "bad-answer"],
      ["400", "refused"],
      ["too large", "too-large"],
    ] as const) {
      runningFeedbackService.faults.set({ next: [undefined, fault] });
      const { analytics, failure } = await fetchAnalytics(
        runningFeedbackService,
        createFakeTools(new FakeClock()),
        signal,
      );
      assert.equal(failure?.kind, kind, fault);
      assert.ok(analytics?.views, fault);
    }
    runningFeedbackService.faults.set({ next: ["401", "403", undefined] });
    const { analytics } = await fetchAnalytics(runningFeedbackService, createFakeTools(new FakeClock()), signal);
    assert.deepEqual(analytics?.denied, ["views", "searches"]);
    assert.ok(analytics.questions);
  });
});
