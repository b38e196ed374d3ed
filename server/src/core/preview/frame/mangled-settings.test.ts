import assert from "node:assert/strict";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findPageAtUrl } from "./pages.ts";
import { createSiteFrame } from "./site-frame.ts";

const signedInReader = { reader: "human", signedIn: true, groups: ["a"] } as const;

const link = { label: "L", href: "/a", icon: { name: "x", style: "solid", library: "lucide" } };
const settings = {
  name: "Acme",
  theme: "willow",
  logo: { light: "/l.svg", dark: "/d.svg", href: "/" },
  favicon: "/f.svg",
  colors: { primary: "#000000" },
  appearance: { default: "dark", strict: true },
  background: { image: { light: "/a.png", dark: "/b.png" }, color: { light: "#fff" } },
  fonts: { heading: { family: "A", weight: 400, source: "/f.woff2", format: "woff2" } },
  variations: { options: [{ id: "a", label: "A" }] },
  navbar: {
    links: [link, { type: "github", href: "https://github.com/x" }],
    primary: { type: "button", ...link },
  },
  footer: { socials: { x: "https://x.com/a" }, links: [{ header: "H", items: [link] }] },
  banner: { content: "**x**", color: { light: "#fff" } },
  search: { prompt: "P" },
  errors: { "404": { redirect: false, title: "T", description: "D" } },
  styling: { eyebrows: "breadcrumbs" },
  interaction: { drilldown: true },
  metadata: { timestamp: true },
  contextual: {
    options: ["copy", { title: "T", description: "D", icon: "x", href: { base: "/a" } }],
    display: "toc",
  },
  variables: { v: "1" },
  redirects: [{ source: "/o", destination: "/a" }],
  navigation: {
    global: { anchors: [{ anchor: "A", href: "/a", color: { light: "#000" } }] },
    languages: [
      {
        language: "en",
        banner: { content: "x" },
        versions: [
          {
            version: "1",
            tag: "T",
            tabs: [
              { tab: "T", menu: [{ item: "I", description: "D", pages: ["a"] }] },
              {
                tab: "U",
                directory: "card",
                groups: [{ group: "G", root: "a", expanded: true, pages: ["b", { group: "H", pages: ["c"] }] }],
              },
            ],
          },
        ],
      },
    ],
  },
};

const others: readonly unknown[] = [null, 0, "", [null, 1, "a", {}], { pages: "a" }];

/** Yields copies of the value. In each copy, one node is replaced with one of the values in `others`. */
function* listMangled(value: unknown): Generator<unknown> {
  yield* others;
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) for (const other of listMangled(item)) yield value.with(i, other);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value))
      for (const other of listMangled(item)) yield { ...value, [key]: other };
}

describe("siteFrame with arbitrary settings", () => {
  it("returns a frame for every page, regardless of the values", () => {
    const pages = [
      ["a.mdx", "---\ntitle: A\nrelated: [b]\nicon: {name: x}\n---\n"],
      ["b.mdx", "---\ntitle: [1]\nurl: 3\ngroups: {a: b}\ncontextual: 1\nmode: [x]\n---\n"],
      ["c.mdx", "text"],
    ] as const;
    let count = 0;
    for (const docs of listMangled(settings)) {
      const site = siteOf(new Map([["docs.json", JSON.stringify(docs)], ...pages]), "mintlify");
      for (const slug of ["a", "b", "none"]) assert.ok(JSON.stringify(createSiteFrame(site, slug, signedInReader)));
      for (const url of ["/", "/a", "/o", "/none"]) assert.ok(findPageAtUrl(site, url).kind);
      count++;
    }
    assert.ok(count > 500, String(count));
  }).timeout(60_000);
});
