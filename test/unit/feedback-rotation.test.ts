import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import "../harness/fake-vscode.ts";
import { FeedbackRefresh } from "../../client/src/feedback/refresh.ts";
import { FeedbackFiles } from "../../client/src/feedback/sync.ts";
import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type { FeedbackState } from "../../server/src/feedback/entries/state.ts";
import { RequestGate } from "../../server/src/feedback/service/rate-limit.ts";

const [hour, day] = [3_600_000, 86_400_000];
const start = Date.UTC(2026, 5, 15, 12);
const project = { baseUrl: "https://api.example.com", origin: "https://api.example.com", projectId: "p" };
const statuses = ["pending", "in_progress", "resolved", "dismissed"] as const;

interface Served {
  readonly id: string;
  readonly at: number;
  status: string;
  /** The time when the status was last changed. */
  changedAt: number;
}

/** A service with 30,000 entries, newest first. A cursor is a position in the list. */
class LargeService {
  entries: Served[] = Array.from({ length: 30_000 }, (_, i) => ({
    id: `e${i}`,
    at: start - i * (hour / 2),
    status: statuses[i % 16 < 2 ? i % 2 : 2 + (i % 2)] ?? "",
    changedAt: 0,
  }));
  requests: number[] = [];
  rejectsCursors = false;
  fails: number | undefined;
  now = start;

  readonly fetch = (address: string): Promise<Response> => {
    this.requests.push(this.now);
    this.now += 500;
    const { pathname, searchParams } = new URL(address);
    if (this.fails !== undefined) return Promise.resolve(Response.json({ error: "no" }, { status: this.fails }));
    if (pathname.endsWith("by-page")) return Promise.resolve(new Response("{}", { status: 404 }));
    const cursor = searchParams.get("cursor");
    if (cursor !== null && this.rejectsCursors)
      return Promise.resolve(Response.json({ error: "unknown cursor" }, { status: 400 }));
    const time = (name: string) => Date.parse(searchParams.get(name) ?? "");
    const [from, to] = [time("dateFrom"), time("dateTo")];
    const status = searchParams.get("status")?.split(",");
    const last = Number(cursor?.slice(1) ?? Infinity);
    const found: Served[] = [];
    // The entries are sorted by time, so those before and after the requested time aren't read.
    for (let i = this.#firstBefore(Math.min(last, Number.isNaN(to) ? Infinity : to)); i < this.entries.length; i++) {
      const entry = this.entries[i];
      if (!entry || entry.at < from) break;
      if (status?.includes(entry.status) !== false && found.push(entry) > 100) break;
    }
    const page = found.slice(0, 100);
    const nextCursor = found.length > 100 ? `c${page.at(-1)?.at}` : null;
    const feedback = page.map(({ id, at, status: current }) => ({
      id,
      path: "/start",
      comment: null,
      createdAt: new Date(at).toISOString(),
      source: "agent",
      status: current,
    }));
    return Promise.resolve(Response.json({ feedback, nextCursor, hasMore: nextCursor !== null }));
  };

  /** Returns the index of the first entry that is older than a time. */
  #firstBefore(time: number): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.entries[middle]?.at ?? 0) < time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  change(entry: Served, status: string): void {
    entry.status = status;
    entry.changedAt = this.now;
  }
}

