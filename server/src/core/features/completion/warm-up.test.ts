import { deepEqual, equal } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { complete } from "./complete.ts";
import { getPageCandidates } from "./page-candidates.ts";
import { warmUpCompletion } from "./warm-up.ts";

describe("warmUpCompletion", () => {
  const { files } = parseFixture(`
//- docs.json
{"navigation": {"pages": ["guides/start", "guides/end"]}, "redirects": [{"source": "/a", "destination": "/guides/end"}]}
//- guides/start.mdx
---
title: Get started
---
//- guides/end.mdx
The end.
`);

  it("doesn't change completion results", () => {
    const [warmSite, coldSite] = [siteOf(files), siteOf(files)];
    const steps = [...warmUpCompletion(warmSite)];
    equal(steps.length > 5, true);
    for (const typedText of ["[start](/g", "<Ca", '<Card icon="'])
      deepEqual(
        complete(warmSite, "guides/end.mdx", typedText, typedText.length),
        complete(coldSite, "guides/end.mdx", typedText, typedText.length),
      );
  });

  it("caches pages for later requests", () => {
    const site = siteOf(files);
    Array.from(warmUpCompletion(site));
    const [page] = getPageCandidates(site);
    equal(page?.terms, getPageCandidates(site)[0]?.terms);
  });

  it("doesn't fail on a site without content", () => {
    for (const text of ["", "[]", "{"])
      equal([...warmUpCompletion(siteOf(new Map([["docs.json", text]])))].length > 0, true);
  });
});
