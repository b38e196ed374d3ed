import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import "../harness/fake-vscode.ts";
import { AnalyticsRefresh } from "../../client/src/feedback/analytics-refresh.ts";
import type { FeedbackProject } from "../../client/src/feedback/project.ts";
import { FeedbackFiles } from "../../client/src/feedback/sync.ts";
import {
  type RunningFeedbackService,
  startFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import {
  createRequestBudget,
  createBudgetStore,
  getBudgetKey,
  RequestGate,
} from "../../server/src/feedback/service/rate-limit.ts";
import { entryOf, stateOf } from "../harness/feedback-state-of.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 30, 12);

describe("analytics refresh", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-analytics-"));
  let service: RunningFeedbackService;
  let project: FeedbackProject;
  let state: FeedbackState;
  let now = start;
  const logged: string[] = [];
  const filesFor = (days: number) => new FeedbackFiles(path.join(folder, "saved"), () => days);
  const refresh = (files = filesFor(30)): AnalyticsRefresh =>
    new AnalyticsRefresh({
      project,
      getKey: async () => service.key,
      files,
      store: {
        get state() {
          return state;
        },
        change: (change) => void (state = change(state)),
      },
      log: { info: () => undefined, warn: (text) => void logged.push(text) },
      fetch: (url, init) => fetch(url, init),
      now: () => now,
      gate: new RequestGate(),
      countFolder: path.join(folder, "counts"),
    });

  beforeEach(async () => {
    service = await startFeedbackService({ now: () => now });
    project = { baseUrl: service.baseUrl, origin: service.baseUrl, projectId: service.projectId };
    state = stateOf([entryOf("a")]);
    now = start;
    logged.length = 0;
  });
  afterEach(() => service.stop());
  after(() => rmSync(folder, { recursive: true }));

  it("requests analytics once a day and shows saved analytics without a request", async () => {
    const first = refresh();
    await first.run();
    assert.equal(service.requests.length, 3);
    const { analytics } = state;
    assert.equal(analytics?.askedAt, start);
    now += 23 * hour;
    await first.run();
    const second = refresh();
    state = stateOf([entryOf("a")]);
    await second.readCached();
    await second.run();
    assert.deepEqual(state.analytics, analytics);
    assert.equal(service.requests.length, 3);
    now += hour;
    await second.run();
    assert.equal(service.requests.length, 6);
    await second.run({ isForced: true });
    assert.equal(service.requests.length, 9);
  });

  it("sends no request without a key, after feedback failed, or if few requests are left", async () => {
    for (const change of [
      { hasKey: false },
      { freshness: { kind: "failed", failure: { kind: "key-refused", message: "No." }, warnings: [] } },
    ] satisfies readonly Partial<FeedbackState>[]) {
      state = { ...stateOf([entryOf("a")]), ...change };
      await refresh().run();
    }
    const store = createBudgetStore(getBudgetKey(project), path.join(folder, "counts"));
    const budget = createRequestBudget({ store, now: () => now });
    for (let count = 0; count < 81; count++) budget.countRequest();
    state = stateOf([entryOf("a")]);
    await refresh().run();
    assert.equal(service.requests.length, 0);
    const stopped = refresh();
    stopped.dispose();
    await stopped.run({ isForced: true });
    assert.equal(service.requests.length, 0);
  });

  it("keeps the last analytics after a failure and tries again after an hour", async () => {
    const analytics = refresh();
    await analytics.run();
    const before = state.analytics;
    now += 24 * hour;
    service.faults.set({ always: "400" });
    await analytics.run();
    assert.deepEqual(state.analytics, before);
    assert.equal(service.requests.length, 4);
    assert.match(logged.join(), /Couldn't read page views/);
    service.faults.set({});
    await analytics.run();
    assert.equal(service.requests.length, 4);
    now += hour;
    await analytics.run();
    assert.equal(service.requests.length, 7);
    assert.equal(state.analytics?.askedAt, now);
  });

  it("shows which parts the key doesn't have access to and requests them again after a day", async () => {
    service.faults.set({ always: "403" });
    const analytics = refresh();
    await analytics.run();
    assert.deepEqual(state.analytics, { askedAt: start, denied: ["views", "searches", "questions"] });
    await analytics.run();
    assert.equal(service.requests.length, 3);
  });

  it("deletes the saved analytics with the entries, and saves none if the cache is off", async () => {
    const names = () => readdirSync(path.join(folder, "saved")).filter((name) => name.endsWith("-analytics.json"));
    const files = filesFor(30);
    await files.clear();
    const analytics = refresh(files);
    await analytics.run();
    assert.equal(names().length, 1);
    await files.remove(project);
    analytics.clear();
    assert.equal(names().length, 0);
    assert.equal(state.analytics, undefined);
    await refresh(filesFor(0)).run();
    assert.ok(state.analytics);
    assert.equal(names().length, 0);
    await refresh(files).run({ isForced: true });
    assert.equal(names().length, 1);
    await files.clear();
    assert.equal(names().length, 0);
  });
});
