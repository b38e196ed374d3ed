import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { createLensRefresher } from "./code-lenses.ts";

const files = new Map([
  ["docs.json", `{ "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`],
  ["a.mdx", "[x](/b)"],
  ["api.yaml", "openapi: 3.1.0\npaths: { /a: { get: { summary: A } } }\n"],
]);

describe("code lens refresh", () => {
  let count = 0;
  let hasPageLens = true;
  let live: { current: { site: Site } };
  let refresher: ReturnType<typeof createLensRefresher>;
  const countAfter = (change: Partial<Site>, what: "onProblems" | "onIdle") => {
    live.current = { site: { ...live.current.site, ...change } };
    const before = count;
    refresher[what](live as unknown as SiteState);
    return count - before;
  };
  const createAnalyses = () => ({ analyses: new Map(live.current.site.analyses) });
  const createSpecs = () => ({ specs: new Map(live.current.site.specs) });

  beforeEach(() => {
    hasPageLens = true;
    live = { current: { site: siteOf(files) } };
    const connection = { sendRequest: () => (count++, Promise.resolve()) };
    const client = { workspace: { codeLens: { refreshSupport: true } } };
    refresher = createLensRefresher(() => ({ connection, client, showsPageLens: hasPageLens }) as unknown as Session);
    assert.equal(countAfter({}, "onProblems"), 0);
    assert.equal(countAfter({}, "onIdle"), 1, "the lenses weren't requested at startup");
  });

  it("happens immediately after the specifications are analyzed again", () => {
    assert.equal(countAfter(createAnalyses(), "onProblems"), 1);
    assert.equal(countAfter({}, "onIdle"), 0, "the lenses were refreshed again");
  });

  it("waits until the editor is idle after a text change, because the editor requests lenses anyway", () => {
    assert.equal(countAfter({ ...createSpecs(), ...createAnalyses() }, "onProblems"), 0);
    assert.equal(countAfter({}, "onProblems"), 1, "the lenses weren't refreshed after an analysis");
    assert.equal(countAfter(createSpecs(), "onIdle"), 1);
    assert.equal(countAfter({}, "onIdle"), 0);
  });

  it("waits until the editor is idle after other changes", () => {
    const { config, files: all, pages } = live.current.site;
    assert.equal(countAfter({ config: { ...config } }, "onProblems"), 0);
    assert.equal(countAfter({}, "onIdle"), 1);
    assert.equal(countAfter({ files: new Set(all) }, "onIdle"), 1);
    assert.equal(countAfter({ pages: new Map(pages) }, "onIdle"), 1);
  });

  it("happens when counted links on other pages change, but not when only their text changes", () => {
    const setText = (text: string) => ({
      references: new Map([["a.mdx", scanPage("a.mdx", text).references]]),
    });
    assert.equal(countAfter(setText("Other [words](/b)"), "onIdle"), 0);
    assert.equal(countAfter(setText("Other [words](/c)"), "onIdle"), 1);
    assert.equal(countAfter({}, "onIdle"), 0);
    hasPageLens = false;
    assert.equal(
      countAfter(setText("[x](/d)"), "onIdle"),
      0,
      "the lenses were refreshed although they don't show links",
    );
  });

  it("happens after page changes even if the site has no specification", () => {
    assert.equal(countAfter({ specs: new Map() }, "onIdle"), 1);
    assert.equal(countAfter({ pages: new Map(live.current.site.pages) }, "onIdle"), 1);
    hasPageLens = false;
    assert.equal(countAfter({ pages: new Map(live.current.site.pages) }, "onIdle"), 0);
  });
});
