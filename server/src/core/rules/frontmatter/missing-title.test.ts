import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

function getMessage(field: string): string {
  const site = siteFrom(
    `//- docs.json\n{ "navigation": { "pages": ["quick-start"] } }\n//- quick-start.mdx\n---\n${field}\n---\n\nText.\n`,
  );
  return getShownProblems("frontmatter/missing-title", site)[0]?.message ?? "";
}

describe("frontmatter/missing-title", () => {
  it("doesn't mention the sidebar if the page has a `sidebarTitle`", () => {
    assert.match(getMessage("sidebarTitle: Start"), /so search results and the browser tab show “Quick start”/);
    for (const field of ["icon: rocket", 'sidebarTitle: ""'])
      assert.match(getMessage(field), /so the sidebar and search results show “Quick start”/);
  });

  it("accepts a page whose first heading is the derived title", () => {
    const listProblems = (heading: string) =>
      getShownProblems(
        "frontmatter/missing-title",
        siteFrom(`//- docs.json\n{ "navigation": { "pages": ["0.14.0"] } }\n//- 0.14.0.mdx\n${heading}\n`),
      );
    assert.equal(listProblems("# 0.14.0").length, 0);
    assert.equal(listProblems("# Version 0.14.0").length, 1);
  });

  it("offers the `sidebarTitle` as the title", () => {
    const fixture =
      '//- docs.json\n{ "navigation": { "pages": ["index"] } }\n//- index.mdx\n---\ntitle: ""\nsidebarTitle: Welcome\n---\n\nText.\n';
    const [problem] = getShownProblems("frontmatter/missing-title", siteFrom(fixture));
    assert.match(problem?.message ?? "", /so search results and the browser tab may show no text/);
    const files = fixedBy("Add title “Welcome”", problem, siteFrom(fixture), fixture);
    assert.match(files.get("index.mdx") ?? "", /^---\ntitle: "?Welcome"?\nsidebarTitle/);
  });

  it("offers the only heading of level 1 as the title", () => {
    const fixWith = (body: string, title: string) => {
      const fixture = `//- docs.json\n{ "navigation": { "pages": ["models"] } }\n//- models.mdx\n${body}\n`;
      const [problem] = getShownProblems("frontmatter/missing-title", siteFrom(fixture));
      assert.ok(problem);
      const files = fixedBy(`Add title “${title}”`, problem, siteFrom(fixture), fixture);
      assert.match(files.get("models.mdx") ?? "", new RegExp(`^---\ntitle: "${title}"\n---\n`));
    };
    fixWith("# All models\n\n## Comments\n", "All models");
    fixWith("# Comments\n\n## A\n\n# Users\n", "Models");
  });

  it("doesn't offer a heading with which several pages of the folder start", () => {
    const page = "# API reference\n\n## Request\n";
    const createSite = (folder: string) =>
      `//- docs.json\n${JSON.stringify({ navigation: { pages: ["api/get-a", `${folder}/get-b`] } })}\n//- api/get-a.mdx\n${page}//- ${folder}/get-b.mdx\n${page}`;
    for (const [folder, title] of [
      ["api", "Get a"],
      ["sdk", "API reference"],
    ] as const) {
      const [problem] = getShownProblems("frontmatter/missing-title", siteFrom(createSite(folder)));
      assert.ok(problem);
      const files = fixedBy(`Add title “${title}”`, problem, siteFrom(createSite(folder)), createSite(folder));
      assert.match(files.get("api/get-a.mdx") ?? "", new RegExp(`^---\ntitle: "?${title}"?\n---\n`));
    }
  });

  it("isn't reported if mdx/syntax reports the fence before the frontmatter", () => {
    const text = "```mdx\n---\ntitle: A\n---\n\n```sh\na\n```\n\nText.\n";
    const site = siteFrom(`//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\n${text}`);
    assert.equal(getShownProblems("mdx/syntax", site).length, 1);
    assert.deepEqual(getShownProblems("frontmatter/missing-title", site), []);
  });

  it("is reported once for all pages that have only a `sidebarTitle`", () => {
    const slugs = ["cli/a", "cli/b", "cli/c", "api/d"];
    const fixture = `//- docs.json\n${JSON.stringify({ navigation: { pages: [...slugs, "cli/e"] } })}\n${slugs
      .map((slug) => `//- ${slug}.mdx\n---\nsidebarTitle: x ${slug}\n---\n\nText.\n`)
      .join("")}//- cli/e.mdx\n---\nicon: x\n---\n`;
    const problems = getShownProblems("frontmatter/missing-title", siteFrom(fixture));
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        "4 pages have no `title`, so search results and the browser tab show titles derived from their file names, such as “A”. Add a `title` to each page.",
        "This page has no `title`, so the sidebar and search results show “E”, which is derived from the file name. Add a `title` to the frontmatter.",
      ],
    );
    const files = fixedBy("Add titles to all 4 pages", problems[0], siteFrom(fixture), fixture);
    assert.match(files.get("api/d.mdx") ?? "", /^---\ntitle: "?x api\/d"?\nsidebarTitle/);
  });

  it("isn't reported if nav/slug-collision reports another file with the same URL", () => {
    const listFiles = (other: string) =>
      getShownProblems(
        "frontmatter/missing-title",
        siteFrom(
          `//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.md\nText.\n//- ${other}\n---\ntitle: A\n---\n`,
        ),
      ).map(({ at }) => at.file);
    assert.deepEqual(listFiles("a.mdx"), []);
    assert.deepEqual(listFiles("b.mdx"), ["a.md"]);
  });

  it("is reported once for all such pages", () => {
    const createFixture = (slugs: readonly string[]) =>
      `//- docs.json\n${JSON.stringify({ navigation: { pages: slugs } })}\n${slugs
        .map((slug) => `//- ${slug}.mdx\n---\nicon: x\n---\n\nText.\n`)
        .join("")}`;
    const slugs = ["api/get-a", "api/get-b", "api/get-c", "api/get-d", "start", "guides/a", "guides/b"];
    const problems = getShownProblems("frontmatter/missing-title", siteFrom(createFixture(slugs)));
    assert.deepEqual(
      problems.map(({ at, relatedLocations }) => [at.file, relatedLocations.length]),
      [["api/get-a.mdx", 6]],
    );
    const [first] = problems;
    assert.ok(first);
    assert.equal(
      first.message,
      "7 pages have no `title`, so the sidebar and search results show titles derived from their file names, such as “Get a”. Add a `title` to each page.",
    );
    const newFiles = fixedBy("Add titles to all 7 pages", first, siteFrom(createFixture(slugs)), createFixture(slugs));
    assert.equal(newFiles.get("api/get-d.mdx"), '---\ntitle: "Get d"\nicon: x\n---\n\nText.');
  });

  it("is reported on the page in the default language if translations have no title, either", () => {
    const site = siteFrom(`//- docs.json
{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "de", "pages": ["de/a"] }] } }
//- a.mdx
Text.
//- de/a.mdx
Text.
`);
    assert.deepEqual(
      getShownProblems("frontmatter/missing-title", site).map(({ at }) => at.file),
      ["a.mdx"],
    );
  });
});
