import assert from "node:assert/strict";
import { stateOf } from "../harness/feedback-state-of.ts";
import "../harness/fake-vscode.ts";
import { summarizeFeedback } from "../../client/src/feedback/store.ts";

type Pages = Parameters<typeof summarizeFeedback>[1];

const page = (path: string, up: number, down: number, open = 0): Pages[number] =>
  ({
    location: { kind: "page", uri: `file:///${path}.mdx`, url: `/${path}`, title: path },
    up,
    down,
    entries: [],
    openEntries: Array.from({ length: open }),
  }) as unknown as Pages[number];

const sites = [{ root: "file:///site" }, { root: "file:///site/inner" }];

describe("reader feedback summary", () => {
  const connected = stateOf([], { freshness: { kind: "fresh", warnings: [] } });

  it("counts the feedback on one site and lists the pages that need work, worst first", () => {
    const pages = [
      page("site/a", 10, 10, 1),
      page("site/b", 1, 30, 2),
      page("site/c", 90, 2),
      page("other/d", 0, 90),
      page("site/inner/e", 0, 90),
    ];
    assert.deepEqual(summarizeFeedback(connected, pages, "file:///site", sites), {
      kind: "entries",
      openCount: 3,
      up: 101,
      down: 42,
      worstPages: [
        { url: "/site/b", title: "site/b", openCount: 2, up: 1, down: 30 },
        { url: "/site/a", title: "site/a", openCount: 1, up: 10, down: 10 },
      ],
    });
  });

  it("explains why there's no feedback", () => {
    const { project: _, ...off } = connected;
    const kindOf = (state: Parameters<typeof summarizeFeedback>[0]) =>
      summarizeFeedback(state, [], "file:///site", sites).kind;
    assert.equal(kindOf(off), "off");
    assert.equal(kindOf({ ...connected, hasKey: false }), "no-key");
    assert.equal(kindOf(connected), "empty");
    assert.equal(kindOf({ ...connected, freshness: { kind: "loading", warnings: [] } }), "loading");
    const failure = { kind: "unreachable", message: "Nothing answers." } as const;
    assert.equal(kindOf({ ...connected, freshness: { kind: "failed", failure, warnings: [] } }), "failed");
  });
});
