import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { Site } from "../site.ts";
import { type LinkTarget, resolveLink } from "./resolve-link.ts";

const files = `
//- docs.json
{
  "$schema": "https://mintlify.com/docs.json",
  "variables": { "version": "v2", "home": "/guides/start" },
  "redirects": [
    { "source": "/old", "destination": "/guides/start" },
    { "source": "/older", "destination": "/old#new" },
    { "source": "/beta/:slug*", "destination": "/guides/:slug*" },
    { "source": "/chat", "destination": "https://chat.example.com" },
    { "source": "/round", "destination": "/about-turn" },
    { "source": "/about-turn", "destination": "/round" },
    { "source": "/lost", "destination": "/nowhere" }
  ],
  "navigation": {
    "groups": [
      { "group": "Guides", "pages": ["index", "guides/start", "guides/v2", "caf\u00e9", "reference/index", "GET /users"] },
      { "group": "API", "openapi": "api.json", "pages": [] },
      { "group": "Remote", "openapi": { "source": "https://example.com/api.json", "directory": "remote" } }
    ]
  }
}
//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
  "paths": { "/users": { "get": { "summary": "List users", "tags": ["Users"], "responses": {} } } } }
//- index.mdx
//- guides/start.mdx
import Note from "/parts/note.mdx";

## Install
//- guides/v2.mdx
//- guides/deep/more.mdx
//- reference/index.mdx
//- hidden.mdx
---
hidden: true
---
//- elsewhere.mdx
---
url: https://example.com
---
//- own.mdx
---
slug: my-own
---
//- caf\u00e9.mdx
//- parts/note.mdx
//- snippets/x.mdx
//- images/Logo.png
//- files/data set.csv
//- .mintignore
drafts/
//- drafts/a.mdx
`;

function sitedAt(settings: object = {}): Site {
  const read = parseFixture(files).files;
  return siteOf(new Map([...read, [".docwright.json", JSON.stringify(settings)]]), "mintlify");
}

function show(target: LinkTarget): string {
  switch (target.kind) {
    case "page":
      return `page ${target.file}${target.anchor === undefined ? "" : `#${target.anchor}`}`;
    case "generated":
      return `generated ${target.page.slug}`;
    case "file":
      return `file ${target.file}`;
    case "redirect":
      return `redirect ${target.destination} → ${show(target.target)}`;
    case "folder":
    case "route":
      return `${target.kind} ${target.path}`;
    case "same-page":
      return `same-page #${target.anchor ?? ""}`;
    case "external":
      return "external";
    case "scheme":
    case "unsafe":
      return `${target.kind} ${target.scheme}`;
    case "spelling":
      return `${target.other.differs} ${target.other.path}`;
    case "unverifiable":
      return `unverifiable ${target.reason}`;
    case "missing":
      return `missing ${target.looksLike} ${target.reason} ${target.path}`;
  }
}

