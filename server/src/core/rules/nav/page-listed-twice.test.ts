import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { combinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { problemsOfSite } from "../engine/run-rules.ts";
import type { Problem } from "../rule.ts";
import { pageListedTwice } from "./page-listed-twice.ts";

/** Returns the problems that authors see, with those combined that have the same cause. */
function shownIn(files: string): readonly Problem[] {
  const site = siteOf(parseFixture(files).files);
  return combineProblems(problemsOfSite(site, { rules: [pageListedTwice] }), combinedProblem);
}

describe("nav/page-listed-twice", () => {
  it("reports pages shared by two groups once for each pair of groups in all languages", () => {
    const groups = (folder: string) =>
      ["A", "B", "C"].map((group) => ({
        group,
        pages: (group === "C" ? ["c"] : ["a", "b", ...(group === "A" ? ["c"] : [])]).map((p) => folder + p),
      }));
    const languages = ["en", "fr"].map((language) => ({
      language,
      groups: groups(language === "en" ? "" : "fr/"),
    }));
    const pages = ["a", "b", "c", "fr/a", "fr/b", "fr/c"].map((page) => `//- ${page}.mdx\n`);
    const shown = shownIn(
      `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n${pages.join("")}`,
    );
    assert.deepEqual(
      shown.map(({ severity, message }) => [severity, message.split(".")[0]]),
      [
        ["information", "4 pages, such as `a`, are listed under both `B` and `A`"],
        ["information", "2 pages, such as `c`, are listed under both `C` and `A`"],
      ],
    );
  });

  it("names the sections around two groups with the same name", () => {
    const api = (...listed: readonly string[]) => ({ group: "API", pages: listed });
    const shown = (groups: readonly object[]) =>
      shownIn(
        `//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n//- a.mdx\n//- b.mdx\n//- c.mdx\n`,
      ).map(({ message }) => message.split(".")[0]);
    const nested = (group: string, ...listed: readonly string[]) => ({ group, pages: [api(...listed)] });
    assert.deepEqual(shown([nested("Cloud", "a", "b"), nested("Server", "a", "b")]), [
      "2 pages, such as `a`, are listed under both `Server › API` and `Cloud › API`",
    ]);
    assert.deepEqual(shown([api("a"), nested("Server", "a")]), ["`a` is also listed under `API`"]);
    assert.deepEqual(shown([nested("Server", "a"), api("a")]), ["`a` is also listed under `Server › API`"]);
    assert.deepEqual(
      shown([
        { group: "Cloud", pages: [nested("Reference", "a")] },
        { group: "Server", pages: [nested("Reference", "a")] },
      ]),
      ["`a` is also listed under `Cloud › API`"],
    );
    assert.deepEqual(shown([api("a"), api("a")]), ["`a` is also listed under `API`"]);
  });

  it("reports a page in three groups as a separate problem for each pair", () => {
    const groups = ["A", "B", "C"].map((group) => ({ group, pages: ["a"] }));
    const shown = shownIn(`//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n//- a.mdx\n`);
    assert.equal(shown.length, 2);
  });
});
