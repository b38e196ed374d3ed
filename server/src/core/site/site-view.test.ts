import assert from "node:assert/strict";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { withFile } from "./site.ts";
import { siteView } from "./site-view.ts";

const site = siteOf(
  new Map([
    ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
    ["a.mdx", "A"],
  ]),
);

describe("siteView", () => {
  it("computes a view again only if one of its parts changes", () => {
    let count = 0;
    const view = siteView(["config", "pages"], ({ pages }) => {
      count++;
      return pages.size;
    });
    const withoutFiles = { ...site, files: new Set<string>() };
    assert.deepEqual([view(site), view(withoutFiles), count], [1, 1, 1]);
    const { site: withoutPage } = withFile(site, { kind: "page", path: "a.mdx", page: undefined });
    assert.deepEqual([view(withoutPage), view(site), count], [0, 1, 2]);
  });

  it("gives the computation only the parts that it names", () => {
    const view = siteView(["config", "overlays"], (parts) => Object.keys(parts));
    assert.deepEqual(view(site), ["config", "overlays"]);
  });

  it("distinguishes a missing part from an empty one, and caches undefined views", () => {
    let count = 0;
    const view = siteView(["config", "overlays"], ({ overlays }) => {
      count++;
      return overlays?.size;
    });
    const { config } = site;
    assert.deepEqual([view({ config }), view({ config }), count], [undefined, undefined, 1]);
    assert.deepEqual([view({ config, overlays: new Map() }), count], [0, 2]);
  });
});
