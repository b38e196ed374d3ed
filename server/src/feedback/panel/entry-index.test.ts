import assert from "node:assert/strict";
import fc from "fast-check";
import {
  entryOf,
  getNoon,
  operationAt,
  pageAt,
  stateOf,
  undatedEntry,
} from "../../../../test/harness/feedback-state-of.ts";
import type { FeedbackEntry } from "../entries/entry.ts";
import type { ListQuery } from "../view/from-panel.ts";
import { defaultQuery } from "../view/panel-protocol.ts";
import { createEntryIndex } from "./entry-index.ts";
import { createPanelList } from "./entry-list.ts";

const everything: ListQuery = { ...defaultQuery, work: "all" };

const state = stateOf(
  [
    entryOf("new", { helpful: false, comment: "Größe", createdAt: getNoon("2026-06-29"), path: "/de/start" }),
    entryOf("code", {
      source: "code_snippet",
      snippet: { code: "fetchUsers()", filename: "users.ts" },
      path: "/api/users",
      createdAt: getNoon("2026-06-20"),
    }),
    entryOf("agent", { source: "agent", comment: "Rate limits", createdAt: getNoon("2026-06-10") }),
    entryOf("praise", { helpful: true, createdAt: getNoon("2026-05-01") }),
    entryOf("closed", {
      helpful: false,
      status: "resolved",
      comment: "Old",
      createdAt: getNoon("2026-04-01"),
    }),
    entryOf("snoozed", { helpful: false, comment: "Hm", createdAt: getNoon("2026-03-01") }),
    undatedEntry("odd", { source: "voice", status: "parked", path: "/gone", comment: "Odd" }),
  ],
  {
    lastVisit: getNoon("2026-06-28"),
    joined: {
      "/de/start": pageAt("/de/start", { title: "Anfang", groups: ["Hilfe", "Erste Schritte"] }),
      "/api/users": operationAt("/api/users", "GET /users", "List users"),
      "/gone": { kind: "unknown", reason: "No page on this site has ever had this URL." },
    },
    triageById: new Map([
      ["snoozed", { mark: "later", note: "ask Zoë", changedAt: 1 }],
      ["praise", { mark: "done", assigned: "Dal", changedAt: 1 }],
    ]),
  },
);
const index = createEntryIndex(state);
const findEntries = (query: Partial<ListQuery>): readonly string[] =>
  createPanelList(index, { ...everything, ...query })
    .listEntries()
    .map(({ id }) => id);

