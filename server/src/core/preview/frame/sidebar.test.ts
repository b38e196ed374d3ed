import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { everybody, frameOf, sidebarLines as lines, titled } from "../../../../../test/harness/frame-of.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { Audience } from "../page-source.ts";
import type { SidebarItem } from "../view/site-frame.ts";
import { siteFrame } from "./site-frame.ts";

describe("siteFrame: the list of pages", () => {
  const sidebar = (...args: Parameters<typeof frameOf>) => lines(frameOf(...args).menu.sidebar);

  it("has groups in their order, nested ones with what they set, and pages by their titles", () => {
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
    assert.deepEqual(sidebar(navigation, "index", pages), [
      "Start <NEW>",
      "  Home -> /",
      "  More (open) -> /b",
      "    D -> /c/d",
      "API",
      "  Old <2019> (old) -> /old",
      "  Status -> https://status.acme.com",
    ]);
  });

  it("leaves out what is hidden, missing, no page, or stands under a key that loses", () => {
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
    assert.deepEqual(sidebar(navigation, "a", { ...titled("a", "lost"), secret: "title: S\nhidden: true" }), [
      "Shown",
      "  A -> /a",
    ]);
  });

  it("marks operations by method, of entries, pages and whole specifications", () => {
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
    assert.deepEqual(sidebar(navigation, "mine", pages), [
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

  it("shows a page of a group of readers to those who are in it, where groups limit pages", () => {
    const navigation = { pages: ["a", "b"] };
    const pages = { a: "title: A", b: "title: B\ngroups: [admin, beta]" };
    const member: Audience = { ...everybody, signedIn: true, groups: ["beta"] };
    const guest: Audience = { ...member, groups: ["other"] };
    const both = ["A -> /a", "B -> /b"];
    assert.deepEqual(sidebar(navigation, "a", pages), ["A -> /a"]);
    assert.deepEqual(sidebar(navigation, "a", pages, { audience: guest }), ["A -> /a"]);
    assert.deepEqual(sidebar(navigation, "a", pages, { audience: member }), both);
    assert.deepEqual(sidebar(navigation, "a", pages, { profile: "standard" }), both);
  });

  it("shows titles as the page does: numbers as text, variables filled in", () => {
    const pages = { a: "title: 2024", b: 'title: "Version {{now}} of {{none}}"' };
    const settings = { variables: { now: "2.1" } };
    assert.deepEqual(sidebar({ pages: ["a", "b"] }, "a", pages, { settings }), [
      "2024 -> /a",
      "Version 2.1 of {{none}} -> /b",
    ]);
  });

  it("puts the base path into every address", () => {
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
    const frame = siteFrame(siteOf(files), "index", everybody);
    assert.deepEqual(lines(frame.menu.sidebar), ["Index -> /docs", "C -> /docs/a%20b/c"]);
    assert.equal(frame.surroundings.links[0]?.href, "/docs/index?y#z");
    assert.equal(frame.page.next?.href, "/docs/a%20b/c");
  });

  it("knows where each line is written", () => {
    const text =
      '{ "navigation": { "groups": [{ "group": "G", "pages": ["a", { "$ref": "more.json" }] }] } }';
    const files = new Map([
      ["docs.json", text],
      ["more.json", '{ "group": "M", "root": "b", "pages": ["c"] }'],
      ...["a", "b", "c"].map((slug) => [`${slug}.mdx`, ""] as const),
    ]);
    const { menu, page } = siteFrame(siteOf(files), "b", everybody);
    const places: string[] = [];
    const visit = (item: SidebarItem): void => {
      const { file, range } = item.at;
      places.push(`${file} ${(files.get(file) ?? "").slice(range.start, range.end)}`);
      if (item.kind === "group") item.items.forEach(visit);
    };
    menu.sidebar.forEach(visit);
    assert.deepEqual(places, ['docs.json "G"', 'docs.json "a"', 'more.json "M"', 'more.json "c"']);
    assert.equal(page.current, 2, "the group whose root page it is");
    assert.deepEqual(page.open, [0, 2]);
  });

  it("is the same value for all pages of a division, and quickly there for each of 5,000", () => {
    const slugs = Array.from({ length: 5000 }, (_, i) => `g${i % 50}/p${i}`);
    const half = (tab: string, from: number) => ({
      tab,
      groups: [{ group: "G", pages: slugs.slice(from, from + 2500) }],
    });
    const navigation = { tabs: [half("A", 0), half("B", 2500)] };
    const site = siteOf(
      new Map([
        ["docs.json", JSON.stringify({ navigation })],
        ...slugs.map((slug) => [`${slug}.mdx`, "text"] as const),
      ]),
    );
    const first = siteFrame(site, "g0/p0", everybody);
    const other = siteFrame(site, "g7/p7", everybody);
    for (const part of ["look", "surroundings", "menu"] as const)
      assert.equal(first[part], other[part], part);
    assert.notEqual(first.menu, siteFrame(site, "g0/p2500", everybody).menu);
    assertQuick(slugs.length, () => {
      for (const slug of slugs) siteFrame(site, slug, everybody);
    });
  }).timeout(60_000);
});
