import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { runSteps } from "../../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { type NavigationRow, navigationRows } from "./navigation-rows.ts";

const site = siteOf(
  parseFixture(`
//- docs.json
{
  "navigation": {
    "global": { "anchors": [{ "anchor": "News", "pages": ["news"] }, { "anchor": "Status", "href": "https://x.example" }] },
    "tabs": [
      { "tab": "Guides", "groups": [{ "group": "Start", "pages": ["a"] }] },
      { "tab": "Blog", "href": "https://blog.example" }
    ]
  }
}
//- a.mdx
//- news.mdx
//- unlisted.mdx
//- note.md
//- index.mdx
`).files,
);

describe("navigationRows", () => {
  const labels = (isRequested: (row: NavigationRow) => boolean | undefined) => {
    const all = (rows: readonly NavigationRow[]): readonly NavigationRow[] =>
      rows.flatMap((row) => [row, ...all(row.children)]);
    return all(runSteps(navigationRows(site)) ?? [])
      .filter(isRequested)
      .map(({ label }) => label);
  };

  it("marks rows of global sections, which the specification calls “global anchors”", () =>
    assert.deepEqual(
      labels(({ isGlobal }) => isGlobal),
      ["News", "Status"],
    ));

  it("lists published MDX pages that aren't in the navigation, except for the home page", () =>
    assert.deepEqual(
      labels(({ kind, slug, at }) => kind === "page" && slug !== undefined && at === undefined),
      ["unlisted"],
    ));

  it("marks sections that are only links", () =>
    assert.deepEqual(
      labels(({ isLink }) => isLink),
      ["Blog", "Status"],
    ));
});
