import assert from "node:assert/strict";
import { fixedBy, placesOf, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { createFixes } from "./run-rules.ts";

describe("problem grouping across languages", () => {
  describe("in translations", () => {
    const docs = `
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a"] },
  { "language": "de", "pages": ["de/a"] },
  { "language": "fr", "pages": ["fr/a"] }
] } }
`;
    const createPage = (path: string, body: string) => `//- ${path}.mdx\n---\ntitle: A\n---\n\n${body}\n`;

    it("reports a problem on the source page and lists the translations as related locations", () => {
      const site = siteFrom(
        docs +
          createPage("a", "[x](/gone)\n\n[y](/lost)") +
          createPage("de/a", "[x](/de/gone)\n\n[y](/de/lost)") +
          createPage("fr/a", "[x](/gone)"),
      );
      assert.deepEqual(placesOf("link/page-not-found", site), ["a.mdx de/a.mdx fr/a.mdx", "a.mdx de/a.mdx"]);
      assert.match(getShownProblems("link/page-not-found", site)[0]?.message ?? "", /^`\/gone` isn't a page/);
    });

    it("combines links to pages that moved to the same folder in each language", () => {
      const text = `
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a", "more/apps/one", "more/apps/two"] },
  { "language": "de", "pages": ["de/a", "de/more/apps/one", "de/more/apps/two"] }
] } }
`;
      const site = siteFrom(
        text +
          createPage("a", "[x](/apps/one)\n\n[y](/apps/two)") +
          createPage("de/a", "[x](/de/apps/one)\n\n[y](/de/apps/two)") +
          ["", "de/"]
            .map((folder) => ["one", "two"].map((name) => createPage(`${folder}more/apps/${name}`, "")).join(""))
            .join(""),
      );
      assert.deepEqual(
        getShownProblems("link/page-not-found", site).map(({ message }) => message),
        [
          "The paths of 4 links, such as `/apps/one`, lack `/more`, so readers who follow them get a 404 page. Did you mean `/more/apps/one`?",
        ],
      );
    });

    it("reports the same titles of pages in the site's folder only in the default language", () => {
      const text = `
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a", "b"] },
  { "language": "fr", "pages": ["fr/a", "fr/b"] }
] } }
`;
      const createSamePage = (path: string) => `//- ${path}.mdx\n---\ntitle: A\ndescription: Same.\n---\n`;
      const site = siteFrom(text + ["a", "b", "fr/a", "fr/b"].map(createSamePage).join(""));
      assert.deepEqual(
        getShownProblems("frontmatter/duplicate-title", site).map(({ at }) => at.file),
        ["a.mdx"],
      );
    });

    it("combines problems whose paths start with the language's folder", () => {
      const formatSnippet = (file: string) => `<Snippet file="${file}" />`;
      const site = siteFrom(
        docs + createPage("a", formatSnippet("gone.mdx")) + createPage("de/a", formatSnippet("de/gone.mdx")),
      );
      assert.deepEqual(placesOf("mdx/snippet-not-found", site), ["a.mdx de/a.mdx"]);
    });

    it("offers fixes only for the source page, so no other files change", () => {
      const text =
        docs + createPage("a", '<Icon icon="githubb" />') + createPage("de/a", 'Hallo!\n\n<Icon icon="githubb" />');
      const site = siteFrom(text);
      const [problem, ...more] = getShownProblems("mdx/prop-value", site);
      assert.deepEqual([problem?.otherProblems?.length, more.length], [1, 0]);
      assert.ok(problem);
      assert.deepEqual(
        createFixes(problem, site).map(({ edits }) =>
          edits.map((edit) => [edit.file, edit.kind === "edit" && edit.edits.length]),
        ),
        [[["a.mdx", 1]]],
      );
    });

    it("reports a problem separately on each translation if the source page doesn't have it", () => {
      const site = siteFrom(
        docs + createPage("a", "Hi.") + createPage("de/a", "[x](/de/gone)") + createPage("fr/a", "[x](/fr/gone)"),
      );
      assert.deepEqual(placesOf("link/page-not-found", site), ["de/a.mdx", "fr/a.mdx"]);
    });

    it("reports all translations with fewer headings than their source page as one problem", () => {
      const listShown = (...bodies: readonly [en: string, de: string, fr: string]) => {
        const paths = ["a", "de/a", "fr/a"];
        const site = siteFrom(docs + bodies.map((body, i) => createPage(paths[i] ?? "", body)).join(""));
        return getShownProblems("mdx/translation-gap", site).map(({ at, message, relatedLocations }) => [
          at.file,
          message,
          ...relatedLocations.map((other) => other.at.file),
        ]);
      };
      const source = "## A\n\n## B\n\n```js\na\n```";
      assert.deepEqual(listShown(source, "Kurz.", "## A"), [
        [
          "de/a.mdx",
          "2 translations of `a.mdx`, such as this one, have fewer headings (0 instead of 2), so parts of the pages may be missing. Compare the pages.",
          "a.mdx",
          "fr/a.mdx",
        ],
      ]);
      assert.deepEqual(
        listShown(source, source.replace("## B", ""), "## A\n\n## B").map(([file]) => file),
        ["de/a.mdx", "fr/a.mdx"],
      );
    });

    it("reports other problems in a translation separately", () => {
      const site = siteFrom(
        docs + createPage("a", "[x](/gone)") + createPage("de/a", "[x](/lost)") + createPage("fr/a", "Hi."),
      );
      assert.deepEqual(placesOf("link/page-not-found", site), ["a.mdx", "de/a.mdx"]);
    });
  });

  describe("in a missing language", () => {
    const createDocs = (french: string) => `
//- docs.json
{ "navigation": { "languages": [
  { "language": "en", "pages": ["a", "b"] },
  { "language": "fr", "groups": [{ "group": "G", "pages": ${french} }] }
] } }
//- a.mdx
//- b.mdx
`;
    it("reports one error if none of the language's pages exist", () => {
      const text = createDocs('["fr/a", "fr/b"]');
      const site = siteFrom(text);
      const [problem, ...otherProblems] = getShownProblems("nav/page-not-found", site);
      assert.deepEqual(otherProblems, []);
      assert.equal(problem?.severity, "error");
      assert.equal(
        problem.message,
        "`fr` lists 2 pages, but none of them exist, so readers can't open any page in this language. Create the pages, or remove the language.",
      );
      assert.match(problem.relatedLocations[0]?.message ?? "", /^`fr\/b` doesn't exist/);
      assert.deepEqual([...fixedBy("Create all 2 pages", problem, site, text).keys()], ["fr/a.mdx", "fr/b.mdx"]);
    });

    it("reports each missing page if at least one page exists", () => {
      const site = siteFrom(`${createDocs('["fr/a", "fr/b", "fr/c"]')}//- fr/c.mdx\n`);
      assert.equal(getShownProblems("nav/page-not-found", site).length, 2);
    });

    const createSite = (english: string, french: string, german: string) => `
//- docs.json
{ "navigation": { "languages": [
  { "language": "fr", "pages": ${french} },
  { "language": "en", "default": true, "pages": ${english} },
  { "language": "de", "groups": [{ "group": "G", "pages": ${german} }] }
] } }
//- en/a.mdx
//- en/b.mdx
//- fr/a.mdx
//- fr/b.mdx
//- de/a.mdx
//- de/b.mdx
`;
    const listShownEntries = (site: ReturnType<typeof siteFrom>) =>
      getShownProblems("nav/page-not-found", site).map(({ message, relatedLocations }) => [
        /`[^`]*`/.exec(message)?.[0],
        ...relatedLocations.map((other) => /`[^`]*`/.exec(other.message)?.[0]),
      ]);

    it("reports a page that doesn't exist in any language once, in the default language", () => {
      const createPages = (code: string) => `["${code}/a", "${code}/gone", "${code}/b", "${code}/lost"]`;
      const text = createSite(createPages("en"), createPages("fr"), createPages("de"));
      const site = siteFrom(text);
      assert.deepEqual(listShownEntries(site), [
        ["`en/gone`", "`fr/gone`", "`de/gone`"],
        ["`en/lost`", "`fr/lost`", "`de/lost`"],
      ]);
      const [problem] = getShownProblems("nav/page-not-found", site);
      assert.ok(problem);
      assert.deepEqual([...fixedBy("Create the page en/gone.mdx", problem, site, text).keys()], ["en/gone.mdx"]);
    });

    it("reports entries for missing pages separately if the default language has the page", () => {
      const createPages = (code: string) => `["${code}/a", "${code}/b", "${code}/gone"]`;
      const site = siteFrom(`${createSite(createPages("en"), createPages("fr"), createPages("de"))}//- en/gone.mdx\n`);
      assert.deepEqual(listShownEntries(site), [["`fr/gone`"], ["`de/gone`"]]);
    });

    it("combines entries only if they're for the same page in different languages", () => {
      const text = createSite(
        '["en/a", "en/b", "en/gone", "en/gone"]',
        '["fr/a", "fr/b", "fr/lost"]',
        '["de/a", "de/b", "de/gone"]',
      );
      assert.deepEqual(listShownEntries(siteFrom(text)), [["`fr/lost`"], ["`en/gone`", "`de/gone`", "`en/gone`"]]);
    });

    it("reports a missing folder once, even if it's missing in several languages", () => {
      const createPages = (code: string) => `["${code}/a", "${code}/old/x", "${code}/b", "${code}/old/y"]`;
      const site = siteFrom(createSite(createPages("en"), createPages("fr"), createPages("de")));
      assert.deepEqual(
        getShownProblems("nav/page-not-found", site).map(({ message, otherProblems }) => [
          message,
          otherProblems?.length,
        ]),
        [
          [
            "The folder `en/old` doesn't exist, so readers can't open 2 of its entries, such as `en/old/x`, from the sidebar. Create the pages, or remove the entries.",
            5,
          ],
        ],
      );
    });

    it("creates each page once, regardless of how and how often it's listed", () => {
      const text = createDocs('["fr/a", "/fr/a", "fr/b", "fr/b.mdx"]');
      const site = siteFrom(text);
      const [problem] = getShownProblems("nav/page-not-found", site).filter(({ severity }) => severity === "error");
      assert.ok(problem);
      const creationFix = createFixes(problem, site).find(({ title }) => title.startsWith("Create all"));
      assert.deepEqual(
        [creationFix?.title, ...(creationFix?.edits ?? []).map(({ file }) => file)],
        ["Create all 2 pages", "fr/a.mdx", "fr/b.mdx"],
      );
    });

    it("doesn't report the language if it has a root page or a remote specification", () => {
      const root = `${createDocs('["fr/a", "fr/b"], "root": "fr/home"')}//- fr/home.mdx\n`;
      const remote = createDocs('["fr/a", "fr/b"], "openapi": "https://example.com/api.json"');
      for (const text of [root, remote])
        for (const { message } of getShownProblems("nav/page-not-found", siteFrom(text)))
          assert.match(message, /`fr\/[ab]` doesn't exist|The folder `fr` doesn't exist/);
    });

    it("doesn't report the language if it shows operations", () => {
      const site = siteFrom(
        `${createDocs('["fr/a", "fr/b", "GET /a"], "openapi": "api.json"')}//- api.json\n{ "openapi": "3.1.0", "paths": { "/a": { "get": {} } } }\n`,
      );
      assert.deepEqual(
        getShownProblems("nav/page-not-found", site).map(({ message }) => message),
        [
          "The folder `fr` doesn't exist, so readers can't open 2 of its entries, such as `fr/a`, from the sidebar. Create the pages, or remove the entries.",
        ],
      );
    });
  });
});
