import assert from "node:assert/strict";
import fc from "fast-check";
import { entryOf, getNoon, pageAt, stateOf } from "../../../../test/harness/feedback-state-of.ts";
import { manyEntries } from "../../../../test/harness/many-entries.ts";
import type { FeedbackState } from "../entries/state.ts";
import { defaultQuery, type HostToPanelMessage } from "../view/panel-protocol.ts";
import { FeedbackPanelController } from "./panel-controller.ts";

const now = getNoon("2026-06-30");
const desks: FeedbackPanelController[] = [];

interface Stage {
  readonly controller: FeedbackPanelController;
  readonly posted: HostToPanelMessage[];
  readonly done: string[];
  readonly getLast: <Kind extends HostToPanelMessage["kind"]>(
    kind: Kind,
  ) => Extract<HostToPanelMessage, { kind: Kind }>;
}

function createController(state?: FeedbackState): Stage {
  const posted: HostToPanelMessage[] = [];
  const done: string[] = [];
  const service = new FeedbackPanelController(
    {
      post: (message) => posted.push(message),
      openSource: ({ id }) => done.push(`openSource ${id}`),
      openDashboard: (entry) => done.push(`openDashboard ${entry?.id ?? "-"}`),
      saveTriage: (entries, change) => {
        for (const { id } of entries) done.push(`triage ${id} ${JSON.stringify(change)}`);
      },
      readAll: () => done.push("readAll"),
      refresh: () => done.push("refresh"),
      cancel: () => done.push("cancel"),
      setKey: () => done.push("setKey"),
      setUp: () => done.push("setUp"),
      copy: (text) => done.push(`copy ${text.split("\n", 1)[0]}`),
      saveExport: ({ name, includesContacts: withContacts }) => done.push(`save ${name} ${withContacts}`),
    },
    () => now,
  );
  desks.push(service);
  if (state) service.show(state);
  return {
    controller: service,
    posted,
    done,
    getLast: (kind) => {
      const found = posted.findLast((message) => message.kind === kind);
      assert.ok(found, `${kind} in ${posted.map((message) => message.kind).join()}`);
      return found as Extract<HostToPanelMessage, { kind: typeof kind }>;
    },
  };
}

/** Resolves once updates that aren't urgent have been sent. */
const waitSoon = () => new Promise((resolve) => setTimeout(resolve, 5));
const list = (more: object = {}) => ({ kind: "list", requestNumber: 1, query: { ...defaultQuery, work: "all" }, rows: { from: 0, count: 100 }, ...more }); // prettier-ignore
const state = stateOf([
  entryOf("a", { comment: "x".repeat(100_000), helpful: false, contact: "ada@example.com" }),
  entryOf("b", { path: "/gone" }),
], { joined: { "/guides/start": pageAt("/guides/start"), "/gone": { kind: "unknown", reason: "Gone." } } }); // prettier-ignore

