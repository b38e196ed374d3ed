import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { everyoneAudience, frameOf, sidebarLines as lines, titled } from "../../../../../test/harness/frame-of.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import type { Audience } from "../source/page-source.ts";
import type { SidebarItem, SiteShellView } from "../view/site-frame.ts";
import { createSiteFrame } from "./site-frame.ts";

/**
 * Formats each navigation level on one line, such as `tab: *Guides -> /a | API -> /b`. The current choice is marked
 * with `*`.
 */
function formatLevels({ menu }: SiteShellView): string[] {
  return menu.levels.map(({ kind, choices, current }) => {
    const formattedChoices = choices.map(
      ({ label, href }, i) => `${i === current ? "*" : ""}${label} -> ${href ?? "nowhere"}`,
    );
    return `${kind}: ${formattedChoices.join(" | ")}`;
  });
}

describe("siteFrame: navigation", () => {
  const createVersion = (version: string, more: object) => ({ version, ...more });
  const navigation = {
    global: {
      anchors: [{ anchor: "Blog", href: "https://acme.com/blog" }],
      tabs: [{ tab: "Forum", href: "/forum" }],
    },
    languages: [
      {
        language: "en",
        versions: [
          createVersion("1", { tabs: [{ tab: "Old", pages: ["v1/a", "v1/b"] }] }),
          createVersion("2", {
            default: true,
            tag: "Latest",
            tabs: [
              { tab: "Guides", groups: [{ group: "G", pages: ["v2/a", "v2/b"] }] },
              {
                tab: "More",
                menu: [
                  { item: "One", description: "The first", pages: ["v2/one"] },
                  { item: "Out", href: "https://acme.com" },
                ],
              },
              { tab: "Nothing", hidden: true, pages: ["v2/hidden"] },
            ],
          }),
        ],
      },
      { language: "de", pages: ["de/v2/a"] },
    ],
  };
  const pages = titled("v1/a", "v1/b", "v2/a", "v2/b", "v2/one", "v2/hidden", "de/v2/a", "forum", "alone");
  const createFrame = (slug: string, profile: ProfileName = "mintlify") =>
    frameOf(navigation, slug, pages, { profile });

  it("contains all levels of sections, including their landing pages, and global sections", () => {
    for (const profile of ["mintlify", "standard"] as const)
      assert.deepEqual(formatLevels(createFrame("v2/b", profile)), [
        "language: *en -> /v2/a | de -> /de/v2/a",
        "version: 1 -> /v1/a | *2 -> /v2/a",
        "tab: *Guides -> /v2/a | More -> /v2/one | Forum -> /forum",
      ]);
    const { menu, page } = createFrame("v2/b");
    assert.deepEqual(
      menu.globalAnchors.map(({ label, isExternal: external }) => [label, external]),
      [["Blog", true]],
    );
    assert.deepEqual(
      menu.levels[1]?.choices.map(({ tag, isDefault }) => [tag, isDefault]),
      [
        [undefined, undefined],
        ["Latest", true],
      ],
    );
    assert.equal(menu.language, "en");
    assert.deepEqual(
      page.counterparts,
      [{ level: 1, choice: 0, href: "/v1/b" }],
      "the link isn't to the same page in version 1",
    );
  });

  it("selects the menu item that contains the page", () => {
    const { menu } = createFrame("v2/one");
    const tab = menu.levels[2]?.choices[1];
    assert.equal(menu.levels[2]?.current, 1);
    assert.equal(tab?.currentItemIndex, 0);
    assert.deepEqual(
      tab?.menu?.map(({ label, description, href }) => [label, description, href]),
      [
        ["One", "The first", "/v2/one"],
        ["Out", undefined, "https://acme.com"],
      ],
    );
    assert.deepEqual(lines(menu.sidebar), ["V2/ONE -> /v2/one"]);
  });

  it("links to the previous and next page within the section", () => {
    const [first, last] = [createFrame("v2/a").page, createFrame("v2/b").page];
    assert.deepEqual([first.previous, first.next?.href], [undefined, "/v2/b"]);
    assert.deepEqual([last.previous?.href, last.next], ["/v2/a", undefined]);
  });

  it("shows the section for an unlisted page's folder, and the landing page's section for a hidden page", () => {
    const unlistedFrame = createFrame("alone");
    assert.equal(unlistedFrame.page.unlistedReason, "not-listed");
    assert.deepEqual(formatLevels(unlistedFrame)[1], "version: 1 -> /v1/a | *2 -> /v2/a");
    assert.equal(unlistedFrame.page.current, undefined);
    const hidden = createFrame("v2/hidden");
    assert.equal(hidden.page.unlistedReason, "hidden");
    assert.deepEqual(lines(hidden.menu.sidebar), ["G", "  V2/A -> /v2/a", "  V2/B -> /v2/b"]);
    const oldFrame = frameOf(navigation, "v1/new", { ...pages, ...titled("v1/new") });
    assert.deepEqual(formatLevels(oldFrame)[1], "version: *1 -> /v1/a | 2 -> /v2/a");
  });

  it("uses the default language and version if several contain the page", () => {
    const twice = {
      versions: [
        { version: "1", pages: ["a"] },
        { version: "2", default: true, pages: ["b", "a"] },
      ],
    };
    const { menu } = frameOf(twice, "a", titled("a", "b"));
    assert.equal(menu.levels[0]?.current, 1);
    assert.deepEqual(lines(menu.sidebar), ["B -> /b", "A -> /a"]);
  });

  it("has no link for an empty tab and omits a tab with only hidden pages", () => {
    const tabs = {
      tabs: [
        { tab: "A", pages: ["a"] },
        { tab: "Gone", pages: ["gone"] },
        { tab: "Far", openapi: "https://acme.com/api.json" },
        { tab: "Quiet", pages: ["b"] },
      ],
    };
    assert.deepEqual(formatLevels(frameOf(tabs, "a", { a: "title: A", b: "hidden: true" })), [
      "tab: *A -> /a | Gone -> nowhere | Far -> nowhere",
    ]);
  });

  for (const [kind, key] of [
    ["product", "products"],
    ["dropdown", "dropdowns"],
    ["anchor", "anchors"],
    ["tab", "tabs"],
  ] as const)
    it(`includes the sections in ${key}`, () => {
      const one = {
        [kind]: "One",
        description: "The first",
        icon: "rocket",
        color: { light: "#123456", dark: "javascript:1" },
        groups: [{ group: "G", pages: ["a"] }],
      };
      const { menu } = frameOf({ [key]: [one, { [kind]: "Two", href: "/a#x" }] }, "a", titled("a"));
      const [level] = menu.levels;
      assert.equal(level?.kind, kind);
      assert.deepEqual(
        level?.choices.map(({ label, href }) => [label, href]),
        [
          ["One", "/a"],
          ["Two", "/a#x"],
        ],
      );
      assert.deepEqual(level?.choices[0]?.color, { light: "#123456" });
      assert.deepEqual(level?.choices[0]?.icon, { name: "rocket" });
    });

  it("uses right-to-left direction for languages that require it", () => {
    const { menu } = frameOf({ languages: [{ language: "ar", pages: ["a"] }] }, "a", titled("a"));
    assert.equal(menu.direction, "rtl");
  });

  it("returns a frame even if there is no navigation or no page at the path", () => {
    assert.deepEqual(frameOf({}, "x").menu.sidebar, []);
    assert.equal(frameOf({ pages: ["a"] }, "none", titled("a")).page.title, "None");
    const emptyFrame = createSiteFrame(siteOf(new Map([["docs.json", ""]])), "x", everyoneAudience);
    assert.deepEqual(emptyFrame.menu.levels, []);
  });

  it("contains the settings of each section and menu item", () => {
    for (const profile of ["mintlify", "standard"] as const) {
      const createChoice = (division: object) => {
        const [kind = ""] = Object.keys(division);
        const key = kind === "item" ? "tabs" : `${kind}s`;
        const one =
          kind === "item" ? { tab: "T", menu: [{ ...division, pages: ["a"] }] } : { ...division, pages: ["a"] };
        const { menu } = frameOf({ [key]: [one] }, "a", titled("a"), { profile });
        const {
          location: _,
          href: __,
          ...messages
        } = (kind === "item" ? menu.levels[0]?.choices[0]?.menu : menu.levels[0]?.choices)?.[0] ?? {};
        return messages;
      };
      assert.deepEqual(createChoice({ tab: "T", align: "end", icon: { name: "x" } }), {
        label: "T",
        align: "end",
        icon: { name: "x" },
      });
      assert.deepEqual(createChoice({ product: "p", name: "Product", description: "D" }), {
        label: "Product",
        description: "D",
      });
      assert.deepEqual(createChoice({ dropdown: "d", description: "D", color: { dark: "#abc" } }), {
        label: "d",
        description: "D",
        color: { dark: "#abc" },
      });
      assert.deepEqual(createChoice({ version: "1", tag: "Beta" }), {
        label: "1",
        isDefault: true,
        tag: "Beta",
      });
      assert.deepEqual(createChoice({ language: "de" }), { label: "de", isDefault: true });
      assert.deepEqual(createChoice({ anchor: "A", icon: "x" }), { label: "A", icon: { name: "x" } });
      assert.deepEqual(createChoice({ item: "I", description: "D", icon: "x" }), {
        label: "I",
        icon: { name: "x" },
        description: "D",
      });
    }
  });

  it("contains every type of global section, for the site and for individual sections", () => {
    const createGlobal = (name: string) => ({
      anchors: [{ anchor: `${name} anchor`, href: "/a" }],
      tabs: [{ tab: `${name} tab`, href: "/a" }],
      dropdowns: [{ dropdown: `${name} dropdown`, href: "/a" }],
      products: [{ product: `${name} product`, href: "/a" }],
      versions: [{ version: `${name} version`, href: "https://old.acme.com" }],
      languages: [{ language: "fr", href: "https://fr.acme.com" }],
    });
    const navigationWithGlobals = {
      global: createGlobal("Site"),
      tabs: [
        { tab: "T", global: createGlobal("T"), pages: ["a"] },
        { tab: "U", pages: ["b"] },
      ],
    };
    const [a, b] = ["a", "b"].map((slug) => frameOf(navigationWithGlobals, slug, titled("a", "b")));
    assert.deepEqual(
      a?.menu.globalAnchors.map(({ label }) => label),
      ["Site anchor", "T anchor"],
    );
    assert.deepEqual(
      b?.menu.globalAnchors.map(({ label }) => label),
      ["Site anchor"],
    );
    assert.deepEqual(
      new Set(b && formatLevels(b)),
      new Set([
        "tab: T -> /a | *U -> /b | Site tab -> /a",
        "dropdown: Site dropdown -> /a",
        "product: Site product -> /a",
        "version: Site version -> https://old.acme.com",
        "language: fr -> https://fr.acme.com",
      ]),
    );
  });

  it("uses the child type that takes precedence, and href before all others", () => {
    const twoDivisions = {
      anchors: [{ anchor: "A", pages: ["a"] }],
      tabs: [
        { tab: "T", href: "/b", pages: ["a"] },
        { tab: "U", groups: [{ group: "G", pages: ["c"] }], pages: ["a"] },
      ],
    };
    const frame = frameOf(twoDivisions, "c", titled("a", "b", "c"));
    assert.deepEqual(formatLevels(frame), ["tab: T -> /b | *U -> /c"]);
    assert.deepEqual(lines(frame.menu.sidebar), ["G", "  C -> /c"]);
  });
});