describe("feedback with 30,000 entries", () => {
  let folder: string;
  let service: LargeService;
  let state: FeedbackState;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "docwright-rotation-"));
    service = new LargeService();
    state = {
      entries: [],
      joinsByPath: new Map(),
      triageById: new Map(),
      freshness: { kind: "none", warnings: [] },
      budget: { remainingRequests: 100, limit: 100 },
    };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const unsaved = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(true),
    remove: () => Promise.resolve(),
  };
  const refresh = (isSaved = false): FeedbackRefresh =>
    new FeedbackRefresh({
      project,
      getKey: () => Promise.resolve("mint_0123456789"),
      files: isSaved ? new FeedbackFiles(folder) : unsaved,
      store: {
        get state() {
          return state;
        },
        change: (change) => void (state = change(state)),
      },
      log: { info: () => undefined, warn: () => undefined },
      fetch: service.fetch,
      now: () => service.now,
      gate: new RequestGate(),
      countFolder: folder,
    });
  const byId = (): ReadonlyMap<string, FeedbackEntry> => new Map(state.entries.map((each) => [each.id, each]));
  const mostInAnHour = (): number =>
    Math.max(...service.requests.map((from, i) => service.requests.slice(i).filter((at) => at < from + hour).length));
  const firstRead = async (): Promise<FeedbackRefresh> => {
    const one = refresh();
    for (let i = 0; i < 6 && one.progress === "first"; i++) {
      await one.run();
      service.now = Math.max(service.now, state.freshness.failure?.until ?? 0);
    }
    assert.deepEqual([one.progress, state.entries.length], ["done", 30_000]);
    return one;
  };

  it("has no status older than a day and needs at most 100 requests per hour", async function () {
    this.timeout(600_000);
    const one = await firstRead();
    let seed = 7;
    const random = (max: number): number => (seed = (seed * 48_271) % 2_147_483_647) % max;
    let oldest = 0;
    for (let i = 0; i < 44; i++) {
      service.now += hour;
      for (let n = 0; n < 60; n++) {
        const entry = service.entries[random(service.entries.length)];
        if (entry) service.change(entry, statuses[random(4)] ?? "");
      }
      service.entries.unshift({ id: `n${i}`, at: service.now, status: "pending", changedAt: 0 });
      await one.run();
      assert.ok(["fresh", "partial"].includes(state.freshness.kind), state.freshness.failure?.message);
      const known = byId();
      for (const { id, status, changedAt } of service.entries)
        if (known.get(id)?.status !== status) oldest = Math.max(oldest, service.now - changedAt);
      const { statusesAt = 0 } = state.freshness;
      assert.ok(service.now - statusesAt < day, "the state shows that statuses are older than a day");
    }
    assert.ok(oldest < day, `${oldest / hour} h`);
    assert.ok(oldest > hour, "no status was changed");
    assert.ok(mostInAnHour() <= 100);
    assert.equal(state.entries.length, service.entries.length);
  });

  it("shows the new status of closed entries within an hour", async () => {
    // As on most sites, only a few entries are open.
    for (const entry of service.entries) if (start - entry.at > 40 * day) entry.status = "resolved";
    const one = await firstRead();
    const open = service.entries.filter(({ status }) => status === "pending").slice(40, 43);
    service.now += 2 * hour;
    for (const entry of open) service.change(entry, "dismissed");
    await one.run();
    const known = byId();
    assert.deepEqual(open.map(({ id }) => known.get(id)?.status), ["dismissed", "dismissed", "dismissed"]); // prettier-ignore
  });

  it("continues to load after a restart if the first load was interrupted, and shows which part is loaded", async () => {
    await refresh(true).run();
    assert.deepEqual([state.freshness.kind, state.freshness.failure?.kind], ["partial", "budget-spent"]);
    const { length } = state.entries;
    assert.ok(length > 9000 && length < 10_000, `${length}`);
    assert.equal(state.freshness.loadedSince, state.entries.at(-1)?.createdAt);
    service.now += hour;
    const { requests } = service;
    service.requests = [];
    for (const rejectsCursors of [false, true]) {
      service.rejectsCursors = rejectsCursors;
      state = { ...state, entries: [] };
      const again = refresh(true);
      await again.readCached();
      assert.ok(state.freshness.loadedSince !== undefined);
      await again.run();
      service.now += hour;
      if (!rejectsCursors) assert.ok(state.entries.length > length + 9000, `${state.entries.length}`);
    }
    assert.ok(new Set(state.entries.map(({ id }) => id)).size === state.entries.length);
    assert.ok(requests.length + service.requests.length < 330);
  });

  it("doesn't lose entries if the service fails, and doesn't repeat requests endlessly", async () => {
    const one = await firstRead();
    // These statuses don't cause Docwright to wait. After status 429 or 500, it would wait in real time (see
    // `feedback-faults.test.ts`).
    for (const fails of [404, 401]) {
      service.fails = fails;
      service.now += hour;
      service.requests = [];
      await one.run();
      assert.equal(state.entries.length, 30_000);
      assert.equal(state.freshness.failure?.status, fails);
      assert.ok(service.requests.length <= 6, `${service.requests.length}`);
    }
  });

  it("is read again completely if requested", async () => {
    const one = await firstRead();
    service.now += hour;
    for (const entry of service.entries.slice(5000, 5100)) service.change(entry, "dismissed");
    await one.run({ readsAll: true });
    const known = byId();
    assert.ok(service.entries.slice(5000, 5100).every(({ id }) => known.get(id)?.status === "dismissed"));
    assert.equal(one.progress, "unfinished");
  });
});
