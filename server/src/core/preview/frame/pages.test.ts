import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { indexGeneratedPagesBySlug } from "../../site/specs/generated-pages.ts";
import type { DirectoryItem, FramePage } from "../view/site-frame.ts";
import { findPageAtUrl, type PageAtUrl } from "./pages.ts";
import { createSiteFrame } from "./site-frame.ts";

const spec = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths: {
    "/users": { get: { summary: "List users", tags: ["Users"], responses: { 200: { description: "" } } } },
  },
});

function createSite(more: Readonly<Record<string, string>>, settings: object = {}) {
  const docs = {
    navigation: {
      groups: [
        { group: "G", pages: ["guides/start", "guides/next", "out", "in"] },
        { group: "A", openapi: "api.json" },
      ],
    },
    redirects: [
      { source: "/old", destination: "/guides/start#top" },
      { source: "/older", destination: "/old" },
      { source: "/to/:page", destination: "/guides/:page" },
      { source: "/web", destination: "https://acme.com/web" },
      { source: "/circle", destination: "/circle" },
    ],
    ...settings,
  };
  return siteOf(
    new Map([
      ["docs.json", JSON.stringify(docs)],
      ["api.json", spec],
      ["guides/start.mdx", "---\ntitle: Start\n---\n"],
      ["guides/next.mdx", "---\ntitle: Next\n---\n"],
      ["deep/index.mdx", "---\ntitle: Deep\n---\n"],
      ["out.mdx", "---\ntitle: Out\nurl: https://acme.com/out\n---\n"],
      ["in.mdx", "---\ntitle: In\nurl: /guides/next\n---\n"],
      ["images/a.png", ""],
      ...Object.entries(more),
    ]),
    "mintlify",
  );
}

function translate(page: PageAtUrl): string {
  switch (page.kind) {
    case "page": {
      const suffix = page.generatedPage ? ` made of ${page.generatedPage.method ?? ""}` : "";
      return `${page.slug} at ${page.href}${suffix}${page.isRedirected ? " redirected" : ""}`;
    }
    case "file":
      return `file ${page.file}`;
    case "external":
      return `external ${page.url}`;
    case "route":
      return `route ${page.path}`;
    case "unknown":
      return `unknown ${page.reason}`;
    case "not-found":
      return `not found ${page.path}, near ${page.suggestion ? `${page.suggestion.title} ${page.suggestion.href}` : "nothing"}`;
  }
}

/** The expected result for each URL. */
const addresses: Readonly<Record<string, string>> = {
  "/guides/start": "guides/start at /guides/start",
  "guides/start": "guides/start at /guides/start",
  "/guides/start/?tab=1#install": "guides/start at /guides/start#install",
  "/guides/start.mdx": "guides/start at /guides/start",
  "/deep": "deep/index at /deep/index",
  "/": "guides/start at /guides/start",
  "/guides": "guides/start at /guides/start",
  "/old": "guides/start at /guides/start#top redirected",
  "/older#x": "guides/start at /guides/start#top redirected",
  "/to/next": "guides/next at /guides/next redirected",
  "/web": "external https://acme.com/web",
  "/out": "external https://acme.com/out",
  "/in": "guides/next at /guides/next redirected",
  "/circle": "not found circle, near nothing",
  "/api-reference/users/list-users": "api-reference/users/list-users at /api-reference/users/list-users made of GET",
  "/images/a.png": "file images/a.png",
  "/llms.txt": "route llms.txt",
  "/guides/strat": "not found guides/strat, near Start /guides/start",
  "/Guides/Start": "not found Guides/Start, near Start /guides/start",
  "/api-reference/users/list-user":
    "not found api-reference/users/list-user, near List users /api-reference/users/list-users",
  "/nothing/like/it": "not found nothing/like/it, near nothing",
  "/../../etc/passwd": "not found /../../etc/passwd, near nothing",
  "javascript:alert(1)": "not found javascript:alert(1), near nothing",
};