describe("entryIndex", () => {
  const all = state.entries.map(({ id }) => id);
  const cases: readonly (readonly [what: string, query: Partial<ListQuery>, ids: readonly string[]])[] = [
    ["all entries, newest first", { sort: "newest" }, all],
    ["entries by words in their comment", { search: "größe" }, ["new"]],
    ["entries by their page title", { search: "anfang" }, ["new"]],
    ["entries by their path", { search: "/gone" }, ["odd"]],
    ["entries by their operation", { search: "get /users" }, ["code"]],
    ["entries by their code", { search: "fetchusers" }, ["code"]],
    ["entries by their file name", { search: "users.ts" }, ["code"]],
    ["entries by their note", { search: "zoe" }, ["snoozed"]],
    ["entries by words in different fields", { search: "anfang grosse" }, ["new"]],
    ["entries by a phrase", { search: '"rate limits"' }, ["agent"]],
    ["no entries for a phrase in reverse order", { search: '"limits rate"' }, []],
    ["entries by source, including unknown ones", { sources: ["voice", "agent"], sort: "newest" }, ["agent", "odd"]],
    ["entries by status", { statuses: ["resolved"] }, ["closed"]],
    ["entries by rating", { ratings: ["up"] }, ["praise"]],
    ["entries without a rating", { ratings: ["none"], sort: "newest" }, ["code", "agent", "odd"]],
    ["open entries", { work: "open", sort: "newest" }, ["new", "code", "agent", "odd"]],
    ["snoozed entries", { work: "later" }, ["snoozed"]],
    ["done entries", { work: "done" }, ["praise"]],
    ["assigned entries", { work: "assigned" }, ["praise"]],
    ["new entries", { onlyNew: true }, ["new"]],
    ["entries with a comment", { onlyComments: true, work: "all", sort: "newest" }, all.filter((id) => id !== "code" && id !== "praise")],
    ["entries from agents", { who: "agents" }, ["agent"]],
    ["entries on a page", { page: "/api/users" }, ["code"]],
    ["entries on an unknown page", { page: "?/gone" }, ["odd"]],
    ["entries in a group", { group: ["Hilfe"] }, ["new"]],
    ["entries in a nested group", { group: ["Hilfe", "Erste Schritte"] }, ["new"]],
    ["no entries for a nested group with the same name elsewhere", { group: ["Erste Schritte"] }, []],
    ["entries from a day onward", { from: "2026-06-20", sort: "newest" }, ["new", "code"]],
    ["entries up to and including a day", { through: "2026-04-01", sort: "newest" }, ["closed", "snoozed"]],
    ["entries of one day", { from: "2026-06-10", through: "2026-06-10" }, ["agent"]],
    ["all entries, oldest first, with undated ones last", { sort: "oldest" }, [...all.filter((id) => id !== "odd").reverse(), "odd"]],
    ["all entries, with those that need work first", { sort: "work" }, ["new", "code", "agent", "odd", "snoozed", "praise", "closed"]],
  ]; // prettier-ignore
  for (const [what, query, ids] of cases)
    it(`finds ${what}`, () => {
      const list = createPanelList(index, { ...everything, ...query });
      assert.deepEqual(
        list.listEntries().map(({ id }) => id),
        ids,
      );
    });

  it("includes the last day until midnight UTC, but not the next day", () => {
    const edge = createEntryIndex(
      stateOf([
        entryOf("next", { createdAt: Date.parse("2026-07-01T00:00:00Z") }),
        entryOf("last", { createdAt: Date.parse("2026-06-30T23:59:59.999Z") }),
      ]),
    );
    assert.deepEqual(createPanelList(edge, { ...everything, through: "2026-06-30" }).listEntries().map(({ id }) => id), ["last"]); // prettier-ignore
  });

  it("can be updated with new entries", () => {
    assert.deepEqual(findEntries({ search: "hm" }), ["snoozed"]);
    const next = createEntryIndex(
      { ...state, entries: [entryOf("x", { comment: "Hm too" }), ...state.entries] },
      index,
    );
    assert.deepEqual([...next.find({ ...everything, search: "hm" })], [0, 6]);
    assert.equal(next.getPosition("snoozed"), 6);
    assert.equal(next.getPosition("nobody"), undefined);
  });

  it("groups by page, with the most negative ratings first, and collapses groups", () => {
    const list = createPanelList(index, { ...everything, groupBy: "page", folded: ["/guides/start"] });
    const heads = list.getWindow({ from: 0, count: 200 }).rows.flatMap((row) => (row.kind === "group" ? [`${row.label} ${row.count} ▲${row.up} ▼${row.down}`] : [])); // prettier-ignore
    assert.deepEqual(heads, ["Start 4 ▲1 ▼2", "Anfang 1 ▲0 ▼1", "/gone 1 ▲0 ▼0", "List users 1 ▲0 ▼0"]);
    assert.equal(list.layout.rowCount, 1 + 2 + 2 + 2);
    assert.equal(list.findRow("agent"), 0);
    assert.equal(list.findRow("new"), 2);
  });

  it("groups by status in workflow order, with unknown statuses in the middle", () => {
    const list = createPanelList(index, { ...everything, groupBy: "status" });
    const labels = list.getWindow({ from: 0, count: 200 }).rows.flatMap((row) => (row.kind === "group" ? [row.label] : [])); // prettier-ignore
    assert.deepEqual(labels, ["pending", "parked", "resolved"]);
  });

  for (const isPrepared of [false, true])
    it(`matches a linear search for any sequence of queries ${isPrepared ? "when" : "before"} its text is indexed`, () => {
      const word = fc.constantFrom("a", "b", "ab", "ba", "É", "x y", "aba", "a-b", "-", "-a", "z");
      const entry = fc.record({ comment: fc.string({ unit: fc.constantFrom("a", "b", "é", " ", "-", "語") }), helpful: fc.option(fc.boolean(), { nil: undefined }) }); // prettier-ignore
      fc.assert(
        fc.property(
          fc.array(entry),
          fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 5 }),
          (messages, searches) => {
            const entries = messages.map(({ comment, helpful }, at): FeedbackEntry =>
              entryOf(`${at}`, { comment, path: "/", ...(helpful !== undefined && { helpful }) }),
            );
            const requestedIndex = createEntryIndex(stateOf(entries));
            if (isPrepared) requestedIndex.texts.prepare(Infinity, () => 0);
            for (const words of searches) {
              const toPlain = (text: string) => text.toLowerCase().replaceAll("é", "e").replaceAll(/ +/g, " ");
              const required = words.join(" ").split(" ").filter(Boolean).map(toPlain);
              const expected = entries.flatMap(({ comment = "" }, at) => (required.every((each) => toPlain(comment).includes(each) || "/".includes(each)) ? [at] : [])); // prettier-ignore
              assert.deepEqual([...requestedIndex.find({ ...everything, search: words.join(" ") })], expected);
            }
          },
        ),
      );
    });
});