describe("feedback panel controller", () => {
  afterEach(() => {
    for (const service of desks.splice(0)) service.dispose();
  });

  it("updates all listed entries, or none if they would exceed the storage limit", () => {
    for (const [count, marked] of [
      [500, 500],
      [501, 0],
    ] as const) {
      const entries = Array.from({ length: count }, (_, at) => entryOf(`e${at}`));
      const { controller: service, done } = createController(stateOf(entries));
      service.receive({ kind: "ready" });
      service.receive({ kind: "markListed" });
      assert.deepEqual(done, []);
      service.receive(list({ rows: { from: 0, count: 1 } }));
      service.receive({ kind: "markListed" });
      assert.equal(done.length, marked);
    }
  });

  it("sends nothing until the page is ready, and then everything that it requests", async () => {
    const { controller: service, posted, getLast } = createController(state);
    assert.deepEqual(posted, []);
    service.receive({ kind: "ready" });
    assert.deepEqual(
      posted.map(({ kind }) => kind),
      ["hello", "facts"],
    );
    service.receive(list());
    const { entries, rows, window } = getLast("list");
    assert.deepEqual([entries, rows, window.rows.length], [2, 2, 2]);
    await waitSoon();
    assert.equal(getLast("overview").overview.people.down, 1);
  });

  it("sends contacts and the full text of long comments only if requested", () => {
    const { controller: service, posted, getLast } = createController(state);
    service.receive({ kind: "ready" });
    service.receive(list());
    service.receive({ kind: "entry", id: "a", whole: false });
    assert.ok(JSON.stringify(posted).length < 80_000);
    assert.ok(!JSON.stringify(posted).includes("ada@"));
    assert.deepEqual(getLast("entry").entry?.comment, { text: "x".repeat(65_536), length: 100_000 });
    service.receive({ kind: "reveal", id: "b" });
    assert.ok(!posted.some(({ kind }) => kind === "contact"));
    service.receive({ kind: "reveal", id: "a" });
    assert.equal(getLast("contact").contact, "ada@example.com");
    service.receive({ kind: "entry", id: "a", whole: true });
    assert.equal(getLast("entry").entry?.comment?.text.length, 100_000);
  });

  it("sends only visible rows, up to 200", () => {
    const { controller: service, getLast, posted } = createController(manyEntries(5000, now));
    service.receive({ kind: "ready" });
    service.receive(list({ rows: { from: 4990, count: 100 } }));
    assert.equal(getLast("list").window.from, 4900);
    assert.equal(getLast("list").window.rows.length, 100);
    service.receive({ kind: "rows", rows: { from: 1000, count: 200 } });
    assert.equal(getLast("rows").window.from, 1000);
    assert.equal(getLast("rows").window.rows.length, 200);
    const before = posted.length;
    service.receive({ kind: "rows", rows: { from: 0, count: 201 } });
    assert.equal(posted.length, before);
  });

  it("reports the new positions of the visible and selected entries when new entries arrive", () => {
    const { controller: service, getLast } = createController(state);
    service.receive({ kind: "ready" });
    service.receive(list({ anchor: "b", chosen: "a" }));
    assert.deepEqual([getLast("list").anchorRow, getLast("list").chosenRow], [1, 0]);
    const { version } = getLast("list");
    service.show({ ...state, entries: [entryOf("n", { helpful: false, comment: "y" }), ...state.entries] });
    assert.deepEqual([getLast("list").anchorRow, getLast("list").chosenRow], [2, 1]);
    assert.ok(getLast("list").version > version);
    assert.equal(getLast("list").requestNumber, 1);
  });

  it("sends an update when the open entry changes or disappears", () => {
    const { controller: service, getLast } = createController(state);
    service.receive({ kind: "ready" });
    service.receive({ kind: "entry", id: "b", whole: false });
    service.show({ ...state, triageById: new Map([["b", { mark: "done", changedAt: 1 }]]) });
    assert.deepEqual(getLast("entry").entry?.triage, { mark: "done" });
    service.show({ ...state, entries: [] });
    assert.deepEqual(getLast("entry"), { kind: "entry", id: "b" });
  });

  it("performs requested actions only for existing entries", () => {
    const { controller: service, done } = createController(state);
    service.receive({ kind: "ready" });
    service.receive(list());
    for (const message of [
      { kind: "openSource", id: "a" },
      { kind: "openSource", id: "b" },
      { kind: "openSource", id: "nobody" },
      { kind: "openDashboard" },
      { kind: "openDashboard", id: "b" },
      { kind: "triage", id: "a", change: { mark: "done", note: null } },
      { kind: "triage", id: "nobody", change: { mark: "done" } },
      { kind: "export", format: "markdown", withContacts: true },
      ...["refresh", "cancel", "setKey", "setUp"].map((kind) => ({ kind })),
    ])
      service.receive(message);
    assert.deepEqual(done, [
      "openSource a",
      "openDashboard -",
      "openDashboard b",
      'triage a {"mark":"done","note":null}',
      "save feedback-2026-06-30.md true",
      "refresh",
      "cancel",
      "setKey",
      "setUp",
    ]);
  });

  it("sends a previously requested query once the page is ready", () => {
    const { controller: service, getLast } = createController(state);
    service.list({ page: "/guides/start", work: "all" });
    service.receive({ kind: "ready" });
    assert.deepEqual(getLast("show").query, { ...defaultQuery, page: "/guides/start", work: "all" });
  });

  it("throttles state updates while loading but always sends the last one", async () => {
    const { controller: service, posted } = createController(state);
    service.receive({ kind: "ready" });
    const before = posted.length;
    const createLoading = (received: number) => ({ ...state, freshness: { kind: "loading", received, warnings: [] } as const }); // prettier-ignore
    for (let received = 0; received < 50; received++) service.show(createLoading(received));
    assert.ok(posted.length <= before + 1);
    service.show(state);
    const facts = posted.filter((message) => message.kind === "facts");
    assert.equal(facts.at(-1)?.facts.freshness.kind, "fresh");
  });
});

