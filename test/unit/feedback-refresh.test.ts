import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import "../harness/fake-vscode.ts";
import type { FeedbackProject } from "../../client/src/feedback/project.ts";
import { FeedbackRefresh } from "../../client/src/feedback/refresh.ts";
import { FeedbackFiles } from "../../client/src/feedback/sync.ts";
import type { SentEntry } from "../../sample/services/feedback/sent-entry.ts";
import {
  type RunningFeedbackService,
  startFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import { createBudgetStore, getBudgetKey, RequestGate } from "../../server/src/feedback/service/rate-limit.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 15, 12);
const empty: FeedbackState = {
  entries: [],
  joinsByPath: new Map(),
  triageById: new Map(),
  freshness: { kind: "none", warnings: [] },
  budget: { remainingRequests: 100, limit: 100 },
};

describe("reader feedback refresh", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-refresh-"));
  let service: RunningFeedbackService;
  let files: FeedbackFiles;
  let project: FeedbackProject;
  let state = empty;
  let now = start;
  let inFetch: (() => void) | undefined;
  let [hasTotals, failedRequests] = [true, 0];

  const entry = (number: number, hoursAgo: number): SentEntry => ({
    id: `e${number}`,
    path: "/start",
    comment: `Comment ${number}.`,
    createdAt: new Date(start - hoursAgo * hour).toISOString(),
    status: "pending",
    source: "agent",
  });
  const refresh = (key: string | null = service.key): FeedbackRefresh =>
    new FeedbackRefresh({
      project,
      getKey: async () => key ?? undefined,
      files,
      store: {
        get state() {
          return state;
        },
        change: (change) => void (state = change(state)),
      },
      log: { info: () => undefined, warn: () => undefined },
      fetch: (url, init) => (
        inFetch?.(),
        hasTotals || !url.includes("/by-page")
          ? fetch(url, init)
          : (failedRequests++, Promise.resolve(new Response("{}", { status: 404 })))
      ),
      now: () => now,
      gate: new RequestGate(),
      countFolder: folder,
    });
  const requested = (): readonly string[] => service.requests.map(({ url }) => url);

  beforeEach(async () => {
    const entries = Array.from({ length: 250 }, (_, number) => entry(number, number));
    service = await startFeedbackService({ entries, now: () => now });
    project = { baseUrl: service.baseUrl, origin: service.baseUrl, projectId: service.projectId };
    files = new FeedbackFiles(folder);
    [state, now, inFetch] = [empty, start, undefined];
    [hasTotals, failedRequests] = [true, 0];
  });
  afterEach(() => service.stop());
  after(() => rmSync(folder, { recursive: true }));

  it("reads everything first, then only new entries, and shows the cache without a request", async () => {
    const first = refresh();
    await first.run();
    assert.equal(state.freshness.kind, "fresh");
    assert.equal(state.entries.length, 250);
    assert.equal(requested().length, 3);
    service.add(entry(1000, -1));
    now += 2 * hour;
    state = empty;
    const second = refresh();
    await second.readCached();
    assert.equal(state.freshness.kind, "cached");
    assert.equal(state.entries.length, 250);
    assert.equal(requested().length, 3);
    await second.run();
    assert.equal(state.entries.length, 251);
    assert.equal(state.entries[0]?.id, "e1000");
    assert.equal(requested().length, 4);
    assert.match(requested()[3] ?? "", /dateFrom=2026-06-15/);
  });

  it("sends one request for all simultaneous callers", async () => {
    const one = refresh();
    await Promise.all([one.run(), one.run(), one.run()]);
    assert.equal(requested().length, 3);
  });

  it("keeps the entries received when the hourly limit is reached and continues there later", async () => {
    createBudgetStore(getBudgetKey(project), folder).write(Array.from({ length: 99 }, () => now - 1000));
    const one = refresh();
    await one.run();
    assert.equal(state.freshness.kind, "partial");
    assert.equal(state.freshness.failure?.kind, "budget-spent");
    assert.equal(state.entries.length, 100);
    assert.equal(state.budget.remainingRequests, 0);
    now += hour;
    await one.run();
    assert.equal(state.freshness.kind, "fresh");
    assert.equal(state.entries.length, 250);
    assert.equal(requested().length, 3);
    assert.equal(new Set(requested()).size, 3);
  });

  it("can be canceled and keeps the entries received", async () => {
    const one = refresh();
    inFetch = () => requested().length === 1 && one.cancel();
    await one.run();
    assert.equal(state.entries.length, 100);
    assert.equal(state.freshness.kind, "partial");
    assert.equal(state.freshness.failure, undefined);
  });

  it("doesn't change anything after another project is selected", async () => {
    const one = refresh();
    inFetch = () => one.dispose();
    await one.run();
    assert.deepEqual(state.entries, []);
    assert.equal(await files.read(project), undefined);
  });

  describe("with more entries than it reads in one run", () => {
    const byPage = () => requested().filter((url) => url.includes("/by-page"));

    beforeEach(() => {
      for (let number = 1000; number < 3200; number++)
        service.add({ ...entry(number, number), path: number % 2 === 0 ? "/even" : "/odd" });
    });

    it("requests the totals by page once and drops them when all entries are read", async () => {
      const seen: (typeof state.totals)[] = [];
      inFetch = () => void seen.push(state.totals);
      await refresh().run();
      assert.equal(state.entries.length, 2450);
      assert.equal(requested().length, 25 + 1);
      assert.equal(byPage().length, 1);
      const during = seen.at(-1);
      assert.equal(during?.askedAt, start);
      assert.deepEqual(
        during.pages.map(({ path: page, total }) => [page, total]),
        [["/even", 1100], ["/odd", 1100], ["/start", 250]],
      ); // prettier-ignore
      assert.equal(state.totals, undefined);
      assert.equal(state.freshness.kind, "fresh");
    });

    it("keeps the totals until the remaining entries are read an hour later", async () => {
      createBudgetStore(getBudgetKey(project), folder).write(Array.from({ length: 78 }, () => now - 1000));
      const one = refresh();
      await one.run();
      assert.equal(state.freshness.kind, "partial");
      assert.equal(state.entries.length, 2100);
      assert.equal(state.totals?.pages.length, 3);
      now += hour;
      await one.run();
      assert.equal(state.entries.length, 2450);
      assert.equal(state.totals, undefined);
    });

    it("doesn't request the totals again if the service doesn't support them", async () => {
      hasTotals = false;
      const one = refresh();
      await one.run();
      await one.clear();
      await one.run();
      assert.equal(failedRequests, 1);
      assert.equal(state.totals, undefined);
      assert.equal(state.entries.length, 2450);
    });
  });

  it("requests no totals if it reads all entries in one run", async () => {
    await refresh().run();
    assert.ok(!requested().some((url) => url.includes("/by-page")));
  });

  it("sends nothing without a key", async () => {
    await refresh(null).run();
    assert.equal(state.hasKey, false);
    assert.equal(requested().length, 0);
  });

  it("validates a key with one request for a single entry", async () => {
    assert.equal((await refresh().tryKey("another-key"))?.kind, "key-refused");
    assert.equal(await refresh().tryKey(service.key), undefined);
    assert.deepEqual(state, empty);
    assert.equal(requested().length, 2);
  });
});
