import assert from "node:assert/strict";
import type { FeedbackEntry } from "../../server/src/feedback/entries/entry.ts";
import type {
  FeedbackEnd,
  FeedbackLimits,
  FeedbackQuery,
  FeedbackService,
  FeedbackTools,
} from "../../server/src/feedback/entries/types.ts";
import { type TotalsResult, readPageTotals, readFeedback } from "../../server/src/feedback/service/feedback-client.ts";
import { createRequestBudget, RequestGate } from "../../server/src/feedback/service/rate-limit.ts";

/** Any service whose responses conform to the published OpenAPI document. */
export interface ClientTarget {
  readonly service: FeedbackService;
  /** Returns headers that make the service respond with this status. */
  readonly failingWith: (status: 400 | 500) => Readonly<Record<string, string>>;
  /** Headers that make the service's responses vary. Empty if they always vary. */
  readonly varied: Readonly<Record<string, string>>;
  /** The number of requests to send if the responses vary. */
  readonly rounds: number;
}

export interface ClientCase {
  readonly title: string;
  readonly run: (target: ClientTarget) => Promise<void>;
}

type Dict = Readonly<Record<string, unknown>>;

const sources = [undefined, "contextual", "code_snippet", "agent", "thumbs_only"];
const statuses = [undefined, ["pending"], ["pending", "in_progress", "resolved", "dismissed"]];
const periods: readonly Pick<FeedbackQuery, "from" | "to" | "through">[] = [
  {},
  { from: "2026-01-01" },
  { to: "2026-11-01T10:30:00Z" },
  { from: "2026-06-01T00:00:00+02:00", through: "2026-06-30" },
];
const sizes = [undefined, 1, 100];

/** All combinations of filters. */
const queries: readonly FeedbackQuery[] = sources.flatMap((source) =>
  statuses.flatMap((several) =>
    periods.flatMap((period) =>
      sizes.map((pageSize) => ({
        ...period,
        ...(source !== undefined && { source }),
        ...(several !== undefined && { statuses: several }),
        ...(pageSize !== undefined && { pageSize }),
      })),
    ),
  ),
);

/** Test cases for the client's behavior with any service that conforms to the published document. */
export const feedbackClientCases: readonly ClientCase[] = [
  {
    title: "is rejected without a key, after one request",
    run: async (target) => {
      const requested = await ask(target, {}, { withoutKey: true });
      assert.equal(requested.end.failure?.kind, "key-refused");
      assert.deepEqual(requested.statuses, [401]);
    },
  },
  {
    title: `sends nothing that the service rejects, for ${queries.length} combinations of filters`,
    run: async (target) => {
      for (const query of queries) {
        const requested = await ask(target, query, { limits: { maxPages: 1 } });
        const reported = JSON.stringify(query);
        assert.deepEqual(requested.statuses, [200], reported);
        assert.deepEqual(requested.violations, [], reported);
        assert.equal(requested.end.failure, undefined, reported);
      }
    },
  },
  {
    title: "reads every entry with all of its fields",
    run: async (target) => {
      for (let round = 0; round < target.rounds; round++) {
        const requested = await ask(target, {}, { headers: target.varied, limits: { maxPages: 3 } });
        assert.equal(requested.end.failure, undefined);
        const sent = firstOfEachId(requested.bodies.flatMap((body) => body["feedback"] as readonly Dict[]));
        assert.deepEqual(requested.entries.map(getReported), sent.map(expected));
      }
    },
  },
  {
    title: "continues with the returned cursor until there is none or it repeats",
    run: async (target) => {
      const requested = await ask(target, { pageSize: 100 }, {});
      assert.equal(requested.end.failure, undefined);
      assert.equal(requested.cursors[0], null);
      const given = requested.bodies.map((body) => body["nextCursor"]);
      assert.deepEqual(requested.cursors.slice(1), given.slice(0, requested.cursors.length - 1));
      assert.equal(new Set(requested.cursors).size, requested.cursors.length);
      const last = requested.bodies.at(-1);
      assert.equal(requested.end.isComplete, last?.["hasMore"] === false);
    },
  },
  {
    title: "reads the totals by page, with the same filters",
    run: async (target) => {
      for (const query of queries.filter(({ pageSize }) => pageSize !== 1)) {
        const requested = await requestTotals(target, query);
        assert.deepEqual([requested.statuses, requested.violations], [[200], []], JSON.stringify(query));
        const rows = (requested.bodies[0]?.["feedback"] ?? []) as readonly Dict[];
        assert.deepEqual(
          requested.totals.pages?.map(({ path, up, down, code, total }) => [path, up, down, code, total]),
          rows.map((row) => ["path", "thumbsUp", "thumbsDown", "code", "total"].map((name) => row[name])),
        );
        assert.equal(requested.totals.hasMore, requested.bodies[0]?.["hasMore"]);
      }
    },
  },
  {
    title: "tries a failing service four times and then reports the failure",
    run: async (target) => {
      const requested = await ask(target, {}, { headers: target.failingWith(500) });
      assert.deepEqual(requested.statuses, [500, 500, 500, 500]);
      assert.deepEqual([requested.end.failure?.kind, requested.end.failure?.status], ["service-broken", 500]);
      assert.equal((await requestTotals(target, {}, target.failingWith(500))).totals.failure?.status, 500);
    },
  },
  {
    title: "doesn't repeat a rejected request",
    run: async (target) => {
      const requested = await ask(target, {}, { headers: target.failingWith(400) });
      assert.deepEqual(requested.statuses, [400]);
      assert.deepEqual([requested.end.failure?.kind, requested.end.failure?.status], ["refused", 400]);
    },
  },
  {
    title: "reports that the service rejects an unknown source",
    run: async (target) => {
      const requested = await ask(target, { source: "carrier_pigeon" }, {});
      assert.equal(requested.statuses.length, 1);
      assert.ok((requested.statuses[0] ?? 0) >= 400 && (requested.statuses[0] ?? 0) < 500);
      assert.equal(requested.end.failure?.kind, "refused");
    },
  },
  {
    title: "sends no page size that the service would reject",
    run: async (target) => {
      for (const pageSize of [0, 101, 1.5, NaN]) {
        const requested = await ask(target, { pageSize }, {});
        assert.deepEqual([requested.statuses, requested.end.failure?.kind], [[], "bad-question"], String(pageSize));
      }
    },
  },
];

interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly withoutKey?: boolean;
  readonly limits?: Partial<FeedbackLimits>;
}

async function ask(target: ClientTarget, query: FeedbackQuery, { limits, ...options }: AskOptions) {
  const exchange = recorded(options);
  const entries: FeedbackEntry[] = [];
  let end: FeedbackEnd | undefined;
  const tools = { ...toolsWith(exchange.fetch), ...(limits && { limits }) };
  for await (const step of readFeedback(target.service, query, tools, new AbortController().signal)) {
    if (step.kind === "page") entries.push(...step.entries);
    if (step.kind === "end") end = step;
  }
  assert.ok(end, "the last step isn't an end");
  return { ...exchange, entries, end };
}

async function requestTotals(target: ClientTarget, query: FeedbackQuery, headers = {}) {
  const exchange = recorded({ headers });
  let totals: TotalsResult | undefined;
  const tools = toolsWith(exchange.fetch);
  for await (const step of readPageTotals(target.service, query, tools, new AbortController().signal))
    if (step.kind === "totals") totals = step;
  assert.ok(totals, "the last step isn't the totals");
  return { ...exchange, totals };
}

/** Creates tools with an unlimited budget and a clock whose waits take no time. */
function toolsWith(fetchStub: FeedbackTools["fetch"]): FeedbackTools {
  const budget = createRequestBudget({ store: { read: () => [], write: () => undefined }, now: Date.now });
  return {
    fetch: fetchStub,
    now: Date.now,
    wait: () => Promise.resolve(),
    random: () => 0,
    budget,
    gate: new RequestGate(),
  };
}

/** Returns a `fetch` function that records requests and responses. */
function recorded({ headers = {}, withoutKey = false }: Pick<AskOptions, "headers" | "withoutKey">) {
  const statuses_: number[] = [];
  const violations: string[] = [];
  const cursors: (string | null)[] = [];
  const bodies: Dict[] = [];
  const fetchStub: FeedbackTools["fetch"] = async (url, init) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    if (withoutKey) all.delete("authorization");
    const response = await fetch(url, { ...init, headers: all });
    statuses_.push(response.status);
    cursors.push(new URL(url).searchParams.get("cursor"));
    // Prism uses this header to report violations of the document, whether in the request or in its own response.
    const messages = response.headers.get("sl-violations");
    if (messages !== null) violations.push(messages);
    if (response.status === 200) bodies.push((await response.clone().json()) as Dict);
    return response;
  };
  return { fetch: fetchStub, statuses: statuses_, violations, cursors, bodies };
}

function firstOfEachId(entries: readonly Dict[]): readonly Dict[] {
  return entries.filter((entry, i) => entries.findIndex(({ id }) => id === entry["id"]) === i);
}

/** Returns an entry as the client reports it. The time is omitted, because it can be any value. */
function getReported(entry: FeedbackEntry): unknown {
  const { id, path, comment, source, status, helpful, contact, snippet } = entry;
  const code = snippet && { code: snippet.code, filename: snippet.filename, lang: snippet.lang };
  return { id, path, comment, source, status, helpful, contact, code };
}

/** Returns the expected report for an entry that was sent, in the same format. An empty string counts as missing. */
function expected(sent: Dict): unknown {
  const text = (name: string) => sent[name] || undefined;
  const code = {
    code: sent["code"],
    filename: sent["filename"] ?? undefined,
    lang: sent["lang"] ?? undefined,
  };
  return {
    id: sent["id"],
    path: sent["path"],
    comment: text("comment"),
    source: sent["source"],
    status: sent["status"],
    helpful: sent["helpful"],
    contact: text("contact"),
    code: sent["code"] === undefined ? undefined : code,
  };
}