describe("pageAtUrl", () => {
  const site = createSite({});
  for (const [url, expected] of Object.entries(addresses))
    it(`resolves ${url}`, () => assert.equal(translate(findPageAtUrl(site, url)), expected));

  it("returns `index` for the home page", () => {
    assert.equal(translate(findPageAtUrl(createSite({ "index.mdx": "" }), "/")), "index at /");
  });

  it("returns the first page of the default language and version if there's no `index`", () => {
    const versions = [
      { version: "1", pages: ["guides/next"] },
      { version: "2", default: true, pages: ["deep/index"] },
    ];
    const navigation = {
      languages: [
        { language: "de", pages: ["out"] },
        { language: "en", default: true, versions },
      ],
    };
    assert.equal(translate(findPageAtUrl(createSite({}, { navigation }), "/")), "deep/index at /deep/index");
  });

  it("accepts the site's full URLs, and paths with or without the base path", () => {
    const basedSite = createSite({
      ".docwright.json": '{ "basePath": "docs", "siteUrl": "https://acme.com/docs" }',
    });
    for (const url of ["/docs/guides/start", "/guides/start", "https://acme.com/docs/guides/start"])
      assert.equal(translate(findPageAtUrl(basedSite, url)), "guides/start at /docs/guides/start", url);
    assert.equal(translate(findPageAtUrl(basedSite, "/docs")), "guides/start at /docs/guides/start");
    assert.equal(
      translate(findPageAtUrl(basedSite, "https://other.com/guides/start")),
      "external https://other.com/guides/start",
    );
  });

  it("returns unknown for pages generated from a remote specification", () => {
    const navigation = {
      groups: [{ group: "G", pages: ["guides/start"], openapi: "https://acme.com/api.json" }],
    };
    assert.equal(translate(findPageAtUrl(createSite({}, { navigation }), "/api-reference/x")), "unknown specification");
  });
});

describe("link to a parameter", () => {
  const docs = JSON.stringify({ navigation: { groups: [{ group: "A", openapi: "api.json" }] } });
  const users = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      "/users/{id}": { get: { summary: "Read", tags: ["Users"], responses: { 200: { description: "" } } } },
    },
  });
  const files = new Map([
    ["docs.json", docs],
    ["api.json", users],
  ]);
  const [slug = ""] = [...indexGeneratedPagesBySlug(siteOf(files, "standard")).keys()];

  it("opens the page at the parameter, using the anchor format for the specification", () => {
    for (const path of ["/users/{id}", "/users/%7Bid%7D"]) {
      const page = findPageAtUrl(siteOf(files, "standard"), `/${slug}${path}#id`);
      assert.deepEqual(page.kind === "page" && [page.slug, page.anchor], [slug, "id"]);
    }
  });

  it("uses the page's own anchor in the mintlify profile", () => {
    assert.notEqual(findPageAtUrl(siteOf(files, "mintlify"), `/${slug}/users/{id}#id`).kind, "page");
    const page = findPageAtUrl(siteOf(files, "mintlify"), `/${slug}#id`);
    assert.equal(page.kind === "page" && page.anchor, "id");
  });
});

const human = { reader: "human", signedIn: false, groups: [] } as const;

function createPage(settings: object, slug: string, pages: Readonly<Record<string, string>>): FramePage {
  const files = new Map([
    ["docs.json", JSON.stringify({ theme: "mint", name: "Acme", ...settings })],
    ...Object.entries(pages).map(([path, head]) => [`${path}.mdx`, `---\n${head}\n---\n`] as const),
  ]);
  return createSiteFrame(siteOf(files, "mintlify"), slug, human).page;
}

function flattenItems(items: readonly DirectoryItem[]): unknown[] {
  return items.map(({ label, href, description, items: children }) => [
    label,
    href,
    ...(description === undefined ? [] : [description]),
    ...(children ? [flattenItems(children)] : []),
  ]);
}

const one = { navigation: { pages: ["a"] } };
const createWithHead = (head: string, settings: object = {}) => createPage({ ...one, ...settings }, "a", { a: head });

