import assert from "node:assert/strict";
import { everyoneAudience } from "../../../../../test/harness/frame-of.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { getAudienceContext } from "./frame-reading.ts";
import { findNavigationPath } from "./page-locations.ts";
import { createSiteFrame } from "./site-frame.ts";

describe("section of a page", () => {
  it("remains the section that the reader came from if several sections contain the page", () => {
    const sharedNavigation = {
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
      ["docs.json", JSON.stringify({ theme: "mint", name: "Acme", navigation: sharedNavigation })],
      ...["a", "b", "c"].map((path) => [`${path}.mdx`, `---\ntitle: ${path}\n---\n`] as const),
    ]);
    const site = siteOf(files, "mintlify");
    const reading = getAudienceContext(site, everyoneAudience, () => undefined);
    const listShown = (slug: string, path?: readonly string[]) => {
      const { levels } = createSiteFrame(site, slug, everyoneAudience, undefined, path).menu;
      return levels.map(({ choices, current }) => choices[current ?? -1]?.label);
    };
    const getLocation = (level: number, label: string, path: readonly string[] = []) =>
      createSiteFrame(site, "a", everyoneAudience, undefined, path).menu.levels[level]?.choices.find(
        (choice) => choice.label === label,
      )?.location;
    assert.deepEqual(listShown("a"), ["Guides"]);
    const api = getLocation(0, "API");
    assert.ok(api);
    const navigationPath = findNavigationPath(reading, api);
    assert.deepEqual(navigationPath, ["tab API"]);
    assert.deepEqual(listShown("a", navigationPath), ["API"]);
    assert.deepEqual(listShown("b", navigationPath), ["Guides"], "the section isn't that of the page");
    assert.deepEqual(listShown("a", ["tab More"]), ["More", "Two"]);
    assert.deepEqual(listShown("a", ["tab Gone", "dropdown Two"]), ["Guides"]);
    assert.equal(findNavigationPath(reading, { file: "docs.json", range: { start: 0, end: 1 } }), undefined);
  });
});
