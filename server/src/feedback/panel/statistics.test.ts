import assert from "node:assert/strict";
import { entryOf, getNoon, pageAt, stateOf } from "../../../../test/harness/feedback-state-of.ts";
import type { FeedbackEntry } from "../entries/entry.ts";
import type { ListQuery } from "../view/from-panel.ts";
import { defaultQuery } from "../view/panel-protocol.ts";
import { createEntryIndex } from "./entry-index.ts";
import { createPanelList } from "./entry-list.ts";
import { createPanelOverview, getTrendSpan } from "./statistics.ts";

const now = getNoon("2026-06-30");
const formatDays = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(0, 10));

function createRated(path: string, up: number, down: number, unrated = 0): FeedbackEntry[] {
  return [...Array<boolean>(up).fill(true), ...Array<boolean>(down).fill(false), ...Array<undefined>(unrated).fill(undefined)].map(
    (helpful, at) => entryOf(`${path} ${at}`, { path, ...(helpful !== undefined && { helpful }) }),
  ); // prettier-ignore
}

const getOverview = (entries: readonly FeedbackEntry[], query: Partial<ListQuery> = {}, reported = {}) =>
  createPanelOverview(createEntryIndex(stateOf(entries, reported)), { ...defaultQuery, ...query }, now);

describe("trendSpan", () => {
  it("uses days for a month and weeks starting on Monday for half a year", () => {
    const month = getTrendSpan(getNoon("2026-06-28"), getNoon("2026-06-30"), now);
    assert.equal(month.unit, "day");
    assert.deepEqual(formatDays(month.bucketStarts), ["2026-06-28", "2026-06-29", "2026-06-30", "2026-07-01"]);
    const half = getTrendSpan(getNoon("2026-01-01"), getNoon("2026-06-30"), now);
    assert.equal(half.unit, "week");
    // January 1, 2026, is a Thursday.
    assert.equal(formatDays(half.bucketStarts)[0], "2025-12-29");
    assert.ok(half.bucketStarts.every((start) => new Date(start).getUTCDay() === 1));
  });

  it("uses months for years, across year ends and leap years", () => {
    const { unit, bucketStarts } = getTrendSpan(getNoon("2023-11-15"), getNoon("2024-12-15"), now);
    assert.equal(unit, "month");
    assert.equal(bucketStarts.length, 14 + 1);
    assert.deepEqual(formatDays(bucketStarts).slice(1, 4), ["2023-12-01", "2024-01-01", "2024-02-01"]);
  });

  it("returns a limited number of periods for any dates", () => {
    for (const [from, through] of [
      [-8.64e15, 8.64e15],
      [0, 8.64e15],
      [8.64e15, -8.64e15],
      [-Infinity, Infinity],
    ] as const)
      // prettier-ignore
      assert.ok(getTrendSpan(from, through, now).bucketStarts.length <= 131);
  });
});