describe("siteFrame: page data", () => {
  const guides = {
    products: [
      {
        product: "p",
        name: "Product",
        tabs: [
          {
            tab: "Guides",
            groups: [{ group: "Basics", root: "root", pages: ["a", { group: "Inner", pages: ["b"] }] }],
          },
        ],
      },
    ],
  };
  const pages = { root: "title: Root", a: "title: A", b: "title: B" };

  it("shows the group or the full breadcrumbs above the title", () => {
    const getLabels = ({ eyebrows, showsFullPath: trail }: FramePage) => [
      trail,
      ...eyebrows.map(({ label, href }) => `${label} ${href ?? ""}`),
    ];
    assert.deepEqual(getLabels(createPage({ navigation: guides }, "b", pages)), [false, "Inner /b"]);
    assert.deepEqual(getLabels(createPage({ navigation: guides, styling: { eyebrows: "section" } }, "a", pages)), [
      false,
      "Basics /root",
    ]);
    assert.deepEqual(getLabels(createPage({ navigation: guides, styling: { eyebrows: "breadcrumbs" } }, "b", pages)), [
      true,
      "Product /root",
      "Guides /root",
      "Basics /root",
      "Inner /b",
    ]);
  });

  it("lists the pages below a root page according to the nearest `directory` setting", () => {
    const group = (more: object) => ({ group: "In", root: "b", pages: ["c"], ...more });
    const createSettings = (directory: string | undefined, inner: object) => ({
      navigation: { directory, groups: [{ group: "Out", root: "a", pages: ["d", group(inner)] }] },
    });
    const headByPage = {
      a: "title: A",
      b: "title: B",
      c: "title: C\ndescription: The third",
      d: "title: D\nhidden: true",
    };
    const getDirectory = (slug: string, directorySetting: string | undefined, inner: object = {}) =>
      createPage(createSettings(directorySetting, inner), slug, headByPage).directory;
    const outer = getDirectory("a", "card");
    assert.equal(outer?.style, "card");
    assert.deepEqual(flattenItems(outer?.items ?? []), [["In", "/b", [["C", "/c", "The third"]]]]);
    assert.equal(getDirectory("b", "card")?.style, "card", "inherited");
    assert.equal(
      getDirectory("b", "card", { directory: "accordion" })?.style,
      "accordion",
      "the page's own setting wasn't used",
    );
    assert.equal(getDirectory("b", "card", { directory: "none" }), undefined);
    assert.equal(getDirectory("a", undefined), undefined, "the default isn't none");
    assert.equal(getDirectory("c", "card"), undefined, "a directory is listed although the group has no root page");
  });

  it("applies the mode if the theme supports it", () => {
    for (const [mode, theme, expected] of [
      ["wide", "mint", "wide"],
      ["custom", "palm", "custom"],
      ["assistant", "mint", "assistant"],
      ["center", "maple", "center"],
      ["center", "aspen", "default"],
      ["frame", "luma", "frame"],
      ["frame", "mint", "default"],
      ["other", "mint", "default"],
    ] as const)
      assert.equal(createWithHead(`mode: ${mode}`, { theme }).mode, expected, `${mode} in ${theme}`);
    assert.equal(createWithHead("title: A").mode, "default");
  });

  it("hides the previous and next links if the page's frontmatter disables them", () => {
    const twoPages = { navigation: { pages: ["a", "b"] } };
    assert.equal(createPage(twoPages, "a", { a: "", b: "title: B" }).next?.label, "B");
    assert.equal(createPage(twoPages, "a", { a: "hideFooterPagination: true", b: "" }).next, undefined);
  });

  it("shows or hides the modification date, depending on the page's setting or, by default, the site's", () => {
    assert.equal(createWithHead("title: A").showsChangeDate, false);
    assert.equal(createWithHead("title: A", { metadata: { timestamp: true } }).showsChangeDate, true);
    assert.equal(createWithHead("timestamp: false", { metadata: { timestamp: true } }).showsChangeDate, false);
    assert.equal(createWithHead("timestamp: true\nlastUpdatedDate: 2026-03-31").lastUpdated, "2026-03-31");
  });

  it("shows the contextual menu that the page or the site defines", () => {
    const own = { title: "Ask", description: "In the forum", href: "https://acme.com/ask" };
    const settings = { contextual: { options: ["copy", "view", own], display: "toc" } };
    const { contextual } = createWithHead("title: A", settings);
    assert.equal(contextual?.display, "toc");
    assert.deepEqual(
      contextual.options.map(({ name, description, href }) => [name, description, href]),
      [
        ["copy", undefined, undefined],
        ["view", undefined, undefined],
        ["Ask", "In the forum", "https://acme.com/ask"],
      ],
    );
    assert.equal(createWithHead("contextual:\n  options: []", settings).contextual, undefined);
    const changed = createWithHead("contextual:\n  options: [view]\n  display: header", settings).contextual;
    assert.deepEqual([changed?.display, changed?.options.map(({ name }) => name)], ["header", ["view"]]);
  });

  it("shows related pages with their own or the given titles", () => {
    const relatedLinks = createPage(one, "a", {
      a: 'title: A\nrelated:\n  - /b\n  - Elsewhere: https://acme.com\n  - "javascript:alert(1)"',
      b: "title: The second",
    }).relatedPages;
    assert.deepEqual(
      relatedLinks.map(({ label, href, isExternal: external }) => [label, href, external]),
      [
        ["The second", "/b", undefined],
        ["Elsewhere", "https://acme.com", true],
        ["javascript:alert(1)", undefined, undefined],
      ],
    );
    assert.deepEqual(createWithHead("related: false").relatedPages, []);
  });
});
