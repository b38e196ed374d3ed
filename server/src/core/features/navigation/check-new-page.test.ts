import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { checkNewPage, findUnusedPath } from "./check-new-page.ts";
import type { PageTemplate } from "../new-page/page-templates.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";

const site = siteOf(
  parseFixture(`
//- docs.json
{ "navigation": { "groups": [
    { "group": "Guides", "pages": ["index", "guides/start", "guides/wanted"] },
    { "group": "API", "openapi": { "source": "api.json", "directory": "api" } } ] },
  "redirects": [{ "source": "/guides/old", "destination": "/guides/start" }, { "source": "/away/:slug*", "destination": "/" }] }
//- index.mdx
//- guides/start.mdx
//- notes.md
//- .mintignore
drafts/
//- .docwright.json
{ "sites": ["inner"] }
//- inner/docs.json
{ "navigation": { "pages": [] } }
//- ja/docs.json
{ "navigation": { "pages": [] } }
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Eggs", "version": "1" },
  "paths": { "/eggs": { "get": { "summary": "List eggs", "tags": ["eggs"], "responses": { "200": { "description": "ok" } } } } } }
`).files,
);

describe("path of a new page", () => {
  const takenPaths: readonly (readonly [path: string, words: RegExp, makes?: PageTemplate["kind"]])[] = [
    ["", /The name is missing/],
    [" ", /The name is missing/],
    ["/", /The name is missing/],
    ["./", /The name is missing/],
    ["guides/", /The name is missing/],
    [".mdx", /The name is missing/],
    ["guides/.md", /The name is missing/],
    ["...", /The name is missing/],
    ["guides/start", /guides\/start\.mdx already exists/],
    ["/guides/start.mdx", /guides\/start\.mdx already exists/],
    ["guides/start.mdx/more", /guides\/start\.mdx is a file/],
    ["Guides/start", /differs only in letter case/],
    ["guides/START", /differs only in letter case/],
    ["GUIDES/other", /differs only in letter case/],
    ["notes", /notes\.md already uses the URL path \/notes\./],
    ["../out", /isn't a valid path on this site/],
    ["guides/../../out", /isn't a valid path on this site/],
    ["C:\\out", /isn't a valid path on this site/],
    ["https://example.com/page", /is a URL/],
    ["guides/what?", /contains “\?”/],
    ["guides/a\u202eb", /an invisible character/],
    ["guides/ end", /starts with a space/],
    ["guides/con", /device name that Windows reserves/],
    ["a".repeat(300), /too long/],
    ["drafts/idea", /site's ignore list excludes/],
    [".github/idea", /site's ignore list excludes/],
    ["llms.txt", /The service itself handles \/llms\.txt/],
    ["mcp", /The service itself handles \/mcp/],
    ["inner/page", /inner is a separate site/],
    ["snippets/note", /are snippets, not pages/],
    ["guides/note", /would publish guides\/note\.mdx as a page/, "snippet"],
  ];
  for (const [path, pattern, makes = "page"] of takenPaths)
    it(`can't be ${path.slice(0, 40)}`, () => {
      const result = checkNewPage(site, makes, path);
      assert.ok(!result.ok);
      assert.match(formatMessageInEnglish(result.reason), pattern);
      assert.match(formatMessageInEnglish(result.reason), /^\S.*\.$/);
    });

  const unseenPaths: readonly (readonly [path: string, words: RegExp])[] = [
    ["guides/old", /\/guides\/old redirects to \/guides\/start/],
    ["away/here", /\/away\/here redirects to \/,/],
    ["api/eggs/list-eggs", /The page for GET \/eggs already uses the path/],
  ];
  for (const [path, pattern] of unseenPaths)
    it(`causes a warning if it's ${path}, because readers wouldn't see the page`, () => {
      const result = checkNewPage(site, "page", path);
      assert.ok(result.ok);
      assert.ok(result.warning);
      assert.match(formatMessageInEnglish(result.warning), pattern);
    });

  it("can be in a folder whose docs.json is ignored", () => {
    assert.equal(checkNewPage(site, "page", "ja/page").ok, true);
  });

  it("is parsed in the same way as a navigation entry", () => {
    assert.deepEqual(checkNewPage(site, "page", " /guides/first.mdx "), {
      ok: true,
      slug: "guides/first",
      file: "guides/first.mdx",
      isListed: false,
    });
    const expected = checkNewPage(site, "page", "guides/wanted");
    assert.ok(expected.ok && expected.isListed);
    assert.ok(checkNewPage(site, "snippet", "snippets/note").ok);
  });
});

describe("path derived from a title", () => {
  const paths: readonly (readonly [folder: string, title: string, path: string])[] = [
    ["guides", "Set up SSO!", "guides/set-up-sso"],
    ["", "What’s new?", "whats-new"],
    ["", "Über Größe", "uber-grosse"],
    ["", "はじめに", "はじめに"],
    ["", "हिन्दी", "हिन्दी"],
    ["guides", "Start", "guides/start-2"],
    ["", "Notes", "notes-2"],
    ["", "???", "page"],
    ["", `${"long ".repeat(40)}`, `${"long-".repeat(15)}long`],
  ];
  for (const [folder, title, path] of paths)
    it(`is ${path} for ${title.slice(0, 30)}`, () => {
      assert.equal(findUnusedPath(site, folder, title), path);
      assert.ok(checkNewPage(site, "page", path).ok);
    });
});
