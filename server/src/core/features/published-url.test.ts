import assert from "node:assert/strict";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { getGeneratedPages } from "../site/specs/generated-pages.ts";
import { createMessage } from "../text/message.ts";
import { isPublishedSite, getPublishedUrl } from "./published-url.ts";

const pages = `//- guides/start.mdx
a
//- guides/a b.mdx
a
//- index.mdx
import Note from "/snippets/note.mdx"
//- snippets/note.mdx
n
`;

function getAddress(settings: string, file: string, slug?: string, config = "{}") {
  const { files } = parseFixture(`//- docs.json\n${config}\n//- .docwright.json\n${settings}\n${pages}`);
  return getPublishedUrl(siteOf(files), file, slug);
}

const getUrl = (...args: Parameters<typeof getAddress>) => {
  const found = getAddress(...args);
  return found.ok ? found.url : undefined;
};

describe("published URL of a page", () => {
  it("is the site's URL followed by the page's path", () => {
    assert.deepEqual(getAddress('{ "siteUrl": "https://example.com" }', "guides/start.mdx"), {
      ok: true,
      configPath: "guides/start",
      url: "https://example.com/guides/start",
    });
    assert.equal(
      getUrl('{ "siteUrl": "https://example.com/docs/" }', "guides/start.mdx"),
      "https://example.com/docs/guides/start",
    );
    assert.equal(
      getUrl('{ "siteUrl": "https://example.com", "basePath": "/docs" }', "guides/start.mdx"),
      "https://example.com/docs/guides/start",
    );
    assert.equal(getUrl('{ "siteUrl": "https://example.com" }', "guides/a b.mdx"), "https://example.com/guides/a%20b");
  });

  it("is the site's URL for the home page", () => {
    assert.equal(getUrl('{ "siteUrl": "https://example.com" }', "index.mdx"), "https://example.com/");
    assert.equal(getUrl('{ "siteUrl": "https://example.com/docs" }', "index.mdx"), "https://example.com/docs");
  });

  it("contains the slug of a generated page", () =>
    assert.equal(
      getUrl('{ "siteUrl": "https://example.com" }', "api.json", "/api/list-users?x#y"),
      "https://example.com/api/list-users",
    ));

  it("is returned with the docs.json entry for a generated page's operation", () => {
    const config = '{ "navigation": { "groups": [{ "group": "API", "openapi": "api.json" }] } }';
    const spec = `//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "responses": { "200": { "description": "ok" } } } } } }
`;
    const { files } = parseFixture(`//- docs.json\n${config}\n${spec}`);
    const site = siteOf(files);
    const [page] = getGeneratedPages(site);
    assert.ok(page);
    assert.deepEqual(getPublishedUrl(site, "docs.json", page.slug), {
      ok: true,
      configPath: "api.json GET /users",
    });
  });

  it("uses the site URL in docs.json if .docwright.json doesn't set one, and is undefined if neither does", () => {
    const seo = '{ "seo": { "metatags": { "canonical": "https://docs.example.com" } } }';
    assert.equal(getUrl("{}", "guides/start.mdx", undefined, seo), "https://docs.example.com/guides/start");
    assert.deepEqual(getAddress("{}", "guides/start.mdx"), { ok: true, configPath: "guides/start" });
    assert.equal(getUrl('{ "siteUrl": "javascript:alert(1)" }', "guides/start.mdx"), undefined);
  });

  it("is unavailable, with a reason, for snippets and other files", () => {
    assert.deepEqual(getAddress("{}", "snippets/note.mdx"), {
      ok: false,
      reason: createMessage("{0} is a snippet, so it doesn't have its own URL.", "snippets/note.mdx"),
    });
    assert.deepEqual(getAddress("{}", "docs.json"), {
      ok: false,
      reason: createMessage("{0} isn't a page on the site.", "docs.json"),
    });
  });
});

describe("published state of a site", () => {
  const isPublished = (config: object, settings = {}) =>
    isPublishedSite(
      siteOf(
        new Map([
          ["docs.json", JSON.stringify(config)],
          [".docwright.json", JSON.stringify(settings)],
        ]),
      ),
    );

  it("is inferred from its URL, redirects, or integrations", () => {
    assert.ok(isPublished({}, { siteUrl: "https://docs.example.com" }));
    assert.ok(isPublished({ seo: { metatags: { canonical: "https://docs.example.com" } } }));
    assert.ok(isPublished({ redirects: [{ source: "/a", destination: "/b" }] }));
    assert.ok(isPublished({ integrations: { plausible: { domain: "example.com" } } }));
  });

  it("isn't assumed for a new site", () => {
    for (const config of [{}, { redirects: [] }, { integrations: {} }, { name: "Docs", navigation: {} }])
      assert.ok(!isPublished(config));
    assert.ok(!isPublished({}, { siteUrl: "docs" }));
  });
});
