import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { getGeneratedPages, type GeneratedPage } from "../../server/src/core/site/specs/generated-pages.ts";
import type { GeneratedCase } from "../cases/generated-case.ts";
import { generatedMarks } from "../cases/generated-marks.ts";
import { generatedNavigation } from "../cases/generated-navigation.ts";
import { generatedSources } from "../cases/generated-sources.ts";
import { generatedSlugs } from "../cases/generated-slugs.ts";
import { siteOf } from "../harness/site-of.ts";

const areas = {
  slugs: generatedSlugs,
  marks: generatedMarks,
  navigation: generatedNavigation,
  sources: generatedSources,
};

/**
 * Pages that are generated from specifications. The expected results are derived from the specifications' texts and
 * from the published generator.
 */
describe("generated pages", () => {
  for (const [area, cases] of Object.entries(areas))
    describe(area, () => {
      for (const one of cases)
        for (const profile of ["standard", "mintlify"] as const)
          it(`match the expected pages for ${one.name} (${profile})`, () => {
            const expected = one[profile] ?? one.both;
            assert.ok(expected, "the case has no expected result");
            assert.deepEqual(pagesOf(one, profile).map(report), expected);
          });
    });
});

function pagesOf({ nav, settings, specs }: GeneratedCase, profile: ProfileName): readonly GeneratedPage[] {
  const navigation = nav ?? { groups: [{ group: "g", openapi: "o.json" }] };
  const files = Object.entries(specs).map(
    ([path, content]) => [path, typeof content === "string" ? content : JSON.stringify(content)] as const,
  );
  const site = siteOf(new Map([["docs.json", JSON.stringify({ ...settings, navigation })], ...files]), profile);
  return getGeneratedPages(site);
}

function report({ slug, title, sidebarTitle, groups, isListed: listed, node }: GeneratedPage): string {
  const place = listed ? (node.type === "entry" ? "" : `${groups.join(" › ")}: `) : "-: ";
  return `${place}${slug} (${title})${sidebarTitle === undefined ? "" : ` [${sidebarTitle}]`}`;
}
