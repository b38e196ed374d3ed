import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { runSteps } from "../../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { type NavigationRow, createNavigationRows } from "./navigation-rows.ts";

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
  const listLabels = (isRequested: (row: NavigationRow) => boolean | undefined) => {
    const flattenRows = (rows: readonly NavigationRow[]): readonly NavigationRow[] =>
      rows.flatMap((row) => [row, ...flattenRows(row.children)]);
    return flattenRows(runSteps(createNavigationRows(site)) ?? [])
      .filter(isRequested)
      .map(({ label }) => label);
  };

  it("marks rows of global sections, which the specification calls “global anchors”", () =>
    assert.deepEqual(
      listLabels(({ isGlobal }) => isGlobal),
      ["News", "Status"],
    ));

  it("lists published MDX pages that aren't in the navigation, except for the home page", () =>
    assert.deepEqual(
      listLabels(({ kind, slug, location: at }) => kind === "page" && slug !== undefined && at === undefined),
      ["unlisted"],
    ));

  it("marks sections that are only links", () =>
    assert.deepEqual(
      listLabels(({ isLink }) => isLink),
      ["Blog", "Status"],
    ));
});