describe("siteFrame: sidebar", () => {
  const getSidebar = (...args: Parameters<typeof frameOf>) => lines(frameOf(...args).menu.sidebar);

  it("lists groups in order, nested groups with their settings, and pages by title", () => {
    const navigation = {
      groups: [
        {
          group: "Start",
          tag: "NEW",
          pages: ["index", { group: "More", expanded: true, root: "b", pages: ["c/d"] }],
        },
        { group: "API", pages: ["old", "out"] },
      ],
    };
    const pages = {
      index: 'title: "Home page"\nsidebarTitle: Home',
      b: "title: B",
      "c/d": "description: no title",
      old: "title: Old\ndeprecated: true\ntag: 2019",
      out: "title: Status\nurl: https://status.acme.com",
    };
    assert.deepEqual(getSidebar(navigation, "index", pages), [
      "Start <NEW>",
      "  Home -> /",
      "  More (open) -> /b",
      "    D -> /c/d",
      "API",
      "  Old <2019> (old) -> /old",
      "  Status -> https://status.acme.com",
    ]);
  });

  it("omits entries that are hidden, missing, overridden by another key, or not pages", () => {
    const navigation = {
      groups: [
        {
          group: "Shown",
          root: "gone",
          pages: ["a", "gone", "https://acme.com", "secret", "", "GET /users"],
        },
        { group: "Hidden", hidden: true, pages: ["a"] },
        { group: "Empty", pages: ["gone"] },
      ],
      pages: ["lost"],
    };
    assert.deepEqual(getSidebar(navigation, "a", { ...titled("a", "lost"), secret: "title: S\nhidden: true" }), [
      "Shown",
      "  A -> /a",
    ]);
  });

  it("shows the methods of operations from entries, pages, and entire specifications", () => {
    const navigation = {
      groups: [
        { group: "All", openapi: "api.json" },
        {
          group: "Some",
          openapi: { source: "api.json", directory: "ref" },
          pages: ["POST /users", "GET /secret", "webhook paid", "mine", "plain", "quiet"],
        },
      ],
    };
    const pages = {
      mine: "openapi: GET /users",
      plain: "title: Plain\napi: PUT https://api.acme.com/x",
      quiet: "title: Quiet\nopenapi: GET /users\nhideApiMarker: true",
    };
    assert.deepEqual(getSidebar(navigation, "mine", pages), [
      "All",
      "  Users",
      "    GET List users -> /api-reference/users/list-users",
      "    POST Add a user (old) -> /api-reference/users/add-a-user",
      "  API Reference",
      "    WEBHOOK Paid -> /api-reference/paid",
      "Some",
      "  POST Add a user (old) -> /ref/users/add-a-user",
      "  GET Secret -> /ref/users/secret",
      "  WEBHOOK Paid -> /ref/paid",
      "  GET List users -> /mine",
      "  PUT Plain -> /plain",
      "  Quiet -> /quiet",
    ]);
  });

  it("shows a restricted page only to readers in the page's groups, if groups restrict pages", () => {
    const navigation = { pages: ["a", "b"] };
    const pages = { a: "title: A", b: "title: B\ngroups: [admin, beta]" };
    const member: Audience = { ...everyoneAudience, signedIn: true, groups: ["beta"] };
    const guestAudience: Audience = { ...member, groups: ["other"] };
    const bothLines = ["A -> /a", "B -> /b"];
    assert.deepEqual(getSidebar(navigation, "a", pages), ["A -> /a"]);
    assert.deepEqual(getSidebar(navigation, "a", pages, { audience: guestAudience }), ["A -> /a"]);
    assert.deepEqual(getSidebar(navigation, "a", pages, { audience: member }), bothLines);
    assert.deepEqual(getSidebar(navigation, "a", pages, { profile: "standard" }), bothLines);
  });

  it("shows titles as they appear on the page, with numbers as text and variables replaced by their values", () => {
    const pages = { a: "title: 2024", b: 'title: "Version {{now}} of {{none}}"' };
    const settings = { variables: { now: "2.1" } };
    assert.deepEqual(getSidebar({ pages: ["a", "b"] }, "a", pages, { settings }), [
      "2024 -> /a",
      "Version 2.1 of {{none}} -> /b",
    ]);
  });

  it("adds the base path to every URL", () => {
    const files = new Map([
      [
        "docs.json",
        JSON.stringify({
          navigation: { pages: ["index", "a b/c"] },
          navbar: { links: [{ label: "X", href: "/index?y#z" }] },
        }),
      ],
      [".docwright.json", '{ "basePath": "/docs" }'],
      ["index.mdx", ""],
      ["a b/c.mdx", "---\ntitle: C\n---\n"],
    ]);
    const frame = createSiteFrame(siteOf(files), "index", everyoneAudience);
    assert.deepEqual(lines(frame.menu.sidebar), ["Index -> /docs", "C -> /docs/a%20b/c"]);
    assert.equal(frame.surroundings.links[0]?.href, "/docs/index?y#z");
    assert.equal(frame.page.next?.href, "/docs/a%20b/c");
  });

  it("contains the source position of each entry", () => {
    const text = '{ "navigation": { "groups": [{ "group": "G", "pages": ["a", { "$ref": "more.json" }] }] } }';
    const files = new Map([
      ["docs.json", text],
      ["more.json", '{ "group": "M", "root": "b", "pages": ["c"] }'],
      ...["a", "b", "c"].map((slug) => [`${slug}.mdx`, ""] as const),
    ]);
    const { menu, page } = createSiteFrame(siteOf(files), "b", everyoneAudience);
    const places: string[] = [];
    const visit = (item: SidebarItem): void => {
      const { file, range } = item.location;
      places.push(`${file} ${(files.get(file) ?? "").slice(range.start, range.end)}`);
      if (item.kind === "group") item.items.forEach(visit);
    };
    menu.sidebar.forEach(visit);
    assert.deepEqual(places, ['docs.json "G"', 'docs.json "a"', 'more.json "M"', 'more.json "c"']);
    assert.equal(page.current, 2, "the current entry isn't the group with this root page");
    assert.deepEqual(page.openGroupNumbers, [0, 2]);
  });

  it("is reused for all pages in a section and takes little time for 5,000 pages", () => {
    const slugs = Array.from({ length: 5000 }, (_, i) => `g${i % 50}/p${i}`);
    const createHalf = (tab: string, from: number) => ({
      tab,
      groups: [{ group: "G", pages: slugs.slice(from, from + 2500) }],
    });
    const navigation = { tabs: [createHalf("A", 0), createHalf("B", 2500)] };
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation })],
        ...slugs.map((slug) => [`${slug}.mdx`, "text"] as const),
      ]),
    );
    const first = createSiteFrame(site, "g0/p0", everyoneAudience);
    const other = createSiteFrame(site, "g7/p7", everyoneAudience);
    for (const part of ["look", "surroundings", "menu"] as const) assert.equal(first[part], other[part], part);
    assert.notEqual(first.menu, createSiteFrame(site, "g0/p2500", everyoneAudience).menu);
    assertQuick(slugs.length, () => {
      for (const slug of slugs) createSiteFrame(site, slug, everyoneAudience);
    });
  }).timeout(60_000);
});
