import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { schemaChecks } from "../../sample/services/api/schema-checks.ts";
import { readSpecification } from "../../sample/services/api/specification.ts";
import { keyOfOthers } from "../../sample/services/feedback/analytics-api.ts";
import { fullEntry } from "../../sample/services/feedback/full-entry.ts";
import {
  startFeedbackService,
  type FeedbackServiceOptions,
  type RunningFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import type { SentEntry, SentPage } from "../../sample/services/feedback/sent-entry.ts";

const now = Date.parse("2026-11-22T02:00:00Z");
const entry = (id: string, createdAt: string | null, fields: object = {}): SentEntry =>
  fullEntry({ id, createdAt, path: "/quickstart", ...fields }, now);

/** One entry per day in June, with all sources and statuses. One of the entries is at midnight, and one has no time. */
const june: readonly SentEntry[] = [
  entry("first", "2026-06-01T00:00:00.000Z"),
  entry("tenth", "2026-06-10T12:00:00.000Z", { helpful: false, status: "in_progress", path: "/guides" }),
  entry("last", "2026-06-30T23:59:59.999Z", { source: "code_snippet", status: "resolved" }),
  entry("july", "2026-07-01T00:00:00.000Z", { source: "agent", status: "dismissed" }),
  entry("thumb", "2026-07-02T08:00:00.000Z", { source: "thumbs_only" }),
  entry("timeless", null),
];

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

describe("sample feedback service", () => {
  const { document } = readSpecification("../services/feedback/analytics.openapi.yaml");
  const check = schemaChecks(document);
  const services: RunningFeedbackService[] = [];
  const start = async (options: FeedbackServiceOptions = {}) => {
    const service = await startFeedbackService({ entries: june, now: () => now, ...options });
    services.push(service);
    return service;
  };
  let service: RunningFeedbackService;
  before(async () => {
    service = await start();
  });
  after(() => Promise.all(services.map(({ stop }) => stop())));

  /** Sends a request and validates the response against the service's own description. */
  const ask = async (
    question: string,
    { of = service, key = of.key, project = of.projectId, headers = {} }: AskOptions = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${of.baseUrl}/v1/analytics/${project}/${question}`, {
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
    const json: unknown = await answer.json();
    const path = question.startsWith("feedback/by-page") ? "feedback~1by-page" : "feedback";
    const at = `/paths/~1v1~1analytics~1{projectId}~1${path}/get/responses/${answer.status}`;
    const schema = answer.status === 200 ? `${at}/content/application~1json/schema` : "/components/schemas/Failure";
    assert.deepEqual(check(schema, json), [], question);
    return { status: answer.status, headers: answer.headers, json };
  };
  const ids = async (question: string, options?: AskOptions): Promise<string[]> => {
    const { status, json } = await ask(question, options);
    assert.equal(status, 200, JSON.stringify(json));
    return (json as SentPage).feedback.map(({ id }) => id);
  };

  it("lists the newest entries first, and entries without a time last", async () => {
    assert.deepEqual(await ids("feedback"), ["thumb", "july", "last", "tenth", "first", "timeless"]);
  });

  for (const [query, expected] of [
    ["dateFrom=2026-06-10", ["thumb", "july", "last", "tenth"]],
    // The upper bound is exclusive, whether it's a date in UTC or a time.
    ["dateTo=2026-07-01", ["last", "tenth", "first"]],
    ["dateFrom=2026-06-01&dateTo=2026-06-01", []],
    ["dateTo=2026-06-10T12:00:00Z", ["first"]],
    ["dateTo=2026-06-10T14:00:00.001%2B02:00", ["tenth", "first"]],
    ["dateFrom=2026-06-30T23:59:59.999&dateTo=2026-07-01T00:00:00.001", ["july", "last"]],
    ["source=thumbs_only", ["thumb"]],
    ["source=code_snippet", ["last"]],
    ["status=in_progress,resolved", ["last", "tenth"]],
    ["status=pending&source=contextual", ["first", "timeless"]],
  ] as const)
    it(`filters by ${query}`, async () => {
      assert.deepEqual(await ids(`feedback?${query}`), expected);
    });

  for (const query of [
    "limit=0",
    "limit=101",
    "limit=1.5",
    "limit=ten",
    "limit=",
    "source=carrier_pigeon",
    "status=done",
    "status=",
    "dateFrom=yesterday",
    "dateTo=2026-02-30",
    "dateTo=2026-13-01T00:00:00Z",
    "cursor=bm90IG91cnM",
  ])
    it(`rejects ${query} with 400 and the reason`, async () => {
      const { status, json } = await ask(`feedback?${query}`);
      assert.equal(status, 400);
      const [detail] = (json as { details: { message: string }[] }).details;
      assert.match(detail?.message ?? "", new RegExp(query.split("=")[0] ?? ""));
    });

  it("accepts February 29 only in leap years", async () => {
    assert.deepEqual(await ids("feedback?dateTo=2028-02-29&source=agent"), ["july"]);
    assert.equal((await ask("feedback?dateTo=2026-02-29")).status, 400);
  });

  it("requires a valid API key as a bearer token and hides the project from other keys", async () => {
    for (const [headers, status] of [
      [{ Authorization: "" }, 401],
      [{ Authorization: service.key }, 401],
      [{ Authorization: "Bearer nobodys_key" }, 401],
      [{ Authorization: `bearer ${service.key}` }, 200],
      [{ Authorization: `Bearer ${keyOfOthers}` }, 403],
    ] as const)
      assert.equal((await ask("feedback", { headers })).status, status, headers.Authorization);
    assert.equal((await ask("feedback", { project: "another" })).status, 404);
  });

  it("returns pages of 50 by default, with a cursor while there are more entries", async () => {
    const many = Array.from({ length: 120 }, (_, i) => entry(`e${i}`, new Date(now - i * 1000).toISOString()));
    const of = await start({ entries: many });
    const sizes: number[] = [];
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { json } = await ask(`feedback${cursor === "" ? "" : `?cursor=${cursor}`}`, { of });
      const page = json as SentPage;
      assert.equal(page.hasMore, page.nextCursor !== null);
      sizes.push(page.feedback.length);
      seen.push(...page.feedback.map(({ id }) => id));
      // Entries that arrive between two requests come first and don't move the other entries to different pages.
      of.add(entry(`new${sizes.length}`, new Date(now + sizes.length).toISOString()));
      cursor = page.nextCursor;
    }
    assert.deepEqual(sizes, [50, 50, 20]);
    assert.deepEqual(
      seen,
      many.map(({ id }) => id),
    );
  });

  it("accepts a cursor only if it's unchanged and used with the same filters", async () => {
    const { json } = await ask("feedback?limit=1&source=contextual");
    const cursor = (json as SentPage).nextCursor ?? "";
    assert.deepEqual(await ids(`feedback?source=contextual&cursor=${cursor}`), ["first", "timeless"]);
    assert.equal((await ask(`feedback?source=agent&cursor=${cursor}`)).status, 400);
    const changed = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1);
    assert.equal((await ask(`feedback?source=contextual&cursor=${changed}`)).status, 400);
  });

  it("counts contextual ratings, code feedback, and all entries by page", async () => {
    const { json } = await ask("feedback/by-page");
    assert.deepEqual(json, {
      feedback: [
        { path: "/quickstart", thumbsUp: 2, thumbsDown: 0, code: 1, total: 5 },
        { path: "/guides", thumbsUp: 0, thumbsDown: 1, code: 0, total: 1 },
      ],
      hasMore: false,
    });
    const { json: first } = await ask("feedback/by-page?limit=1&status=pending,in_progress&dateFrom=2026-06-01");
    assert.deepEqual(first, {
      feedback: [{ path: "/quickstart", thumbsUp: 1, thumbsDown: 0, code: 0, total: 2 }],
      hasMore: true,
    });
  });

  it("returns totals for 10 pages by default", async () => {
    const of = await start({
      entries: Array.from({ length: 30 }, (_, i) => entry(`e${i}`, null, { path: `/p${i}` })),
    });
    const { json } = await ask("feedback/by-page", { of });
    assert.equal((json as { feedback: unknown[] }).feedback.length, 10);
  });

  it("limits requests per hour, then returns 429 with the seconds to wait", async () => {
    let time = now;
    const of = await start({ requestsPerHour: 3, now: () => time });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++, time += 60_000) statuses.push((await ask("feedback/by-page", { of })).status);
    const refused = await ask("feedback", { of });
    assert.deepEqual([...statuses, refused.status], [200, 200, 200, 429]);
    assert.equal(refused.headers.get("retry-after"), String(57 * 60));
    time += 57 * 60_000;
    assert.equal((await ask("feedback", { of })).status, 200);
  });

  it("records requests and their concurrency", async () => {
    const of = await start({ faults: { always: "slow" } });
    await Promise.all([ask("feedback?limit=1", { of }), ask("feedback?limit=2", { of })]);
    assert.deepEqual(new Set(of.requests.map(({ beside }) => beside)), new Set([0, 1]));
    assert.ok(of.requests.every(({ authorization }) => authorization === `Bearer ${of.key}`));
  });

  it("saves generated and added entries in a file if configured", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "docwright-feedback-"));
    try {
      const file = path.join(folder, "entries.jsonl");
      const first = await start({ file });
      first.add(entry("added", "2026-11-01T00:00:00.000Z", { comment: "two\nlines" }));
      const again = await start({ file, entries: [] });
      assert.deepEqual(await ids("feedback", { of: again }), await ids("feedback", { of: first }));
      assert.deepEqual(await ids("feedback?limit=1", { of: again }), ["added"]);
      assert.equal((await readFile(file, "utf8")).split("\n").length, june.length + 2);
      await writeFile(file, '{"id":"a"}\n\nnothing');
      await assert.rejects(startFeedbackService({ file }), /^Error: Line 3 /);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe("on the local machine", () => {
    const control = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${service.baseUrl}/control/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });

    it("schedules faults for the next requests", async () => {
      assert.equal((await control("PUT", "faults", { next: ["500", null, "401"] })).status, 204);
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await ask("feedback")).status);
      assert.deepEqual(statuses, [500, 200, 401, 200]);
      assert.equal((await control("PUT", "faults", { always: "nothing like it" })).status, 400);
    });

    it("accepts an entry that is then returned", async () => {
      const of = await start();
      const added = await fetch(`${of.baseUrl}/control/entries`, {
        method: "POST",
        body: JSON.stringify({ path: "/new", comment: "Hello", helpful: false }),
      });
      assert.equal(added.status, 201);
      const { json } = await ask("feedback?limit=1", { of });
      assert.equal((json as SentPage).feedback[0]?.comment, "Hello");
    });

    it("rejects control requests from a browser page", async () => {
      const from = { Origin: "https://elsewhere.example" };
      assert.equal((await control("PUT", "faults", { always: "500" }, from)).status, 403);
      assert.equal((await ask("feedback")).status, 200);
    });
  });
});

interface AskOptions {
  readonly of?: RunningFeedbackService;
  readonly key?: string;
  readonly project?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