describe("resolveLink", () => {
  const plain = sitedAt();
  const cases: [link: string, from: string | undefined, expected: string, why: string][] = [
    ["/guides/start", "index.mdx", "page guides/start.mdx", "from the root"],
    ["guides/start", "index.mdx", "page guides/start.mdx", "relative without a dot"],
    ["./start", "guides/v2.mdx", "page guides/start.mdx", "next to the page"],
    ["start", "guides/v2.mdx", "page guides/start.mdx", "next to the page, without a dot"],
    ["../start", "guides/deep/more.mdx", "page guides/start.mdx", "one folder up"],
    [
      "fr/start",
      "guides/v2.mdx",
      "missing page not-found guides/fr/start",
      "relative links never count from the root",
    ],
    ["/guides/start/", "index.mdx", "page guides/start.mdx", "slash at the end"],
    ["/guides/start.mdx", "index.mdx", "page guides/start.mdx", "ending of a page"],
    ["/guides/start.md", "index.mdx", "page guides/start.mdx", "the page as Markdown"],
    ["/guides/start?tab=2#install", "index.mdx", "page guides/start.mdx#install", "query and anchor"],
    ["/guides%2Fstart", "index.mdx", "page guides/start.mdx", "decoded once"],
    ["/guides%252Fstart", "index.mdx", "missing page not-found guides%2Fstart", "decoded once only"],
    ["/caf%C3%A9", "index.mdx", "page caf\u00e9.mdx", "decoded"],
    ["/cafe\u0301", "index.mdx", "accents caf\u00e9", "two ways to write an accent"],
    ["/reference", "index.mdx", "page reference/index.mdx", "index of a folder"],
    ["/reference/index", "index.mdx", "page reference/index.mdx", "index by name"],
    ["/", "guides/start.mdx", "page index.mdx", "home"],
    ["/guides", "index.mdx", "folder guides", "the service opens the folder's first page"],
    ["/guides/deep/", "index.mdx", "folder guides/deep", "a folder, with a slash"],
    ["/hidden", "index.mdx", "page hidden.mdx", "hidden pages have a URL"],
    ["/elsewhere", "index.mdx", "page elsewhere.mdx", "a page with url"],
    ["/my-own", "index.mdx", "unverifiable not-published", "a slug of the site's own"],
    [
      "/api-reference/users/list-users",
      "index.mdx",
      "generated api-reference/users/list-users",
      "made from a specification",
    ],
    [
      "/api-reference/users/list-user",
      "index.mdx",
      "missing page not-found api-reference/users/list-user",
      "not made",
    ],
    ["/remote/pets/list", "index.mdx", "unverifiable specification", "made from what cannot be read"],
    ["/images/Logo.png", "index.mdx", "file images/Logo.png", "a file"],
    ["/images/logo.png", "index.mdx", "case images/Logo.png", "letter case of a file"],
    ["/Guides/Start", "index.mdx", "case guides/start", "letter case of a page"],
    ["/files/data%20set.csv", "index.mdx", "file files/data set.csv", "a blank"],
    ["/files/none.csv", "index.mdx", "missing file not-found files/none.csv", "no such file"],
    [
      "/old?x=1#install",
      "index.mdx",
      "redirect /guides/start?x=1#install → page guides/start.mdx#install",
      "kept through a redirect",
    ],
    ["/older", "index.mdx", "redirect /guides/start#new → page guides/start.mdx#new", "two redirects"],
    ["/beta/v2", "index.mdx", "redirect /guides/v2 → page guides/v2.mdx", "a wildcard"],
    ["/chat", "index.mdx", "redirect https://chat.example.com → external", "to another site"],
    ["/lost", "index.mdx", "redirect /nowhere → missing page not-found nowhere", "to nowhere"],
    ["/llms.txt", "index.mdx", "route llms.txt", "the service's own"],
    ["/sitemap.xml", "index.mdx", "route sitemap.xml", "the service's own"],
    ["/guides/start/rss.xml", "index.mdx", "route guides/start/rss.xml", "a feed of a page"],
    ["/guides/none/rss.xml", "index.mdx", "missing file not-found guides/none/rss.xml", "a feed of no page"],
    ["/mcp", "index.mdx", "route mcp", "the service's own"],
    ["/pricing", "index.mdx", "unverifiable host", "next to the docs"],
    ["/pricing/plan", "index.mdx", "missing page not-found pricing/plan", "not next to the docs"],
    ["#install", "guides/start.mdx", "same-page #install", "the same page"],
    ["?tab=2", "guides/start.mdx", "same-page #", "the same page with a query"],
    ["{{home}}#install", "index.mdx", "page guides/start.mdx#install", "a variable"],
    ["/guides/{{version}}", "index.mdx", "page guides/v2.mdx", "a variable within"],
    ["/guides/{{unknown}}", "index.mdx", "unverifiable variable", "an unknown variable"],
    ["/guides/{id}", "index.mdx", "unverifiable expression", "an expression"],
    ["...", "index.mdx", "unverifiable expression", "a placeholder"],
    ["https://example.com/x", "index.mdx", "external", "another site"],
    ["//example.com/x", "index.mdx", "external", "another site"],
    ["mailto:a@example.com", "index.mdx", "scheme mailto", "mail"],
    ["tel:+1", "index.mdx", "scheme tel", "phone"],
    ["cursor://x", "index.mdx", "scheme cursor", "a program"],
    [" java\tscript:alert(1)", "index.mdx", "unsafe javascript", "hidden by a tab"],
    ["data:text/html,x", "index.mdx", "unsafe data", "data"],
    ["C:\\docs\\a.md", "index.mdx", "missing file outside-site C:\\docs\\a.md", "a drive"],
    ["../../etc/passwd", "index.mdx", "missing page outside-site ../../etc/passwd", "out of the site"],
    ["/parts/note", "index.mdx", "unverifiable not-published", "imported files aren't pages"],
    ["/drafts/a", "index.mdx", "missing page ignored drafts/a", "ignored"],
    ["/guides/README", "index.mdx", "missing page ignored guides/README", "a file that the service ignores"],
    ["/guides/READM", "index.mdx", "missing page not-found guides/READM", "a similar name"],
    ["/docs/guides/start", "index.mdx", "page guides/start.mdx", "as if the site lived at /docs"],
    ["/docs/guides/deep", "index.mdx", "folder guides/deep", "a folder as if the site lived at /docs"],
    ["/guides/start", undefined, "page guides/start.mdx", "from docs.json"],
  ];
  for (const [link, from, expected, why] of cases)
    it(`resolves ${JSON.stringify(link)} from ${from ?? "docs.json"}: ${why}`, () => {
      assert.equal(show(resolveLink(plain, link, from === undefined ? undefined : { path: from })), expected);
    });

  it("stops at redirect loops", () => {
    assert.equal(resolveLink(plain, "/round", { path: "index.mdx" }).kind, "redirect");
  });

  it("removes the base path and recognizes the site's own URL", () => {
    const based = sitedAt({ basePath: "/help", siteUrl: "https://example.com/help" });
    const at = (link: string) => show(resolveLink(based, link, { path: "index.mdx" }));
    assert.equal(at("/help/guides/start"), "page guides/start.mdx");
    assert.equal(at("/guides/start"), "page guides/start.mdx");
    assert.equal(at("https://example.com/help/guides/start#a"), "page guides/start.mdx#a");
    assert.equal(at("https://example.com/help/guides/none"), "missing page not-found guides/none");
    assert.equal(at("https://example.com/helpdesk"), "external");
    assert.equal(at("https://example.com/"), "external");
    assert.equal(at("https://other.example.com/help/guides/none"), "external");
    assert.equal(at("../pricing"), "unverifiable host");
  });

  it("removes the path of the canonical URL", () => {
    const canonical = '{ "seo": { "metatags": { "canonical": "https://example.com/ai/docs/" } } }';
    const site = siteOf(
      new Map([
        ["docs.json", canonical],
        ["start.mdx", ""],
        ["img/a.png", ""],
      ]),
    );
    const at = (link: string) => show(resolveLink(site, link, { path: "start.mdx" }));
    assert.equal(at("/ai/docs/start#a"), "page start.mdx#a");
    assert.equal(at("/ai/docs/img/a.png"), "file img/a.png");
    assert.equal(at("/ai/docs/none"), "missing page not-found ai/docs/none");
    // The host may have other content under the same URL.
    assert.equal(at("https://example.com/ai/docs/none"), "external");
  });

  it("treats other paths as missing if the site has its own host", () => {
    const own = sitedAt({ siteUrl: "https://docs.example.com" });
    assert.equal(show(resolveLink(own, "/pricing", undefined)), "missing page not-found pricing");
  });
});