describe("panelOverview", () => {
  it("counts entries without a rating as neither positive nor negative, and leaves gaps for days without entries", () => {
    const { unit, buckets } = getOverview([
      entryOf("a", { helpful: true, createdAt: getNoon("2026-06-10") }),
      entryOf("b", { createdAt: getNoon("2026-06-10") }),
      entryOf("c", { helpful: false, source: "agent", createdAt: getNoon("2026-06-08") }),
    ]);
    assert.equal(unit, "day");
    assert.deepEqual(
      buckets.map(({ up, down, unrated, agents }) => [up, down, unrated, agents]),
      [
        [0, 1, 0, 1],
        [0, 0, 0, 0],
        [1, 0, 1, 0],
      ],
    );
  });

  it("counts people, agents, and undated entries separately", () => {
    const { people, agents, undatedCount } = getOverview([
      entryOf("a", { helpful: true }),
      entryOf("b", { source: "agent" }),
      {
        id: "c",
        path: "/x",
        source: "contextual",
        status: "pending",
        helpful: false,
        incomplete: ["createdAt"],
      },
    ]);
    assert.deepEqual(people, { up: 1, down: 1, unrated: 0 });
    assert.deepEqual(agents, { up: 0, down: 0, unrated: 1 });
    assert.equal(undatedCount, 1);
  });

  it("compares the selected period with the same number of days before it", () => {
    const on = (day: string, helpful: boolean) => entryOf(day + helpful, { helpful, createdAt: getNoon(day) });
    const entries = [on("2026-06-01", true), on("2026-06-05", false), on("2026-06-10", true), on("2026-06-11", true)];
    const change = (query: Partial<ListQuery>) => getOverview(entries, query).change;
    assert.equal(change({}), undefined);
    assert.equal(change({ from: "2026-06-11", through: "2026-06-20" }), 33);
    assert.equal(change({ from: "2026-06-11", through: "2026-06-12" }), 0);
  });

  it("covers the selected period, including days without entries", () => {
    const { buckets } = getOverview(createRated("/x", 1, 0), { from: "2026-06-11", through: "2026-06-20" });
    assert.deepEqual(formatDays([buckets[0]?.from ?? 0, buckets.at(-1)?.from ?? 0]), ["2026-06-11", "2026-06-20"]);
  });

  it("ranks pages by the lower bound of their share of negative ratings, above a threshold", () => {
    // The lower bound is 34% for 2 of 2 ratings, 19% for 3 of 6, and 14%, which is below the threshold, for 10 of 40.
    const { worstPages } = getOverview([
      ...createRated("/few", 0, 2),
      ...createRated("/many", 30, 10),
      ...createRated("/talked", 3, 3, 24),
      ...createRated("/good", 50, 0, 50),
    ]);
    assert.deepEqual(
      worstPages.map(({ page }) => page.title),
      ["Few", "Talked"],
    );
  });

  it("totals pages by group and parent group", () => {
    const { groups } = getOverview([...createRated("/a", 1, 1), ...createRated("/b", 2, 0)], {}, {
      joined: { "/a": pageAt("/a", { groups: ["Guides", "Basics"] }), "/b": pageAt("/b", { groups: ["Guides"] }) },
    }); // prettier-ignore
    assert.deepEqual(
      groups.map(({ labels, up, down }) => [labels.join("/"), up, down]),
      [
        // A group with 1 negative rating out of 2 ranks above one with 1 out of 4.
        ["Guides/Basics", 1, 1],
        ["Guides", 3, 1],
      ],
    );
  });

  it("ignores the list's other filters", () => {
    const entries = [...createRated("/a", 3, 1)];
    const { worstPages, buckets } = getOverview(entries);
    const narrowed = getOverview(entries, { search: "nothing", ratings: ["down"], work: "done" });
    assert.deepEqual([narrowed.worstPages, narrowed.buckets], [worstPages, buckets]);
  });
});

describe("totals by page from the service", () => {
  const createPage = (path: string, up: number, down: number, total: number) => ({
    path,
    up,
    down,
    code: 0,
    total,
  });
  const entries = [...createRated("/a", 5, 1), ...createRated("/b", 0, 3)];
  const reported = {
    joined: { "https://docs.example.com/a": pageAt("/a"), "/only-there": pageAt("/only-there") },
    totals: {
      askedAt: getNoon("2026-06-29"),
      // The service reports two URLs for one page, and fewer entries for another page than are loaded.
      pages: [createPage("/a", 10, 40, 90), createPage("https://docs.example.com/a", 0, 5, 5), createPage("/b", 0, 1, 1), createPage("/only-there", 0, 2, 2)],
    },
  }; // prettier-ignore
  const state = { ...stateOf(entries), ...reported, joinsByPath: new Map([...stateOf(entries).joinsByPath, ...Object.entries(reported.joined)]) }; // prettier-ignore
  const getWorst = (query: Partial<ListQuery> = {}) => {
    const { worstPages: pages, countedAt } = createPanelOverview(
      createEntryIndex(state),
      { ...defaultQuery, ...query },
      now,
    );
    return {
      countedAt,
      pages: pages.map((each) => `${each.page.key} ${each.up} ${each.down} ${each.unrated}`),
    };
  };

  it("determine the order of the worst pages if they're higher than the loaded counts", () => {
    assert.deepEqual(getWorst(), {
      countedAt: getNoon("2026-06-29"),
      pages: ["/a 10 45 40", "/b 0 3 0", "/only-there 0 2 0"],
    });
  });

  it("aren't used for a subset, because the service doesn't count it separately", () => {
    const own = { countedAt: undefined, pages: ["/b 0 3 0"] };
    assert.deepEqual(getWorst({ who: "people" }), own);
    assert.deepEqual(getWorst({ from: "2026-01-01" }), own);
    assert.deepEqual(getWorst({ sources: ["contextual"] }), own);
  });

  it("appear in a page's group header if they're higher than the number of listed entries", () => {
    const list = createPanelList(createEntryIndex(state), { ...defaultQuery, work: "all", groupBy: "page" });
    const heads = list.getWindow({ from: 0, count: 100 }).rows.flatMap((row) => (row.kind === "group" ? [[row.key, row.count, row.serviceTotal]] : [])); // prettier-ignore
    assert.deepEqual(heads, [["/b", 3, undefined], ["/a", 6, 95]]); // prettier-ignore
  });
});
