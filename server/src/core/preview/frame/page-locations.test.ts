import assert from "node:assert/strict";
import { everyoneAudience } from "../../../../../test/harness/frame-of.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { frameReading } from "./frame-reading.ts";
import { findNavigationPath } from "./page-locations.ts";
import { siteFrame } from "./site-frame.ts";

describe("section of a page", () => {
  it("remains the section that the reader came from if several sections contain the page", () => {
    const shared = {
      tabs: [
        { tab: "Guides", pages: ["a", "b"] },
        { tab: "API", groups: [{ group: "G", pages: ["a", "c"] }] },
        {
          tab: "More",
          dropdowns: [
            { dropdown: "One", pages: ["b"] },
            { dropdown: "Two", pages: ["a"] },
          ],
        },
      ],
    };
    const files = new Map([
      ["docs.json", JSON.stringify({ theme: "mint", name: "Acme", navigation: shared })],
      ...["a", "b", "c"].map((path) => [`${path}.mdx`, `---\ntitle: ${path}\n---\n`] as const),
    ]);
    const site = siteOf(files, "mintlify");
    const reading = frameReading(site, everyoneAudience, () => undefined);
    const shown = (slug: string, way?: readonly string[]) => {
      const { levels: all } = siteFrame(site, slug, everyoneAudience, undefined, way).menu;
      return all.map(({ choices, current }) => choices[current ?? -1]?.label);
    };
    const placeOf = (level: number, label: string, way: readonly string[] = []) =>
      siteFrame(site, "a", everyoneAudience, undefined, way).menu.levels[level]?.choices.find(
        (each) => each.label === label,
      )?.at;
    assert.deepEqual(shown("a"), ["Guides"]);
    const api = placeOf(0, "API");
    assert.ok(api);
    const navigationPath = findNavigationPath(reading, api);
    assert.deepEqual(navigationPath, ["tab API"]);
    assert.deepEqual(shown("a", navigationPath), ["API"]);
    assert.deepEqual(shown("b", navigationPath), ["Guides"], "the section isn't that of the page");
    assert.deepEqual(shown("a", ["tab More"]), ["More", "Two"]);
    assert.deepEqual(shown("a", ["tab Gone", "dropdown Two"]), ["Guides"]);
    assert.equal(findNavigationPath(reading, { file: "docs.json", range: { start: 0, end: 1 } }), undefined);
  });
});
