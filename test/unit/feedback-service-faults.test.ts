import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { type FaultName, faultNames } from "../../sample/services/feedback/faults/fault-plan.ts";
import { fullEntry } from "../../sample/services/feedback/full-entry.ts";
import {
  type FeedbackServiceOptions,
  type RunningFeedbackService,
  startFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type { FeedbackEnd, FeedbackFailure } from "../../server/src/feedback/entries/types.ts";
import { readFeedback } from "../../server/src/feedback/service/feedback-client.ts";
import { createRequestBudget, RequestGate } from "../../server/src/feedback/service/rate-limit.ts";
import { good, leafKey } from "../harness/certificates.ts";
import { eventually } from "../harness/eventually.ts";

const now = Date.parse("2026-11-22T02:00:00Z");
const twenty = Array.from({ length: 20 }, (_, i) =>
  fullEntry({ id: `e${i}`, createdAt: new Date(now - i * 1000).toISOString() }, now),
);

/**
 * The expected result of the client if every response of the service has this fault. Each page contains 2 of the 20
 * entries.
 */
interface Outcome {
  /** The kind of failure of the last response. Undefined if the last request succeeded. */
  readonly kind?: FeedbackFailure["kind"];
  readonly requests: number;
  /** The number of malformed entries, which are returned in addition to the valid ones. */
  readonly odd?: number;
  /** The number of valid entries, out of 20. */
  readonly right?: number;
  /**
   * The delay before each additional request, in milliseconds. In these tests, retries are delayed by at most half a
   * second.
   */
  readonly waits?: readonly number[];
  readonly warning?: RegExp;
  /** Whether no response ever completes. */
  readonly isEndless?: true;
}

const stops = (kind: FeedbackFailure["kind"]): Outcome => ({ kind, requests: 1 });
const again = (kind: FeedbackFailure["kind"]): Outcome => ({ kind, requests: 4 });
/** No response ever completes. The time limit is reached soon after the request arrives. */
const never: Outcome = { ...again("timeout"), isEndless: true };
const waits = (each: number): Outcome => ({
  kind: "too-many-requests",
  requests: 6,
  waits: Array<number>(5).fill(each),
});
const goes = { requests: 10, right: 20 } as const;

/** The expected outcome for each fault. */
const outcomes: Readonly<Record<FaultName, Outcome>> = {
  "400": stops("refused"),
  "401": stops("key-refused"),
  "403": stops("not-allowed"),
  "404": stops("not-found"),
  "418 with control characters": stops("refused"),
  "204": stops("refused"),
  "429 seconds": waits(5000),
  "429 one second": waits(1000),
  "429 date": waits(5000),
  "429 past date": waits(0),
  "429 negative": waits(5000),
  "429 huge": waits(5000),
  "429 junk": waits(5000),
  "429 silent": waits(5000),
  "500": again("service-broken"),
  "502": again("service-broken"),
  "503 with Retry-After": { ...again("service-broken"), waits: [2000, 2000, 2000] },
  "504": again("service-broken"),
  "redirect to the same origin": stops("redirected"),
  "redirect to another origin": stops("redirected"),
  html: stops("not-json"),
  "html as json": stops("not-json"),
  "no content type": stops("not-json"),
  "json cut off": stops("cut-off"),
  "cut off by length": again("cut-off"),
  "cut off in chunks": again("cut-off"),
  "wrong bytes": stops("not-json"),
  "gzip bomb": stops("too-large"),
  "gzip that is none": again("cut-off"),
  "too large": stops("too-large"),
  "too deep": stops("not-json"),
  drip: never,
  silence: never,
  "silence after the head": never,
  slow: goes,
  reset: again("unreachable"),
  "closed without an answer": again("unreachable"),
  "hasMore without a cursor": { requests: 1, right: 2, warning: /more entries but didn.t return a cursor/ },
  "an empty page with more": { requests: 1, right: 0, warning: /no entries/ },
  "cursor loop of 1": { requests: 2, right: 4, warning: /same cursor twice/ },
  "cursor loop of 2": { requests: 3, right: 6, warning: /same cursor twice/ },
  "cursor loop of 7": { requests: 8, right: 16, warning: /same cursor twice/ },
  "endless new pages": { requests: 20, right: 0, odd: 20, warning: /at most 20 pages/ },
  duplicates: { ...goes, warning: /received twice/ },
  "odd entries": { ...goes, odd: 11, warning: /40 entries can't be read/ },
  "unknown enums": { ...goes, odd: 2 },
  "unknown fields": goes,
  "odd times": { ...goes, odd: 11 },
  "odd paths": { ...goes, odd: 14 },
  "long comment": { ...goes, odd: 1 },
  "feedback is an object": stops("bad-answer"),
  "feedback is null": stops("bad-answer"),
  "no feedback at all": stops("bad-answer"),
  "a list in place of a page": stops("bad-answer"),
  null: stops("bad-answer"),
  "cursor is a number": { requests: 1, right: 2, warning: /more entries but didn.t return a cursor/ },
  "keys of prototypes": goes,
};

describe("handling feedback service faults", () => {
  it("covers every fault that the service can simulate", () => {
    assert.deepEqual(faultNames.toSorted(), Object.keys(outcomes).toSorted());
  });

  for (const [name, outcome] of Object.entries(outcomes))
    it(`leads to the expected result for the fault “${name}”`, async () => {
      const { kind, requests, odd = 0, right = 0, waits: waited, warning } = outcome;
      const seen = await read({ faults: { always: name as FaultName } }, outcome.isEndless);
      assert.equal(seen.end.failure?.kind, kind, JSON.stringify(seen.end));
      assert.equal(seen.service.requests.length, requests, "requests");
      assert.equal(seen.entries.filter(({ id }) => /^e\d+$/.test(id)).length, right, "right entries");
      assert.equal(seen.entries.length, right + odd, "all entries");
      assert.equal(new Set(seen.entries.map(({ id }) => id)).size, seen.entries.length);
      if (waited) assert.deepEqual(seen.waits, waited);
      if (warning) assert.match(seen.end.warnings.join("\n"), warning);
      assert.ok(
        seen.service.requests.every(({ url }) => !url.startsWith("/elsewhere")),
        "a redirect was followed",
      );
      assert.ok(!JSON.stringify(seen.end).includes(seen.service.key), "the result contains the key");
      assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
    });

  it("reads all entries after temporary faults", async () => {
    const { entries, end, service } = await read({
      faults: { next: ["500", undefined, "cut off in chunks", "429 date"] },
    });
    assert.deepEqual([end.isComplete, end.failure], [true, undefined]);
    assert.equal(entries.length, 20);
    assert.equal(service.requests.length, 13);
  });

  it("stops at an untrusted certificate", async () => {
    const { end, service } = await read({ certificate: { key: leafKey, cert: good } });
    assert.equal(end.failure?.kind, "certificate");
    assert.equal(service.requests.length, 0);
  });

  it("stops immediately if the connection is refused", async () => {
    const service = await startFeedbackService();
    await service.stop();
    assert.equal((await readOf(service)).end.failure?.kind, "unreachable");
  });
});

interface Read {
  readonly entries: readonly FeedbackEntry[];
  readonly end: FeedbackEnd;
  readonly waits: readonly number[];
}

async function read(
  options: FeedbackServiceOptions,
  isEndless = false,
): Promise<Read & { readonly service: RunningFeedbackService }> {
  const clock = { now };
  const service = await startFeedbackService({ entries: twenty, now: () => clock.now, ...options });
  try {
    return { service, ...(await readOf(service, clock, isEndless)) };
  } finally {
    await service.stop();
  }
}

/**
 * Returns a signal that aborts shortly after the next request arrives, regardless of how long that takes on a busy
 * machine.
 */
function limitOfNext(service: RunningFeedbackService): AbortSignal {
  const limit = new AbortController();
  const before = service.requests.length;
  void eventually(() => assert.ok(service.requests.length > before))
    .then(() => pause(250))
    .then(() => limit.abort());
  return limit.signal;
}

/** Reads everything from a service as a client does. The clock shortens delays. */
async function readOf(service: RunningFeedbackService, clock = { now }, isEndless = false): Promise<Read> {
  const entries: FeedbackEntry[] = [];
  const waited: number[] = [];
  let end: FeedbackEnd | undefined;
  const tools = {
    fetch,
    now: () => clock.now,
    wait: (each: number) => {
      waited.push(each);
      clock.now += each;
      return Promise.resolve();
    },
    random: () => 0.5,
    budget: createRequestBudget({ store: { read: () => [], write: () => undefined }, now: () => clock.now }),
    gate: new RequestGate(),
    limits: { maxPages: 20 },
    ...(isEndless && { createTimeLimit: () => limitOfNext(service) }),
  };
  for await (const step of readFeedback(service, { pageSize: 2 }, tools, new AbortController().signal)) {
    if (step.kind === "page") entries.push(...step.entries);
    if (step.kind === "end") end = step;
  }
  assert.ok(end, "there's no end");
  return { entries, end, waits: waited };
}
