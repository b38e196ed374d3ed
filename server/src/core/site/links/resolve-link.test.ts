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

function createSite(settings: object = {}): Site {
  const siteFiles = parseFixture(files).files;
  return siteOf(new Map([...siteFiles, [".docwright.json", JSON.stringify(settings)]]), "mintlify");
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
      return `${target.otherSpelling.difference} ${target.otherSpelling.path}`;
    case "unverifiable":
      return `unverifiable ${target.reason}`;
    case "missing":
      return `missing ${target.expectedKind} ${target.reason} ${target.path}`;
  }
}

describe("resolveLink", () => {
  const plain = createSite();
  const cases: [link: string, from: string | undefined, expected: string, why: string][] = [
    ["/guides/start", "index.mdx", "page guides/start.mdx", "a path from the root"],
    ["guides/start", "index.mdx", "page guides/start.mdx", "a relative path without a dot"],
    ["./start", "guides/v2.mdx", "page guides/start.mdx", "a page in the same folder"],
    ["start", "guides/v2.mdx", "page guides/start.mdx", "a page in the same folder, without a dot"],
    ["../start", "guides/deep/more.mdx", "page guides/start.mdx", "a page in the parent folder"],
    ["fr/start", "guides/v2.mdx", "missing page not-found guides/fr/start", "relative links never start at the root"],
    ["/guides/start/", "index.mdx", "page guides/start.mdx", "a trailing slash"],
    ["/guides/start.mdx", "index.mdx", "page guides/start.mdx", "a page's extension"],
    ["/guides/start.md", "index.mdx", "page guides/start.mdx", "the Markdown version of a page"],
    ["/guides/start?tab=2#install", "index.mdx", "page guides/start.mdx#install", "a query and an anchor"],
    ["/guides%2Fstart", "index.mdx", "page guides/start.mdx", "an encoded slash"],
    ["/guides%252Fstart", "index.mdx", "missing page not-found guides%2Fstart", "decoded only once"],
    ["/caf%C3%A9", "index.mdx", "page caf\u00e9.mdx", "an encoded letter"],
    ["/cafe\u0301", "index.mdx", "accents caf\u00e9", "a decomposed accent"],
    ["/reference", "index.mdx", "page reference/index.mdx", "the index page of a folder"],
    ["/reference/index", "index.mdx", "page reference/index.mdx", "an index page by name"],
    ["/", "guides/start.mdx", "page index.mdx", "the home page"],
    ["/guides", "index.mdx", "folder guides", "the service opens the folder's first page"],
    ["/guides/deep/", "index.mdx", "folder guides/deep", "a folder with a trailing slash"],
    ["/hidden", "index.mdx", "page hidden.mdx", "hidden pages have a URL"],
    ["/elsewhere", "index.mdx", "page elsewhere.mdx", "a page with a URL"],
    ["/own", "index.mdx", "page own.mdx", "a page with a custom slug"],
    ["/my-own", "index.mdx", "missing page not-found my-own", "a custom slug, which the service ignores"],
    ["/api-reference/users/list-users", "index.mdx", "generated api-reference/users/list-users", "a generated page"],
    [
      "/api-reference/users/list-user",
      "index.mdx",
      "missing page not-found api-reference/users/list-user",
      "an operation that doesn't exist",
    ],
    ["/remote/pets/list", "index.mdx", "unverifiable specification", "an operation in a remote specification"],
    ["/images/Logo.png", "index.mdx", "file images/Logo.png", "a file"],
    ["/images/logo.png", "index.mdx", "case images/Logo.png", "a file in a different letter case"],
    ["/Guides/Start", "index.mdx", "case guides/start", "a page in a different letter case"],
    ["/files/data%20set.csv", "index.mdx", "file files/data set.csv", "a space"],
    ["/files/none.csv", "index.mdx", "missing file not-found files/none.csv", "a missing file"],
    [
      "/old?x=1#install",
      "index.mdx",
      "redirect /guides/start?x=1#install → page guides/start.mdx#install",
      "a query and an anchor preserved by a redirect",
    ],
    ["/older", "index.mdx", "redirect /guides/start#new → page guides/start.mdx#new", "two redirects"],
    ["/beta/v2", "index.mdx", "redirect /guides/v2 → page guides/v2.mdx", "a wildcard"],
    ["/chat", "index.mdx", "redirect https://chat.example.com → external", "a redirect to another site"],
    ["/lost", "index.mdx", "redirect /nowhere → missing page not-found nowhere", "a redirect to a missing page"],
    ["/llms.txt", "index.mdx", "route llms.txt", "a URL that the service provides"],
    ["/sitemap.xml", "index.mdx", "route sitemap.xml", "a URL that the service provides"],
    ["/guides/start/rss.xml", "index.mdx", "route guides/start/rss.xml", "a page's feed"],
    ["/guides/none/rss.xml", "index.mdx", "missing file not-found guides/none/rss.xml", "the feed of a missing page"],
    ["/mcp", "index.mdx", "route mcp", "a URL that the service provides"],
    ["/pricing", "index.mdx", "unverifiable host", "a URL on the same host outside the docs"],
    ["/pricing/plan", "index.mdx", "missing page not-found pricing/plan", "a longer path, which belongs to the docs"],
    ["#install", "guides/start.mdx", "same-page #install", "the same page"],
    ["?tab=2", "guides/start.mdx", "same-page #", "the same page with a query"],
    ["{{home}}#install", "index.mdx", "page guides/start.mdx#install", "a variable"],
    ["/guides/{{version}}", "index.mdx", "page guides/v2.mdx", "a variable in a path"],
    ["/guides/{{unknown}}", "index.mdx", "unverifiable variable", "an unknown variable"],
    ["/guides/{id}", "index.mdx", "unverifiable expression", "an expression"],
    ["...", "index.mdx", "unverifiable expression", "a placeholder"],
    ["https://example.com/x", "index.mdx", "external", "another site"],
    ["//example.com/x", "index.mdx", "external", "another site"],
    ["mailto:a@example.com", "index.mdx", "scheme mailto", "an email address"],
    ["tel:+1", "index.mdx", "scheme tel", "a phone number"],
    ["cursor://x", "index.mdx", "scheme cursor", "a link to a program"],
    [" java\tscript:alert(1)", "index.mdx", "unsafe javascript", "a scheme that contains a tab"],
    ["data:text/html,x", "index.mdx", "unsafe data", "data"],
    ["C:\\docs\\a.md", "index.mdx", "unsafe c", "a path with a drive letter"],
    ["../../etc/passwd", "index.mdx", "missing page outside-site ../../etc/passwd", "a path outside the site"],
    ["/parts/note", "index.mdx", "unverifiable not-published", "imported files aren't pages"],
    ["/drafts/a", "index.mdx", "missing page ignored drafts/a", "a page that the site ignores"],
    ["/guides/README", "index.mdx", "missing page ignored guides/README", "a file that the service ignores"],
    ["/guides/READM", "index.mdx", "missing page not-found guides/READM", "a similar name"],
    ["/docs/guides/start", "index.mdx", "page guides/start.mdx", "a page, as if the site were published at /docs"],
    ["/docs", "index.mdx", "route docs", "the home page, as if the site were published at /docs"],
    ["/docs/guides/deep", "index.mdx", "folder guides/deep", "a folder, as if the site were published at /docs"],
    ["/guides/start", undefined, "page guides/start.mdx", "a link in docs.json"],
  ];
  for (const [link, from, expected, why] of cases)
    it(`resolves ${JSON.stringify(link)} from ${from ?? "docs.json"}: ${why}`, () => {
      assert.equal(show(resolveLink(plain, link, from === undefined ? undefined : { path: from })), expected);
    });

  it("follows the redirect that hides a page", () => {
    const redirects = [
      { source: "/hidden-by", destination: "/shown#install" },
      { source: "/chained", destination: "/hidden-by" },
      { source: "/shown", destination: "/shown/index" },
      { source: "/ping", destination: "/pong" },
      { source: "/pong", destination: "/ping" },
      { source: "/all/:slug*", destination: "/shown" },
    ];
    const pages = ["hidden-by", "chained", "shown/index", "ping", "pong", "all/one"];
    const site = siteOf(
      parseFixture(
        [`//- docs.json\n${JSON.stringify({ redirects, navigation: { pages } })}`]
          .concat(pages.map((page) => `//- ${page}.mdx\n# A`))
          .join("\n"),
      ).files,
    );
    const resolveLinkText = (link: string) => show(resolveLink(site, link, { path: "all/one.mdx" }));
    assert.equal(resolveLinkText("/hidden-by"), "redirect /shown#install → page shown/index.mdx#install");
    assert.equal(resolveLinkText("../hidden-by#a"), "redirect /shown#install → page shown/index.mdx#install");
    assert.equal(resolveLinkText("/chained"), "redirect /shown#install → page shown/index.mdx#install");
    assert.equal(resolveLinkText("/shown"), "page shown/index.mdx");
    assert.equal(resolveLinkText("/ping"), "page ping.mdx");
    assert.equal(resolveLinkText("/all/one"), "page all/one.mdx");
  });

  it("stops at redirect loops", () => {
    assert.equal(resolveLink(plain, "/round", { path: "index.mdx" }).kind, "redirect");
  });

  it("removes the base path and recognizes the site's own URL", () => {
    const based = createSite({ basePath: "/help", siteUrl: "https://example.com/help" });
    const resolveLinkText = (link: string) => show(resolveLink(based, link, { path: "index.mdx" }));
    assert.equal(resolveLinkText("/help/guides/start"), "page guides/start.mdx");
    assert.equal(resolveLinkText("/guides/start"), "page guides/start.mdx");
    assert.equal(resolveLinkText("https://example.com/help/guides/start#a"), "page guides/start.mdx#a");
    assert.equal(resolveLinkText("https://example.com/help/guides/none"), "missing page not-found guides/none");
    assert.equal(resolveLinkText("https://example.com/helpdesk"), "external");
    assert.equal(resolveLinkText("https://example.com/"), "external");
    assert.equal(resolveLinkText("https://other.example.com/help/guides/none"), "external");
    assert.equal(resolveLinkText("../pricing"), "unverifiable host");
  });

  it("strips the canonical URL's path from links", () => {
    const canonical = '{ "seo": { "metatags": { "canonical": "https://example.com/ai/docs/" } } }';
    const site = siteOf(
      new Map([
        ["docs.json", canonical],
        ["start.mdx", ""],
        ["img/a.png", ""],
      ]),
    );
    const resolveLinkText = (link: string) => show(resolveLink(site, link, { path: "start.mdx" }));
    assert.equal(resolveLinkText("/ai/docs/start#a"), "page start.mdx#a");
    assert.equal(resolveLinkText("/ai/docs/img/a.png"), "file img/a.png");
    assert.equal(resolveLinkText("/ai/docs/none"), "missing page not-found ai/docs/none");
    // The host may serve other content under this path.
    assert.equal(resolveLinkText("https://example.com/ai/docs/none"), "external");
  });

  it("finds generated files in the folders of the site's languages", () => {
    const languages = ["en", "es", "pt-BR"].map((language) => ({ language, pages: [`${language}/start`] }));
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation: { languages } })],
        ["en/start.mdx", ""],
        ["es/start.mdx", ""],
        ["pt-BR/start.mdx", ""],
      ]),
    );
    const resolveLinkText = (link: string, from = site) => show(resolveLink(from, link, { path: "en/start.mdx" }));
    for (const file of ["llms.txt", "llms-full.txt", "skill.md", "sitemap.xml", "robots.txt", "rss.xml"])
      for (const folder of ["", "es/", "pt-BR/"])
        assert.equal(resolveLinkText(`/${folder}${file}`), `route ${folder}${file}`);
    assert.equal(resolveLinkText("llms.txt"), "route en/llms.txt");
    assert.equal(resolveLinkText("/fr/llms.txt"), "missing file not-found fr/llms.txt");
    assert.equal(resolveLinkText("/es/guides/llms.txt"), "missing file not-found es/guides/llms.txt");
    assert.equal(resolveLinkText("/es/llms.csv"), "missing file not-found es/llms.csv");
    assert.equal(resolveLinkText("/es/login"), "missing page not-found es/login");
    assert.equal(resolveLinkText("/es/llms.txt", plain), "missing file not-found es/llms.txt");
  });

  it("resolves relative links on an index page as browsers do at the folder's URL", () => {
    const pages = ["guides/index", "guides/start", "deploy/start", "deploy/intro", "guides/deploy/start"];
    const site = siteOf(new Map(pages.map((page) => [`${page}.mdx`, ""] as const)));
    const resolveFrom = (link: string, page: string) => show(resolveLink(site, link, { path: page }));
    assert.equal(resolveFrom("deploy/intro", "guides/index.mdx"), "page deploy/intro.mdx");
    assert.equal(resolveFrom("./guides/start#a", "guides/index.mdx"), "page guides/start.mdx#a");
    // The page's folder takes precedence, because the URL `/guides/index` also opens the page.
    assert.equal(resolveFrom("deploy/start", "guides/index.mdx"), "page guides/deploy/start.mdx");
    assert.equal(resolveFrom("deploy/none", "guides/index.mdx"), "missing page not-found guides/deploy/none");
    assert.equal(resolveFrom("deploy/intro", "guides/start.mdx"), "missing page not-found guides/deploy/intro");
  });

  describe("below the URL of another site that the navigation links to", () => {
    const canonical = (url: string) => ({ seo: { metatags: { canonical: url } } });
    const resolveText = (link: string, href: string, config: object = {}, siteUrl?: string, page = "start") => {
      const docs = {
        navigation: {
          anchors: [
            { anchor: "SDK", href },
            { anchor: "A", pages: [page] },
          ],
        },
        ...config,
      };
      const files = new Map([
        ["docs.json", JSON.stringify(docs)],
        [`${page}.mdx`, ""],
        [".docwright.json", JSON.stringify({ siteUrl })],
      ]);
      return show(resolveLink(siteOf(files), link, undefined));
    };
    const sdk = "https://example.com/docs/sdk";

    it("doesn't treat paths as missing", () => {
      assert.equal(resolveText("/docs/sdk/python/v1", sdk), "unverifiable host");
      assert.equal(resolveText("/docs/sdk/v1", sdk, canonical("https://example.com/help")), "unverifiable host");
      assert.equal(resolveText("/docs/sdk/v1", sdk, {}, "https://example.com/help"), "unverifiable host");
      assert.equal(resolveText("/docs/sdkpython", sdk), "missing page not-found docs/sdkpython");
      assert.equal(resolveText("/docs/other", sdk), "missing page not-found docs/other");
      // One word, such as the name of an organization, is also the name of a folder on many sites.
      assert.equal(resolveText("/app/plans", "https://example.com/app"), "missing page not-found app/plans");
    });

    it("treats paths as missing if the URL belongs to the site itself", () => {
      const missing = "missing page not-found docs/sdk/v1";
      assert.equal(resolveText("/docs/sdk/v1", sdk, {}, "https://example.com"), missing);
      assert.equal(resolveText("/docs/sdk/v1", sdk, canonical("https://example.com")), missing);
      assert.equal(resolveText("/docs/sdk/v1", sdk, canonical("https://example.com/docs/")), missing);
      assert.equal(resolveText(sdk, sdk, {}, "https://example.com"), "missing page not-found docs/sdk");
      assert.equal(resolveText("/docs/sdk/v1", sdk, {}, undefined, "docs/start"), missing);
    });

    it("treats paths as missing if the URL's host doesn't serve the site", () => {
      const missing = "missing page not-found docs/sdk/v1";
      assert.equal(resolveText("/docs/sdk/v1", sdk, {}, "https://docs.example.com/help"), missing);
      assert.equal(resolveText("/docs/sdk/v1", sdk, canonical("https://docs.example.com/help")), missing);
      for (const host of ["app.example.com", "dashboard.example.com", "github.com", "www.npmjs.com"])
        assert.equal(resolveText("/docs/sdk/v1", `https://${host}/docs/sdk`), missing, host);
    });
  });

  it("treats other paths as missing if the site has its own host", () => {
    const ownSite = createSite({ siteUrl: "https://docs.example.com" });
    assert.equal(show(resolveLink(ownSite, "/pricing", undefined)), "missing page not-found pricing");
  });
});

describe("resolveLink on a page of a separate site inside the site", () => {
  it("finds the exact path in that site before another spelling outside", () => {
    const docs = JSON.stringify({ navigation: { pages: ["start"] } });
    const site = siteOf(
      new Map([
        ["docs.json", docs], ["en/docs.json", docs], ["start.mdx", ""], ["help/Wallet/all.mdx", ""],
        ["en/start.mdx", ""], ["en/help/wallet/all.mdx", ""],
      ]),
    ); // prettier-ignore
    assert.equal(resolveLink(site, "/help/wallet/all", { path: "start.mdx" }).kind, "spelling");
    assert.equal(resolveLink(site, "/help/wallet/all", { path: "en/start.mdx" }).kind, "unverifiable");
  });
});
