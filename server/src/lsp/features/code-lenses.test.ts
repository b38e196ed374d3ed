import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanPage } from "../../core/page/scan-page.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { lensRefresher } from "./code-lenses.ts";

const files = new Map([
  ["docs.json", `{ "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`],
  ["a.mdx", "[x](/b)"],
  ["api.yaml", "openapi: 3.1.0\npaths: { /a: { get: { summary: A } } }\n"],
]);

describe("code lens refresh", () => {
  let count = 0;
  let pageLens = true;
  let live: { current: { site: Site } };
  let refresher: ReturnType<typeof lensRefresher>;
  const after = (change: Partial<Site>, what: "onProblems" | "onRest") => {
    live.current = { site: { ...live.current.site, ...change } };
    const before = count;
    refresher[what](live as unknown as SiteState);
    return count - before;
  };
  const newAnalyses = () => ({ analyses: new Map(live.current.site.analyses) });
  const newSpecs = () => ({ specs: new Map(live.current.site.specs) });

  beforeEach(() => {
    pageLens = true;
    live = { current: { site: siteOf(files) } };
    const connection = { sendRequest: () => (count++, Promise.resolve()) };
    const client = { workspace: { codeLens: { refreshSupport: true } } };
    refresher = lensRefresher(() => ({ connection, client, pageLens }) as unknown as Session);
    assert.equal(after({}, "onProblems"), 0);
    assert.equal(after({}, "onRest"), 1, "the lenses weren't requested at startup");
  });

  it("happens immediately after the specifications are analyzed again", () => {
    assert.equal(after(newAnalyses(), "onProblems"), 1);
    assert.equal(after({}, "onRest"), 0, "the lenses were refreshed again");
  });

  it("waits until the editor is idle after a text change, because the editor requests lenses anyway", () => {
    assert.equal(after({ ...newSpecs(), ...newAnalyses() }, "onProblems"), 0);
    assert.equal(after({}, "onProblems"), 1, "the lenses weren't refreshed after an analysis");
    assert.equal(after(newSpecs(), "onRest"), 1);
    assert.equal(after({}, "onRest"), 0);
  });

  it("waits until the editor is idle after other changes", () => {
    const { config, files: all, pages } = live.current.site;
    assert.equal(after({ config: { ...config } }, "onProblems"), 0);
    assert.equal(after({}, "onRest"), 1);
    assert.equal(after({ files: new Set(all) }, "onRest"), 1);
    assert.equal(after({ pages: new Map(pages) }, "onRest"), 1);
  });

  it("happens when counted links on other pages change, but not when only their text changes", () => {
    const withText = (text: string) => ({
      references: new Map([["a.mdx", scanPage("a.mdx", text).references]]),
    });
    assert.equal(after(withText("Other [words](/b)"), "onRest"), 0);
    assert.equal(after(withText("Other [words](/c)"), "onRest"), 1);
    assert.equal(after({}, "onRest"), 0);
    pageLens = false;
    assert.equal(
      after(withText("[x](/d)"), "onRest"),
      0,
      "the lenses were refreshed although they don't show links",
    );
  });

  it("happens after page changes even if the site has no specification", () => {
    assert.equal(after({ specs: new Map() }, "onRest"), 1);
    assert.equal(after({ pages: new Map(live.current.site.pages) }, "onRest"), 1);
    pageLens = false;
    assert.equal(after({ pages: new Map(live.current.site.pages) }, "onRest"), 0);
  });
});
