import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

describe("redirect/shadows-page", () => {
  const listMessages = (redirects: Readonly<Record<string, string>>) => {
    const names = Object.keys(redirects);
    const config = {
      navigation: { pages: ["new", "other", ...names] },
      redirects: Object.entries(redirects).map(([name, destination]) => ({ source: `/${name}`, destination })),
    };
    const pages = ["new", "other", ...names].map((name) => `//- ${name}.mdx\n`);
    const site = siteFrom(`//- docs.json\n${JSON.stringify(config)}\n${pages.join("")}`);
    return getShownProblems("redirect/shadows-page", site).map(({ message }) => message);
  };

  it("reports pages that were merged into another one as one problem", () => {
    assert.deepEqual(listMessages({ "send-text": "/new", "send-media": "/new" }), [
      "2 redirects hide pages on this site, such as `/send-text`, so readers never see these pages. Remove the redirects or the pages.",
    ]);
  });

  it("reports redirects to different pages separately", () => {
    assert.equal(listMessages({ "send-text": "/new", "send-media": "/other" }).length, 2);
  });
});