describe("messages from the page to the controller", () => {
  const valid = [
    { kind: "ready" },
    list(),
    { kind: "rows", rows: { from: 0, count: 1 } },
    { kind: "entry", id: "a", whole: false },
    { kind: "triage", id: "a", change: { mark: "done" } },
    { kind: "export", format: "csv", withContacts: false },
  ];
  const query = list().query;
  const refused: readonly unknown[] = [
    undefined,
    null,
    "ready",
    [],
    { kind: "__proto__" },
    { kind: "constructor" },
    { kind: ["ready"] },
    list({ requestNumber: "1" }),
    list({ requestNumber: -1 }),
    list({ rows: { from: 0.5, count: 1 } }),
    list({ rows: { from: 0, count: 1e9 } }),
    list({ query: { ...query, search: "x".repeat(1001) } }),
    list({ query: { ...query, sources: Array.from({ length: 101 }, () => "x") } }),
    list({ query: { ...query, sources: [{}] } }),
    list({ query: { ...query, ratings: ["sideways"] } }),
    list({ query: { ...query, sort: "toString" } }),
    list({ query: { ...query, folded: "all" } }),
    { kind: "entry", id: 7, whole: true },
    { kind: "entry", id: "x".repeat(1001), whole: true },
    { kind: "triage", id: "a", change: {} },
    { kind: "triage", id: "a", change: { mark: "resolved" } },
    { kind: "triage", id: "a", change: { note: "x".repeat(20_001) } },
    { kind: "export", format: "exe", withContacts: false },
    { kind: "export", format: "csv", withContacts: "no" },
    { kind: "reveal" },
  ];

  it("have an effect if they're valid", () => {
    for (const message of valid) {
      const { controller: service, posted, done } = createController(state);
      service.receive({ kind: "ready" });
      if (message.kind !== "list") service.receive(list());
      const before = posted.length + done.length;
      service.receive(message);
      assert.ok(posted.length + done.length > before, JSON.stringify(message).slice(0, 200));
    }
  });

  it("are ignored if any part is invalid", () => {
    const { controller: service, posted, done } = createController(state);
    service.receive({ kind: "ready" });
    service.receive(list());
    const before = posted.length;
    for (const message of refused) {
      service.receive(message);
      assert.equal(posted.length, before, JSON.stringify(message)?.slice(0, 200));
    }
    assert.deepEqual(done, []);
  });

  it("are accepted without their invalid dates and unknown query fields", () => {
    const { controller: service, getLast } = createController(state);
    service.receive({ kind: "ready" });
    service.receive(list({ query: { ...query, from: "2026-02-30", through: "0", extra: { deep: 1 } } }));
    assert.deepEqual(getLast("list").query, query);
  });

  it("never cause an exception", () => {
    const { controller: service } = createController(state);
    service.receive({ kind: "ready" });
    const kinds = fc.constantFrom("list", "rows", "entry", "reveal", "triage", "openSource", "export", "show");
    fc.assert(
      fc.property(fc.tuple(kinds, fc.object({ key: fc.constantFrom("asked", "query", "rows", "from", "count", "id", "change", "mark", "whole", "search") })), ([kind, rest]) =>
        service.receive({ ...rest, kind }),
      ),
    ); // prettier-ignore
  });
});
