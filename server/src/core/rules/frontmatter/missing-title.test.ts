import assert from "node:assert/strict";
import { shownBy, siteFrom } from "../../../../../test/harness/shown-problems.ts";

function messageFor(field: string): string {
  const site = siteFrom(
    `//- docs.json\n{ "navigation": { "pages": ["quick-start"] } }\n//- quick-start.mdx\n---\n${field}\n---\n\nText.\n`,
  );
  return shownBy("frontmatter/missing-title", site)[0]?.message ?? "";
}

describe("frontmatter/missing-title", () => {
  it("doesn't mention the sidebar if the page has a `sidebarTitle`", () => {
    assert.match(
      messageFor("sidebarTitle: Start"),
      /so search results and the browser tab show “Quick start”/,
    );
    for (const field of ["icon: rocket", 'sidebarTitle: ""'])
      assert.match(messageFor(field), /so the sidebar and search results show “Quick start”/);
  });
});
