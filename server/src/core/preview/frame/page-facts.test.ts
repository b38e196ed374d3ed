import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { DirectoryItem, FramePage } from "../view/site-frame.ts";
import { siteFrame } from "./site-frame.ts";

const everybody = { reader: "human", signedIn: false, groups: [] } as const;

function pageOf(settings: object, slug: string, pages: Readonly<Record<string, string>>): FramePage {
  const files = new Map([
    ["docs.json", JSON.stringify({ theme: "mint", name: "Acme", ...settings })],
    ...Object.entries(pages).map(([path, head]) => [`${path}.mdx`, `---\n${head}\n---\n`] as const),
  ]);
  return siteFrame(siteOf(files, "mintlify"), slug, everybody).page;
}

function listed(items: readonly DirectoryItem[]): unknown[] {
  return items.map(({ label, href, description, items: below }) => [
    label,
    href,
    ...(description === undefined ? [] : [description]),
    ...(below ? [listed(below)] : []),
  ]);
}

const one = { navigation: { pages: ["a"] } };
const withHead = (head: string, settings: object = {}) => pageOf({ ...one, ...settings }, "a", { a: head });

describe("siteFrame: what it says of the page", () => {
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

  it("has the group above the title, or the whole way", () => {
    const labels = ({ eyebrows, trail }: FramePage) => [
      trail,
      ...eyebrows.map(({ label, href }) => `${label} ${href ?? ""}`),
    ];
    assert.deepEqual(labels(pageOf({ navigation: guides }, "b", pages)), [false, "Inner /b"]);
    assert.deepEqual(labels(pageOf({ navigation: guides, styling: { eyebrows: "section" } }, "a", pages)), [
      false,
      "Basics /root",
    ]);
    assert.deepEqual(
      labels(pageOf({ navigation: guides, styling: { eyebrows: "breadcrumbs" } }, "b", pages)),
      [true, "Product /root", "Guides /root", "Basics /root", "Inner /b"],
    );
  });

  it("lists what is below a root page as `directory` of the nearest element says", () => {
    const group = (more: object) => ({ group: "In", root: "b", pages: ["c"], ...more });
    const site = (directory: string | undefined, inner: object) => ({
      navigation: { directory, groups: [{ group: "Out", root: "a", pages: ["d", group(inner)] }] },
    });
    const heads = {
      a: "title: A",
      b: "title: B",
      c: "title: C\ndescription: The third",
      d: "title: D\nhidden: true",
    };
    const directory = (slug: string, of: string | undefined, inner: object = {}) =>
      pageOf(site(of, inner), slug, heads).directory;
    const outer = directory("a", "card");
    assert.equal(outer?.style, "card");
    assert.deepEqual(listed(outer?.items ?? []), [["In", "/b", [["C", "/c", "The third"]]]]);
    assert.equal(directory("b", "card")?.style, "card", "inherited");
    assert.equal(directory("b", "card", { directory: "accordion" })?.style, "accordion", "its own");
    assert.equal(directory("b", "card", { directory: "none" }), undefined);
    assert.equal(directory("a", undefined), undefined, "none is the default");
    assert.equal(directory("c", "card"), undefined, "no root page");
  });

  it("takes the mode where the theme has it", () => {
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
      assert.equal(withHead(`mode: ${mode}`, { theme }).mode, expected, `${mode} in ${theme}`);
    assert.equal(withHead("title: A").mode, "default");
  });

  it("hides the neighbours of a page that asks for it", () => {
    const two = { navigation: { pages: ["a", "b"] } };
    assert.equal(pageOf(two, "a", { a: "", b: "title: B" }).next?.label, "B");
    assert.equal(pageOf(two, "a", { a: "hideFooterPagination: true", b: "" }).next, undefined);
  });

  it("shows when the page was changed as the page says, else the site", () => {
    assert.equal(withHead("title: A").timestamp, false);
    assert.equal(withHead("title: A", { metadata: { timestamp: true } }).timestamp, true);
    assert.equal(withHead("timestamp: false", { metadata: { timestamp: true } }).timestamp, false);
    assert.equal(withHead("timestamp: true\nlastUpdatedDate: 2026-03-31").lastUpdated, "2026-03-31");
  });

  it("has the page's menu, of the site or of the page", () => {
    const own = { title: "Ask", description: "In the forum", href: "https://acme.com/ask" };
    const settings = { contextual: { options: ["copy", "view", own], display: "toc" } };
    const { contextual } = withHead("title: A", settings);
    assert.equal(contextual?.display, "toc");
    assert.deepEqual(
      contextual.options.map(({ name, description, href }) => [name, description, href]),
      [
        ["copy", undefined, undefined],
        ["view", undefined, undefined],
        ["Ask", "In the forum", "https://acme.com/ask"],
      ],
    );
    assert.equal(withHead("contextual:\n  options: []", settings).contextual, undefined);
    const changed = withHead("contextual:\n  options: [view]\n  display: header", settings).contextual;
    assert.deepEqual([changed?.display, changed?.options.map(({ name }) => name)], ["header", ["view"]]);
  });

  it("has related pages by their own titles or those given", () => {
    const related = pageOf(one, "a", {
      a: 'title: A\nrelated:\n  - /b\n  - Elsewhere: https://acme.com\n  - "javascript:alert(1)"',
      b: "title: The second",
    }).related;
    assert.deepEqual(
      related.map(({ label, href, external }) => [label, href, external]),
      [
        ["The second", "/b", undefined],
        ["Elsewhere", "https://acme.com", true],
        ["javascript:alert(1)", undefined, undefined],
      ],
    );
    assert.deepEqual(withHead("related: false").related, []);
  });
});
