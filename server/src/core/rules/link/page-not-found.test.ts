import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { fixesOf, problemsOfSite } from "../engine/run-rules.ts";
import { pageNotFound } from "./page-not-found.ts";

describe("link/page-not-found: fixes", () => {
  const titlesFor = (link: string) => {
    const { files } = parseFixture(`//- docs.json
{ "navigation": { "pages": ["guides/start", "guides/more"] } }
//- guides/start.mdx
[a](${link})
//- guides/more.mdx
`);
    const site = siteOf(files);
    const [problem] = problemsOfSite(site, { rules: [pageNotFound] });
    return problem ? fixesOf(problem, site, { rules: [pageNotFound] }).map(({ title }) => title) : [];
  };

  it("offers the nearest page first, then a new one", () =>
    assert.deepEqual(titlesFor("/guides/mroe"), [
      "Link to `/guides/more`",
      "Create the page guides/mroe.mdx",
    ]));

  it("doesn't offer to create a page if only the leading slash is missing", () =>
    assert.deepEqual(titlesFor("guides/more"), ["Link to `/guides/more`"]));

  it("doesn't repeat an extension that the link already has", () =>
    assert.deepEqual(titlesFor("/setup/proxies.mdx"), ["Create the page setup/proxies.mdx"]));
});
