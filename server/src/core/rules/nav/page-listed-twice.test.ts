import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createCombinedProblem, combineProblems } from "../engine/problem-groups.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import type { Problem } from "../rule.ts";
import { pageListedTwice } from "./page-listed-twice.ts";

/** Returns the problems that authors see, with those combined that have the same cause. */
function listShown(files: string): readonly Problem[] {
  const site = siteOf(parseFixture(files).files);
  return combineProblems(findSiteProblems(site, { rules: [pageListedTwice] }), createCombinedProblem);
}

describe("nav/page-listed-twice", () => {
  it("reports pages shared by two groups once for each pair of groups in all languages", () => {
    const createGroups = (folder: string) =>
      ["A", "B", "C"].map((group) => ({
        group,
        pages: (group === "C" ? ["c"] : ["a", "b", ...(group === "A" ? ["c"] : [])]).map((p) => folder + p),
      }));
    const languages = ["en", "fr"].map((language) => ({
      language,
      groups: createGroups(language === "en" ? "" : "fr/"),
    }));
    const pages = ["a", "b", "c", "fr/a", "fr/b", "fr/c"].map((page) => `//- ${page}.mdx\n`);
    const problems = listShown(`//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n${pages.join("")}`);
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message.split(".")[0]]),
      [
        ["information", "4 pages, such as `a`, are listed under both `B` and `A`"],
        ["information", "2 pages, such as `c`, are listed under both `C` and `A`"],
      ],
    );
  });

  it("reports the nested groups of a copied group once", () => {
    const createGroup = (group: string, first: string, second: string) => ({
      group,
      pages: ["a", { group: first, pages: ["b"] }, { group: second, pages: ["c"] }],
    });
    const groups = [createGroup("Guide", "First", "Then"), createGroup("Copy", "Start", "Then"), "d"];
    const pages = ["a", "b", "c", "d"].map((page) => `//- ${page}.mdx\n`);
    const config = {
      navigation: {
        pages: [
          { group: "All", pages: groups },
          { group: "More", pages: ["d"] },
        ],
      },
    };
    assert.deepEqual(
      listShown(`//- docs.json\n${JSON.stringify(config)}\n${pages.join("")}`).map(
        ({ message }) => message.split(".")[0],
      ),
      ["3 pages, such as `a` under `Copy` and `Guide`, are listed twice", "`d` is also listed under `All`"],
    );
  });

  it("doesn't name the groups of one language for pages in several languages", () => {
    const languages = [
      { language: "en", groups: ["Text", "List"].map((group) => ({ group, pages: ["a"] })) },
      { language: "fr", groups: ["Texte", "Liste"].map((group) => ({ group, pages: ["fr/a"] })) },
    ];
    const config = `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n`;
    assert.deepEqual(
      listShown(`${config}//- a.mdx\n//- fr/a.mdx\n`).map(({ message }) => message.split(".")[0]),
      ["2 pages, such as `a` under `List` and `Text`, are listed twice"],
    );
  });

  // The service shows the entry for a page with `url` as a link to that URL.
  it("accepts links in several groups", () => {
    const groups = ["A", "B"].map((group) => ({ group, pages: ["a", "b"] }));
    const config = `//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n`;
    const problems = listShown(`${config}//- a.mdx\n---\nurl: https://example.com\n---\n//- b.mdx\n`);
    assert.deepEqual(
      problems.map(({ message }) => message.split(".")[0]),
      ["`b` is also listed under `A`"],
    );
  });

  it("names the sections around two groups with the same name", () => {
    const createApiGroup = (...slugs: readonly string[]) => ({ group: "API", pages: slugs });
    const listShownMessages = (groups: readonly object[]) =>
      listShown(`//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n//- a.mdx\n//- b.mdx\n//- c.mdx\n`).map(
        ({ message }) => message.split(".")[0],
      );
    const createNested = (group: string, ...slugs: readonly string[]) => ({
      group,
      pages: [createApiGroup(...slugs)],
    });
    assert.deepEqual(listShownMessages([createNested("Cloud", "a", "b"), createNested("Server", "a", "b")]), [
      "2 pages, such as `a`, are listed under both `Server` and `Cloud`",
    ]);
    assert.deepEqual(listShownMessages([createApiGroup("a"), createNested("Server", "a")]), [
      "`a` is also listed under `API`",
    ]);
    assert.deepEqual(listShownMessages([createNested("Server", "a"), createApiGroup("a")]), [
      "`a` is also listed under `Server`",
    ]);
    assert.deepEqual(
      listShownMessages([
        { group: "Cloud", pages: [createNested("Reference", "a")] },
        { group: "Server", pages: [createNested("Reference", "a")] },
      ]),
      ["`a` is also listed under `Cloud`"],
    );
    assert.deepEqual(listShownMessages([createApiGroup("a"), createApiGroup("a")]), ["`a` is also listed under `API`"]);
  });

  it("counts the repeated entries of pages that are listed three times", () => {
    const pages = ["a", "b", "c", "d"];
    const config = `//- docs.json\n${JSON.stringify({ navigation: { pages: [...pages, ...pages, ...pages] } })}\n`;
    assert.deepEqual(
      listShown(config + pages.map((page) => `//- ${page}.mdx\n`).join("")).map(({ message }) => message.split(",")[0]),
      ["8 entries"],
    );
  });

  it("gives a hint for pages that the first group selects for new readers", () => {
    const groups = (name: string) => [name, "Guides"].map((group) => ({ group, pages: ["a"] }));
    const listSeverities = (name: string) =>
      listShown(`//- docs.json\n${JSON.stringify({ navigation: { groups: groups(name) } })}\n//- a.mdx\n`).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(listSeverities("Get Started"), ["hint"]);
    assert.deepEqual(listSeverities("Reference"), ["information"]);
  });

  it("reports a page in three groups once", () => {
    const groups = ["A", "B", "C"].map((group) => ({ group, pages: ["a"] }));
    const problems = listShown(`//- docs.json\n${JSON.stringify({ navigation: { groups } })}\n//- a.mdx\n`);
    assert.deepEqual(
      problems.map(({ message }) => message.split(".")[0]),
      ["2 entries, such as `a`, are under `A` and in other groups"],
    );
  });

  it("reports a selection of pages from other groups once", () => {
    const createGroups = (folder: string) => [
      ...["a", "b", "c"].map((name) => ({
        group: name.toUpperCase(),
        pages: [`${folder}${name}`, `${folder}${name}2`],
      })),
      { group: "Popular", pages: ["a", "b", "b2", "c"].map((name) => folder + name) },
    ];
    const languages = ["en", "fr"].map((language) => ({
      language,
      groups: createGroups(language === "en" ? "" : "fr/"),
    }));
    const pages = ["a", "a2", "b", "b2", "c", "c2"].flatMap((name) => [`//- ${name}.mdx\n`, `//- fr/${name}.mdx\n`]);
    assert.deepEqual(
      listShown(`//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n${pages.join("")}`).map(
        ({ message }) => message.split(".")[0],
      ),
      ["8 entries, such as `a`, are under `Popular` and in other groups"],
    );
  });
});
