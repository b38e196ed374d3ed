import assert from "node:assert/strict";
import { applyFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { assertGrowsWithLength } from "../../../../../test/harness/grows-with-length.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { createFixes, findSiteProblems } from "../engine/run-rules.ts";
import { pageNotInNavigation } from "./page-not-in-navigation.ts";
import { slugCollision } from "./slug-collision.ts";

const docs = '//- docs.json\n{ "navigation": { "groups": [{ "group": "G", "root": "g/home", "pages": ["g/a"] }] } }\n';

describe("nav/page-not-in-navigation", () => {
  const silentCases: readonly [what: string, files: string][] = [
    ["a listed page", "//- g/a.mdx\n"],
    ["the root page of a group", "//- g/home.mdx\n"],
    ["a hidden page", "//- b.mdx\n---\nhidden: true\n---\n"],
    ["a snippet", "//- snippets/b.mdx\n"],
    ["a page that another imports", '//- g/a.mdx\nimport B from "/parts/b.mdx"\n//- parts/b.mdx\nText\n'],
    ["a Markdown file", "//- notes.md\n---\ntitle: Notes\n---\n"],
    ["a Markdown file without a title", "//- g/a.md\n//- g/notes.md\n"],
    ["an excluded file", "//- README.md\n//- drafts/x.mdx\n//- .mintignore\ndrafts\n"],
    ["a page listed in a different letter case, which is a separate problem", "//- g/A.mdx\n"],
  ];
  for (const [caseName, files] of silentCases)
    it(`ignores ${caseName}`, () => void checkRule(pageNotInNavigation, docs + files));

  it("marks the title, the opening fence, the first heading, or the start of the page", () => {
    checkRule(pageNotInNavigation, `${docs}//- b.mdx\n---\nicon: x\n[|title: B|]\n---\n`);
    checkRule(pageNotInNavigation, `${docs}//- b.mdx\n[|---|]\nicon: x\n---\n`);
    checkRule(pageNotInNavigation, `${docs}//- b.mdx\nText\n\n# [|Heading|]\n`);
    checkRule(pageNotInNavigation, `${docs}//- b.mdx\n[||]Text\n`);
  });

  it("reports a Markdown file in a folder of Markdown pages", () => {
    checkRule(pageNotInNavigation, `${docs}//- g/a.md\n//- g/b.md\n---\n[|title: B|]\n---\n`);
  });

  it("reports nothing if the navigation can't be read", () => {
    for (const text of ['{ "navigation": { "$ref": "gone.json" } }', '{ "navigation": { "pages": [', "{}", ""])
      checkRule(pageNotInNavigation, `//- docs.json\n${text}\n//- b.mdx\n`);
  });

  it("waits for specifications that may generate the page", () => {
    const navigation = '{ "navigation": { "groups": [{ "group": "G", "openapi": "api.json", "pages": ["a"] }] } }';
    const site = siteOf(parseFixture(`//- docs.json\n${navigation}\n//- b.mdx\n`).files);
    const count = (specs: boolean) =>
      findSiteProblems({ ...site, loaded: { pages: true, specs } }, { rules: [pageNotInNavigation] }).length;
    assert.deepEqual([count(false), count(true)], [0, 1]);
  });

  it("identifies a group without a label by its key, formatted as code in every language", () => {
    const navigation = '{ "navigation": { "groups": [{ "pages": ["g/a"] }] } }';
    const site = siteOf(parseFixture(`//- docs.json\n${navigation}\n//- g/a.mdx\n//- g/b.mdx\n`).files);
    const texts = new Map([["Add to {section} in {fileName}", "Zu {section} in {fileName} hinzufügen"]]);
    const options = { rules: [pageNotInNavigation], translations: { language: "de", texts } } as const;
    const [problem] = findSiteProblems(site, options);
    const [fix] = problem ? createFixes(problem, site, options) : [];
    assert.equal(fix?.title, "Zu `group` in docs.json hinzufügen");
  });

  it("waits until the page has been scanned", () => {
    const site = siteOf(parseFixture(`${docs}//- b.mdx\n`).files);
    const loaded = { pages: false, specs: false };
    assert.deepEqual(findSiteProblems({ ...site, loaded }, { rules: [pageNotInNavigation] }), []);
  });

  const hidingCases: readonly [what: string, before: string, after: string][] = [
    [
      "after other fields",
      "---\n[|title: B|]\nicon: x\n---\nText\n",
      "---\ntitle: B\nicon: x\nhidden: true\n---\nText\n",
    ],
    ["in empty frontmatter", "[|---|]\n---\nText\n", "---\nhidden: true\n---\nText\n"],
    ["without frontmatter", "[||]Text\n", "---\nhidden: true\n---\n\nText\n"],
    ["in place of `hidden: false`", "[|---|]\nhidden: false\n---\n", "---\nhidden: true\n---\n"],
    ["with CRLF line endings", "---\r\n[|title: B|]\r\n---\r\n", "---\r\ntitle: B\r\nhidden: true\r\n---\r\n"],
  ];
  for (const [caseName, before, after] of hidingCases)
    it(`offers to hide a page ${caseName}`, () => {
      const changed = applyFix(pageNotInNavigation, `${docs}//- b.mdx\n${before}`, "Hide page");
      assert.equal(changed.get("b.mdx"), after);
    });

  it("offers to add a page to the list that contains the most pages in its folder or the parent folder", () => {
    const navigation =
      '{ "navigation": { "tabs": [{ "tab": "T", "pages": ["g/x"] }, { "tab": "U", "pages": ["g/y", "g/z"] }] } }';
    for (const [page, after] of [
      ["g/yy", '"g/y", "g/yy", "g/z"'],
      ["g/deep/er", '"g/y", "g/z", "g/deep/er"'],
    ] as const) {
      const changed = applyFix(pageNotInNavigation, `//- docs.json\n${navigation}\n//- ${page}.mdx\n[||]`, /^Add to U/);
      assert.match(changed.get("docs.json") ?? "", new RegExp(after));
    }
  });
});

describe("nav/page-not-in-navigation for special pages", () => {
  it("takes time proportional to the number of linked pages", () =>
    assertGrowsWithLength({
      work: (n) => {
        const paths = Array.from({ length: n }, (_, i) => `p${i}.mdx`);
        const docs = ["docs.json", '{ "navigation": { "pages": ["l/p0"] } }'] as const;
        const site = siteOf(new Map([docs, ...paths.map((path) => [path, ""] as const)]));
        const links = new Map(paths.map((path) => [`l/${path}`, path]));
        // The navigation lists only `l/p0`, a symbolic link to the first page.
        return () => assert.equal(findSiteProblems({ ...site, links }, { rules: [pageNotInNavigation] }).length, n - 1);
      },
      from: 500,
      tries: 2,
      most: 24,
      enough: 200,
    }));

  it("reports that readers never see a page that only links to another site", () => {
    const [problem] = checkRule(
      pageNotInNavigation,
      '//- docs.json\n{ "navigation": { "pages": ["start"] } }\n//- start.mdx\n//- away.mdx\n[|---|]\nurl: https://e.com\n---\n',
    );
    assert.match(problem?.message ?? "", /readers never see it/);
  });

  it("ignores the home page and pages whose path is redirected", () => {
    checkRule(
      pageNotInNavigation,
      `//- docs.json
{ "navigation": { "pages": ["start"] }, "redirects": [
  { "source": "/old", "destination": "/start" }, { "source": "/v1/*", "destination": "/start" } ] }
//- start.mdx
//- index.mdx
//- old.mdx
//- v1/a.mdx
//- unsearched.mdx
---
noindex: true
---
//- other.mdx
[||]`,
    );
  });
});

describe("nav/slug-collision", () => {
  it("ignores a snippet that a page with the same name imports", () => {
    checkRule(slugCollision, '//- docs.json\n{}\n//- a.mdx\nimport A from "./a.md"\n//- a.md\nText\n');
  });

  it("ignores a page and the index page of a folder with the same name", () => {
    checkRule(slugCollision, "//- docs.json\n{}\n//- guides.mdx\n//- guides/index.mdx\n");
  });

  it("ignores a generated page whose `href` sets a different path", () => {
    const createSpec = (extension: string) =>
      `{ "openapi": "3.1.0", "info": {}, "paths": { "/users": { "get": { "summary": "List"${extension} } } } }`;
    const createFixture = (extension: string, mark: string) =>
      `//- docs.json\n{ "navigation": { "tabs": [{ "tab": "T", "openapi": "api.json" }] } }\n//- api.json\n${createSpec(extension)}\n//- api-reference/list.mdx\n${mark}`;
    checkRule(slugCollision, createFixture(', "x-service": { "href": "/elsewhere" }', ""));
    const [problem] = checkRule(slugCollision, createFixture("", "[||]"));
    assert.match(problem?.message ?? "", /`api\.json` generates for `GET \/users`/);
    assert.equal(problem?.relatedLocations[0]?.at.file, "docs.json");
  });
});
